package identity

import (
	"context"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/ledger"
)

// Key is a key as listings show it, without what would open anything.
type Key struct {
	ID            string     `json:"id" doc:"Names the key; it opens nothing."`
	Account       string     `json:"account"`
	Name          string     `json:"name"`
	Prefix        string     `json:"prefix" doc:"The key's first characters."`
	Last4         string     `json:"last4" doc:"The key's last four characters."`
	Scopes        []string   `json:"scopes" doc:"Any of read, write, ai, admin."`
	Sandbox       bool       `json:"sandbox"`
	SelfGenerated bool       `json:"self_generated" doc:"Whether its account made it itself."`
	Status        string     `json:"status" enum:"active,expired,revoked"`
	CreatedAt     time.Time  `json:"created_at"`
	LastUsedAt    *time.Time `json:"last_used_at" doc:"To the minute; null when it never was."`
	ExpiresAt     *time.Time `json:"expires_at" doc:"Null when it never does."`
	RevokedAt     *time.Time `json:"revoked_at" doc:"Null when it was not."`
}

// DescribeKey returns a key in the form of listings, with its status at a time.
func DescribeKey(k ledger.Key, now time.Time) Key {
	return Key{k.ID, k.Account, k.Name, k.Prefix, k.Last4, k.Scopes.Names(), k.Sandbox, k.Own, k.Status(now),
		k.Created, orNil(k.LastUsed), orNil(k.Expires), orNil(k.Revoked)}
}

// orNil returns nil for the zero time.
func orNil(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// NewKey is a key that was just made, with the key itself: it is shown this once
// (REQ K-02).
type NewKey struct {
	ID        string     `json:"id" doc:"Names the key; it opens nothing."`
	Key       string     `json:"key" doc:"The key. It is shown this once and cannot be had again."`
	Account   string     `json:"account"`
	Prefix    string     `json:"prefix" doc:"The key's first characters, as listings show them."`
	Name      string     `json:"name"`
	Tier      string     `json:"tier" enum:"free,writer,producer,studio,operator"`
	Scopes    []string   `json:"scopes" doc:"Any of read, write, ai, admin."`
	Sandbox   bool       `json:"sandbox"`
	CreatedAt time.Time  `json:"created_at"`
	ExpiresAt *time.Time `json:"expires_at" doc:"Null when it never does."`
}

// DescribeNewKey returns a key that was just made, together with its secret token.
func DescribeNewKey(k ledger.Key, plan access.Plan, token access.Token) NewKey {
	return NewKey{k.ID, token.Reveal(), k.Account, k.Prefix, k.Name, plan.String(), k.Scopes.Names(), k.Sandbox,
		k.Created, orNil(k.Expires)}
}

// ownKeyName is the name of a key whose maker gave none.
const ownKeyName = "self-generated"

// SelfGenerate makes a key for the caller's own account. Its scopes are those of the plan
// that the caller has too. An empty name becomes ownKeyName. When the account has
// ledger.MostOwnKeys already it is a fault of kind Conflict, which costs nothing (REQ K-01,
// K-02).
func (v *Visit) SelfGenerate(ctx context.Context, name string) (NewKey, error) {
	if name == "" {
		name = ownKeyName
	}
	check := func() error { _, err := ledger.ProperName(name); return err }
	if err := v.enter(ctx, access.Needs.SelfGenerate, check); err != nil {
		return NewKey{}, err
	}
	scopes := v.caller.Scopes & v.caller.Plan.DefaultScopes()
	k, token, err := ledger.IssueOwn(ctx, v.authority.ledger, v.caller.Account, name, scopes, by(v.caller), v.now)
	if err != nil {
		_ = v.gate.Refund(ctx) // a refusal that is lost leaves one unit more used
		return NewKey{}, err
	}
	return DescribeNewKey(k, v.caller.Plan, token), nil
}
