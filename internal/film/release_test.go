package film

import (
	"math"
	"testing"
	"time"

	"kinodex/internal/fault"
)

// REQ F2-75, F2-78
func TestBoundsOfReleaseDatesAreDaysMonthsOrYears(t *testing.T) {
	for _, test := range []struct {
		after, before string
		low, high     float64
	}{
		{"", "", math.Inf(-1), math.Inf(1)},
		{"1999-12-31", "2000-02-28", 19991231, 20000228},
		{"1999-12", "2000-02", 19991201, 20000229},
		{"1999", "1999", 19990101, 19991231},
	} {
		if low, high := releaseBounds(&Filters{ReleasedAfter: test.after, ReleasedBefore: test.before}); low != test.low || high != test.high {
			t.Errorf("%q to %q: %v to %v", test.after, test.before, low, high)
		}
	}
	if err := (&Query{Filters: Filters{ReleasedAfter: "2001", ReleasedBefore: "2000-12"}}).Check(); fault.From(err).Param != "released_after" {
		t.Errorf("bounds that no day fits: %v", err)
	}
	built := time.Date(2000, 3, 1, 23, 59, 0, 0, time.UTC)
	for released, want := range map[ReleaseWindow][2]float64{
		"": {math.Inf(-1), math.Inf(1)}, Recent: {19991202, 20000301}, Upcoming: {20000302, math.Inf(1)},
	} {
		if low, high := windowSpan(string(released), built); low != want[0] || high != want[1] {
			t.Errorf("%s: %v to %v", released, low, high)
		}
	}
	unknown := (&Film{}).SortValue(ReleaseField)
	if dayNumber("1950-03-04") != 19500304 || !math.IsNaN(unknown) || !math.IsNaN(dayNumber("1950-03")) {
		t.Error("a release date is a number of the day alone")
	}
}
