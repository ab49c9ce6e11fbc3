// Package statistics is the page of the published aggregates and the page of what is known
// and what is missing.
package statistics

import (
	"fmt"
	"slices"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/atlas"
	"kinodex/internal/film"
	"kinodex/internal/ordered"
	"kinodex/internal/serve/site/chart"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/table"
)

// Register adds both pages.
func Register(s *page.Site) {
	s.Handle(page.Route{Path: "/statistics", Get: show, Data: true, Need: access.Needs.Stats})
	s.Handle(page.Route{Path: "/coverage", Get: showCoverage, Data: true, Need: access.Needs.Coverage})
}

// figures are the pictures and tables of the statistics.
type figures struct {
	Summary                           atlas.StatsSummary
	Decades, Years, Scores, Ratings   chart.Strip
	Genres, Tiers, Directors, Returns table.Table
	Languages, Winners                table.Table
}

func show(v *page.View) error {
	q := v.Visit.Stats()
	stats, err := q.Answer(v.Context())
	if err != nil {
		return err
	}
	f := newFigures(stats, v.Prefix())
	return v.Answer(page.Answer{
		Title: "Statistics", Description: "Films by decade, genre, budget, rating and language.",
		Content: statisticsPage(f), Data: stats, API: "/api/v1/stats",
		Tables:  []table.Table{f.Decades.Table(), f.Years.Table(), f.Scores.Table(), f.Ratings.Table(), f.Genres, f.Tiers, f.Directors, f.Returns, f.Languages, f.Winners},
		Preview: dataset(v),
	})
}

// dataset returns what other sites learn of the statistics: what they count, since when, and where
// the figures are as files.
func dataset(v *page.View) *page.Preview {
	address := v.Base() + "/statistics"
	file := func(extension, media string) map[string]any {
		return map[string]any{"@type": "DataDownload", "contentUrl": address + extension, "encodingFormat": media}
	}
	return &page.Preview{Path: "/statistics", Type: "website", Linked: map[string]any{
		"@type": "Dataset", "name": "Statistics of the Kinodex film catalogue", "url": address, "version": v.Visit.Generation(),
		"description":  "Counts and means over all films of the catalogue: by decade, year, genre, budget, rating, language and director, and the winners of the Academy Award for Best Picture.",
		"dateModified": v.Visit.BuiltAt().UTC().Format("2006-01-02"), "isAccessibleForFree": true, "creator": map[string]any{"@type": "Organization", "name": "Kinodex", "url": v.Base()},
		"distribution": []any{file(".csv", "text/csv"), file(".json", "application/json")},
	}}
}

func newFigures(s *atlas.Statistics, prefix string) *figures {
	f := &figures{
		Summary: s.Summary,
		Decades: strip("decades", "Films by decade", "How many films of each decade of release there are.", "Decade"),
		Years:   strip("years", "Films by year", "How many films of each year of release there are.", "Year"),
		Scores:  strip("scores", "Films by master score", "How many films have a master score in each ten.", "Master score"),
		Ratings: strip("ratings", "Films by user rating", "How many films have a user rating in each one of ten.", "User rating"),
		Genres:  tallied("genres", "Films by genre; a film counts for each of its own", "Genre"),
		Tiers: table.Table{Name: "budgets", Caption: "Films by budget, US dollars of their time", Columns: []table.Column{
			{Name: "Budget"}, {Name: "From", Unit: "US dollars of the film's year", Numeric: true}, {Name: "Films", Numeric: true}, {Name: "Mean user rating", Unit: "of 10", Numeric: true},
			{Name: "Mean master score", Unit: "of 100", Numeric: true}, {Name: "Median return", Doc: "(gross - budget) / budget of the film in the middle", Numeric: true}}},
		Directors: tallied("directors", "Directors of at least five films here with the best mean master score", "Director"),
		Returns: table.Table{Name: "returns", Caption: "Return on the budget by decade, of films whose budget and gross are known", Columns: []table.Column{
			{Name: "Decade"}, {Name: "Films", Numeric: true}, {Name: "Median return", Numeric: true}, {Name: "Took more than they cost", Numeric: true}}},
		Languages: tallied("languages", "Films by original language", "Language"),
		Winners: table.Table{Name: "best pictures", Caption: "Academy Award for Best Picture, by the film's year of release", Columns: []table.Column{
			{Name: "Year", Numeric: true}, {Name: "Film"}, {Name: "User rating", Unit: "of 10", Numeric: true}, {Name: "Master score", Unit: "of 100", Numeric: true}}},
	}
	for _, d := range s.Decades {
		f.Decades.Bars = append(f.Decades.Bars, bar(d.Key, d.Value.Count, prefix+part.Address("/films", "decade", d.Key)))
	}
	for _, y := range s.YearTrend {
		f.Years.Bars = append(f.Years.Bars, bar(y.Key, y.Value.Count, ""))
	}
	addRanges(&f.Scores, s.ScoreDist)
	addRanges(&f.Ratings, s.RatingDist)
	for _, g := range s.Genres {
		f.Genres.Add(tally(table.Link(g.Key, part.Address("/films", "genre", g.Key)), g.Value)...)
	}
	f.addTiers(s.BudgetTiers)
	for _, d := range s.TopDirectors {
		f.Directors.Add(tally(table.Link(d.Key, part.DirectorPath(d.Key)), d.Value.StatsTally)...)
	}
	for _, r := range s.ROIDecades {
		f.Returns.Add(table.Text(r.Key), table.Int(r.Value.Count), table.Percent(r.Value.MedianROI, 0), table.Percent(r.Value.Gain, 0))
	}
	for _, l := range s.Languages {
		f.Languages.Add(tally(table.Link(l.Value.Name, part.Address("/films", "language", l.Key)), l.Value.StatsTally)...)
	}
	for _, w := range s.BestPicture {
		for _, one := range append([]atlas.StatsWinner{w.Value}, w.Value.Others...) {
			f.Winners.Add(table.Text(w.Key), table.Link(one.Title, part.FilmPath(one.FilmdbID, one.Title)), table.Float(one.Rating, 1), table.Float(one.Score, 1))
		}
	}
	return f
}

// addTiers adds the rows of the budgets.
func (f *figures) addTiers(t atlas.StatsTiers) {
	for _, one := range []struct {
		name string
		tier atlas.StatsTier
	}{{"micro", t.Micro}, {"low", t.Low}, {"mid", t.Mid}, {"high", t.High}, {"blockbuster", t.Blockbuster}} {
		f.Tiers.Add(table.Text(one.name), table.Money(one.tier.From), table.Int(one.tier.Count), table.Float(one.tier.AvgRating, 1),
			table.Float(one.tier.AvgScore, 1), table.Percent(one.tier.MedianROI, 0))
	}
}

func strip(id, title, about, category string) chart.Strip {
	return chart.Strip{Head: chart.Head{ID: id, Title: title, Desc: about}, Category: category, Value: chart.Axis{Name: "Films", Unit: "films"}}
}

func bar(label string, n int, href string) chart.Bar {
	return chart.Bar{Label: label, Value: float64(n), Href: href}
}

// peak says which bar is the tallest, in words that have {bar}, its {share} of all or its {count}. Without
// films it is the title of the chart.
func peak(s chart.Strip, words string) string {
	b, share, ok := s.Peak()
	if !ok {
		return s.Title
	}
	return strings.NewReplacer("{bar}", strings.ReplaceAll(b.Label, "-", "–"), "{share}", table.Share(share, 0), "{count}", table.Number(b.Value, 0)).Replace(words)
}

// leastKnown says which field is known of the fewest films.
func leastKnown(c *atlas.Coverage) string {
	name, least := "", 2.0
	for _, m := range c.Overall.Share {
		if m.Value != nil && *m.Value < least {
			name, least = m.Key, *m.Value
		}
	}
	if name == "" {
		return "What is known, by decade"
	}
	return fmt.Sprintf("Known least: %s, of %s of the films", strings.ToLower(metricName(name)), table.Share(least, 0))
}

// metricName returns what pages call a field that is counted.
func metricName(path string) string {
	for _, f := range film.Fields {
		if f.Path == path && f.Label != "" {
			return f.Label
		}
	}
	return strings.ToUpper(path[:1]) + strings.NewReplacer("_", " ", ".", ", ").Replace(path[1:])
}

// metricNames returns metricName of each.
func metricNames(paths []string) (names []string) {
	for _, path := range paths {
		names = append(names, metricName(path))
	}
	return names
}

// addRanges adds a bar for each range.
func addRanges(s *chart.Strip, ranges ordered.Map[int]) {
	for _, r := range ranges {
		s.Bars = append(s.Bars, bar(r.Key, r.Value, ""))
	}
}

// tallied returns a table of films that have something in common.
func tallied(name, caption, category string) table.Table {
	return table.Table{Name: name, Caption: caption, Columns: []table.Column{
		{Name: category}, {Name: "Films", Numeric: true}, {Name: "Mean user rating", Unit: "of 10", Numeric: true}, {Name: "Mean master score", Unit: "of 100", Numeric: true}}}
}

func tally(of table.Cell, t atlas.StatsTally) []table.Cell {
	return []table.Cell{of, table.Int(t.Count), table.Float(t.AvgRating, 1), table.Float(t.AvgScore, 1)}
}

// mostGroups is how many countries and languages the page shows; the files have all.
const mostGroups = 20

// showCoverage tells of what is known, by decade, country and language.
func showCoverage(v *page.View) error {
	q := v.Visit.Coverage()
	c, err := q.Answer(v.Context())
	if err != nil {
		return err
	}
	tables := []table.Table{overall(c), groups("decades", "What is known, by decade", "Decade", c.Metrics, c.Decades),
		groups("countries", "What is known, by first country of origin", "Country", c.Metrics, c.Countries),
		groups("languages", "What is known, by original language", "Language", c.Metrics, c.Languages)}
	shown := first(tables, mostGroups)
	return v.Answer(page.Answer{
		Title: "What is known and what is missing", Description: "For how many films each field is known.",
		Content: coveragePage(c, shown), Data: c, Tables: append(tables, grid(c).Table()), API: "/api/v2/coverage",
	})
}

// first returns tables with at most so many rows of each but the first.
func first(tables []table.Table, most int) []table.Table {
	cut := slices.Clone(tables)
	for i := 1; i < len(cut); i++ {
		if n := len(cut[i].Rows); n > most {
			cut[i].Rows = cut[i].Rows[:most]
			cut[i].Caption += fmt.Sprintf(": the %d with the most films, of %d; the CSV file has all", most, n)
		}
	}
	return cut
}

// overall returns, of each metric, of how many films it is known.
func overall(c *atlas.Coverage) table.Table {
	t := table.Table{Name: "fields", Caption: fmt.Sprintf("Of how many of the %s films each field is known", table.Number(c.Overall.Films, 0)),
		Columns: []table.Column{{Name: "Field"}, {Name: "Known", Numeric: true}}}
	for _, m := range c.Overall.Share {
		t.Add(table.Cell{Text: metricName(m.Key), Value: m.Key}, table.Percent(m.Value, 1))
	}
	return t
}

// grid returns the share that is known of each metric by decade, as a picture.
func grid(c *atlas.Coverage) chart.Coverage {
	g := chart.Coverage{
		Head:    chart.Head{ID: "known", Title: "What is known, by decade", Desc: "The share of films of each decade of which each field is known."},
		RowName: "Field", Rows: metricNames(c.Metrics),
	}
	for _, d := range c.Decades {
		g.Columns = append(g.Columns, d.Key)
	}
	for _, m := range c.Metrics {
		row := make([]chart.CoverageCell, len(c.Decades))
		for i, d := range c.Decades {
			known, _ := d.Value.Share.Get(m)
			row[i] = chart.Shared(known)
		}
		g.Cells = append(g.Cells, row)
	}
	return g
}

// groups returns the share that is known of each metric, a row for each group.
func groups(name, caption, category string, metrics []string, all ordered.Map[atlas.CoverageGroup]) table.Table {
	t := table.Table{Name: name, Caption: caption, Columns: []table.Column{{Name: category}, {Name: "Films", Numeric: true}}}
	for _, m := range metrics {
		t.Columns = append(t.Columns, table.Column{Name: m, Numeric: true})
	}
	for _, g := range all {
		row := []table.Cell{table.Text(g.Key), table.Int(g.Value.Films)}
		for _, m := range metrics {
			known, _ := g.Value.Share.Get(m)
			row = append(row, table.Percent(known, 0))
		}
		t.Add(row...)
	}
	return t
}
