package ledger

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"
)

// grants are those of a Memory.
type grants struct {
	clients    map[string]Client
	grants     map[string]Grant
	tokens     map[Hash]GrantToken
	identities map[Hash]string // to accounts
}

func newGrants() grants {
	return grants{map[string]Client{}, map[string]Grant{}, map[Hash]GrantToken{}, map[Hash]string{}}
}

// CreateClient is Grants.CreateClient.
func (m *Memory) CreateClient(_ context.Context, c Client, most int) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	until := m.readClock(c.Created)
	maps.DeleteFunc(m.granted.clients, func(_ string, old Client) bool { return !until.Before(old.Expires) })
	if _, taken := m.granted.clients[c.ID]; taken {
		return fmt.Errorf("client: %w", ErrExists)
	}
	m.evictClients(false, most-1)
	m.evictClients(true, most)
	c.Redirects = slices.Clone(c.Redirects)
	m.granted.clients[c.ID] = c
	return nil
}

// evictClients leaves at most so many clients that no account lets in, of those
// that were used or those that never were.
func (m *Memory) evictClients(used bool, most int) {
	on := map[string]bool{}
	for _, g := range m.granted.grants {
		on[g.Client] = true
	}
	var idle []Client
	for _, c := range m.granted.clients {
		if c.Used == used && !on[c.ID] {
			idle = append(idle, c)
		}
	}
	slices.SortFunc(idle, func(a, b Client) int { return cmp.Or(a.Expires.Compare(b.Expires), cmp.Compare(a.ID, b.ID)) })
	for _, c := range idle[:max(0, len(idle)-most)] {
		delete(m.granted.clients, c.ID)
	}
}

// Client is Grants.Client.
func (m *Memory) Client(_ context.Context, id string) (Client, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c, ok := m.granted.clients[id]
	if !ok {
		return Client{}, fmt.Errorf("client: %w", ErrNotFound)
	}
	c.Redirects = slices.Clone(c.Redirects)
	return c, nil
}

// CreateGrant is Grants.CreateGrant.
func (m *Memory) CreateGrant(_ context.Context, g Grant, code GrantToken, most int, because ...Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	until := m.readClock(g.Created)
	on := 0
	for id, old := range m.granted.grants {
		if !until.Before(old.Expires) {
			m.dropGrant(id)
		} else if old.Account == g.Account && g.Created.Before(old.Expires) {
			on++
		}
	}
	m.dropTokens(g.Created)
	if _, err := m.account(g.Account); err != nil {
		return err
	}
	if on >= most {
		return fmt.Errorf("grants of %s: %w", g.Account, ErrFull)
	}
	if _, taken := m.granted.grants[g.ID]; taken {
		return fmt.Errorf("grant %s: %w", g.ID, ErrExists)
	}
	m.granted.grants[g.ID] = g
	m.granted.tokens[code.Hash] = code
	m.record(because)
	return nil
}

// FindGrant is Grants.FindGrant.
func (m *Memory) FindGrant(_ context.Context, token Hash) (GrantToken, Grant, Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	t, ok := m.granted.tokens[token]
	if !ok {
		return GrantToken{}, Grant{}, Account{}, fmt.Errorf("token: %w", ErrNotFound)
	}
	g := m.granted.grants[t.Grant]
	return t, g, m.accounts[g.Account], nil
}

// Exchange is Grants.Exchange.
func (m *Memory) Exchange(_ context.Context, x Exchange, because ...Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	t, known := m.granted.tokens[x.Spent]
	g, on := m.granted.grants[x.Grant]
	switch {
	case !known || !on || t.Grant != x.Grant:
		return fmt.Errorf("grant %s: %w", x.Grant, ErrNotFound)
	case !t.Spent.IsZero():
		return fmt.Errorf("grant %s: %w", x.Grant, ErrSpent)
	}
	t.Spent = x.At
	m.granted.tokens[x.Spent] = t
	for _, fresh := range x.Fresh {
		m.granted.tokens[fresh.Hash] = fresh
	}
	g.Used, g.Expires = x.At, x.Expires
	m.granted.grants[x.Grant] = g
	if c, ok := m.granted.clients[g.Client]; ok {
		c.Used, c.Expires = true, later(c.Expires, x.Client)
		m.granted.clients[g.Client] = c
	}
	m.dropTokens(x.At)
	m.record(because)
	return nil
}

// UsedGrant is Grants.UsedGrant.
func (m *Memory) UsedGrant(_ context.Context, id string, at time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if g, ok := m.granted.grants[id]; ok && supersedes(at, g.Used) {
		g.Used = at
		m.granted.grants[id] = g
	}
	return nil
}

// ListGrants is Grants.ListGrants.
func (m *Memory) ListGrants(_ context.Context, account string) ([]Grant, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var all []Grant
	for _, g := range m.granted.grants {
		if g.Account == account && !g.Used.IsZero() {
			all = append(all, g)
		}
	}
	slices.SortFunc(all, func(a, b Grant) int {
		return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID))
	})
	return all, nil
}

// EndGrant is Grants.EndGrant.
func (m *Memory) EndGrant(_ context.Context, id string, because ...Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.granted.grants[id]; ok {
		m.dropGrant(id)
		m.record(because)
	}
	return nil
}

// AccountByIdentity is Identities.AccountByIdentity.
func (m *Memory) AccountByIdentity(_ context.Context, identity Hash) (Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.account(m.granted.identities[identity])
}

// LinkIdentity is Identities.LinkIdentity.
func (m *Memory) LinkIdentity(_ context.Context, identity Hash, account string, by By, at time.Time, because ...Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, err := m.account(account)
	if err != nil {
		return err
	}
	if _, taken := m.granted.identities[identity]; taken {
		return fmt.Errorf("identity: %w", ErrExists)
	}
	m.granted.identities[identity] = account
	if a.Password != "" {
		m.revokeKeys(account, by, at)
	}
	a.Password = ""
	m.accounts[account] = a
	m.shutOut(account)
	maps.DeleteFunc(m.passkeys, func(_ string, p Passkey) bool { return p.Account == account })
	m.record(because)
	return nil
}

// revokeKeys revokes all keys of an account that is taken over.
func (m *Memory) revokeKeys(account string, by By, at time.Time) {
	for _, id := range slices.Sorted(maps.Keys(m.keys)) {
		if k := m.keys[id]; k.Account == account && k.Revoked.IsZero() {
			k.Revoked = at
			m.record([]Event{by.TakenOver(account, id, at)})
		}
	}
}

// shutOut drops the sessions, grants, password resets and sign-in links of an account.
func (m *Memory) shutOut(account string) {
	delete(m.resets, account)
	delete(m.links, account)
	maps.DeleteFunc(m.sessions, func(_ Hash, s Session) bool { return s.Account == account })
	for id, g := range m.granted.grants {
		if g.Account == account {
			m.dropGrant(id)
		}
	}
}

func (m *Memory) dropGrant(id string) {
	delete(m.granted.grants, id)
	maps.DeleteFunc(m.granted.tokens, func(_ Hash, t GrantToken) bool { return t.Grant == id })
}

// dropTokens drops the tokens whose time has come.
func (m *Memory) dropTokens(now time.Time) {
	now = m.readClock(now)
	maps.DeleteFunc(m.granted.tokens, func(_ Hash, t GrantToken) bool { return !now.Before(t.Until) })
}
