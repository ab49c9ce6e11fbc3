package ledgertest

import (
	"crypto/sha256"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"kinodex/internal/ledger"
)

func newClaim(id, body string, at time.Time) ledger.Claim {
	return ledger.Claim{
		ID: sha256.Sum256([]byte(id)), Body: sha256.Sum256([]byte(body)),
		At: at, Lease: at.Add(time.Minute), Keep: at.Add(24 * time.Hour),
	}
}

// claim makes a claim and compares what comes of it.
func claim(t *testing.T, l ledger.Ledger, c ledger.Claim, want string, refusal error) {
	t.Helper()
	sealed, err := l.Claim(t.Context(), c)
	if string(sealed) != want || !errors.Is(err, refusal) {
		t.Errorf("claim = %q, %v, want %q, %v", sealed, err, want, refusal)
	}
}

// REQ K-08
func replays(t *testing.T, open Open) {
	l := open(t)
	c := newClaim("a", "body", noon)
	claim(t, l, c, "", nil)
	claim(t, l, newClaim("b", "body", noon), "", nil)
	again := newClaim("a", "body", noon.Add(time.Second))
	claim(t, open(t), again, "", ledger.ErrPending)
	other := newClaim("a", "another body", noon.Add(time.Second))
	claim(t, l, other, "", ledger.ErrOther)
	must(t, l.Settle(t.Context(), c, []byte("answer")))
	claim(t, open(t), again, "answer", nil)
	claim(t, l, other, "", ledger.ErrOther)
	// What is settled stays, whatever its first asker does.
	must(t, l.Settle(t.Context(), c, []byte("another answer")))
	must(t, l.Release(t.Context(), c))
	claim(t, l, again, "answer", nil)

	released := newClaim("c", "body", noon)
	claim(t, l, released, "", nil)
	must(t, l.Release(t.Context(), released))
	claim(t, l, newClaim("c", "another body", noon), "", nil)
}

func replaysAtOnce(t *testing.T, open Open) {
	ledgers := []ledger.Ledger{open(t), open(t)}
	for round := range 5 {
		// A claim that has lapsed is taken over by one of them.
		at := noon.Add(time.Duration(round) * time.Hour)
		var won, pending atomic.Int32
		atOnce(16, func(i int) {
			c := newClaim("a", "body", at.Add(time.Duration(i)*time.Microsecond))
			switch _, err := ledgers[i%2].Claim(t.Context(), c); {
			case err == nil:
				won.Add(1)
			case errors.Is(err, ledger.ErrPending):
				pending.Add(1)
			default:
				t.Error(err)
			}
		})
		if won.Load() != 1 || pending.Load() != 15 {
			t.Errorf("round %d: %d execute, %d are told to wait", round, won.Load(), pending.Load())
		}
	}
}

func lapses(t *testing.T, open Open) {
	l := open(t)
	died := newClaim("a", "body", noon)
	claim(t, l, died, "", nil)
	claim(t, l, newClaim("a", "body", died.Lease.Add(-time.Second)), "", ledger.ErrPending)
	heir := newClaim("a", "body", died.Lease)
	claim(t, l, heir, "", nil)
	// The first one was not dead, but late: it has lost its say.
	must(t, l.Settle(t.Context(), died, []byte("late")))
	must(t, l.Release(t.Context(), died))
	claim(t, l, newClaim("a", "body", heir.At.Add(time.Second)), "", ledger.ErrPending)
	must(t, l.Settle(t.Context(), heir, []byte("answer")))
	claim(t, l, newClaim("a", "body", heir.Keep.Add(-time.Second)), "answer", nil)
	claim(t, l, newClaim("a", "another body", heir.Keep), "", nil)
}
