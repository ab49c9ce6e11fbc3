package ledger

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"
)

// CreateSession is Sessions.CreateSession.
func (m *Memory) CreateSession(_ context.Context, s Session, because ...Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	err := m.addSession(s)
	if err == nil {
		m.record(because)
	}
	return err
}

func (m *Memory) addSession(s Session) error {
	if _, err := m.account(s.Account); err != nil {
		return err
	}
	if _, taken := m.sessions[s.Hash]; taken {
		return fmt.Errorf("session: %w", ErrExists)
	}
	until := m.readClock(s.Created)
	maps.DeleteFunc(m.sessions, func(_ Hash, old Session) bool { return !old.Good(until) })
	if others := m.sessionsOf(s.Account); len(others) >= MostSessions {
		for _, old := range others[:len(others)-(MostSessions-1)] {
			delete(m.sessions, old.Hash)
		}
	}
	m.sessions[s.Hash] = s
	return nil
}

// FindSession is Sessions.FindSession.
func (m *Memory) FindSession(_ context.Context, hash Hash) (Session, Account, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s, ok := m.sessions[hash]
	if !ok {
		return Session{}, Account{}, fmt.Errorf("session: %w", ErrNotFound)
	}
	return s, m.accounts[s.Account], nil
}

// EndSession is Sessions.EndSession.
func (m *Memory) EndSession(_ context.Context, hash Hash, because ...Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.sessions[hash]; ok {
		delete(m.sessions, hash)
		m.record(because)
	}
	return nil
}

// Record is Audits.Record.
func (m *Memory) Record(_ context.Context, events ...Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.record(events)
	return nil
}

func (m *Memory) record(events []Event) {
	for _, e := range events {
		if e.Action.Routine() {
			switch recorded := m.recordedOnDay(e); {
			case recorded >= RoutineADay:
				continue
			case recorded == RoutineADay-1:
				e = e.Last()
			}
			until := m.readClock(e.At).Add(-RoutineFor)
			m.audit = slices.DeleteFunc(m.audit, func(old Event) bool { return old.Action.Routine() && !old.At.After(until) })
		}
		m.events++
		e.ID = m.events
		m.audit = append(m.audit, e)
	}
}

// recordedOnDay counts events like e on its day.
func (m *Memory) recordedOnDay(e Event) (n int) {
	for _, other := range m.audit {
		if other.Account == e.Account && other.Action == e.Action && DayOf(other.At) == DayOf(e.At) {
			n++
		}
	}
	return n
}

// Audit is Audits.Audit.
func (m *Memory) Audit(_ context.Context, q AuditQuery) ([]Event, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var found []Event
	for _, e := range slices.Backward(m.audit) {
		if len(found) < q.Limit && q.asksFor(e) {
			found = append(found, e)
		}
	}
	return found, nil
}

func (q AuditQuery) asksFor(e Event) bool {
	return (q.Before == 0 || e.ID < q.Before) &&
		(q.Account == "" || e.Account == q.Account) &&
		(q.Actor == "" || e.Actor == q.Actor) &&
		(q.Target == "" || e.Target == q.Target) &&
		(q.Action == "" || e.Action == q.Action)
}

// replay is a claim that is kept, with its answer once it has one.
type replay struct {
	body   Hash
	at     time.Time
	until  time.Time
	sealed []byte
}

// Claim is Replays.Claim.
func (m *Memory) Claim(_ context.Context, c Claim) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	until := m.readClock(c.At)
	maps.DeleteFunc(m.replays, func(_ Hash, r replay) bool { return !until.Before(r.until) })
	switch r, claimed := m.replays[c.ID]; {
	case !claimed:
		m.replays[c.ID] = replay{body: c.Body, at: c.At, until: c.Lease}
		return nil, nil
	case r.body != c.Body:
		return nil, ErrOther
	case r.sealed == nil:
		return nil, ErrPending
	default:
		return slices.Clone(r.sealed), nil
	}
}

// Settle is Replays.Settle.
func (m *Memory) Settle(_ context.Context, c Claim, sealed []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if r, ok := m.replays[c.ID]; ok && r.at.Equal(c.At) && r.sealed == nil {
		m.replays[c.ID] = replay{body: r.body, at: r.at, until: c.Keep, sealed: slices.Clone(sealed)}
	}
	return nil
}

// Release is Replays.Release.
func (m *Memory) Release(_ context.Context, c Claim) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if r, ok := m.replays[c.ID]; ok && r.at.Equal(c.At) && r.sealed == nil {
		delete(m.replays, c.ID)
	}
	return nil
}
