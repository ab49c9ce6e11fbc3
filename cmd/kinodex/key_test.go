package main

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kinodex/internal/access"
)

// kinodex runs a command line on a data directory and gives its status and
// what it printed.
func kinodex(t *testing.T, data string, args ...string) (code int, out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	args = append(slices.Clone(args), "--data", data)
	code = run(t.Context(), args, &Globals{Out: &o, Err: &e})
	return code, o.String(), e.String()
}

// must gives what a command line printed as JSON.
func must[T any](t *testing.T, data string, args ...string) (v T) {
	t.Helper()
	code, out, errs := kinodex(t, data, append(args, "--json")...)
	if code != 0 || errs != "" && !strings.Contains(errs, "a new ledger was made") {
		t.Fatalf("kinodex %s: status %d, %s", strings.Join(args, " "), code, errs)
	}
	if err := json.Unmarshal([]byte(out), &v); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	return v
}

type created struct {
	ID, Key, Account, Tier string
	Scopes                 []string
}

func TestKeyCreatePrintsOneObject(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	for _, c := range []struct {
		args   []string
		prefix string
		tier   string
		scopes string
	}{
		{[]string{"--tier", "free"}, "kdx_live_", "free", "read"},
		{[]string{"--tier", "Writer"}, "kdx_live_", "writer", "read write"},
		{[]string{"--tier", "producer", "--sandbox"}, "kdx_test_", "producer", "read write"},
		{[]string{"--tier", "studio"}, "kdx_live_", "studio", "read write ai"},
		{[]string{"--tier", "studio", "--scopes", "admin,read"}, "kdx_live_", "studio", "read admin"},
	} {
		made := must[created](t, data, append([]string{"key", "create", "--name", "a test"}, c.args...)...)
		if _, err := access.ParseToken(made.Key); err != nil || !strings.HasPrefix(made.Key, c.prefix) {
			t.Errorf("%v: key %s: %v", c.args, made.Key, err)
		}
		if made.ID == "" || made.Account == "" || made.Tier != c.tier || strings.Join(made.Scopes, " ") != c.scopes {
			t.Errorf("%v: %+v", c.args, made)
		}
	}
}

// REQ A-20, K-03
func TestAListShowsNoKey(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	made := must[created](t, data, "key", "create", "--tier", "writer", "--name", "Ida \x1b[31m\nLupino", "--account", "acme")
	other := must[created](t, data, "key", "create", "--tier", "writer", "--name", "other")
	must[map[string]string](t, data, "key", "revoke", made.ID)
	type row struct{ ID, Name, Prefix, Last4, Status string }
	rows := must[[]row](t, data, "key", "list", "--account", "acme")
	want := row{made.ID, "Ida [31m Lupino", made.Key[:13], made.Key[43:], "revoked"}
	if len(rows) != 1 || rows[0] != want {
		t.Errorf("rows %+v, want %+v", rows, want)
	}
	_, table, _ := kinodex(t, data, "key", "list")
	for _, k := range []created{made, other} {
		if !strings.Contains(table, k.ID) || strings.Contains(table, k.Key[13:43]) {
			t.Errorf("the table\n%s\ndoes not show %s, or shows its key", table, k.ID)
		}
	}
	if strings.Contains(table, "\x1b") || strings.Count(table, "\n") != 3 {
		t.Errorf("the table\n%s\nis not three plain lines", table)
	}
}

func TestAKeyIsReplacedAndEnds(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	old := must[created](t, data, "key", "create", "--tier", "writer", "--name", "n", "--scopes", "read", "--expires", "2h")
	fresh := must[created](t, data, "key", "rotate", old.ID, "--overlap", "1h")
	if fresh.Key == old.Key || fresh.Account != old.Account || fresh.Tier != "writer" || strings.Join(fresh.Scopes, " ") != "read" {
		t.Errorf("%+v in the place of %+v", fresh, old)
	}
	type row struct {
		ID      string
		Status  string
		Expires time.Time `json:"expires_at"`
	}
	for _, r := range must[[]row](t, data, "key", "list") {
		left := time.Until(r.Expires).Round(time.Hour)
		if want := map[string]time.Duration{old.ID: time.Hour, fresh.ID: 2 * time.Hour}[r.ID]; left != want || r.Status != "active" {
			t.Errorf("%+v is left %v, want %v", r, left, want)
		}
	}
	dated := must[created](t, data, "key", "create", "--tier", "writer", "--name", "n", "--expires", "2199-12-31")
	if _, table, _ := kinodex(t, data, "key", "list"); !strings.Contains(table, dated.ID) {
		t.Errorf("the table\n%s\nlacks %s", table, dated.ID)
	}
}
