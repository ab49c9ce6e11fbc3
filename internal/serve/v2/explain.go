package v2

import (
	"encoding/json"
	"math"

	"kinodex/internal/film"
	"kinodex/internal/serve/wire"
)

// explained is how figures of a film come about, by the figure's name.
type explained struct {
	MasterScore *explainedScore `json:"master_score"`
}

// explainedScore is a film.Score in the words of the interface.
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

type explainedPart struct {
	Rating     string  `json:"rating" doc:"The rating's name in provenance."`
	Value      float64 `json:"value"`
	Percentile float64 `json:"percentile" doc:"Its rank among all films', from 0 to 100."`
	Trust      float64 `json:"trust" doc:"How far its votes are relied on, from 0 to 1."`
	Standing   float64 `json:"standing" doc:"50 + trust * (percentile - 50)."`
	Share      float64 `json:"share" doc:"Its part of the blend; the shares add up to 1."`
}

const scoreFormula = "50 + 0.90 * (base - 50) + awards + return"

func explain(s film.Score) explained {
	told := explainedScore{
		Value: s.Value, Band: film.BandOf(s.Value), Formula: scoreFormula, Prior: s.Prior,
		Base: decimals(s.Base), Awards: decimals(s.Awards), Return: decimals(s.Return), Ratings: []explainedPart{},
	}
	for _, r := range s.Ratings {
		told.Ratings = append(told.Ratings, explainedPart{
			Rating: r.Name, Value: r.Value, Percentile: decimals(r.Percentile), Trust: decimals(r.Trust), Standing: decimals(r.Standing), Share: decimals(r.Share),
		})
	}
	return explained{&told}
}

// decimals rounds to four decimals, which is close enough to follow the sum to
// the two that count.
func decimals(v float64) float64 { return math.Round(v*1e4) / 1e4 }

// filmExplained answers with a film and how its figure comes about.
func filmExplained(x *wire.Exchange, p *filmParams) error {
	found, answered, err := wire.Tagged(x, x.Visit.FilmExplained(p.ID, film.Detail, p.Explain))
	if answered || err != nil {
		return err
	}
	told, err := json.Marshal(explain(found.Score))
	if err != nil {
		return err
	}
	b := append(x.Body(), `{"data":`...)
	b = found.AppendData(b, x.Base())
	b = append(append(b, `,"explain":`...), told...)
	x.Answer(x.AppendSandbox(b))
	return nil
}
