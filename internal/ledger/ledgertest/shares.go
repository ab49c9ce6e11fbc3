package ledgertest

import (
	"bytes"
	"errors"
	"reflect"
	"sync/atomic"
	"testing"
	"time"

	"kinodex/internal/ledger"
)

// share makes a share that holds a few bytes, zeros among them.
func share(account string, at time.Time) ledger.Share {
	s, _ := ledger.NewShare(account, "The Brass Key", at)
	s.Sealed = append([]byte{0, 0xff}, s.Hash[:]...)
	return s
}

// isShare expects a share to be there as it was made, or not to be there.
func isShare(t *testing.T, l ledger.Ledger, what string, want ledger.Share, there bool) {
	t.Helper()
	got, owner, err := l.Share(t.Context(), want.Hash)
	if there && (err != nil || !reflect.DeepEqual(got, want) || owner.ID != want.Account) || !there && !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("%s: %+v of %+v, %v, want it there: %v", what, got, owner, err, there)
	}
}

// areShares expects an account to have these shares, listed without what they hold.
func areShares(t *testing.T, l ledger.Ledger, account string, want ...ledger.Share) {
	t.Helper()
	for i := range want {
		want[i].Sealed = nil
	}
	if got, err := l.ListShares(t.Context(), account); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s has %+v, %v, want %+v", account, got, err, want)
	}
}

func shares(t *testing.T, open Open) {
	l := open(t)
	made := ida.Did(ledger.ShareCreated, "acc_1", "shr_1", "", noon)
	ended := ida.Did(ledger.ShareEnded, "acc_1", "shr_1", "", noon)
	if err := l.CreateShare(t.Context(), share("acc_none", noon), 9, made); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("a share of nobody: %v, want ErrNotFound", err)
	}
	account(t, l, "acc_1")
	account(t, l, "acc_2")
	first, second, other := share("acc_1", noon), share("acc_1", noon.Add(time.Second)), share("acc_2", noon)
	first.Sealed = bytes.Repeat([]byte{7, 0}, 32<<10)
	for _, s := range []ledger.Share{second, first, other} {
		must(t, l.CreateShare(t.Context(), s, 2, made))
		isShare(t, open(t), "a new share", s, true)
	}
	if err := l.CreateShare(t.Context(), first, 9, made); !errors.Is(err, ledger.ErrExists) {
		t.Errorf("the same share again: %v, want ErrExists", err)
	}
	areShares(t, open(t), "acc_1", first, second)
	areShares(t, l, "acc_2", other)
	areShares(t, l, "acc_none")

	// Nobody ends what is another's.
	must(t, l.EndShare(t.Context(), "acc_2", first.Hash, ended))
	isShare(t, l, "after another account ended it", first, true)
	for range 2 {
		must(t, l.EndShare(t.Context(), "acc_1", first.Hash, ended))
	}
	isShare(t, open(t), "an ended share", first, false)
	areShares(t, l, "acc_1", second)
	if a, b := len(read(t, l, ledger.AuditQuery{Action: ledger.ShareCreated})), len(read(t, l, ledger.AuditQuery{Action: ledger.ShareEnded})); a != 3 || b != 1 {
		t.Errorf("%d made and %d ended shares are recorded, want 3 and 1", a, b)
	}
	// It is no way into the account, so a new password leaves it.
	must(t, l.SetPassword(t.Context(), "acc_1", "hash"))
	isShare(t, l, "after a new password", second, true)
}

// Of shares that are good an account has only so many, whichever server makes them; those
// that are over count no more, and are dropped as the next comes.
func manyShares(t *testing.T, open Open) {
	ledgers := []ledger.Ledger{open(t), open(t)}
	account(t, ledgers[0], "acc_1")
	var made atomic.Int32
	atOnce(12, func(i int) {
		switch err := ledgers[i%2].CreateShare(t.Context(), share("acc_1", noon), 5); {
		case err == nil:
			made.Add(1)
		case !errors.Is(err, ledger.ErrFull):
			t.Error(err)
		}
	})
	if all, err := ledgers[1].ListShares(t.Context(), "acc_1"); made.Load() != 5 || len(all) != 5 || err != nil {
		t.Errorf("%d are made and %d are there, %v, want 5", made.Load(), len(all), err)
	}
	last := noon.Add(ledger.ShareFor - time.Microsecond)
	pass(t, ledgers[0], last)
	if err := ledgers[0].CreateShare(t.Context(), share("acc_1", last), 5); !errors.Is(err, ledger.ErrFull) {
		t.Errorf("at their last moment: %v, want ErrFull", err)
	}
	fresh := share("acc_1", noon.Add(ledger.ShareFor))
	must(t, ledgers[0].CreateShare(t.Context(), fresh, 5))
	areShares(t, ledgers[1], "acc_1", fresh)
}
