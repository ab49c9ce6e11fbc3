package forecast

import (
	"math"
	"strings"
	"testing"

	"kinodex/internal/fault"
)

// REQ
func TestProjectsAreChecked(t *testing.T) {
	long := strings.Repeat("x", 20_001)
	for name, c := range map[string]struct {
		project Project
		param   string
		kind    fault.Kind
	}{
		"no title":        {Project{}, "title", fault.MissingParameter},
		"a blank title":   {Project{Title: " \t"}, "title", fault.MissingParameter},
		"a long title":    {Project{Title: long}, "title", fault.InvalidParameter},
		"no money":        {Project{Title: "A", Budget: ptr(0.0)}, "budget", fault.InvalidParameter},
		"less than none":  {Project{Title: "A", Budget: ptr(-1.0)}, "budget", fault.InvalidParameter},
		"too much":        {Project{Title: "A", Budget: ptr(1e10 + 1)}, "budget", fault.InvalidParameter},
		"no number":       {Project{Title: "A", Budget: ptr(math.NaN())}, "budget", fault.InvalidParameter},
		"a crowd":         {Project{Title: "A", Cast: make([]string, 51)}, "cast", fault.InvalidParameter},
		"a long name":     {Project{Title: "A", Cast: []string{long}}, "cast", fault.InvalidParameter},
		"many genres":     {Project{Title: "A", Genres: make([]string, 31)}, "genres", fault.InvalidParameter},
		"a long synopsis": {Project{Title: "A", Synopsis: long}, "synopsis", fault.InvalidParameter},
		"before film":     {Project{Title: "A", Year: 1800}, "year", fault.InvalidParameter},
		"the far future":  {Project{Title: "A", Year: 3000}, "year", fault.InvalidParameter},
	} {
		err := c.project.Check()
		f, ok := err.(*fault.Fault)
		if !ok || f.Kind != c.kind || f.Param != c.param {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, p := range []Project{{Title: "A"}, {Title: "A", Budget: ptr(1e10), Cast: make([]string, 50)}, {Title: "A", Budget: ptr(0.01)}} {
		if err := p.Check(); err != nil {
			t.Errorf("%+v: %v", p, err)
		}
	}
}

// REQ R-23: catalogues of any size are answered from, if only with nothing.
func TestSmallCatalogues(t *testing.T) {
	for _, n := range []int{0, 1, 10, 60} {
		films := cinema(n)
		h := open(t, films, 0)
		o := h.predict(t, &Project{Title: "The Brass Key", Genres: []string{"Thriller"}, Budget: ptr(2e6)})
		if n == 0 && (o.Prediction.Gross != nil || len(o.Comparables) != 0) {
			t.Errorf("an empty catalogue estimates %v", o.Prediction.Gross)
		}
		if n >= 10 && o.Prediction.Gross == nil {
			t.Errorf("%d films give no estimate", n)
		}
	}
}

func TestWarningsSayWhatWasLeftOut(t *testing.T) {
	h := open(t, cinema(200), 0)
	o := h.predict(t, &Project{Title: "A", Genres: []string{"Gothic", "Drama"}, Director: "Nobody Known", Cast: []string{"Player AA"}, Budget: ptr(1e6)})
	all := strings.Join(o.Warnings, "\n")
	for _, want := range []string{"Gothic", "Nobody Known"} {
		if !strings.Contains(all, want) {
			t.Errorf("nothing about %s in:\n%s", want, all)
		}
	}
	if strings.Contains(all, "Drama") {
		t.Errorf("a warning about a known genre:\n%s", all)
	}
}

func BenchmarkPredict(b *testing.B) {
	films := cinema(5000)
	h := open(b, films, 0)
	ask := projects(films, 64)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := h.Predict(ask[i%len(ask)]); err != nil {
			b.Fatal(err)
		}
	}
}
