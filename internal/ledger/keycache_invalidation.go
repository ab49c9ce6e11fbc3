package ledger

import (
	"context"
	"time"

	"kinodex/internal/access"
)

// invalidatingLedger is a ledger that tells a keyring of changes. It does so also when
// a change failed, since it may have been made all the same.
type invalidatingLedger struct {
	Ledger
	ring *KeyCache
}

// forget drops what is known of keys. A look-up that is under way is not
// remembered: it may have been answered before the change.
func (r *KeyCache) forget(those func(Key) bool) {
	r.changes.Lock()
	defer r.changes.Unlock()
	r.changed++
	r.known.Range(func(hash, slot any) bool {
		if those(slot.(*cachedKey).answer.Load().key) {
			r.known.Delete(hash)
		}
		return true
	})
}

func (i invalidatingLedger) forgetKey(id string) {
	i.ring.forget(func(k Key) bool { return k.ID == id })
}

func (i invalidatingLedger) forgetAccount(id string) {
	i.ring.forget(func(k Key) bool { return k.Account == id })
}

// SetPlan is Accounts.SetPlan.
func (i invalidatingLedger) SetPlan(ctx context.Context, id string, plan access.Plan, because ...Event) error {
	defer i.forgetAccount(id)
	return i.Ledger.SetPlan(ctx, id, plan, because...)
}

// SetStatus is Accounts.SetStatus.
func (i invalidatingLedger) SetStatus(ctx context.Context, id string, status Status, because ...Event) error {
	defer i.forgetAccount(id)
	return i.Ledger.SetStatus(ctx, id, status, because...)
}

// DeleteAccount is Accounts.DeleteAccount.
func (i invalidatingLedger) DeleteAccount(ctx context.Context, id string, because ...Event) error {
	defer i.forgetAccount(id)
	return i.Ledger.DeleteAccount(ctx, id, because...)
}

// LinkIdentity is Identities.LinkIdentity.
func (i invalidatingLedger) LinkIdentity(ctx context.Context, identity Hash, account string, by By, at time.Time, because ...Event) error {
	defer i.forgetAccount(account)
	return i.Ledger.LinkIdentity(ctx, identity, account, by, at, because...)
}

// ChangeKey is Keys.ChangeKey.
func (i invalidatingLedger) ChangeKey(ctx context.Context, k Key, because ...Event) error {
	defer i.forgetKey(k.ID)
	return i.Ledger.ChangeKey(ctx, k, because...)
}

// RotateKey is Keys.RotateKey.
func (i invalidatingLedger) RotateKey(ctx context.Context, old string, until time.Time, fresh Key, because ...Event) error {
	defer i.forgetKey(old)
	return i.Ledger.RotateKey(ctx, old, until, fresh, because...)
}

// RevokeKey is Keys.RevokeKey.
func (i invalidatingLedger) RevokeKey(ctx context.Context, id string, at time.Time, because ...Event) error {
	defer i.forgetKey(id)
	return i.Ledger.RevokeKey(ctx, id, at, because...)
}
