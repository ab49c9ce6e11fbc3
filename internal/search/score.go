package search

import (
	"math"

	"kinodex/internal/catalog"
)

// step is the least difference of two scores that differ. More rows than there
// are steps from 0 to 1 are never answered.
const step = 0.01

// publish gives the rows their scores. A score is the row's relevance over that
// of the first, to two decimals; equal scores are ordered by votes, then by id
// (REQ R-11). The rows are in the catalogue's order already, and stay so:
// where two decimals would make equal what votes order otherwise, the later row
// is given a step less. Relevance of different texts does not compare, and
// neither do scores.
func (s *Search) publish(rows []Row) {
	falls := make([]bool, len(rows)) // by row: it must score less than the one before
	left := 0                        // how many such rows are still to come
	for i := 1; i < len(rows); i++ {
		if falls[i] = s.outvotes(rows[i].Doc, rows[i-1].Doc); falls[i] {
			left++
		}
	}
	score := 1.0
	for i := range rows {
		if falls[i] {
			score -= step
			left--
		}
		if best := rows[0].relevance; best > 0 {
			score = min(score, float64(rows[i].relevance/best))
		}
		score = hundredths(max(score, step*float64(left)))
		rows[i].Score = score
	}
}

// outvotes reports whether, scores being equal, film a would come before b.
func (s *Search) outvotes(a, b catalog.Doc) bool {
	votesA, _ := s.films.Number("filmdb_votes", a)
	votesB, _ := s.films.Number("filmdb_votes", b)
	return votesA > votesB || votesA == votesB && a < b
}

func hundredths(v float64) float64 { return math.Round(v*100) / 100 }
