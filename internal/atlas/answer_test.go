package atlas

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/serve/encode"
)

// world is an answer as a client reads it.
type world struct {
	Totals struct {
		Films, Countries, Verified, Inferred, Unmapped int
	}
	Coverage struct {
		Verified *float64 `json:"verified_pct"`
		Inferred *float64 `json:"inferred_pct"`
		Unmapped *float64 `json:"unmapped_pct"`
	}
	Disclaimer string
	Countries  []place
}

type place struct {
	Code, Name string
	Films      int     `json:"film_count"`
	Verified   int     `json:"verified_count"`
	Inferred   int     `json:"inferred_count"`
	Share      float64 `json:"verified_share"`
	Score      float64 `json:"avg_master_score"`
	Top        []top   `json:"top_films"`
}

type top struct {
	ID     film.ID `json:"filmdb_id"`
	Title  string
	Year   *int
	Score  float64 `json:"master_score"`
	Poster *string `json:"poster_mini_url"`
}

// written is what a client is sent.
func written(t testing.TB, v any) []byte {
	t.Helper()
	b, err := encode.Append(nil, v, "https://h")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func ask(t testing.TB, x *Atlas, q Question) (w world) {
	t.Helper()
	if err := q.Check(); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(written(t, x.Ask(q).World), &w); err != nil {
		t.Fatal(err)
	}
	return w
}

// counted is the answer, counted film by film.
func counted(films []*film.Film, q Question) (w world) {
	places := map[string]*place{}
	sums := map[string]int64{}
	for _, f := range films {
		if q.Band != "" && film.BandOf(f.Ratings.MasterScore) != q.Band {
			continue
		}
		if q.DecadeMin != nil && (f.Year == nil || float64(*f.Year) < math.Floor(*q.DecadeMin/10)*10) ||
			q.DecadeMax != nil && (f.Year == nil || float64(*f.Year) >= math.Floor(*q.DecadeMax/10)*10+10) {
			continue
		}
		w.Totals.Films++
		if len(f.Countries) == 0 || len(f.Countries[0]) != 2 || f.Countries[0] != strings.ToUpper(f.Countries[0]) {
			w.Totals.Unmapped++
			continue
		}
		code := f.Countries[0]
		p := places[code]
		if p == nil {
			p = &place{Code: code, Name: countryName(code)}
			places[code] = p
		}
		p.Films++
		sums[code] += int64(math.Round(f.Ratings.MasterScore * 100))
		if f.Provenance["countries"].MetricType == "stated" {
			p.Verified++
			w.Totals.Verified++
		} else {
			p.Inferred++
			w.Totals.Inferred++
		}
		var poster *string
		if f.PosterMini != nil {
			poster = ptr("https://h" + (*f.PosterMini)[1:])
		}
		p.Top = append(p.Top, top{f.ID, f.Title, f.Year, f.Ratings.MasterScore, poster})
	}
	for code, p := range places {
		slices.SortFunc(p.Top, func(a, b top) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.ID, b.ID)) })
		p.Top = p.Top[:min(len(p.Top), q.Top)]
		p.Share, p.Score = share(p.Verified, p.Films), hundredths(float64(sums[code])/100/float64(p.Films))
		w.Countries = append(w.Countries, *p)
	}
	slices.SortFunc(w.Countries, func(a, b place) int { return cmp.Or(cmp.Compare(b.Films, a.Films), cmp.Compare(a.Code, b.Code)) })
	w.Totals.Countries = len(w.Countries)
	return w
}

// REQ AT-02, AT-03, AT-05 to AT-09: every band and range of decades is what
// counting gives, and the bands part the films.
func TestEveryBandAndRangeIsWhatCountingGives(t *testing.T) {
	for _, n := range []int{0, 1, 10, 700} {
		films := invented(uint64(n), n)
		x, _ := build(t, films)
		years := []*float64{nil, ptr(0.0), ptr(1910.0), ptr(1994.0), ptr(1999.9), ptr(2020.0), ptr(9999.0)}
		for _, low := range years {
			for _, high := range years {
				parts := 0
				for _, band := range []string{"", "S", "A", "B", "C", "D", "E"} {
					q := Question{Band: band, DecadeMin: low, DecadeMax: high, Top: 1 + n/10%200}
					if (&Question{Band: band, DecadeMin: low, DecadeMax: high, Top: 1}).Check() != nil {
						continue
					}
					name := fmt.Sprint(n, " films, band ", band, deref(low), deref(high))
					got, want := ask(t, x, q), counted(films, q)
					if got.Totals != want.Totals {
						t.Fatalf("%s: totals %+v, want %+v", name, got.Totals, want.Totals)
					}
					for i := range max(len(got.Countries), len(want.Countries)) {
						a, _ := json.Marshal(got.Countries[i])
						b, _ := json.Marshal(want.Countries[i])
						if string(a) != string(b) {
							t.Fatalf("%s: country %d\n got %s\nwant %s", name, i, a, b)
						}
					}
					checkSums(t, name, got)
					if band != "" {
						parts += got.Totals.Films
						continue
					}
					parts -= got.Totals.Films
				}
				if parts != 0 {
					t.Errorf("%d films from %v to %v: the bands have %d films more than all", n, deref(low), deref(high), parts)
				}
			}
		}
	}
}

// checkSums is REQ AT-07.
func checkSums(t *testing.T, name string, w world) {
	t.Helper()
	sum, verified := 0, 0
	for _, c := range w.Countries {
		if c.Verified+c.Inferred != c.Films || len(c.Top) == 0 {
			t.Errorf("%s: %+v", name, c)
		}
		sum += c.Films
		verified += c.Verified
	}
	n := w.Totals
	if sum != n.Films-n.Unmapped || verified != n.Verified || n.Verified+n.Inferred+n.Unmapped != n.Films {
		t.Errorf("%s: countries have %d films, %d verified, of %+v", name, sum, verified, n)
	}
	c := w.Coverage
	if n.Films == 0 {
		if c.Verified != nil || c.Inferred != nil || c.Unmapped != nil {
			t.Errorf("%s: a share of nothing", name)
		}
		return
	}
	if all := *c.Verified + *c.Inferred + *c.Unmapped; math.Abs(all-100) > 0.02 {
		t.Errorf("%s: %v %% in all", name, all)
	}
	if w.Disclaimer == "" {
		t.Errorf("%s: no disclaimer", name)
	}
}

func deref(v *float64) any {
	if v == nil {
		return "any"
	}
	return *v
}

// REQ AT-01, AT-02, AT-03, AT-09
func TestQuestionsAreCheckedAndSnapped(t *testing.T) {
	for _, c := range []struct {
		q     Question
		param string
	}{
		{Question{Band: "F", Top: 1}, "band"},
		{Question{Band: "SA", Top: 1}, "band"},
		{Question{Top: 0}, "top"},
		{Question{Top: 201}, "top"},
		{Question{Top: 1, DecadeMin: ptr(-1.0)}, "decade_min"},
		{Question{Top: 1, DecadeMax: ptr(10_000.0)}, "decade_max"},
		{Question{Top: 1, DecadeMax: ptr(math.NaN())}, "decade_max"},
		{Question{Top: 1, DecadeMin: ptr(2000.0), DecadeMax: ptr(1999.0)}, "decade_min"},
	} {
		if err := c.q.Check(); !fault.Is(err, fault.InvalidParameter) || fault.From(err).Param != c.param {
			t.Errorf("%+v: %v", c.q, err)
		}
	}
	q := Question{Band: "b", Top: 200, DecadeMin: ptr(1999.0), DecadeMax: ptr(1990.0)} // one decade
	if err := q.Check(); err != nil || q.Band != "B" || *q.DecadeMin != 1990 || *q.DecadeMax != 1990 {
		t.Errorf("%+v, %v", q, err)
	}
	q = Question{Top: 1}
	if err := q.Check(); err != nil || q.Band != AllBands || q.DecadeMin != nil {
		t.Errorf("%+v, %v", q, err)
	}
}

// REQ AT-06: names, those of countries that are no more included.
func TestCountriesHaveNames(t *testing.T) {
	for code, want := range map[string]string{"US": "United States", "SU": "Soviet Union", "XK": "Kosovo", "DD": "East Germany", "XX": "XX", "ZZ": "ZZ"} {
		if got := countryName(code); got != want {
			t.Errorf("%s is %q, want %q", code, got, want)
		}
	}
}
