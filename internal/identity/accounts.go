package identity

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/ledger"
)

// The accounts of everybody, for callers with the admin scope.

// Account is an account as an operator sees it.
type Account struct {
	ID         string    `json:"id"`
	Name       string    `json:"name"`
	Email      *string   `json:"email" doc:"Null when nobody signs in with one."`
	Tier       string    `json:"tier" enum:"free,writer,producer,studio,operator"`
	Status     string    `json:"status" enum:"active,suspended"`
	CreatedAt  time.Time `json:"created_at"`
	DailyLimit *int      `json:"daily_limit" doc:"Null for a plan without a limit."`
	UsedToday  int       `json:"used_today"`
}

// AccountsQuestion asks for a page of accounts, the newest first.
type AccountsQuestion struct {
	Search string // part of an id, a name or an email, in any case; empty for all
	Offset int    // from 0
	Limit  int    // from 1 to MaxAdminPage
}

// Accounts is a page of accounts.
type Accounts struct {
	Total, Offset, Limit int
	Accounts             []Account // never nil
}

// Accounts returns a page of accounts, with what each used today. It reads all accounts.
func (v *Visit) Accounts(ctx context.Context, q AccountsQuestion) (*Accounts, error) {
	if err := v.enter(ctx, access.Needs.Administer, q.check); err != nil {
		return nil, err
	}
	all, err := v.authority.ledger.ListAccounts(ctx)
	if err != nil {
		return nil, fmt.Errorf("list accounts: %w", err)
	}
	page := &Accounts{Offset: q.Offset, Limit: q.Limit, Accounts: []Account{}}
	part := strings.ToLower(strings.TrimSpace(q.Search))
	for i := len(all) - 1; i >= 0; i-- {
		a := all[i]
		if !strings.Contains(strings.ToLower(a.ID+"\n"+a.Name+"\n"+string(a.Email)), part) {
			continue
		}
		if page.Total++; page.Total <= q.Offset || len(page.Accounts) >= q.Limit {
			continue
		}
		shown, err := v.describe(ctx, a)
		if err != nil {
			return nil, err
		}
		page.Accounts = append(page.Accounts, shown)
	}
	return page, nil
}

func (q AccountsQuestion) check() error {
	if err := fault.Between("offset", q.Offset, 0, maxOffset); err != nil {
		return err
	}
	return checkAdmin(q.Limit, textParam{"q", q.Search})
}

// describe returns an account as an operator sees it.
func (v *Visit) describe(ctx context.Context, a ledger.Account) (Account, error) {
	shown := Account{ID: a.ID, Name: a.Name, Tier: a.Plan.String(), Status: a.Status.String(), CreatedAt: a.Created}
	if a.Email != "" {
		email := string(a.Email)
		shown.Email = &email
	}
	own := access.Caller{Mode: access.SignedIn, Account: a.ID, Plan: a.Plan, Policy: v.caller.Policy}
	if limit := own.Daily(); limit != access.Unlimited {
		shown.DailyLimit = &limit
	}
	var err error
	if shown.UsedToday, err = v.authority.ledger.Used(ctx, own.Meter(), ledger.DayOf(v.now)); err != nil {
		return shown, fmt.Errorf("what is used: %w", err)
	}
	return shown, nil
}

// Account returns one account by its id. An id that no account has is a fault of kind
// NotFound.
func (v *Visit) Account(ctx context.Context, id string) (Account, error) {
	if err := v.enter(ctx, access.Needs.Administer, nothingToCheck); err != nil {
		return Account{}, err
	}
	a, err := v.authority.ledger.Account(ctx, id)
	if err != nil {
		return Account{}, noAccount(err)
	}
	return v.describe(ctx, a)
}

// noAccount returns err, or the fault of kind NotFound when err says that there is no such
// account.
func noAccount(err error) error {
	if errors.Is(err, ledger.ErrNotFound) {
		return fault.New(fault.NotFound, "no account has this id")
	}
	return err
}

// OpenAccount opens an account for somebody else, whoever may open one on the pages. A name
// that is none, an email that is none or empty, and an email that an account has already are
// faults. Its owner sets a password with the link of ResetLink.
func (v *Visit) OpenAccount(ctx context.Context, name, email string, plan access.Plan) (ledger.Account, error) {
	if err := v.enter(ctx, access.Needs.Administer, nothingToCheck); err != nil {
		return ledger.Account{}, err
	}
	address, err := access.ParseEmail(email)
	if err != nil {
		return ledger.Account{}, err
	}
	return ledger.Open(ctx, v.authority.ledger, ledger.Opening{Name: name, Email: address, Plan: plan.String()}, by(v.caller), v.now)
}

// SetStatus suspends an account or lets it in again. Its sessions and grants are refused at
// once, its keys at once here and within a second by other servers. Nobody suspends the
// account that they ask with.
func (v *Visit) SetStatus(ctx context.Context, id string, status ledger.Status) error {
	check := func() error {
		if status != ledger.Active && id == v.caller.Account {
			return fault.New(fault.Conflict, "this is the account you are signed in to; it would shut you out")
		}
		return nil
	}
	if err := v.enter(ctx, access.Needs.Administer, check); err != nil {
		return err
	}
	return noAccount(v.authority.ledger.SetStatus(ctx, id, status, by(v.caller).Did(ledger.StatusChanged, id, id, status.String(), v.now)))
}

// SetPlan changes what an account pays for.
func (v *Visit) SetPlan(ctx context.Context, id string, plan access.Plan) error {
	if err := v.enter(ctx, access.Needs.Administer, nothingToCheck); err != nil {
		return err
	}
	return noAccount(v.authority.ledger.SetPlan(ctx, id, plan, by(v.caller).Did(ledger.PlanChanged, id, id, plan.String(), v.now)))
}

// DeleteAccount deletes an account for good, as Authority.CloseAccount does. Nobody deletes the
// account that they ask with.
func (v *Visit) DeleteAccount(ctx context.Context, id string) error {
	check := func() error {
		if id == v.caller.Account {
			return fault.New(fault.Conflict, "this is the account you are signed in to; close it on its own page")
		}
		return nil
	}
	if err := v.enter(ctx, access.Needs.Administer, check); err != nil {
		return err
	}
	return noAccount(v.authority.ledger.DeleteAccount(ctx, id, by(v.caller).Did(ledger.AccountDeleted, id, id, "by an operator", v.now)))
}

// Link is the token of a link that is good once, and when it ends. It is shown this once.
type Link struct {
	Token   string
	Expires time.Time
}

// ResetLink makes a link with which the owner of an account sets a new password. An account
// without an email, or one that is suspended, is a fault of kind Conflict.
func (v *Visit) ResetLink(ctx context.Context, id string) (Link, error) {
	if err := v.enter(ctx, access.Needs.Administer, nothingToCheck); err != nil {
		return Link{}, err
	}
	a, err := v.authority.ledger.Account(ctx, id)
	switch {
	case err != nil:
		return Link{}, noAccount(err)
	case a.Email == "":
		return Link{}, fault.New(fault.Conflict, "the account has no email, so nobody signs in with a password; make a sign-in link")
	case a.Status != ledger.Active:
		return Link{}, fault.New(fault.Conflict, "the account is suspended; let it in first")
	}
	r, token := ledger.NewPasswordReset(id, v.now)
	if err := v.authority.ledger.CreatePasswordReset(ctx, r, by(v.caller).Did(ledger.PasswordResetCreated, id, id, "", v.now)); err != nil {
		return Link{}, noAccount(err)
	}
	return Link{token.Reveal(), r.Expires}, nil
}

// Invite makes a link with which somebody opens an account on a plan. Where nobody may open
// an account it is a fault of kind Conflict.
func (v *Visit) Invite(ctx context.Context, plan access.Plan, email string) (Link, error) {
	check := func() error {
		if v.authority.signUp == SignUpOff {
			return fault.New(fault.Conflict, "this server lets nobody open an account; start it with --sign-up invite")
		}
		return nil
	}
	if err := v.enter(ctx, access.Needs.Administer, check); err != nil {
		return Link{}, err
	}
	var address access.Email
	if email != "" {
		var err error
		if address, err = access.ParseEmail(email); err != nil {
			return Link{}, err
		}
	}
	i, token := ledger.NewInvitation(plan, address, v.now, ledger.InvitationFor)
	if err := v.authority.ledger.CreateInvitation(ctx, i, by(v.caller).Did(ledger.InvitationCreated, "", "", plan.String(), v.now)); err != nil {
		return Link{}, fmt.Errorf("invite: %w", err)
	}
	return Link{token.Reveal(), i.Expires}, nil
}
