package people

import (
	"strings"

	"kinodex/internal/app"
	"kinodex/internal/atlas"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/serve/site/chart"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/table"
)

// director is what the page of a director is made of.
type director struct {
	*app.DirectorFilms
	rows  table.Table
	films chart.Timeline
}

// directorForm is what the form of directors is made of: a name that was not found, why, and the best
// rated directors.
type directorForm struct {
	name, problem string
	meant         []string // directors of whose names it is a part
	most          table.Table
}

// directors answers GET /directors with the films of the director that the parameter name
// names. Without a name, or for one that no director has, it is a form, and the best rated
// directors.
func directors(v *page.View) error {
	name := strings.TrimSpace(v.Query().Get("name"))
	if name == "" {
		return askDirector(v, directorForm{})
	}
	found, err := v.Visit.Directing(name).Answer(v.Context())
	if v.Format == page.HTML && (fault.Is(err, fault.NotFound) || fault.Is(err, fault.InvalidParameter)) {
		problem := fault.From(err).Message + "."
		meant, err := v.Visit.DirectorsNamed(name, mostMeant)
		if err != nil {
			return err
		}
		if len(meant) > 0 {
			problem = "no film here has a director of this whole name; it is a part of these:"
		}
		return askDirector(v, directorForm{name: name, problem: problem, meant: meant})
	}
	if err != nil {
		return err
	}
	d := &director{found, directedRows(found), careerOf("Films directed by "+found.Name, found.Films, v.Prefix())}
	return v.Answer(page.Answer{
		Title: found.Name + ", director", Description: "Films that " + found.Name + " directed, and with whom.", Content: directorPage(d),
		Data: d.data(), Tables: []table.Table{d.rows}, API: part.Address("/api/v2/films", "director", found.Name),
	})
}

// mostMeant is how many directors are offered for a part of a name.
const mostMeant = 5

// askDirector shows the form.
func askDirector(v *page.View, a directorForm) error {
	stats, err := v.Visit.Stats().Answer(v.Context())
	if err != nil {
		return err
	}
	a.most = table.Table{Name: "directors", Caption: "Directors of at least " + table.Count(atlas.DirectorFilms, "film") + ", by mean master score", Columns: []table.Column{
		{Name: "Director"}, {Name: "Films", Numeric: true}, {Name: "Mean user rating", Unit: "of 10", Numeric: true}, {Name: "Mean master score", Unit: "of 100", Numeric: true}}}
	for _, d := range stats.TopDirectors {
		a.most.Add(table.Link(d.Key, part.DirectorPath(d.Key)), table.Int(d.Value.Count), table.Float(d.Value.AvgRating, 1), table.Float(d.Value.AvgScore, 1))
	}
	return v.Answer(page.Answer{
		Title: "Directors", Description: "Films by who directed them.", Content: directorsPage(&a),
		Data: stats.TopDirectors, Tables: []table.Table{a.most}, API: "/api/v1/stats",
	})
}

// directedRows returns the films as a table, the newest first.
func directedRows(d *app.DirectorFilms) table.Table {
	t := table.Table{Name: "films directed by " + d.Name, Caption: "Films directed by " + d.Name + ", the newest first", Columns: []table.Column{
		{Name: "Title"}, {Name: "Year", Numeric: true}, {Name: "With", Doc: "The first of the cast"},
		{Name: "IMDb rating", Unit: "of 10", Numeric: true}, {Name: "Master score", Unit: "of 100", Numeric: true},
		{Name: "Worldwide gross", Unit: part.ThenDollars, Numeric: true}, {Name: "Id"},
	}}
	for _, f := range d.Films {
		t.Add(table.Link(f.Title, part.FilmPath(f.ID, f.Title)), table.Year(f.Year), table.Text(firstOfCast(f)),
			table.Float(f.Ratings.Filmdb, 1), table.Float(f.Ratings.MasterScore, 1), table.Money(f.BoxOffice.WorldwideGross), table.Text(f.ID.String()))
	}
	return t
}

// filmRow is a film in the answer as JSON.
type filmRow struct {
	ID          film.ID  `json:"filmdb_id"`
	Title       string   `json:"title"`
	Year        *int     `json:"year"`
	Rating      *float64 `json:"filmdb_rating"`
	MasterScore float64  `json:"master_score"`
	Gross       *int64   `json:"worldwide_gross"`
}

// data returns the answer as JSON has it.
func (d *director) data() any {
	films := make([]filmRow, len(d.Films))
	for i, f := range d.Films {
		films[i] = filmRow{f.ID, f.Title, f.Year, f.Ratings.Filmdb, f.Ratings.MasterScore, f.BoxOffice.WorldwideGross}
	}
	return struct {
		Name  string    `json:"name"`
		Films []filmRow `json:"films"`
	}{d.Name, films}
}

// firstOfCast returns the two first names of a film's cast.
func firstOfCast(f *film.Film) *string {
	if len(f.Cast) == 0 {
		return nil
	}
	var names []string
	for _, r := range f.Cast[:min(len(f.Cast), 2)] {
		names = append(names, r.Name)
	}
	all := strings.Join(names, ", ")
	return &all
}

// does returns in parts what the director does, when, and in how many films.
func (d *director) does() []table.Cell {
	all := []table.Cell{table.Text("Director")}
	if d.Slug != "" {
		all = append(all, table.Link("Actor", "/people/"+d.Slug))
	}
	return append(all, spanOf(d.Films)...)
}

// with returns the first of the cast of each film.
func (d *director) with() []string {
	all := make([]string, len(d.Films))
	for i, f := range d.Films {
		if names := firstOfCast(f); names != nil {
			all[i] = "With " + *names
		}
	}
	return all
}

// mean returns the mean of what is known of a figure of the films; unknown when nothing is.
func (d *director) mean(of func(*film.Film) *float64) table.Cell {
	sum, n := 0.0, 0
	for _, f := range d.Films {
		if v := of(f); v != nil {
			sum, n = sum+*v, n+1
		}
	}
	if n == 0 {
		return table.Unknown()
	}
	return table.Float(sum/float64(n), 1)
}

func rating(f *film.Film) *float64 { return f.Ratings.Filmdb }

func score(f *film.Film) *float64 { return &f.Ratings.MasterScore }
