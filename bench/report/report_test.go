package report

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kinodex/bench/contest"
	"kinodex/bench/measure"
	"kinodex/bench/question"
)

func TestFiguresAreShownInTheUnitThatSuitsThem(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "-", 6400: "6.4 µs", 36_400: "36 µs", 1_240_000: "1.2 ms", 44_900_000: "45 ms", 61_240_000_000: "61.2 s",
	} {
		if got := span(d); got != want {
			t.Errorf("%d ns is shown as %q, want %q", d, got, want)
		}
	}
	for _, c := range []struct {
		a, b float64
		want string
	}{{1, 2, "0.50×"}, {52, 7, "7.43×"}, {323, 7, "46.1×"}, {934, 7, "133×"}, {1, 0, "-"}} {
		if got := ratio(c.a, c.b); got != c.want {
			t.Errorf("%v of %v is shown as %q, want %q", c.a, c.b, got, c.want)
		}
	}
}

func TestAReportTellsEveryEngineInEveryForm(t *testing.T) {
	r := &Report{Films: 3, Questions: 5, Agreement: map[string]map[string]contest.Agreement{}}
	for i, name := range []string{"kinodex", "peer"} {
		p := map[string]measure.Percentiles{question.KnownItem: {P50: time.Duration(20*(1+9*i)) * time.Microsecond, N: 1}}
		r.Engines = append(r.Engines, Engine{Result: &contest.Result{Name: name, Title: "The " + name, Films: p, IDs: p}})
		r.Agreement[name] = map[string]contest.Agreement{question.KnownItem: {Questions: 4, Same: 3}}
	}
	dir := t.TempDir()
	var shown strings.Builder
	if err := r.Write(dir, &shown); err != nil {
		t.Fatal(err)
	}
	for name, wants := range map[string][]string{
		"report.txt":   {"The peer", "200 µs", "10.0×", "75.0 %"},
		"report.md":    {"| The peer | 200 µs |", "|---|---:|"},
		"results.json": {`"p50_ns": 200000`},
	} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range wants {
			if !strings.Contains(string(b), want) {
				t.Errorf("%s does not tell %q:\n%s", name, want, b)
			}
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "report.txt"))
	if err != nil || shown.String() != string(text) {
		t.Errorf("what is shown is not report.txt: %v", err)
	}
}
