// Package forecast is the page that estimates what may become of a project.
//
// The form is in the address, so that a forecast is shared by its address and nothing is
// stored. Everybody sees the form; the estimate is for who is signed in, and costs one
// request.
package forecast

import (
	"context"
	"fmt"
	"math"
	"net/url"
	"reflect"
	"strconv"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/forecast"
	"kinodex/internal/param"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/table"
)

// Register adds the page.
func Register(s *page.Site) {
	s.Handle(page.Route{Path: "/forecast", Takes: param.Of(reflect.TypeFor[forecast.Project](), "json"), Get: show, Data: true, Need: access.Needs.Stats, Volatile: true, Submitted: true})
}

// view is what the page is made of. Outcome is nil when nothing was asked yet, or when
// nobody is signed in; Problem is what is wrong with the form.
type view struct {
	v       *page.View
	asked   bool // whether a title was given
	outcome *forecast.Outcome
	problem string
	field   string // the parameter that Problem is about
}

// value returns what was typed into a field, trimmed.
func (s *view) value(name string) string { return strings.TrimSpace(s.v.Query().Get(name)) }

// details reports whether a field beyond the first four is filled in.
func (s *view) details() bool {
	for _, name := range []string{"director", "cast", "writers", "companies", "countries", "languages", "runtime", "month", "franchise", "source_material", "synopsis"} {
		if s.value(name) != "" {
			return true
		}
	}
	return false
}

// withoutEmpty returns a query without its empty parameters; false when it has none.
func withoutEmpty(q url.Values) (rest url.Values, ok bool) {
	rest = url.Values{}
	for name, values := range q {
		for _, v := range values {
			if strings.TrimSpace(v) == "" {
				ok = true
				continue
			}
			rest.Add(name, v)
		}
	}
	return rest, ok
}

// show answers with the form and, for who is signed in and named a project, with the
// estimate.
func show(v *page.View) error {
	if rest, empty := withoutEmpty(v.Query()); empty { // what a form sends of fields left empty
		v.R.URL.RawQuery = rest.Encode()
		return v.Moved("/forecast")
	}
	s := &view{v: v, asked: strings.TrimSpace(v.Query().Get("title")) != ""}
	a := page.Answer{Title: "Forecast", Description: "What a project may earn, and how wide the answer is.", API: ""}
	// A browser that fetches ahead of its reader must not spend the reader's budget.
	ahead := strings.Contains(v.R.Header.Get("Sec-Purpose"), "prefetch")
	if s.asked && v.SignedIn() && !ahead {
		if err := s.estimate(v.Context()); err != nil {
			f := fault.From(err)
			if f.Kind != fault.InvalidParameter && f.Kind != fault.MissingParameter || v.Format != page.HTML {
				return err
			}
			s.problem, s.field = f.Message, f.Param
		}
	} else if v.Format != page.HTML {
		return access.ErrSignInFirst()
	}
	if s.outcome != nil {
		a.Title, a.Data, a.Tables = "Forecast: "+s.outcome.Project.Title, s.outcome, []table.Table{comparables(s.outcome), estimates(s.outcome)}
	}
	a.Content = forecastPage(s)
	return v.Answer(a)
}

// estimate asks for the forecast. It takes one of the places for heavy work.
func (s *view) estimate(ctx context.Context) (err error) {
	q, err := s.question()
	if err != nil {
		return err
	}
	if err := q.Project.Check(); err != nil {
		return err
	}
	if !comparable(&q.Project) {
		return fault.New(fault.MissingParameter, "the title alone finds no films to compare with, so nothing was asked and nothing spent: "+
			"add genres, people, a synopsis, or the series or work it belongs to")
	}
	s.v.Leave()
	if err := s.v.Enter(true); err != nil {
		return err
	}
	s.outcome, err = s.v.Visit.Predict(ctx, q)
	return err
}

// comparable reports whether a project states anything that films before it can be like.
func comparable(p *forecast.Project) bool {
	return len(p.Genres)+len(p.Cast)+len(p.Writers)+len(p.Companies)+len(p.Director)+len(p.Synopsis)+len(p.Franchise)+len(p.Source) > 0
}

// question reads the form. The names of its fields are those of POST /api/v1/predict.
func (s *view) question() (q app.PredictQuestion, err error) {
	q.Project = forecast.Project{
		Title: s.value("title"), Genres: list(s.value("genres")), Director: s.value("director"), Cast: list(s.value("cast")),
		Companies: list(s.value("companies")), Synopsis: s.value("synopsis"), Writers: list(s.value("writers")),
		Countries: list(s.value("countries")), Languages: list(s.value("languages")),
		Franchise: s.value("franchise"), Source: s.value("source_material"),
	}
	if text := s.value("budget"); text != "" {
		budget, err := amount(text)
		if err != nil {
			return q, err
		}
		q.Project.Budget = &budget
	}
	for _, n := range []struct {
		name, allowed string
		to            *int
	}{
		{"year", "a year, such as 2027", &q.Project.Year}, {"runtime", "a number of minutes, such as 110", &q.Project.Runtime},
		{"month", "a month from 1 to 12", &q.Project.Month},
	} {
		text := s.value(n.name)
		if text == "" {
			continue
		}
		if *n.to, err = strconv.Atoi(text); err != nil || *n.to == 0 {
			return q, fault.Param(n.name, n.allowed)
		}
	}
	return q, nil
}

// amount reads an amount as people write it: 40000000, $40,000,000, 40m, 1.5 million.
func amount(s string) (float64, error) {
	text := strings.ToLower(strings.NewReplacer("$", "", ",", "", " ", "", "_", "").Replace(s))
	factor := 1.0
	for _, unit := range []struct {
		name string
		of   float64
	}{{"billion", 1e9}, {"bn", 1e9}, {"million", 1e6}, {"m", 1e6}, {"thousand", 1e3}, {"k", 1e3}} {
		if rest, ok := strings.CutSuffix(text, unit.name); ok {
			text, factor = rest, unit.of
			break
		}
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, fault.Param("budget", "an amount of US dollars, such as 40,000,000 or 40m")
	}
	return n * factor, nil
}

// list returns the items of a list with commas, without empty ones.
func list(s string) (items []string) {
	for item := range strings.SplitSeq(s, ",") {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	return items
}

// estimates returns the estimates with their intervals.
func estimates(o *forecast.Outcome) table.Table {
	t := table.Table{Name: "estimates", Caption: "Estimates, and what four of five films like it lie between", Columns: []table.Column{
		{Name: "What"}, {Name: "Low end", Numeric: true}, {Name: "Estimate", Numeric: true}, {Name: "High end", Numeric: true}}}
	p := o.Prediction
	if g := p.Intervals.Gross; g != nil {
		t.Add(table.Text("Worldwide gross of a commercial release, "+dollars(o)), table.Money(g.P10), table.Money(g.P50), table.Money(g.P90))
	}
	if u := p.Unconditional; u != nil {
		t.Add(table.Text("Worldwide gross whatever the release, "+dollars(o)), table.Money(u.Gross.P10), table.Money(u.Gross.P50), table.Money(u.Gross.P90))
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

// comparables returns the films that the estimates rest on.
func comparables(o *forecast.Outcome) table.Table {
	t := table.Table{Name: "comparables", Caption: "The earlier films that are most like the project, most alike first", Columns: []table.Column{
		{Name: "Film"}, {Name: "Year", Numeric: true}, {Name: "Alike", Doc: "0 nothing in common, 1 the same in every aspect", Numeric: true},
		{Name: "Budget", Unit: dollars(o), Numeric: true}, {Name: "Worldwide gross", Unit: dollars(o), Numeric: true},
		{Name: "User rating", Unit: "of 10", Numeric: true}, {Name: "Why"}, {Name: "What it does to the estimate of the gross"}}}
	for _, c := range o.Comparables {
		t.Add(table.Link(c.Title, part.FilmPath(c.ID, c.Title)), table.Year(c.Year), table.Float(c.Similarity, 2),
			table.Money(c.Budget), table.Money(c.Gross),
			table.Float(c.Rating, 1), table.Text(strings.Join(c.Reasons, " ")), table.Text(effect(o, &c)))
	}
	return t
}

// leastEffect is the share of the estimate from which a film's effect on it is told in figures.
const leastEffect = 0.005

// effect says how the estimate would differ without a comparable.
func effect(o *forecast.Outcome, c *forecast.Comparable) string {
	gross := o.Prediction.Gross
	if gross == nil || math.Abs(float64(c.Effect)) < leastEffect*float64(*gross) {
		return "Hardly any: without it the estimate would be nearly the same."
	}
	word, by := "lower", c.Effect
	if by < 0 {
		word, by = "higher", -by
	}
	return fmt.Sprintf("Without it the estimate would be about %s %s.", table.ShortDollars(by), word)
}

// ratingText returns the estimated user rating with its scale.
func ratingText(o *forecast.Outcome) string {
	if o.Prediction.Rating == nil {
		return table.UnknownText
	}
	return table.Number(o.Prediction.Rating, 1) + " of 10"
}
