package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"

	"kinodex/internal/access"
)

// REQ, E-12: nothing that the program prints, logs, measures,
// answers or shows to other users of the machine holds a key or a password.
func TestNoSecretIsToldAnywhere(t *testing.T) {
	s := store{data: newData(t)}
	var secrets []string
	if at := os.Getenv("KINODEX_TEST_POSTGRES"); at != "" {
		// The test server takes any password.
		const password = "correct-horse-battery"
		u, err := url.Parse(ownSchema(t, at))
		if err != nil {
			t.Fatal(err)
		}
		u.User = url.UserPassword(u.User.Username(), password)
		s.env = []string{"KINODEX_LEDGER=" + u.String()}
		secrets = append(secrets, password)
	} else {
		t.Log("without KINODEX_TEST_POSTGRES no database's password is looked for")
	}
	srv := startServer(t, append(s.env, "KINODEX_LOG_LEVEL=debug"), "--data", s.data)
	var told strings.Builder // whatever anybody sees

	// Keys: good, revoked, rotated away, made up, mistyped.
	key := tell[created](t, s, "key", "create", "--tier", "studio", "--name", "n", "--account", "acme", "--scopes", "read,write,admin")
	gone := tell[created](t, s, "key", "create", "--name", "n", "--account", "acme")
	rotated := tell[created](t, s, "key", "rotate", gone.ID)
	tell[map[string]string](t, s, "key", "revoke", gone.ID)
	mistyped := key.Key[:46] + "0"
	for _, k := range []string{key.Key, gone.Key, rotated.Key, access.NewToken(false).Reveal(), mistyped} {
		secrets = append(secrets, k[13:43])
		ask := func(path string, headers ...string) {
			req, err := http.NewRequest("GET", srv.base+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			for i := 0; i < len(headers); i += 2 {
				req.Header.Set(headers[i], headers[i+1])
			}
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			b, _ := io.ReadAll(resp.Body)
			fmt.Fprintf(&told, "%s %v %s\n", path[:7], resp.Header, b)
		}
		ask("/api/v2/films?limit=1", "X-API-Key", k)
		ask("/api/v2/films?limit=1", "Authorization", "Bearer "+k)
		ask("/api/v2/films?limit=0", "Authorization", "Basic "+k)
		ask("/api/v2/films?limit=1&api_key=" + k)
		ask("/api/v1/films?limit=1&key=" + k)
		ask("/api/v1/films?limit=x&%6bey=" + k)
		ask("/api/v2/films/tt0113277?fields=title&api_key="+k, "X-Sandbox", "1")
		ask("/api/v2/nowhere?key=" + k)
		ask("/api/v2/films?KEY=" + k)
		ask("/api/v2/films?limit=1&q=" + url.QueryEscape(strings.ReplaceAll(k, "_", "%5F")))
		ask("/api/v2/films/" + k)
	}
	// What operators see.
	for _, args := range [][]string{
		{"key", "list"}, {"key", "list", "--json"}, {"account", "list"}, {"audit", "list"}, {"audit", "list", "--json"},
		{"key", "revoke", key.Key}, {"key", "rotate", key.Key}, {"account", "suspend", mistyped},
		{"key", "create", "--tier", "gold", "--name", "n"},
	} {
		_, out, errs := kinodex(t, s.data, args...)
		told.WriteString(out + errs)
	}
	resp, err := http.Get(srv.base + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	io.Copy(&told, resp.Body)
	resp.Body.Close()
	cmdline, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", srv.Process.Pid))
	if err != nil {
		t.Log("without /proc nothing is known of ps:", err)
	}
	told.Write(cmdline)
	srv.Process.Signal(os.Interrupt)
	srv.Wait()
	if srv.ProcessState.ExitCode() != 0 || !strings.Contains(srv.log.String(), key.ID) || !strings.Contains(told.String(), key.Key[:13]) {
		t.Fatalf("what was told is not what was meant:\n%s", srv.log)
	}
	told.WriteString(srv.log.String())

	for _, secret := range secrets {
		if at := strings.Index(told.String(), secret); at >= 0 {
			t.Errorf("a secret is told: …%s…", told.String()[max(0, at-200):at+len(secret)])
		}
	}
}

// Whatever is wrong with a database's address, its password is not in what is
// said about it; and one that stands on the command line is refused.
func TestNoPasswordOfADatabaseIsTold(t *testing.T) {
	t.Parallel()
	const password = "correct-horse-battery"
	for _, c := range []struct{ flag, at string }{
		{"--ledger", "postgres://kinodex:" + password + "@127.0.0.1:1/none?connect_timeout=2"},
		{"--ledger", "postgres://kinodex:" + password + "@127.0.0.1:port/none"},
		{"--ledger", "mysql://kinodex:" + password + "@127.0.0.1/none"},
		{"--meters", "redis://:" + password + "@127.0.0.1:1/0"},
		{"--meters", "redis://:" + password + "@127.0.0.1:port"},
		{"--meters", password},
	} {
		for _, command := range [][]string{{"serve", "--addr", "127.0.0.1:0"}, {"account", "list"}} {
			ctx, out := t.Context(), new(bytes.Buffer)
			args := append(command, "--data", t.TempDir(), c.flag, c.at)
			want := 1
			if command[0] == "account" && c.flag == "--meters" {
				want = 0 // it says that the meters do not answer, and lists
			}
			if code := run(ctx, args, &Globals{Out: out, Err: out}); code != want || out.Len() == 0 || strings.Contains(out.String(), password) {
				t.Errorf("%s %s: status %d, %s", command[0], c.at, code, out)
			}
		}
	}
	shown := exec.Command(os.Args[0], "account", "list", "--data", t.TempDir(), "--ledger=postgres://kinodex:"+password+"@db/none")
	shown.Env = append(os.Environ(), beProgram+"=yes")
	out, err := shown.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "KINODEX_LEDGER") || strings.Contains(string(out), password) {
		t.Errorf("a password on the command line: %v, %s", err, out)
	}
}
