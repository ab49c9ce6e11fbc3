package sqldb

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/ledger"
)

// A look-up is by the hash of the whole key, so it takes no longer, and no less
// long, when some key begins like the one that is looked for.
func TestALookUpTellsNothingOfPrefixes(t *testing.T) {
	l := openFile(t, filepath.Join(t.TempDir(), "ledger.db"))
	if err := l.CreateAccount(t.Context(), ledger.Account{ID: "acc_1"}); err != nil {
		t.Fatal(err)
	}
	var tokens []access.Token
	for i := range 500 {
		key, token := ledger.NewKey("acc_1", fmt.Sprint(i), access.Scopes(access.Read), false, time.Now())
		if err := l.CreateKey(t.Context(), key); err != nil {
			t.Fatal(err)
		}
		tokens = append(tokens, token)
	}
	took := func(hash ledger.Hash) time.Duration {
		start := time.Now()
		if _, _, err := l.FindKey(t.Context(), hash); !errors.Is(err, ledger.ErrNotFound) {
			t.Fatal(err)
		}
		return time.Since(start)
	}
	var known, unknown []time.Duration
	for i := range 2_000 {
		sum := tokens[i%len(tokens)].Hash()
		sum[31] ^= 1 // as near to a known key as the index can tell
		known = append(known, took(sum))
		unknown = append(unknown, took(access.NewToken(false).Hash()))
	}
	slices.Sort(known)
	slices.Sort(unknown)
	if a, b := known[len(known)/4], unknown[len(unknown)/4]; a > b*3/2 || b > a*3/2 {
		t.Errorf("a look-up takes %v near a known key, %v elsewhere", a, b)
	}
}
