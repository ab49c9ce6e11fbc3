package ledger

import (
	"context"
	"time"

	"kinodex/internal/access"
)

// The methods of an instrumented ledger: those of the ledger behind it, timed.

// CreateAccount is Accounts.CreateAccount.
func (o *instrumentedLedger) CreateAccount(ctx context.Context, a Account, because ...Event) (err error) {
	defer o.end(ctx, "CreateAccount", time.Now(), &err)
	return o.Ledger.CreateAccount(ctx, a, because...)
}

// Account is Accounts.Account.
func (o *instrumentedLedger) Account(ctx context.Context, id string) (_ Account, err error) {
	defer o.end(ctx, "Account", time.Now(), &err)
	return o.Ledger.Account(ctx, id)
}

// AccountByEmail is Accounts.AccountByEmail.
func (o *instrumentedLedger) AccountByEmail(ctx context.Context, email access.Email) (_ Account, err error) {
	defer o.end(ctx, "AccountByEmail", time.Now(), &err)
	return o.Ledger.AccountByEmail(ctx, email)
}

// ListAccounts is Accounts.ListAccounts.
func (o *instrumentedLedger) ListAccounts(ctx context.Context) (_ []Account, err error) {
	defer o.end(ctx, "ListAccounts", time.Now(), &err)
	return o.Ledger.ListAccounts(ctx)
}

// SetPlan is Accounts.SetPlan.
func (o *instrumentedLedger) SetPlan(ctx context.Context, id string, plan access.Plan, because ...Event) (err error) {
	defer o.end(ctx, "SetPlan", time.Now(), &err)
	return o.Ledger.SetPlan(ctx, id, plan, because...)
}

// SetStatus is Accounts.SetStatus.
func (o *instrumentedLedger) SetStatus(ctx context.Context, id string, status Status, because ...Event) (err error) {
	defer o.end(ctx, "SetStatus", time.Now(), &err)
	return o.Ledger.SetStatus(ctx, id, status, because...)
}

// SetPassword is Accounts.SetPassword.
func (o *instrumentedLedger) SetPassword(ctx context.Context, id string, hash access.PasswordHash, because ...Event) (err error) {
	defer o.end(ctx, "SetPassword", time.Now(), &err)
	return o.Ledger.SetPassword(ctx, id, hash, because...)
}

// CreateKey is Keys.CreateKey.
func (o *instrumentedLedger) CreateKey(ctx context.Context, k Key, because ...Event) (err error) {
	defer o.end(ctx, "CreateKey", time.Now(), &err)
	return o.Ledger.CreateKey(ctx, k, because...)
}

// CreateOwnKey is Keys.CreateOwnKey.
func (o *instrumentedLedger) CreateOwnKey(ctx context.Context, k Key, most int, because ...Event) (err error) {
	defer o.end(ctx, "CreateOwnKey", time.Now(), &err)
	return o.Ledger.CreateOwnKey(ctx, k, most, because...)
}

// Key is Keys.Key.
func (o *instrumentedLedger) Key(ctx context.Context, id string) (_ Key, _ Account, err error) {
	defer o.end(ctx, "Key", time.Now(), &err)
	return o.Ledger.Key(ctx, id)
}

// FindKey is Keys.FindKey.
func (o *instrumentedLedger) FindKey(ctx context.Context, hash Hash) (_ Key, _ Account, err error) {
	defer o.end(ctx, "FindKey", time.Now(), &err)
	return o.Ledger.FindKey(ctx, hash)
}

// ListKeys is Keys.ListKeys.
func (o *instrumentedLedger) ListKeys(ctx context.Context, account string) (_ []Key, err error) {
	defer o.end(ctx, "ListKeys", time.Now(), &err)
	return o.Ledger.ListKeys(ctx, account)
}

// PageKeys is Keys.PageKeys.
func (o *instrumentedLedger) PageKeys(ctx context.Context, account string, offset, limit int) (_ []Key, _ int, err error) {
	defer o.end(ctx, "PageKeys", time.Now(), &err)
	return o.Ledger.PageKeys(ctx, account, offset, limit)
}

// ChangeKey is Keys.ChangeKey.
func (o *instrumentedLedger) ChangeKey(ctx context.Context, k Key, because ...Event) (err error) {
	defer o.end(ctx, "ChangeKey", time.Now(), &err)
	return o.Ledger.ChangeKey(ctx, k, because...)
}

// RotateKey is Keys.RotateKey.
func (o *instrumentedLedger) RotateKey(ctx context.Context, old string, until time.Time, fresh Key, because ...Event) (err error) {
	defer o.end(ctx, "RotateKey", time.Now(), &err)
	return o.Ledger.RotateKey(ctx, old, until, fresh, because...)
}

// RevokeKey is Keys.RevokeKey.
func (o *instrumentedLedger) RevokeKey(ctx context.Context, id string, at time.Time, because ...Event) (err error) {
	defer o.end(ctx, "RevokeKey", time.Now(), &err)
	return o.Ledger.RevokeKey(ctx, id, at, because...)
}

// UsedKey is Keys.UsedKey.
func (o *instrumentedLedger) UsedKey(ctx context.Context, id string, at time.Time) (err error) {
	defer o.end(ctx, "UsedKey", time.Now(), &err)
	return o.Ledger.UsedKey(ctx, id, at)
}

// CreateSession is Sessions.CreateSession.
func (o *instrumentedLedger) CreateSession(ctx context.Context, s Session, because ...Event) (err error) {
	defer o.end(ctx, "CreateSession", time.Now(), &err)
	return o.Ledger.CreateSession(ctx, s, because...)
}

// FindSession is Sessions.FindSession.
func (o *instrumentedLedger) FindSession(ctx context.Context, hash Hash) (_ Session, _ Account, err error) {
	defer o.end(ctx, "FindSession", time.Now(), &err)
	return o.Ledger.FindSession(ctx, hash)
}

// EndSession is Sessions.EndSession.
func (o *instrumentedLedger) EndSession(ctx context.Context, hash Hash, because ...Event) (err error) {
	defer o.end(ctx, "EndSession", time.Now(), &err)
	return o.Ledger.EndSession(ctx, hash, because...)
}

// Spend is Meters.Spend.
func (o *instrumentedLedger) Spend(ctx context.Context, meter string, day Day, cost, limit int) (used int, ok bool, err error) {
	defer o.end(ctx, "Spend", time.Now(), &err)
	return o.Ledger.Spend(ctx, meter, day, cost, limit)
}

// Refund is Meters.Refund.
func (o *instrumentedLedger) Refund(ctx context.Context, meter string, day Day, cost int) (err error) {
	defer o.end(ctx, "Refund", time.Now(), &err)
	return o.Ledger.Refund(ctx, meter, day, cost)
}

// Used is Meters.Used.
func (o *instrumentedLedger) Used(ctx context.Context, meter string, day Day) (_ int, err error) {
	defer o.end(ctx, "Used", time.Now(), &err)
	return o.Ledger.Used(ctx, meter, day)
}

// Secret is Secrets.Secret.
func (o *instrumentedLedger) Secret(ctx context.Context, name string) (_ []byte, err error) {
	defer o.end(ctx, "Secret", time.Now(), &err)
	return o.Ledger.Secret(ctx, name)
}

// CreateClient is Grants.CreateClient.
func (o *instrumentedLedger) CreateClient(ctx context.Context, c Client, most int) (err error) {
	defer o.end(ctx, "CreateClient", time.Now(), &err)
	return o.Ledger.CreateClient(ctx, c, most)
}

// Client is Grants.Client.
func (o *instrumentedLedger) Client(ctx context.Context, id string) (_ Client, err error) {
	defer o.end(ctx, "Client", time.Now(), &err)
	return o.Ledger.Client(ctx, id)
}

// CreateGrant is Grants.CreateGrant.
func (o *instrumentedLedger) CreateGrant(ctx context.Context, g Grant, code GrantToken, most int, because ...Event) (err error) {
	defer o.end(ctx, "CreateGrant", time.Now(), &err)
	return o.Ledger.CreateGrant(ctx, g, code, most, because...)
}

// FindGrant is Grants.FindGrant.
func (o *instrumentedLedger) FindGrant(ctx context.Context, token Hash) (_ GrantToken, _ Grant, _ Account, err error) {
	defer o.end(ctx, "FindGrant", time.Now(), &err)
	return o.Ledger.FindGrant(ctx, token)
}

// Exchange is Grants.Exchange.
func (o *instrumentedLedger) Exchange(ctx context.Context, x Exchange, because ...Event) (err error) {
	defer o.end(ctx, "Exchange", time.Now(), &err)
	return o.Ledger.Exchange(ctx, x, because...)
}

// UsedGrant is Grants.UsedGrant.
func (o *instrumentedLedger) UsedGrant(ctx context.Context, id string, at time.Time) (err error) {
	defer o.end(ctx, "UsedGrant", time.Now(), &err)
	return o.Ledger.UsedGrant(ctx, id, at)
}

// ListGrants is Grants.ListGrants.
func (o *instrumentedLedger) ListGrants(ctx context.Context, account string) (_ []Grant, err error) {
	defer o.end(ctx, "ListGrants", time.Now(), &err)
	return o.Ledger.ListGrants(ctx, account)
}

// EndGrant is Grants.EndGrant.
func (o *instrumentedLedger) EndGrant(ctx context.Context, id string, because ...Event) (err error) {
	defer o.end(ctx, "EndGrant", time.Now(), &err)
	return o.Ledger.EndGrant(ctx, id, because...)
}

// AccountByIdentity is Identities.AccountByIdentity.
func (o *instrumentedLedger) AccountByIdentity(ctx context.Context, identity Hash) (_ Account, err error) {
	defer o.end(ctx, "AccountByIdentity", time.Now(), &err)
	return o.Ledger.AccountByIdentity(ctx, identity)
}

// LinkIdentity is Identities.LinkIdentity.
func (o *instrumentedLedger) LinkIdentity(ctx context.Context, identity Hash, account string, by By, at time.Time, because ...Event) (err error) {
	defer o.end(ctx, "LinkIdentity", time.Now(), &err)
	return o.Ledger.LinkIdentity(ctx, identity, account, by, at, because...)
}

// Record is Audits.Record.
func (o *instrumentedLedger) Record(ctx context.Context, events ...Event) (err error) {
	defer o.end(ctx, "Record", time.Now(), &err)
	return o.Ledger.Record(ctx, events...)
}

// Audit is Audits.Audit.
func (o *instrumentedLedger) Audit(ctx context.Context, q AuditQuery) (_ []Event, err error) {
	defer o.end(ctx, "Audit", time.Now(), &err)
	return o.Ledger.Audit(ctx, q)
}

// Claim is Replays.Claim.
func (o *instrumentedLedger) Claim(ctx context.Context, c Claim) (sealed []byte, err error) {
	defer o.end(ctx, "Claim", time.Now(), &err)
	return o.Ledger.Claim(ctx, c)
}

// Settle is Replays.Settle.
func (o *instrumentedLedger) Settle(ctx context.Context, c Claim, sealed []byte) (err error) {
	defer o.end(ctx, "Settle", time.Now(), &err)
	return o.Ledger.Settle(ctx, c, sealed)
}

// Release is Replays.Release.
func (o *instrumentedLedger) Release(ctx context.Context, c Claim) (err error) {
	defer o.end(ctx, "Release", time.Now(), &err)
	return o.Ledger.Release(ctx, c)
}

// CreatePasswordReset is Resets.CreatePasswordReset.
func (o *instrumentedLedger) CreatePasswordReset(ctx context.Context, r PasswordReset, because ...Event) (err error) {
	defer o.end(ctx, "CreatePasswordReset", time.Now(), &err)
	return o.Ledger.CreatePasswordReset(ctx, r, because...)
}

// PasswordReset is Resets.PasswordReset.
func (o *instrumentedLedger) PasswordReset(ctx context.Context, hash Hash) (_ PasswordReset, _ Account, err error) {
	defer o.end(ctx, "PasswordReset", time.Now(), &err)
	return o.Ledger.PasswordReset(ctx, hash)
}

// UsePasswordReset is Resets.UsePasswordReset.
func (o *instrumentedLedger) UsePasswordReset(ctx context.Context, hash Hash, password access.PasswordHash, at time.Time, because ...Event) (err error) {
	defer o.end(ctx, "UsePasswordReset", time.Now(), &err)
	return o.Ledger.UsePasswordReset(ctx, hash, password, at, because...)
}

// RememberNetwork is Networks.RememberNetwork.
func (o *instrumentedLedger) RememberNetwork(ctx context.Context, account, network string, at, until time.Time) (err error) {
	defer o.end(ctx, "RememberNetwork", time.Now(), &err)
	return o.Ledger.RememberNetwork(ctx, account, network, at, until)
}

// KnowsNetwork is Networks.KnowsNetwork.
func (o *instrumentedLedger) KnowsNetwork(ctx context.Context, account, network string, at time.Time) (_ bool, err error) {
	defer o.end(ctx, "KnowsNetwork", time.Now(), &err)
	return o.Ledger.KnowsNetwork(ctx, account, network, at)
}
