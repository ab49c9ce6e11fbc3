// Package search is the one search box over films, people, screenplays and guides: the page of
// what it finds, and the suggestions while one types.
package search

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/guide"
	"kinodex/internal/naming"
	"kinodex/internal/people"
	"kinodex/internal/search"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/table"
	"kinodex/internal/taste/prompt"
	"kinodex/internal/text"
)

// Register adds the page.
func Register(s *page.Site) {
	s.Handle(page.Route{Path: "/search", Takes: page.Named("q"), Get: show, Data: true, Need: access.Needs.Search})
}

// How many rows a group has on the page, and among the suggestions.
const (
	rowsShown = 8
	suggested = 4
	// scriptsFound is how many screenplays the page has, guidesShown how many guides it shows at first.
	scriptsFound = 40
	guidesShown  = 3
	// suggestedFilms is how many films are suggested, since series have many.
	suggestedFilms = 6
)

// results is what a text finds. A group is empty where nothing fits.
type results struct {
	query   string
	films   []search.Result
	unlike  []float64 // beside films, while one types: search.Row.Unlike
	total   int       // of films
	meant   string    // the title of the first film, when only a typo led to it, or the name meant
	note    string    // what the films have of the words, when that is not all of them
	alone   bool      // one film fits a description far better than all others, which are not listed
	match   string    // the match to ask for all films with; empty for all words
	scripts []search.Result
	actors  []people.Actor
	named   int               // of actors
	typed   []app.TypedPerson // while one types, the well-known people who may be meant
	guides  []*guide.Guide
	// directors are those whose name has the whole text.
	directors  []string
	crew       string               // the whole text as a name in the crew of a film
	understood *prompt.Request      // what it asks for where it is a wish; nil where it is none
	without    map[part.Wish]string // the text without each of these wishes
	refused    bool                 // whether the text is too long to be searched for, or none

	// For people to look at: the films as they are shown, beside films where a text found them; what
	// people are known for, beside actors; and what can be asked for where nothing was found.
	shown    []*film.Film
	known    []person
	examples []string
}

// person is somebody with the best known of their films. The best known people come first.
type person struct {
	Name, Path, As string
	Films          []*film.Film
	fame           float64
}

// show answers with the groups of what was found, or with suggestions as data.
func show(v *page.View) error {
	query := strings.TrimSpace(v.Query().Get("q"))
	if id, ok := film.ParseID(query); ok && v.Visit.HasFilm(id) && v.Format == page.HTML {
		return v.Redirect(v.Path("/films/" + id.String()))
	}
	f, err := find(v.Context(), v.App, v.Visit, query, v.Format)
	if err != nil {
		return err
	}
	if v.Format == page.HTML {
		if err := f.fill(v); err != nil {
			return err
		}
	}
	title := "Search"
	if query != "" {
		title = "Search: " + query
	}
	return v.Answer(page.Answer{
		Title: title, Description: "Films, people, screenplays and guides, in one search.", Query: query, OwnSearch: true, Content: resultPage(f),
		Data: rows(v, f.suggestions(v.Visit)), API: part.Address("/api/v1/search", "q", query),
	})
}

// as says what somebody is here, and begins to tell what they are known for.
func (p person) as() string {
	if len(p.Films) == 0 {
		return p.As
	}
	return p.As + ", known for"
}

// find asks for each group. A text that is too short or too long finds nothing, which is no
// failure: somebody is still typing it.
func find(ctx context.Context, a *app.App, v *app.Visit, query string, format page.Format) (*results, error) {
	f := &results{query: query}
	limit, typing := rowsShown, format == page.JSON
	if typing {
		limit = suggested
	}
	if query == "" {
		return f, nil
	}
	answer, err := v.Search(ctx, search.Question{Text: query, Type: search.Films, Limit: limit, Typing: typing})
	if f.refused = fault.Is(err, fault.InvalidParameter); f.refused {
		if format == page.HTML && utf8.RuneCountInString(query) < search.MinText {
			return f, f.short(ctx, v)
		}
		return f, nil
	}
	if err != nil {
		return nil, err
	}
	f.films, f.total, f.meant = answer.Results(), answer.Total, answer.DidYouMean
	if format == page.HTML {
		if f.shown, err = values(answer.Records(part.GridFields)); err != nil {
			return nil, err
		}
	}
	for _, row := range answer.Rows {
		f.unlike = append(f.unlike, row.Unlike)
	}
	if answer.Understood != nil {
		f.understood, f.match = answer.Understood, string(film.MatchAuto)
		f.without = part.Without(query, part.Wishes(f.understood), answer.Understand)
		if f.alone = answer.Total == 1 && answer.Match == film.MatchAny; f.alone {
			f.note = answer.Match.Note(answer.Total)
		}
		return f, nil
	}
	if f.note = answer.Match.Note(answer.Total); f.note != "" {
		f.match = string(film.MatchAuto)
	}
	most := scriptsFound
	if typing {
		most = suggested
	}
	scripts, err := v.Search(ctx, search.Question{Text: query, Type: search.Scripts, Limit: most})
	if err != nil {
		return nil, err
	}
	f.scripts = scripts.Results()
	actors, err := v.Actors(app.ActorsQuestion{Query: people.Query{Name: query}, Limit: limit}).Answer(ctx)
	if err != nil {
		return nil, err
	}
	f.actors, f.named = actors.Page, actors.Total
	f.guides = guidesAbout(a, query)
	if typing {
		if f.typed, err = v.PeopleTyped(query, limit); err != nil {
			return nil, err
		}
	}
	if f.directors, err = v.DirectorsNamed(query, suggested); err != nil || format != page.HTML {
		return f, err
	}
	f.crew, err = v.CrewNamed(query)
	return f, err
}

// short asks for the films of a text of one character, such as M, as the list of films does: they are
// called so.
func (f *results) short(ctx context.Context, v *app.Visit) error {
	found, err := v.Films(app.FilmsQuestion{Query: film.Query{Text: f.query}, Page: film.Page{Limit: rowsShown}, View: film.List, Fields: part.GridFields}).Answer(ctx)
	if fault.Is(err, fault.InvalidParameter) {
		return nil
	}
	if err != nil {
		return err
	}
	f.refused, f.total = false, found.Total
	f.shown, err = found.Values("")
	return err
}

// values decodes films, unless they could not be had.
func values(r *app.Records, err error) ([]*film.Film, error) {
	if err != nil {
		return nil, err
	}
	return r.Values("")
}

// knownFor is how many films stand beside somebody.
const knownFor = 3

// fill adds what only the page shows.
func (f *results) fill(v *page.View) (err error) {
	if f.nothing() {
		if f.shown, err = v.BestKnown(rowsShown, part.GridFields+",genres,director"); err == nil {
			f.examples = examples(f.shown)
		}
		return err
	}
	for _, a := range f.actors {
		films, err := values(v.Visit.KnownFor(a, knownFor, part.GridFields))
		if err != nil {
			return err
		}
		f.known = append(f.known, person{a.Name, "/people/" + a.Slug, table.Count(a.Career.FilmCount, "film"), films, v.Visit.FameOfActor(a)})
	}
	for _, name := range f.directors {
		found, err := v.Visit.Films(app.FilmsQuestion{
			Query: film.Query{Filters: film.Filters{Director: name}, Sort: film.Sort{Field: "filmdb_votes", Desc: true}},
			Page:  film.Page{Limit: knownFor}, View: film.List, Fields: part.GridFields,
		}).Answer(v.Context())
		if err != nil {
			return err
		}
		films, err := found.Values(v.Base())
		if err != nil {
			return err
		}
		f.known = append(f.known, person{name, part.DirectorPath(name), "director", films, v.Visit.FameOfDirector(name)})
	}
	slices.SortStableFunc(f.known, func(a, b person) int { return cmp.Compare(b.fame, a.fame) })
	if f.crew != "" {
		f.known = append(f.known, person{f.crew, part.CrewPath(f.crew), "in the crew of films", nil, 0})
	}
	return nil
}

// examples returns what can be searched for, made of well-known films: a title, a name and a wish.
func examples(films []*film.Film) (all []string) {
	add := func(text string) {
		if !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	for i, f := range films {
		switch {
		case i == 0:
			add(f.Title)
		case len(all) == 1 && f.Director != nil:
			name, _, _ := strings.Cut(*f.Director, ",")
			add(name)
		case len(all) == 2 && f.Year != nil && len(f.Genres) > 0:
			add(fmt.Sprintf("%s films from the %ds", strings.ToLower(f.Genres[0]), *f.Year/10*10))
		}
	}
	return all
}

// guidesAbout returns the guides whose name has all the words, then those whose summary or
// techniques have them.
func guidesAbout(a *app.App, query string) []*guide.Guide {
	words := text.Words(query)
	if len(words) == 0 {
		return nil
	}
	var named, about []*guide.Guide
	for _, d := range guide.Disciplines() {
		for _, g := range a.ListGuides(d) {
			switch {
			case naming.HasBegun(text.Words(g.Name), words):
				named = append(named, g)
			case naming.HasBegun(text.Words(g.Name+" "+g.Summary+" "+strings.Join(g.Techniques, " ")+" "+string(d)), words):
				about = append(about, g)
			}
		}
	}
	return append(named, about...)
}

// titled returns a film's title with its year, when that is known.
func titled(r search.Result) string {
	if r.Year == nil {
		return r.Title
	}
	return r.Title + " (" + *r.Year + ")"
}

func guidePath(g *guide.Guide) string { return "/guides/" + string(g.Discipline) + "/" + g.Slug }

func scriptPath(r search.Result) string { return "/scripts/" + r.Data.FilmdbID.String() }

// nothing reports whether no group has a row.
func (f *results) nothing() bool {
	return f.total+len(f.scripts)+len(f.actors)+len(f.guides)+len(f.directors) == 0 && f.crew == ""
}
