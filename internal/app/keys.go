package app

import (
	"context"

	"kinodex/internal/access"
	"kinodex/internal/identity"
	"kinodex/internal/ledger"
)

// ownKeyName is the name of a key whose maker gave none.
const ownKeyName = "self-generated"

// SelfGenerate makes a key for the caller's own account. Its scopes are those of the plan
// that the caller has too. An empty name becomes ownKeyName. When the account has
// ledger.MostOwnKeys already it is a fault of kind Conflict, which costs nothing (REQ K-01,
// K-02).
func (v *Visit) SelfGenerate(ctx context.Context, name string) (identity.NewKey, error) {
	if name == "" {
		name = ownKeyName
	}
	check := func() error { _, err := ledger.ProperName(name); return err }
	if err := v.enter(ctx, access.Needs.SelfGenerate, check); err != nil {
		return identity.NewKey{}, err
	}
	scopes := v.caller.Scopes & v.caller.Plan.DefaultScopes()
	k, token, err := ledger.IssueOwn(ctx, v.app.ledger, v.caller.Account, name, scopes, v.by(), v.now)
	if err != nil {
		v.Refund(ctx) // a refusal that is lost leaves one unit more used
		return identity.NewKey{}, err
	}
	return identity.DescribeNewKey(k, v.caller.Plan, token), nil
}

// by returns the actor and address of this visit for the audit log.
func (v *Visit) by() ledger.By {
	who := v.caller.Key
	if who == "" {
		who = v.caller.Account
	}
	return ledger.By{Actor: who, From: v.caller.From()}
}
