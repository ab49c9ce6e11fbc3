package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"kinodex/internal/examine"
	"kinodex/internal/grade"
	"kinodex/internal/ingest"
	"kinodex/internal/library"
)

// EvaluateTierCmd examines the tier model.
type EvaluateTierCmd struct {
	Data         string `help:"Data directory with the library whose research set is graded." default:"data" type:"path"`
	Scripts      string `help:"Folder of the research set's texts, to measure them again after small changes. Example: --scripts ./screenplays" type:"existingdir"`
	Card         string `help:"Write the card as Markdown to this file instead of printing it." type:"path" placeholder:"FILE"`
	Export       string `help:"Write features, classes and folds as CSV to this file." type:"path" placeholder:"FILE"`
	Figures      string `help:"Write what another program must find on that CSV as JSON to this file." type:"path" placeholder:"FILE"`
	Repeats      int    `help:"Repeats of the cross-validation." default:"10"`
	Permutations int    `help:"Permutations of each permutation test." default:"500"`
	Brief        bool   `help:"Leave out baselines, the test of time and whatever else the card needs; for --export and --figures."`
}

// Run examines, and writes what it was asked for.
func (c EvaluateTierCmd) Run(ctx context.Context, g *Globals) error {
	if c.Brief && c.Card != "" {
		return errors.New("a card needs the whole examination: leave out --brief")
	}
	lib, err := library.Open(libraryRoot(c.Data))
	if err != nil {
		return err
	}
	defer lib.Close()
	scripts, err := examine.TierScripts(lib.Research, lib.Catalog)
	if err != nil {
		return err
	}
	tell := progress(g.Err)
	o := examine.TierOptions{
		Params: grade.Defaults(), Seed: examine.HeldOutSeed, Repeats: c.Repeats, Permutations: c.Permutations, Brief: c.Brief,
		Progress: func(stage string, done, total int) {
			tell(ingest.Progress{Stage: stage, Done: int64(done), Total: int64(total), Unit: "steps"})
		},
	}
	if c.Scripts != "" {
		fmt.Fprintf(g.Err, "measuring %d scripts after small changes\n", len(scripts))
		if o.Edited, err = examine.Edited(ctx, scripts, os.DirFS(c.Scripts), o.Seed); err != nil {
			return err
		}
	}
	report, err := examine.ExamineTier(ctx, scripts, o)
	if errors.Is(err, grade.ErrTooFew) {
		return fmt.Errorf("the research set of generation %s cannot be graded: %w", lib.Generation(), err)
	}
	if err != nil {
		return err
	}
	return c.write(g.Out, report, scripts, examine.TierAbout{
		Generation: lib.Generation(), Model: modelVersion(lib), Command: c.command(),
	})
}

// command is how the card is written again, in general names.
func (c EvaluateTierCmd) command() string {
	command := "bin/kinodex evaluate tier --data data"
	if c.Scripts != "" {
		command += " --scripts screenplays"
	}
	return command + " --card docs/cards/tier.md"
}

// modelVersion is the version of the tier model that serves; "" without one.
func modelVersion(lib *library.Library) string {
	var model struct {
		Version string `json:"model_version"`
	}
	if b, err := lib.Research.Model(); err == nil && json.Unmarshal(b, &model) == nil {
		return model.Version
	}
	return ""
}

func (c EvaluateTierCmd) write(to io.Writer, r *examine.TierReport, scripts []examine.TierScript, about examine.TierAbout) error {
	files := []struct {
		path  string
		write func(io.Writer) error
	}{
		{c.Export, func(w io.Writer) error { return r.WriteMatrix(w, scripts) }},
		{c.Figures, func(w io.Writer) error { return r.WriteFigures(w, scripts) }},
		{c.Card, func(w io.Writer) error { return r.WriteCard(w, about) }},
	}
	for _, f := range files {
		if f.path == "" {
			continue
		}
		if err := putFile(f.path, f.write); err != nil {
			return err
		}
	}
	own := r.Own
	fmt.Fprintf(to, "generation %s, %d scripts: macro-F1 of the forest %.3f ± %.3f, of the regression %.3f ± %.3f (%d repeats)\n",
		about.Generation, r.Scripts, own.Forest.Mean(), own.Forest.SD(), own.Logistic.Mean(), own.Logistic.SD(), len(own.Forest.MacroF1))
	if c.Card == "" && !c.Brief {
		fmt.Fprintln(to)
		return r.WriteCard(to, about)
	}
	return nil
}

// putFile makes a file, and the folder it is in.
func putFile(path string, write func(io.Writer) error) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
