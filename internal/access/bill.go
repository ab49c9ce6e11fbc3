package access

import (
	"fmt"
	"time"
)

// Bill says what a request cost and what is left of the day's budget. The zero
// Bill is that of a request that was not metered.
type Bill struct {
	// Metered is set when the caller has a budget and the request was counted
	// against it, or refused because the budget was used up.
	Metered bool
	// Sandbox is set when the answer comes from the sandbox (meta.sandbox).
	Sandbox bool
	Limit   int // units a UTC day
	Used    int // units used today, this request included
	// Reset is the coming 00:00 UTC, Wait how far off it was when the request
	// was counted: above 0 and at most 24 hours.
	Reset time.Time
	Wait  time.Duration
}

// Remaining returns how many units are left today, never below 0.
func (b Bill) Remaining() int { return max(0, b.Limit-b.Used) }

// WaitSeconds returns Wait in whole seconds, rounded up: 1 to 86,400.
func (b Bill) WaitSeconds() int {
	return int((b.Wait + time.Second - 1) / time.Second)
}

// Warning returns the text that warns of a budget of which 80 % or more is used, and
// the empty string before that (REQ Q-05).
func (b Bill) Warning() string {
	if !b.Metered || b.Limit == 0 || b.Used*100 < b.Limit*80 {
		return ""
	}
	return fmt.Sprintf("80%% of daily quota used (%d/%d)", min(b.Used, b.Limit), b.Limit)
}
