package browser

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	cdpfetch "github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/chromedp"
)

// slowdown makes the processor of a tab a quarter as fast.
const slowdown = 4

// How long a machine takes to draw a page depends on the machine, and on what else it does. So a page is
// compared with a plain one that is visited in turns with it: somebody new, with such a processor, sees
// the largest part of a page of the site within slowestPaint times as long. Of each page the median of its
// visits counts, since one visit may be early as well as late: of leastVisits, and where that does not keep
// the budget, of up to mostVisits.
const (
	leastVisits  = 3
	mostVisits   = 12
	slowestPaint = 3.0
)

// plain serves a page of a fixed size for comparison, made like a list of films: a style sheet, words, and
// pictures each of which the browser draws as a document of its own.
func plain(t *testing.T) string {
	t.Helper()
	var page strings.Builder
	page.WriteString(`<!doctype html><html lang="en"><title>Plain</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/plain.css"><h1>Plain</h1>`)
	for i := range 200 {
		if i < 12 {
			fmt.Fprintf(&page, `<img src="/%d.svg" alt="" width="120" height="180">`, i)
		}
		fmt.Fprintf(&page, `<p class="c%d">%s</p>`, i, strings.Repeat("A film of which nobody knows the maker. ", 6))
	}
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasSuffix(r.URL.Path, ".svg"):
			w.Header().Set("Content-Type", "image/svg+xml")
			fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 180"><rect width="120" height="180" fill="#345"/>%s</svg>`,
				strings.Repeat(`<path d="M10 10 C 40 90 70 20 110 170" stroke="#fff" fill="none" opacity=".2"/>`, 20))
		case r.URL.Path == "/plain.css":
			w.Header().Set("Content-Type", "text/css")
			for i := range 600 {
				fmt.Fprintf(w, ".c%d { color: #%03x; padding: %dpx; }\n", i, i, i%9)
			}
		default:
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = io.WriteString(w, page.String())
		}
	}))
	t.Cleanup(site.Close)
	return site.URL
}

// painted is when the largest part of the page was drawn, in milliseconds. Pictures that are loaded late
// may be larger than those before.
const painted = `new Promise(done => { let at = 0;
	new PerformanceObserver(list => { at = list.getEntries().at(-1).startTime })
		.observe({ type: 'largest-contentful-paint', buffered: true });
	setTimeout(() => done(at), 500) })`

// mostShift is how much of a page may move while it loads, as web vitals count it (cumulative layout
// shift).
const mostShift = 0.02

// shift is how much of a page moved, and what.
type shift struct {
	Sum  float64
	What string
}

// shifted is the shift of the page that no press caused.
const shifted = `new Promise(done => { const all = { Sum: 0, What: "" };
	new PerformanceObserver(list => { for (const e of list.getEntries()) if (!e.hadRecentInput) {
		all.Sum += e.value;
		for (const s of e.sources) all.What += [s.node?.localName ?? s.node?.parentElement?.localName, s.node?.className, s.previousRect.y, "to", s.currentRect.y].join(" ") + "; ";
	} }).observe({ type: 'layout-shift', buffered: true });
	setTimeout(() => done(all), 300) })`

// typefaceAfter is how long the typefaces of a page are held back, which is long after its words are drawn.
const typefaceAfter = 500 * time.Millisecond

// withLateTypefaces holds the typefaces of a tab back, as a slow connection does.
func withLateTypefaces(tab *Tab) error {
	err := chromedp.Listen(tab.ctx, func(event any) {
		paused, ok := event.(*cdpfetch.EventRequestPaused)
		if !ok {
			return
		}
		time.AfterFunc(typefaceAfter, func() {
			// a tab that was closed meanwhile has no use for it
			_, _ = chromedp.Call(tab.ctx, cdpfetch.ContinueRequest, cdpfetch.ContinueRequestParams{RequestID: paused.RequestID})
		})
	})
	if err != nil {
		return err
	}
	_, err = chromedp.Call(tab.ctx, cdpfetch.Enable, cdpfetch.EnableParams{Patterns: []*cdpfetch.RequestPattern{{URLPattern: "*.woff2*"}}})
	return err
}

// Nothing jumps when the typefaces arrive: somebody new has none of them stored.
func TestPagesStandStill(t *testing.T) {
	for _, path := range []string{"/", "/films", "/films/tt0041959", "/people/orson-welles", "/atlas", "/recommend", "/forecast", "/docs", "/nowhere"} {
		for _, width := range []Width{Narrow, Wide} {
			tab := person(t)
			if err := withLateTypefaces(tab); err != nil {
				t.Fatal(err)
			}
			if err := tab.View(width, Light); err != nil {
				t.Fatal(err)
			}
			if _, err := tab.Open(path); err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			moved, err := Eval[shift](tab, shifted)
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			if moved.Sum >= mostShift {
				t.Errorf("%s, %d px: %.3f of the page moved, want less than %v: %s", path, width, moved.Sum, mostShift, moved.What)
			}
			tab.Close()
		}
	}
}

func TestPagesArePaintedSoon(t *testing.T) {
	peer := plain(t)
	for _, path := range []string{"/", "/films", "/films/tt0041959"} {
		var times, others []float64
		ratio := func() float64 { return median(times) / median(others) }
		for len(times) < leastVisits || len(times) < mostVisits && ratio() > slowestPaint {
			others = append(others, paintedFor(t, peer, "/"))
			times = append(times, paintedFor(t, theService(t).URL, path))
		}
		t.Logf("%-20s largest paint after %.0f ms, %.0f to %.0f in %d visits; plain page %.0f ms, %.0f to %.0f; ratio %.2f", path,
			median(times), slices.Min(times), slices.Max(times), len(times), median(others), slices.Min(others), slices.Max(others), ratio())
		if ratio() > slowestPaint {
			t.Errorf("%s: the largest part is drawn after %.2f times as long as that of a plain page, want at most %.2f", path, ratio(), slowestPaint)
		}
	}
}

// median returns the middle one of some times, of an even number the later of two.
func median(times []float64) float64 {
	sorted := slices.Sorted(slices.Values(times))
	return sorted[len(sorted)/2]
}

// paintedFor returns when the largest part of a page was drawn for somebody new, who has nothing of the
// site stored and a slow processor, in milliseconds.
func paintedFor(t *testing.T, home, path string) float64 {
	t.Helper()
	tab := personAt(t, home)
	defer tab.Close()
	if _, err := chromedp.Call(tab.ctx, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: slowdown}); err != nil {
		t.Fatal(err)
	}
	if status, err := tab.Open(path); err != nil || status != 200 {
		t.Fatalf("%s: status %d, %v", path, status, err)
	}
	at, err := Eval[float64](tab, painted)
	if err != nil || at <= 0 {
		t.Fatalf("%s: painted at %v: %v", path, at, err)
	}
	return at
}
