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

// A wrong --data makes a ledger that no server has: whoever made it is told.
func TestANewLedgerIsTold(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	elsewhere := filepath.Join(dir, "elsewhere", "keys.db")
	for _, c := range []struct {
		name string
		args []string
		told string
	}{
		{"in a new directory", nil, ledgerIn(dir)},
		{"again", nil, ""},
		{"in a file", []string{"--ledger", "sqlite:" + elsewhere}, elsewhere},
		{"in the same file", []string{"--ledger", "sqlite:" + elsewhere}, ""},
	} {
		code, out, errs := kinodex(t, dir, append([]string{"key", "create", "--tier", "studio", "--name", "a test"}, c.args...)...)
		if code != 0 || !strings.Contains(out, "kdx_live_") || strings.Contains(errs, "new ledger") != (c.told != "") || !strings.Contains(errs, c.told) {
			t.Errorf("%s: exit %d, %s%s", c.name, code, out, errs)
		}
	}
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

func TestKeysOfOneAccount(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	first := must[created](t, data, "key", "create", "--tier", "writer", "--name", "one", "--account", "acme")
	second := must[created](t, data, "key", "create", "--name", "two", "--account", "acme")
	third := must[created](t, data, "key", "create", "--tier", "writer", "--name", "three", "--account", "acme")
	if first.Account != "acme" || second.Account != "acme" || second.Tier != "writer" || third.Account != "acme" {
		t.Errorf("%+v, %+v, %+v", first, second, third)
	}
	if code, _, errs := kinodex(t, data, "key", "create", "--tier", "studio", "--name", "four", "--account", "acme"); code != 1 || !strings.Contains(errs, "set-plan") {
		t.Errorf("another plan for the same account: status %d, %s", code, errs)
	}
	must[map[string]string](t, data, "account", "set-plan", "acme", "studio")
	if fifth := must[created](t, data, "key", "create", "--tier", "studio", "--name", "five", "--account", "acme"); fifth.Tier != "studio" {
		t.Errorf("%+v", fifth)
	}
	if accounts := must[[]struct{ ID, Tier string }](t, data, "account", "list"); len(accounts) != 1 || accounts[0].Tier != "studio" {
		t.Errorf("accounts %+v", accounts)
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

func TestWrongKeyCommandsSayWhatIsWrong(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	secret := access.NewToken(false).Reveal()
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"key", "create", "--name", "n"}, "tier"},
		{[]string{"key", "create", "--name", "n", "--tier", "gold"}, "studio"},
		{[]string{"key", "create", "--name", " \t", "--tier", "free"}, "name"},
		{[]string{"key", "create", "--tier", "free"}, "--name"},
		{[]string{"key", "create", "--name", "n", "--tier", "free", "--scopes", "root"}, "scopes"},
		{[]string{"key", "create", "--name", "n", "--tier", "free", "--account", "../x"}, "account"},
		{[]string{"key", "revoke", secret}, "no key has this id"},
		{[]string{"account", "set-plan", "nobody", "studio"}, "no account has this id"},
		{[]string{"account", "suspend", secret}, "no account has this id"},
		{[]string{"account", "set-plan", "nobody", "gold"}, "studio"},
		{[]string{"key", "list", "--ledger", "mysql://x"}, "sqlite:"},
	} {
		code, out, errs := kinodex(t, data, c.args...)
		if code == 0 || !strings.Contains(errs, c.says) || strings.Contains(out+errs, secret) {
			t.Errorf("%v: status %d, out %q, errors %q, want %q and no key", c.args, code, out, errs, c.says)
		}
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
	for _, bad := range [][]string{
		{"key", "create", "--tier", "writer", "--name", "n", "--expires", "soon"},
		{"key", "create", "--tier", "writer", "--name", "n", "--expires", "1999-12-31"},
		{"key", "rotate", "key_0123456789abcdef"},
		{"key", "rotate", fresh.ID, "--overlap", "721h"},
	} {
		if code, _, errs := kinodex(t, data, bad...); code != 1 || errs == "" {
			t.Errorf("%v: status %d, %s", bad, code, errs)
		}
	}
}

func TestAnAccountIsSuspendedAndResumed(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	type account struct{ ID, Email, Status string }
	made := must[account](t, data, "account", "create", "--tier", "writer", "--name", "Ida", "--email", " Ida@Example.com")
	if made.Email != "ida@example.com" || made.Status != "active" {
		t.Errorf("%+v", made)
	}
	if code, _, errs := kinodex(t, data, "account", "create", "--tier", "writer", "--name", "Ida", "--email", "IDA@example.com"); code != 1 || !strings.Contains(errs, "exists") {
		t.Errorf("the email again: status %d, %s", code, errs)
	}
	for command, want := range map[string]string{"suspend": "suspended", "resume": "active"} {
		must[map[string]string](t, data, "account", command, made.ID)
		if all := must[[]account](t, data, "account", "list"); len(all) != 1 || all[0].Status != want {
			t.Errorf("after %s: %+v", command, all)
		}
	}
}

func TestTheAuditLogTellsWhatTheOperatorDid(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	made := must[created](t, data, "key", "create", "--tier", "writer", "--name", "n", "--account", "acme")
	must[map[string]string](t, data, "account", "set-plan", "acme", "studio")
	must[map[string]string](t, data, "key", "revoke", made.ID)
	type event struct {
		ID                                           int64
		Actor, From, Action, Account, Target, Detail string
	}
	all := must[[]event](t, data, "audit", "list")
	var told []string
	for _, e := range all {
		told = append(told, e.Action)
		if !strings.HasPrefix(e.Actor, "cli:") || e.From != "local" || e.Account != "acme" {
			t.Errorf("%+v does not say who did it", e)
		}
	}
	if want := []string{"key.revoked", "account.plan_changed", "key.created", "account.created"}; !slices.Equal(told, want) {
		t.Errorf("the log tells %v, want %v", told, want)
	}
	if some := must[[]event](t, data, "audit", "list", "--target", made.ID, "--limit", "1"); len(some) != 1 || some[0] != all[0] {
		t.Errorf("of the key it tells %+v", some)
	}
	if code, table, _ := kinodex(t, data, "audit", "list"); code != 0 || strings.Count(table, "\n") != 5 {
		t.Errorf("the table is\n%s", table)
	}
}
