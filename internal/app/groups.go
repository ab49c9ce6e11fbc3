package app

import (
	"context"
	"slices"

	"kinodex/internal/catalog"
	"kinodex/internal/docset"
	"kinodex/internal/film"
	"kinodex/internal/text"
)

// FilmGroup is films that have one of several things. Conditions of other interfaces have
// alternatives, and know people and keywords by number; film.Filters has neither.
type FilmGroup struct {
	Filters  []film.Filters // the films that match one of them
	Cast     []int          // those in which an actor of one of these numbers plays
	Crew     []int          // those in whose crew somebody of one of these numbers is, by the name
	Keywords []int          // those that have a keyword of one of these numbers (film.NumberOf)
	Without  bool           // all films but these
}

// check returns nil when all filters can be compared.
func (g *FilmGroup) check() error {
	for _, f := range g.Filters {
		if err := (&film.Query{Filters: f}).Check(); err != nil {
			return err
		}
	}
	return nil
}

// inGroups returns the films that are in each of some groups.
func (v *Visit) inGroups(groups []FilmGroup) (docset.Set, error) {
	within := docset.Full(v.library.Catalog.Len())
	tagged := v.withKeywords(groups)
	for i := range groups {
		films := docset.New(v.library.Catalog.Len())
		if err := v.addGroup(films, &groups[i]); err != nil {
			return nil, err
		}
		for _, n := range groups[i].Keywords {
			films.AddAll(tagged[n])
		}
		if groups[i].Without {
			within.Subtract(films)
		} else {
			within.Intersect(within, films)
		}
	}
	return within, nil
}

// withKeywords returns the films of all keywords of some groups by the keyword's number.
func (v *Visit) withKeywords(groups []FilmGroup) map[int][]uint32 {
	tagged := map[int][]uint32{}
	for _, g := range groups {
		for _, n := range g.Keywords {
			tagged[n] = nil
		}
	}
	if len(tagged) == 0 {
		return nil
	}
	for name, films := range v.library.Taste.Keywords() {
		n := film.NumberOf(name)
		if before, sought := tagged[n]; sought {
			tagged[n] = slices.Concat(before, films)
		}
	}
	return tagged
}

// addGroup adds the films of a group, but for those of its keywords.
func (v *Visit) addGroup(films docset.Set, g *FilmGroup) error {
	for _, f := range g.Filters {
		films.Union(v.library.Catalog.Matching(f))
	}
	for _, n := range g.Cast {
		if one, ok := v.library.People.Numbered(n); ok {
			for _, a := range v.library.People.Films(*one) {
				films.Add(uint32(a.Doc))
			}
		}
	}
	for _, n := range g.Crew {
		if err := v.addCrew(films, n); err != nil {
			return err
		}
	}
	return nil
}

// addCrew adds the films in whose crew the whole name of an actor is.
func (v *Visit) addCrew(films docset.Set, n int) error {
	one, ok := v.library.People.Numbered(n)
	if !ok {
		return nil
	}
	credits, err := v.crewCredits(one.Name)
	for _, c := range credits {
		films.Add(uint32(c.doc))
	}
	return err
}

// CrewCredit is a job in the crew of a film.
type CrewCredit struct {
	Department, Job string
	doc             catalog.Doc
}

// crewCredits returns the jobs in the crews of films that somebody of a whole name has, film by film.
// Of a name that very many films have words of, only the mostCredited that fit it best are looked
// through.
func (v *Visit) crewCredits(name string) (credits []CrewCredit, err error) {
	whole := text.Fold(name)
	docs := v.library.Catalog.Find(&film.Query{Text: name}, film.Page{Limit: mostCredited}).Docs
	records, err := (&Records{catalog: v.library.Catalog, docs: docs}).Part(film.Detail, "crew_summary", 0, len(docs))
	if err != nil {
		return nil, err
	}
	films, err := records.Values("")
	if err != nil {
		return nil, err
	}
	for i, f := range films {
		for _, department := range film.Departments {
			for _, c := range f.CrewSummary[department] {
				if text.Fold(c.Name) == whole {
					credits = append(credits, CrewCredit{department, c.Job, docs[i]})
				}
			}
		}
	}
	return credits, nil
}

// Crew returns the jobs in the crews of films that somebody of the actor's name has, and the films, one
// for each job, in the detail view. It costs nothing beside the actor.
func (of *Filmography) Crew(ctx context.Context) ([]CrewCredit, *Records, error) {
	v := of.visit
	credits, err := v.crewCredits(of.Name)
	if err != nil {
		return nil, nil, err
	}
	films := &Records{catalog: v.library.Catalog, view: film.Detail}
	for _, c := range credits {
		films.docs = append(films.docs, c.doc)
	}
	return credits, films, v.carries(ctx, films.excerpt(0))
}
