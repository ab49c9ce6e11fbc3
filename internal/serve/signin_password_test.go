package serve_test

import (
	"context"
	"errors"
	"fmt"
	"html"
	"math"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/fault"
	"kinodex/internal/ledger"
	"kinodex/internal/serve"
)

const newPassword = "a new password for Ida"

// shows expects a page with all of the texts.
func (a *answer) shows(texts ...string) *answer {
	a.t.Helper()
	page := html.UnescapeString(string(a.body))
	for _, text := range texts {
		if !strings.Contains(page, text) {
			a.t.Errorf("%s does not show %q: %s", a.what, text, page[strings.Index(page, "<main>")+1:])
		}
	}
	return a
}

// resetLink makes a reset link for an account and gives its path.
func (s *site) resetLink(account string) string {
	s.t.Helper()
	r, token := ledger.NewPasswordReset(account, s.Clock.Now())
	if err := s.Ledger.CreatePasswordReset(s.t.Context(), r); err != nil {
		s.t.Fatal(err)
	}
	return "/reset-password?token=" + token.Reveal()
}

// connected signs a browser up, lets a client in and gives its token.
func (s *site) connected(b *browser, email string) (account ledger.Account, token string) {
	s.t.Helper()
	account = b.signUp(email, access.Writer)
	client := s.register("http://127.0.0.1/cb")
	var tokens given
	s.redeem(client, b.submit(b.get(s.asks(client)), "decision", "allow").landed(clientBack).Get("code")).is(200).read(&tokens)
	return account, tokens.Access
}

// Whoever is signed in changes their password, if they know the present one. All
// sessions and clients are shut out at once.
func TestAPersonChangesTheirPassword(t *testing.T) {
	t.Parallel()
	s := open(t)
	b, other := s.browser(), s.browser()
	b.get("/account/password").is(200).shows("<h1>Sign in</h1>")
	_, token := s.connected(b, "ida@example.com")
	other.submit(other.get("/sign-in"), "email", "ida@example.com", "password", goodPassword).is(303)
	b.get("/account/connections").is(200).shows(`href="/account/password"`)
	page := b.get("/account/password").is(200).shows("Change your password", "ida@example.com")
	for told, pairs := range map[string][]string{
		"the present password is wrong": {"present", "wrong wrong wrong", "password", newPassword, "repeat", newPassword},
		"10 to 200 characters":          {"present", goodPassword, "password", "short", "repeat", "short"},
		"other than your email":         {"present", goodPassword, "password", "Ida@example.com", "repeat", "Ida@example.com"},
		"the two new passwords differ":  {"present", goodPassword, "password", newPassword, "repeat", newPassword + "!"},
	} {
		b.submit(page, pairs...).is(400).shows(told, `role="alert"`)
	}
	action, form := page.fill("present", goodPassword, "password", newPassword, "repeat", newPassword)
	b.send("POST", action, form, map[string]string{"Sec-Fetch-Site": "cross-site"}).is(403)
	other.send("POST", action, form, nil).is(403)
	if _, err := s.atConnector(token); err != nil {
		t.Fatal(err)
	}
	done := b.submit(page, "present", goodPassword, "password", newPassword, "repeat", newPassword).is(303)
	b.get(done.header.Get("Location")).is(200).shows("<h1>Sign in</h1>", "Your password is changed")
	for _, b := range []*browser{b, other} {
		b.get("/account/connections").is(200).shows("<h1>Sign in</h1>")
	}
	if _, err := s.atConnector(token); !fault.Is(err, fault.InvalidKey) {
		t.Errorf("the client's token: %v", err)
	}
	b.submit(b.get("/sign-in"), "email", "ida@example.com", "password", goodPassword).is(403)
	b.submit(b.get("/sign-in?next=/account/password"), "email", "ida@example.com", "password", newPassword).is(303).has("Location", "/account/password")
}

// A link from the operator leads to a page that sets a password, once.
func TestAResetLinkLeadsToANewPassword(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	account, token := s.connected(b, "ida@example.com")
	link := s.resetLink(account.ID)
	fresh := s.browser()
	page := fresh.get(link).is(200).has("Referrer-Policy", "no-referrer").has("Cache-Control", "no-store").shows("Set a new password", "ida@example.com")
	action, form := page.fill("password", newPassword, "repeat", newPassword)
	if action != "/reset-password" {
		t.Errorf("the form goes to %s", action)
	}
	s.browser().send("POST", action, form, nil).is(403)
	fresh.send("POST", action, form, map[string]string{"Origin": "https://evil.example"}).is(403)
	fresh.submit(page, "password", newPassword, "repeat", "another").is(400).shows("the two new passwords differ")
	fresh.submit(page, "password", "            ", "repeat", "            ").is(400).shows("not only blanks")
	again := fresh.submit(page, "password", "short", "repeat", "short").is(400).shows("10 to 200 characters")
	if strings.Contains(string(again.body), "short\"") {
		t.Error("the password is shown again")
	}
	if _, err := s.atConnector(token); err != nil {
		t.Errorf("before it is used: %v", err)
	}
	done := fresh.submit(again, "password", newPassword, "repeat", newPassword).is(303)
	if to := done.header.Get("Location"); strings.Contains(to, "kdp_") {
		t.Errorf("it leads to %s", to)
	}
	fresh.get(done.header.Get("Location")).is(200).shows("Your password is changed")
	if _, err := s.atConnector(token); !fault.Is(err, fault.InvalidKey) {
		t.Errorf("the client's token: %v", err)
	}
	b.get("/account/connections").is(200).shows("<h1>Sign in</h1>")
	fresh.submit(fresh.get("/sign-in"), "email", "ida@example.com", "password", newPassword).is(303)

	// It works once, in its time, until there is a newer one.
	old, newest := s.resetLink(account.ID), s.resetLink(account.ID)
	for _, gone := range []string{link, old, "/reset-password", "/reset-password?token=kdp_", newest + "0"} {
		fresh.get(gone).is(403).shows("does not work any more")
	}
	fresh.submit(page, "password", newPassword, "repeat", newPassword).is(403).shows("does not work any more")
	page = fresh.get(newest).is(200)
	s.Clock.Set(s.Clock.Now().Add(time.Hour))
	fresh.submit(page, "password", newPassword, "repeat", newPassword).is(403).shows("does not work any more")
	fresh.get(newest).is(403)
}

// An account that another service signs in to has no password to know.
func TestAnAccountWithoutAPasswordIsSaidToHaveNone(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	account := b.signUp("ida@example.com", access.Writer)
	if err := s.Ledger.LinkIdentity(t.Context(), ledger.Hash{1}, account.ID, ledger.By{}, s.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	session, token := ledger.NewSession(account.ID, s.Clock.Now())
	if err := s.Ledger.CreateSession(t.Context(), session); err != nil {
		t.Fatal(err)
	}
	a := b.send("GET", "/account/password", nil, map[string]string{"Cookie": "kinodex_browser=x; kinodex_session=" + token.Reveal()}).is(200)
	if a.shows("has no password"); strings.Contains(string(a.body), `<form method="post"`) {
		t.Errorf("%s", a.body)
	}
}

// REQ E-11: whoever is told to come back later is told when, by every page and
// endpoint of the sign-in.
func TestPagesSayWhenToComeBack(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	account := b.signUp("ida@example.com", access.Writer)
	for range 5 {
		stranger := s.browser()
		stranger.submit(stranger.get("/sign-in"), "email", "ida@example.com", "password", "wrong wrong wrong").is(403)
	}
	stranger := s.browser()
	stranger.submit(stranger.get("/sign-in"), "email", "ida@example.com", "password", goodPassword).is(429).has("Retry-After", "60").
		shows("try again in a minute", "<h1>Sign in</h1>")
	b.submit(b.get("/account/password"), "present", goodPassword, "password", newPassword, "repeat", newPassword).is(429).has("Retry-After", "60")

	midnight := "31834" // seconds from 15:09:26
	client := s.register("http://127.0.0.1/cb")
	for meter, n := range map[string]int{"sign-up:address:127.0.0.1": 49, "clients:address:127.0.0.1": 199, "grants:" + account.ID: 200} {
		if _, ok, err := s.Ledger.Spend(t.Context(), meter, ledger.DayOf(s.Clock.Now()), n, 200); !ok || err != nil {
			t.Fatal(ok, err)
		}
	}
	stranger.submit(stranger.get("/sign-up"), "name", "N", "email", "n@example.com", "password", goodPassword).is(429).has("Retry-After", midnight)
	s.ask(request{method: "POST", path: "/oauth/register", body: `{"redirect_uris":["https://c.example/"]}`, header: map[string]string{"Content-Type": "application/json"}}).
		has("Retry-After", midnight).refuses(429, "temporarily_unavailable")
	b.submit(b.get(s.asks(client)), "decision", "allow").is(429).has("Retry-After", midnight)
}

// away is a ledger whose store does not answer.
type away struct{ ledger.Ledger }

func (away) AccountByEmail(context.Context, access.Email) (ledger.Account, error) {
	return ledger.Account{}, errors.New("connection refused")
}

func (away) FindGrant(context.Context, ledger.Hash) (ledger.GrantToken, ledger.Grant, ledger.Account, error) {
	return ledger.GrantToken{}, ledger.Grant{}, ledger.Account{}, errors.New("connection refused")
}

// REQ E-11: an outage is a page for people, and in OAuth's words for programs.
func TestAnOutageIsToldWithWhenToComeBack(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *serve.Options) {
		h := apptest.Open(t)
		var err error
		if o.App, err = app.New(t.Context(), app.Options{Holder: h.Holder, Ledger: away{h.Ledger}, Bucket: h.Bucket, Now: h.Clock.Now, Version: apptest.Version}); err != nil {
			t.Fatal(err)
		}
	})
	b := s.browser()
	b.submit(b.get("/sign-in"), "email", "ida@example.com", "password", goodPassword).is(503).has("Retry-After", "5").shows("cannot be reached now", "<h1>Sign in</h1>")
	s.postForm("/oauth/token", "grant_type", "refresh_token", "client_id", "x", "refresh_token", access.NewGrantToken(access.GrantRefresh).Reveal()).
		has("Retry-After", "5").refuses(503, "temporarily_unavailable")
	for _, failed := range []string{"AccountByEmail: connection refused", "FindGrant: connection refused"} {
		if !s.log.tells(failed) {
			t.Errorf("the log does not tell %q", failed)
		}
	}
}

// The page of a new password is no help to other sites, and no log tells the link.
func TestNoLogTellsAResetLink(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	account := b.signUp("ida@example.com", access.Writer)
	link := s.resetLink(account.ID)
	token := strings.TrimPrefix(link, "/reset-password?token=")
	b.get(link).is(200)
	b.get("/reset-password?to%6ben=" + token)
	b.get("/sign-in?next=" + url.QueryEscape(link))
	b.submit(b.get(link), "password", newPassword, "repeat", newPassword).is(303)
	b.get(link).is(403)
	b.submit(b.get("/sign-in"), "email", "ida@example.com", "password", newPassword).is(303)
	b.submit(b.get("/account/password"), "present", newPassword, "password", goodPassword, "repeat", goodPassword).is(303)
	b.get("/the/end")
	if !s.log.tells("/the/end") || !s.log.tells("/reset-password") {
		t.Fatal("the log is not what was meant")
	}
	events, err := s.Ledger.Audit(t.Context(), ledger.AuditQuery{Limit: 100})
	if err != nil || len(events) == 0 {
		t.Fatal(events, err)
	}
	told := s.log.String()
	for _, e := range events {
		told += e.Actor + e.From + string(e.Action) + e.Account + e.Target + e.Detail
	}
	for _, secret := range []string{token[4:40], newPassword, url.QueryEscape(newPassword), goodPassword} {
		if strings.Contains(told, secret) {
			t.Errorf("told: %s", secret)
		}
	}
}

// The whole answer to a wrong password is the same for every email: that of nobody, of who
// has signed in from there, and of who has an account and never did.
func TestAWrongPasswordIsAnsweredAlikeForEveryEmail(t *testing.T) {
	t.Parallel()
	tried := func(email string) (told []string) {
		s := open(t)
		s.browser().signUp("ida@example.com", access.Free)
		if _, err := s.App.Identity().Register(t.Context(), "Eve", "eve@example.com", goodPassword, hereIs); err != nil {
			t.Fatal(err)
		}
		b := s.browser()
		form := regexp.MustCompile(`name="form" value="[^"]*"`)
		for i := range 9 {
			switch i {
			case 1: // the network has one try left
				if _, _, err := s.Ledger.Spend(t.Context(), "sign-in:address:"+access.Network(hereIs), ledger.DayOf(s.Clock.Now()), 98, math.MaxInt32); err != nil {
					t.Fatal(err)
				}
			case 3:
				s.Clock.Set(ledger.DayOf(s.Clock.Now()).End())
			}
			a := b.submit(b.get("/sign-in").is(200), "email", email, "password", "wrong wrong wrong")
			for _, name := range []string{"Date", "X-Request-Id", "Server-Timing"} {
				a.header.Del(name)
			}
			body := strings.ReplaceAll(string(a.body), email, "EMAIL")
			told = append(told, fmt.Sprintf("%d %v %s", a.status, a.header, form.ReplaceAllString(body, "")))
		}
		return told
	}
	want := tried("bob@example.com")
	for i, text := range map[int]string{1: "403 ", 2: "429 ", 7: "403 ", 8: "429 "} {
		if !strings.HasPrefix(want[i], text) {
			t.Fatalf("try %d is %.40s, want %s", i+1, want[i], text)
		}
	}
	for _, email := range []string{"ida@example.com", "eve@example.com"} {
		for i, got := range tried(email) {
			if got != want[i] {
				t.Errorf("try %d as %s is answered\n%s\nwant\n%s", i+1, email, got, want[i])
			}
		}
	}
}
