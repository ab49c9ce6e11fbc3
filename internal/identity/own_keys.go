package identity

import (
	"context"
	"fmt"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/ledger"
)

// The keys and the audit log of one's own account, for who is signed in to it.

// OwnKeys returns the keys of the caller's account, the oldest first, without what would
// open anything. A caller who is not signed in is a fault of kind InvalidKey.
func (a *Authority) OwnKeys(ctx context.Context, c access.Caller) ([]Key, error) {
	if c.Mode != access.SignedIn || c.Account == "" {
		return nil, access.ErrNoSession()
	}
	all, err := a.ledger.ListKeys(ctx, c.Account)
	if err != nil {
		return nil, fmt.Errorf("list keys: %w", err)
	}
	keys := make([]Key, len(all))
	for i, k := range all {
		keys[i] = DescribeKey(k, a.now())
	}
	return keys, nil
}

// CreateOwnKey makes a key for the caller's own account, which must be on a plan with keys.
// It costs nothing. Scopes are those of the plan at most, never admin; nil for all of them.
// An account has at most ledger.MostOwnKeys such keys; one more is a fault of kind Conflict.
func (a *Authority) CreateOwnKey(ctx context.Context, c access.Caller, name string, scopes *access.Scopes) (NewKey, error) {
	if c.Mode != access.SignedIn || c.Account == "" {
		return NewKey{}, access.ErrNoSession()
	}
	if !c.Plan.Keys() {
		return NewKey{}, fault.New(fault.TierNotAllowed, "the %s plan has no keys; ask whoever runs this service for another plan", c.Plan)
	}
	may := c.Plan.DefaultScopes()
	if scopes != nil {
		if may &= *scopes; may == 0 {
			return NewKey{}, fault.Param("scopes", "at least one that the plan has")
		}
	}
	k, token, err := ledger.IssueOwn(ctx, a.ledger, c.Account, name, may, by(c), a.now())
	if err != nil {
		return NewKey{}, err
	}
	return DescribeNewKey(k, c.Plan, token), nil
}

// RotateOwnKey makes a key that replaces one of the caller's own account, which works for
// overlap more. A key of another account is a fault of kind NotFound, and one with the admin
// scope can be replaced by an operator only.
func (a *Authority) RotateOwnKey(ctx context.Context, c access.Caller, id string, overlap time.Duration) (NewKey, error) {
	k, err := a.ownKey(ctx, c, id)
	if err != nil {
		return NewKey{}, err
	}
	if k.Scopes.Has(access.Admin) && !c.Scopes.Has(access.Admin) {
		return NewKey{}, fault.New(fault.ScopeNotAllowed, "a key with the admin scope is replaced by whoever runs this service")
	}
	fresh, account, token, err := ledger.Rotate(ctx, a.ledger, id, overlap, by(c), a.now())
	if err != nil {
		return NewKey{}, err
	}
	return DescribeNewKey(fresh, account.Plan, token), nil
}

// RevokeOwnKey ends a key of the caller's own account for good. It is idempotent. A key of
// another account is a fault of kind NotFound.
func (a *Authority) RevokeOwnKey(ctx context.Context, c access.Caller, id string) error {
	if _, err := a.ownKey(ctx, c, id); err != nil {
		return err
	}
	_, err := ledger.Revoke(ctx, a.ledger, id, by(c), a.now())
	return err
}

// ownKey returns a key of the caller's own account.
func (a *Authority) ownKey(ctx context.Context, c access.Caller, id string) (ledger.Key, error) {
	if c.Mode != access.SignedIn || c.Account == "" {
		return ledger.Key{}, access.ErrNoSession()
	}
	k, owner, err := ledger.Find(ctx, a.ledger, id)
	if err == nil && owner.ID != c.Account {
		err = ledger.NoSuchKey()
	}
	return k, err
}

// OwnAudit returns what was done to the caller's own account, the newest first, at most
// limit events, which is 1 to MaxAdminPage. before is the id of an event, to have those
// before it, or 0.
func (a *Authority) OwnAudit(ctx context.Context, c access.Caller, before int64, limit int) ([]Event, error) {
	if c.Mode != access.SignedIn || c.Account == "" {
		return nil, access.ErrNoSession()
	}
	if err := fault.Between("limit", limit, 1, MaxAdminPage); err != nil {
		return nil, err
	}
	found, err := a.ledger.Audit(ctx, ledger.AuditQuery{Account: c.Account, Before: before, Limit: limit})
	if err != nil {
		return nil, fmt.Errorf("read the audit log: %w", err)
	}
	events := make([]Event, len(found))
	for i, e := range found {
		events[i] = DescribeEvent(e)
	}
	return events, nil
}
