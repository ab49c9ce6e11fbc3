package main

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"kinodex/internal/access"
)

// REQ F2-141: a demonstration prints where it is and the key that reads it, answers that key, and
// leaves no ledger of a server in the folder that it was given. Another may follow there.
func TestADemonstrationIsShown(t *testing.T) {
	t.Parallel()
	data := newData(t)
	for range 2 {
		s := startProgram(t, nil, "demo", "--addr", "127.0.0.1:0", "--log-level", "info", "--data", data)
		if status := s.get(http.DefaultClient, access.Playground, "/api/v2/films?q=heat"); status != http.StatusOK {
			t.Errorf("with the key that it prints: %d", status)
		}
		resp, err := http.Post(s.base+"/sign-in", "application/x-www-form-urlencoded", strings.NewReader("email=a%40example.com&password=x"))
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusForbidden {
			t.Errorf("signing in: %d", resp.StatusCode)
		}
		s.stop(t)
		for _, want := range []string{s.base, access.Playground, "no accounts", data, "stays there"} {
			if !strings.Contains(s.log.String(), want) {
				t.Errorf("it does not print %q:\n%s", want, s.log)
			}
		}
	}
	if _, err := os.Stat(ledgerIn(data)); err == nil {
		t.Error("it made the ledger of a server")
	}
}

// REQ F2-141: without a folder a demonstration has one of its own, which is gone afterwards, also when
// its address is taken.
func TestADemonstrationLeavesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("installs the starter library")
	}
	t.Parallel()
	temporary := t.TempDir()
	left := func() (names []string) {
		entries, err := os.ReadDir(temporary)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return names
	}
	env := []string{"TMPDIR=" + temporary}
	first := startProgram(t, env, "demo", "--addr", "127.0.0.1:0", "--log-level", "info")
	taken := strings.TrimPrefix(first.base, "http://")
	made := left()
	if !slices.ContainsFunc(made, func(name string) bool { return strings.HasPrefix(name, "kinodex-demo-") }) {
		t.Errorf("the temporary folder has %q", made)
	}
	out, err := programOf(t, env, "demo", "--addr", taken).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "another program listens on "+taken+"; name another address with --addr") {
		t.Errorf("an address that is taken: %v\n%s", err, out)
	}
	if now := left(); !slices.Equal(now, made) {
		t.Errorf("the demonstration that had no address left %q, there were %q", now, made)
	}
	first.stop(t)
	if now := left(); slices.ContainsFunc(now, func(name string) bool { return strings.HasPrefix(name, "kinodex-demo-") }) {
		t.Errorf("it left %q", now)
	}
}

// stop ends a server as an operator does, and waits until it has ended.
func (s *server) stop(t *testing.T) {
	t.Helper()
	if err := s.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := s.Wait(); err != nil {
		t.Errorf("%v:\n%s", err, s.log)
	}
}

// The folder of a server is refused and stays as it was, as do others.
func TestTheFolderOfADemonstration(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files []string
		says  string
	}{
		"new":       {nil, ""},
		"a library": {[]string{"library/current"}, ""},
		"an earlier demonstration that was killed": {[]string{"demo.db", "demo.db-wal", "demo.db-shm", "library/lock", "objects/x", "scratch/x"}, ""},
		"a server":               {[]string{"kinodex.db", "library/current"}, "server with accounts"},
		"a demonstration, later": {[]string{"demo.db", "kinodex.db"}, "server with accounts"},
		"somebody's documents":   {[]string{"letter.txt"}, "letter.txt"},
	} {
		data := filepath.Join(t.TempDir(), "data")
		for _, file := range c.files {
			at := filepath.Join(data, file)
			if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(at, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		err := fitForDemo(data)
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
	}
}
