package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"kinodex/internal/examine"
	"kinodex/internal/library"
)

// EvaluateForecastCmd examines the forecast.
type EvaluateForecastCmd struct {
	Data   string `help:"Data directory with the library whose films are foretold." default:"data" type:"path"`
	Card   string `help:"Write the card as Markdown to this file instead of printing it." type:"path" placeholder:"FILE"`
	Tuning bool   `help:"Ask about the years that choices may be made on, instead of the held-out ones."`
	Gate   bool   `help:"Fail when a mark is short of what it must reach."`
}

// Run builds forecasts as of past years, asks about the films that came after,
// and writes the card.
func (c EvaluateForecastCmd) Run(ctx context.Context, g *Globals) error {
	lib, err := library.Open(libraryRoot(c.Data))
	if err != nil {
		return err
	}
	defer lib.Close()
	scratch, err := makeScratch(c.Data, "forecast-")
	if err != nil {
		return err
	}
	defer scratch.Close()
	first, last := examine.TrialFirst, examine.TrialLast
	if c.Tuning {
		first, last = examine.TuningFirst, examine.TrialFirst-1
	}
	trial, err := examine.RunTrial(ctx, lib.Catalog, scratch.Path(), first, last, func(s string) { fmt.Fprintln(g.Err, s) })
	if err != nil {
		return err
	}
	about := examine.ForecastAbout{
		Generation: lib.Generation(), Command: c.command(), Processors: runtime.GOMAXPROCS(0),
	}
	if scripts, ok := examine.TryScripts(trial.Asked, lib.Research.Features); ok {
		about.Scripts = &scripts
	}
	if err := c.write(g.Out, trial, about); err != nil {
		return err
	}
	if c.Gate {
		return shortOf(trial)
	}
	return nil
}

// command is how the card is written again, in general names.
func (c EvaluateForecastCmd) command() string {
	command := "kinodex evaluate forecast --data ./data --card docs/cards/forecast.md"
	if c.Tuning {
		command += " --tuning"
	}
	return command
}

func (c EvaluateForecastCmd) write(out io.Writer, trial *examine.Trial, about examine.ForecastAbout) error {
	if c.Card == "" {
		return trial.WriteCard(out, about)
	}
	file, err := os.Create(c.Card)
	if err != nil {
		return err
	}
	return errors.Join(trial.WriteCard(file, about), file.Close())
}

func shortOf(trial *examine.Trial) error {
	var all error
	for _, f := range trial.Floors() {
		if !f.Held() {
			all = errors.Join(all, fmt.Errorf("%s: %.3f is outside %.2f to %.2f", f.Name, f.Value, f.Least, f.Most))
		}
	}
	return all
}
