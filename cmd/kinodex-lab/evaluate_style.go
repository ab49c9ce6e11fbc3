package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"kinodex/internal/cli"
	"kinodex/internal/eval"
	"kinodex/internal/eval/style"
	"kinodex/internal/guide"
	"kinodex/internal/library"
)

// EvaluateStyleCmd evaluates style-match: whether it names the writer of passages
// from films that it may not look at.
type EvaluateStyleCmd struct {
	libraryFlag
	cardFlag
	Scripts      string `help:"Folder of screenplays, with an index.csv or files named after films. Example: --scripts ./screenplays" required:"" type:"existingdir"`
	Passages     int    `help:"Passages per film: this many single scenes, and as many runs of ten scenes." default:"8"`
	Permutations int    `help:"Permutations of the permutation test." default:"500"`
	Resamples    int    `help:"Bootstrap samples." default:"2000"`
	Tuning       bool   `help:"Use the writers without a guide, on whom style-match may be tuned, instead of those with one."`
}

// Run asks, prints a line of figures and writes the card. With --tuning it asks
// about other writers and draws with another seed. Progress goes to standard error.
func (c EvaluateStyleCmd) Run(ctx context.Context, g *cli.Streams) error {
	return c.with(func(lib *library.Library) error {
		guides, err := guide.Load()
		if err != nil {
			return err
		}
		o := style.Options{Seed: eval.HeldOutSeed, Permutations: c.Permutations, Resamples: c.Resamples, Tuning: c.Tuning}
		if c.Tuning {
			o.Seed = eval.DevelopmentSeed
		}
		fmt.Fprintln(g.Err, "reading the screenplays and drawing passages")
		films, counts, err := style.ReadFilms(ctx, os.DirFS(c.Scripts), lib.Catalog, c.Passages, o.Seed)
		if err != nil {
			return err
		}
		fmt.Fprintf(g.Err, "evaluating %d screenplays\n", len(films))
		report := style.Evaluate(films, counts, lib.Research.Norms(), guides.List(guide.Writers), o)
		about := eval.About{
			Generation: lib.Generation(), Command: "bin/kinodex-lab evaluate style-match --scripts screenplays --data data --card docs/cards/style-match.md",
		}
		m := report.Rows[0].One()
		fmt.Fprintf(g.Out, "generation %s, %d writers, %d films: from one scene first %.3f (%.3f to %.3f), among three %.3f; drawing %.3f\n",
			about.Generation, len(report.Writers), report.Works, m.Top1, m.Low, m.High, m.Top3, report.Chance)
		return c.write(g.Out, func(w io.Writer) error { return report.WriteCard(w, about) })
	})
}
