package ledger

import (
	"context"
	"fmt"
	"maps"
)

// CreateSignInLink is Links.CreateSignInLink.
func (m *Memory) CreateSignInLink(_ context.Context, l SignInLink, because ...Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, err := m.account(l.Account); err != nil {
		return err
	}
	m.links[l.Account] = l
	m.record(because)
	return nil
}

// SignInLink is Links.SignInLink.
func (m *Memory) SignInLink(_ context.Context, hash Hash) (SignInLink, Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, l := range m.links {
		if l.Hash == hash {
			return l, m.accounts[l.Account], nil
		}
	}
	return SignInLink{}, Account{}, fmt.Errorf("sign-in link: %w", ErrNotFound)
}

// UseSignInLink is Links.UseSignInLink.
func (m *Memory) UseSignInLink(_ context.Context, hash Hash, s Session, because ...Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if l := m.links[s.Account]; l.Hash != hash || !l.Good(s.Created) {
		return fmt.Errorf("sign-in link: %w", ErrNotFound)
	}
	if err := m.addSession(s); err != nil {
		return err
	}
	delete(m.links, s.Account)
	m.record(because)
	return nil
}

// CreateInvitation is Links.CreateInvitation.
func (m *Memory) CreateInvitation(_ context.Context, i Invitation, because ...Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, taken := m.invitations[i.Hash]; taken {
		return fmt.Errorf("invitation: %w", ErrExists)
	}
	until := m.readClock(i.Created)
	maps.DeleteFunc(m.invitations, func(_ Hash, old Invitation) bool { return !old.Good(until) })
	m.invitations[i.Hash] = i
	m.record(because)
	return nil
}

// Invitation is Links.Invitation.
func (m *Memory) Invitation(_ context.Context, hash Hash) (Invitation, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	i, ok := m.invitations[hash]
	if !ok {
		return Invitation{}, fmt.Errorf("invitation: %w", ErrNotFound)
	}
	return i, nil
}

// UseInvitation is Links.UseInvitation.
func (m *Memory) UseInvitation(_ context.Context, hash Hash, a Account, because ...Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if i, ok := m.invitations[hash]; !ok || !i.Good(a.Created) {
		return fmt.Errorf("invitation: %w", ErrNotFound)
	}
	if err := m.addAccount(a, because); err != nil {
		return err
	}
	delete(m.invitations, hash)
	return nil
}
