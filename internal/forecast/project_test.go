package forecast

import (
	"math"
	"slices"
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
		"too much":        {Project{Title: "A", Budget: ptr(1e9 + 1)}, "budget", fault.InvalidParameter},
		"too little":      {Project{Title: "A", Budget: ptr(999.0)}, "budget", fault.InvalidParameter},
		"no month":        {Project{Title: "A", Month: 13}, "month", fault.InvalidParameter},
		"a short":         {Project{Title: "A", Runtime: 12}, "runtime", fault.InvalidParameter},
		"many countries":  {Project{Title: "A", Countries: make([]string, 21)}, "countries", fault.InvalidParameter},
		"many languages":  {Project{Title: "A", Languages: make([]string, 21)}, "languages", fault.InvalidParameter},
		"many writers":    {Project{Title: "A", Writers: make([]string, 21)}, "writers", fault.InvalidParameter},
		"a long series":   {Project{Title: "A", Franchise: long}, "franchise", fault.InvalidParameter},
		"a long source":   {Project{Title: "A", Source: long}, "source_material", fault.InvalidParameter},
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
	for _, p := range []Project{{Title: "A"}, {Title: "A", Budget: ptr(1e9), Cast: make([]string, 50)}, {Title: "A", Budget: ptr(1000.0), Runtime: 90, Month: 12}} {
		if err := p.Check(); err != nil {
			t.Errorf("%+v: %v", p, err)
		}
	}
}

// REQ R-23: catalogues of any size are answered from, if only with nothing.
func TestSmallCatalogues(t *testing.T) {
	for _, n := range []int{0, 1, 4, 10, 60} {
		films := cinema(n)
		h := open(t, films, 0)
		o := h.predict(t, &Project{Title: "The Brass Key", Genres: []string{"Thriller"}, Budget: ptr(2e6)})
		if n < 5 && (o.Prediction.Gross != nil || len(o.Comparables) != 0) {
			t.Errorf("%d films estimate %v", n, o.Prediction.Gross)
		}
		if n >= 10 && o.Prediction.Gross == nil {
			t.Errorf("%d films give no estimate", n)
		}
	}
}

func TestWarningsSayWhatWasLeftOut(t *testing.T) {
	h := openCinema(t, 300)
	o := h.predict(t, &Project{Title: "A", Genres: []string{"Gothic", "Drama"}, Director: "Nobody Known", Cast: []string{"Player AA"}, Budget: ptr(1e6),
		Countries: []string{"Freedonia", "France"}, Languages: []string{"Elvish", "fr"}, Writers: []string{"No Pen"}, Franchise: "Space Opera", Certificate: "PG-13"})
	all := strings.Join(o.Warnings, "\n")
	for _, want := range []string{"Gothic", "Nobody Known", "Freedonia", "Elvish", "No Pen", "Space Opera", "certificate"} {
		if !strings.Contains(all, want) {
			t.Errorf("nothing about %s in:\n%s", want, all)
		}
	}
	if strings.Contains(all, "Drama") || strings.Contains(all, "France") {
		t.Errorf("a warning about what is known:\n%s", all)
	}
}

func TestCountriesAndLanguagesByNameAndCode(t *testing.T) {
	p := newPlaces()
	for name, want := range map[string]string{"US": "US", "usa": "US", "United States": "US", "UK": "GB", "south korea": "KR", "Hong Kong": "HK", "FRA": "FR", "Atlantis": "", "xx": ""} {
		if got, unknown := p.countries([]string{name, " "}); want == "" && len(unknown) != 1 || want != "" && !slices.Equal(got, []uint16{letters(want)}) {
			t.Errorf("%s: %v, unknown %v", name, got, unknown)
		}
	}
	for name, want := range map[string]string{"en": "en", "ENG": "en", "French": "fr", "mandarin": "zh", "Klingonese": ""} {
		if got, unknown := p.languages([]string{name}); want == "" && len(unknown) != 1 || want != "" && !slices.Equal(got, []uint16{letters(want)}) {
			t.Errorf("%s: %v, unknown %v", name, got, unknown)
		}
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
