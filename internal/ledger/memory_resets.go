package ledger

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"kinodex/internal/access"
)

// CreatePasswordReset is Resets.CreatePasswordReset.
func (m *Memory) CreatePasswordReset(_ context.Context, r PasswordReset, because ...Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, err := m.account(r.Account); err != nil {
		return err
	}
	m.resets[r.Account] = r
	m.record(because)
	return nil
}

// PasswordReset is Resets.PasswordReset.
func (m *Memory) PasswordReset(_ context.Context, hash Hash) (PasswordReset, Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.reset(hash)
}

func (m *Memory) reset(hash Hash) (PasswordReset, Account, error) {
	for _, r := range m.resets {
		if r.Hash == hash {
			return r, m.accounts[r.Account], nil
		}
	}
	return PasswordReset{}, Account{}, fmt.Errorf("password reset: %w", ErrNotFound)
}

// UsePasswordReset is Resets.UsePasswordReset.
func (m *Memory) UsePasswordReset(_ context.Context, hash Hash, password access.PasswordHash, at time.Time, because ...Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	r, a, err := m.reset(hash)
	if err != nil {
		return err
	}
	if !r.Good(at) {
		return fmt.Errorf("password reset: %w", ErrNotFound)
	}
	a.Password = password
	m.accounts[a.ID] = a
	m.shutOut(a.ID)
	m.record(because)
	return nil
}

// accountNetwork is a network that an account knows.
type accountNetwork struct{ account, network string }

// RememberNetwork is Networks.RememberNetwork.
func (m *Memory) RememberNetwork(_ context.Context, account, network string, at, until time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, err := m.account(account); err != nil {
		return err
	}
	key := accountNetwork{account, network}
	if m.networks[key].Before(until) {
		m.networks[key] = until
	}
	var kept []accountNetwork
	for k, until := range m.networks {
		if k.account == account && at.Before(until) {
			kept = append(kept, k)
		} else if k.account == account {
			delete(m.networks, k)
		}
	}
	slices.SortFunc(kept, func(a, b accountNetwork) int {
		return cmp.Or(m.networks[b].Compare(m.networks[a]), cmp.Compare(a.network, b.network))
	})
	for _, k := range kept[min(len(kept), MostNetworks):] {
		delete(m.networks, k)
	}
	return nil
}

// KnowsNetwork is Networks.KnowsNetwork.
func (m *Memory) KnowsNetwork(_ context.Context, account, network string, at time.Time) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return at.Before(m.networks[accountNetwork{account, network}]), nil
}
