package ledger

import (
	"context"
	"crypto/subtle"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"kinodex/internal/access"
)

// How old a KeyCache's knowledge may be. A key is looked up again once it is
// refreshAge old, by one of those who ask while the others go on with what is
// known; nobody is answered from knowledge of maxAge or more, so a revoked key
// opens nothing a second later on any replica.
const (
	refreshAge = 400 * time.Millisecond
	maxAge     = 900 * time.Millisecond
)

// KeyCache answers who a key belongs to, from memory while that is fresh and
// from its ledger otherwise. Its age is measured by the process's clock, whatever
// time callers pass. It remembers good keys only: an unknown key costs a look-up each
// time, and a new one works at once.
type KeyCache struct {
	ledger Keys
	known  sync.Map // Hash to *cachedKey

	changes sync.Mutex // held to change what is known
	changed uint64     // how often this process changed keys or accounts
}

// cachedKey is one key on the ring.
type cachedKey struct {
	answer   atomic.Pointer[keyLookup]
	fetching sync.Mutex
}

// keyLookup is what the ledger said, and when it was asked.
type keyLookup struct {
	key     Key
	account Account
	asked   time.Time
}

// opens reports whether the key is good and its account let in.
func (f *keyLookup) opens(now time.Time) bool {
	return f.key.Good(now) && f.account.Status == Active
}

// NewKeyCache gives an empty keyring before a ledger.
func NewKeyCache(ledger Keys) *KeyCache { return &KeyCache{ledger: ledger} }

// Find gives the key of a token and its account, or ErrNotFound when the key is
// unknown, revoked or expired at now, or its account suspended. It records the key's use, about once a
// minute.
func (r *KeyCache) Find(ctx context.Context, token access.Token, now time.Time) (Key, Account, error) {
	hash := token.Hash()
	f, err := r.find(ctx, hash, now)
	if err != nil {
		return Key{}, Account{}, err
	}
	if subtle.ConstantTimeCompare(f.key.Hash[:], hash[:]) != 1 || !f.opens(now) {
		return Key{}, Account{}, ErrNotFound
	}
	return f.key, f.account, nil
}

func (r *KeyCache) find(ctx context.Context, hash Hash, now time.Time) (*keyLookup, error) {
	slot, ok := r.known.Load(hash)
	if !ok {
		return r.fetch(ctx, hash, &cachedKey{}, now)
	}
	e := slot.(*cachedKey)
	f := e.answer.Load()
	switch age := time.Since(f.asked); {
	case age < refreshAge:
		return f, nil
	case age < maxAge:
		if !e.fetching.TryLock() {
			return f, nil
		}
	default:
		e.fetching.Lock()
		if f = e.answer.Load(); time.Since(f.asked) < refreshAge {
			e.fetching.Unlock()
			return f, nil
		}
	}
	defer e.fetching.Unlock()
	fresh, err := r.fetch(ctx, hash, e, now)
	if err != nil && !errors.Is(err, ErrNotFound) && time.Since(f.asked) < maxAge {
		return f, nil // the next one tries again
	}
	return fresh, err
}

// fetch asks the ledger and keeps the answer on e when the key is good.
func (r *KeyCache) fetch(ctx context.Context, hash Hash, e *cachedKey, now time.Time) (*keyLookup, error) {
	asked := time.Now()
	r.changes.Lock()
	before := r.changed
	r.changes.Unlock()
	key, account, err := r.ledger.FindKey(ctx, hash)
	f := &keyLookup{key, account, asked}
	if err != nil || !f.opens(now) {
		if err == nil || errors.Is(err, ErrNotFound) {
			r.known.Delete(hash)
			err = ErrNotFound
		}
		return nil, err
	}
	if RecordsUse(key.LastUsed, now) && r.ledger.UsedKey(ctx, key.ID, now) == nil {
		// A use that could not be recorded is no reason to refuse the key; the
		// next look-up tries again.
		f.key.LastUsed = now
	}
	r.changes.Lock()
	defer r.changes.Unlock()
	if r.changed == before {
		e.answer.Store(f)
		r.known.Store(hash, e)
	}
	return f, nil
}

// Invalidating is l, with this keyring told of each change of a key or an
// account: what is changed through it is known here at once, not only when it is
// looked up again.
func (r *KeyCache) Invalidating(l Ledger) Ledger { return invalidatingLedger{l, r} }
