package question

import (
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"kinodex/bench/corpus"
	"kinodex/internal/film"
	"kinodex/internal/text"
)

// facts is what the generator keeps of a film.
type facts struct {
	id       film.ID
	title    string
	words    []string // of the title
	year     int      // 0 for unknown
	director string   // the first one
	actors   []string // the first three
	keywords []string // single words
	genres   []string // folded
	language string
	poster   bool
	numbers  []float64 // by corpus.NumberFields; NaN for unknown
	plot     []string  // distinct longer words of the overview
}

// Places of fields in corpus.NumberFields.
var (
	atYear   = slices.Index(corpus.NumberFields, "year")
	atRating = slices.Index(corpus.NumberFields, "filmdb_rating")
	atScore  = slices.Index(corpus.NumberFields, "master_score")
	atVotes  = slices.Index(corpus.NumberFields, "filmdb_votes")
)

// gather reads what the generator needs of the films, and in how many overviews
// each stem occurs.
func gather(films iter.Seq2[*corpus.Film, error]) ([]facts, map[string]int, error) {
	var all []facts
	spread := map[string]int{}
	for f, err := range films {
		if err != nil {
			return nil, nil, err
		}
		one := factsOf(f.Film)
		seen := map[string]bool{}
		for _, w := range one.plot {
			seen[text.Stem(w)] = true
		}
		for stem := range seen {
			spread[stem]++
		}
		all = append(all, one)
	}
	return all, spread, nil
}

func factsOf(f *film.Film) facts {
	one := facts{
		id: f.ID, title: f.Title, words: text.Words(f.Title), genres: corpus.GenreKeys(f),
		language: corpus.LanguageKey(f), poster: corpus.HasPoster(f),
	}
	if f.Year != nil {
		one.year = *f.Year
	}
	if f.Director != nil {
		one.director, _, _ = strings.Cut(*f.Director, ", ")
	}
	for _, r := range f.Cast[:min(3, len(f.Cast))] {
		one.actors = append(one.actors, r.Name)
	}
	for _, k := range f.Keywords {
		if words := text.Words(k); len(words) == 1 && plain(words[0]) {
			one.keywords = append(one.keywords, words[0])
		}
	}
	for _, name := range corpus.NumberFields {
		one.numbers = append(one.numbers, f.SortValue(name))
	}
	if f.Overview != nil {
		for _, w := range text.Words(*f.Overview) {
			if plain(w) && !slices.Contains(one.plot, w) {
				one.plot = append(one.plot, w)
			}
		}
	}
	return one
}

// plain reports whether a word is longer and of plain letters only: every engine
// cuts such a word out of a text alike.
func plain(w string) bool {
	if utf8.RuneCountInString(w) < 4 {
		return false
	}
	return !strings.ContainsFunc(w, func(r rune) bool { return r < 'a' || r > 'z' })
}

// matches is the plain scan: whether the film meets the conditions of q that are
// exact values.
func (f *facts) matches(q *Question) bool {
	for _, g := range q.Genres {
		if !slices.Contains(f.genres, text.Fold(g)) {
			return false
		}
	}
	if q.Decade != nil && (f.year == 0 || f.year/10*10 != *q.Decade) {
		return false
	}
	if q.Language != "" && f.language != q.Language || q.HasPoster && !f.poster {
		return false
	}
	for _, bound := range []struct {
		low, high *float64
		at        int
	}{
		{q.YearMin, q.YearMax, atYear}, {q.MinRating, nil, atRating},
		{q.MinScore, nil, atScore}, {q.MinVotes, nil, atVotes},
	} {
		v := f.numbers[bound.at]
		if bound.low != nil && !(v >= *bound.low) || bound.high != nil && !(v <= *bound.high) {
			return false
		}
	}
	return true
}

// count counts the films that match.
func count(all []facts, q *Question) int {
	n := 0
	for i := range all {
		if all[i].matches(q) {
			n++
		}
	}
	return n
}
