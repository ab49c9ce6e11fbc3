// Package forecast is the page that estimates what may become of a project, and the pages of
// forecasts that were sent.
//
// The form is in the address, so that whoever has an account sees a forecast by its address, and
// nothing is stored. Everybody sees the form; the estimate is for who is signed in, and costs one
// request for each scenario. Whoever paid for an answer may send it: then it is stored as it is,
// and its link opens it for anybody. The package imports page, the templates of part, and what
// lies below. Start reading at Register, then scenarios.go, then sent.go.
package forecast

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/forecast"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/table"
)

// Register adds the pages.
func Register(s *page.Site) {
	s.Handle(page.Route{Path: "/forecast", Takes: parameters(), Get: show, Data: true, Need: access.Needs.Stats, Volatile: true, Submitted: true})
	s.Handle(page.Route{Path: "/forecast", Post: send, Account: true, Need: access.Needs.Predict, Volatile: true, Submitted: true, Heavy: true})
	s.Handle(page.Route{Path: "/f/{token}", Get: open, Data: true, Need: access.Needs.Stats, Volatile: true})
}

// view is what a page is made of. Scenarios is empty when nothing was asked yet, or when
// nobody is signed in; problem is what is wrong with the form.
type view struct {
	v         *page.View
	prefix    string                // of the service
	has       func(film.ID) bool    // whether the library has a film
	asked     app.ScenariosQuestion // of the address; without projects when it has no title
	scenarios []app.Scenario        // with all money in dollars of forecast.PriceYear
	problem   string
	field     string // the parameter that problem is about
	// form is the token of the form that sends the answer, or that revokes a sent one.
	form string
	// sent is set on the page of a forecast that was sent, link for its sender.
	sent *app.SentForecast
	link string
}

func newView(v *page.View) *view { return &view{v: v, prefix: v.Prefix(), has: v.Visit.HasFilm} }

// value returns what was typed into a field, trimmed.
func (s *view) value(name string) string { return strings.TrimSpace(s.v.Query().Get(name)) }

// details reports whether a field of the project beyond those in front is filled in.
func (s *view) details() bool {
	for _, f := range fields[inFront:] {
		if s.value(f.name) != "" {
			return true
		}
	}
	return false
}

// show answers with the form and, for who is signed in and named a project, with the
// estimates.
func show(v *page.View) error {
	if tidy, changed := tidied(v.Query()); changed { // what a form sends of fields left empty
		v.R.URL.RawQuery = tidy.Encode()
		return v.Moved("/forecast")
	}
	s := newView(v)
	a := page.Answer{Title: "Forecast", Description: "What a project may earn, and how wide the answer is.", Scripts: []string{"names"}}
	// A browser that fetches ahead of its reader must not spend the reader's budget.
	ahead := strings.Contains(v.R.Header.Get("Sec-Purpose"), "prefetch")
	err := s.read()
	switch {
	case v.SignedIn() && !ahead && err == nil && len(s.asked.Projects) > 0:
		err = s.estimate()
	case !v.SignedIn() && v.Format != page.HTML:
		return access.ErrSignInFirst()
	}
	if err != nil {
		f := fault.From(err)
		if f.Kind != fault.InvalidParameter && f.Kind != fault.MissingParameter || v.Format != page.HTML {
			return err
		}
		s.problem, s.field = f.Message, f.Param
	}
	if len(s.scenarios) > 0 {
		if a.Data = any(s.scenarios[0].Outcome); len(s.scenarios) > 1 {
			a.Data = map[string]any{"scenarios": s.scenarios}
		}
		s.scenarios = priced(s.scenarios)
		a.Title, a.Tables = "Forecast: "+s.asked.Projects[0].Title, s.tables()
	}
	a.Content = forecastPage(s)
	return v.Answer(a)
}

// read reads the scenarios of the address, if it names a project.
func (s *view) read() (err error) {
	if s.value("title") != "" {
		s.asked, err = question(s.v.Query())
	}
	return err
}

// estimate asks for the forecast, and prepares the form that sends it. It takes one of the
// places for heavy work.
func (s *view) estimate() (err error) {
	s.v.Leave()
	if err := s.v.Enter(true); err != nil {
		return err
	}
	if s.scenarios, err = s.v.Visit.PredictScenarios(s.v.Context(), s.asked); err != nil {
		return err
	}
	parts, err := s.v.Visit.SealParts(s.asked)
	if err == nil && s.v.Format == page.HTML {
		s.v.Known()
		s.form = s.v.SealOnce(parts...)
	}
	return err
}

// tables returns what the page has as CSV: the scenarios side by side first, if there are
// several.
func (s *view) tables() []table.Table {
	all := s.scenarios
	if len(all) > 1 {
		return append([]table.Table{sideBySide(all), stated(all, true)}, s.wholeTables()...)
	}
	return s.wholeTables()
}

// wholeTables are those of the whole answer of every scenario.
func (s *view) wholeTables() []table.Table {
	all := s.scenarios
	return []table.Table{joined(all, s.comparables), joined(all, estimates), joined(all, chances), joined(all, drivers)}
}

// priced returns the scenarios as pages show them: with all money in dollars of one year.
func priced(all []app.Scenario) []app.Scenario {
	shown := slices.Clone(all)
	for i := range shown {
		shown[i].Outcome = shown[i].Outcome.Priced()
	}
	return shown
}

// cost says how many requests the scenarios of the address cost.
func (s *view) cost() string { return table.Count(max(1, len(s.asked.Projects)), "request") }

// estimates returns the estimates with their intervals.
func estimates(c app.Scenario) table.Table {
	o := c.Outcome
	t := table.Table{Name: "estimates", Caption: "Estimates, and what four of five films like it lie between", Columns: []table.Column{
		{Name: "What"}, {Name: "Low end", Numeric: true}, {Name: "Estimate", Numeric: true}, {Name: "High end", Numeric: true}}}
	p := o.Prediction
	if g := p.Intervals.Gross; g != nil {
		t.Add(table.Text("Worldwide gross of a commercial release, "+part.RealDollars), short(&g.P10), short(&g.P50), short(&g.P90))
	}
	if u := p.Unconditional; u != nil {
		t.Add(table.Text("Worldwide gross whatever the release, "+part.RealDollars), short(&u.Gross.P10), short(&u.Gross.P50), short(&u.Gross.P90))
	}
	for _, r := range []struct {
		name     string
		of       *forecast.Range
		decimals int
	}{{"Return on the budget, times the budget", p.Intervals.ROI, 2}, {"User rating, of 10", p.Intervals.Rating, 1}, {"Master score, of 100", p.Intervals.MasterScore, 0}} {
		if r.of != nil {
			t.Add(table.Text(r.name), table.Float(r.of.P10, r.decimals), table.Float(r.of.P50, r.decimals), table.Float(r.of.P90, r.decimals))
		}
	}
	return t
}

// chances returns what a project takes in budgets, without rows when none is stated.
func chances(c app.Scenario) table.Table {
	t := table.Table{Name: "chances", Caption: "The chance of what the film takes worldwide", Columns: []table.Column{
		{Name: "The film takes"}, {Name: "If it is released commercially", Unit: "%", Numeric: true}, {Name: "Whatever its release", Unit: "%", Numeric: true}}}
	if c.Brief == nil {
		return t
	}
	says := map[string]string{"below_budget": "less than its budget", "at_least_budget": "at least its budget",
		"at_least_twice_budget": "at least twice its budget", "at_least_three_times_budget": "at least three times its budget"}
	for _, r := range c.Brief.Chances {
		t.Add(table.Text(says[r.Outcome]), table.Percent(r.Released, 0), table.Percent(r.Regardless, 0))
	}
	return t
}

// drivers returns what each input does to the estimate.
func drivers(c app.Scenario) table.Table {
	t := table.Table{Name: "drivers", Caption: "What each input does to the estimate of the worldwide gross", Stacks: true, Columns: []table.Column{
		{Name: "Input"}, {Name: "What it does"}, {Name: "Difference", Unit: part.RealDollars, Numeric: true}}}
	if c.Brief == nil {
		return t
	}
	for _, d := range c.Brief.Drivers {
		label := d.Input
		if i := slices.IndexFunc(fields, func(f field) bool { return f.name == d.Input }); i >= 0 {
			label = fields[i].label
		}
		t.Add(table.Text(label), table.Text(d.Says), short(d.Effect))
	}
	return t
}

// comparables returns the films that the estimates rest on.
func (s *view) comparables(of app.Scenario) table.Table {
	o := of.Outcome
	t := table.Table{Name: "comparables", Caption: "The earlier films that are most like the project, most alike first", Columns: []table.Column{
		{Name: "Film"}, {Name: "Year", Numeric: true}, {Name: "Alike", Doc: "0 nothing in common, 1 the same in every aspect", Numeric: true},
		{Name: "Budget", Unit: part.RealDollars, Numeric: true}, {Name: "Worldwide gross", Unit: part.RealDollars, Numeric: true},
		{Name: "User rating", Unit: "of 10", Numeric: true}, {Name: "Why"}, {Name: "What it does to the estimate of the gross"}}}
	for _, c := range o.Comparables {
		t.Add(table.Link(c.Title, s.filmPath(c.ID, c.Title)), table.Year(c.Year), table.Float(c.Similarity, 2),
			short(c.Budget), short(c.Gross), table.Float(c.Rating, 1), table.Text(why(&c, pinned(&of, &c))), table.Text(effect(o, &c, pinned(&of, &c))))
	}
	return t
}

// mostReasons is how many reasons stand in the line that says why a film is comparable.
const mostReasons = 2

// why says in a line why a film is a comparable.
func why(c *forecast.Comparable, pinned bool) string {
	line := strings.Join(c.Reasons[:min(len(c.Reasons), mostReasons)], " ")
	if pinned {
		return "Pinned. " + line
	}
	return line
}

// pinned reports whether a reader pinned a comparable.
func pinned(s *app.Scenario, c *forecast.Comparable) bool {
	return s.Brief != nil && slices.ContainsFunc(s.Brief.Pinned, func(p forecast.Chosen) bool { return p.ID == c.ID })
}

// filmPath returns the address of a film's page. It is empty for a film that the library has no
// more since a forecast was sent.
func (s *view) filmPath(id film.ID, title string) string {
	if !s.has(id) {
		return ""
	}
	return part.FilmPath(id, title)
}

// leastEffect is the share of the estimate from which a film's effect on it is told in figures.
const leastEffect = 0.005

// effect says how the estimate would differ without a comparable.
func effect(o *forecast.Outcome, c *forecast.Comparable, pinned bool) string {
	gross := o.Prediction.Gross
	if pinned && c.Effect == 0 {
		return "None: the models do not read a film because it is pinned."
	}
	if gross == nil || math.Abs(float64(c.Effect)) < leastEffect*float64(*gross) {
		return "Hardly any."
	}
	word, by := "lower", c.Effect
	if by < 0 {
		word, by = "higher", -by
	}
	return fmt.Sprintf("Without the film about %s %s.", table.ShortDollars(by), word)
}

// ratingText returns the estimated user rating with its scale.
func ratingText(o *forecast.Outcome) string {
	if o.Prediction.Rating == nil {
		return table.UnknownText
	}
	return table.Number(o.Prediction.Rating, 1) + " of 10"
}
