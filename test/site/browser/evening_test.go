package browser

import (
	"encoding/csv"
	"strings"
	"testing"
	"time"
)

// follows opens a menu of the frame, on a phone the only one, and follows a link of it.
func (s *story) follows(in Width, menu, way string) {
	s.Helper()
	if in < Wide {
		menu = "Menu"
	}
	s.presses(menu)
	s.presses(way)
}

// Somebody without an account says what tonight's film must be, and has five of them with their runtimes
// in under a minute.
func TestAFilmLoverFindsFiveFilmsForTonight(t *testing.T) {
	toldTwice(t, func(t *testing.T, in Width) {
		s := beginIn(t, in)
		began := time.Now()
		s.opens("/")
		s.seesAtOnce(".hero input")
		s.fills("Search films, people", "comedies from the 90s under 100 minutes")
		s.presses("Search")
		s.arrives(`^/search\?q=comedies`)
		s.reads(`(?i)minutes\s+up to 100|at most 100 minutes|under 100`)
		s.seesAtOnce("main .film-card")
		found, err := Eval[int](s.tab, `document.querySelectorAll("main .film-card").length`)
		s.must(err, "counting films")
		if found < 5 {
			t.Errorf("%d films are found for tonight", found)
		}
		name, err := Eval[string](s.tab, `document.querySelector("main .film-card .name").textContent.trim()`)
		s.must(err, "reading a title")
		s.presses(name)
		s.arrives("^/films/tt")
		s.reads(`\b\d+ (h|min)\b`)
		if took := time.Since(began); took > time.Minute {
			t.Errorf("it took %v", took)
		}
	})
}

// An analyst goes to the statistics, opens the table of a chart and takes it away as a file, which has the
// same rows.
func TestAnAnalystTakesTheTableOfAChart(t *testing.T) {
	toldTwice(t, func(t *testing.T, in Width) {
		s := beginIn(t, in)
		s.opens("/")
		s.follows(in, "Explore", "Statistics")
		s.arrives("^/statistics$")
		s.seesAtOnce(".picture svg")
		s.reads(`\d+% of the films are of the \d{4}s`)
		s.presses("The same as a table")
		rows, err := Eval[[]string](s.tab, `[...document.querySelector(".picture table").tBodies[0].rows].map(r => [...r.cells].map(c => c.textContent.trim().replaceAll(",", "")).join(","))`)
		s.must(err, "reading the table")
		sent, err := Eval[string](s.tab, `fetch(document.querySelector(".picture a[download]").href).then(r => r.text())`)
		s.must(err, "downloading the table")
		records, err := csv.NewReader(strings.NewReader(sent)).ReadAll()
		s.must(err, "reading the file")
		if len(records) != len(rows)+1 || len(rows) < 5 {
			t.Fatalf("the file has %d rows under its heading, the page %d", len(records)-1, len(rows))
		}
		for i, row := range rows {
			if got := strings.Join(records[i+1], ","); got != row {
				t.Errorf("row %d of the file is %q, the page has %q", i, got, row)
			}
		}
		s.sound("statistics-table")
	})
}
