package main

import (
	"fmt"

	"kinodex/internal/cli"
	"kinodex/internal/eval/descriptions"
	"kinodex/internal/library"
)

// EvaluateDescriptionsCmd evaluates how well half-remembered films are found.
type EvaluateDescriptionsCmd struct {
	libraryFlag
	cardFlag
	Requests string `help:"Requests of people who look for a film, in the layout of TREC's Tip-of-the-Tongue track: one JSON object per line. Default: none, and the card has no figures of them." type:"existingfile"`
	HeldOut  bool   `help:"Ask for the held-out half of the book, too. Without it nothing of that half is looked at."`
	Misses   bool   `help:"Print the descriptions of the development half whose films are not among the first ten recommendations."`
}

// Run asks for every description, prints the marks, and writes the card if it has a file.
func (c EvaluateDescriptionsCmd) Run(g *cli.Streams) error {
	return c.with(func(lib *library.Library) error {
		report, err := descriptions.Evaluate(lib.Taste, lib.Catalog, c.Requests, c.HeldOut)
		if err != nil {
			return err
		}
		if err := c.print(g.Out, lib, report); err != nil {
			return err
		}
		if c.Misses {
			for _, d := range report.Missed {
				fmt.Fprintf(g.Out, "%s\t%s\n", lib.Catalog.Title(d.Answer), d.Text)
			}
		}
		return nil
	})
}
