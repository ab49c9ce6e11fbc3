package identity

import (
	"context"
	"fmt"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/ledger"
)

// The keys of all accounts, and the log of what was done to them, for callers
// with the admin scope (REQ K-03).

// MaxAdminPage is how many keys or events one page has at most.
const MaxAdminPage = 200

// maxOffset bounds how far a list is walked.
const maxOffset = 1_000_000_000

// KeysQuestion asks for a page of keys, by creation.
type KeysQuestion struct {
	Account string // only keys of this account; empty for all
	Offset  int    // from 0
	Limit   int    // from 1 to MaxAdminPage
}

// Keys is a page of keys.
type Keys struct {
	Total, Offset, Limit int
	Keys                 []Key // never nil
}

// Keys returns a page of keys, in the order in which they were made. An offset beyond
// the last key is an empty page.
func (v *Visit) Keys(ctx context.Context, q KeysQuestion) (*Keys, error) {
	if err := v.enter(ctx, access.Needs.Administer, q.check); err != nil {
		return nil, err
	}
	page, total, err := v.authority.ledger.PageKeys(ctx, q.Account, q.Offset, q.Limit)
	if err != nil {
		return nil, fmt.Errorf("list keys: %w", err)
	}
	found := &Keys{Total: total, Offset: q.Offset, Limit: q.Limit, Keys: make([]Key, len(page))}
	for i, k := range page {
		found.Keys[i] = DescribeKey(k, v.now)
	}
	return found, nil
}

func (q KeysQuestion) check() error {
	if err := fault.Between("offset", q.Offset, 0, maxOffset); err != nil {
		return err
	}
	return checkAdmin(q.Limit, textParam{"account", q.Account})
}

// Key returns one key by its id. An id that no key has is a fault of kind NotFound.
func (v *Visit) Key(ctx context.Context, id string) (Key, error) {
	if err := v.enter(ctx, access.Needs.Administer, nothingToCheck); err != nil {
		return Key{}, err
	}
	k, _, err := ledger.Find(ctx, v.authority.ledger, id)
	return DescribeKey(k, v.now), err
}

// CreateKey makes a key for any account, also with the admin scope. The answer holds the
// key itself; it is stored only as a hash and cannot be shown again.
func (v *Visit) CreateKey(ctx context.Context, o ledger.Order) (NewKey, error) {
	if err := v.enter(ctx, access.Needs.Administer, nothingToCheck); err != nil {
		return NewKey{}, err
	}
	k, a, token, err := ledger.Issue(ctx, v.authority.ledger, o, by(v.caller), v.now)
	if err != nil {
		return NewKey{}, err
	}
	return DescribeNewKey(k, a.Plan, token), nil
}

// ChangeKey changes name, scopes or expiry of a key and returns the key as it is then.
// Other replicas apply the change within a second.
func (v *Visit) ChangeKey(ctx context.Context, id string, c ledger.KeyChange) (Key, error) {
	if err := v.enter(ctx, access.Needs.Administer, nothingToCheck); err != nil {
		return Key{}, err
	}
	k, err := ledger.Change(ctx, v.authority.ledger, id, c, by(v.caller), v.now)
	return DescribeKey(k, v.now), err
}

// RevokeKey ends a key for good and returns it. Other replicas refuse it within a
// second. It is idempotent.
func (v *Visit) RevokeKey(ctx context.Context, id string) (Key, error) {
	if err := v.enter(ctx, access.Needs.Administer, nothingToCheck); err != nil {
		return Key{}, err
	}
	k, err := ledger.Revoke(ctx, v.authority.ledger, id, by(v.caller), v.now)
	return DescribeKey(k, v.now), err
}

// RotateKey makes a key that replaces another one. The old key works for overlap more,
// from 0 to ledger.MaxOverlap. The answer holds the new key itself, which cannot be shown
// again.
func (v *Visit) RotateKey(ctx context.Context, id string, overlap time.Duration) (NewKey, error) {
	if err := v.enter(ctx, access.Needs.Administer, nothingToCheck); err != nil {
		return NewKey{}, err
	}
	k, a, token, err := ledger.Rotate(ctx, v.authority.ledger, id, overlap, by(v.caller), v.now)
	if err != nil {
		return NewKey{}, err
	}
	return DescribeNewKey(k, a.Plan, token), nil
}

// AuditQuestion asks for a page of the audit log, the newest first. Empty fields
// ask for all.
type AuditQuestion struct {
	Account, Actor, Target, Action string
	Before                         int64 // only events with a lower id; 0 for the newest
	Limit                          int   // from 1 to MaxAdminPage
}

// Event is one entry of the audit log.
type Event struct {
	ID      int64     `json:"id"`
	At      time.Time `json:"at"`
	Actor   string    `json:"actor" doc:"Who: a key's id, an account's, or cli: and a user of the machine."`
	From    string    `json:"from" doc:"The address they asked from, or local."`
	Action  string    `json:"action" example:"key.revoked"`
	Account string    `json:"account" doc:"Whose account it was about."`
	Target  string    `json:"target" doc:"The key or account."`
	Detail  string    `json:"detail"`
}

// AuditPage is a page of the audit log.
type AuditPage struct {
	Events     []Event // never nil
	NextBefore *int64  // Before of the next page; nil on the last
}

// Audit returns a page of the audit log, newest first. Pages are cut by id, not by
// offset, so that events that are added meanwhile do not move those of later pages.
func (v *Visit) Audit(ctx context.Context, q AuditQuestion) (*AuditPage, error) {
	if err := v.enter(ctx, access.Needs.Administer, q.check); err != nil {
		return nil, err
	}
	found, err := v.authority.ledger.Audit(ctx, ledger.AuditQuery{
		Account: q.Account, Actor: q.Actor, Target: q.Target, Action: ledger.Action(q.Action),
		Before: q.Before, Limit: q.Limit + 1, // one more shows whether there is a next page
	})
	if err != nil {
		return nil, fmt.Errorf("read the audit log: %w", err)
	}
	page := &AuditPage{Events: []Event{}}
	for _, e := range found[:min(q.Limit, len(found))] {
		page.Events = append(page.Events, DescribeEvent(e))
	}
	if len(found) > q.Limit {
		page.NextBefore = &page.Events[q.Limit-1].ID
	}
	return page, nil
}

// DescribeEvent returns an event in the form in which the interface shows it.
func DescribeEvent(e ledger.Event) Event {
	return Event{e.ID, e.At, e.Actor, e.From, string(e.Action), e.Account, e.Target, e.Detail}
}

func (q AuditQuestion) check() error {
	if q.Before < 0 {
		return fault.Param("before", "a positive integer")
	}
	return checkAdmin(q.Limit, textParam{"account", q.Account}, textParam{"actor", q.Actor},
		textParam{"target", q.Target}, textParam{"action", q.Action})
}

// textParam is the value of a parameter, with the parameter's name for faults.
type textParam struct{ param, value string }

// checkAdmin checks a limit, and texts that are compared as they are: each may have up to
// 200 bytes of printable characters, and may be empty.
func checkAdmin(limit int, words ...textParam) error {
	if err := fault.Between("limit", limit, 1, MaxAdminPage); err != nil {
		return err
	}
	for _, w := range words {
		if err := fault.Printable(w.param, w.value); err != nil {
			return err
		}
	}
	return nil
}
