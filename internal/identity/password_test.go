package identity_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/ledger"
)

const newPassword = "a new password for Ida"

// resetLink makes a reset link for an account and gives its token.
func (p *person) resetLink() string {
	p.t.Helper()
	r, token := ledger.NewPasswordReset(p.account.ID, p.Clock.Now())
	if err := p.Ledger.CreatePasswordReset(p.t.Context(), r, ledger.By{Actor: "cli:ops"}.Did(ledger.PasswordResetCreated, p.account.ID, p.account.ID, "", p.Clock.Now())); err != nil {
		p.t.Fatal(err)
	}
	return token.Reveal()
}

// reset uses a reset link and expects it to work, or not.
func (p *person) reset(when, token, password string, want bool) {
	p.t.Helper()
	err := p.App.Identity().ResetPassword(p.t.Context(), token, password, home)
	if want != (err == nil) || !want && !fault.Is(err, fault.InvalidKey) {
		p.t.Errorf("%s: %v, want it to work: %v", when, err, want)
	}
}

func TestAResetLinkSetsAPasswordOnce(t *testing.T) {
	p := newPerson(t, access.Writer)
	tokens := p.tokens("read")
	first, newer := p.resetLink(), p.resetLink()
	p.reset("a link before a newer one", first, newPassword, false)
	p.reset("no link", "", newPassword, false)
	p.reset("a made-up link", access.NewResetToken().Reveal(), newPassword, false)
	for range 2 { // looking at the page uses nothing up
		if a, err := p.App.Identity().PasswordReset(t.Context(), newer); err != nil || a.ID != p.account.ID {
			t.Fatal(a, err)
		}
	}
	if err := p.App.Identity().ResetPassword(t.Context(), newer, "short", home); !fault.Is(err, fault.InvalidParameter) {
		t.Errorf("a short password: %v", err)
	}
	p.opens("before the password is set", tokens, true)
	p.reset("the newest link", newer, newPassword, true)
	p.opens("after the password was set", tokens, false)
	p.reset("the link again", newer, password, false)
	try(t, p.House, "with the new password", newPassword, home, "")

	late := p.resetLink()
	p.wait(time.Hour)
	p.reset("an hour later", late, password, false)
	p.Ledger.SetStatus(t.Context(), p.account.ID, ledger.Suspended)
	p.reset("a suspended account", p.resetLink(), password, false)
	p.Ledger.SetStatus(t.Context(), p.account.ID, ledger.Active)

	events, err := p.Ledger.Audit(t.Context(), ledger.AuditQuery{Action: ledger.PasswordChanged, Limit: 9})
	if err != nil || len(events) != 1 || events[0].Actor != p.account.ID || events[0].From != home.String() || events[0].Detail != "by reset link" {
		t.Errorf("the log tells %+v, %v", events, err)
	}
	all, err := p.Ledger.Audit(t.Context(), ledger.AuditQuery{Limit: 99})
	if told := fmt.Sprintf("%+v", all); err != nil || !strings.Contains(told, "reset_link_created") || strings.Contains(told, newer[4:40]) || strings.Contains(told, newPassword) {
		t.Errorf("the log tells %s, %v", told, err)
	}
}

func TestOfManyWhoUseAResetLinkOneDoes(t *testing.T) {
	p := newPerson(t, access.Writer)
	token := p.resetLink()
	var set atomic.Int32
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			switch err := p.App.Identity().ResetPassword(context.Background(), token, fmt.Sprint(newPassword, i), home); {
			case err == nil:
				set.Add(1)
			case !fault.Is(err, fault.InvalidKey):
				t.Error(err)
			}
		})
	}
	all.Wait()
	if set.Load() != 1 {
		t.Errorf("%d set the password", set.Load())
	}
}

// Whoever is shut out by strangers who guess gets in by a link.
func TestAResetLinkIsAWayInWhileStrangersGuess(t *testing.T) {
	p := newPerson(t, access.Writer)
	spent(t, p.House, emailMeter("ida@example.com"), 1_000)
	try(t, p.House, "before", newPassword, home, fault.RateLimited)
	p.reset("the link", p.resetLink(), newPassword, true)
	try(t, p.House, "after", newPassword, home, "")
	try(t, p.House, "a stranger after", newPassword, elsewhere, fault.RateLimited)
}

// A new password ends all that the old one opened, and the links to set another.
func TestANewPasswordEndsAllThatWasOpened(t *testing.T) {
	p := newPerson(t, access.Writer)
	p.reset("a link", p.resetLink(), password, true)
	session, _, err := p.App.Identity().SignIn(t.Context(), "ida@example.com", password, home)
	if err != nil {
		t.Fatal(err)
	}
	who, err := p.App.Identity().SignedIn(t.Context(), session.Reveal(), home)
	if err != nil {
		t.Fatal(err)
	}
	tokens, link := p.tokens("read"), p.resetLink()
	for name, err := range map[string]error{
		"another present one": p.App.Identity().SetPassword(t.Context(), who, wrong, newPassword),
		"a short one":         p.App.Identity().SetPassword(t.Context(), who, password, "short"),
	} {
		if !fault.Is(err, fault.InvalidParameter) {
			t.Errorf("%s: %v", name, err)
		}
	}
	p.opens("before", tokens, true)
	if err := p.App.Identity().SetPassword(t.Context(), who, password, newPassword); err != nil {
		t.Fatal(err)
	}
	p.opens("after", tokens, false)
	if _, err := p.App.Identity().SignedIn(t.Context(), session.Reveal(), home); !fault.Is(err, fault.InvalidKey) {
		t.Errorf("the session goes on: %v", err)
	}
	p.reset("a link from before", link, password, false)
	try(t, p.House, "with the old password", password, home, fault.InvalidKey)
	try(t, p.House, "with the new password", newPassword, home, "")
}
