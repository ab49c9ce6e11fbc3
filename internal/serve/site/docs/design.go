package docs

import (
	"fmt"
	"strings"

	"kinodex/internal/app"
	"kinodex/internal/film"
	"kinodex/internal/serve/site/chart"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/table"
)

// designPage is where the components of the site are shown.
const designPage = "/docs/design"

// colours are the tokens of the style sheet that pages are made of, by what they are for.
var colours = []struct {
	Of     string
	Tokens []string
}{
	{"Grounds and lines", []string{"ground", "card", "sink", "line", "edge", "soft"}},
	{"Words", []string{"text", "dim", "accent", "good", "warn", "bad"}},
	{"Bars above and below", []string{"bar", "bar-card", "bar-line", "bar-text", "bar-dim", "lamp"}},
	{"Series", []string{"c1", "c2", "c3", "c4", "c5", "c6"}},
	{"From low to high", []string{"q1", "q2", "q3", "q4", "q5"}},
	{"From negative to positive", []string{"n3", "n2", "n1", "p1", "p2", "p3"}},
}

// palette returns tokens as a band of colours. Their names stand below it.
func palette(tokens []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="swatches" viewBox="0 0 %d 40" preserveAspectRatio="none" aria-hidden="true" focusable="false">`, 100*len(tokens))
	for i, token := range tokens {
		fmt.Fprintf(&b, `<rect x="%d" width="101" height="40" fill="var(--%s)"/>`, 100*i, token)
	}
	return b.String() + "</svg>"
}

// designShown is how many films the page shows.
const designShown = 6

// design shows each component of the pages in every state, with films of the library.
func design(v *page.View) error {
	found, err := v.Visit.Films(app.FilmsQuestion{
		Query: film.Query{Sort: film.Sort{Field: "master_score", Desc: true}}, Page: film.Page{Limit: designShown}, View: film.List, Fields: part.FilmFields,
	}).Answer(v.Context())
	if err != nil {
		return err
	}
	films, err := found.Values(v.Base())
	if err != nil {
		return err
	}
	return v.Answer(page.Answer{
		Title: "Design", Description: "The components that pages of the site are made of, in every state.", Content: designBody(films),
	})
}

// seriesShown is a picture with as many series as there are colours.
func seriesShown() chart.Lines {
	l := chart.Lines{
		Head: chart.Head{ID: "design-lines", Title: "Six series", Desc: "Six lines that rise one after another, made up to show the colours."},
		X:    chart.Axis{Name: "Year", Format: chart.Year}, Y: chart.Axis{Name: "Share", Format: chart.Percent}, WithZero: true,
	}
	for i := range 6 {
		s := chart.Series{Name: "Series " + string(rune('A'+i))}
		for k := range 8 {
			s.Points = append(s.Points, chart.XY{X: float64(1950 + 10*k), Y: float64((i+2)*(k+1)+(k*i)%5) / 100})
		}
		l.Series = append(l.Series, s)
	}
	return l
}

// barsShown is a picture with few bars, of which one is meant.
func barsShown() chart.Strip {
	s := chart.Strip{
		Head:     chart.Head{ID: "design-bars", Title: "Bars", Desc: "Five bars, of which the fourth is meant, made up to show the colours."},
		Category: "Decade", Value: chart.Axis{Name: "Films", Unit: "films"},
	}
	for i, n := range []float64{12, 30, 18, 44, 27} {
		s.Bars = append(s.Bars, chart.Bar{Label: fmt.Sprint(1970+10*i) + "s", Value: n, On: i == 3})
	}
	return s
}

// exampleTable has a cell of each kind.
func exampleTable() table.Table {
	t := table.Table{Name: "cells", Caption: "Cells of each kind", Columns: []table.Column{
		{Name: "Link"}, {Name: "Text"}, {Name: "Number", Unit: "films", Numeric: true, Sorted: "descending"}, {Name: "Money", Unit: "US dollars", Numeric: true},
	}}
	sum := int64(25_000_000)
	t.Add(table.Link("All films", "/films"), table.Text("Words in a cell"), table.Int(4319), table.Money(&sum))
	t.Add(table.Link("All people", "/people"), table.Unknown(), table.Int(27), table.Unknown())
	return t
}
