package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/grant"
	"kinodex/internal/ledger"
)

// SignInLinkCmd makes a link that signs in.
type SignInLinkCmd struct {
	inLedger
	Account string        `help:"Email or id of the account. The command creates the account if it does not exist. Example: ida@example.com" default:"owner" placeholder:"EMAIL|ID"`
	Plan    string        `help:"Plan of a new account: free, writer, producer or studio, or operator for people who run the service. Default: studio." aliases:"tier" placeholder:"PLAN"`
	Name    string        `help:"Name of a new account." default:"Owner"`
	Valid   time.Duration `help:"Time for which the link works, at most 24h." default:"15m"`
	BaseURL string        `name:"base-url" help:"Public base URL of the service, for the link. Example: https://films.example.com" default:"http://127.0.0.1:8080" placeholder:"URL"`
}

// Run makes the link, and the account when there is none, and prints the link. It
// cannot be printed again, because the token in it is not stored in the clear.
func (c SignInLinkCmd) Run(ctx context.Context, g *Globals) error {
	if err := checkBase(c.BaseURL); err != nil {
		return err
	}
	if err := checkValid(c.Valid, ledger.LongestSignInLink); err != nil {
		return err
	}
	return c.with(ctx, g, func(l ledger.Ledger) error {
		now := time.Now()
		account, err := c.account(ctx, l, now)
		if err != nil {
			return err
		}
		if account.Status != ledger.Active {
			return fault.New(fault.Conflict, "the account is suspended; run kinodex account resume first")
		}
		made, token := ledger.NewSignInLink(account.ID, now, c.Valid)
		if err := l.CreateSignInLink(ctx, made, operator().Did(ledger.SignInLinkCreated, account.ID, account.ID, "", now)); err != nil {
			return err
		}
		link := linkTo(c.BaseURL, "/sign-in/link", token.Reveal())
		return c.print(g.Out, signInLink{account.ID, link, made.Expires}, func(w io.Writer) {
			fmt.Fprintf(w, "Link\t%s\n\t(shown only once: it signs in everybody who opens it)\n", link)
			fmt.Fprintf(w, "Account\t%s, %s plan\nValid\tonce, until %s UTC or until you make a newer link\n", account.ID, account.Plan, made.Expires.Format("15:04"))
		})
	})
}

// account returns the account that the link is for. One that does not exist is opened:
// with the email that was given, or with the id.
func (c SignInLinkCmd) account(ctx context.Context, l ledger.Ledger, now time.Time) (ledger.Account, error) {
	o := ledger.Opening{ID: c.Account, Name: c.Name, Plan: c.Plan}
	find := func() (ledger.Account, error) { return l.Account(ctx, o.ID) }
	if email, err := access.ParseEmail(c.Account); err == nil {
		o.ID, o.Email = "", email
		find = func() (ledger.Account, error) { return l.AccountByEmail(ctx, email) }
	}
	a, err := find()
	switch {
	case err == nil && c.Plan != "" && !strings.EqualFold(c.Plan, a.Plan.String()):
		return a, fault.New(fault.Conflict, "account %s is on the %s plan; omit --plan, or change the plan first with kinodex account set-plan", a.ID, a.Plan)
	case !errors.Is(err, ledger.ErrNotFound):
		return a, err
	}
	if o.Plan == "" {
		o.Plan = access.Studio.String()
	}
	return ledger.Open(ctx, l, o, operator(), now)
}

// signInLink is a link as it is printed with --json.
type signInLink struct {
	ID      string    `json:"id"` // of the account
	Link    string    `json:"link"`
	Expires time.Time `json:"expires_at"`
}

// AccountInviteCmd makes a link with which an account is opened.
type AccountInviteCmd struct {
	inLedger
	Plan    string        `help:"Plan of the account: free, writer, producer or studio, or operator for people who run the service." aliases:"tier" default:"free" placeholder:"PLAN"`
	Email   string        `help:"Email of the account. Default: the person who opens the link enters one."`
	Valid   time.Duration `help:"Time for which the link works, at most 2160h." default:"168h"`
	BaseURL string        `name:"base-url" help:"Public base URL of the service, for the link. Example: https://films.example.com" default:"http://127.0.0.1:8080" placeholder:"URL"`
}

// Run makes the invitation and prints its link, which cannot be printed again. An
// email that has an account is an error.
func (c AccountInviteCmd) Run(ctx context.Context, g *Globals) error {
	if err := checkBase(c.BaseURL); err != nil {
		return err
	}
	if err := checkValid(c.Valid, ledger.LongestInvitation); err != nil {
		return err
	}
	plan, err := access.ParsePlan(c.Plan)
	if err != nil {
		return err
	}
	var email access.Email
	if c.Email != "" {
		if email, err = access.ParseEmail(c.Email); err != nil {
			return err
		}
	}
	return c.with(ctx, g, func(l ledger.Ledger) error {
		if _, err := l.AccountByEmail(ctx, email); err == nil {
			return fault.New(fault.Conflict, "an account with this email already exists; find it with kinodex account list")
		} else if !errors.Is(err, ledger.ErrNotFound) {
			return err
		}
		now := time.Now()
		made, token := ledger.NewInvitation(plan, email, now, c.Valid)
		if err := l.CreateInvitation(ctx, made, operator().Did(ledger.InvitationCreated, "", "", plan.String(), now)); err != nil {
			return err
		}
		printed := invitationLink{nil, plan, linkTo(c.BaseURL, "/sign-up", token.Reveal()), made.Expires}
		if email != "" {
			printed.Email = &email
		}
		return c.print(g.Out, printed, func(w io.Writer) {
			fmt.Fprintf(w, "Link\t%s\n\t(shown only once: give it only to the person you invite)\n", printed.Link)
			fmt.Fprintf(w, "Tier\t%s\nValid\tonce, until %s UTC, unless the server runs with --sign-up off\n", plan, made.Expires.Format("2006-01-02 15:04"))
		})
	})
}

// invitationLink is an invitation as it is printed with --json. Email is null when it is
// for anybody.
type invitationLink struct {
	Email   *access.Email `json:"email"`
	Tier    access.Plan   `json:"tier"`
	Link    string        `json:"link"`
	Expires time.Time     `json:"expires_at"`
}

// checkBase checks the address that a link begins with. It must be https, or http on a
// loopback address.
func checkBase(at string) error {
	base, err := url.Parse(at)
	if err != nil || base.Scheme != "https" && base.Scheme != "http" || base.Host == "" || base.RawQuery != "" || base.Fragment != "" || base.User != nil {
		return fault.Param("base-url", "an address such as https://films.example.com")
	}
	if base.Scheme != "https" && !grant.IsLoopback(at) {
		return fault.Param("base-url", "an https address; http is allowed only for a server on this machine")
	}
	return nil
}

// linkTo returns the link to a page with a token.
func linkTo(base, page, token string) string {
	return strings.TrimRight(base, "/") + page + "?" + url.Values{"token": {token}}.Encode()
}

// checkValid checks how long a link is to be good.
func checkValid(valid, most time.Duration) error {
	if valid <= 0 || valid > most {
		return fault.Param("valid", fmt.Sprintf("above 0 and at most %s", most))
	}
	return nil
}
