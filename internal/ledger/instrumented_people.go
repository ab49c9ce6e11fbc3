package ledger

import (
	"context"
	"time"
)

// CreateSignInLink is Links.CreateSignInLink.
func (o *instrumentedLedger) CreateSignInLink(ctx context.Context, l SignInLink, because ...Event) (err error) {
	defer o.end(ctx, "CreateSignInLink", time.Now(), &err)
	return o.Ledger.CreateSignInLink(ctx, l, because...)
}

// SignInLink is Links.SignInLink.
func (o *instrumentedLedger) SignInLink(ctx context.Context, hash Hash) (_ SignInLink, _ Account, err error) {
	defer o.end(ctx, "SignInLink", time.Now(), &err)
	return o.Ledger.SignInLink(ctx, hash)
}

// UseSignInLink is Links.UseSignInLink.
func (o *instrumentedLedger) UseSignInLink(ctx context.Context, hash Hash, s Session, because ...Event) (err error) {
	defer o.end(ctx, "UseSignInLink", time.Now(), &err)
	return o.Ledger.UseSignInLink(ctx, hash, s, because...)
}

// CreateInvitation is Links.CreateInvitation.
func (o *instrumentedLedger) CreateInvitation(ctx context.Context, i Invitation, because ...Event) (err error) {
	defer o.end(ctx, "CreateInvitation", time.Now(), &err)
	return o.Ledger.CreateInvitation(ctx, i, because...)
}

// Invitation is Links.Invitation.
func (o *instrumentedLedger) Invitation(ctx context.Context, hash Hash) (_ Invitation, err error) {
	defer o.end(ctx, "Invitation", time.Now(), &err)
	return o.Ledger.Invitation(ctx, hash)
}

// UseInvitation is Links.UseInvitation.
func (o *instrumentedLedger) UseInvitation(ctx context.Context, hash Hash, a Account, because ...Event) (err error) {
	defer o.end(ctx, "UseInvitation", time.Now(), &err)
	return o.Ledger.UseInvitation(ctx, hash, a, because...)
}

// DeleteAccount is Accounts.DeleteAccount.
func (o *instrumentedLedger) DeleteAccount(ctx context.Context, id string, because ...Event) (err error) {
	defer o.end(ctx, "DeleteAccount", time.Now(), &err)
	return o.Ledger.DeleteAccount(ctx, id, because...)
}

// ListSessions is Sessions.ListSessions.
func (o *instrumentedLedger) ListSessions(ctx context.Context, account string) (_ []Session, err error) {
	defer o.end(ctx, "ListSessions", time.Now(), &err)
	return o.Ledger.ListSessions(ctx, account)
}

// UsedSession is Sessions.UsedSession.
func (o *instrumentedLedger) UsedSession(ctx context.Context, used Session) (err error) {
	defer o.end(ctx, "UsedSession", time.Now(), &err)
	return o.Ledger.UsedSession(ctx, used)
}

// EndSessions is Sessions.EndSessions.
func (o *instrumentedLedger) EndSessions(ctx context.Context, account string, but Hash, because ...Event) (err error) {
	defer o.end(ctx, "EndSessions", time.Now(), &err)
	return o.Ledger.EndSessions(ctx, account, but, because...)
}

// AddUsage is Usages.AddUsage.
func (o *instrumentedLedger) AddUsage(ctx context.Context, counts []Usage, at time.Time) (err error) {
	defer o.end(ctx, "AddUsage", time.Now(), &err)
	return o.Ledger.AddUsage(ctx, counts, at)
}

// UsageOf is Usages.UsageOf.
func (o *instrumentedLedger) UsageOf(ctx context.Context, account string, from Day) (_ []Usage, err error) {
	defer o.end(ctx, "UsageOf", time.Now(), &err)
	return o.Ledger.UsageOf(ctx, account, from)
}

// UsageOfAll is Usages.UsageOfAll.
func (o *instrumentedLedger) UsageOfAll(ctx context.Context, from Day) (_ []Usage, err error) {
	defer o.end(ctx, "UsageOfAll", time.Now(), &err)
	return o.Ledger.UsageOfAll(ctx, from)
}

// CreatePasskey is Passkeys.CreatePasskey.
func (o *instrumentedLedger) CreatePasskey(ctx context.Context, p Passkey, most int, because ...Event) (err error) {
	defer o.end(ctx, "CreatePasskey", time.Now(), &err)
	return o.Ledger.CreatePasskey(ctx, p, most, because...)
}

// Passkey is Passkeys.Passkey.
func (o *instrumentedLedger) Passkey(ctx context.Context, id string) (_ Passkey, _ Account, err error) {
	defer o.end(ctx, "Passkey", time.Now(), &err)
	return o.Ledger.Passkey(ctx, id)
}

// ListPasskeys is Passkeys.ListPasskeys.
func (o *instrumentedLedger) ListPasskeys(ctx context.Context, account string) (_ []Passkey, err error) {
	defer o.end(ctx, "ListPasskeys", time.Now(), &err)
	return o.Ledger.ListPasskeys(ctx, account)
}

// NamePasskey is Passkeys.NamePasskey.
func (o *instrumentedLedger) NamePasskey(ctx context.Context, account, id, name string, because ...Event) (err error) {
	defer o.end(ctx, "NamePasskey", time.Now(), &err)
	return o.Ledger.NamePasskey(ctx, account, id, name, because...)
}

// EndPasskey is Passkeys.EndPasskey.
func (o *instrumentedLedger) EndPasskey(ctx context.Context, account, id string, because ...Event) (err error) {
	defer o.end(ctx, "EndPasskey", time.Now(), &err)
	return o.Ledger.EndPasskey(ctx, account, id, because...)
}

// UsePasskey is Passkeys.UsePasskey.
func (o *instrumentedLedger) UsePasskey(ctx context.Context, p Passkey, s Session, because ...Event) (err error) {
	defer o.end(ctx, "UsePasskey", time.Now(), &err)
	return o.Ledger.UsePasskey(ctx, p, s, because...)
}
