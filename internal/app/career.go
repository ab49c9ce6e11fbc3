package app

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"kinodex/internal/access"
	"kinodex/internal/film"
	"kinodex/internal/people"
)

// MaxPartners is how many people a Career names of each kind.
const MaxPartners = 12

// Career is an actor with the films and with whom they work, good until its visit is closed.
type Career struct {
	*people.ActorDetail
	// Films are those of the filmography, in its order, with year, running time, director,
	// ratings, money, poster and the first of the cast.
	Films []*film.Film
	// Actors are the people who stand among the first of the cast of at least two of the
	// films, Directors those who directed at least two; most films first, then by name.
	Actors, Directors []Partner
}

// Partner is somebody an actor worked with.
type Partner struct {
	Name  string
	Slug  string // of their page; empty where the library has none
	Films int    // that both worked on
}

// careerFields are the fields of films that a career is made of.
const careerFields = "title,year,runtime,director,ratings,box_office,poster,poster_mini_url,cast"

// Career asks for an actor as Actor does, with the films and with whom they work.
func (v *Visit) Career(id string) Prepared[*Career] {
	return Prepared[*Career]{
		visit: v, need: access.Needs.People, check: nothingToCheck,
		find: func(ctx context.Context) (*Career, error) { return v.career(ctx, id) },
	}
}

// career reads one record of the list view for each film.
func (v *Visit) career(ctx context.Context, id string) (*Career, error) {
	one, err := v.actor(ctx, id)
	if err != nil {
		return nil, err
	}
	projection, err := film.List.Project(careerFields)
	if err != nil {
		return nil, err
	}
	records := Records{catalog: v.library.Catalog, view: film.List, fields: projection}
	for _, in := range v.library.People.Films(one.Actor) {
		records.docs = append(records.docs, in.Doc)
	}
	c := &Career{ActorDetail: one}
	if c.Films, err = records.Values(""); err != nil {
		return nil, err
	}
	actors, directors := partners{}, partners{}
	for _, f := range c.Films {
		for _, r := range f.Cast {
			actors.add(r.Name, f.ID)
		}
		directors.of(f, directorsOf(f))
	}
	c.Actors, c.Directors = actors.most(v, one.Name), directors.most(v, one.Name)
	return c, nil
}

// partners are films by the name of who worked on them.
type partners map[string][]film.ID

func (p partners) add(name string, id film.ID) {
	if ids := p[name]; len(ids) == 0 || ids[len(ids)-1] != id {
		p[name] = append(ids, id)
	}
}

// byFilms returns all names, those on most films first, then by name.
func (p partners) byFilms() []string {
	return slices.SortedFunc(maps.Keys(p), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(p[b]), len(p[a])), cmp.Compare(a, b))
	})
}

// most returns who worked on most of the films, at least on two, but for the person called of.
func (p partners) most(v *Visit, of string) (found []Partner) {
	for _, name := range p.byFilms() {
		if len(found) == MaxPartners || len(p[name]) < 2 {
			break
		}
		if name != of {
			found = append(found, Partner{name, slugOf(v.library.People.Named(name, p[name])), len(p[name])})
		}
	}
	return found
}
