package identity_test

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/fault"
	"kinodex/internal/identity"
	"kinodex/internal/ledger"
)

// signInLink makes a sign-in link for the person's account and gives its token.
func (p *person) signInLink() string {
	p.t.Helper()
	l, token := ledger.NewSignInLink(p.account.ID, p.Clock.Now(), ledger.SignInLinkFor)
	if err := p.Ledger.CreateSignInLink(p.t.Context(), l); err != nil {
		p.t.Fatal(err)
	}
	return token.Reveal()
}

// follow uses a sign-in link and expects it to work, or not.
func (p *person) follow(when, token string, want bool) (session string) {
	p.t.Helper()
	s, _, err := p.App.Identity().SignInByLink(p.t.Context(), token, home)
	if want != (err == nil) || !want && !fault.Is(err, fault.InvalidKey) {
		p.t.Errorf("%s: %v, want it to work: %v", when, err, want)
	}
	return s.Reveal()
}

func TestASignInLinkSignsInOnce(t *testing.T) {
	p := newPerson(t, access.Writer)
	first, newer := p.signInLink(), p.signInLink()
	p.follow("a link before a newer one", first, false)
	p.follow("no link", "", false)
	p.follow("a made-up link", access.NewLinkToken(access.LinkSignIn).Reveal(), false)
	p.follow("an invitation", access.NewLinkToken(access.LinkInvite).Reveal(), false)
	for range 2 { // looking at the page uses nothing up
		if _, a, err := p.App.Identity().SignInLink(t.Context(), newer); err != nil || a.ID != p.account.ID {
			t.Fatal(a, err)
		}
	}
	session := p.follow("the newest link", newer, true)
	if c, err := p.App.Identity().SignedIn(t.Context(), session, home); err != nil || c.Account != p.account.ID || c.Mode != access.SignedIn {
		t.Errorf("signed in is %+v, %v", c, err)
	}
	p.follow("the link again", newer, false)
	if known, err := p.Ledger.KnowsNetwork(t.Context(), p.account.ID, access.Network(home), p.Clock.Now()); err != nil || !known {
		t.Errorf("the network of who signed in is known: %v, %v", known, err)
	}

	late := p.signInLink()
	p.wait(ledger.SignInLinkFor)
	p.follow("fifteen minutes later", late, false)
	before := p.signInLink()
	p.Ledger.SetStatus(t.Context(), p.account.ID, ledger.Suspended)
	p.follow("a suspended account", before, false)
	p.Ledger.SetStatus(t.Context(), p.account.ID, ledger.Active)
	p.Ledger.SetPassword(t.Context(), p.account.ID, "hash")
	p.follow("after a new password", before, false)

	events, err := p.Ledger.Audit(t.Context(), ledger.AuditQuery{Action: ledger.SignedIn, Limit: 9})
	if err != nil || len(events) != 1 || events[0].Actor != p.account.ID || events[0].From != home.String() || events[0].Detail != "by link" {
		t.Errorf("the log tells %+v, %v", events, err)
	}
}

func TestOfManyWhoUseASignInLinkOneIsSignedIn(t *testing.T) {
	p := newPerson(t, access.Writer)
	token := p.signInLink()
	var in atomic.Int32
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			switch _, _, err := p.App.Identity().SignInByLink(context.Background(), token, home); {
			case err == nil:
				in.Add(1)
			case !fault.Is(err, fault.InvalidKey):
				t.Error(err)
			}
		})
	}
	all.Wait()
	if in.Load() != 1 {
		t.Errorf("%d are signed in", in.Load())
	}
}

// invite makes an invitation and gives its token.
func invite(t *testing.T, h *apptest.House, plan access.Plan, email access.Email) string {
	t.Helper()
	i, token := ledger.NewInvitation(plan, email, h.Clock.Now(), ledger.InvitationFor)
	if err := h.Ledger.CreateInvitation(t.Context(), i); err != nil {
		t.Fatal(err)
	}
	return token.Reveal()
}

func TestAnInvitationOpensOneAccount(t *testing.T) {
	h := apptest.OpenWith(t, func(o *app.Options) { o.SignUp = identity.SignUpInvite })
	if _, _, err := h.App.Identity().SignUp(t.Context(), "Ida", "ida@example.com", password, home); !fault.Is(err, fault.ScopeNotAllowed) {
		t.Errorf("without an invitation: %v", err)
	}
	token := invite(t, h, access.Producer, "ida@example.com")
	if _, _, err := h.App.Identity().SignUpInvited(t.Context(), token, "Ida", "", "short", home); !fault.Is(err, fault.InvalidParameter) {
		t.Errorf("a short password: %v", err)
	}
	session, _, err := h.App.Identity().SignUpInvited(t.Context(), token, "Ida", "somebody@example.com", password, home)
	if err != nil {
		t.Fatal(err)
	}
	who, err := h.App.Identity().SignedIn(t.Context(), session.Reveal(), home)
	if err != nil || who.Plan != access.Producer {
		t.Fatalf("%+v, %v", who, err)
	}
	if a, err := h.App.Identity().Account(t.Context(), who); err != nil || a.Email != "ida@example.com" {
		t.Errorf("the invitation was for ida@example.com: %+v, %v", a, err)
	}
	late := invite(t, h, access.Free, "")
	h.Clock.Set(h.Clock.Now().Add(ledger.InvitationFor))
	for name, bad := range map[string]string{"used": token, "expired": late, "none": "", "made up": access.NewLinkToken(access.LinkInvite).Reveal(),
		"a sign-in link": access.NewLinkToken(access.LinkSignIn).Reveal()} {
		if _, _, err := h.App.Identity().SignUpInvited(t.Context(), bad, "N", "n@example.com", password, home); !fault.Is(err, fault.InvalidKey) {
			t.Errorf("an invitation that is %s: %v", name, err)
		}
	}
	if _, _, err := h.App.Identity().SignUpInvited(t.Context(), invite(t, h, access.Free, ""), "Ida", "ida@example.com", password, home); !fault.Is(err, fault.Conflict) {
		t.Errorf("an email that is taken: %v", err)
	}
	events, err := h.Ledger.Audit(t.Context(), ledger.AuditQuery{Account: who.Account, Action: ledger.AccountCreated, Limit: 9})
	if err != nil || len(events) != 1 || !strings.Contains(events[0].Detail, "by invitation") {
		t.Errorf("the log tells %+v, %v", events, err)
	}
}

func TestWhereNobodySignsUpAnInvitationOpensNothing(t *testing.T) {
	h := apptest.OpenWith(t, func(o *app.Options) { o.SignUp = identity.SignUpOff })
	known, err := h.App.Identity().Register(t.Context(), "Åke", "ake@example.com", password, home)
	if err != nil {
		t.Fatal(err)
	}
	// Another sign-in service opens none either, and leads to the account that there is.
	if _, _, err := h.App.Identity().SignInAs(t.Context(), identity.Identity{Issuer: "https://id.example", Subject: "1", Email: "ida@example.com"}, home); !fault.Is(err, fault.ScopeNotAllowed) {
		t.Errorf("an identity without an account: %v", err)
	}
	if _, s, err := h.App.Identity().SignInAs(t.Context(), identity.Identity{Issuer: "https://id.example", Subject: "2", Email: "ake@example.com"}, home); err != nil || s.Account != known.ID {
		t.Errorf("an identity with an account: %v", err)
	}
	if _, _, err := h.App.Identity().SignUp(t.Context(), "Ida", "ida@example.com", password, home); !fault.Is(err, fault.ScopeNotAllowed) {
		t.Errorf("signing up: %v", err)
	}
	if _, _, err := h.App.Identity().SignUpInvited(t.Context(), invite(t, h, access.Free, ""), "Ida", "ida@example.com", password, home); !fault.Is(err, fault.ScopeNotAllowed) {
		t.Errorf("with an invitation: %v", err)
	}
}

func TestInvitationsCountAsOpenedAccounts(t *testing.T) {
	h := apptest.Open(t)
	token := invite(t, h, access.Free, "")
	spent(t, h, "sign-up:address:"+access.Network(home), 50)
	if _, _, err := h.App.Identity().SignUpInvited(t.Context(), token, "Ida", "ida@example.com", password, home); !fault.Is(err, fault.RateLimited) {
		t.Errorf("the fifty-first from one network: %v", err)
	}
	h.Clock.Set(h.Clock.Now().Add(24 * time.Hour))
	if _, _, err := h.App.Identity().SignUpInvited(t.Context(), token, "Ida", "ida@example.com", password, home); err != nil {
		t.Errorf("the next day: %v", err)
	}
}

func TestSignUpModesAreRead(t *testing.T) {
	for text, want := range map[string]identity.SignUpMode{"open": identity.SignUpOpen, "Invite": identity.SignUpInvite, "off": identity.SignUpOff, "true": identity.SignUpOpen, "false": identity.SignUpOff} {
		var got identity.SignUpMode
		if err := got.UnmarshalText([]byte(text)); err != nil || got != want {
			t.Errorf("%s is %v, %v, want %v", text, got, err, want)
		}
	}
	var m identity.SignUpMode
	if err := m.UnmarshalText([]byte("everybody")); !fault.Is(err, fault.InvalidParameter) {
		t.Errorf("everybody: %v", err)
	}
}
