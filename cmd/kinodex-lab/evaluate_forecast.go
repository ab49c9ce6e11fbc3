package main

import (
	"context"
	"fmt"
	"io"

	"kinodex/internal/cli"
	"kinodex/internal/eval"
	"kinodex/internal/eval/forecast"
	"kinodex/internal/library"
	"kinodex/internal/scratch"
)

// EvaluateForecastCmd evaluates the forecast on films of later years than those
// that it was made from.
type EvaluateForecastCmd struct {
	libraryFlag
	cardFlag
	gateFlag
	Tuning bool `help:"Use the development years, on which the model may be tuned, instead of the held-out ones."`
}

// Run builds forecasts as of past years, asks about the films that came after, and
// writes the card. The forecasts are built in a temporary directory under the data
// directory, which is removed. What is done is said on standard error.
func (c EvaluateForecastCmd) Run(ctx context.Context, g *cli.Streams) error {
	return c.with(func(lib *library.Library) error {
		dir, err := scratch.In(c.Data, "forecast-")
		if err != nil {
			return err
		}
		defer dir.Close()
		command := "kinodex-lab evaluate forecast --data ./data --card docs/cards/forecast.md"
		first, last := forecast.FirstYear, forecast.NewestYear
		if c.Tuning {
			first, last = forecast.FirstTuningYear, forecast.FirstYear-1
			command += " --tuning"
		}
		report, err := forecast.Run(ctx, lib.Catalog, dir.Path(), first, last, func(s string) { fmt.Fprintln(g.Err, s) })
		if err != nil {
			return err
		}
		if scripts, ok := forecast.TryScreenplays(report.Asked, lib.Research.Features); ok {
			report.Screenplays = &scripts
		}
		about := eval.About{Generation: lib.Generation(), Command: command}
		if err := c.write(g.Out, func(w io.Writer) error { return report.WriteCard(w, about) }); err != nil {
			return err
		}
		return c.check(report.Bounds())
	})
}
