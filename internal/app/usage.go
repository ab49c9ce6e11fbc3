package app

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/ledger"
)

// Usage is what an account asked for, by day and by operation, against its budget.
type Usage struct {
	DailyLimit *int      `json:"daily_limit" doc:"Requests a UTC day; null for a plan without a limit."`
	UsedToday  int       `json:"used_today"`
	ResetsAt   time.Time `json:"resets_at" doc:"The coming 00:00 UTC."`
	// Days are those since the account was opened, at most ledger.UsageDays.
	Days       []UsageDay       `json:"days" doc:"The last 90 days, the oldest first; fewer for a younger account."`
	Operations []UsageOperation `json:"operations" doc:"Sums over these days, the most used first."`
}

// UsageDay is the sums of one UTC day.
type UsageDay struct {
	Date string `json:"date" format:"date"`
	UsageSums
}

// UsageOperation is the sums of one operation.
type UsageOperation struct {
	Operation string `json:"operation" example:"films"`
	UsageSums
}

// UsageSums are counts.
type UsageSums struct {
	Requests int `json:"requests" doc:"Requests that were let in, those in the sandbox too."`
	Units    int `json:"units" doc:"What they used of the account's daily budget."`
	Refused  int `json:"refused" doc:"Requests that were not let in: by plan, scope, limit or budget."`
}

func (s *UsageSums) add(u ledger.Usage) {
	s.Requests += u.Requests
	s.Units += u.Units
	s.Refused += u.Refused
}

// Usage returns what the caller's account asked for. It is free, and answers also when the
// budget is used up. What other servers counted in the last seconds may be missing. A
// caller without an account is a fault of kind MissingKey.
func (v *Visit) Usage(ctx context.Context) (*Usage, error) {
	if err := v.enter(ctx, access.Needs.Status, v.hasAccount); err != nil {
		return nil, err
	}
	account, err := v.app.ledger.Account(ctx, v.caller.Account)
	if err != nil {
		return nil, fmt.Errorf("look up an account: %w", err)
	}
	today := ledger.DayOf(v.now)
	from := max(today-ledger.UsageDays+1, min(today, ledger.DayOf(account.Created)))
	_ = v.app.usage.tell(ctx) // what cannot be told now is missing
	counts, err := v.app.ledger.UsageOf(ctx, account.ID, from)
	if err != nil {
		return nil, fmt.Errorf("what was asked: %w", err)
	}
	u := &Usage{ResetsAt: today.End()}
	u.Days, u.Operations = sums(counts, from, today)
	own := access.Caller{Mode: access.SignedIn, Account: account.ID, Plan: account.Plan, Policy: v.caller.Policy}
	if u.UsedToday, err = v.app.ledger.Used(ctx, own.Meter(), today); err != nil {
		return nil, fmt.Errorf("what is used: %w", err)
	}
	if limit := own.Daily(); limit != access.Unlimited {
		u.DailyLimit = &limit
	}
	return u, nil
}

// hasAccount is the check of questions about the caller's own account.
func (v *Visit) hasAccount() error {
	if v.caller.Account == "" {
		return access.ErrMissingKey()
	}
	return nil
}

// UsageOfAll is what everybody asked for, by day and by operation.
type UsageOfAll struct {
	Days       []UsageDay       `json:"days"`
	Operations []UsageOperation `json:"operations"`
}

// UsageOfAll returns what all callers together asked for on the last ledger.UsageDays days,
// those without an account too. It is for the admin scope.
func (v *Visit) UsageOfAll(ctx context.Context) (*UsageOfAll, error) {
	if err := v.enter(ctx, access.Needs.Administer, nothingToCheck); err != nil {
		return nil, err
	}
	today := ledger.DayOf(v.now)
	_ = v.app.usage.tell(ctx)
	counts, err := v.app.ledger.UsageOfAll(ctx, today-ledger.UsageDays+1)
	if err != nil {
		return nil, fmt.Errorf("what was asked: %w", err)
	}
	from := today
	if len(counts) > 0 {
		from = min(today, counts[0].Day)
	}
	u := &UsageOfAll{}
	u.Days, u.Operations = sums(counts, from, today)
	return u, nil
}

// sums adds counts up by day, for each day from one to another, and by operation.
func sums(counts []ledger.Usage, from, to ledger.Day) ([]UsageDay, []UsageOperation) {
	days := make([]UsageDay, to-from+1)
	for i := range days {
		days[i].Date = (from + ledger.Day(i)).String()
	}
	operations := []UsageOperation{}
	for _, c := range counts {
		if c.Day >= from && c.Day <= to {
			days[c.Day-from].add(c)
		}
		i := slices.IndexFunc(operations, func(o UsageOperation) bool { return o.Operation == c.Operation })
		if i < 0 {
			i = len(operations)
			operations = append(operations, UsageOperation{Operation: c.Operation})
		}
		operations[i].add(c)
	}
	slices.SortFunc(operations, func(a, b UsageOperation) int {
		return cmp.Or(cmp.Compare(b.Requests, a.Requests), cmp.Compare(a.Operation, b.Operation))
	})
	return days, operations
}
