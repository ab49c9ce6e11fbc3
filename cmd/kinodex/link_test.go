package main

import (
	"os"
	"strings"
	"testing"
	"time"
)

type madeLink struct {
	ID      string    `json:"id"`
	Link    string    `json:"link"`
	Expires time.Time `json:"expires_at"`
}

// An operator is signed in by a link and invites somebody, on a server that nothing was said to
// about who may sign up; neither token is in the log,
// the audit log or the ledger's file.
func TestLinksSignInAndInvite(t *testing.T) {
	t.Parallel()
	data := newData(t)
	srv := startServer(t, []string{"KINODEX_LOG_LEVEL=debug"}, "--data", data)
	link := must[madeLink](t, data, "signin-link", "--base-url", srv.base+"/")
	if left := time.Until(link.Expires); link.ID != "owner" || !strings.HasPrefix(link.Link, srv.base+"/sign-in/link?token=kdl_") || left > 15*time.Minute || left < 14*time.Minute {
		t.Fatalf("%+v", link)
	}
	again := must[madeLink](t, data, "signin-link", "--account", "owner", "--base-url", srv.base, "--valid", "1h")
	named := must[madeLink](t, data, "signin-link", "--account", "ida@example.com", "--plan", "writer", "--base-url", srv.base)
	if again.ID != "owner" || time.Until(again.Expires) < 55*time.Minute || !strings.HasPrefix(named.ID, "acc_") {
		t.Errorf("%+v, %+v", again, named)
	}
	if once := must[madeLink](t, data, "signin-link", "--account", "IDA@example.com", "--base-url", srv.base); once.ID != named.ID {
		t.Errorf("the email has two accounts: %s, %s", named.ID, once.ID)
	}
	p := newPersonAt(t, srv.base)
	if res, _ := p.ask("GET", strings.TrimPrefix(link.Link, srv.base), "", ""); res.StatusCode != 403 {
		t.Errorf("the link before a newer one: %d", res.StatusCode)
	}
	_, page := p.ask("GET", strings.TrimPrefix(again.Link, srv.base), "", "")
	p.submit(page)
	if _, page := p.ask("GET", "/account/connections", "", ""); !strings.Contains(page, "<h1>Connections</h1>") {
		t.Error("nobody is signed in")
	}

	invited := must[struct {
		Tier string
		Link string
	}](t, data, "account", "invite", "--plan", "producer", "--base-url", srv.base)
	guest := newPersonAt(t, srv.base)
	if res, page := guest.ask("GET", "/sign-up", "", ""); res.StatusCode != 403 || !strings.Contains(page, "ask whoever runs this service for one") {
		t.Errorf("without an invitation: %d, %s", res.StatusCode, page)
	}
	_, page = guest.ask("GET", strings.TrimPrefix(invited.Link, srv.base), "", "")
	guest.submit(page, "name", "Guest", "email", "guest@example.com", "password", "a good password")
	_, out, _ := kinodex(t, data, "account", "list", "--json")
	if !strings.Contains(out, "guest@example.com") || strings.Count(out, `"producer"`) != 1 {
		t.Errorf("the accounts are %s", out)
	}

	_, out, _ = kinodex(t, data, "audit", "list", "--json")
	for action, n := range map[string]int{"account.sign_in_link_created": 4, "invitation.created": 1, "by invitation": 1, "by link": 1} {
		if strings.Count(out, action) != n {
			t.Errorf("the audit log tells %s %d times, want %d", action, strings.Count(out, action), n)
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
	if told["the log"] = srv.log.String(); !strings.Contains(told["the log"], "/sign-in/link") {
		t.Fatalf("the log is not what was meant:\n%s", told["the log"])
	}
	for where, text := range told {
		for _, link := range []string{link.Link, again.Link, named.Link, invited.Link} {
			if strings.Contains(text, link[len(link)-40:len(link)-8]) {
				t.Errorf("%s holds %s", where, link)
			}
		}
	}
}

func TestALinkThatCannotBeMadeIsSaidWhy(t *testing.T) {
	t.Parallel()
	data := newData(t)
	must[madeLink](t, data, "signin-link")
	must[map[string]string](t, data, "account", "suspend", "owner")
	must[openedAccount](t, data, "account", "create", "--tier", "writer", "--name", "Ida", "--email", "ida@example.com")
	for _, c := range []struct {
		args []string
		told string
	}{
		{[]string{"signin-link"}, "account resume"},
		{[]string{"signin-link", "--plan", "free"}, "set-plan"},
		{[]string{"signin-link", "--account", "nobody", "--plan", "gold"}, "one of free"},
		{[]string{"signin-link", "--account", "not an id"}, "account must be"},
		{[]string{"signin-link", "--base-url", "films.example.com"}, "base-url must be"},
		{[]string{"signin-link", "--base-url", "http://films.example.com"}, "https"},
		{[]string{"signin-link", "--valid", "0s"}, "valid must be"},
		{[]string{"signin-link", "--valid", "25h"}, "valid must be"},
		{[]string{"account", "invite", "--plan", "gold"}, "one of free"},
		{[]string{"account", "invite", "--email", "ida"}, "email must be"},
		{[]string{"account", "invite", "--email", "ida@example.com"}, "already exists"},
		{[]string{"account", "invite", "--valid", "9000h"}, "valid must be"},
	} {
		code, out, errs := kinodex(t, data, c.args...)
		if code != 1 || !strings.Contains(errs, c.told) || strings.Contains(out, "kd") {
			t.Errorf("%v: status %d, %s%s, want %q", c.args, code, out, errs, c.told)
		}
	}
}
