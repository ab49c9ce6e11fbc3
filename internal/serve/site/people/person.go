package people

import (
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/app"
	"kinodex/internal/film"
	"kinodex/internal/guide"
	"kinodex/internal/serve/site/chart"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/table"
)

// person is what the page of a person is made of. guide is nil where there is none.
type person struct {
	*app.Career
	guide *guide.Guide
	rows  table.Table
	films chart.Timeline
}

// one shows the page of a person. Any id leads to the address with their slug.
func one(v *page.View) error {
	asked := v.PathValue("slug")
	career, err := v.Visit.Career(asked).Answer(v.Context())
	if err != nil {
		return err
	}
	if career.Slug != asked {
		return v.Moved("/people/" + career.Slug)
	}
	p := &person{career, v.Visit.GuideOfActor(career.Slug), filmRows(career), careerOf("Career of "+career.Name, career.Films, v.Prefix())}
	return v.Answer(page.Answer{
		Title: career.Name, Description: "Films, characters and figures of " + career.Name + "'s career.",
		Content: personPage(p), Data: career.ActorDetail, Tables: []table.Table{p.rows}, API: "/api/v1/actors/" + career.Slug,
		Preview: preview(v, career),
	})
}

// does returns in parts what somebody does, when, and in how many films.
func (p *person) does() []table.Cell {
	all := []table.Cell{table.Text("Actor")}
	for _, f := range p.Films {
		if f.Director != nil && slices.Contains(strings.Split(*f.Director, ", "), p.Name) {
			all = append(all, table.Link("Director", part.DirectorPath(p.Name)))
			break
		}
	}
	all = append(all, spanOf(p.Films)...)
	if g := p.Actor.Career.TopGenre; g != nil {
		all = append(all, table.Text("Most often "+*g))
	}
	return all
}

// spanOf returns the years of films and how many they are.
func spanOf(films []*film.Film) (all []table.Cell) {
	first, last := 0, 0
	for _, f := range films {
		if f.Year == nil {
			continue
		}
		if first == 0 || *f.Year < first {
			first = *f.Year
		}
		last = max(last, *f.Year)
	}
	switch {
	case first == last && first != 0:
		all = append(all, table.Year(first))
	case first != 0:
		all = append(all, table.Text(table.Year(first).Text+"–"+table.Year(last).Text))
	}
	return append(all, table.Text(table.Count(len(films), "film")+" here"))
}

// plays returns whom somebody plays in each film; empty where that is unknown.
func (p *person) plays() []string {
	all := make([]string, len(p.Films))
	for i := range p.Films {
		if c := p.Filmography[i].Character; c != nil {
			all[i] = *c
		}
	}
	return all
}

// preview returns what other sites learn of the page of a person.
func preview(v *page.View, c *app.Career) *page.Preview {
	path := "/people/" + c.Slug
	return &page.Preview{Path: path, Type: "profile", Linked: map[string]any{
		"@type": "Person", "name": c.Name, "url": v.Base() + path, "jobTitle": "Actor",
	}}
}

// filmRows returns the filmography as a table, the newest first.
func filmRows(c *app.Career) table.Table {
	t := table.Table{Name: c.Slug + " films", Caption: "Films of " + c.Name + ", the newest first", Columns: []table.Column{
		{Name: "Title"}, {Name: "Year", Numeric: true}, {Name: "Character"}, {Name: "Director"},
		{Name: "IMDb rating", Unit: "of 10", Numeric: true}, {Name: "Master score", Unit: "of 100", Numeric: true},
		{Name: "Worldwide gross", Unit: part.ThenDollars, Numeric: true}, {Name: "Id"},
	}}
	for i, f := range c.Films {
		t.Add(table.Link(f.Title, part.FilmPath(f.ID, f.Title)), table.Year(f.Year), table.Text(c.Filmography[i].Character), table.Text(f.Director),
			table.Float(f.Ratings.Filmdb, 1), table.Float(f.Ratings.MasterScore, 1), table.Money(f.BoxOffice.WorldwideGross), table.Text(f.ID.String()))
	}
	return t
}

// careerOf returns films as a picture: each by year and user rating, as large as its gross.
// prefix is that of the service's addresses.
func careerOf(title string, films []*film.Film, prefix string) chart.Timeline {
	t := chart.Timeline{
		Head: chart.Head{ID: "career", Title: title, Desc: "Each film by its year of release and its IMDb rating; a larger circle is a larger worldwide gross, in " + part.RealDollars + "."},
		Y:    chart.Axis{Name: "IMDb rating", Unit: "of 10", Decimals: 1}, Area: chart.Axis{Name: "Worldwide gross", Unit: part.RealDollars, Format: chart.Money},
	}
	for _, f := range films {
		e := chart.Event{
			Label: part.Titled(f.Title, f.Year), Y: chart.Known(f.Ratings.Filmdb), Area: chart.Known(part.Real(f, f.BoxOffice.WorldwideGross)),
			Href: prefix + part.FilmPath(f.ID, f.Title),
		}
		if f.Year != nil {
			e.Year = *f.Year
		}
		t.Events = append(t.Events, e)
	}
	return t
}

// bestRated says which of some films is rated best, for the title of their picture.
func bestRated(films []*film.Film) string {
	var best *film.Film
	for _, f := range films {
		if f.Ratings.Filmdb != nil && (best == nil || *f.Ratings.Filmdb > *best.Ratings.Filmdb) {
			best = f
		}
	}
	if best == nil {
		return "Films by year, rating and gross"
	}
	return "Best rated: " + part.Titled(best.Title, best.Year) + ", " + table.Number(*best.Ratings.Filmdb, 1)
}

// withoutLast returns a table without its last column: the ids, which the file has.
func withoutLast(all table.Table) table.Table {
	t := all
	last := len(t.Columns) - 1
	t.Columns, t.Rows = t.Columns[:last], make([][]table.Cell, len(all.Rows))
	for i, row := range all.Rows {
		t.Rows[i] = row[:last]
	}
	return t
}

// totalGross returns the sum of what films took in RealDollars, short enough for a large figure;
// unknown when that of none is known.
func totalGross(films []*film.Film) table.Cell {
	sum, known := int64(0), false
	for _, f := range films {
		if g := part.Real(f, f.BoxOffice.WorldwideGross); g != nil {
			sum, known = sum+*g, true
		}
	}
	if !known {
		return table.Unknown()
	}
	return table.Cell{Text: table.ShortDollars(sum), Value: sum}
}

// acted returns the films that show the person in more than archive footage.
func acted(c *app.Career) (films []*film.Film) {
	for i, f := range c.Films {
		if !c.Filmography[i].Footage() {
			films = append(films, f)
		}
	}
	return films
}

// number returns a number that is not a quantity, or "unknown".
func number(n *int64) string {
	if n == nil {
		return table.UnknownText
	}
	return strconv.FormatInt(*n, 10)
}
