package main

import (
	"fmt"
	"io"

	"kinodex/internal/examine"
	"kinodex/internal/library"
)

// EvaluateSimilarCmd marks similar films.
type EvaluateSimilarCmd struct {
	Data    string `help:"Data directory with the library to ask." default:"data" type:"path"`
	Ratings string `help:"Directory with ratings.csv and links.csv in MovieLens' small layout; without it, what is liked together is left out." type:"path"`
	Card    string `help:"File to write the card to." type:"path"`
}

// Run asks and prints the marks.
func (c EvaluateSimilarCmd) Run(g *Globals) error {
	lib, err := library.Open(libraryRoot(c.Data))
	if err != nil {
		return err
	}
	defer lib.Close()
	var ratings *examine.Ratings
	if c.Ratings != "" {
		if ratings, err = examine.ReadRatings(c.Ratings, lib.Catalog); err != nil {
			return err
		}
	}
	report, err := examine.ExamineSimilar(lib.Taste, lib.Catalog, ratings)
	if err != nil {
		return err
	}
	fmt.Fprintf(g.Out, "%s\n\n", examined(lib))
	if err := report.Write(g.Out); err != nil || c.Card == "" {
		return err
	}
	return writeCard(c.Card, func(w io.Writer) error { return report.WriteCard(w, examined(lib)) })
}
