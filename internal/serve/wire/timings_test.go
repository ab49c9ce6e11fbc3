package wire

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"kinodex/internal/app"
)

// REQ F2-66: what the steps took, in milliseconds to three decimals; a clock that jumps makes
// no negative time.
func TestTimings(t *testing.T) {
	at := time.Now()
	for name, c := range map[string]struct {
		steps  timings
		status int
		want   string
	}{
		"a refusal": {timings{began: at}, 400, ""},
		"jumped":    {timings{began: at.Add(time.Hour)}, 200, "total;dur=0.000"},
	} {
		x := &Exchange{ResponseWriter: httptest.NewRecorder(), R: &http.Request{}, Dialect: &Dialect{Timed: true}, Visit: new(app.Visit), timed: c.steps}
		x.tellTimings(c.status)
		if got := x.Header().Get("Server-Timing"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	if got := string(appendTiming(nil, "find;dur=", 12345678*time.Nanosecond)); got != "find;dur=12.345, " {
		t.Errorf("%q", got)
	}
}

// What an answer costs more by its timings.
func BenchmarkTimings(b *testing.B) {
	x := &Exchange{ResponseWriter: httptest.NewRecorder(), R: &http.Request{}, Dialect: &Dialect{Timed: true}, Visit: new(app.Visit)}
	b.ReportAllocs()
	for b.Loop() {
		x.values = make([]string, 0, 1)
		x.timed = timings{began: time.Now()}
		x.timed.parsed = time.Now()
		x.timed.found = time.Now()
		x.tellTimings(http.StatusOK)
	}
}
