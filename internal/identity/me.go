package identity

import (
	"context"
	"fmt"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/ledger"
)

// Me is what a caller may know of itself (REQ K-04, M-33).
type Me struct {
	Mode   string   `json:"mode" enum:"sandbox,signed_in,api_key"`
	Tier   *string  `json:"tier" enum:"free,writer,producer,studio,operator" doc:"Null without an account. The operator plan is for those who run the service."`
	Scopes []string `json:"scopes" doc:"Any of read, write, ai, admin."`
	// Sandbox callers with an account use none of its budget, which is shown all
	// the same.
	Sandbox    bool      `json:"sandbox" doc:"Whether this request was made in the sandbox, which uses no quota of an account."`
	DailyLimit *int      `json:"daily_limit" doc:"Requests a UTC day; null for a plan without a limit."`
	UsedToday  int       `json:"used_today"`
	Remaining  *int      `json:"remaining" doc:"Null for a plan without a limit."`
	ResetsAt   time.Time `json:"resets_at" doc:"The coming 00:00 UTC."`
}

// Me describes the caller and its budget. It is free, and answers also when the budget is
// used up.
func (v *Visit) Me(ctx context.Context) (Me, error) {
	if err := v.enter(ctx, access.Needs.Status, nothingToCheck); err != nil {
		return Me{}, err
	}
	c := v.caller
	me := Me{Mode: c.Mode.String(), Scopes: c.Scopes.Names(), Sandbox: c.Sandbox}
	if c.Mode != access.Keyless {
		tier := c.Plan.String()
		me.Tier, c.Sandbox = &tier, false
	}
	day := ledger.DayOf(v.now)
	used, err := v.authority.ledger.Used(ctx, c.Meter(), day)
	if err != nil {
		return Me{}, fmt.Errorf("what is used: %w", err)
	}
	me.UsedToday, me.ResetsAt = used, day.End()
	if limit := v.caller.Daily(); limit != access.Unlimited {
		left := max(0, limit-used)
		me.DailyLimit, me.Remaining = &limit, &left
	}
	return me, nil
}
