package ledger

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"
)

// CreateKey is Keys.CreateKey.
func (m *Memory) CreateKey(_ context.Context, k Key, because ...Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.addKey(k, because)
}

func (m *Memory) addKey(k Key, because []Event) error {
	if _, err := m.account(k.Account); err != nil {
		return err
	}
	if m.keys[k.ID] != nil || m.byHash[k.Hash] != nil {
		return fmt.Errorf("key %s: %w", k.ID, ErrExists)
	}
	m.keys[k.ID] = &k
	m.byHash[k.Hash] = &k
	m.record(because)
	return nil
}

// CreateOwnKey is Keys.CreateOwnKey.
func (m *Memory) CreateOwnKey(_ context.Context, k Key, most int, because ...Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	own := 0
	for _, other := range m.keys {
		if other.Account == k.Account && other.Own && other.Good(k.Created) {
			own++
		}
	}
	if own >= most {
		return fmt.Errorf("keys of %s: %w", k.Account, ErrFull)
	}
	return m.addKey(k, because)
}

// Key is Keys.Key.
func (m *Memory) Key(_ context.Context, id string) (Key, Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.withAccount(m.keys[id])
}

// FindKey is Keys.FindKey.
func (m *Memory) FindKey(_ context.Context, hash Hash) (Key, Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.withAccount(m.byHash[hash])
}

func (m *Memory) withAccount(k *Key) (Key, Account, error) {
	if k == nil {
		return Key{}, Account{}, fmt.Errorf("key: %w", ErrNotFound)
	}
	return *k, m.accounts[k.Account], nil
}

// ListKeys is Keys.ListKeys.
func (m *Memory) ListKeys(_ context.Context, account string) ([]Key, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var all []Key
	for k := range maps.Values(m.keys) {
		if account == "" || k.Account == account {
			all = append(all, *k)
		}
	}
	slices.SortFunc(all, func(a, b Key) int {
		return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID))
	})
	return all, nil
}

// PageKeys is Keys.PageKeys.
func (m *Memory) PageKeys(ctx context.Context, account string, offset, limit int) ([]Key, int, error) {
	all, err := m.ListKeys(ctx, account)
	total := len(all)
	all = all[min(offset, total):]
	return all[:min(limit, len(all))], total, err
}

// ChangeKey is Keys.ChangeKey.
func (m *Memory) ChangeKey(_ context.Context, k Key, because ...Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	kept := m.keys[k.ID]
	if kept == nil {
		return fmt.Errorf("key %s: %w", k.ID, ErrNotFound)
	}
	kept.Name, kept.Scopes, kept.Expires = k.Name, k.Scopes, k.Expires
	m.record(because)
	return nil
}

// RotateKey is Keys.RotateKey.
func (m *Memory) RotateKey(_ context.Context, old string, until time.Time, fresh Key, because ...Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	k := m.keys[old]
	if k == nil || !k.Revoked.IsZero() {
		return fmt.Errorf("key %s: %w", old, ErrNotFound)
	}
	if err := m.addKey(fresh, because); err != nil {
		return err
	}
	if k.Expires.IsZero() || k.Expires.After(until) {
		k.Expires = until
	}
	return nil
}

// RevokeKey is Keys.RevokeKey.
func (m *Memory) RevokeKey(_ context.Context, id string, at time.Time, because ...Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	k := m.keys[id]
	if k == nil {
		return fmt.Errorf("key %s: %w", id, ErrNotFound)
	}
	if k.Revoked.IsZero() {
		k.Revoked = at
		m.record(because)
	}
	return nil
}

// UsedKey is Keys.UsedKey.
func (m *Memory) UsedKey(_ context.Context, id string, at time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if k := m.keys[id]; k != nil && supersedes(at, k.LastUsed) {
		k.LastUsed = at
	}
	return nil
}
