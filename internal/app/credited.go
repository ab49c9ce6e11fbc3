package app

import (
	"cmp"
	"context"
	"slices"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/guide"
	"kinodex/internal/text"
)

// CrewFilms is the films in whose crew somebody is in a key department (film.KeyDepartments),
// good until its visit is closed. The catalogue knows the crew by their names alone, so those
// of one name are together.
type CrewFilms struct {
	Name string // as one of the films has it
	// Films are the newest first, with year, running time, ratings, money, poster and key departments. Jobs are what
	// the person did in each.
	Films []*film.Film
	Jobs  [][]string
	// Part says that more films have the words of the name than were looked through.
	Part  bool
	Slug  string       // of the page of somebody of the name who plays in the films; empty when nobody does
	Guide *guide.Guide // to their craft; nil when there is none
}

// mostCredited bounds the films that are read to find somebody in their crews: those that fit
// the name best come first.
const mostCredited = 2 * MaxPage

// Credited asks for the films in whose key departments somebody is, by the whole name, in any
// case and without accents. A name that nobody has there is a fault of kind NotFound.
func (v *Visit) Credited(name string) Prepared[*CrewFilms] {
	q := FilmsQuestion{Query: film.Query{Text: name}, Page: film.Page{Limit: MaxPage}, View: film.List, Fields: "title,year,runtime,ratings,box_office,poster,poster_mini_url,crew_summary"}
	check := func() error {
		if text.Fold(name) == "" {
			return fault.Param("name", "the name of somebody in the crew of a film")
		}
		return v.checkFilms(&q)
	}
	return Prepared[*CrewFilms]{
		visit: v, need: access.Needs.People, check: check,
		find: func(ctx context.Context) (*CrewFilms, error) {
			c, err := v.credited(&q)
			if err != nil {
				return nil, err
			}
			return c, v.carries(ctx, filmsOf(c.Films))
		},
	}
}

// credited reads the films that the words of the name are found in, and keeps those in whose
// crew the whole name is.
func (v *Visit) credited(q *FilmsQuestion) (*CrewFilms, error) {
	c, whole := &CrewFilms{}, text.Fold(q.Query.Text)
	jobs := map[film.ID][]string{}
	more := true
	for ; more && q.Page.Offset < mostCredited; q.Page.Offset += q.Page.Limit {
		page, err := v.findFilms(q)
		if err != nil {
			return nil, err
		}
		films, err := page.Values("")
		if err != nil {
			return nil, err
		}
		for _, f := range films {
			if name, did := jobsOf(f, whole); len(did) > 0 {
				c.Name, jobs[f.ID] = cmp.Or(c.Name, name), did
				c.Films = append(c.Films, f)
			}
		}
		more = page.HasMore
	}
	if len(c.Films) == 0 {
		return nil, fault.New(fault.NotFound, "no film here has somebody of this whole name as a writer, director, or in camera, editing or sound")
	}
	c.Part = more
	slices.SortStableFunc(c.Films, func(a, b *film.Film) int { return cmp.Compare(yearOf(b), yearOf(a)) })
	ids := make([]film.ID, len(c.Films))
	for i, f := range c.Films {
		ids[i], c.Jobs = f.ID, append(c.Jobs, jobs[f.ID])
	}
	c.Slug = slugOf(v.library.People.Named(c.Name, ids))
	for _, craft := range []guide.Discipline{guide.Writers, guide.Cinematographers, guide.Directors} {
		if c.Guide = v.guideTo(craft, c.Name, ids); c.Guide != nil {
			break
		}
	}
	return c, nil
}

// CrewNamed returns a whole name as the crew of a film has it, "" when none of the films that fit
// it best has it: what a page leads to, as those in pagelinks.go.
func (v *Visit) CrewNamed(name string) (string, error) {
	q := FilmsQuestion{Query: film.Query{Text: name}, Page: film.Page{Limit: crewSought}, View: film.List, Fields: "crew_summary"}
	whole := text.Fold(name)
	if whole == "" || v.checkFilms(&q) != nil {
		return "", nil
	}
	page, err := v.findFilms(&q)
	if err != nil {
		return "", err
	}
	films, err := page.Values("")
	for _, f := range films {
		if found, _ := jobsOf(f, whole); found != "" {
			return found, err
		}
	}
	return "", err
}

// crewSought is in how many films CrewNamed looks for the name.
const crewSought = 20

// jobsOf returns the jobs that somebody of a folded name has in the crew that a film was read
// with, in order of department and each once, and the name as the film has it.
func jobsOf(f *film.Film, whole string) (name string, jobs []string) {
	for _, department := range film.Departments {
		for _, credit := range f.CrewSummary[department] {
			if text.Fold(credit.Name) == whole && !slices.Contains(jobs, credit.Job) {
				name, jobs = credit.Name, append(jobs, credit.Job)
			}
		}
	}
	return name, jobs
}

// yearOf returns the year of a film, 0 when it is unknown.
func yearOf(f *film.Film) int {
	if f.Year == nil {
		return 0
	}
	return *f.Year
}
