package ledger_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/ledger"
)

// counted counts look-ups, and can be made to fail.
type counted struct {
	*ledger.Memory
	finds atomic.Int64
	fail  atomic.Bool
}

func (c *counted) FindKey(ctx context.Context, hash ledger.Hash) (ledger.Key, ledger.Account, error) {
	c.finds.Add(1)
	if c.fail.Load() {
		return ledger.Key{}, ledger.Account{}, errors.New("the disk is gone")
	}
	return c.Memory.FindKey(ctx, hash)
}

// newRing gives a keyring over a ledger with one key.
func newRing(t *testing.T, change func(*ledger.Key)) (*ledger.KeyCache, *counted, ledger.Key, access.Token) {
	t.Helper()
	l := &counted{Memory: ledger.NewMemory()}
	if err := l.CreateAccount(t.Context(), ledger.Account{ID: "acc_1", Plan: access.Studio}); err != nil {
		t.Fatal(err)
	}
	key, token := ledger.NewKey("acc_1", "k", access.Scopes(access.Read), false, time.Now())
	if change != nil {
		change(&key)
	}
	if err := l.CreateKey(t.Context(), key); err != nil {
		t.Fatal(err)
	}
	return ledger.NewKeyCache(l), l, key, token
}

func TestAGoodKeyOpens(t *testing.T) {
	ring, _, key, token := newRing(t, nil)
	got, account, err := ring.Find(t.Context(), token, time.Now())
	if err != nil || got.ID != key.ID || account.Plan != access.Studio {
		t.Errorf("found %+v of %+v, %v", got, account, err)
	}
}

// REQ A-06
func TestABadKeyDoesNotOpen(t *testing.T) {
	long := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	for name, change := range map[string]func(*ledger.Key){
		"revoked": func(k *ledger.Key) { k.Revoked = long },
		"expired": func(k *ledger.Key) { k.Expires = long },
		"unknown": func(k *ledger.Key) { k.Hash[0] ^= 1 },
	} {
		ring, _, _, token := newRing(t, change)
		if _, _, err := ring.Find(t.Context(), token, time.Now()); !errors.Is(err, ledger.ErrNotFound) {
			t.Errorf("a key that is %s: %v", name, err)
		}
	}
}

func TestAKeyEndsWhenItExpires(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ring, _, _, token := newRing(t, func(k *ledger.Key) { k.Expires = k.Created.Add(100 * time.Millisecond) })
		if _, _, err := ring.Find(t.Context(), token, time.Now()); err != nil {
			t.Errorf("before it expires: %v", err)
		}
		time.Sleep(100 * time.Millisecond)
		if _, _, err := ring.Find(t.Context(), token, time.Now()); !errors.Is(err, ledger.ErrNotFound) {
			t.Errorf("when it expires, although it was known: %v", err)
		}
	})
}

func TestARevokedKeyIsRefusedWithinASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ring, l, key, token := newRing(t, nil)
		for wait := time.Duration(0); wait < time.Second; wait += 50 * time.Millisecond {
			if _, _, err := ring.Find(t.Context(), token, time.Now()); err != nil {
				t.Fatal(err)
			}
		}
		// Another process revokes it; this one is not told.
		if err := l.RevokeKey(t.Context(), key.ID, time.Now()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		if _, _, err := ring.Find(t.Context(), token, time.Now()); !errors.Is(err, ledger.ErrNotFound) {
			t.Errorf("a second after it was revoked: %v", err)
		}
	})
}

// What this process changes is known to it at once.
//
// REQ A-06
func TestWhatThisProcessChangesIsKnownAtOnce(t *testing.T) {
	ctx := t.Context()
	for name, c := range map[string]struct {
		change func(l ledger.Ledger, k ledger.Key) error
		good   bool
	}{
		"a revoked key":       {func(l ledger.Ledger, k ledger.Key) error { return l.RevokeKey(ctx, k.ID, time.Now()) }, false},
		"a suspended account": {func(l ledger.Ledger, k ledger.Key) error { return l.SetStatus(ctx, k.Account, ledger.Suspended) }, false},
		"a replaced key": {func(l ledger.Ledger, k ledger.Key) error {
			fresh, _ := ledger.NewKey(k.Account, "k", k.Scopes, false, time.Now())
			return l.RotateKey(ctx, k.ID, time.Now(), fresh)
		}, false},
		"an expired key": {func(l ledger.Ledger, k ledger.Key) error { k.Expires = time.Now(); return l.ChangeKey(ctx, k) }, false},
		"another plan":   {func(l ledger.Ledger, k ledger.Key) error { return l.SetPlan(ctx, k.Account, access.Writer) }, true},
		"other scopes": {func(l ledger.Ledger, k ledger.Key) error {
			k.Scopes = access.Scopes(access.Write)
			return l.ChangeKey(ctx, k)
		}, true},
	} {
		ring, l, key, token := newRing(t, nil)
		if _, _, err := ring.Find(ctx, token, time.Now()); err != nil {
			t.Fatal(err)
		}
		if err := c.change(ring.Invalidating(l), key); err != nil {
			t.Fatal(err)
		}
		got, account, err := ring.Find(ctx, token, time.Now())
		if (err == nil) != c.good {
			t.Errorf("%s: %v", name, err)
		}
		if c.good && account.Plan == access.Studio && got.Scopes == key.Scopes {
			t.Errorf("%s: still %v with %v", name, account.Plan, got.Scopes)
		}
	}
}

// A look-up that began before the change and ends after it is not remembered.
func TestALookUpThatIsOvertakenIsNotRemembered(t *testing.T) {
	ring, l, key, token := newRing(t, nil)
	slow := &slowFind{counted: l, asked: make(chan bool), answer: make(chan bool)}
	ring = ledger.NewKeyCache(slow)
	done := make(chan bool)
	go func() {
		ring.Find(t.Context(), token, time.Now())
		close(done)
	}()
	<-slow.asked
	if err := ring.Invalidating(l).RevokeKey(t.Context(), key.ID, time.Now()); err != nil {
		t.Fatal(err)
	}
	close(slow.answer)
	<-done
	go func() { <-slow.asked }()
	if _, _, err := ring.Find(t.Context(), token, time.Now()); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("after the key was revoked: %v", err)
	}
}

// slowFind answers a look-up with what it knew when it was asked, once it may.
type slowFind struct {
	*counted
	asked, answer chan bool
}

func (s *slowFind) FindKey(ctx context.Context, hash ledger.Hash) (ledger.Key, ledger.Account, error) {
	k, a, err := s.counted.FindKey(ctx, hash)
	s.asked <- true
	<-s.answer
	return k, a, err
}

// REQ A-06
func TestASuspendedAccountIsRefusedWithinASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ring, l, _, token := newRing(t, nil)
		if _, _, err := ring.Find(t.Context(), token, time.Now()); err != nil {
			t.Fatal(err)
		}
		for status, want := range map[ledger.Status]error{ledger.Suspended: ledger.ErrNotFound, ledger.Active: nil} {
			if err := l.SetStatus(t.Context(), "acc_1", status); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Second)
			if _, _, err := ring.Find(t.Context(), token, time.Now()); !errors.Is(err, want) {
				t.Errorf("a second after the account became %v: %v, want %v", status, err, want)
			}
		}
	})
}

func TestANewPlanIsKnownWithinASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ring, l, _, token := newRing(t, nil)
		ring.Find(t.Context(), token, time.Now())
		if err := l.SetPlan(t.Context(), "acc_1", access.Writer); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		if _, account, err := ring.Find(t.Context(), token, time.Now()); err != nil || account.Plan != access.Writer {
			t.Errorf("plan = %v, %v, want writer", account.Plan, err)
		}
	})
}

func TestABusyKeyIsLookedUpRarely(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ring, l, _, token := newRing(t, nil)
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() {
				for range 100 {
					if _, _, err := ring.Find(t.Context(), token, time.Now()); err != nil {
						t.Error(err)
					}
					time.Sleep(100 * time.Millisecond)
				}
			})
		}
		all.Wait()
		// Fifty may come before the first look-up is done; then about two a second.
		if n := l.finds.Load(); n > 50+30 {
			t.Errorf("%d look-ups for 5,000 requests in 10 s", n)
		}
	})
}

func TestWithoutItsLedgerNothingOpensForLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ring, l, _, token := newRing(t, nil)
		ring.Find(t.Context(), token, time.Now())
		l.fail.Store(true)
		time.Sleep(time.Second)
		_, _, err := ring.Find(t.Context(), token, time.Now())
		if err == nil || errors.Is(err, ledger.ErrNotFound) {
			t.Errorf("with the ledger gone: %v, want its error and not that the key is unknown", err)
		}
		l.fail.Store(false)
		if _, _, err := ring.Find(t.Context(), token, time.Now()); err != nil {
			t.Errorf("with the ledger back: %v", err)
		}
	})
}

// REQ A-20
func TestUseIsRecordedAboutOnceAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ring, l, key, token := newRing(t, nil)
		start := time.Now()
		for range 5 * 60 {
			if _, _, err := ring.Find(t.Context(), token, time.Now()); err != nil {
				t.Fatal(err)
			}
			if got, _, _ := l.Memory.FindKey(t.Context(), key.Hash); time.Since(got.LastUsed) > time.Minute {
				t.Fatalf("after %v the last use is recorded as %v ago", time.Since(start), time.Since(got.LastUsed))
			}
			time.Sleep(time.Second)
		}
	})
}
