package traffic

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"
)

var noon = time.Date(2026, 5, 4, 12, 0, 30, 0, time.UTC)

// REQ F2-104: the hour has the requests of the last 60 minutes by class of status, and forgets
// those before.
func TestAnHourIsSixtyMinutes(t *testing.T) {
	h := New()
	films := h.Route("/api/v2/films")
	for _, c := range []struct{ minutesAgo, status int }{
		{60, 200}, {61, 503}, {120, 200}, // forgotten
		{59, 500}, {58, 0}, {2, 304}, {1, 429}, {0, 200}, {0, 999},
	} {
		films.Count(noon.Add(-time.Duration(c.minutesAgo)*time.Minute), c.status, time.Millisecond)
	}
	p := h.Report(noon)
	if got, want := p.Total(), (Counts{Requests: 6, Answered: 1, Redirected: 1, Rejected: 1, Failed: 2, Cut: 1}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if first := p.Minutes[0]; len(p.Minutes) != Minutes || first.Failed != 1 || !first.At.Equal(noon.Truncate(time.Minute).Add(-59*time.Minute)) || !p.From.Equal(first.At) {
		t.Errorf("the hour begins with %+v", first)
	}
	if last := p.Minutes[Minutes-1]; last.Answered != 1 || last.Failed != 1 {
		t.Errorf("the hour ends with %+v", last)
	}
	for name, at := range map[string]time.Time{"two hours later": noon.Add(2 * time.Hour), "after the clock was set back": noon.Add(-2 * time.Hour), "before 1970": time.Unix(-7200, 0)} {
		if n := h.Report(at).Total(); n != (Counts{}) {
			t.Errorf("%s: %+v", name, n)
		}
	}
	films.Count(time.Unix(-7230, 0), 200, 0)
}

// Quantiles are at most a quarter off, from microseconds to a minute.
func TestQuantilesAreNearTheTruth(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, middle := range []time.Duration{50 * time.Microsecond, 3 * time.Millisecond, 700 * time.Millisecond, 20 * time.Second} {
		h := New()
		route := h.Route("/films")
		var all []float64
		for range 10_000 {
			took := time.Duration(float64(middle) * (0.5 + r.ExpFloat64()/4))
			all = append(all, took.Seconds())
			route.Count(noon, 200, took)
		}
		slices.Sort(all)
		got := h.Report(noon).Routes[0]
		for part, have := range map[float64]float64{0.5: got.P50, 0.95: got.P95, 0.99: got.P99} {
			if want := all[int(part*float64(len(all)))]; have < want*0.75 || have > want*1.25 {
				t.Errorf("about %v: %v of 100 within %v s, really %v s", middle, part*100, have, want)
			}
		}
	}
	h := New()
	h.Route("/films").Count(noon, 200, -time.Second)
	h.Route("/films").Count(noon, 200, 24*time.Hour)
	if got := h.Report(noon).Routes[0]; got.P99 < 30 || got.P99 > 70 {
		t.Errorf("a day and less than nothing: %+v", got)
	}
}

// REQ F2-104: whom the service refused and why, without the minutes before the hour.
func TestRefusalsAreCountedByPlanCodeAndAccount(t *testing.T) {
	h := New()
	free, keyless := Refused{"free", "rate_limited", "acc_1"}, Refused{"none", "missing_api_key", ""}
	h.Refuse(noon.Add(-time.Hour), keyless)
	for range 3 {
		h.Refuse(noon.Add(-time.Minute), free)
	}
	h.Refuse(noon, keyless)
	p := h.Report(noon)
	if len(p.Refusals) != 2 || p.Refusals[0].Refused != free || p.Refusals[0].Count != 3 || p.Refusals[1].Count != 1 || p.TotalRefused() != 4 {
		t.Errorf("%+v", p.Refusals)
	}
	if last := p.Refusals[0].Last; !last.Equal(noon.Add(-time.Minute).Truncate(time.Minute)) {
		t.Errorf("the last was at %v", last)
	}
}

// Whatever names come, memory is bounded: what is beyond the bounds is counted together.
func TestNamesWithoutEndTakeNoMemory(t *testing.T) {
	h := New()
	for i := range 3 * MostRoutes {
		h.Route(fmt.Sprintf("/films/%d", i)).Count(noon, 404, time.Millisecond)
	}
	for i := range 3 * MostRefused {
		h.Refuse(noon, Refused{"free", "quota_exceeded", fmt.Sprintf("acc_%d", i)})
	}
	if len(h.routes) > MostRoutes+1 || len(h.refused) > MostRefused+1 {
		t.Fatalf("%d routes, %d refusals", len(h.routes), len(h.refused))
	}
	p := h.Report(noon)
	if n := p.Total().Rejected; n != 3*MostRoutes {
		t.Errorf("%d requests are counted", n)
	}
	if n := p.TotalRefused(); n != 3*MostRefused {
		t.Errorf("%d refusals are counted", n)
	}
	if p.Routes[0].Route != Other {
		t.Errorf("the most used route is %s", p.Routes[0].Route)
	}
	// Refusals of hours ago make room.
	for i := range MostRefused {
		h.Refuse(noon.Add(3*time.Hour), Refused{"free", "quota_exceeded", fmt.Sprintf("late_%d", i)})
	}
	if n := len(h.Report(noon.Add(3 * time.Hour)).Refusals); n != MostRefused {
		t.Errorf("%d of %d are told apart after the hour", n, MostRefused)
	}
}

// Counting and reading at once lose nothing.
func TestCountingAtOnce(t *testing.T) {
	h := New()
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			route := h.Route([]string{"/films", "/people"}[i%2])
			for range 1000 {
				route.Count(noon, 200, time.Millisecond)
				h.Refuse(noon, Refused{"free", "rate_limited", ""})
			}
			h.Report(noon)
		})
	}
	all.Wait()
	if p := h.Report(noon); p.Total().Requests != 8000 || p.TotalRefused() != 8000 {
		t.Errorf("%+v, %d refused", p.Total(), p.TotalRefused())
	}
}

// BenchmarkCount measures what counting adds to a request: it must be below 100 ns.
func BenchmarkCount(b *testing.B) {
	h := New()
	route := h.Route("/api/v2/films")
	b.ReportAllocs()
	for b.Loop() {
		route.Count(noon, 200, 3*time.Millisecond)
	}
}

// BenchmarkCountAtOnce is BenchmarkCount on all processors, all on one route.
func BenchmarkCountAtOnce(b *testing.B) {
	h := New()
	route := h.Route("/api/v2/films")
	b.RunParallel(func(p *testing.PB) {
		for p.Next() {
			route.Count(noon, 200, 3*time.Millisecond)
		}
	})
}

// BenchmarkReport measures a page's reading of an hour with 300 routes.
func BenchmarkReport(b *testing.B) {
	h := New()
	for i := range 300 {
		for k := range Minutes {
			h.Route(fmt.Sprint(i)).Count(noon.Add(-time.Duration(k)*time.Minute), 200, time.Millisecond)
		}
	}
	for b.Loop() {
		h.Report(noon)
	}
}
