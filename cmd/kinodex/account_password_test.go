package main

import (
	"net/url"
	"os"
	"strings"
	"testing"
	"time"
)

// piped puts a text where commands read what is piped to them.
func piped(t *testing.T, text string) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.WriteString(text); err != nil {
		t.Fatal(err)
	}
	w.Close()
	saved := os.Stdin
	os.Stdin = r
	t.Cleanup(func() { os.Stdin = saved; r.Close() })
}

type openedAccount struct {
	ID string `json:"id"`
}

// An operator sets a password, or hands out a link to the page that does, while the
// server runs; neither is in its log, the audit log or the ledger's file.
func TestAnOperatorGivesANewPassword(t *testing.T) {
	data := newData(t)
	srv := startServer(t, []string{"KINODEX_LOG_LEVEL=debug"}, "--data", data)
	const first, second, third = "the first password", "the second password", "the third password"
	piped(t, first+"\n")
	account := must[openedAccount](t, data, "account", "create", "--tier", "writer", "--name", "Ida", "--email", "ida@example.com", "--password-stdin")
	signIn := func(password string, want int) *person {
		t.Helper()
		p := newPersonAt(t, srv.base)
		_, page := p.ask("GET", "/sign-in", "", "")
		form := formOf(t, page)
		form.Set("email", "ida@example.com")
		form.Set("password", password)
		if res, body := p.ask("POST", "/sign-in", formMedia, form.Encode()); res.StatusCode != want {
			t.Errorf("signing in: %d, want %d: %s", res.StatusCode, want, body)
		}
		return p
	}
	signedIn := signIn(first, 303)

	piped(t, second+"\r\n")
	if code, out, errs := kinodex(t, data, "account", "set-password", account.ID, "--password-stdin"); code != 0 || !strings.Contains(out, "signed out") || strings.Contains(out+errs, second) {
		t.Errorf("status %d, %s%s", code, out, errs)
	}
	if _, page := signedIn.ask("GET", "/account/connections", "", ""); !strings.Contains(page, "<h1>Sign in</h1>") {
		t.Error("the session goes on")
	}
	signIn(first, 403)
	signIn(second, 303)

	var link struct {
		Link    string    `json:"link"`
		Expires time.Time `json:"expires_at"`
	}
	older := must[struct{ Link string }](t, data, "account", "reset-link", account.ID, "--base-url", srv.base)
	link = must[struct {
		Link    string    `json:"link"`
		Expires time.Time `json:"expires_at"`
	}](t, data, "account", "reset-link", account.ID, "--base-url", srv.base+"/")
	if left := time.Until(link.Expires); !strings.HasPrefix(link.Link, srv.base+"/reset-password?token=kdp_") || left > time.Hour || left < 55*time.Minute {
		t.Errorf("%+v", link)
	}
	p := newPersonAt(t, srv.base)
	if res, _ := p.ask("GET", strings.TrimPrefix(older.Link, srv.base), "", ""); res.StatusCode != 403 {
		t.Errorf("the older link: %d", res.StatusCode)
	}
	_, page := p.ask("GET", strings.TrimPrefix(link.Link, srv.base), "", "")
	p.submit(page, "password", third, "repeat", third)
	signIn(second, 403)
	signIn(third, 303)

	_, out, _ := kinodex(t, data, "audit", "list", "--json")
	for _, action := range []string{"account.reset_link_created", "account.password_changed"} {
		if strings.Count(out, action) != 2 {
			t.Errorf("the audit log tells %s %d times, want 2", action, strings.Count(out, action))
		}
	}
	told := map[string]string{"the audit log": out}
	for _, file := range []string{"kinodex.db", "kinodex.db-wal"} {
		b, err := os.ReadFile(data + "/" + file)
		if err != nil {
			t.Fatal(err)
		}
		told[file] = string(b)
	}
	srv.Process.Signal(os.Interrupt)
	srv.Wait()
	if told["the log"] = srv.log.String(); !strings.Contains(told["the log"], "/reset-password") {
		t.Fatalf("the log is not what was meant:\n%s", told["the log"])
	}
	for where, text := range told {
		for _, secret := range []string{first, second, third, url.QueryEscape(third), link.Link[len(link.Link)-40 : len(link.Link)-8], older.Link[len(older.Link)-40 : len(older.Link)-8]} {
			if strings.Contains(text, secret) {
				t.Errorf("%s holds %s", where, secret)
			}
		}
	}
}

func TestAPasswordThatCannotBeSetIsSaidWhy(t *testing.T) {
	data := newData(t)
	piped(t, "")
	account := must[openedAccount](t, data, "account", "create", "--tier", "writer", "--name", "Ida", "--email", "ida@example.com")
	nobody := must[openedAccount](t, data, "account", "create", "--tier", "writer", "--name", "Nobody")
	suspended := must[openedAccount](t, data, "account", "create", "--tier", "writer", "--name", "S", "--email", "s@example.com")
	must[map[string]string](t, data, "account", "suspend", suspended.ID)
	for _, c := range []struct {
		stdin string
		args  []string
		told  string
	}{
		{"short\n", []string{"set-password", account.ID, "--password-stdin"}, "10 to 200 characters"},
		{"", []string{"set-password", account.ID, "--password-stdin"}, "10 to 200 characters"},
		{"IDA@example.com\n", []string{"set-password", account.ID, "--password-stdin"}, "other than your email"},
		{"eve@example.com\n", []string{"create", "--tier", "writer", "--name", "Eve", "--email", "eve@example.com", "--password-stdin"}, "other than your email"},
		{"a good password\n", []string{"set-password", account.ID}, "--password-stdin"},
		{"a good password\n", []string{"set-password", "acc_none", "--password-stdin"}, "no account has this id"},
		{"a good password\n", []string{"set-password", nobody.ID, "--password-stdin"}, "no email"},
		{"", []string{"reset-link", "acc_none"}, "no account has this id"},
		{"", []string{"reset-link", nobody.ID}, "no email"},
		{"", []string{"reset-link", suspended.ID}, "account resume"},
		{"", []string{"reset-link", account.ID, "--base-url", "films.example.com"}, "base-url must be"},
		{"", []string{"reset-link", account.ID, "--base-url", "https://films.example.com/?x=1"}, "base-url must be"},
		{"", []string{"reset-link", account.ID, "--base-url", "http://films.example.com"}, "https"},
	} {
		piped(t, c.stdin)
		code, out, errs := kinodex(t, data, append([]string{"account"}, c.args...)...)
		if code != 1 || !strings.Contains(errs, c.told) || strings.Contains(out, "kdp_") {
			t.Errorf("%v: status %d, %s%s, want %q", c.args, code, out, errs, c.told)
		}
	}
	if _, out, _ := kinodex(t, data, "audit", "list", "--json"); strings.Contains(out, "password") || strings.Contains(out, "reset") {
		t.Errorf("the audit log tells of what was not done: %s", out)
	}
}
