package ledger

import (
	"cmp"
	"context"
	"fmt"
	"slices"
)

// CreatePasskey is Passkeys.CreatePasskey.
func (m *Memory) CreatePasskey(_ context.Context, p Passkey, most int, because ...Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, err := m.account(p.Account); err != nil {
		return err
	}
	if _, taken := m.passkeys[p.ID]; taken {
		return fmt.Errorf("passkey: %w", ErrExists)
	}
	if len(m.passkeysOf(p.Account)) >= most {
		return fmt.Errorf("passkeys of %s: %w", p.Account, ErrFull)
	}
	m.passkeys[p.ID] = p
	m.record(because)
	return nil
}

// passkeysOf gives the passkeys of an account by creation, then id.
func (m *Memory) passkeysOf(account string) []Passkey {
	var all []Passkey
	for _, p := range m.passkeys {
		if p.Account == account {
			all = append(all, p)
		}
	}
	slices.SortFunc(all, func(a, b Passkey) int { return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID)) })
	return all
}

// Passkey is Passkeys.Passkey.
func (m *Memory) Passkey(_ context.Context, id string) (Passkey, Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, ok := m.passkeys[id]
	if !ok {
		return Passkey{}, Account{}, fmt.Errorf("passkey: %w", ErrNotFound)
	}
	return p, m.accounts[p.Account], nil
}

// ListPasskeys is Passkeys.ListPasskeys.
func (m *Memory) ListPasskeys(_ context.Context, account string) ([]Passkey, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.passkeysOf(account), nil
}

// NamePasskey is Passkeys.NamePasskey.
func (m *Memory) NamePasskey(_ context.Context, account, id, name string, because ...Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	p, ok := m.passkeys[id]
	if !ok || p.Account != account {
		return fmt.Errorf("passkey: %w", ErrNotFound)
	}
	p.Name = name
	m.passkeys[id] = p
	m.record(because)
	return nil
}

// EndPasskey is Passkeys.EndPasskey.
func (m *Memory) EndPasskey(_ context.Context, account, id string, because ...Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if p, ok := m.passkeys[id]; ok && p.Account == account {
		delete(m.passkeys, id)
		m.record(because)
	}
	return nil
}

// UsePasskey is Passkeys.UsePasskey.
func (m *Memory) UsePasskey(_ context.Context, p Passkey, s Session, because ...Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	kept, ok := m.passkeys[p.ID]
	switch {
	case !ok || kept.Account != p.Account:
		return fmt.Errorf("passkey: %w", ErrNotFound)
	case p.Counter <= kept.Counter && (p.Counter != 0 || kept.Counter != 0):
		return fmt.Errorf("passkey: %w", ErrSpent)
	}
	if err := m.addSession(s); err != nil {
		return err
	}
	kept.Credential, kept.Counter, kept.Used = p.Credential, p.Counter, p.Used
	m.passkeys[p.ID] = kept
	m.record(because)
	return nil
}
