package forecast

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/stat"
)

// MostChosen is how many films a Choice may remove, and how many it may pin.
const MostChosen = 20

// Choice is what a reader does to the comparables. A removed film counts neither as a comparable nor
// as one of the neighbours that the models read; it stays in the records of its people. A pinned
// film is a comparable whatever its similarity; the models do not read it for that.
type Choice struct {
	Removed []film.ID `json:"removed,omitempty" maxItems:"20" doc:"Films that are not to be comparables, by id."`
	Pinned  []film.ID `json:"pinned,omitempty" maxItems:"20" doc:"Earlier films that are to be comparables, by id."`
}

// Brief is what a meeting asks of a forecast beside its Outcome. All its money is in US dollars of
// PriceYear. Lists are never nil.
type Brief struct {
	PriceYear int `json:"price_year" doc:"The year in whose US dollars all money of the brief is: the last of the price index."`
	// Chances is empty without a budget.
	Chances []BudgetChance `json:"chances" doc:"What the film takes worldwide, in budgets; empty without one."`
	// Comparables is nil when nothing is estimated.
	Comparables *MoneyRange `json:"comparables_gross" nullable:"true" doc:"What the comparables took: four of five of them between p10 and p90, p50 the median. It follows films that are removed and pinned."`
	Drivers     []Driver    `json:"drivers" doc:"What each input does to the estimate of the gross, the most first. Effects do not add up: inputs say the same things in part."`
	Unknown     []Unknown   `json:"unknown" doc:"Names that no earlier film has."`
	Removed     []Chosen    `json:"removed"`
	Pinned      []Chosen    `json:"pinned"`
}

// BudgetChance is the chance of an outcome in budgets, from 0.01 to 0.99.
type BudgetChance struct {
	Outcome    string  `json:"outcome" enum:"below_budget,at_least_budget,at_least_twice_budget,at_least_three_times_budget"`
	Released   float64 `json:"if_released" minimum:"0" maximum:"1" doc:"If the film is released commercially."`
	Regardless float64 `json:"regardless" minimum:"0" maximum:"1" doc:"Whatever its release."`
}

// Driver is what one input does to the estimate of the gross: the estimate less what the same models
// estimate of the project without the input. Without and Effect are nil where nothing would be
// estimated without it.
type Driver struct {
	Input   string `json:"input" doc:"The field of the project." example:"director"`
	Without *int64 `json:"gross_without" nullable:"true" doc:"The estimate without the input."`
	Effect  *int64 `json:"effect_on_gross" nullable:"true" doc:"The estimate less the estimate without the input."`
	Says    string `json:"says" doc:"The same as a sentence."`
}

// Unknown is a name that no earlier film has, and the known name that may be meant, empty for none.
type Unknown struct {
	Input      string `json:"input" enum:"director,cast,companies,writers"`
	Name       string `json:"name"`
	DidYouMean string `json:"did_you_mean,omitempty" doc:"A name that films have and that differs by a few letters."`
}

// Chosen is a film that was removed or pinned.
type Chosen struct {
	ID    film.ID `json:"filmdb_id" pattern:"^tt\\d+$"`
	Title string  `json:"title"`
	Year  int     `json:"year"`
}

// PredictBrief is Predict with a choice of comparables, and with the brief. A film that cannot be
// removed or pinned is named in the outcome's warnings.
func (x *Forecast) PredictBrief(p *Project, c Choice) (*Outcome, *Brief, error) {
	q := x.newQuery(p)
	b := &Brief{PriceYear: PriceYear, Chances: []BudgetChance{}, Drivers: []Driver{}, Unknown: append([]Unknown{}, q.unknown...)}
	b.Removed = x.choose(q, "removed", c.Removed, &q.removed)
	b.Pinned = x.choose(q, "pinned", c.Pinned, &q.pinned)
	o, err := x.predict(q)
	if err != nil || o.Prediction.Gross == nil {
		return o, b, err
	}
	b.Chances = budgetChances(&o.Prediction)
	b.Comparables = GrossRange(o.Comparables)
	b.Drivers = x.drivers(q, Priced(*o.Prediction.Gross, q.year))
	return o, b, nil
}

// choose adds the films of a choice to the documents of a query and returns them. Of the others a
// warning says why they are none.
func (x *Forecast) choose(q *query, chosen string, ids []film.ID, to *[]uint32) []Chosen {
	a := x.archive
	films := []Chosen{}
	for _, id := range ids {
		d, ok := x.catalog.ByID(id)
		switch {
		case !ok:
			q.warn("No film has the id %s, so it was not %s.", id, chosen)
			continue
		case !a.isEarlier(&q.inputs, uint32(d)):
			q.warn("%s is not an earlier film than the project, so it was not %s.", x.named(uint32(d)), chosen)
			continue
		case a.places[d] < 0:
			q.warn("The worldwide gross of %s is not known, so it was not %s.", x.named(uint32(d)), chosen)
			continue
		case slices.Contains(q.removed, uint32(d)), slices.Contains(*to, uint32(d)):
			continue
		}
		*to = append(*to, uint32(d))
		films = append(films, Chosen{id, x.catalog.Title(d), int(a.year[d])})
	}
	return films
}

// budgetChances returns the chances of a prediction as a table, empty without a budget.
func budgetChances(p *Prediction) []BudgetChance {
	in, any := p.Chances, p.Unconditional.Chances
	if in.Once == nil {
		return []BudgetChance{}
	}
	return []BudgetChance{
		{"below_budget", round(1-*in.Once, 2), round(1-*any.Once, 2)},
		{"at_least_budget", *in.Once, *any.Once},
		{"at_least_twice_budget", *in.Twice, *any.Twice},
		{"at_least_three_times_budget", *in.Thrice, *any.Thrice},
	}
}

// GrossRange returns what comparables took in dollars of PriceYear, nil for none.
func GrossRange(films []Comparable) *MoneyRange {
	if len(films) == 0 {
		return nil
	}
	var took []float64
	for _, c := range films {
		took = append(took, float64(Priced(*c.Gross, c.Year)))
	}
	slices.Sort(took)
	tail := (1 - Coverage) / 2
	at := func(p float64) int64 { return Priced(int64(math.Round(stat.Quantile(took, p))), PriceYear) }
	return &MoneyRange{at(tail), at(0.5), at(1 - tail)}
}

// omission is an input of a project: what it is called, whether it is stated, and how it is left out.
type omission struct {
	input, noun string
	stated      bool
	leave       func(b *inputs)
}

func (q *query) omissions() []omission {
	franchise, source := strings.TrimSpace(q.project.Franchise), strings.TrimSpace(q.project.Source)
	return []omission{
		{"genres", "the genres", q.genres != 0, func(b *inputs) { b.genres = 0 }},
		{"budget", "the budget", q.budget > 0, func(b *inputs) { b.budget = 0 }},
		{"director", "the director", len(q.directors) > 0, func(b *inputs) { b.directors = nil }},
		{"cast", "the cast", len(q.cast) > 0, func(b *inputs) { b.cast = nil }},
		{"writers", "the writers", len(q.writers) > 0, func(b *inputs) { b.writers = nil }},
		{"companies", "the companies", len(q.companies) > 0, func(b *inputs) { b.companies = nil }},
		{"countries", "the countries", len(q.countries) > 0, func(b *inputs) { b.countries = nil }},
		{"languages", "the languages", len(q.languages) > 0, func(b *inputs) { b.languages = nil }},
		{"runtime", "the running time", q.runtime > 0, func(b *inputs) { b.runtime = 0 }},
		{"month", "the month of release", q.month > 0, func(b *inputs) { b.month = 0 }},
		{"franchise", "the series", franchise != "", func(b *inputs) { b.named = stated(q.project.Source) }},
		{"source_material", "the work it is based on", source != "", func(b *inputs) { b.named = stated(q.project.Franchise) }},
		{"synopsis", "the synopsis", len(q.queryTerms) > 0, func(b *inputs) { b.stems = nil }},
	}
}

// drivers returns what each stated input does to the estimate of the gross, in dollars of PriceYear,
// those with the largest effect first.
func (x *Forecast) drivers(q *query, gross int64) []Driver {
	all := []Driver{}
	for _, o := range q.omissions() {
		if !o.stated {
			continue
		}
		without := q.inputs
		o.leave(&without)
		d := Driver{Input: o.input, Says: fmt.Sprintf("Without %s too few earlier films are like the project, and nothing would be estimated.", o.noun)}
		if v, ok := x.grossOf(&without); ok {
			v = Priced(v, q.year)
			effect := gross - v
			d.Without, d.Effect, d.Says = &v, &effect, says(o.noun, gross, v)
		}
		all = append(all, d)
	}
	size := func(d Driver) float64 {
		if d.Effect == nil {
			return math.Inf(1)
		}
		return math.Abs(float64(*d.Effect))
	}
	slices.SortStableFunc(all, func(a, b Driver) int { return cmp.Compare(size(b), size(a)) })
	return all
}

// grossOf returns the estimate of the gross for some inputs, in dollars of their year; false where
// too few films are like them.
func (x *Forecast) grossOf(b *inputs) (int64, bool) {
	a := x.archive
	terms := a.synopses.weigh(b.stems)
	c := a.findNeighbours(b, terms)
	if len(a.pickComparables(b, terms, &c)) < fewestComparables {
		return 0, false
	}
	row := featureVector{values: make([]float32, 0, 128)}
	a.features(&row, b, &c)
	return int64(dollars(x.lnGross(b, [][]float32{row.values})[0])), true
}

// leastDriver is the share of the estimate below which an input is said to change hardly anything.
const leastDriver = 0.01

// says tells what an input does to the estimate.
func says(noun string, gross, without int64) string {
	share := float64(gross-without) / float64(max(1, without))
	verb := "raises"
	switch {
	case math.Abs(share) < leastDriver:
		return fmt.Sprintf("Stating %s changes the estimate by less than 1 %%.", noun)
	case share < 0:
		verb = "lowers"
	}
	return fmt.Sprintf("Stating %s %s the estimate by %.0f %%: without %s, the same models estimate %s (%d dollars).",
		noun, verb, 100*math.Abs(share), noun, worth(float64(without)), PriceYear)
}
