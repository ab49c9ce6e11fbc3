package identity

import (
	"context"
	"errors"
	"fmt"
	"net/netip"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/ledger"
)

// Changing a password. Whichever way it is done, all sessions, grants and reset
// links of the account end with it.

// SetPassword changes the password of the account of c, which must be signed in and know
// the present one; a wrong one is a fault of the parameter present. Guessing is limited as
// at the sign-in. All sessions, this one included, grants and reset links end.
func (a *Authority) SetPassword(ctx context.Context, c access.Caller, present, next string) error {
	account, err := a.Account(ctx, c)
	if err != nil {
		return err
	}
	switch ok, err := a.matches(ctx, account.Email, account, present, c.Address); {
	case err != nil:
		return err
	case !ok:
		f := fault.Param("present", "the present password")
		f.Message = "the present password is wrong"
		return f
	}
	hash, err := a.hasher.Hash(ctx, account.Email, next)
	if err != nil {
		return err
	}
	by := ledger.By{Actor: c.Account, From: c.From()}
	return a.ledger.SetPassword(ctx, c.Account, hash, by.Did(ledger.PasswordChanged, c.Account, c.Account, "", a.now()))
}

// PasswordReset gives the account whose password a reset link sets. A link that is
// used, replaced or expired, or is of an account that may not sign in, is a fault of
// kind InvalidKey.
func (a *Authority) PasswordReset(ctx context.Context, token string) (ledger.Account, error) {
	t, err := access.ParseResetToken(token)
	if err != nil {
		return ledger.Account{}, err
	}
	r, account, err := a.ledger.PasswordReset(ctx, t.Hash())
	if err != nil && !errors.Is(err, ledger.ErrNotFound) {
		return ledger.Account{}, fmt.Errorf("look up a password reset: %w", err)
	}
	if err != nil || !r.Good(a.now()) || account.Status != ledger.Active {
		return ledger.Account{}, access.ErrNoReset()
	}
	return account, nil
}

// ResetPassword sets the password of a reset link's account. A link works once. Its faults
// are those of PasswordReset. From then on the account knows the network of from, so that
// its owner can sign in while others guess passwords.
func (a *Authority) ResetPassword(ctx context.Context, token, password string, from netip.Addr) error {
	account, err := a.PasswordReset(ctx, token)
	if err != nil {
		return err
	}
	hash, err := a.hasher.Hash(ctx, account.Email, password)
	if err != nil {
		return err
	}
	t, err := access.ParseResetToken(token)
	if err != nil {
		return err
	}
	by := ledger.By{Actor: account.ID, From: access.Caller{Address: from}.From()}
	now := moment(a.now())
	err = a.ledger.UsePasswordReset(ctx, t.Hash(), hash, now, by.Did(ledger.PasswordChanged, account.ID, account.ID, "by reset link", now))
	if errors.Is(err, ledger.ErrNotFound) { // used a moment ago
		return access.ErrNoReset()
	}
	if err != nil {
		return fmt.Errorf("reset a password: %w", err)
	}
	a.remember(ctx, account.ID, from)
	return nil
}
