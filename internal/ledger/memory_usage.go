package ledger

import (
	"context"
	"maps"
	"slices"
	"time"
)

// usageKey is what is counted apart.
type usageKey struct {
	account   string
	day       Day
	operation string
}

// AddUsage is Usages.AddUsage.
func (m *Memory) AddUsage(_ context.Context, counts []Usage, at time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	first := DayOf(m.readClock(at)) - UsageDays
	maps.DeleteFunc(m.usage, func(k usageKey, _ Usage) bool { return k.day < first })
	for _, c := range counts {
		k := usageKey{c.Account, c.Day, c.Operation}
		u := m.usage[k]
		c.Requests, c.Units, c.Refused = max(0, u.Requests+c.Requests), max(0, u.Units+c.Units), max(0, u.Refused+c.Refused)
		m.usage[k] = c
	}
	return nil
}

// UsageOf is Usages.UsageOf.
func (m *Memory) UsageOf(_ context.Context, account string, from Day) ([]Usage, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var all []Usage
	for k, u := range m.usage {
		if k.account == account && k.day >= from {
			all = append(all, u)
		}
	}
	SortUsage(all)
	return all, nil
}

// UsageOfAll is Usages.UsageOfAll.
func (m *Memory) UsageOfAll(_ context.Context, from Day) ([]Usage, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	sums := map[usageKey]Usage{}
	for k, u := range m.usage {
		if k.account = ""; k.day >= from {
			s := sums[k]
			sums[k] = Usage{"", k.day, k.operation, s.Requests + u.Requests, s.Units + u.Units, s.Refused + u.Refused}
		}
	}
	all := slices.Collect(maps.Values(sums))
	SortUsage(all)
	return all, nil
}
