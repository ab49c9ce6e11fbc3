package main

import (
	"context"
	"io"
	"path"
	"path/filepath"

	"kinodex/internal/screenplay/breakdown"
	"kinodex/internal/screenplay/parse"
	"kinodex/internal/slate"
	"kinodex/internal/terminal"
)

// breakdown prints the production breakdown of one script.
func (c AnalyzeCmd) breakdown(g *Globals, draft *manuscript) error {
	made := breakdown.Of(draft.script)
	if c.JSON {
		return terminal.WriteJSONLine(g.Out, made)
	}
	sheets, err := c.sheets(g.Out)
	if err != nil {
		return err
	}
	return sheets.Write(terminal.Sheet{Path: filepath.Base(draft.path), Title: slate.Title(draft.script), Breakdown: made})
}

// sheets returns what writes breakdowns in the form that was asked for.
func (c AnalyzeCmd) sheets(to io.Writer) (terminal.SheetWriter, error) {
	switch {
	case c.JSON:
		return terminal.NewJSONSheets(to), nil
	case c.CSV:
		return terminal.NewCSVSheets(to, c.Table)
	}
	return terminal.NewPageSheets(to, terminal.ScreenOf(to, c.ASCII)), nil
}

// sheetOf reads a file and breaks it down.
func sheetOf(ctx context.Context, reader parse.Reader, file, name string) terminal.Sheet {
	sheet := terminal.Sheet{Path: name}
	data, err := readFile(file)
	if err == nil {
		script, failed := reader.Read(ctx, path.Base(name), data)
		if err = failed; err == nil {
			sheet.Title, sheet.Breakdown = slate.Title(script), breakdown.Of(script)
		}
	}
	if err != nil {
		reason := slate.Reason(err)
		sheet.Error = &reason
	}
	return sheet
}
