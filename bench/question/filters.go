package question

import (
	"math"

	"kinodex/internal/film"
	"kinodex/internal/text"
)

// filter is a page of the films within bounds, in some order.
func (g *generator) filter() (Question, bool) {
	q := g.bounded()
	q.Sort = g.order()
	total := count(g.films, &q)
	q.Total = &total
	return q, total > 0
}

// bounded puts together one to three bounds, most of them loose, as people
// browse.
func (g *generator) bounded() Question {
	var q Question
	near := func(at int) *float64 { // a value some film has, so that it cuts
		v := g.films[g.IntN(len(g.films))].numbers[at]
		if math.IsNaN(v) {
			return nil
		}
		return &v
	}
	switch g.IntN(7) {
	case 0:
		q.Kind, q.Genres = "genre", []string{pick(g, g.genres)}
	case 1:
		d := pick(g, g.decades)
		q.Kind, q.Genres, q.Decade, q.MinRating = "genre, decade, rating", []string{pick(g, g.genres)}, &d, near(atRating)
	case 2:
		q.Kind, q.MinVotes = "years and votes", near(atVotes)
		q.YearMin = near(atYear)
		if q.YearMin != nil {
			to := *q.YearMin + float64(g.IntN(15))
			q.YearMax = &to
		}
	case 3:
		q.Kind, q.Language, q.MinVotes = "language and votes", g.films[g.IntN(len(g.films))].language, near(atVotes)
	case 4:
		d := pick(g, g.decades)
		q.Kind, q.Decade, q.MinScore = "decade and score", &d, near(atScore)
	case 5:
		q.Kind, q.Genres = "two genres", []string{pick(g, g.genres), pick(g, g.genres)}
		q.YearMin = near(atYear)
	case 6:
		q.Kind, q.HasPoster, q.MinRating = "poster and rating", true, near(atRating)
	}
	return q
}

// order asks for one of the sort fields either way; a quarter ask for none and
// get the default.
func (g *generator) order() string {
	if g.IntN(4) == 0 {
		return ""
	}
	return film.Sort{Field: pick(g, film.SortFields), Desc: g.IntN(3) > 0}.String()
}

// How far deep pages reach.
const (
	leastDepth = 500
	mostDepth  = 10_000
)

// deep skips into an answer of at least least films. It is false when the answer
// is too short.
func (g *generator) deep(q *Question, least int) bool {
	deepest := min(mostDepth, least-Limit) / Limit
	first := leastDepth / Limit
	if deepest < first {
		return false
	}
	q.Offset = Limit * (first + g.IntN(deepest-first+1))
	return true
}

func (g *generator) deepFilter() (Question, bool) {
	q, ok := g.filter()
	return q, ok && g.deep(&q, *q.Total)
}

// deepWords is a deep page of the films with a common word, in order of
// relevance.
func (g *generator) deepWords() (Question, bool) {
	word := pick(g, g.common)
	q := Question{Kind: "a common word", Text: word}
	return q, g.deep(&q, g.spread[text.Stem(word)])
}
