package research

import (
	"math"

	"kinodex/internal/screenplay/measure"
	"kinodex/internal/tiermodel"
)

// The parts that several answers of the set share. A member that is a pointer is
// nil where its value is not known; a list is never nil.

// Prediction is the class that the model's trees vote for. Two tiers are a class:
// S and A are High, B and C Mid, D and E Low (REQ S-19).
type Prediction struct {
	PredictedClass string        `json:"predicted_class" enum:"High,Mid,Low"`
	PredictedTier  string        `json:"predicted_tier" enum:"S/A,B/C,D/E"`
	Probabilities  Probabilities `json:"probabilities" doc:"Shares of the trees' votes; they add up to 1."`
	ClassRange     string        `json:"class_range" enum:"High,High to Mid,Mid,Mid to Low,Low,High to Low" doc:"The classes that the votes do not tell apart: several where the first leads by less than 7.5 of 100 votes."`
}

// Probabilities are the shares of the votes that each class has (REQ S-20,
// S-21).
type Probabilities struct {
	High float64 `json:"High" minimum:"0" maximum:"1"`
	Mid  float64 `json:"Mid" minimum:"0" maximum:"1"`
	Low  float64 `json:"Low" minimum:"0" maximum:"1"`
}

// predictionOf returns the prediction that follows from a forest's votes.
func predictionOf(class tiermodel.Class, v votes) Prediction {
	trees := float64(v[tiermodel.High] + v[tiermodel.Mid] + v[tiermodel.Low])
	return Prediction{
		PredictedClass: class.String(), PredictedTier: tiersOf(class),
		Probabilities: Probabilities{float64(v[tiermodel.High]) / trees, float64(v[tiermodel.Mid]) / trees, float64(v[tiermodel.Low]) / trees},
		ClassRange:    classRange(v),
	}
}

// classRange names the classes that votes do not tell apart.
func classRange(v votes) string {
	best, worst := tiermodel.Range(v)
	if best == worst {
		return best.String()
	}
	return best.String() + " to " + worst.String()
}

// ByClass has one T for each class, best first.
type ByClass[T any] struct{ High, Mid, Low T }

func eachClass[T any](value func(tiermodel.Class) T) ByClass[T] {
	return ByClass[T]{value(tiermodel.High), value(tiermodel.Mid), value(tiermodel.Low)}
}

// ByTier has one T for each tier, best first.
type ByTier[T any] struct{ S, A, B, C, D, E T }

func eachTier[T any](value func(tier int) T) ByTier[T] {
	return ByTier[T]{value(0), value(1), value(2), value(3), value(4), value(5)}
}

// Stats are the mean and the standard deviation of a feature over scripts; both
// are nil where there are no scripts.
type Stats struct {
	Mean *float64 `json:"mean" nullable:"true"`
	Std  *float64 `json:"std" nullable:"true" minimum:"0" doc:"Of the scripts as a whole: the divisor is n."`
}

// Script is one script of the set (REQ S-04). Class and TextSHA256 are beyond
// the specification.
type Script struct {
	Title        string                     `json:"title"`
	Year         *int                       `json:"year" nullable:"true"`
	Tier         string                     `json:"tier" enum:"S,A,B,C,D,E" doc:"By fixed shares of the set, in order of points."`
	Rank         int                        `json:"rank" minimum:"1" doc:"1 has most points; no two scripts share a rank."`
	Points       float64                    `json:"points" minimum:"0" maximum:"100" doc:"Ten times the film's user rating, drawn towards the set's mean where votes are few."`
	FilmdbID     string                     `json:"filmdb_id" pattern:"^tt\\d+$"`
	FilmdbRating *float64                   `json:"filmdb_rating" nullable:"true" minimum:"0" maximum:"10"`
	MasterScore  float64                    `json:"master_score" minimum:"0" maximum:"100"`
	Features     measure.ByFeature[float64] `json:"features" doc:"The twenty features, as measured."`
	Class        string                     `json:"class" enum:"High,Mid,Low" doc:"S and A are High, B and C Mid, D and E Low."`
	TextSHA256   *string                    `json:"text_sha256" nullable:"true" doc:"SHA-256 of the text that was measured; null when it was not kept."`
}

// script returns the script at a place of the ranking, from 0.
func (s *scoredScript) script(place int) Script {
	row := Script{
		Title: s.title, Tier: Tiers[s.tier : s.tier+1], Rank: place + 1, Points: s.points, FilmdbID: s.Film.String(),
		FilmdbRating: number(s.outcomes[filmdbRating]), MasterScore: s.outcomes[masterScore],
		Features: s.Features.ByFeature(), Class: s.class().String(),
	}
	if s.year != 0 {
		row.Year = &s.year
	}
	if s.SHA256 != "" {
		row.TextSHA256 = &s.SHA256
	}
	return row
}

// number returns v, or nil where it is not a finite number.
func number(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	v += 0 // no negative zero
	return &v
}

// round returns v with at most so many decimals, half away from zero, and without
// negative zero.
func round(v float64, decimals int) float64 {
	scale := math.Pow10(decimals)
	return math.Round(v*scale)/scale + 0
}
