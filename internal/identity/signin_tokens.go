package identity

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/grant"
	"kinodex/internal/ledger"
)

// Tokens are what a client gets for a code or a refresh token.
type Tokens struct {
	Access, Refresh access.GrantToken
	ExpiresIn       time.Duration // of the access token
	// Scopes are what the access token may do at present: what was granted, as
	// far as the account's plan reaches.
	Scopes access.Scopes
}

// The only refusals of codes and of refresh tokens; they do not say what is wrong.
var (
	errCode    = grant.Refuse(grant.InvalidGrant, "the code is not valid for this client, redirect URI and verifier, has expired or was used")
	errRefresh = grant.Refuse(grant.InvalidGrant, "the refresh token is not valid for this client, has expired or was used")
)

// Redeem exchanges a code for the first tokens of its grant. A code that comes a
// second time ends the grant, with all that was given for it.
func (a *Authority) Redeem(ctx context.Context, r grant.Redemption, from netip.Addr) (Tokens, error) {
	shown, err := access.ParseGrantToken(access.GrantCode, r.Code)
	if err != nil {
		return Tokens{}, errCode
	}
	code, g, account, err := a.unspent(ctx, shown, from, errCode)
	if err != nil {
		return Tokens{}, err
	}
	switch {
	case g.Client != r.Client, r.Redirect != "" && r.Redirect != g.Redirect, !grant.VerifyPKCE(r.Verifier, g.Challenge):
		return Tokens{}, errCode
	case r.Resource != "" && !grant.SameResource(r.Resource, g.Resource):
		return Tokens{}, errTarget
	}
	return a.exchange(ctx, code, g, account, g.Scopes, from, errCode)
}

var errTarget = grant.Refuse(grant.InvalidTarget, "resource is not the one that was granted")

// Renew exchanges a refresh token for the next tokens of its grant. One that
// comes a second time ends the grant: two hold it, and one of them should not.
func (a *Authority) Renew(ctx context.Context, r grant.Renewal, from netip.Addr) (Tokens, error) {
	shown, err := access.ParseGrantToken(access.GrantRefresh, r.Refresh)
	if err != nil {
		return Tokens{}, errRefresh
	}
	refresh, g, account, err := a.unspent(ctx, shown, from, errRefresh)
	if err != nil {
		return Tokens{}, err
	}
	if g.Client != r.Client {
		return Tokens{}, errRefresh
	}
	if r.Resource != "" && !grant.SameResource(r.Resource, g.Resource) {
		return Tokens{}, errTarget
	}
	scopes, refused := r.Narrow(g.Scopes)
	if refused != nil {
		return Tokens{}, refused
	}
	return a.exchange(ctx, refresh, g, account, scopes, from, errRefresh)
}

// unspent finds a code or refresh token that was not exchanged before. When it
// was, the grant ends.
func (a *Authority) unspent(ctx context.Context, shown access.GrantToken, from netip.Addr, refusal *grant.Error) (t ledger.GrantToken, g ledger.Grant, account ledger.Account, err error) {
	t, g, account, err = a.ledger.FindGrant(ctx, shown.Hash())
	switch now := a.now(); {
	case errors.Is(err, ledger.ErrNotFound):
		err = refusal
	case err != nil:
		err = fmt.Errorf("look up a token: %w", err)
	case !t.Spent.IsZero():
		err = a.misused(ctx, g, from, refusal)
	case !t.Good(now) || !now.Before(g.Expires) || account.Status != ledger.Active:
		err = refusal
	}
	return t, g, account, err
}

// misused ends a grant whose code or refresh token was used twice, and returns refusal (RFC
// 9700, section 4.14.2).
func (a *Authority) misused(ctx context.Context, g ledger.Grant, from netip.Addr, refusal *grant.Error) error {
	by := ledger.By{Actor: "client", From: access.Caller{Address: from}.From()}
	if err := a.endGrant(ctx, g, ledger.GrantMisused, by); err != nil {
		return err
	}
	return refusal
}

// exchange spends a code or refresh token for an access and a refresh token, in one
// transaction of the ledger: of two exchanges of one token at most one succeeds.
func (a *Authority) exchange(ctx context.Context, spent ledger.GrantToken, g ledger.Grant, account ledger.Account, scopes access.Scopes, from netip.Addr, refusal *grant.Error) (Tokens, error) {
	now := moment(a.now())
	end := g.Created.Add(grant.GrantTTL)
	opens, renews := earlier(now.Add(grant.AccessTTL), end), earlier(now.Add(grant.RefreshTTL), end)
	var t Tokens
	fresh := make([]ledger.GrantToken, 2)
	t.Access, fresh[0] = newGrantToken(g.ID, access.GrantAccess, scopes, now, opens, opens)
	// A refresh token that was used is remembered as long as it would have been
	// good, so that a second use is noticed.
	t.Refresh, fresh[1] = newGrantToken(g.ID, access.GrantRefresh, 0, now, renews, renews)
	err := a.ledger.Exchange(ctx, ledger.Exchange{
		Spent: spent.Hash, Grant: g.ID, At: now, Fresh: fresh, Expires: renews, Client: now.Add(grant.ClientTTL),
	})
	switch {
	case errors.Is(err, ledger.ErrSpent):
		return Tokens{}, a.misused(ctx, g, from, refusal)
	case errors.Is(err, ledger.ErrNotFound):
		return Tokens{}, refusal
	case err != nil:
		return Tokens{}, fmt.Errorf("exchange a token: %w", err)
	}
	t.ExpiresIn, t.Scopes = opens.Sub(now), scopes&account.Plan.DefaultScopes()
	return t, nil
}

// earlier returns the earlier of two times.
func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// RevokeToken ends the grant of an access or refresh token, for the client that holds it (RFC
// 7009). A token that does not exist is no error; one of another client is a *grant.Error.
func (a *Authority) RevokeToken(ctx context.Context, token, client string, from netip.Addr) error {
	shown, err := access.ParseGrantToken(access.GrantRefresh, token)
	if err != nil {
		shown, err = access.ParseGrantToken(access.GrantAccess, token)
	}
	if err != nil {
		return nil
	}
	_, g, _, err := a.ledger.FindGrant(ctx, shown.Hash())
	if errors.Is(err, ledger.ErrNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("look up a token: %w", err)
	}
	if g.Client != client {
		return grant.Refuse(grant.InvalidGrant, "the token was given to another client")
	}
	by := ledger.By{Actor: "client", From: access.Caller{Address: from}.From()}
	return a.endGrant(ctx, g, ledger.GrantEnded, by)
}
