package identity

import (
	"context"
	"errors"
	"fmt"

	"kinodex/internal/access"
	"kinodex/internal/grant"
	"kinodex/internal/ledger"
)

// granted recognises the caller of an access token, at the resource that it was
// given for and nowhere else. Its scopes are those that were granted, as far as
// the account's plan reaches now; an account whose plan has no part in the
// connector asks from the pool of its address (REQ ). It is
// looked up each time, so that a grant that has ended opens nothing, at once and
// on every replica.
func (a *Authority) granted(ctx context.Context, c Credentials) (access.Caller, error) {
	shown, err := access.ParseGrantToken(access.GrantAccess, c.Key)
	if err != nil {
		return access.Caller{}, err
	}
	t, g, account, err := a.ledger.FindGrant(ctx, shown.Hash())
	if err != nil && !errors.Is(err, ledger.ErrNotFound) {
		return access.Caller{}, fmt.Errorf("look up a token: %w", err)
	}
	now := a.now()
	if err != nil || t.Kind != access.GrantAccess || !t.Good(now) || !now.Before(g.Expires) ||
		account.Status != ledger.Active || c.Resource == "" || !grant.SameResource(c.Resource, g.Resource) {
		return access.Caller{}, access.ErrInvalidGrantToken()
	}
	if ledger.RecordsUse(g.Used, now) {
		_ = a.ledger.UsedGrant(ctx, g.ID, moment(now)) // a use that is not recorded is no reason to refuse it
	}
	caller := access.Caller{
		Mode:    access.SignedIn,
		Account: account.ID,
		Plan:    account.Plan,
		Scopes:  t.Scopes & g.Scopes & account.Plan.DefaultScopes(),
		Sandbox: c.Sandbox,
		Address: c.Address,
	}
	if !account.Plan.Keys() {
		caller = caller.InPool()
	}
	return caller, nil
}
