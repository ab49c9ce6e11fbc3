package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"kinodex/internal/cli"
	"kinodex/internal/eval"
	"kinodex/internal/eval/tier"
	"kinodex/internal/library"
	"kinodex/internal/tiermodel"
)

// EvaluateTierCmd evaluates the tier model.
type EvaluateTierCmd struct {
	libraryFlag
	cardFlag
	Scripts      string `help:"Folder with the texts of the research set, which are measured again after small changes. Example: --scripts ./screenplays" type:"existingdir"`
	Export       string `help:"Write features, classes and folds as CSV to this file." type:"path" placeholder:"FILE"`
	Figures      string `help:"Write as JSON to this file the figures that another program must reach on that CSV with a forest of ordinary trees alone." type:"path" placeholder:"FILE"`
	Repeats      int    `help:"Repeats of the cross-validation." default:"10"`
	Permutations int    `help:"Permutations of each permutation test." default:"500"`
	Brief        bool   `help:"Leave out the baselines, the test on later films and other parts that only the card needs; for --export and --figures."`
}

// Run evaluates, prints a line of figures, and writes the files that were asked
// for. --brief and --card exclude each other. A research set that is too small for
// the cross-validation is an error.
func (c EvaluateTierCmd) Run(ctx context.Context, g *cli.Streams) error {
	if c.Brief && c.Card != "" {
		return errors.New("a card needs the whole evaluation; leave out --brief")
	}
	return c.with(func(lib *library.Library) error {
		scripts, err := tier.ReadScripts(lib.Research, lib.Catalog)
		if err != nil {
			return err
		}
		o := tier.Options{
			Params: tiermodel.Defaults(), Seed: eval.HeldOutSeed, Repeats: c.Repeats, Permutations: c.Permutations, Brief: c.Brief,
			Progress: steps(g, "steps"),
		}
		if c.Figures != "" {
			o.Params.Oblique = 0 // no other program grows such trees
		}
		if c.Scripts != "" {
			fmt.Fprintf(g.Err, "measuring %d scripts after small changes\n", len(scripts))
			if o.Edited, err = tier.Edited(ctx, scripts, os.DirFS(c.Scripts), o.Seed); err != nil {
				return err
			}
		}
		report, err := tier.Evaluate(ctx, scripts, o)
		if errors.Is(err, tiermodel.ErrTooFew) {
			return fmt.Errorf("evaluate the research set of generation %s: %w", lib.Generation(), err)
		}
		if err != nil {
			return err
		}
		return c.report(g.Out, lib, report, scripts)
	})
}

// command returns the command that writes the card again, with general names in
// place of the paths that were given.
func (c EvaluateTierCmd) command() string {
	command := "bin/kinodex-lab evaluate tier --data data"
	if c.Scripts != "" {
		command += " --scripts screenplays"
	}
	return command + " --card docs/cards/tier.md"
}

// report writes the matrix, the figures and the card to the files that were named
// and prints the macro-F1 of both models: mean and deviation over the repeats. If
// no file was named for the card it is printed, unless --brief was given.
func (c EvaluateTierCmd) report(to io.Writer, lib *library.Library, r *tier.Report, scripts []tier.Script) error {
	about := eval.About{Generation: lib.Generation(), Command: c.command()}
	card := func(w io.Writer) error { return r.WriteCard(w, about, tier.ModelVersion(lib.Research)) }
	files := []struct {
		path  string
		write func(io.Writer) error
	}{
		{c.Export, func(w io.Writer) error { return r.WriteMatrix(w, scripts) }},
		{c.Figures, func(w io.Writer) error { return r.WriteFigures(w, scripts) }},
		{c.Card, card},
	}
	for _, f := range files {
		if f.path == "" {
			continue
		}
		if err := cli.CreateFile(f.path, f.write); err != nil {
			return err
		}
	}
	own := r.Own
	fmt.Fprintf(to, "generation %s, %d scripts: macro-F1 of the forest %.3f ± %.3f, of the regression %.3f ± %.3f (%d repeats)\n",
		about.Generation, r.Scripts, own.Forest.Mean(), own.Forest.SD(), own.Logistic.Mean(), own.Logistic.SD(), len(own.Forest.MacroF1))
	if c.Card == "" && !c.Brief {
		fmt.Fprintln(to)
		return card(to)
	}
	return nil
}
