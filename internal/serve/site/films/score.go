package films

import (
	"fmt"

	"kinodex/internal/film"
	"kinodex/internal/serve/site/chart"
	"kinodex/internal/serve/table"
)

// What the two user ratings are called. Their terms ask for the names (docs/data/sources.md).
const (
	filmdbRating  = "IMDb rating"
	moviedbRating = "TMDB rating"
)

// ratingNames are what the ratings of a score are called, by their keys in provenance.
var ratingNames = map[string]string{
	"ratings.filmdb": filmdbRating + " (of 10)", "ratings.critics": "Critics (of 100)", "ratings.moviedb": moviedbRating + " (of 10)",
}

// blend returns what each rating brings to a score.
func blend(s film.Score) table.Table {
	t := table.Table{Name: "master score", Caption: "What each rating brings", Stacks: true, Columns: []table.Column{
		{Name: "Rating"}, {Name: "Value", Numeric: true},
		{Name: "Percentile", Numeric: true, Doc: "Its rank among all films, from 0 to 100."},
		{Name: "Trust", Unit: "%", Numeric: true, Doc: "How far its votes are relied on."},
		{Name: "Standing", Unit: "of 100", Numeric: true, Doc: "50 + trust × (percentile − 50)"},
		{Name: "Share", Unit: "%", Numeric: true, Doc: "Its part of the blend; the shares add up to 100%."},
	}}
	for _, r := range s.Ratings {
		t.Add(table.Text(ratingNames[r.Name]), table.Float(r.Value, 1), table.Float(r.Percentile, 1), table.Percent(r.Trust, 0),
			table.Float(r.Standing, 1), table.Percent(r.Share, 0))
	}
	return t
}

// sum returns how the score adds up, in points, as a picture: what each rating moves it from
// the middle, then awards and the return on the budget.
func sum(s film.Score) chart.Parts {
	p := chart.Parts{
		Head:      chart.Head{ID: "score", Title: "How the master score adds up", Desc: "Points that ratings, awards and the return on the budget add to 50, or take away."},
		Score:     chart.Axis{Name: "Master score", Unit: "of 100", Decimals: 2},
		StartName: "The middle of the scale", Start: film.PriorScore, Total: s.Value,
	}
	for _, r := range s.Ratings {
		p.Parts = append(p.Parts, chart.Part{
			Name:   ratingNames[r.Name],
			Detail: fmt.Sprintf("%s, standing at %s of 100, share %s", table.Number(r.Value, 1), table.Number(r.Standing, 1), table.Share(r.Share, 0)),
			Points: film.RatingSpan * r.Share * (r.Standing - film.PriorScore),
		})
	}
	p.Parts = append(p.Parts,
		chart.Part{Name: "Academy Awards", Detail: "0 to " + table.Number(film.MaxAwards, 0) + " points, from nominations and wins", Points: s.Awards},
		chart.Part{Name: "Return on the budget", Detail: "from −1 to 1 point; none where it is unknown", Points: s.Return})
	return p
}
