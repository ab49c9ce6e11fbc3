package ledger

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
)

// CreateShare is Shares.CreateShare.
func (m *Memory) CreateShare(_ context.Context, s Share, most int, because ...Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, err := m.account(s.Account); err != nil {
		return err
	}
	if _, taken := m.shares[s.Hash]; taken {
		return fmt.Errorf("share: %w", ErrExists)
	}
	good := 0
	for _, other := range m.shares {
		if other.Account == s.Account && other.Good(s.Created) {
			good++
		}
	}
	if good >= most {
		return fmt.Errorf("shares of %s: %w", s.Account, ErrFull)
	}
	until := m.readClock(s.Created)
	maps.DeleteFunc(m.shares, func(_ Hash, old Share) bool { return !old.Good(until) })
	s.Sealed = bytes.Clone(s.Sealed)
	m.shares[s.Hash] = s
	m.record(because)
	return nil
}

// Share is Shares.Share.
func (m *Memory) Share(_ context.Context, hash Hash) (Share, Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s, ok := m.shares[hash]
	if !ok {
		return Share{}, Account{}, fmt.Errorf("share: %w", ErrNotFound)
	}
	s.Sealed = bytes.Clone(s.Sealed)
	return s, m.accounts[s.Account], nil
}

// ListShares is Shares.ListShares.
func (m *Memory) ListShares(_ context.Context, account string) ([]Share, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var all []Share
	for _, s := range m.shares {
		if s.Account == account {
			s.Sealed = nil
			all = append(all, s)
		}
	}
	slices.SortFunc(all, func(a, b Share) int {
		return cmp.Or(a.Created.Compare(b.Created), bytes.Compare(a.Hash[:], b.Hash[:]))
	})
	return all, nil
}

// EndShare is Shares.EndShare.
func (m *Memory) EndShare(_ context.Context, account string, hash Hash, because ...Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s, ok := m.shares[hash]; ok && s.Account == account {
		delete(m.shares, hash)
		m.record(because)
	}
	return nil
}
