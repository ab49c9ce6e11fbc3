package main

import (
	"context"
	"errors"

	"kinodex/internal/access"
	"kinodex/internal/app"
)

// AnalyzeCmd reads a screenplay and prints what the service would say of it, as
// a page, as JSON, or as the elements it was taken apart into. Nothing of the text
// is kept.
type AnalyzeCmd struct {
	File     string `arg:"" help:"The screenplay: Fountain, Final Draft, PDF with a text layer, or plain text; - for standard input." type:"path"`
	Before   string `help:"An earlier draft to compare with. Example: --before draft1.fountain" placeholder:"DRAFT" type:"path" xor:"drafts"`
	Data     string `help:"Data directory with the library to hold it against; ./data when it has one, else the starter library, kept in your cache directory." placeholder:"DIR" type:"path"`
	Ledger   string `help:"Ledger whose secret signs the receipt in --json, as for serve; that of the data directory when empty." placeholder:"URL"`
	JSON     bool   `name:"json" help:"Print what POST /api/v1/scripts/analyze (with --before: …/compare) answers under data." xor:"form"`
	Elements bool   `help:"Print what the script was taken apart into, one JSON object a line, measuring nothing." xor:"form,drafts"`
	ASCII    bool   `name:"ascii" help:"Draw with plain ASCII, as is done where the locale is not UTF-8."`
}

// Run reads, asks and prints.
func (c AnalyzeCmd) Run(ctx context.Context, g *Globals) error {
	if c.File == "-" && c.Before == "-" {
		return errors.New("only one of the two drafts can come from standard input")
	}
	waiting := wait(g.Err)
	defer waiting.end()
	waiting.at("reading the script")
	reader, err := newManuscriptReader()
	if err != nil {
		return err
	}
	draft, err := reader.read(ctx, c.File)
	if err != nil {
		return err
	}
	if c.Elements {
		waiting.end()
		return writeElements(g.Out, draft.script)
	}
	var earlier *manuscript
	if c.Before != "" {
		if earlier, err = reader.read(ctx, c.Before); err != nil {
			return err
		}
	}
	waiting.at("opening the library")
	desk, err := openWritersDesk(ctx, c, reader.pdf, g.Err)
	if err != nil {
		return err
	}
	defer desk.Close()
	waiting.at("measuring")
	if earlier != nil {
		return c.compare(ctx, g, desk, waiting, earlier, draft)
	}
	return c.analyze(ctx, g, desk, waiting, draft)
}

func (c AnalyzeCmd) analyze(ctx context.Context, g *Globals, desk *writersDesk, waiting *patience, draft *manuscript) (err error) {
	defer desk.Rescue(&err)
	visit, err := desk.Visit(writer)
	if err != nil {
		return err
	}
	defer visit.Close()
	found, err := visit.Analyze(ctx, app.AnalyzeQuestion{Draft: draft.asked()})
	if err != nil {
		return err
	}
	if c.JSON {
		waiting.end()
		return writeLine(g, found.AppendData(nil))
	}
	model, err := desk.model(ctx)
	if err != nil {
		return err
	}
	waiting.end()
	p := newPage(screenOf(g.Out, c.ASCII))
	p.analysis(&study{draft.name, draft.script, found.Analysis, model})
	return p.print(g.Out)
}

func (c AnalyzeCmd) compare(ctx context.Context, g *Globals, desk *writersDesk, waiting *patience, earlier, later *manuscript) (err error) {
	defer desk.Rescue(&err)
	visit, err := desk.Visit(writer)
	if err != nil {
		return err
	}
	defer visit.Close()
	found, err := visit.Compare(ctx, app.CompareQuestion{Before: earlier.asked(), After: later.asked()})
	if err != nil {
		return err
	}
	waiting.end()
	if c.JSON {
		return writeLine(g, found.AppendData(nil))
	}
	p := newPage(screenOf(g.Out, c.ASCII))
	p.drafts(earlier.title(), later.title(), found.Comparing)
	return p.print(g.Out)
}

// writer is who asks at this keyboard: somebody who may read all, and who spends
// no budget of an account.
var writer = access.Caller{Mode: access.SignedIn, Plan: access.Studio, Scopes: access.Scopes(access.Read), Sandbox: true}

func writeLine(g *Globals, line []byte) error {
	_, err := g.Out.Write(append(line, '\n'))
	return err
}
