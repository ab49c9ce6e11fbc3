package main

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// stopped ends a server as an operator does.
func stopped(t *testing.T, srv *server) {
	t.Helper()
	if err := srv.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	srv.Wait()
	if code := srv.ProcessState.ExitCode(); code != 0 {
		t.Fatalf("status %d:\n%s", code, srv.log)
	}
}

// REQ Q-11: after a clean stop, and before, a copy of the file has every key.
func TestAStoppedServerLeavesAWholeFile(t *testing.T) {
	t.Parallel()
	data := newData(t)
	srv := startServer(t, nil, "--data", data)
	var ids []string
	for range 3 {
		key := must[created](t, data, "key", "create", "--tier", "studio", "--name", "n")
		ids = append(ids, key.ID)
		if got := srv.get(http.DefaultClient, key.Key, "/api/v2/films?limit=1"); got != http.StatusOK {
			t.Errorf("answered %d", got)
		}
	}
	stopped(t, srv)
	b, err := os.ReadFile(filepath.Join(data, "kinodex.db"))
	if err != nil {
		t.Fatal(err)
	}
	alone := t.TempDir()
	if err := os.WriteFile(filepath.Join(alone, "kinodex.db"), b, 0o600); err != nil {
		t.Fatal(err)
	}
	if keys := must[[]struct{ ID string }](t, alone, "key", "list"); len(keys) != 3 {
		t.Errorf("of %v the file alone has %v", ids, keys)
	}
	for _, left := range []string{"kinodex.db-wal", "kinodex.db-shm"} {
		if _, err := os.Stat(filepath.Join(data, left)); err == nil {
			t.Errorf("%s is left", left)
		}
	}
}

func TestALedgerIsBackedUpAndRestored(t *testing.T) {
	t.Parallel()
	data := newData(t)
	file := filepath.Join(t.TempDir(), "backup.db")
	srv := startServer(t, nil, "--data", data)
	before := must[created](t, data, "key", "create", "--tier", "studio", "--name", "before")
	type done struct {
		File           string
		Kept           string
		Accounts, Keys int
	}
	if made := must[done](t, data, "ledger", "backup", file); made.Accounts != 1 || made.Keys != 1 || made.File != file {
		t.Errorf("%+v", made)
	}
	after := must[created](t, data, "key", "create", "--tier", "studio", "--name", "after")
	must[map[string]string](t, data, "key", "revoke", before.ID)

	refused := func(says string, args ...string) {
		t.Helper()
		code, out, errs := kinodex(t, data, args...)
		if code != 1 || out != "" || !strings.Contains(errs, says) {
			t.Errorf("%v: status %d, %s%s, want %q", args, code, out, errs, says)
		}
	}
	refused("--force", "ledger", "backup", file)
	refused("--force", "ledger", "restore", file)
	refused("stop it first", "ledger", "restore", file, "--force")
	if got := srv.get(http.DefaultClient, after.Key, "/api/v2/films?limit=1"); got != http.StatusOK {
		t.Errorf("the server answers %d after that", got)
	}
	stopped(t, srv)
	made := must[done](t, data, "ledger", "restore", file, "--force")
	if made.Keys != 1 || made.Kept == "" {
		t.Errorf("%+v", made)
	}
	srv = startServer(t, nil, "--data", data)
	for key, want := range map[string]int{before.Key: http.StatusOK, after.Key: http.StatusUnauthorized} {
		if got := srv.get(http.DefaultClient, key, "/api/v2/films?limit=1"); got != want {
			t.Errorf("after restoring a key is answered %d, want %d", got, want)
		}
	}
	type event struct{ Action string }
	if all := must[[]event](t, data, "audit", "list"); len(all) < 1 || all[0].Action != "ledger.restored" {
		t.Errorf("the log tells %v", all)
	}
	if all := must[[]event](t, data, "audit", "list", "--ledger", "sqlite:"+made.Kept); len(all) < 1 || all[0].Action != "key.revoked" {
		t.Errorf("the log of what was there tells %v", all)
	}
}

// Who looks after keys needs no meters: a stolen key is revoked also while they
// are away.
func TestAdministrationNeedsNoMeters(t *testing.T) {
	data := t.TempDir()
	t.Setenv("KINODEX_METERS", "redis://127.0.0.1:1/0")
	key := must[created](t, data, "key", "create", "--tier", "writer", "--name", "n")
	fresh := must[created](t, data, "key", "rotate", key.ID)
	must[map[string]string](t, data, "key", "revoke", fresh.ID)
	must[map[string]string](t, data, "account", "set-plan", key.Account, "studio")
	must[map[string]string](t, data, "account", "suspend", key.Account)
	must[map[string]string](t, data, "account", "resume", key.Account)
	must[map[string]any](t, data, "account", "create", "--tier", "writer", "--name", "n")
	for _, args := range [][]string{{"key", "list"}, {"audit", "list"}} {
		must[[]map[string]any](t, data, args...)
	}
	code, out, errs := kinodex(t, data, "account", "list", "--json")
	if code != 0 || strings.Count(out, `"used_today": null`) != 2 || strings.Count(errs, "could not be read") != 1 {
		t.Errorf("status %d, %s%s, want null for what is used, and one word about it", code, out, errs)
	}
	if _, table, _ := kinodex(t, data, "account", "list"); !strings.Contains(table, "unknown of 10000") {
		t.Errorf("the table is\n%s", table)
	}
}
