package forecast

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/film"
)

func (h *house) brief(t *testing.T, p *Project, c Choice) (*Outcome, *Brief) {
	t.Helper()
	o, b, err := h.PredictBrief(p, c)
	if err != nil {
		t.Fatal(err)
	}
	return o, b
}

// Who changes nothing about the comparables gets the outcome of Predict, and chances that fit one
// another (REQ F2-110).
func TestABriefIsOfTheSameForecast(t *testing.T) {
	h := openCinema(t, 400)
	for _, p := range projects(h.films, 40) {
		plain := h.predict(t, p)
		o, b := h.brief(t, p, Choice{})
		if !reflect.DeepEqual(o, plain) {
			t.Fatalf("%s: the brief's outcome is another", p.Title)
		}
		if p.Budget == nil {
			if len(b.Chances) != 0 {
				t.Errorf("without a budget the chances are %v", b.Chances)
			}
			continue
		}
		c := b.Chances
		if len(c) != 4 || math.Abs(c[0].Released+c[1].Released-1) > 1e-9 || c[0].Outcome != "below_budget" {
			t.Fatalf("%+v", c)
		}
		for i := 2; i < len(c); i++ {
			if c[i].Released > c[i-1].Released || c[i].Regardless > c[i-1].Regardless || c[i].Released < 0.01 {
				t.Errorf("%s: %+v is likelier than %+v", p.Title, c[i], c[i-1])
			}
		}
		if b.Comparables == nil || b.Comparables.P10 > b.Comparables.P50 || b.Comparables.P50 > b.Comparables.P90 {
			t.Errorf("the comparables took %+v", b.Comparables)
		}
	}
}

// What an input does is the difference to what the models say of the project without it
// (REQ F2-110).
func TestADriverIsWhatTheModelsSayWithoutTheInput(t *testing.T) {
	h := openCinema(t, 400)
	checked := 0
	for _, p := range projects(h.films, 20) {
		if p.Budget == nil {
			continue
		}
		o, b := h.brief(t, p, Choice{})
		year := o.Prediction.AsOf
		for i, d := range b.Drivers {
			if d.Effect == nil || *d.Effect != Priced(*o.Prediction.Gross, year)-*d.Without || i > 0 && math.Abs(float64(*d.Effect)) > math.Abs(float64(*b.Drivers[i-1].Effect)) {
				t.Errorf("%s: %s", p.Title, d.Says)
			}
		}
		for input, leave := range map[string]func(p *Project){
			"director": func(p *Project) { p.Director = "" }, "budget": func(p *Project) { p.Budget = nil },
			"synopsis": func(p *Project) { p.Synopsis = "" }, "runtime": func(p *Project) { p.Runtime = 0 },
		} {
			without := *p
			leave(&without)
			i := slices.IndexFunc(b.Drivers, func(d Driver) bool { return d.Input == input })
			if stated := !reflect.DeepEqual(without, *p); stated != (i >= 0) {
				t.Errorf("%s: it says something of the %s: %v", p.Title, input, i >= 0)
			} else if stated {
				checked++
				if input == "director" { // else the year would follow from the director
					without.Year = year
				}
				if want := Priced(*h.predict(t, &without).Prediction.Gross, year); *b.Drivers[i].Without != want {
					t.Errorf("%s: without the %s it says %d, and Predict %d", p.Title, input, *b.Drivers[i].Without, want)
				}
			}
		}
	}
	if checked < 20 {
		t.Errorf("only %d effects were checked", checked)
	}
	for _, c := range []struct {
		gross, without int64
		want           string
	}{
		{120e6, 100e6, "Stating the cast raises the estimate by 20 %: without the cast, the same models estimate $100,000,000 (2025 dollars)."},
		{80e6, 100e6, "Stating the cast lowers the estimate by 20 %: "},
		{100_400_000, 100e6, "Stating the cast changes the estimate by less than 1 %."},
	} {
		if got := says("the cast", c.gross, c.without); !strings.HasPrefix(got, c.want) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// A removed film is no comparable and no neighbour; a pinned one is shown first, and the estimate
// does not follow it (REQ F2-111).
func TestComparablesAreRemovedAndPinned(t *testing.T) {
	h := openCinema(t, 400)
	p := &Project{Title: "The Brass Key", Genres: []string{"Comedy"}, Budget: ptr(2e7), Director: directorName(11), Year: 2020}
	plain, _ := h.brief(t, p, Choice{})
	out := []film.ID{plain.Comparables[0].ID, plain.Comparables[1].ID, plain.Comparables[0].ID}
	var far film.ID
	for _, f := range h.films {
		if f.BoxOffice.WorldwideGross != nil && !slices.ContainsFunc(plain.Comparables, func(c Comparable) bool { return c.ID == f.ID }) {
			far = f.ID
			break
		}
	}
	pinned, b := h.brief(t, p, Choice{Pinned: []film.ID{far}})
	if len(pinned.Comparables) != len(plain.Comparables) || pinned.Comparables[0].ID != far || len(b.Pinned) != 1 || b.Pinned[0].Title == "" {
		t.Errorf("%+v among %d", b.Pinned, len(pinned.Comparables))
	}
	if pinned.Marketing[0] != plain.Marketing[0] || !strings.Contains(plain.Marketing[0], plain.Comparables[0].Title) {
		t.Errorf("the pinned film is called the most similar: %q", pinned.Marketing[0])
	}
	if *pinned.Prediction.Gross != *plain.Prediction.Gross || pinned.Comparables[0].Effect != 0 {
		t.Error("the estimate follows a pinned film")
	}
	less, b := h.brief(t, p, Choice{Removed: out, Pinned: []film.ID{out[0]}})
	for _, c := range less.Comparables {
		if c.ID == out[0] || c.ID == out[1] {
			t.Errorf("%s is there still", c.Title)
		}
	}
	if len(b.Removed) != 2 || len(b.Pinned) != 0 {
		t.Errorf("removed %+v, pinned %+v", b.Removed, b.Pinned)
	}
	whole, _ := h.brief(t, p, Choice{})
	if !reflect.DeepEqual(whole, plain) {
		t.Error("a choice outlives its question")
	}
	var young, moneyless film.ID
	for _, f := range h.films {
		if f.BoxOffice.WorldwideGross == nil {
			moneyless = f.ID
		}
	}
	early := &Project{Title: "The Brass Key", Genres: []string{"Comedy"}, Year: 1990}
	young = h.films[len(h.films)-2].ID
	o, b := h.brief(t, early, Choice{Pinned: []film.ID{7, young}})
	said := strings.Join(o.Warnings, " ")
	if len(b.Pinned) != 0 || !strings.Contains(said, "No film has the id tt0000007, so it was not pinned.") || !strings.Contains(said, "is not an earlier film than the project, so it was not pinned.") {
		t.Errorf("%+v, %q", b.Pinned, said)
	}
	o, b = h.brief(t, p, Choice{Removed: []film.ID{moneyless}})
	if said = strings.Join(o.Warnings, " "); len(b.Removed) != 0 || !strings.Contains(said, "The worldwide gross of ") {
		t.Errorf("%+v, %q", b.Removed, said)
	}
}

// A name that no earlier film has is listed by its field.
func TestUnknownNamesAreListed(t *testing.T) {
	h := openCinema(t, 300)
	_, b := h.brief(t, &Project{Title: "The Brass Key", Genres: []string{"Comedy"}, Director: directorName(3) + ", Nobody Atall", Cast: []string{" No One "}, Year: 2020}, Choice{})
	if want := []Unknown{{Input: "director", Name: "Nobody Atall"}, {Input: "cast", Name: "No One"}}; !reflect.DeepEqual(b.Unknown, want) {
		t.Errorf("%+v", b.Unknown)
	}
	_, b = h.brief(t, &Project{Title: "Quite Unlike Anything"}, Choice{})
	if b.Comparables != nil || len(b.Chances)+len(b.Drivers) != 0 || b.Chances == nil || b.Drivers == nil || b.Removed == nil {
		t.Errorf("of nothing it says %+v", b)
	}
}
