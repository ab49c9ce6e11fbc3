package ledger

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"kinodex/internal/access"
)

// Memory is a ledger that lives as long as its process: for tests, and for
// trying the service out.
type Memory struct {
	mu       sync.Mutex
	accounts map[string]Account
	keys     map[string]*Key // by id
	byHash   map[Hash]*Key
	sessions map[Hash]Session
	granted  grants
	resets   map[string]PasswordReset // by account
	links    map[string]SignInLink    // by account
	networks map[accountNetwork]time.Time
	audit    []Event
	events   int64 // ever recorded
	replays  map[Hash]replay
	spent    map[meterDay]int
	secrets  map[string][]byte
	clock    Clock
	uptime   Uptime
	swept    Day // when spending was last dropped

	invitations map[Hash]Invitation
	shares      map[Hash]Share
	passkeys    map[string]Passkey // by id
	usage       map[usageKey]Usage
	servers     map[string]Server // by id
}

type meterDay struct {
	meter string
	day   Day
}

var _ Ledger = (*Memory)(nil)

// NewMemory gives an empty ledger.
func NewMemory() *Memory {
	return &Memory{
		accounts: map[string]Account{},
		keys:     map[string]*Key{},
		byHash:   map[Hash]*Key{},
		sessions: map[Hash]Session{},
		granted:  newGrants(),
		resets:   map[string]PasswordReset{},
		links:    map[string]SignInLink{},
		networks: map[accountNetwork]time.Time{},
		replays:  map[Hash]replay{},
		spent:    map[meterDay]int{},
		secrets:  map[string][]byte{},

		invitations: map[Hash]Invitation{},
		shares:      map[Hash]Share{},
		passkeys:    map[string]Passkey{},
		usage:       map[usageKey]Usage{},
		servers:     map[string]Server{},
	}
}

// CreateAccount is Accounts.CreateAccount.
func (m *Memory) CreateAccount(_ context.Context, a Account, because ...Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.addAccount(a, because)
}

func (m *Memory) addAccount(a Account, because []Event) error {
	if _, taken := m.accounts[a.ID]; taken || m.byEmail(a.Email) != "" {
		return fmt.Errorf("account %s: %w", a.ID, ErrExists)
	}
	m.accounts[a.ID] = a
	m.record(because)
	return nil
}

// byEmail gives the id of the account of an email, empty when there is none.
func (m *Memory) byEmail(email access.Email) string {
	for _, a := range m.accounts {
		if a.Email == email && email != "" {
			return a.ID
		}
	}
	return ""
}

// Account is Accounts.Account.
func (m *Memory) Account(_ context.Context, id string) (Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.account(id)
}

func (m *Memory) account(id string) (Account, error) {
	a, ok := m.accounts[id]
	if !ok {
		return Account{}, fmt.Errorf("account %s: %w", id, ErrNotFound)
	}
	return a, nil
}

// AccountByEmail is Accounts.AccountByEmail.
func (m *Memory) AccountByEmail(_ context.Context, email access.Email) (Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.account(m.byEmail(email))
}

// ListAccounts is Accounts.ListAccounts.
func (m *Memory) ListAccounts(context.Context) ([]Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.SortedFunc(maps.Values(m.accounts), func(a, b Account) int {
		return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID))
	}), nil
}

// SetPlan is Accounts.SetPlan.
func (m *Memory) SetPlan(_ context.Context, id string, plan access.Plan, because ...Event) error {
	return m.changeAccount(id, because, func(a *Account) { a.Plan = plan })
}

// SetStatus is Accounts.SetStatus.
func (m *Memory) SetStatus(_ context.Context, id string, status Status, because ...Event) error {
	return m.changeAccount(id, because, func(a *Account) { a.Status = status })
}

// SetPassword is Accounts.SetPassword.
func (m *Memory) SetPassword(_ context.Context, id string, hash access.PasswordHash, because ...Event) error {
	return m.changeAccount(id, because, func(a *Account) {
		a.Password = hash
		m.shutOut(id)
	})
}

func (m *Memory) changeAccount(id string, because []Event, change func(*Account)) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, err := m.account(id)
	if err != nil {
		return err
	}
	change(&a)
	m.accounts[id] = a
	m.record(because)
	return nil
}

// Spend is Meters.Spend.
func (m *Memory) Spend(_ context.Context, meter string, day Day, cost, limit int) (int, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	at := meterDay{meter, day}
	if m.spent[at]+cost > limit {
		return m.spent[at], false, nil
	}
	m.spent[at] += cost
	m.dropSpending(day)
	return m.spent[at], true, nil
}

// readClock tells the ledger the time, and gives the time up to which what has
// lapsed may be dropped.
func (m *Memory) readClock(now time.Time) (until time.Time) {
	m.clock, until = m.clock.Read(now, m.uptime.Of(m.clock))
	return until
}

// dropSpending drops days long past, and days far to come, which a clock that was
// wrong counted, when today is another day than before.
func (m *Memory) dropSpending(today Day) {
	if today == m.swept {
		return
	}
	m.swept = today
	begun := (today - 1).End()
	first := DayOf(m.readClock(begun)) - SpendingDays
	last := DayOf(later(begun, m.clock.Trusted)) + AheadDays
	maps.DeleteFunc(m.spent, func(at meterDay, _ int) bool { return at.day < first || at.day > last })
}

// Refund is Meters.Refund.
func (m *Memory) Refund(_ context.Context, meter string, day Day, cost int) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	at := meterDay{meter, day}
	m.spent[at] = max(0, m.spent[at]-cost)
	return nil
}

// Used is Meters.Used.
func (m *Memory) Used(_ context.Context, meter string, day Day) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.spent[meterDay{meter, day}], nil
}

// Secret is Ledger.Secret.
func (m *Memory) Secret(_ context.Context, name string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.secrets[name] == nil {
		m.secrets[name] = make([]byte, 32)
		rand.Read(m.secrets[name]) // never fails
	}
	return slices.Clone(m.secrets[name]), nil
}
