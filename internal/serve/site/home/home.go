// Package home is the start page: one box for a sentence, with examples that find films in this
// library, shelves of covers, a finding, and the ways into the site.
package home

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/atlas"
	"kinodex/internal/film"
	"kinodex/internal/serve/site/chart"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/table"
)

// Register adds the start page.
func Register(s *page.Site) {
	h := &home{}
	s.Handle(page.Route{Path: "/{$}", Get: h.show, Need: access.Needs.Stats})
}

// view is what the start page shows.
type view struct {
	stats    *atlas.Statistics
	examples []string
	shelves  []shelf
	finding  *finding // nil where the library allows none
}

// shelf is a row of films with the address of all of them.
type shelf struct {
	Title, About, All string
	Films             []*film.Film
}

func (h *home) show(v *page.View) error {
	q := v.Visit.Stats()
	stats, err := q.Answer(v.Context())
	if err != nil {
		return err
	}
	p := view{stats: stats, finding: returns(stats)}
	if p.examples, err = h.examples(v, stats); err != nil {
		return err
	}
	least, rating := float64(part.KnownVotes), part.LovedRating
	for _, s := range []struct {
		shelf
		query film.Query
	}{
		{shelf{Title: "Highest rated", About: "By master score, which weighs viewers, critics and awards; one film of each director.", All: part.Address("/films", "sort", "master_score:desc")},
			film.Query{Sort: film.Sort{Field: "master_score", Desc: true}}},
		{shelf{Title: part.HiddenGems.Name, About: part.HiddenGems.About, All: part.HiddenGems.Path()}, film.Query{
			Text: fmt.Sprintf("at most %d votes", part.GemVotes), Match: film.MatchAuto, Filters: film.Filters{MinRating: &rating, MinVotes: &least},
			Sort: film.Sort{Field: "master_score", Desc: true},
		}},
	} {
		if s.Films, err = shelved(v, s.query); err != nil {
			return err
		}
		if len(s.Films) > 0 {
			p.shelves = append(p.shelves, s.shelf)
		}
	}
	return v.Answer(page.Answer{
		Title:       "Films, screenplays and what follows from them",
		Description: "A searchable film catalogue, measured screenplays, forecasts and recommendations.",
		Content:     start(&p), API: "/api/v1/stats", OwnSearch: true,
		Preview: &page.Preview{Path: "/", Type: "website"},
	})
}

const (
	shelfFilms = 14 // a shelf has
	shelfFrom  = 28 // the first of a list, of which a shelf has one of each director
)

// shelved returns the first films of a question, one of each director, so that nobody's series fills a
// shelf; none where its text is no wish in this library.
func shelved(v *page.View, query film.Query) ([]*film.Film, error) {
	q := v.Visit.Films(app.FilmsQuestion{Query: query, Page: film.Page{Limit: shelfFrom}, View: film.List, Fields: part.GridFields + ",director"})
	found, err := q.Answer(v.Context())
	if err != nil || query.Text != "" && found.Understood == nil {
		return nil, err
	}
	films, err := found.Values(v.Base())
	directed := map[string]bool{}
	films = slices.DeleteFunc(films, func(f *film.Film) bool {
		seen := f.Director != nil && directed[*f.Director]
		directed[part.Or(f.Director)] = true
		return seen
	})
	return films[:min(shelfFilms, len(films))], err
}

// finding is a chart whose title says what it shows.
type finding struct {
	chart chart.Strip
	part.Figure
}

// fewReturns is how many films a range of budgets must have at least to be compared.
const fewReturns = 10

// returns returns how many times their budget films gross, by budget; nil where fewer than two ranges of
// budgets have films whose return is known.
func returns(s *atlas.Statistics) *finding {
	f := &finding{
		chart: chart.Strip{
			Head:     chart.Head{ID: "returns", Title: "Gross by budget", Desc: "How many times its budget the film in the middle of each range of budgets grossed worldwide."},
			Category: "Budget", Value: chart.Axis{Name: "Gross as a multiple of the budget", Unit: "times the budget", Decimals: 1},
		},
	}
	type named struct {
		name  string
		times float64
	}
	var best, worst *named
	t := &s.BudgetTiers
	for _, tier := range []atlas.StatsTier{t.Micro, t.Low, t.Mid, t.High, t.Blockbuster} {
		if tier.MedianROI == nil || tier.Count < fewReturns {
			continue
		}
		n := &named{budget(tier), *tier.MedianROI + 1}
		f.chart.Bars = append(f.chart.Bars, chart.Bar{Label: n.name, Value: n.times})
		if best == nil || n.times > best.times {
			best = n
		}
		if worst == nil || n.times < worst.times {
			worst = n
		}
	}
	if len(f.chart.Bars) < 2 || best.name == worst.name {
		return nil
	}
	for i := range f.chart.Bars {
		f.chart.Bars[i].On = f.chart.Bars[i].Label == best.name
	}
	f.Title = fmt.Sprintf("Films with a budget %s gross %s times that budget, those %s %s times",
		where(best.name), table.Number(best.times, 1), where(worst.name), table.Number(worst.times, 1))
	f.Unit = "Worldwide gross as a multiple of the budget, median by budget in US dollars"
	f.About = fmt.Sprintf("From the %s whose budget and gross are both known. Small films that earned little are often missing from such figures. Cinemas keep about half of a gross.",
		table.Count(s.Summary.WithROI, "film"))
	return f
}

// budget returns the range of a tier in words: "< $1M", "$1–10M", "$100M+".
func budget(t atlas.StatsTier) string {
	const million = 1_000_000
	switch {
	case t.Below == nil:
		return fmt.Sprintf("$%dM+", t.From/million)
	case t.From == 0:
		return fmt.Sprintf("< $%dM", *t.Below/million)
	}
	return fmt.Sprintf("$%d–%dM", t.From/million, *t.Below/million)
}

// where returns a range of budget as it stands in a sentence.
func where(name string) string {
	if below, ok := strings.CutPrefix(name, "< "); ok {
		return "below " + below
	}
	if from, ok := strings.CutSuffix(name, "+"); ok {
		return "from " + from
	}
	return "of " + name
}

// span returns the years of the library, as 1902 to 2023, or nothing.
func span(s *atlas.StatsSummary) string {
	if s.YearMin == nil || s.YearMax == nil {
		return ""
	}
	return fmt.Sprintf(" from %d to %d", *s.YearMin, *s.YearMax)
}

// firstExample is what the box suggests.
func (p *view) firstExample() string {
	return cmp.Or(strings.Join(p.examples[:min(1, len(p.examples))], ""), "A title, a name, a storm at sea")
}
