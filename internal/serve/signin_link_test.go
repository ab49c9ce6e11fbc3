package serve_test

import (
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/identity"
	"kinodex/internal/ledger"
)

// signInLink makes a sign-in link for an account and gives its path.
func (s *site) signInLink(account string) string {
	s.t.Helper()
	l, token := ledger.NewSignInLink(account, s.Clock.Now(), ledger.SignInLinkFor)
	if err := s.Ledger.CreateSignInLink(s.t.Context(), l); err != nil {
		s.t.Fatal(err)
	}
	return "/sign-in/link?token=" + token.Reveal()
}

// invitation makes an invitation and gives its path.
func (s *site) invitation(plan access.Plan, email access.Email) string {
	s.t.Helper()
	i, token := ledger.NewInvitation(plan, email, s.Clock.Now(), ledger.InvitationFor)
	if err := s.Ledger.CreateInvitation(s.t.Context(), i); err != nil {
		s.t.Fatal(err)
	}
	return "/sign-up?token=" + token.Reveal()
}

// owner opens an account that has no password.
func (s *site) owner() string {
	s.t.Helper()
	a := ledger.Account{ID: "owner", Name: "The owner", Plan: access.Studio, Created: s.Clock.Now()}
	if err := s.Ledger.CreateAccount(s.t.Context(), a); err != nil {
		s.t.Fatal(err)
	}
	return a.ID
}

func TestASignInLinkIsOpenedByAButton(t *testing.T) {
	t.Parallel()
	s := open(t)
	link := s.signInLink(s.owner())
	b := s.browser()
	for range 2 { // a program that looks at links uses nothing up
		s.ask(request{method: "HEAD", path: link}).is(200)
		b.get(link).is(200).shows("The owner", "It works once").has("Referrer-Policy", "no-referrer").has("Cache-Control", "no-store")
	}
	page := b.get(link)
	action, form := page.fill()
	if action != "/sign-in/link" {
		t.Errorf("the form goes to %s", action)
	}
	s.browser().send("POST", action, form, nil).is(403)
	b.send("POST", action, form, map[string]string{"Sec-Fetch-Site": "cross-site"}).is(403)
	done := b.submit(page).is(303)
	if to := done.header.Get("Location"); strings.Contains(to, "kdl_") {
		t.Errorf("it leads to %s", to)
	}
	b.get("/account/connections").is(200).shows("<h1>Connections</h1>")
	other := s.browser()
	for _, gone := range []string{link, "/sign-in/link", "/sign-in/link?token=kdl_", link + "0", strings.Replace(link, "kdl_", "kdi_", 1)} {
		other.get(gone).is(403).shows("does not work any more")
	}
	b.send("POST", action, form, nil).is(403)
	if s.log.String() == "" || strings.Contains(s.log.String(), form.Get("token")[4:30]) {
		t.Errorf("the log tells the token, or nothing:\n%s", s.log)
	}
}

// Whoever is made to open somebody else's link is not left in their account unknowingly:
// the page names it, and the old session is over.
func TestASignInLinkEndsTheSessionBefore(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	b.signUp("ida@example.com", access.Writer)
	here, err := url.Parse(s.url)
	if err != nil {
		t.Fatal(err)
	}
	before := b.client.Jar.Cookies(here)
	page := b.get(s.signInLink(s.owner())).is(200).shows("The owner")
	b.submit(page).is(303)
	for _, c := range before {
		if c.Name == "kinodex_session" {
			if _, err := s.App.Identity().SignedIn(t.Context(), c.Value, netip.Addr{}); err == nil {
				t.Error("the session before goes on")
			}
		}
	}
}

func TestAnInvitationLeadsToAnAccount(t *testing.T) {
	t.Parallel()
	s := openHouse(t, apptest.OpenWith(t, func(o *app.Options) { o.SignUp = identity.SignUpInvite }))
	b := s.browser()
	if a := b.get("/sign-in").is(200); strings.Contains(string(a.body), "/sign-up") {
		t.Error("the sign-in leads to signing up")
	}
	b.get("/sign-up").is(403).shows("invitation")
	link := s.invitation(access.Producer, "ida@example.com")
	page := b.get(link).is(200).shows("ida@example.com", "readonly")
	action, form := page.fill("name", "Ida", "email", "other@example.com", "password", goodPassword)
	s.browser().send("POST", action, form, nil).is(403)
	b.submit(page, "name", "Ida", "password", "short").is(400).shows("10 to 200 characters", `name="token"`)
	b.submit(page, "name", "Ida", "password", "ida@example.com").is(400).shows("other than your email")
	without := url.Values{"form": form["form"], "name": {"N"}, "email": {"n@example.com"}, "password": {goodPassword}}
	b.send("POST", action, without, nil).is(403)
	b.submit(page, "name", "Ida", "email", "other@example.com", "password", goodPassword).is(303).has("Location", "/account")
	b.get("/account/connections").is(200).shows("<h1>Connections</h1>")
	a, err := s.Ledger.AccountByEmail(t.Context(), "ida@example.com")
	if err != nil || a.Plan != access.Producer {
		t.Errorf("the account is %+v, %v", a, err)
	}
	other := s.browser()
	other.get(link).is(403).shows("does not work any more")
	other.send("POST", action, form, nil).is(403)
}

func TestAnOperatorMayCloseSigningUp(t *testing.T) {
	t.Parallel()
	s := openHouse(t, apptest.OpenWith(t, func(o *app.Options) { o.SignUp = identity.SignUpOff }))
	b := s.browser()
	if a := b.get("/sign-in").is(200); strings.Contains(string(a.body), "/sign-up") {
		t.Error("it leads to signing up")
	}
	b.get("/sign-up").is(403)
	b.get(s.invitation(access.Free, "")).is(403).shows("whoever runs this service")
	_, form := b.get("/sign-in").fill("name", "N", "email", "n@example.com", "password", goodPassword)
	b.send(http.MethodPost, "/sign-up", form, nil).is(403)
	s.ask(request{path: "/sign-in/upstream"}).fails(404, "not_found")
}
