package ingest

import (
	"math"
	"strconv"

	"kinodex/internal/film"
)

// ratings sets the ratings of both databases (0 to 10, one decimal) with their
// votes, and the score of the critics.
func (m *merger) ratings(f *film.Film, g group) {
	r := &f.Ratings
	rating, votes := m.filmdbRating(g)
	if rating != nil {
		value := round1(rating.FilmdbRating)
		r.Filmdb = &value
		m.provenance(f, "ratings.filmdb", "user_rating", worldwide, rating)
	}
	if votes != nil {
		r.FilmdbVotes = &votes.FilmdbVotes
		m.provenance(f, "ratings.filmdb_votes", "vote_count", worldwide, votes)
	}
	s := m.best(g, "ratings.moviedb", func(s *statement) bool { return rated(s.MoviedbRating) && s.MoviedbVotes > 0 })
	if s == nil {
		s = m.best(g, "ratings.moviedb", func(s *statement) bool { return rated(s.MoviedbRating) })
	}
	if s != nil {
		rating := round1(s.MoviedbRating)
		r.Moviedb = &rating
		m.provenance(f, "ratings.moviedb", "user_rating", worldwide, s)
		if s.MoviedbVotes > 0 {
			r.MoviedbVotes = &s.MoviedbVotes
			m.provenance(f, "ratings.moviedb_votes", "vote_count", worldwide, s)
		}
	}
	m.critics(f, g)
}

// filmdbRating returns the rows of the film database's rating and votes; either may be nil,
// and votes is nil without rating. They belong together: a rating for which a row of the same
// source and period gives the votes is preferred to one of better rank without any.
func (m *merger) filmdbRating(g group) (rating, votes *statement) {
	var bare *statement
	for _, i := range m.ordered(g, "ratings.filmdb") {
		s := &g[i]
		if !rated(s.FilmdbRating) {
			continue
		}
		if v := m.best(g, "ratings.filmdb", func(v *statement) bool {
			return v.FilmdbVotes > 0 && (v.Claim == s.Claim ||
				s.FilmdbVotes == 0 && v.input.source == s.input.source && v.input.period == s.input.period)
		}); v != nil {
			return s, v
		}
		if bare == nil {
			bare = s
		}
	}
	return bare, nil
}

// criticMeasures are the two measures of critics and their metric types, the preferred one
// first: the weighted average tells how good the reviews were, the other only how many were
// good.
var criticMeasures = []struct{ measure, kind string }{
	{"weighted_average", "critic_weighted_average"},
	{"percent_positive", "critic_percent_positive"},
}

// critics sets the score of the critics, 0 to 100 and one decimal, of the first of
// criticMeasures that a row gives.
func (m *merger) critics(f *film.Film, g group) {
	for _, c := range criticMeasures {
		s := m.contested(g, "ratings.critics", func(s *statement) string {
			if s.CriticMeasure != c.measure || s.CriticScore < 0 || s.CriticScore > 100 {
				return ""
			}
			return strconv.FormatFloat(s.CriticScore, 'f', -1, 64)
		})
		if s != nil {
			score := round1(s.CriticScore)
			f.Ratings.Critics = &score
			m.provenance(f, "ratings.critics", c.kind, "US", s)
			return
		}
	}
}

// score sets the master score and its provenance. It is computed from the other fields, so
// they must be set before.
func (m *merger) score(f *film.Film) {
	score := film.ExplainMasterScore(f)
	f.Ratings.MasterScore = score.Value
	kind := "composite"
	if score.Prior {
		kind = "composite_prior"
	}
	period := strconv.Itoa(*f.Year)
	for _, part := range score.Ratings {
		if p := f.Provenance[part.Name].Period; p != "unknown" && p > period {
			period = p
		}
	}
	f.Provenance["ratings.master_score"] = film.Provenance{
		MetricType: kind, Market: worldwide, Period: period, Source: "kinodex",
	}
}

// rated reports whether a rating is on the scale; 0 means that nobody rated.
func rated(v float64) bool { return v > 0 && v <= 10 }

// round1 rounds to one decimal, halves away from zero.
func round1(v float64) float64 { return math.Round(v*10) / 10 }
