package v2

import (
	"math"

	"kinodex/internal/film"
	"kinodex/internal/serve/wire"
)

// explanation has the arithmetic of a film's figures, by the figure's name. A figure that was
// not asked for is nil.
type explanation struct {
	MasterScore *explainedScore `json:"master_score"`
}

// explainedScore is a film.Score with the names of the interface. Numbers but Value are
// rounded to four decimals. Ratings is never nil.
type explainedScore struct {
	Value   float64         `json:"value" doc:"50 + 0.90 * (base - 50) + awards + return, to two decimals."`
	Band    string          `json:"band" enum:"S,A,B,C,D,E"`
	Formula string          `json:"formula"`
	Prior   bool            `json:"prior" doc:"True when no rating has any weight: base is then 50, for want of anything better."`
	Base    float64         `json:"base" doc:"The sum of share * standing over the ratings."`
	Awards  float64         `json:"awards" doc:"Points for Academy Awards, from 0 to 4."`
	Return  float64         `json:"return" doc:"Points for the return on the budget, from -1 to 1."`
	Ratings []explainedPart `json:"ratings"`
}

// explainedPart is what one rating contributes to base: share * standing.
type explainedPart struct {
	Rating     string  `json:"rating" doc:"The rating's name in provenance."`
	Value      float64 `json:"value"`
	Percentile float64 `json:"percentile" doc:"Its rank among all films', from 0 to 100."`
	Trust      float64 `json:"trust" doc:"How far its votes are relied on, from 0 to 1."`
	Standing   float64 `json:"standing" doc:"50 + trust * (percentile - 50)."`
	Share      float64 `json:"share" doc:"Its part of the blend; the shares add up to 1."`
}

// scoreFormula is how value follows from the other numbers (see film.ExplainMasterScore).
const scoreFormula = "50 + 0.90 * (base - 50) + awards + return"

// explain returns a score in the form of the interface. Ratings is never nil.
func explain(s film.Score) *explanation {
	score := explainedScore{
		Value: s.Value, Band: film.BandOf(s.Value), Formula: scoreFormula, Prior: s.Prior,
		Base: decimals(s.Base), Awards: decimals(s.Awards), Return: decimals(s.Return), Ratings: []explainedPart{},
	}
	for _, r := range s.Ratings {
		score.Ratings = append(score.Ratings, explainedPart{
			Rating: r.Name, Value: r.Value, Percentile: decimals(r.Percentile), Trust: decimals(r.Trust), Standing: decimals(r.Standing), Share: decimals(r.Share),
		})
	}
	return &explanation{&score}
}

// decimals returns v rounded to four decimals. Value, with two, can be worked out from
// numbers that are rounded so.
func decimals(v float64) float64 { return math.Round(v*1e4) / 1e4 }

// filmExplained answers GET /films/{id}?explain=master_score with the film in the detail view
// and the arithmetic of its score. An id that no film has is 404 film_not_found. A client
// that has the answer gets 304, which is free.
func filmExplained(x *wire.Exchange, p *filmParams, l film.Locale) error {
	found, answered, err := wire.Tagged(x, x.Visit.FilmExplained(p.ID, film.Detail, p.Explain))
	if answered || err != nil {
		return err
	}
	found.Localize(l)
	return x.AnswerJSON(filmAnswer{found.Encoded(), explain(found.Score), x.SandboxMeta()})
}
