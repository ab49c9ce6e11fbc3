package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"kinodex/internal/examine"
	"kinodex/internal/guide"
	"kinodex/internal/library"
)

// EvaluateStyleCmd examines style-match.
type EvaluateStyleCmd struct {
	Data         string `help:"Data directory with the library whose credits say who wrote what." default:"data" type:"path"`
	Scripts      string `help:"Folder of screenplays, with an index.csv or files named after films. Example: --scripts ./screenplays" required:"" type:"existingdir"`
	Card         string `help:"Write the card as Markdown to this file instead of printing it." type:"path" placeholder:"FILE"`
	Passages     int    `help:"Single scenes, and runs of ten, that are asked about of each film." default:"8"`
	Permutations int    `help:"Permutations of the permutation test." default:"500"`
	Resamples    int    `help:"Bootstrap samples." default:"2000"`
	Tuning       bool   `help:"Ask about the writers without a guide, on whom style-match may be tuned, instead of those with one."`
}

// Run examines and writes the card.
func (c EvaluateStyleCmd) Run(ctx context.Context, g *Globals) error {
	lib, err := library.Open(libraryRoot(c.Data))
	if err != nil {
		return err
	}
	defer lib.Close()
	guides, err := guide.Load()
	if err != nil {
		return err
	}
	o := examine.StyleOptions{Seed: examine.HeldOutSeed, Permutations: c.Permutations, Resamples: c.Resamples, Tuning: c.Tuning}
	if c.Tuning {
		o.Seed = examine.DevelopmentSeed
	}
	fmt.Fprintln(g.Err, "reading the screenplays and drawing passages")
	films, counts, err := examine.StyleFilms(ctx, os.DirFS(c.Scripts), lib.Catalog, c.Passages, o.Seed)
	if err != nil {
		return err
	}
	fmt.Fprintf(g.Err, "asking about %d screenplays\n", len(films))
	report := examine.ExamineStyle(films, counts, lib.Research.Norms(), guides.List(guide.Writers), o)
	about := examine.StyleAbout{
		Generation: lib.Generation(), Command: "bin/kinodex evaluate style-match --scripts screenplays --data data --card docs/cards/style-match.md",
	}
	m := report.Rows[0].Marks[0]
	fmt.Fprintf(g.Out, "generation %s, %d writers, %d films: from one scene first %.3f (%.3f to %.3f), among three %.3f; drawing %.3f\n",
		about.Generation, len(report.Writers), report.Works, m.Top1, m.Low, m.High, m.Top3, report.Chance)
	if c.Card == "" {
		return report.WriteCard(g.Out, about)
	}
	return putFile(c.Card, func(w io.Writer) error { return report.WriteCard(w, about) })
}
