package recommend

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/param"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/table"
)

// boxes are what the form has: one a person, and how many of them are there from the beginning.
const (
	boxes      = app.MaxPeople
	boxesFirst = 4
)

// registerTogether adds the page for several people.
func registerTogether(s *page.Site) {
	names := []string{"minutes"}
	for i := range boxes {
		names = append(names, boxName(i))
	}
	s.Handle(page.Route{
		Path: "/recommend/together", Takes: page.Named(names...), Get: together, Data: true, Need: access.Needs.Stats, Volatile: true, Submitted: true,
	})
}

// boxName returns the name of the i-th person's box in the address, and personName that of the person.
func boxName(i int) string    { return "p" + strconv.Itoa(i+1) }
func personName(i int) string { return "Person " + strconv.Itoa(i+1) }

// group is what the page for several people is made of. Films are the answer; found is nil when nothing
// was asked yet, or nobody is signed in.
type group struct {
	v       *page.View
	asked   bool
	problem string

	people []app.Person // who said something
	found  *app.GroupRecommendations
	films  []groupFilm
}

// groupFilm is one film of the answer.
type groupFilm struct {
	*film.Film
	app.GroupFit
}

// together answers with the form and, for who is signed in and filled in two boxes or more, with films.
func together(v *page.View) error {
	g := &group{v: v}
	for i := range boxes {
		if said := strings.TrimSpace(g.value(boxName(i))); said != "" {
			g.people = append(g.people, app.Person{Name: personName(i), Said: said})
		}
	}
	g.asked = len(g.people) > 0
	switch {
	case g.asked && v.SignedIn() && !strings.Contains(v.R.Header.Get("Sec-Purpose"), "prefetch"):
		var err error
		if g.problem, err = problem(v, g.ask()); err != nil {
			return err
		}
	case v.Format != page.HTML:
		return access.ErrSignInFirst()
	}
	return g.answer()
}

// value returns what was typed into a field.
func (g *group) value(name string) string { return g.v.Query().Get(name) }

// ask asks for films for those who said something.
func (g *group) ask() error {
	if len(g.people) < app.MinPeople {
		return fault.Missing("the box of a second person", "fill in two boxes or more")
	}
	q := app.TogetherQuestion{People: g.people, Limit: howMany, Fields: pickFields}
	if text := strings.TrimSpace(g.value("minutes")); text != "" {
		n, ok := param.ParseInteger(text)
		if !ok {
			return fault.Param("minutes", fmt.Sprintf("an integer from 1 to %d", app.MaxMinutes))
		}
		q.Minutes = &n
	}
	found, err := g.v.Visit.Together(g.v.Context(), q)
	if err != nil {
		return g.named(err)
	}
	films, err := found.Values(g.v.Base())
	if err != nil {
		return err
	}
	g.found = found
	for i, f := range films {
		g.films = append(g.films, groupFilm{f, found.Fit(i)})
	}
	return nil
}

// named returns a fault of a person as one that names the person as the form does.
func (g *group) named(err error) error {
	f := fault.From(err)
	for i, p := range g.people {
		if strings.HasPrefix(f.Param, fmt.Sprintf("people[%d]", i)) {
			return fault.Param("what "+p.Name+" says", f.Allowed)
		}
	}
	return err
}

// answer sends the page, or the films as data.
func (g *group) answer() error {
	a := page.Answer{Title: "Films for several people", Description: "A film that everybody can watch, and why.", Content: togetherPage(g)}
	if g.found != nil {
		a.Tables = []table.Table{g.table()}
		a.Data = g.data()
	}
	if g.v.SignedIn() {
		g.v.Known()
	}
	return g.v.Answer(a)
}

// data returns the answer as the interface gives it, with the films' ids and titles.
func (g *group) data() any {
	type pick struct {
		ID    film.ID `json:"filmdb_id"`
		Title string  `json:"title"`
		Year  *int    `json:"year"`
		app.GroupFit
	}
	picks := []pick{}
	for _, f := range g.films {
		picks = append(picks, pick{f.ID, f.Title, f.Year, f.GroupFit})
	}
	return struct {
		Films  []pick           `json:"recommendations"`
		People []app.PersonRead `json:"people"`
		Note   string           `json:"note,omitempty"`
	}{picks, g.found.People, g.found.Note}
}

// table returns the films with what each is to everybody.
func (g *group) table() table.Table {
	t := table.Table{Name: "together", Caption: "Films for everybody, best first", Columns: []table.Column{
		{Name: "Film"}, {Name: "Year", Numeric: true}, {Name: "Mean fit", Unit: "of 100", Numeric: true}, {Name: "Least fit", Unit: "of 100", Numeric: true}}}
	for _, p := range g.people {
		t.Columns = append(t.Columns, table.Column{Name: p.Name, Unit: "of 100", Numeric: true}, table.Column{Name: p.Name + ": why"})
	}
	t.Columns = append(t.Columns, table.Column{Name: "Id"})
	for _, f := range g.films {
		year := table.Unknown()
		if f.Year != nil {
			year = table.Year(*f.Year)
		}
		row := []table.Cell{table.Link(f.Title, part.FilmPath(f.ID, f.Title)), year, table.Float(100*f.Mean, 0), table.Float(100*f.Least, 0)}
		for _, p := range f.People {
			row = append(row, table.Float(100*p.Fit, 0), table.Text(p.Reason))
		}
		t.Add(append(row, table.Text(f.ID.String()))...)
	}
	return t
}

// open reports whether one of the boxes is filled in that are not there from the beginning.
func (g *group) open() bool {
	return slices.ContainsFunc(g.people, func(p app.Person) bool {
		for i := boxesFirst; i < boxes; i++ {
			if p.Name == personName(i) {
				return true
			}
		}
		return false
	})
}
