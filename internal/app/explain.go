package app

import (
	"context"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/film"
)

// Figures are the figures of a film that can be explained.
var Figures = []string{"master_score"}

// ExplainedFilm is a film with the arithmetic of its master score.
type ExplainedFilm struct {
	Film
	Score film.Score
}

// FilmExplained asks for a film as Film does, and for how one of its figures comes about.
// figure is one of Figures, in any case.
func (v *Visit) FilmExplained(id string, view film.View, figure string) Prepared[*ExplainedFilm] {
	return Prepared[*ExplainedFilm]{
		visit: v, need: access.Needs.Film, check: func() error { return checkFigure(figure) },
		find: func(ctx context.Context) (*ExplainedFilm, error) { return v.findExplained(ctx, id, view) },
	}
}

// findExplained decodes the whole film, which Film does not: the arithmetic needs fields
// that no view has.
func (v *Visit) findExplained(ctx context.Context, id string, view film.View) (*ExplainedFilm, error) {
	doc, found, err := v.lookUp(id, view)
	if err != nil {
		return nil, err
	}
	whole, err := v.library.Catalog.Film(doc)
	if err != nil {
		return nil, err
	}
	return &ExplainedFilm{*found, film.ExplainMasterScore(whole)}, v.carries(ctx, oneFilm(found.ID))
}

// checkFigure returns a fault unless figure is one of Figures.
func checkFigure(figure string) error {
	if !strings.EqualFold(figure, Figures[0]) {
		return fault.Param("explain", Figures[0])
	}
	return nil
}
