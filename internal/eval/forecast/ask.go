package forecast

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"kinodex/internal/film"
	"kinodex/internal/forecast"
)

// projectOf returns what the makers of a film could have said of it beforehand: at
// most ten of the cast, no ratings and no gross. The film must have a year and a
// budget.
func projectOf(f *film.Film) forecast.Project {
	p := forecast.Project{Title: f.Title, Genres: f.Genres, Year: *f.Year}
	budget := float64(*f.BoxOffice.Budget)
	p.Budget = &budget
	if f.Director != nil {
		p.Director = *f.Director
	}
	for _, r := range f.Cast[:min(len(f.Cast), 10)] {
		p.Cast = append(p.Cast, r.Name)
	}
	if f.Overview != nil {
		p.Synopsis = *f.Overview
	}
	return p
}

// ask asks about every film, with its budget and without. The predictions are in the
// order of the films. The first film whose prediction fails, in that order, gives
// the error.
func ask(ctx context.Context, x *forecast.Forecast, films []*film.Film) ([]Prediction, error) {
	predictions := make([]Prediction, len(films))
	errs := make([]error, len(films))
	var next atomic.Int64
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(films) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				predictions[i], errs[i] = judge(x, films[i])
			}
		})
	}
	all.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return predictions, nil
}

// judge asks about one film. Rating and Master are NaN if the film has no rating.
// Leaks is set if a comparable is the film itself, or not of an earlier year.
func judge(x *forecast.Forecast, f *film.Film) (v Prediction, err error) {
	v = Prediction{
		ID: f.ID, Title: f.Title, Year: *f.Year, Budget: *f.BoxOffice.Budget, Gross: *f.BoxOffice.WorldwideGross,
		Rating: math.NaN(), Master: math.NaN(),
	}
	if f.Ratings.Filmdb != nil {
		v.Rating, v.Master = *f.Ratings.Filmdb, f.Ratings.MasterScore
	}
	if f.Ratings.FilmdbVotes != nil {
		v.Votes = *f.Ratings.FilmdbVotes
	}
	p := projectOf(f)
	o, err := x.Predict(&p)
	if err != nil {
		return v, fmt.Errorf("%s: %w", f.ID, err)
	}
	v.Outlook = &o.Prediction
	for _, c := range o.Comparables {
		v.Leaks = v.Leaks || c.ID == f.ID || c.Year >= v.Year
	}
	p.Budget = nil
	if o, err = x.Predict(&p); err != nil {
		return v, err
	}
	v.Unbudgeted = &o.Prediction
	return v, nil
}

// Kept returns the predictions that keep reports true for, in order. The slice that
// it is given does not change.
func Kept(predictions []Prediction, keep func(*Prediction) bool) []Prediction {
	return slices.DeleteFunc(slices.Clone(predictions), func(v Prediction) bool { return !keep(&v) })
}
