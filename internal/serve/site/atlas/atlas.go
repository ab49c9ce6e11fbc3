// Package atlas is the page of the world's films by country.
package atlas

import (
	"fmt"
	"strconv"

	"kinodex/internal/access"
	"kinodex/internal/atlas"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/serve/site/chart"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/table"
)

// Register adds the page.
func Register(s *page.Site) {
	s.Handle(page.Route{Path: "/atlas", Takes: page.Named("band", "decade_min", "decade_max", "country"), Get: show, Data: true, Need: access.Needs.Atlas})
}

// topFilms is how many films of a country are shown.
const topFilms = 10

// world is what the page is made of.
type world struct {
	v       *page.View
	asked   atlas.Question
	answer  *atlas.World
	one     *atlas.Country // the country that is looked at; nil for all
	top     []atlas.CountryFilm
	bands   []part.Choice
	decades [2]string
	none    string // the country that is looked at, when it has no film here
}

func show(v *page.View) error {
	q, err := question(v)
	if err != nil {
		return err
	}
	ask := v.Visit.Atlas
	if v.Format == page.JSON {
		ask = v.Visit.AtlasData
	}
	found, err := ask(q).Answer(v.Context())
	if err != nil {
		return err
	}
	w := &world{v: v, asked: found.Question, answer: &found.World, decades: [2]string{v.Query().Get("decade_min"), v.Query().Get("decade_max")}}
	if err := w.choose(v.Query().Get("country")); err != nil {
		return err
	}
	w.bands = append(w.bands, part.Choice{Name: "all bands", Href: v.With("band", ""), Count: -1, On: found.Question.Band == atlas.AllBands})
	for _, b := range film.Bands {
		w.bands = append(w.bands, part.Choice{Name: b.Letter, Href: v.With("band", b.Letter), Count: -1, On: found.Question.Band == b.Letter})
	}
	countries := w.table()
	return v.Answer(page.Answer{
		Title: "Atlas", Description: "Films by country, decade and rating band, and how sure the country is.",
		Content: atlasPage(w, countries), Data: found.World, Tables: []table.Table{countries}, API: v.API("/api/v2/atlas", "country"),
	})
}

// question reads the parameters, which are those of /api/v2/atlas.
func question(v *page.View) (q atlas.Question, err error) {
	q = atlas.Question{Band: v.Query().Get("band"), Top: topFilms}
	for name, into := range map[string]**float64{"decade_min": &q.DecadeMin, "decade_max": &q.DecadeMax} {
		text := v.Query().Get(name)
		if text == "" {
			continue
		}
		year, bad := strconv.ParseFloat(text, 64)
		if bad != nil {
			return q, fault.Param(name, "a year, such as 1950")
		}
		*into = &year
	}
	return q, nil
}

// choose looks at one country, by its code; an empty one looks at none.
func (w *world) choose(code string) error {
	for i := range w.answer.Countries {
		c := &w.answer.Countries[i]
		if c.Code != code {
			continue
		}
		w.one = c
		var err error
		if w.top, err = c.Top.Value(w.v.Base()); err != nil {
			return fmt.Errorf("the films of %s: %w", code, err)
		}
		return nil
	}
	switch {
	case code == "":
	case len(code) == 2 && part.CountryName(code) != code: // none of these decades and of this band
		w.none = part.CountryName(code)
	default:
		return fault.Param("country", "the code of a country of the table, such as FR")
	}
	return nil
}

// list returns the address of the films that were made in the country that is looked at, in
// the decades of the page. A band has no such list.
func (w *world) list() string {
	pairs := []string{"country", w.one.Code}
	year := func(name string, of *float64, last int) {
		if of != nil {
			pairs = append(pairs, name, strconv.Itoa(int(*of)+last))
		}
	}
	year("year_min", w.asked.DecadeMin, 0)
	year("year_max", w.asked.DecadeMax, 9)
	return part.Address("/films", pairs...)
}

// table returns the countries, the most films first.
func (w *world) table() table.Table {
	t := table.Table{Name: "countries", Caption: "Films by country; a film counts once, for the first country listed", Columns: []table.Column{
		{Name: "Country"}, {Name: "Code"}, {Name: "Films", Numeric: true}, {Name: "Stated", Doc: "films whose country a source states", Numeric: true},
		{Name: "Inferred", Doc: "films whose country follows from companies or language", Numeric: true}, {Name: "Share stated", Numeric: true},
		{Name: "Mean master score", Unit: "of 100", Numeric: true}}}
	for _, c := range w.answer.Countries {
		t.Add(table.Link(c.Name, w.v.With("country", c.Code)+"#country"), table.Text(c.Code), table.Int(c.Films), table.Int(c.Verified), table.Int(c.Inferred),
			table.Percent(c.Share, 0), table.Float(c.Score, 1))
	}
	return t
}

// mostShown is how many countries stand in sight.
const mostShown = 25

// split returns a table as its first rows and, if there are more, the others.
func split(t table.Table) []table.Table {
	if len(t.Rows) <= mostShown {
		return []table.Table{t}
	}
	first, rest := t, t
	first.Rows, rest.Rows = t.Rows[:mostShown], t.Rows[mostShown:]
	first.Caption += fmt.Sprintf("; the %d with the most films", mostShown)
	return []table.Table{first, rest}
}

// narrowed reports whether the page is narrowed to decades or a band.
func (w *world) narrowed() bool {
	return w.decades[0] != "" || w.decades[1] != "" || w.v.Query().Get("band") != ""
}

// finding says which country has the most films.
func (w *world) finding() string {
	most := w.answer.Countries[0]
	return fmt.Sprintf("%s: %s of the films", most.Name, table.Share(float64(most.Films)/float64(w.answer.Totals.Films), 0))
}

// best returns the best films of the country that is looked at.
func (w *world) best() table.Table {
	t := table.Table{Name: "films", Caption: "The best by master score", Columns: []table.Column{
		{Name: "Film"}, {Name: "Year", Numeric: true}, {Name: "Master score", Unit: "of 100", Numeric: true}}}
	for _, f := range w.top {
		t.Add(table.Link(f.Title, part.FilmPath(f.FilmdbID, f.Title)), table.Year(f.Year), table.Float(f.Score, 1))
	}
	return t
}

// worldMap returns the films of each country on a map.
func (w *world) worldMap() chart.WorldMap {
	m := chart.WorldMap{
		Head:  chart.Head{ID: "world", Title: "Films by country", Desc: "How many films of the library come from each country."},
		Value: chart.Axis{Name: "Films", Unit: "films", Log: true},
	}
	for _, c := range w.answer.Countries {
		m.Countries = append(m.Countries, chart.Country{
			Code: c.Code, Name: c.Name, Value: float64(c.Films), Href: w.v.Path(w.v.With("country", c.Code)) + "#country",
			Note: fmt.Sprintf("%s of them stated", table.Share(c.Share, 0)),
		})
	}
	return m
}
