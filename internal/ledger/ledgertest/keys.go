package ledgertest

import (
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/ledger"
)

func keys(t *testing.T, open Open) {
	l := open(t)
	account(t, l, "acc_1")
	var unknown ledger.Hash
	if _, _, err := l.FindKey(t.Context(), unknown); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("an unknown key: %v, want ErrNotFound", err)
	}
	if _, _, err := l.Key(t.Context(), "key_none"); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("an unknown id: %v, want ErrNotFound", err)
	}
	for _, k := range []ledger.Key{
		newKey("acc_1", "plain", noon),
		func() ledger.Key {
			k, _ := ledger.NewKey("acc_1", "full — ünïcode", access.Scopes(access.Read|access.AI|access.Admin), true, noon)
			k.Own, k.Expires, k.LastUsed = true, noon.Add(time.Hour), noon.Add(time.Minute)
			return k
		}(),
	} {
		must(t, l.CreateKey(t.Context(), k))
		got, owner, err := l.FindKey(t.Context(), k.Hash)
		must(t, err)
		if got != k {
			t.Errorf("key = %+v, want %+v", got, k)
		}
		if owner.ID != "acc_1" || owner.Plan != access.Writer {
			t.Errorf("owner = %+v", owner)
		}
		if got, owner, err = l.Key(t.Context(), k.ID); got != k || owner.ID != "acc_1" || err != nil {
			t.Errorf("by id, key = %+v of %+v, %v, want %+v", got, owner, err, k)
		}
	}
}

func listing(t *testing.T, open Open) {
	l := open(t)
	account(t, l, "acc_1")
	account(t, l, "acc_2")
	second := newKey("acc_1", "second", noon.Add(time.Second))
	first := newKey("acc_1", "first", noon)
	other := newKey("acc_2", "other", noon.Add(time.Minute))
	for _, k := range []ledger.Key{second, first, other} {
		must(t, l.CreateKey(t.Context(), k))
	}
	for of, want := range map[string][]ledger.Key{
		"acc_1": {first, second}, "acc_2": {other}, "acc_3": nil, "": {first, second, other},
	} {
		got, err := l.ListKeys(t.Context(), of)
		must(t, err)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("keys of %q = %+v, want %+v", of, got, want)
		}
		for offset := range 4 {
			got, total, err := l.PageKeys(t.Context(), of, offset, 2)
			must(t, err)
			page := want[min(offset, len(want)):]
			page = page[:min(2, len(page))]
			if fmt.Sprint(got) != fmt.Sprint(page) || total != len(want) {
				t.Errorf("keys of %q from %d = %+v of %d, want %+v of %d", of, offset, got, total, page, len(want))
			}
		}
	}
}

func keysOnce(t *testing.T, open Open) {
	l := open(t)
	k := newKey("acc_1", "early", noon)
	if err := l.CreateKey(t.Context(), k); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("a key of no account: %v, want ErrNotFound", err)
	}
	account(t, l, "acc_1")
	must(t, l.CreateKey(t.Context(), k))
	sameID, sameHash := newKey("acc_1", "same id", noon), newKey("acc_1", "same hash", noon)
	sameID.ID, sameHash.Hash = k.ID, k.Hash
	for _, twin := range []ledger.Key{k, sameID, sameHash} {
		if err := l.CreateKey(t.Context(), twin); !errors.Is(err, ledger.ErrExists) {
			t.Errorf("creating %q: %v, want ErrExists", twin.Name, err)
		}
	}
}

func revoking(t *testing.T, open Open) {
	l := open(t)
	account(t, l, "acc_1")
	k := newKey("acc_1", "k", noon)
	must(t, l.CreateKey(t.Context(), k))
	if err := l.RevokeKey(t.Context(), "key_none", noon); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("revoking no key: %v, want ErrNotFound", err)
	}
	at := noon.Add(time.Minute)
	must(t, l.RevokeKey(t.Context(), k.ID, at))
	must(t, l.RevokeKey(t.Context(), k.ID, at.Add(time.Hour)))
	got, _, err := open(t).FindKey(t.Context(), k.Hash)
	must(t, err)
	if !got.Revoked.Equal(at) || got.Good(at) {
		t.Errorf("revoked at %v (good: %v), want %v", got.Revoked, got.Good(at), at)
	}
}

// REQ A-20
func lastUse(t *testing.T, open Open) {
	l := open(t)
	account(t, l, "acc_1")
	k := newKey("acc_1", "k", noon)
	must(t, l.CreateKey(t.Context(), k))
	late := noon.Add(time.Hour)
	for _, at := range []time.Time{noon.Add(time.Minute), late, noon} {
		must(t, l.UsedKey(t.Context(), k.ID, at))
	}
	if got, _, err := l.FindKey(t.Context(), k.Hash); err != nil || !got.LastUsed.Equal(late) {
		t.Errorf("last used at %v (%v), want the latest use, %v", got.LastUsed, err, late)
	}
}

// REQ K-02
func ownKeys(t *testing.T, open Open) {
	here, there := open(t), open(t)
	own := func(at time.Time) ledger.Key {
		k := newKey("acc_1", "own", at)
		k.Own = true
		return k
	}
	if err := here.CreateOwnKey(t.Context(), own(noon), 5); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("a key of no account: %v, want ErrNotFound", err)
	}
	account(t, here, "acc_1")
	// Neither those that others made count, nor those that are good no more.
	must(t, here.CreateKey(t.Context(), newKey("acc_1", "not own", noon)))
	expired, revoked := own(noon.Add(-time.Hour)), own(noon)
	expired.Expires, revoked.Revoked = noon, noon
	must(t, here.CreateKey(t.Context(), expired))
	must(t, here.CreateKey(t.Context(), revoked))
	var made, full atomic.Int32
	atOnce(20, func(i int) {
		l := []ledger.Ledger{here, there}[i%2]
		switch err := l.CreateOwnKey(t.Context(), own(noon), 5); {
		case err == nil:
			made.Add(1)
		case errors.Is(err, ledger.ErrFull):
			full.Add(1)
		default:
			t.Error(err)
		}
	})
	if all, _ := here.ListKeys(t.Context(), "acc_1"); made.Load() != 5 || full.Load() != 15 || len(all) != 8 {
		t.Errorf("%d were made, %d refused, %d keys in all, want 5, 15 and 8", made.Load(), full.Load(), len(all))
	}
}

func changing(t *testing.T, open Open) {
	l := open(t)
	account(t, l, "acc_1")
	k := newKey("acc_1", "before", noon)
	if err := l.ChangeKey(t.Context(), k); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("changing no key: %v, want ErrNotFound", err)
	}
	must(t, l.CreateKey(t.Context(), k))
	k.Name, k.Scopes, k.Expires = "after", access.Scopes(access.AI), noon.Add(time.Hour)
	for range 2 {
		change := k
		change.Last4, change.Sandbox, change.Revoked = "none", true, noon // are no part of a change
		must(t, l.ChangeKey(t.Context(), change))
		if got, _, err := open(t).FindKey(t.Context(), k.Hash); err != nil || got != k {
			t.Errorf("key = %+v, %v, want %+v", got, err, k)
		}
		k.Expires = time.Time{}
	}
}

func rotating(t *testing.T, open Open) {
	l := open(t)
	account(t, l, "acc_1")
	until := noon.Add(time.Hour)
	forever, soon, gone := newKey("acc_1", "forever", noon), newKey("acc_1", "soon", noon), newKey("acc_1", "gone", noon)
	soon.Expires, gone.Revoked = noon.Add(time.Minute), noon
	for _, k := range []ledger.Key{forever, soon, gone} {
		must(t, l.CreateKey(t.Context(), k))
	}
	for _, c := range []struct {
		old     ledger.Key
		expires time.Time
	}{{forever, until}, {soon, soon.Expires}} {
		fresh := newKey("acc_1", "fresh", noon)
		must(t, l.RotateKey(t.Context(), c.old.ID, until, fresh))
		if got, _, err := l.FindKey(t.Context(), fresh.Hash); err != nil || got != fresh {
			t.Errorf("in the place of %s: %+v, %v", c.old.Name, got, err)
		}
		if got, _, err := l.FindKey(t.Context(), c.old.Hash); err != nil || !got.Expires.Equal(c.expires) {
			t.Errorf("%s expires at %v, %v, want %v", c.old.Name, got.Expires, err, c.expires)
		}
	}
	for _, none := range []string{gone.ID, "key_none"} {
		fresh := newKey("acc_1", "fresh", noon)
		if err := l.RotateKey(t.Context(), none, until, fresh); !errors.Is(err, ledger.ErrNotFound) {
			t.Errorf("replacing %s: %v, want ErrNotFound", none, err)
		}
		if _, _, err := l.FindKey(t.Context(), fresh.Hash); !errors.Is(err, ledger.ErrNotFound) {
			t.Errorf("a key was made in the place of %s: %v", none, err)
		}
	}
	twin := newKey("acc_1", "twin", noon)
	twin.ID = soon.ID
	if err := l.RotateKey(t.Context(), forever.ID, noon, twin); !errors.Is(err, ledger.ErrExists) {
		t.Errorf("replacing by a key that exists: %v, want ErrExists", err)
	}
	if got, _, _ := l.FindKey(t.Context(), forever.Hash); !got.Expires.Equal(until) {
		t.Errorf("a failed rotation moved the expiry to %v", got.Expires)
	}
}
