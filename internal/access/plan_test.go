package access

import (
	"testing"
	"time"

	"kinodex/internal/fault"
)

func TestPlansAndScopesReadBackWhatTheyWrite(t *testing.T) {
	for _, p := range Plans() {
		if got, err := ParsePlan(p.String()); got != p || err != nil {
			t.Errorf("ParsePlan(%q) = %v, %v", p, got, err)
		}
	}
	for set := Scopes(0); set < 16; set++ {
		if got, err := ParseScopes(set.String()); got != set || err != nil {
			t.Errorf("ParseScopes(%q) = %v, %v", set, got, err)
		}
	}
	if got, err := ParseScopes(" READ ,, ai,"); got != Scopes(Read|AI) || err != nil {
		t.Errorf("loosely written scopes = %v, %v", got, err)
	}
}

func TestPricesAreThoseStated(t *testing.T) { // REQ Q-13
	for plan, dollars := range map[Plan]int{Free: 0, Writer: 9, Producer: 99, Studio: 999} {
		if plan.Price() != dollars {
			t.Errorf("%s costs %d, want %d", plan, plan.Price(), dollars)
		}
	}
}

func TestWrongNamesAreRefused(t *testing.T) {
	for _, s := range []string{"", "gold", "studio ", "1"} {
		if _, err := ParsePlan(s); !fault.Is(err, fault.InvalidParameter) {
			t.Errorf("ParsePlan(%q) = %v", s, err)
		}
	}
	for _, s := range []string{"root", "read ai", "read;ai", "readx"} {
		if _, err := ParseScopes(s); !fault.Is(err, fault.InvalidParameter) {
			t.Errorf("ParseScopes(%q) = %v", s, err)
		}
	}
}

// REQ A-08
func TestKeysBelowStudioCarryNoAIUnlessTold(t *testing.T) {
	for _, p := range Plans() {
		if got := p.DefaultScopes(); got.Has(AI) != (p >= Studio) || !got.Has(Read) || got.Has(Admin) {
			t.Errorf("%s keys carry %v", p, got)
		}
	}
}

// REQ Q-05: Writer is warned on the 8th of 10.
func TestWarningFromEightyPercent(t *testing.T) {
	for _, c := range []struct {
		used, limit int
		want        string
	}{
		{0, 10, ""}, {7, 10, ""}, {8, 10, "80% of daily quota used (8/10)"}, {10, 10, "80% of daily quota used (10/10)"},
		{12, 10, "80% of daily quota used (10/10)"}, {159, 200, ""}, {160, 200, "80% of daily quota used (160/200)"},
		{19, 25, ""}, {20, 25, "80% of daily quota used (20/25)"}, {1, 1, "80% of daily quota used (1/1)"},
	} {
		if got := (Bill{Metered: true, Used: c.used, Limit: c.limit}).Warning(); got != c.want {
			t.Errorf("%d of %d: %q, want %q", c.used, c.limit, got, c.want)
		}
	}
	if got := (Bill{Used: 10, Limit: 10}).Warning(); got != "" {
		t.Errorf("an unmetered answer warns: %q", got)
	}
}

// REQ Q-04
func TestWaitSecondsIsNeverNothing(t *testing.T) {
	for wait, want := range map[time.Duration]int{
		time.Nanosecond: 1, time.Second: 1, time.Second + 1: 2, 24 * time.Hour: 86_400,
	} {
		if got := (Bill{Wait: wait}).WaitSeconds(); got != want {
			t.Errorf("%v = %d s, want %d", wait, got, want)
		}
	}
}
