package main

import (
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// piped runs a command with a text on standard input and returns what it prints.
func piped(t *testing.T, text string, args ...string) string {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env, cmd.Stdin = append(os.Environ(), beProgram+"=yes"), strings.NewReader(text)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v, %s", args, err, out)
	}
	return string(out)
}

type openedAccount struct {
	ID string `json:"id"`
}

// An operator sets a password, or hands out a link to the page that does, while the
// server runs; neither is in its log, the audit log or the ledger's file.
func TestAnOperatorGivesANewPassword(t *testing.T) {
	t.Parallel()
	data := newData(t)
	srv := startServer(t, []string{"KINODEX_LOG_LEVEL=debug"}, "--data", data)
	const account, first, second, third = "ida", "the first password", "the second password", "the third password"
	piped(t, first+"\n", "account", "create", "--id", account, "--tier", "writer", "--name", "Ida", "--email", "ida@example.com", "--password-stdin", "--data", data)
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

	if told := piped(t, second+"\r\n", "account", "set-password", account, "--password-stdin", "--data", data); !strings.Contains(told, "signed out") || strings.Contains(told, second) {
		t.Error(told)
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
	older := must[struct{ Link string }](t, data, "account", "reset-link", account, "--base-url", srv.base)
	link = must[struct {
		Link    string    `json:"link"`
		Expires time.Time `json:"expires_at"`
	}](t, data, "account", "reset-link", account, "--base-url", srv.base+"/")
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
