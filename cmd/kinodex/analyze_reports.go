package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"kinodex/internal/cli"
	"kinodex/internal/screenplay/production"
	"kinodex/internal/serve/reports"
	"kinodex/internal/slate"
	"kinodex/internal/terminal"
)

// allReports is what --report takes for every report.
const allReports = "all"

// checkReports returns an error for flags of reports that do not go together.
func (c AnalyzeCmd) checkReports() error {
	switch {
	case c.Report == "" && (c.Character != "" || c.Out != ""):
		return errors.New("--character and --out need --report")
	case c.Report == "":
		return nil
	case c.Report != allReports && !slices.Contains(production.Names(), c.Report):
		return fmt.Errorf("there is no report %q: --report takes all, %s", terminal.Printable(c.Report), strings.Join(production.Names(), ", "))
	case c.Out != "" && (c.Report != allReports || c.JSON || c.CSV):
		return errors.New("--out writes all reports as a zip file: give it with --report all, and without --json and --csv")
	case c.Report == allReports && c.CSV:
		return errors.New("all reports are several tables: give --out FILE.zip instead of --csv")
	case c.Character == "":
		return nil
	}
	if !slices.Contains(production.ByCharacter(), c.Report) {
		return fmt.Errorf("--character needs a report by character: --report %s", strings.Join(production.ByCharacter(), " or --report "))
	}
	return nil
}

// reports prints a report of a production, or all, or writes all as a zip file.
func (c AnalyzeCmd) reports(g *Globals, draft *manuscript) error {
	made := production.Of(draft.script)
	who, err := c.character(made)
	if err != nil {
		return err
	}
	title := filepath.Base(draft.path)
	if t := slate.Title(draft.script); t != nil {
		title = *t
	}
	if c.Out != "" {
		return cli.CreateFile(c.Out, func(w io.Writer) error { return reports.WritePack(w, title, time.Now(), made) })
	}
	if c.Report == allReports {
		sheets := made.Sheets()
		if c.JSON {
			return writeJSON(g, map[string]any{"reports": sheets})
		}
		return terminal.WriteReports(g.Out, terminal.ScreenOf(g.Out, c.ASCII), title, sheets)
	}
	screen := terminal.ScreenOf(g.Out, c.ASCII)
	if c.Report == "sides" && !c.JSON && !c.CSV {
		return terminal.WriteSides(g.Out, screen, title, made.SidesOf(made.Names(who)))
	}
	report, _ := production.Named(c.Report)
	sheet := report.Of(made, who)
	switch {
	case c.JSON:
		return writeJSON(g, sheet)
	case c.CSV:
		return reports.Table(sheet).WriteCSV(g.Out)
	}
	return terminal.WriteReports(g.Out, screen, title, []production.Sheet{sheet})
}

// character returns the folded name of the character that --character names; empty without it.
func (c AnalyzeCmd) character(p *production.Production) (string, error) {
	if c.Character == "" {
		return "", nil
	}
	name, found := p.Character(c.Character)
	if found {
		return name, nil
	}
	parts := p.LargestParts()
	if len(parts) == 0 {
		return "", errors.New("nobody speaks in this script")
	}
	return "", fmt.Errorf("nobody called %s speaks in this script; the largest parts are %s", terminal.Printable(c.Character), terminal.Printable(strings.Join(parts, ", ")))
}
