package search

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"kinodex/internal/app"
	"kinodex/internal/naming"
	"kinodex/internal/search"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/text"
)

// Suggestion is a film, person, guide or screenplay that may be meant by what was typed so far. Path
// is the address of its page, without the service's prefix.
type Suggestion struct{ Text, Path string }

// Suggest returns what the search box suggests for a text while one types, in the order in which it
// shows the suggestions; none for a text that is too short or too long.
func Suggest(ctx context.Context, a *app.App, v *app.Visit, typed string) ([]Suggestion, error) {
	f, err := find(ctx, a, v, strings.TrimSpace(typed), page.JSON)
	if err != nil {
		return nil, err
	}
	return f.suggestions(v), nil
}

// suggestedRow is a suggestion as data. Href has the service's prefix.
type suggestedRow struct {
	Text string `json:"text"`
	Href string `json:"href"`
}

// rows returns suggestions as data, never nil.
func rows(v *page.View, all []Suggestion) []suggestedRow {
	data := make([]suggestedRow, len(all))
	for i, s := range all {
		data[i] = suggestedRow{s.Text, v.Path(s.Path)}
	}
	return data
}

// candidate is something that may be meant by what was typed so far.
type candidate struct {
	Suggestion
	name   string  // that what was typed is compared with
	fame   float64 // in votes of films, whatever it is
	unlike float64 // naming.Typed.Unlike, when it is less by another name than by this one
	likely float64 // set by ranked
}

// suggestions returns what may be meant: films and people, the likeliest first, then guides, and
// screenplays found by their title.
func (f *results) suggestions(v *app.Visit) []Suggestion {
	films := make([]candidate, len(f.films))
	for i, r := range f.films {
		films[i] = candidate{Suggestion{titled(r) + ", film", part.FilmPath(r.Data.FilmdbID, r.Title)}, r.Title, v.FameOfFilm(r.Data.FilmdbID), f.unlike[i], 0}
	}
	films = ranked(f.query, films)
	famous := append(films[:min(len(films), suggestedFilms)], once(ranked(f.query, f.people(v)))...)
	var all []Suggestion
	for _, c := range ranked(f.query, famous) {
		all = append(all, c.Suggestion)
	}
	for _, g := range f.guides[:min(len(f.guides), suggested)] {
		all = append(all, Suggestion{g.Name + ", guide to " + string(g.Discipline), guidePath(g)})
	}
	for _, r := range f.scripts[:min(len(f.scripts), suggested)] {
		if r.Field == search.Title.String() {
			all = append(all, Suggestion{titled(r) + ", screenplay", scriptPath(r)})
		}
	}
	return all
}

// people returns the people who may be meant, some of them several times.
func (f *results) people(v *app.Visit) (all []candidate) {
	for _, p := range f.typed {
		row := Suggestion{p.Name + ", person", "/people/" + p.Slug}
		switch {
		case p.Composer:
			row = Suggestion{p.Name + ", composer", part.CrewPath(p.Name)}
		case p.Slug == "":
			row = Suggestion{p.Name + ", director", part.DirectorPath(p.Name)}
		}
		all = append(all, candidate{row, p.Name, p.Fame, p.Unlike, 0})
	}
	for _, a := range f.actors[:min(len(f.actors), suggested)] {
		all = append(all, candidate{Suggestion{a.Name + ", person", "/people/" + a.Slug}, a.Name, v.FameOfActor(a), naming.HasElse, 0})
	}
	for _, name := range f.directors {
		all = append(all, candidate{Suggestion{name + ", director", part.DirectorPath(name)}, name, v.FameOfDirector(name), naming.HasElse, 0})
	}
	for i := range all {
		all[i].fame *= peopleShare
	}
	return all
}

// peopleShare is how well known people are beside films of as many votes in the search box: more texts
// are on the way to a film.
const peopleShare = 0.5

// once returns the candidates without those whose page an earlier one has, and of somebody who is there
// in several crafts the first alone.
func once(all []candidate) (kept []candidate) {
	craft := func(path string) string { return path[:strings.IndexAny(path[1:], "/?")+1] }
	for _, c := range all {
		same := func(k candidate) bool {
			return k.Path == c.Path || craft(k.Path) != craft(c.Path) && text.Fold(k.name) == text.Fold(c.name)
		}
		if !slices.ContainsFunc(kept, same) {
			kept = append(kept, c)
		}
	}
	return kept
}

// ranked returns the candidates, the likeliest first: by fame in the logarithm of votes, less for
// what is not yet typed or not typed so (naming.Typed). Of equally likely ones the better known comes
// first, then by text, so that the same letters always suggest the same.
func ranked(typed string, all []candidate) []candidate {
	read := naming.NewTyped(typed)
	all = slices.Clone(all)
	for i := range all {
		called := naming.NewCalled(all[i].name)
		all[i].likely = math.Log1p(all[i].fame) - min(all[i].unlike, read.Unlike(&called))
	}
	slices.SortStableFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.likely, a.likely), cmp.Compare(b.fame, a.fame), strings.Compare(a.Text, b.Text))
	})
	return all
}
