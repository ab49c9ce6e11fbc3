package serve_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/descope/virtualwebauthn"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/ledger"
)

// accountPages are the pages of one's own account.
var accountPages = []string{"/account", "/account/keys", "/account/links", "/account/sessions", "/account/passkeys", "/account/log", "/account/delete"}

// notANumber is a number that is none. The ids of accounts and keys are made by chance, and may have
// its letters in them.
var notANumber = regexp.MustCompile(`\bNaN\b`)

// shownWell expects a page to have one heading of level 1 and nothing inline or missing.
func (a *answer) shownWell() *answer {
	a.t.Helper()
	page := string(a.body)
	for _, not := range []string{" style=", "<style", "<script>", "onclick=", "javascript:", "&lt;nil&gt;", "%!"} {
		if strings.Contains(page, not) {
			a.t.Errorf("%s has %q", a.what, not)
		}
	}
	if notANumber.MatchString(page) {
		a.t.Errorf("%s has a number that is none", a.what)
	}
	if strings.Count(page, "<h1") != 1 || !strings.Contains(a.header.Get("Content-Security-Policy"), "script-src 'self'") || a.header.Get("Cache-Control") != "no-store" {
		a.t.Errorf("%s: %d headings, policy %q, Cache-Control %q", a.what, strings.Count(page, "<h1"), a.header.Get("Content-Security-Policy"), a.header.Get("Cache-Control"))
	}
	return a
}

func TestAccountPagesAreForTheirOwner(t *testing.T) {
	t.Parallel()
	s := open(t)
	b, other := s.browser(), s.browser()
	b.signUp("ida@example.com", access.Writer)
	other.signUp("ake@example.com", access.Writer)
	for _, path := range accountPages {
		s.browser().get(path).is(302).has("Location", "/sign-in?next="+url.QueryEscape(path))
		page := b.get(path).is(200).shownWell()
		if !strings.Contains(string(page.body), `method="post"`) {
			continue
		}
		action, form := page.fill("name", "N", "do", "create", "scope", "read", "sure", "yes", "password", goodPassword)
		b.send(http.MethodPost, action, form, map[string]string{"Sec-Fetch-Site": "cross-site"}).is(403)
		b.send(http.MethodPost, action, form, map[string]string{"Origin": "https://evil.example"}).is(403)
		s.browser().send(http.MethodPost, action, form, nil).is(403)
		if a := other.send(http.MethodPost, action, form, nil); a.status == 303 || strings.Contains(string(a.body), "kdx_live_") {
			t.Errorf("%s: another's form works: %d", path, a.status)
		}
	}
	b.get("/account.json").is(200).shows(`"daily_limit":10`)
	b.get("/account.csv").is(200).shows("Day,Requests")
	b.get("/account/log.csv").is(200).shows("account.created")
}

func TestAPersonMakesAKeyOnAPage(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	b.signUp("ida@example.com", access.Writer)
	page := b.get("/account/keys").is(200).shows("No key yet")
	made := b.submit(page, "name", "My <b>notebook</b>", "do", "create", "scope", "read").is(200).shownWell()
	key := regexp.MustCompile(`kdx_live_\w+`).FindString(string(made.body))
	if key == "" || strings.Contains(string(made.body), "<b>notebook") {
		t.Fatalf("no key: %s", made.body)
	}
	s.ask(request{path: "/api/v1/films?limit=1", header: map[string]string{"X-API-Key": key}}).is(200)
	if again := b.submit(page, "name", "N", "do", "create", "scope", "read").is(200); strings.Contains(string(again.body), "Your new key") {
		t.Error("the same form makes a second key")
	}
	listed := b.get("/account/keys").is(200).shows(key[:13] + "…")
	if strings.Contains(string(listed.body), key) {
		t.Error("the key is shown again")
	}
	b.get("/account").is(200).shows("films", "1")
	id := regexp.MustCompile(`name="id" value="(key_\w+)"`).FindStringSubmatch(string(listed.body))
	b.submit(listed, "do", "rotate", "id", id[1]).is(200).shows("Your new key")
	b.submit(b.get("/account/keys"), "do", "revoke", "id", id[1]).is(303)
	s.ask(request{path: "/api/v1/films?limit=1", header: map[string]string{"X-API-Key": key}}).fails(401, "invalid_api_key")
	b.submit(b.get("/account/keys"), "do", "nonsense").is(200).shows(`role="alert"`)
	b.submit(b.get("/account/keys"), "do", "revoke", "id", "key_0123456789abcdef").is(200).shows("No key has this id")
}

func TestAPersonEndsTheirOtherSessionsOnAPage(t *testing.T) {
	t.Parallel()
	s := open(t)
	b, other := s.browser(), s.browser()
	b.signUp("ida@example.com", access.Writer)
	other.submit(other.get("/sign-in"), "email", "ida@example.com", "password", goodPassword).is(303)
	other.get("/account/sessions").is(200).shows("this one")
	b.submit(b.get("/account/sessions"), "id", "").is(303)
	other.get("/account").is(302)
	b.get("/account").is(200)
}

func TestAPersonDeletesTheirAccountOnAPage(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	account := b.signUp("ida@example.com", access.Writer)
	page := b.get("/account/delete").is(200).shows("ida@example.com")
	b.submit(page, "password", goodPassword, "sure", "").is(200).shows("Tick the box")
	b.submit(b.get("/account/delete"), "password", "wrong wrong wrong", "sure", "yes").is(200).shows("The password is wrong")
	b.submit(b.get("/account/delete"), "password", goodPassword, "sure", "yes").is(303)
	b.get("/account").is(302)
	if _, err := s.Ledger.Account(t.Context(), account.ID); err == nil {
		t.Error("the account is there")
	}
}

// formData gives an attribute of a page's form.
func formData(t *testing.T, a *answer, name string) string {
	t.Helper()
	m := regexp.MustCompile(name + `="([^"]*)"`).FindSubmatch(a.body)
	if m == nil {
		t.Fatalf("%s has no %s: %s", a.what, name, a.body)
	}
	return strings.NewReplacer("&#34;", `"`, "&#39;", "'", "&amp;", "&", "&lt;", "<", "&gt;", ">").Replace(string(m[1]))
}

func TestAPersonSignsInWithAPasskeyOnAPage(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.browser().get("/sign-in/passkey").is(200).shownWell().shows("need the name of a host")
	s.url = strings.Replace(s.url, "127.0.0.1", "localhost", 1)
	b := s.browser()
	b.signUp("ida@example.com", access.Writer)
	page := b.get("/account/passkeys").is(200)
	asked, err := virtualwebauthn.ParseAttestationOptions(formData(t, page, "data-options"))
	if err != nil {
		t.Fatal(err)
	}
	party, auth, key := virtualwebauthn.RelyingParty{ID: "localhost", Name: "Kinodex", Origin: s.url}, virtualwebauthn.NewAuthenticator(), virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2)
	auth.Options.UserHandle = []byte(asked.UserID)
	b.submit(page, "do", "add", "name", "phone", "answer", apptest.Attestation(t, party, auth, key, asked)).is(303)
	b.get("/account/passkeys").is(200).shows("phone")

	fresh := s.browser()
	fresh.get("/sign-in").is(200).shows("/sign-in/passkey")
	page = fresh.get("/sign-in/passkey?next=/account/keys").is(200).shownWell()
	question, err := virtualwebauthn.ParseAssertionOptions(formData(t, page, "data-options"))
	if err != nil {
		t.Fatal(err)
	}
	key.Counter = 1
	answer := virtualwebauthn.CreateAssertionResponse(party, auth, key, *question)
	action, form := page.fill("answer", answer)
	s.browser().send(http.MethodPost, action, form, nil).is(403)
	fresh.send(http.MethodPost, action, form, map[string]string{"Sec-Fetch-Site": "cross-site"}).is(403)
	fresh.submit(page, "answer", answer).is(303).has("Location", "/account/keys")
	fresh.get("/account").is(200).shows("ida@example.com")
	stolen := s.browser()
	stolen.get("/sign-in/passkey")
	stolen.send(http.MethodPost, action, form, nil).is(403)
	if strings.Contains(s.log.String(), form.Get("state")) {
		t.Error("the log tells the state")
	}
}

func TestAdminPagesAreForTheAdminScope(t *testing.T) {
	t.Parallel()
	s := open(t)
	b, boss := s.browser(), s.browser()
	account := b.signUp("ida@example.com", access.Studio)
	operator := boss.signUp("boss@example.com", access.Operator)
	pages := []string{"/admin", "/admin/accounts", "/admin/accounts/" + account.ID, "/admin/keys", "/admin/log", "/admin/libraries", "/admin/servers", "/admin/traffic"}
	for _, path := range pages {
		s.browser().get(path).is(302)
		b.get(path).is(403)
		boss.get(path).is(200).shownWell()
	}
	for _, data := range []string{"/admin.csv", "/admin.json", "/admin/accounts.csv", "/admin/keys.json", "/admin/log.csv", "/admin/libraries.json", "/admin/servers.csv", "/admin/servers.json", "/admin/traffic.csv", "/admin/traffic.json"} {
		s.browser().get(data).is(401)
		b.get(data).is(403)
		boss.get(data).is(200)
	}
	boss.get("/admin/accounts?q=IDA%40").is(200).shows("ida@example.com", `<strong class="num">1 account</strong>`)
	page := boss.get("/admin/accounts/" + account.ID).is(200).shows("ida@example.com")
	action, form := page.fill("do", "suspend")
	b.send(http.MethodPost, action, form, nil).is(403)
	boss.send(http.MethodPost, action, form, map[string]string{"Sec-Fetch-Site": "cross-site"}).is(403)
	boss.submit(page, "do", "suspend").is(303)
	b.get("/account").is(302)
	boss.submit(page, "do", "resume").is(200).shows("works once")
	boss.submit(boss.get(action), "do", "resume").is(303)
	b.get("/account").is(200)
	link := regexp.MustCompile(`/reset-password\?token=\w+`).FindString(string(boss.submit(boss.get(action), "do", "reset").is(200).body))
	s.browser().get(link).is(200).shows("Set a new password")
	boss.submit(boss.get(action), "do", "plan", "plan", "producer").is(303)
	boss.submit(boss.get(action), "do", "delete", "sure", "").is(200).shows("Tick the box")
	boss.submit(boss.get("/admin/accounts/"+operator.ID), "do", "suspend").is(200).shows("it would shut you out")
	boss.submit(boss.get("/admin/accounts"), "do", "open", "plan", "writer", "name", "Ingmar", "email", "").is(200).shows("email")
	boss.submit(boss.get("/admin/accounts"), "do", "open", "plan", "writer", "name", "Ingmar", "email", "ida@example.com").is(200)
	opened := boss.submit(boss.get("/admin/accounts"), "do", "open", "plan", "producer", "name", "Ingmar", "email", "ingmar@example.com").is(200).shows("Ingmar", "producer")
	s.browser().get(regexp.MustCompile(`/reset-password\?token=\w+`).FindString(string(opened.body))).is(200).shows("Set a new password")
	invited := boss.submit(boss.get("/admin/accounts"), "do", "invite", "plan", "writer", "email", "").is(200)
	s.browser().get(regexp.MustCompile(`/sign-up\?token=\w+`).FindString(string(invited.body))).is(200).shows("Create an account")
	boss.get("/admin/log?action=account.status_changed").is(200).shows(account.ID, "suspended")
	boss.get("/admin/log?before=x").is(400)
	boss.get("/admin/accounts?offset=-1").is(400)
	boss.get("/admin/accounts/acc_none").is(404)
	boss.get("/admin/libraries?generation=../..").is(404)

	key, token := ledger.NewKey(account.ID, "theirs", access.Scopes(access.Read), false, s.Clock.Now())
	if err := s.Ledger.CreateKey(t.Context(), key); err != nil {
		t.Fatal(err)
	}
	boss.submit(boss.get("/admin/keys?account="+account.ID), "id", key.ID).is(303)
	s.ask(request{path: "/api/v1/films?limit=1", header: map[string]string{"X-API-Key": token.Reveal()}}).fails(401, "invalid_api_key")
	boss.submit(boss.get(action), "do", "delete", "sure", "yes").is(303)
	b.get("/account").is(302)
}

// An operator sees which servers share the ledger, and in what they differ.
func TestAnOperatorSeesTheServers(t *testing.T) {
	t.Parallel()
	s := open(t)
	boss := s.browser()
	boss.signUp("boss@example.com", access.Operator)
	boss.get("/admin").is(200).shows("1 server")
	if page := boss.get("/admin/servers").is(200).shows("this server", s.App.Library().Generation); strings.Contains(string(page.body), "They ") {
		t.Error("a server alone differs from others")
	}
	now := s.Clock.Now()
	for _, other := range []ledger.Server{
		{ID: "b", Name: "web-2 :8080", Version: "0.1", Generation: "000001-aa", Wanted: "000009-ff", Problem: "pack films is damaged", Meters: "redis", Started: now, Seen: now},
		{ID: "c", Name: "web-3 :8080", Version: "0.2", Started: now, Seen: now.Add(-ledger.ServerSilent * 2)},
	} {
		if err := s.Ledger.TellServer(t.Context(), other); err != nil {
			t.Fatal(err)
		}
	}
	boss.get("/admin").is(200).shows("3 servers", "that are not alike")
	boss.get("/admin/servers").is(200).shows("000009-ff is to serve: pack films is damaged", "silent: it is gone",
		"different libraries", "different versions", "the same --meters")
	boss.get("/admin/servers.csv").is(200).shows("web-2 :8080", "000001-aa")
	boss.get("/admin/servers.json").is(200).shows(`"silent":true`, `"bucket":null`)
}
