package main

import (
	"fmt"
	"io"

	"kinodex/internal/examine"
)

// EvaluateScreenplayCmd examines how screenplays are read.
type EvaluateScreenplayCmd struct {
	Gold string `help:"Folder with fdx_elements (typed paragraphs, *.jsonl) and variants (the same scripts scraped four ways)." required:"" type:"existingdir"`
	Card string `help:"Write the card as Markdown to this file instead of printing it." type:"path" placeholder:"FILE"`
	Gate bool   `help:"Fail when a mean F1 of the lines, or a rank correlation, is below 0.95."`
}

// readingFloor is the least that reading must reach, in either mark.
const readingFloor = 0.95

// Run examines, and writes what it was asked for.
func (c EvaluateScreenplayCmd) Run(g *Globals) error {
	report, err := examine.ExamineScreenplays(c.Gold)
	if err != nil {
		return err
	}
	const command = "bin/kinodex evaluate screenplay --gold screenplays/gold --card docs/cards/screenplay.md"
	if c.Card == "" {
		if err := report.WriteCard(g.Out, command); err != nil {
			return err
		}
	} else if err := putFile(c.Card, func(w io.Writer) error { return report.WriteCard(w, command) }); err != nil {
		return err
	}
	for _, p := range report.Pages {
		if f1 := examine.MeanF1(p.Lines); c.Gate && f1 < readingFloor {
			return fmt.Errorf("%s: mean F1 %.3f is below %.2f", p.Layout.Name, f1, readingFloor)
		}
	}
	feature, pair, agreement := report.Worst()
	if c.Card != "" {
		fmt.Fprintf(g.Out, "lowest rank correlation: %s between %s and %s, %.3f\n", feature, pair.A, pair.B, agreement)
	}
	if c.Gate && agreement < readingFloor {
		return fmt.Errorf("%s between %s and %s: rank correlation %.3f is below %.2f", feature, pair.A, pair.B, agreement, readingFloor)
	}
	return nil
}
