package home

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"kinodex/internal/app"
	"kinodex/internal/atlas"
	"kinodex/internal/film"
	"kinodex/internal/ordered"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
)

// home keeps the examples of the library that serves. It is safe for concurrent use.
type home struct {
	mu         sync.Mutex
	generation string
	found      []string
}

// examples returns sentences that find films in the library at hand, at most one of a kind.
func (h *home) examples(v *page.View, stats *atlas.Statistics) ([]string, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if generation := v.Visit.Generation(); h.generation != generation {
		found, err := chosen(v, stats)
		if err != nil {
			return nil, err
		}
		h.generation, h.found = generation, found
	}
	return h.found, nil
}

// fewExamples is how many films an example must find.
const fewExamples = 4

// chosen tries the sentences of each kind and returns the first of the kind that finds films.
func chosen(v *page.View, stats *atlas.Statistics) (all []string, err error) {
	for _, kind := range [][]string{kinds(stats), bests(stats)} {
		for _, sentence := range kind {
			q := v.Visit.Films(app.FilmsQuestion{Query: film.Query{Text: sentence, Match: film.MatchAuto}, View: film.List, CountOnly: true})
			found, err := q.Answer(v.Context())
			if err != nil {
				return nil, err
			}
			if found.Understood != nil && len(found.Understood.Ignored) == 0 && found.Total >= fewExamples {
				all = append(all, sentence)
				break
			}
		}
	}
	for _, d := range descriptions {
		q := v.Visit.Films(app.FilmsQuestion{Query: film.Query{Text: d.sentence, Match: film.MatchAuto}, Page: film.Page{Limit: 1}, View: film.List, Fields: part.GridFields})
		found, err := q.Answer(v.Context())
		if err != nil {
			return nil, err
		}
		films, err := found.Values(v.Base())
		if err != nil {
			return nil, err
		}
		if len(films) > 0 && films[0].Title == d.title {
			return append(all, d.sentence), nil
		}
	}
	return all, nil
}

// descriptions are sentences about films that many people know, with the film that is meant. One is an
// example only where it leads to that film.
var descriptions = []struct{ sentence, title string }{
	{"That film where a shark attacks a beach town", "Jaws"},
	{"That film with a boy who sees dead people", "The Sixth Sense"},
	{"That film where a giant ape climbs a skyscraper", "King Kong"},
	{"That film where a hacker learns that the world is a simulation", "The Matrix"},
}

// How many languages, genres and decades are tried.
const tried = 4

// kinds returns sentences that ask for a language, a genre, a decade and a running time: languages other
// than English by their films, genres by their films, decades by their mean score.
func kinds(s *atlas.Statistics) (all []string) {
	languages := slices.DeleteFunc(slices.Clone(s.Languages), func(m ordered.Member[atlas.StatsLanguage]) bool { return m.Key == "en" })
	for _, l := range first(languages, func(l atlas.StatsLanguage) float64 { return float64(l.Count) }) {
		for _, g := range first(s.Genres, func(t atlas.StatsTally) float64 { return float64(t.Count) }) {
			for _, d := range first(s.Decades, score(s)) {
				all = append(all, l.Value.Name+" "+plural(g.Key)+" from the "+short(d.Key)+" under 100 minutes")
			}
		}
	}
	return withoutDramas(all)
}

// bests returns sentences that ask for the best films of a genre and a decade, the genres with the best
// mean score first.
func bests(s *atlas.Statistics) (all []string) {
	for _, g := range first(s.Genres, score(s)) {
		for _, d := range first(s.Decades, func(t atlas.StatsTally) float64 { return float64(t.Count) }) {
			all = append(all, "The best "+plural(g.Key)+" of the "+d.Key)
		}
	}
	return all
}

// withoutDramas puts sentences about dramas last: most films are dramas, so that the word says least.
func withoutDramas(all []string) []string {
	slices.SortStableFunc(all, func(a, b string) int {
		return cmp.Compare(strings.Count(a, "dramas"), strings.Count(b, "dramas"))
	})
	return all
}

// fewOfAKind is which part of the films a genre or decade must have at least, so that people know some
// and that their mean says something.
const fewOfAKind = .02

// score orders by mean score those of which there are enough films.
func score(s *atlas.Statistics) func(atlas.StatsTally) float64 {
	return func(t atlas.StatsTally) float64 {
		if t.AvgScore == nil || float64(t.Count) < fewOfAKind*float64(s.Summary.TotalFilms) {
			return 0
		}
		return *t.AvgScore
	}
}

// first returns the members with the greatest values.
func first[V any](m ordered.Map[V], value func(V) float64) ordered.Map[V] {
	sorted := slices.SortedStableFunc(slices.Values(m), func(a, b ordered.Member[V]) int { return cmp.Compare(value(b.Value), value(a.Value)) })
	return sorted[:min(tried, len(sorted))]
}

// short returns a decade as people write it: 60s, but 1920s, since the 20s are also those of this century.
func short(decade string) string {
	if decade < "1930s" || decade > "1990s" {
		return decade
	}
	return strings.TrimPrefix(decade, "19")
}

// plurals are the genres that have a word for their films.
var plurals = map[string]string{
	"Comedy": "comedies", "Drama": "dramas", "Thriller": "thrillers", "Western": "westerns", "Musical": "musicals", "Romance": "romances",
	"Documentary": "documentaries", "Mystery": "mysteries", "Sci-Fi": "science fiction films", "Animation": "animated films", "Film-Noir": "film noirs",
}

func plural(genre string) string {
	return cmp.Or(plurals[genre], strings.ToLower(genre)+" films")
}
