package ledger

import (
	"cmp"
	"context"
	"slices"
	"time"
)

// Usages count what accounts asked for, by UTC day and operation, for people to read.
// Budgets do not depend on them: those are counted by Meters. A server adds its counts
// now and then, so a count may be some seconds behind, and one that ends without
// stopping loses its last ones.
type Usages interface {
	// AddUsage adds counts to those that are there, and drops days of more than
	// UsageDays before at. A count never falls below 0.
	AddUsage(ctx context.Context, counts []Usage, at time.Time) error
	// UsageOf gives the counts of an account from a day on, by day, then operation.
	UsageOf(ctx context.Context, account string, from Day) ([]Usage, error)
	// UsageOfAll gives the sums over all accounts from a day on, by day, then
	// operation. Their account is empty.
	UsageOfAll(ctx context.Context, from Day) ([]Usage, error)
}

// UsageDays is how many days of usage a ledger keeps.
const UsageDays = 90

// Usage is what an account asked of one operation on one day.
type Usage struct {
	// Account is empty for requests without an account.
	Account   string
	Day       Day
	Operation string // the name of an access.Need
	// Requests were answered or failed at their work, Refused were not begun: by
	// plan, scope, limit or budget. Units is what was spent of the account's budget.
	Requests, Units, Refused int
}

// SortUsage sorts counts by day, operation and account.
func SortUsage(all []Usage) {
	slices.SortFunc(all, func(a, b Usage) int {
		return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Operation, b.Operation), cmp.Compare(a.Account, b.Account))
	})
}
