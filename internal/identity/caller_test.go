package identity_test

import (
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/fault"
	"kinodex/internal/identity"
)

// REQ
func TestWhoIsNotRecognised(t *testing.T) {
	h := apptest.Open(t)
	revoked := h.NewKey(access.Studio, access.Scopes(access.Read), false)
	keys, err := h.Ledger.ListKeys(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range keys {
		token, _ := access.ParseToken(revoked)
		if k.Hash == token.Hash() {
			if err := h.Ledger.RevokeKey(t.Context(), k.ID, h.Clock.Now()); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, c := range map[string]struct {
		shown identity.Credentials
		kind  fault.Kind
	}{
		"nothing":                       {identity.Credentials{}, fault.MissingKey},
		"a word":                        {identity.Credentials{Key: "letmein"}, fault.InvalidKey},
		"a well-formed key of nobody":   {identity.Credentials{Key: access.NewToken(false).Reveal()}, fault.InvalidKey},
		"a revoked key":                 {identity.Credentials{Key: revoked}, fault.InvalidKey},
		"a revoked key, in the sandbox": {identity.Credentials{Key: revoked, Sandbox: true}, fault.InvalidKey},
	} {
		caller, err := h.App.Identity().Caller(t.Context(), c.shown)
		if !fault.Is(err, c.kind) || caller != (access.Caller{}) {
			t.Errorf("%s: %+v, %v, want %s", name, caller, err, c.kind)
		}
	}
}
