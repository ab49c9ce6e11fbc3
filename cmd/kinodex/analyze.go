package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/slate"
	"kinodex/internal/terminal"
)

// AnalyzeCmd reads a screenplay, or all of a folder, and prints what the service would
// say of it: as a page, as JSON, as a row of CSV, as its production breakdown, as reports of a
// production or as the elements that were found in it. Nothing of the text is kept.
type AnalyzeCmd struct {
	File      string `arg:"" help:"Screenplay: Fountain, Final Draft, PDF with a text layer, Word, Fade In, Celtx, Highland, Trelby, or plain text. - is standard input. A folder gives a table of all its screenplays." type:"path"`
	Before    string `help:"Earlier draft to compare with. Example: --before draft1.fountain" placeholder:"DRAFT" type:"path" xor:"drafts,rows"`
	Data      string `help:"Data directory with the library to compare with. Default: ./data if it has a library, else the starter library in your cache directory." placeholder:"DIR" type:"path"`
	Ledger    string `help:"Ledger with the secret that signs the receipt in --json, as for kinodex serve. Default: kinodex.db in the data directory." placeholder:"URL"`
	JSON      bool   `name:"json" help:"Print JSON: the data of POST /api/v1/scripts/analyze, or of …/compare with --before. For a folder, print one JSON object per script, each on its own line." xor:"form"`
	CSV       bool   `name:"csv" help:"Print a table as CSV: one row per script, or with --breakdown one row per scene." xor:"form,rows"`
	Genre     string `help:"Genre of the film: the produced scripts that the page names are of it. Example: --genre Drama" placeholder:"NAME"`
	Year      int    `help:"Year of the film: the produced scripts that the page names are at most ten years older or newer." placeholder:"YEAR"`
	Breakdown bool   `help:"Print the production breakdown instead: scenes with their length in eighths of a page, place, time of day and cast, and totals. It needs no library." xor:"drafts"`
	Table     string `help:"Table of the breakdown that --csv prints: ${enum}." enum:"scenes,settings,times,places,locations,characters,presence" default:"scenes"`
	Report    string `help:"Print a report of a production instead: schedule, day-out-of-days, elements (what scenes need on set), script-days, places, cast, dialogue, sides, revisions, bechdel-wallace, or all. It needs no library." placeholder:"NAME" xor:"drafts"`
	Character string `help:"Character that the report dialogue or sides is of. Default: all. Example: --report sides --character IRIS" placeholder:"NAME"`
	Out       string `help:"With --report all, write all reports to this zip file: each as CSV, a page to print, and sides of each character. Example: --out pack.zip" placeholder:"FILE" type:"path"`
	Elements  bool   `help:"Print the elements of the script (headings, action, cues, dialogue) as one JSON object per line, without measurements." xor:"form,drafts"`
	ASCII     bool   `name:"ascii" help:"Draw with plain ASCII. This is the default if the locale is not UTF-8."`
}

// Run reads the drafts, asks the library and prints the answer to standard output.
// Progress goes to standard error. With --elements, --breakdown and --report no library is opened.
func (c AnalyzeCmd) Run(ctx context.Context, g *Globals) error {
	if c.File == "-" && c.Before == "-" {
		return errors.New("only one of the two drafts can be standard input")
	}
	if c.Table != "scenes" && !(c.Breakdown && c.CSV) {
		return errors.New("--table needs --breakdown and --csv")
	}
	if err := c.checkReports(); err != nil {
		return err
	}
	progress := terminal.StartProgress(g.Err)
	defer progress.Stop()
	if info, err := os.Stat(c.File); c.File != "-" && err == nil && info.IsDir() {
		return c.folder(ctx, g, progress)
	}
	progress.Step("reading the script")
	reader, err := newManuscriptReader()
	if err != nil {
		return err
	}
	draft, err := reader.read(ctx, c.File)
	if err != nil {
		return err
	}
	if c.Elements || c.Breakdown || c.Report != "" {
		progress.Stop()
		switch {
		case c.Breakdown:
			return c.breakdown(g, draft)
		case c.Report != "":
			return c.reports(g, draft)
		}
		return terminal.WriteElements(g.Out, draft.script)
	}
	var earlier *manuscript
	if c.Before != "" {
		if earlier, err = reader.read(ctx, c.Before); err != nil {
			return err
		}
	}
	progress.Step("opening the library")
	local, err := openLocalApp(ctx, localOptions{c.Data, c.JSON, c.Ledger, reader.pdf}, g.Err)
	if err != nil {
		return err
	}
	defer local.Close()
	progress.Step("measuring")
	if earlier != nil {
		return c.compare(ctx, g, local, progress, earlier, draft)
	}
	return c.analyze(ctx, g, local, progress, draft)
}

// analyze prints what is measured of one draft. A memory fault while the library's
// files are read is returned as an error.
func (c AnalyzeCmd) analyze(ctx context.Context, g *Globals, local *localApp, progress *terminal.Progress, draft *manuscript) (err error) {
	defer local.Rescue(&err)
	visit, err := local.Visit(writer)
	if err != nil {
		return err
	}
	defer visit.Close()
	if !c.JSON && !c.CSV {
		return c.page(ctx, g, local, visit, progress, draft)
	}
	found, err := visit.Analyze(ctx, app.AnalyzeQuestion{Draft: draft.asked()})
	if err != nil {
		return err
	}
	if c.JSON {
		progress.Stop()
		return writeJSON(g, found)
	}
	model, err := local.model(ctx)
	if err != nil {
		return err
	}
	progress.Stop()
	rows, err := terminal.NewCSVRows(g.Out)
	if err != nil {
		return err
	}
	return rows.Write(slate.NewRow(filepath.Base(c.File), draft.script, found.Analysis, model))
}

// page prints the page of one draft.
func (c AnalyzeCmd) page(ctx context.Context, g *Globals, local *localApp, visit *app.Visit, progress *terminal.Progress, draft *manuscript) error {
	found, err := visit.Study(ctx, app.StudyQuestion{Draft: draft.asked(), AdviceTerms: app.AdviceTerms{Genre: c.Genre, Year: c.Year}})
	if err != nil {
		return err
	}
	progress.Stop()
	study := terminal.Study{Name: draft.name, Script: draft.script, Analysis: found.Analysis.Analysis, Model: found.Model, Advice: found.Advice.Advice}
	return terminal.WriteAnalysis(g.Out, terminal.ScreenOf(g.Out, c.ASCII), &study)
}

// compare prints what changed from the earlier draft to the later one.
func (c AnalyzeCmd) compare(ctx context.Context, g *Globals, local *localApp, progress *terminal.Progress, earlier, later *manuscript) (err error) {
	defer local.Rescue(&err)
	visit, err := local.Visit(writer)
	if err != nil {
		return err
	}
	defer visit.Close()
	found, err := visit.Compare(ctx, app.CompareQuestion{Before: earlier.asked(), After: later.asked()})
	if err != nil {
		return err
	}
	progress.Stop()
	if c.JSON {
		return writeJSON(g, found)
	}
	return terminal.WriteComparison(g.Out, terminal.ScreenOf(g.Out, c.ASCII), earlier.title(), later.title(), found.DraftComparison)
}

// writer is the caller of a command without a server. It may read everything and
// uses no budget of an account.
var writer = access.Caller{Mode: access.SignedIn, Plan: access.Studio, Scopes: access.Scopes(access.Read), Sandbox: true}

// writeJSON writes answer as one line of compact JSON to standard output.
func writeJSON(g *Globals, answer any) error {
	b, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	_, err = g.Out.Write(append(b, '\n'))
	return err
}
