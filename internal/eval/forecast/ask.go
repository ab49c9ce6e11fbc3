package forecast

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"kinodex/internal/film"
	"kinodex/internal/forecast"
)

// projectOf returns what the makers of a film could have said of it beforehand: at
// most ten of the cast, no ratings and no gross. The film must have a year.
func projectOf(f *film.Film) forecast.Project {
	p := forecast.Project{Title: f.Title, Genres: f.Genres, Year: *f.Year}
	if b := f.BoxOffice.Budget; b != nil {
		budget := float64(*b)
		p.Budget = &budget
	}
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

// plan adds what is decided beside the cast before a film is made: who produces and writes
// it, where and in what language it is made, how long it is and when it comes out.
func plan(p forecast.Project, f *film.Film) forecast.Project {
	for _, c := range f.ProductionCompanies[:min(len(f.ProductionCompanies), forecast.MostCompanies)] {
		p.Companies = append(p.Companies, c.Name)
	}
	for _, c := range f.CrewSummary["writing"] {
		if len(p.Writers) < forecast.MostWriters {
			p.Writers = append(p.Writers, c.Name)
		}
	}
	p.Countries, p.Languages = f.Countries, f.Languages
	if f.Runtime != nil {
		p.Runtime = *f.Runtime
	}
	if d := f.ReleaseDate; d != nil && len(*d) >= 7 {
		p.Month, _ = strconv.Atoi((*d)[5:7])
	}
	return p
}

// ask asks about every film as judge does. The predictions are in the
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

// judge asks about one film: with its plan, without its plan, and without its budget. Rating and Master are NaN if the film has no rating.
// Leaks is set if a comparable is the film itself, or not of an earlier year.
func judge(x *forecast.Forecast, f *film.Film) (v Prediction, err error) {
	v = Prediction{
		ID: f.ID, Title: f.Title, Year: *f.Year, Gross: *f.BoxOffice.WorldwideGross,
		Rating: math.NaN(), Master: math.NaN(),
	}
	if f.Ratings.Filmdb != nil {
		v.Rating, v.Master = *f.Ratings.Filmdb, f.Ratings.MasterScore
	}
	if f.Ratings.FilmdbVotes != nil {
		v.Votes = *f.Ratings.FilmdbVotes
	}
	bare := projectOf(f)
	whole := plan(bare, f)
	free := whole
	free.Budget = nil
	if f.BoxOffice.Budget != nil {
		v.Budget = *f.BoxOffice.Budget
		if v.Outlook, err = v.tell(x, whole, f.ID); err != nil {
			return v, err
		}
		if v.Bare, err = v.tell(x, bare, f.ID); err != nil {
			return v, err
		}
	}
	v.Unbudgeted, err = v.tell(x, free, f.ID)
	return v, err
}

// tell asks about a project. It notes a comparable that is the film or not of an earlier
// year.
func (v *Prediction) tell(x *forecast.Forecast, p forecast.Project, id film.ID) (*forecast.Prediction, error) {
	o, err := x.Predict(&p)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", id, err)
	}
	for _, c := range o.Comparables {
		v.Leaks = v.Leaks || c.ID == id || c.Year >= v.Year
	}
	return &o.Prediction, nil
}

// Kept returns the predictions that keep reports true for, in order. The slice that
// it is given does not change.
func Kept(predictions []Prediction, keep func(*Prediction) bool) []Prediction {
	return slices.DeleteFunc(slices.Clone(predictions), func(v Prediction) bool { return !keep(&v) })
}
