package forecast

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/film"
)

// A film of the same director and lead is compared with, although its genres and its budget
// are others.
func TestComparablesWeighDirectorAndLead(t *testing.T) {
	if testing.Short() {
		t.Skip("learns from films of its own")
	}
	films := cinema(600)
	h := openCinema(t, 600)
	tried := 0
	for _, f := range films[500:] {
		if f.BoxOffice.Budget == nil {
			continue
		}
		p := &Project{
			Title: "The Brass Key", Genres: []string{"Western", "Romance"}, Budget: ptr(min(1e9, 20*float64(*f.BoxOffice.Budget))),
			Director: *f.Director, Cast: []string{f.Cast[0].Name}, Countries: []string{"US"},
		}
		o := h.predict(t, p)
		if !slices.ContainsFunc(o.Comparables, func(c Comparable) bool { return c.ID == f.ID }) {
			t.Errorf("%s (%d) of %s with %s is not among %s", f.Title, *f.Year, *f.Director, f.Cast[0].Name, titles(o.Comparables, 20))
		}
		tried++
	}
	if tried < 50 {
		t.Errorf("only %d films were tried", tried)
	}
}

// Of films that are equally alike, those that people know are compared with.
func TestComparablesPreferFilmsPeopleKnow(t *testing.T) {
	films := cinema(400)
	known := map[film.ID]bool{}
	for i, f := range films {
		known[f.ID] = i%2 == 0
		*f.Ratings.FilmdbVotes = 60
		if known[f.ID] {
			*f.Ratings.FilmdbVotes = 400_000
		}
	}
	h := open(t, films, 0)
	of, n := 0, 0
	for _, genre := range []string{"Drama", "Comedy", "Horror", "Action"} {
		for _, c := range h.predict(t, &Project{Title: "The Brass Key", Genres: []string{genre, "Thriller"}, Budget: ptr(2e6)}).Comparables {
			n++
			if known[c.ID] {
				of++
			}
		}
	}
	if n == 0 || float64(of)/float64(n) < 0.65 {
		t.Errorf("%d of %d comparables are known", of, n)
	}
}

// The films of a stated franchise or source are predecessors, wherever its name stands in
// their titles.
func TestAFranchiseIsFoundInTitles(t *testing.T) {
	films := cinema(400)
	for i, title := range []string{"Brass Lantern", "Tales of the Brass Lantern", "Rust: A Brass Lantern Story"} {
		films[200+i*10].Title = title
	}
	h := open(t, films, 0)
	for _, p := range []*Project{
		{Title: "Embers", Franchise: "The Brass Lantern"},
		{Title: "Embers", Source: "brass lantern", Genres: []string{"Musical"}, Budget: ptr(3e7)},
	} {
		o := h.predict(t, p)
		if p.Genres == nil { // three films alone are too few
			if len(o.Comparables) != 0 || !strings.Contains(strings.Join(o.Warnings, " "), "Only 3 earlier films") {
				t.Errorf("%d comparables, warnings %q", len(o.Comparables), o.Warnings)
			}
			continue
		}
		found := 0
		for _, c := range o.Comparables {
			if strings.Contains(c.Title, "Brass Lantern") {
				found++
			}
		}
		if found != 3 {
			t.Errorf("%d of 3 are among %s", found, titles(o.Comparables, 20))
		}
		if !slices.ContainsFunc(o.Marketing, func(s string) bool { return strings.HasPrefix(s, "Sell it as one of a series") }) {
			t.Errorf("no note on the series: %q", o.Marketing)
		}
	}
}

// A budget is called close within half as much again, in dollars of one year.
func TestOnlyCloseBudgetsAreCalledClose(t *testing.T) {
	films := cinema(400)
	for i, budget := range []int64{40_000_000, 59_000_000, 27_000_000, 69_000_000, 26_000_000, 21_000_000} {
		f := films[390+i]
		year := PriceYear - 1
		f.Year, f.BoxOffice, f.Title = &year, film.Money{Budget: &budget, WorldwideGross: &budget}, "Close Budget "+money(budget)
		f.Director = ptr("Carol Reed")
		f.CrewSummary = film.Crew{"directing": {{Name: "Carol Reed", Job: "Director"}}}
	}
	h := open(t, films, 0)
	said := 0
	for _, c := range h.predict(t, &Project{Title: "The Brass Key", Director: "Carol Reed", Budget: ptr(4e7), Year: PriceYear}).Comparables {
		ratio := 4e7 / float64(Inflated(max(1, *c.Budget), c.Year, PriceYear))
		close := ratio >= 1/1.5 && ratio <= 1.5
		says := slices.ContainsFunc(c.Reasons, func(s string) bool { return strings.Contains(s, "is close to the project's") })
		if says != close {
			t.Errorf("of %s for %s beside $40,000,000 it says %q", c.Title, money(*c.Budget), c.Reasons)
		}
		if close {
			said++
		}
	}
	if said < 3 {
		t.Errorf("only %d budgets are close", said)
	}
}

// Words that are in texts of any kind are not what two synopses share.
func TestSynopsesShareNoEmptyWords(t *testing.T) {
	films := cinema(400)
	for _, f := range films[300:] {
		*f.Overview = "A cellist buries something under another lighthouse, without becoming anyone."
	}
	h := open(t, films, 0)
	o := h.predict(t, &Project{Title: "Embers", Genres: []string{"Drama"}, Budget: ptr(1e7),
		Synopsis: "Without another word, something becomes of anyone under the lighthouse of a cellist."})
	said := strings.Join(o.Marketing, " ")
	for _, c := range o.Comparables {
		said += " " + strings.Join(c.Reasons, " ")
	}
	if !strings.Contains(said, "The synopses share: cellist, lighthouse.") && !strings.Contains(said, "The synopses share: lighthouse, cellist.") {
		t.Errorf("nothing is shared: %.500q", said)
	}
	for _, word := range []string{"something", "under", "another", "without", "becomes", "anyone"} {
		if strings.Contains(said, word+",") || strings.Contains(said, word+".") || strings.Contains(said, word+" in front") {
			t.Errorf("%q is shared: %.500q", word, said)
		}
	}
}

// What the audience and the marketing rest on is said as it is.
func TestSentencesSayWhatTheyRestOn(t *testing.T) {
	gross := int64(40_000_000)
	c := Comparable{Title: "Amber Key", Year: PriceYear, Gross: &gross, Genres: []string{"Crime"}}
	o := &Outcome{Prediction: Prediction{AsOf: PriceYear, Gross: &gross}, Comparables: []Comparable{c}}
	scare := &Outcome{Comparables: []Comparable{{Title: "Dark Key", Year: 2020, Genres: []string{"Horror"}}}}
	for _, c := range []struct{ said, want string }{
		{marketingBudget(&query{inputs: inputs{budget: 40_000_000}}, o), "Marketing, about $4,000,000: a tenth of the budget and no more, since the estimate does not cover the budget: half of the gross of $40,000,000 is less; the"},
		{marketingBudget(&query{inputs: inputs{budget: 20_000_000}}, o), "Marketing, about $2,000,000: a tenth of the budget, since half of the estimated gross of $40,000,000 leaves no more to spend without a loss; the"},
		{marketingBudget(&query{inputs: inputs{budget: 15_000_000}}, o), "Marketing, about $5,000,000: half of the estimated gross of $40,000,000 less the budget; the"},
		{demographic(o), "1 of 1 comparables are of Action, Thriller, Crime or Mystery (Amber Key"},
		{demographic(scare), "1 of 1 comparables are of Horror (Dark Key"},
	} {
		if !strings.Contains(c.said, c.want) {
			t.Errorf("%q does not say %q", c.said, c.want)
		}
	}
}

// A film of 1972 that cost six million stands beside a project of 2027 as one that cost 46.
func TestMoneyOfTwoYearsIsComparedInDollarsOfOne(t *testing.T) {
	budget, gross, late, lateGross := int64(6_000_000), int64(250_341_816), int64(30_000_000), int64(99_000_000)
	old := Comparable{Title: "The Godfather", Year: 1972, Budget: &budget, Gross: &gross, Similarity: 0.8}
	young := Comparable{Title: "Late Harbour", Year: 2024, Budget: &late, Gross: &lateGross, Similarity: 0.7}
	third := Comparable{Title: "Amber Key", Year: 2023, Gross: &late, Similarity: 0.6}
	o := &Outcome{Prediction: Prediction{AsOf: 2027, Gross: &late}, Comparables: []Comparable{old, young, third}}
	shown := o.Priced()
	if *shown.Comparables[0].Budget != 46_200_000 || *shown.Comparables[0].Gross != 1_930_000_000 || shown.Comparables[2].Budget != nil || budget != 6_000_000 {
		t.Errorf("%+v", shown.Comparables)
	}
	q := &query{inputs: inputs{budget: 20_000_000}}
	for sentence, want := range map[string][]string{
		beside(o):                    {"The Godfather (1972)", "$1,930,000,000", "$46,200,000", "in 2025 dollars"},
		span(o):                      {"Amber Key (2023) took $31,700,000", "The Godfather (1972) took $1,930,000,000", "in 2025 dollars"},
		strategy(o):                  {"A wide worldwide release", "Late Harbour (2024)", "$102,000,000", "in 2025 dollars"},
		marketingBudget(q, o):        {"Marketing, about $2,000,000: ", "in 2025 dollars"},
		marketingBudget(&query{}, o): {"Marketing is not estimated"},
	} {
		for _, part := range want {
			if !strings.Contains(sentence, part) {
				t.Errorf("%q says nothing of %q", sentence, part)
			}
		}
	}
	// What is estimated for a past year is told in the same dollars, and an amount of this year as it is.
	stated := 40_000_000.0
	past := &Outcome{Project: ProjectEcho{Budget: &stated}, Prediction: Prediction{AsOf: 1990, Intervals: Intervals{Gross: &MoneyRange{1e6, 1e7, 1e8}},
		Unconditional: &Unconditional{Gross: MoneyRange{100, 1e6, 1e7}}}, Comparables: []Comparable{{Year: 1972, Gross: &gross, Effect: -1_000_000}}}
	told := past.Priced()
	if *told.Project.Budget != 98_500_000 || *told.Prediction.Intervals.Gross != (MoneyRange{2_460_000, 24_600_000, 246_000_000}) || *told.Prediction.Gross != 24_600_000 ||
		told.Prediction.Unconditional.Gross.P10 != 246 || told.Comparables[0].Effect != -2_460_000 || past.Prediction.Intervals.Gross.P10 != 1e6 || past.Comparables[0].Effect != -1_000_000 {
		t.Errorf("%+v", told)
	}
	if Priced(12_345_678, PriceYear) != 12_345_678 || Priced(12_345_678, 2100) != 12_345_678 {
		t.Error("an amount of this year is rounded")
	}
}

// A reason names what the film's title has in common with what was stated: the project's own
// title, its franchise or its source, each by the words that films of it share.
func TestAReasonNamesWhatTheTitleMatches(t *testing.T) {
	films := cinema(400)
	for i, title := range []string{"Brass Lantern", "Tales of the Brass Lantern", "Embers: Rust"} {
		films[300+i*10].Title = title
	}
	h := open(t, films, 0)
	for _, c := range []struct {
		project Project
		title   string
		want    []string
	}{
		{Project{Title: "Star Reach", Franchise: "The Brass Lantern: Dusk"}, "Tales of the Brass Lantern",
			[]string{`Its title has the words of the franchise: "brass lantern".`}},
		{Project{Title: "Heat in Winter", Source: "Brass Lantern"}, "Brass Lantern",
			[]string{`Its title has the words of the work that the project is based on: "brass lantern".`}},
		{Project{Title: "Embers 2", Franchise: "Brass Lantern"}, "Embers: Rust",
			[]string{`Its title belongs to the same series: "embers".`}},
		{Project{Title: "Brass Lantern 2", Franchise: "Brass Lantern", Source: "Hamlet"}, "Brass Lantern",
			[]string{`Its title belongs to the same series: "brass lantern".`, `Its title has the words of the franchise: "brass lantern".`}},
	} {
		c.project.Genres, c.project.Budget = []string{"Drama"}, ptr(3e7)
		o := h.predict(t, &c.project)
		i := slices.IndexFunc(o.Comparables, func(f Comparable) bool { return f.Title == c.title })
		if i < 0 {
			t.Errorf("%s: %s is not among %s", c.project.Title, c.title, titles(o.Comparables, 20))
			continue
		}
		said := slices.DeleteFunc(o.Comparables[i].Reasons, func(s string) bool { return !strings.HasPrefix(s, "Its title ") })
		if !slices.Equal(said, c.want) {
			t.Errorf("%s: of %s it says %q, want %q", c.project.Title, c.title, said, c.want)
		}
	}
}

// The description of the estimates names the last year whose dollars they can be in.
func TestTheYearOfTheEstimatesIsDescribed(t *testing.T) {
	f, _ := reflect.TypeFor[Prediction]().FieldByName("Gross")
	for _, words := range []string{"of the year as_of", fmt.Sprintf("at most of %d, the last of the price index", PriceYear)} {
		if !strings.Contains(f.Tag.Get("doc"), words) {
			t.Errorf("%q does not say %q", f.Tag.Get("doc"), words)
		}
	}
}
