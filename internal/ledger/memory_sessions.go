package ledger

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"slices"
	"time"
)

// ListSessions is Sessions.ListSessions.
func (m *Memory) ListSessions(_ context.Context, account string) ([]Session, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.sessionsOf(account), nil
}

// sessionsOf gives the sessions of an account by creation, then hash.
func (m *Memory) sessionsOf(account string) []Session {
	var all []Session
	for _, s := range m.sessions {
		if s.Account == account {
			all = append(all, s)
		}
	}
	slices.SortFunc(all, func(a, b Session) int {
		return cmp.Or(a.Created.Compare(b.Created), bytes.Compare(a.Hash[:], b.Hash[:]))
	})
	return all
}

// UsedSession is Sessions.UsedSession.
func (m *Memory) UsedSession(_ context.Context, used Session) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s, ok := m.sessions[used.Hash]; ok && supersedes(used.Used, s.Used) {
		s.Used, s.From, s.Agent = used.Used, used.From, used.Agent
		m.sessions[used.Hash] = s
	}
	return nil
}

// EndSessions is Sessions.EndSessions.
func (m *Memory) EndSessions(_ context.Context, account string, but Hash, because ...Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	before := len(m.sessions)
	maps.DeleteFunc(m.sessions, func(h Hash, s Session) bool { return s.Account == account && h != but })
	if len(m.sessions) < before {
		m.record(because)
	}
	return nil
}

// DeleteAccount is Accounts.DeleteAccount.
func (m *Memory) DeleteAccount(_ context.Context, id string, because ...Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, err := m.account(id); err != nil {
		return err
	}
	m.shutOut(id)
	for key, k := range m.keys {
		if k.Account == id {
			delete(m.keys, key)
			delete(m.byHash, k.Hash)
		}
	}
	maps.DeleteFunc(m.networks, func(n accountNetwork, _ time.Time) bool { return n.account == id })
	maps.DeleteFunc(m.granted.identities, func(_ Hash, account string) bool { return account == id })
	maps.DeleteFunc(m.shares, func(_ Hash, s Share) bool { return s.Account == id })
	maps.DeleteFunc(m.passkeys, func(_ string, p Passkey) bool { return p.Account == id })
	maps.DeleteFunc(m.usage, func(k usageKey, _ Usage) bool { return k.account == id })
	delete(m.accounts, id)
	for i, e := range m.audit {
		if e.Account == id {
			m.audit[i].From = ""
		}
	}
	m.record(because)
	return nil
}
