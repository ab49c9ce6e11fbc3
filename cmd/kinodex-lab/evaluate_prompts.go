package main

import (
	"fmt"
	"slices"
	"strings"

	"kinodex/internal/cli"
	"kinodex/internal/eval/prompts"
	"kinodex/internal/library"
)

// EvaluatePromptsCmd evaluates how prompts for recommendations are read.
type EvaluatePromptsCmd struct {
	libraryFlag
	cardFlag
	gateFlag
	Dialogues string `help:"Dialogues in the layout of INSPIRED: one JSON object per line, also with .xz. Default: none, and the card has no figures of dialogues." type:"existingfile"`
	Misses    bool   `help:"Print the sentences of the development half that were not read exactly, with what was to be read."`
}

// Run reads the book, asks at the turns of dialogues if a file was named, prints the marks, and
// writes the card if it has a file.
func (c EvaluatePromptsCmd) Run(g *cli.Streams) error {
	return c.with(func(lib *library.Library) error {
		report, err := prompts.Evaluate(lib.Taste, lib.Catalog, c.Dialogues)
		if err != nil {
			return err
		}
		if err := c.print(g.Out, lib, report); err != nil {
			return err
		}
		if c.Misses {
			for _, m := range slices.Concat(report.Development.Misses, report.Second.Development.Misses, report.Third.Development.Misses) {
				fmt.Fprintf(g.Out, "%s\t%s\t%s\n", m.Sentence.Kind, m.Sentence.Text, strings.Join(m.What, "; "))
			}
		}
		return c.check(report.Bounds())
	})
}
