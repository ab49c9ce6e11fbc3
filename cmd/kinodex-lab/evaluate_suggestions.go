package main

import (
	"context"
	"errors"

	"kinodex/internal/cli"
	"kinodex/internal/eval/suggestions"
	"kinodex/internal/library"
)

// EvaluateSuggestionsCmd evaluates the suggestions of the search box.
type EvaluateSuggestionsCmd struct {
	libraryFlag
	cardFlag
	HeldOut bool `help:"Type the held-out half of the book, too. Without it nothing of that half is looked at."`
	Misses  bool `help:"Print the lines of the development half that are missed, with the place of what is wanted by number of letters."`
}

// Run types every line, prints the marks, and writes the card if it has a file.
func (c EvaluateSuggestionsCmd) Run(ctx context.Context, g *cli.Streams) error {
	return c.with(func(lib *library.Library) (err error) {
		box, done, err := suggestions.OfLibrary(ctx, library.Root(c.Data))
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, done()) }()
		report, err := suggestions.Evaluate(box, c.HeldOut)
		if err != nil {
			return err
		}
		if err := c.print(g.Out, lib, report); err != nil || !c.Misses {
			return err
		}
		return report.WriteMisses(g.Out)
	})
}
