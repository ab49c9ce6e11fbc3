package app

import (
	"context"
	"slices"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/guide"
	"kinodex/internal/people"
	"kinodex/internal/text"
)

// DirectorFilms is the films that people of one name directed, and with whom, good until its
// visit is closed. The catalogue knows directors by their names alone, so those of one name
// are together.
type DirectorFilms struct {
	Name string // as the newest of the films has it
	// Films are the newest first, with what a career has of each.
	Films []*film.Film
	// Actors are those who stand among the first of the cast of at least two of the films,
	// Directors those who directed at least two of them with the person.
	Actors, Directors []Partner
	Slug              string       // of the page of somebody of the name who plays in the films; empty when nobody does
	Guide             *guide.Guide // to their craft; nil when there is none
}

// mostDirected bounds the films that are read to find a director: those of a shorter name
// that many names contain are not looked through.
const mostDirected = 2000

// Directing asks for the films that somebody directed, by the whole name, in any case and
// without accents. A name that no director has is a fault of kind NotFound, which names those
// that have it as a part.
func (v *Visit) Directing(name string) Prepared[*DirectorFilms] {
	q := FilmsQuestion{Query: film.Query{Filters: film.Filters{Director: name}, Sort: film.Sort{Field: "year", Desc: true}}, Page: film.Page{Limit: MaxPage}, View: film.List, Fields: careerFields}
	check := func() error {
		if text.Fold(name) == "" {
			return fault.Param("name", "the name of a director")
		}
		return v.checkFilms(&q)
	}
	return Prepared[*DirectorFilms]{
		visit: v, need: access.Needs.People, check: check,
		find: func(ctx context.Context) (*DirectorFilms, error) {
			d, err := v.directing(&q)
			if err != nil {
				return nil, err
			}
			return d, v.carries(ctx, filmsOf(d.Films))
		},
	}
}

// directing reads the films whose director's name has that of the question as a part, and
// keeps those of the whole name.
func (v *Visit) directing(q *FilmsQuestion) (*DirectorFilms, error) {
	d, whole := &DirectorFilms{}, text.Fold(q.Query.Director)
	actors, directors, others := partners{}, partners{}, partners{}
	var ids []film.ID
	for more := true; more && q.Page.Offset < mostDirected; q.Page.Offset += q.Page.Limit {
		page, err := v.findFilms(q)
		if err != nil {
			return nil, err
		}
		films, err := page.Values("")
		if err != nil {
			return nil, err
		}
		for _, f := range films {
			names := directorsOf(f)
			at := slices.IndexFunc(names, func(n string) bool { return text.Fold(n) == whole })
			if at < 0 {
				others.of(f, slices.DeleteFunc(names, func(n string) bool { return !strings.Contains(text.Fold(n), whole) }))
				continue
			}
			if d.Name == "" {
				d.Name = names[at]
			}
			d.Films = append(d.Films, f)
			directors.of(f, slices.Delete(names, at, at+1))
			for _, r := range f.Cast {
				actors.add(r.Name, f.ID)
			}
			ids = append(ids, f.ID)
		}
		more = page.HasMore
	}
	if len(d.Films) == 0 {
		return nil, noDirector(others)
	}
	d.Actors, d.Directors = actors.most(v, d.Name), directors.most(v, d.Name)
	d.Slug, d.Guide = slugOf(v.library.People.Named(d.Name, ids)), v.guideTo(guide.Directors, d.Name, ids)
	return d, nil
}

// DirectorsNamed returns directors whose name has a text as a part, those of the best films
// first, at most limit: what a page leads to, as those in pagelinks.go. A text that is no
// question finds none.
func (v *Visit) DirectorsNamed(part string, limit int) (names []string, err error) {
	q := FilmsQuestion{Query: film.Query{Filters: film.Filters{Director: part}}, Page: film.Page{Limit: directorsSought}, View: film.List, Fields: "director"}
	whole := text.Fold(part)
	if whole == "" || v.checkFilms(&q) != nil {
		return nil, nil
	}
	page, err := v.findFilms(&q)
	if err != nil {
		return nil, err
	}
	films, err := page.Values("")
	for _, f := range films {
		for _, name := range directorsOf(f) {
			if len(names) < limit && strings.Contains(text.Fold(name), whole) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names, err
}

// TypedPerson is somebody who may be meant by what was typed so far.
type TypedPerson struct {
	Name     string
	Composer bool
	Slug     string  // of the page of an actor; empty for a composer, and for somebody better known as a director
	Fame     float64 // on the scale of FameOfFilm
	Unlike   float64 // naming.Typed.Unlike of the name
}

// PeopleTyped returns the well-known people who are likeliest meant by a text that is not typed to its
// end, at most limit: what a page leads to, as those in pagelinks.go.
func (v *Visit) PeopleTyped(typed string, limit int) (found []TypedPerson, err error) {
	for _, of := range v.library.Catalog.TypedNames(typed, limit) {
		one := TypedPerson{Fame: of.Fame, Unlike: of.Unlike, Composer: of.Composer}
		if of.Composer {
			one.Name = of.Name
			found = append(found, one)
			continue
		}
		played, directed := 0.0, v.FameOfDirector(of.Name)
		actors, _ := v.library.People.Search(people.Query{Name: of.Name}, 0, namesakes)
		for _, a := range actors {
			if one.Name == "" && text.Fold(a.Name) == of.Name {
				one.Name, one.Slug, played = a.Name, a.Slug, v.FameOfActor(a)
			}
		}
		if directed > played {
			names, err := v.DirectorsNamed(of.Name, namesakes)
			if err != nil {
				return nil, err
			}
			for _, name := range names {
				if text.Fold(name) == of.Name {
					one.Name, one.Slug = name, ""
				}
			}
		}
		if one.Name != "" {
			found = append(found, one)
		}
	}
	return found, nil
}

// namesakes is among how many people with the words of a name somebody of exactly that name is looked for.
const namesakes = 4

// directorsSought is in how many films DirectorsNamed looks for names.
const directorsSought = 50

// directorsOf returns the names of a film's directors.
func directorsOf(f *film.Film) []string {
	if f.Director == nil {
		return nil
	}
	return strings.Split(*f.Director, ", ")
}

// of adds people who worked on a film.
func (p partners) of(f *film.Film, names []string) {
	for _, name := range names {
		p.add(name, f.ID)
	}
}

// mostMeant is how many names a fault offers.
const mostMeant = 5

// noDirector returns the fault for a name that no director has, with those who have it as a
// part, of most films first.
func noDirector(others partners) error {
	names := others.byFilms()
	if len(names) == 0 {
		return fault.New(fault.NotFound, "no film here has a director of this name")
	}
	return fault.New(fault.NotFound, "no film here has a director of this whole name; those of which it is a part are %s",
		strings.Join(names[:min(len(names), mostMeant)], ", "))
}

// guideTo returns the guide to the craft of somebody, nil if there is none. It cites one of the
// films, since a name alone does not tell two of one name apart.
func (v *Visit) guideTo(craft guide.Discipline, name string, films []film.ID) *guide.Guide {
	for _, g := range v.app.guides.List(craft) {
		ofThem := func(id film.ID) bool { return slices.Contains(films, id) }
		if slices.Contains(g.Credited, name) && slices.ContainsFunc(g.Cited(), ofThem) {
			return g
		}
	}
	return nil
}
