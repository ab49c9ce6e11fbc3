package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"kinodex/internal/cli"
	"kinodex/internal/eval"
	"kinodex/internal/eval/poster"
	"kinodex/internal/library"
)

// EvaluatePostersCmd evaluates the reader of posters, and fits its model.
type EvaluatePostersCmd struct {
	libraryFlag
	cardFlag
	Posters string `help:"Folder of posters named after film ids, such as tt0054331.jpg." required:"" type:"existingdir"`
	Oracle  string `help:"Figures of other programs for the posters, from internal/eval/poster/posters_oracle.py." type:"existingfile" placeholder:"FILE"`
	Model   string `help:"Fit the model on all posters and write it to this file. Example: --model internal/poster/vision/model.json" type:"path" placeholder:"FILE"`
	Again   int    `help:"Largest number of posters to measure again after changes." default:"200"`
}

// Run evaluates, prints a line of figures, and writes the card and, with --model,
// the fitted model.
func (c EvaluatePostersCmd) Run(ctx context.Context, g *cli.Streams) error {
	return c.with(func(lib *library.Library) error {
		read := steps(g, "posters")
		set, err := poster.Read(ctx, os.DirFS(c.Posters), poster.Labels(lib.Catalog), func(done, total int) { read("reading", done, total) })
		if err != nil {
			return err
		}
		report := &poster.Report{Set: set}
		fmt.Fprintf(g.Err, "cross-validating genres and years of %d posters\n", len(set.Posters))
		report.Trial = set.CrossValidate(eval.HeldOutSeed)
		if report.Gaps, err = set.Stability(ctx, c.Again); err != nil {
			return err
		}
		if report.Agreement, err = c.agreement(set); err != nil {
			return err
		}
		if report.Speed, err = set.Speed(); err != nil {
			return err
		}
		return c.report(g.Out, report, eval.About{Generation: lib.Generation(), Command: c.command()})
	})
}

// agreement compares the readings with those of other programs. It returns nil
// without an error if no file of their findings was named.
func (c EvaluatePostersCmd) agreement(set *poster.Set) (*poster.Agreement, error) {
	if c.Oracle == "" {
		return nil, nil
	}
	f, err := os.Open(c.Oracle)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	found, err := poster.ReadReferences(f)
	if err != nil {
		return nil, err
	}
	return set.Agree(found), nil
}

// command returns the command that writes the card again, with general names in
// place of the paths that were given.
func (c EvaluatePostersCmd) command() string {
	command := "bin/kinodex-lab evaluate posters --posters posters --data data"
	if c.Oracle != "" {
		command += " --oracle oracle.ndjson"
	}
	return command + " --card docs/cards/posters.md"
}

// report prints the main figures, writes the model as one line of JSON if a file
// was named, and then the card.
func (c EvaluatePostersCmd) report(to io.Writer, r *poster.Report, about eval.About) error {
	t := r.Trial
	fmt.Fprintf(to, "generation %s, %d posters: macro-F1 %.3f (majority %.3f, random %.3f, all %.3f), year error %.1f (mean %.1f)\n",
		about.Generation, t.Posters, t.MacroF1, t.Majority, t.Random, t.Always, t.YearMAE, t.MeanMAE)
	if c.Model != "" {
		model, err := json.Marshal(r.Set.Fit(t, r.Made(about), t.GenreNote()))
		if err != nil {
			return err
		}
		if err := cli.CreateFile(c.Model, func(w io.Writer) error { _, err := w.Write(append(model, '\n')); return err }); err != nil {
			return err
		}
	}
	if c.Card == "" {
		fmt.Fprintln(to)
	}
	return c.write(to, func(w io.Writer) error { return r.WriteCard(w, about) })
}
