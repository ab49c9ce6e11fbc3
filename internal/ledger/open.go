package ledger

import (
	"context"
	"errors"
	"regexp"
	"time"
	"unicode/utf8"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/text"
)

// Opening asks for a new account.
type Opening struct {
	ID       string // a new one when empty
	Name     string
	Email    access.Email        // may be empty
	Password access.PasswordHash // may be empty
	Plan     string              // by name
}

// accountID is what the id of an account may be: it appears in tables, logs and
// meters.
var accountID = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.@-]{0,63}$`)

func errAccountID() error {
	return fault.Param("account", "1 to 64 letters, digits, and _ . @ - after the first")
}

// Open adds an account.
func Open(ctx context.Context, l Accounts, o Opening, by By, now time.Time) (Account, error) {
	a, err := o.account(now)
	if err != nil {
		return Account{}, err
	}
	return a, alreadyOpen(l.CreateAccount(ctx, a, by.Did(AccountCreated, a.ID, a.ID, a.Plan.String(), now)))
}

// OpenInvited adds an account, and drops the invitation of a hash, which was for it.
// ErrNotFound when there is no such invitation, or it has expired.
func OpenInvited(ctx context.Context, l Links, invitation Hash, o Opening, by By, now time.Time) (Account, error) {
	a, err := o.account(now)
	if err != nil {
		return Account{}, err
	}
	event := by.Did(AccountCreated, a.ID, a.ID, a.Plan.String()+", by invitation", now)
	return a, alreadyOpen(l.UseInvitation(ctx, invitation, a, event))
}

// alreadyOpen returns err, or a fault for people when err says that the account is there.
func alreadyOpen(err error) error {
	if errors.Is(err, ErrExists) {
		return fault.New(fault.Conflict, "an account with this id or email exists already")
	}
	return err
}

// account returns the account that is asked for. What may not be is a fault.
func (o Opening) account(now time.Time) (Account, error) {
	name, err := ProperName(o.Name)
	if err != nil {
		return Account{}, err
	}
	if o.ID == "" {
		o.ID = NewAccountID()
	}
	if !accountID.MatchString(o.ID) {
		return Account{}, errAccountID()
	}
	if o.Plan == "" {
		return Account{}, fault.Missing("tier", "a plan such as writer or studio, for a new account")
	}
	plan, err := access.ParsePlan(o.Plan)
	if err != nil {
		return Account{}, err
	}
	return Account{ID: o.ID, Name: name, Email: o.Email, Password: o.Password, Plan: plan, Created: moment(now)}, nil
}

// ProperName cleans a name for tables and logs.
func ProperName(s string) (string, error) {
	s = text.Clean(s)
	if n := utf8.RuneCountInString(s); n < 1 || n > 100 {
		return "", fault.Param("name", "1 to 100 characters")
	}
	return s, nil
}

// moment is a time as every ledger keeps it; the zero time stays zero.
func moment(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }
