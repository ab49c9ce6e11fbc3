package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"kinodex/internal/examine"
	"kinodex/internal/film"
	"kinodex/internal/ingest"
	"kinodex/internal/library"
)

// EvaluatePostersCmd examines the reader of posters, and fits its model.
type EvaluatePostersCmd struct {
	Posters string `help:"Folder of posters named after film ids, such as tt0054331.jpg." required:"" type:"existingdir"`
	Data    string `help:"Data directory with the library that knows the films' genres and years." default:"data" type:"path"`
	Oracle  string `help:"What other programs found in the posters, as internal/examine/posters_oracle.py writes it." type:"existingfile" placeholder:"FILE"`
	Card    string `help:"Write the card as Markdown to this file instead of printing it." type:"path" placeholder:"FILE"`
	Model   string `help:"Fit the model on all posters and write it to this file. Example: --model internal/poster/look/model.json" type:"path" placeholder:"FILE"`
	Again   int    `help:"How many posters to read again after changes, at most." default:"200"`
}

// Run examines, and writes what it was asked for.
func (c EvaluatePostersCmd) Run(ctx context.Context, g *Globals) error {
	lib, err := library.Open(libraryRoot(c.Data))
	if err != nil {
		return err
	}
	defer lib.Close()
	tell := progress(g.Err)
	set, err := examine.ReadPosters(ctx, os.DirFS(c.Posters), posterLabels(lib), func(done, total int) {
		tell(ingest.Progress{Stage: "reading", Done: int64(done), Total: int64(total), Unit: "posters"})
	})
	if err != nil {
		return err
	}
	report := &examine.PosterReport{Set: set}
	fmt.Fprintf(g.Err, "telling genres and years of %d posters out of fold\n", len(set.Pictures))
	report.Trial = set.TryPosters(examine.HeldOutSeed)
	if report.Gaps, err = set.Stability(ctx, c.Again); err != nil {
		return err
	}
	if c.Oracle != "" {
		f, err := os.Open(c.Oracle)
		if err != nil {
			return err
		}
		defer f.Close()
		found, err := examine.ReadPosterOracle(f)
		if err != nil {
			return err
		}
		report.Agreement = set.Agree(found)
	}
	if report.Speed, err = set.Speed(); err != nil {
		return err
	}
	return c.write(g.Out, report, examine.PosterAbout{Generation: lib.Generation(), Command: c.command()})
}

// posterLabels knows films by the library.
func posterLabels(lib *library.Library) func(film.ID) (examine.PosterLabel, bool) {
	return func(id film.ID) (examine.PosterLabel, bool) {
		doc, ok := lib.Catalog.ByID(id)
		if !ok {
			return examine.PosterLabel{}, false
		}
		f, err := lib.Catalog.Film(doc)
		if err != nil || len(f.Genres) == 0 {
			return examine.PosterLabel{}, false
		}
		label := examine.PosterLabel{Genres: f.Genres}
		if f.Year != nil {
			label.Year = *f.Year
		}
		return label, true
	}
}

// command is how the card is written again, in general names.
func (c EvaluatePostersCmd) command() string {
	command := "bin/kinodex evaluate posters --posters posters --data data"
	if c.Oracle != "" {
		command += " --oracle oracle.ndjson"
	}
	return command + " --card docs/cards/posters.md"
}

func (c EvaluatePostersCmd) write(to io.Writer, r *examine.PosterReport, about examine.PosterAbout) error {
	t := r.Trial
	fmt.Fprintf(to, "generation %s, %d posters: macro-F1 %.3f (majority %.3f, random %.3f, all %.3f), year error %.1f (mean %.1f)\n",
		about.Generation, t.Posters, t.MacroF1, t.Majority, t.Random, t.Always, t.YearMAE, t.MeanMAE)
	if c.Model != "" {
		model, err := json.Marshal(r.Set.FitPosters(t, r.Made(about), t.GenreNote()))
		if err != nil {
			return err
		}
		if err := putFile(c.Model, func(w io.Writer) error { _, err := w.Write(append(model, '\n')); return err }); err != nil {
			return err
		}
	}
	if c.Card == "" {
		fmt.Fprintln(to)
		return r.WriteCard(to, about)
	}
	return putFile(c.Card, func(w io.Writer) error { return r.WriteCard(w, about) })
}
