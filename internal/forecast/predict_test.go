package forecast

import (
	"math"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"kinodex/internal/film"
)

// projects are films of the cinema told as projects, whole and in parts.
func projects(films []*film.Film, n int) []*Project {
	r := rand.New(rand.NewPCG(5, 5))
	var all []*Project
	for range n {
		p := projectOf(films[r.IntN(len(films))])
		for _, drop := range []func(){
			func() { p.Budget = nil }, func() { p.Director = "" }, func() { p.Cast = nil }, func() { p.Synopsis = "" },
			func() { p.Genres = nil }, func() { p.Year = 0 }, func() { p.Title = "Something Else" },
			func() { p.Companies = []string{"Long Table Pictures"} }, func() { *p = Project{Title: p.Title, Year: p.Year} },
			func() { p.Cast = []string{"Nobody Known", ""} }, func() { p.Genres = append(p.Genres, "Gothic") },
		} {
			if r.Float64() < 0.15 {
				drop()
			}
		}
		all = append(all, p)
	}
	return all
}

// REQ: what holds of every
// outcome.
func TestWhatHoldsOfEveryOutcome(t *testing.T) {
	if testing.Short() {
		t.Skip("learns from many made-up years")
	}
	films := cinema(900)
	h := openCinema(t, 900)
	some := 0
	for _, p := range append(projects(films, 300), &Project{Title: "Alone"}) {
		o := h.predict(t, p)
		in := &o.Prediction.Intervals
		if len(o.Comparables) > 20 {
			t.Fatalf("%d comparables", len(o.Comparables))
		}
		if len(o.Marketing) < 3 || len(o.Marketing) > 7 {
			t.Errorf("%d notes", len(o.Marketing))
		}
		for _, s := range append([]string{
			o.Audience.PrimaryDemographic, o.Audience.ReleaseStrategy,
			o.Audience.MarketingBudgetEstimate, o.Audience.AudienceReceptionForecast,
		}, o.Marketing...) {
			if s == "" {
				t.Errorf("an empty sentence for %+v", p)
			}
		}
		if len(o.Comparables) == 0 {
			if *in != (Intervals{}) || o.Prediction.Unconditional != nil || o.Prediction.Chances != (Chances{}) || o.Prediction.Gross != nil || o.Prediction.Release.Chance != nil || o.Prediction.Confidence != Low {
				t.Errorf("estimates without comparables: %+v", o)
			}
			continue
		}
		some++
		if len(o.Comparables) < 5 {
			t.Errorf("estimates from %d comparables", len(o.Comparables))
		}
		gross := Range{float64(in.Gross.P10), float64(in.Gross.P50), float64(in.Gross.P90)}
		for name, r := range map[string]*Range{"gross": &gross, "rating": in.Rating, "master": in.MasterScore} {
			if r == nil || !(r.P10 <= r.P50 && r.P50 <= r.P90) {
				t.Fatalf("%s is %v for %+v", name, r, p)
			}
		}
		if in.Rating.P10 < 0 || in.Rating.P90 > 10 || in.MasterScore.P10 < 0 || in.MasterScore.P90 > 100 || gross.P10 < 0 {
			t.Errorf("out of range: %v %v %v", in.Rating, in.MasterScore, gross)
		}
		if *o.Prediction.Gross != in.Gross.P50 || *o.Prediction.Rating != in.Rating.P50 || *o.Prediction.MasterScore != in.MasterScore.P50 {
			t.Errorf("an estimate is not the middle of its interval: %+v", o.Prediction)
		}
		checkROI(t, p, o)
		checkComparables(t, h, p, o)
	}
	if some < 200 {
		t.Errorf("only %d outcomes had comparables", some)
	}
}

func checkROI(t *testing.T, p *Project, o *Outcome) {
	t.Helper()
	e := &o.Prediction
	if p.Budget == nil {
		if e.ROI != nil || e.Intervals.ROI != nil || e.Confidence != Low || e.Band != nil {
			t.Errorf("a return without a budget: %v, %s", e.ROI, e.Confidence)
		}
		return
	}
	budget := float64(p.dollars())
	if want := (float64(*e.Gross) - budget) / budget; math.Abs(*e.ROI-want) > 0.00501 || e.Intervals.ROI.P50 != *e.ROI {
		t.Errorf("a return of %v, should be %v", *e.ROI, want)
	}
	width := float64(e.Intervals.Gross.P90) / float64(e.Intervals.Gross.P10)
	if width < 2.99 && e.Confidence != High || width < 5.99 && e.Confidence == Low {
		t.Errorf("confidence %s for a width of %.2f", e.Confidence, width)
	}
	for _, c := range []Chances{e.Chances, e.Unconditional.Chances} {
		if *c.Twice > *c.Once || *c.Twice < 0.01 || *c.Once > 0.99 {
			t.Errorf("chances %v and %v", *c.Once, *c.Twice)
		}
	}
	if *e.Unconditional.Chances.Once > *e.Chances.Once && p.dollars() >= Released {
		t.Error("a release of any kind is better than a commercial one")
	}
}

// checkComparables compares what is told of the comparables with their records.
func checkComparables(t *testing.T, h *house, p *Project, o *Outcome) {
	t.Helper()
	for i, c := range o.Comparables {
		f := h.film(c.ID)
		if c.Title != f.Title || c.Year != *f.Year || !slices.Equal(c.Genres, f.Genres) ||
			!reflect.DeepEqual(c.Budget, f.BoxOffice.Budget) || !reflect.DeepEqual(c.Gross, f.BoxOffice.WorldwideGross) ||
			*c.Rating != *f.Ratings.Filmdb {
			t.Errorf("%+v is not %+v", c, f)
		}
		if c.Year >= o.Prediction.AsOf {
			t.Errorf("a film of %d for a project of %d", c.Year, o.Prediction.AsOf)
		}
		if c.Similarity < 0 || c.Similarity > 1 || i > 0 && c.Similarity > o.Comparables[i-1].Similarity {
			t.Errorf("similarity %v", c.Similarity)
		}
		for aspect, v := range map[string]*float64{
			"genres": c.Parts.Genres, "budget": c.Parts.Budget, "synopsis": c.Parts.Synopsis, "people": c.Parts.People, "era": c.Parts.Era, "origin": c.Parts.Origin,
		} {
			if v != nil && (*v < 0 || *v > 1) {
				t.Errorf("%s alike by %v", aspect, *v)
			}
		}
		if len(c.Reasons) == 0 {
			t.Error("no reasons")
		}
		for _, reason := range c.Reasons {
			checkReason(t, p, f, reason)
		}
	}
}

func checkReason(t *testing.T, p *Project, f *film.Film, reason string) {
	t.Helper()
	if name, ok := strings.CutPrefix(reason, "Directed by "); ok {
		if name = strings.TrimSuffix(name, ", too."); name != *f.Director || !strings.Contains(p.Director, name) {
			t.Errorf("%q of %s", reason, f.Title)
		}
	}
	if name, ok := strings.CutSuffix(reason, " is in the cast of both."); ok {
		plays := slices.ContainsFunc(f.Cast, func(r film.Role) bool { return r.Name == name })
		if !plays || !slices.Contains(p.Cast, name) {
			t.Errorf("%q of %s", reason, f.Title)
		}
	}
	if list, ok := strings.CutPrefix(reason, "Same genres: "); ok {
		for name := range strings.SplitSeq(strings.TrimSuffix(list, "."), ", ") {
			if !slices.Contains(f.Genres, name) || !slices.Contains(p.Genres, name) {
				t.Errorf("%q of %s", reason, f.Title)
			}
		}
	}
	if list, ok := strings.CutPrefix(reason, "The synopses share: "); ok {
		for word := range strings.SplitSeq(strings.TrimSuffix(list, "."), ", ") {
			if !strings.Contains(strings.ToLower(*f.Overview), word) {
				t.Errorf("%q of %s: %s", reason, f.Title, *f.Overview)
			}
		}
	}
}

// REQ R-26: every title in a note is a film's, and every figure beside it is
// that film's.
func TestNotesAreTrue(t *testing.T) {
	if testing.Short() {
		t.Skip("learns from many made-up years")
	}
	films := cinema(400)
	h := openCinema(t, 400)
	mention := regexp.MustCompile(`(\w+ \w+ \d{3}) \((\d{4})\)[^.;]*? took (\$[\d,]+)`)
	found := 0
	for _, p := range projects(films, 150) {
		o := h.predict(t, p)
		for _, s := range append(slices.Clone(o.Marketing), o.Audience.ReleaseStrategy, o.Audience.MarketingBudgetEstimate) {
			for _, m := range mention.FindAllStringSubmatch(s, -1) {
				year, _ := strconv.Atoi(m[2])
				i := slices.IndexFunc(films, func(f *film.Film) bool { return f.Title == m[1] && *f.Year == year })
				if i < 0 || priced(*films[i].BoxOffice.WorldwideGross, year) != m[3] {
					t.Errorf("%q: %v", s, m)
				}
				found++
			}
		}
	}
	if found < 150 {
		t.Errorf("only %d figures were checked", found)
	}
}

// REQ R-28
func TestTheSameProjectHasTheSameOutcome(t *testing.T) {
	films := cinema(300)
	h := openCinema(t, 300)
	for _, p := range projects(films, 30) {
		if a, b := h.predict(t, p), h.predict(t, p); !reflect.DeepEqual(a, b) {
			t.Errorf("%+v\n%+v", a, b)
		}
	}
}

// What the first forecast of an opened file needs is made when it comes.
func TestTheFirstForecastsMayComeAtOnce(t *testing.T) {
	h := openCinema(t, 300)
	p := projectOf(h.films[290])
	outcomes := make([]*Outcome, 8)
	var all sync.WaitGroup
	for i := range outcomes {
		all.Go(func() {
			o, err := h.Predict(p)
			if err != nil {
				t.Error(err)
			}
			outcomes[i] = o
		})
	}
	all.Go(h.Prepare)
	all.Wait()
	for _, o := range outcomes[1:] {
		if !reflect.DeepEqual(o, outcomes[0]) {
			t.Error("the first forecasts differ from one another")
		}
	}
}

// REQ R-29
func TestAFilmIsNeverItsOwnComparable(t *testing.T) {
	if testing.Short() {
		t.Skip("learns from many made-up years")
	}
	films := cinema(400)
	h := openCinema(t, 400)
	for _, f := range films[100:] {
		for name, change := range map[string]func(*Project){
			"title, year and director": func(*Project) {},
			"title and director":       func(p *Project) { p.Year = 0 },
			"title and year":           func(p *Project) { p.Director = "" },
			"title alone":              func(p *Project) { p.Director, p.Year = "", 0 },
			"the year after":           func(p *Project) { p.Year++; p.Director = "" },
			"a later year, same name":  func(p *Project) { p.Year = 2030 },
			"another spelling":         func(p *Project) { p.Title, p.Year = strings.ToUpper(p.Title)+"!", 0 },
		} {
			p := projectOf(f)
			change(p)
			o := h.predict(t, p)
			for _, c := range o.Comparables {
				if c.ID == f.ID {
					t.Fatalf("%s: %s is compared with itself", name, f.Title)
				}
			}
			if name == "title and director" && o.Prediction.AsOf != *f.Year {
				t.Errorf("%s: as of %d, the film is of %d", name, o.Prediction.AsOf, *f.Year)
			}
		}
	}
}

// What came later, or the film's own outcome, does not change what was foretold.
func TestTheFutureIsNotKnown(t *testing.T) {
	if testing.Short() {
		t.Skip("learns from many made-up years")
	}
	films := cinema(400)
	const horizon = 2000
	changed := cinema(400)
	for _, f := range changed {
		if *f.Year >= horizon && f.BoxOffice.Budget != nil {
			f.BoxOffice.WorldwideGross = ptr(*f.BoxOffice.WorldwideGross*50 + 7)
			f.Ratings.Filmdb, f.Ratings.MasterScore = ptr(9.9), 99
			f.Overview = ptr("Entirely different words: glacier, tax, accordion.")
		}
	}
	a, b := open(t, films, horizon), open(t, changed, horizon)
	for _, f := range films {
		if *f.Year != horizon {
			continue
		}
		if x, y := a.predict(t, projectOf(f)), b.predict(t, projectOf(f)); !reflect.DeepEqual(x, y) {
			t.Errorf("%s:\n%+v\n%+v", f.Title, x, y)
		}
	}
}

// The law the cinema follows is found, on films that were not learned from.
func TestModelsFindTheLaw(t *testing.T) {
	if testing.Short() {
		t.Skip("learns from many made-up years")
	}
	films := cinema(2400)
	h := open(t, films, 2008)
	var off, offBudget, covered, n float64
	for _, f := range films {
		if *f.Year < 2008 || f.BoxOffice.Budget == nil || *f.BoxOffice.WorldwideGross < Released {
			continue
		}
		o := h.predict(t, projectOf(f))
		ln := math.Log(float64(*f.BoxOffice.WorldwideGross))
		off += math.Abs(ln - math.Log(float64(*o.Prediction.Gross)))
		offBudget += math.Abs(ln - math.Log(float64(*f.BoxOffice.Budget)) - 0.35)
		if g, in := *f.BoxOffice.WorldwideGross, o.Prediction.Intervals.Gross; g >= in.P10 && g <= in.P90 {
			covered++
		}
		n++
	}
	if n < 200 {
		t.Fatalf("%v films", n)
	}
	if off/n > 0.49 || off >= 0.97*offBudget {
		t.Errorf("off by %.3f on the mean, the budget alone by %.3f", off/n, offBudget/n)
	}
	if covered/n < 0.70 || covered/n > 0.90 {
		t.Errorf("intervals hold %.2f of the films", covered/n)
	}
}

func TestEffectsLeaveOneOut(t *testing.T) {
	films := cinema(400)
	h := openCinema(t, 400)
	o := h.predict(t, projectOf(films[350]))
	moved := 0
	for _, c := range o.Comparables {
		if c.Effect != 0 {
			moved++
		}
		if max(c.Effect, -c.Effect) > *o.Prediction.Gross {
			t.Errorf("one film moves %v by %d", *o.Prediction.Gross, c.Effect)
		}
	}
	if moved == 0 {
		t.Error("no comparable has any effect")
	}
}
