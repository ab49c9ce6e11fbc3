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

// EvaluateChallengeCmd asks the forecast which of two films did better.
type EvaluateChallengeCmd struct {
	libraryFlag
	cardFlag
	Tuning bool `help:"Use the development years, on which the model may be tuned, instead of the held-out ones."`
}

// Run builds forecasts as of past years, as EvaluateForecastCmd does, and asks them about all pairs
// of films of one year and band of budgets.
func (c EvaluateChallengeCmd) Run(ctx context.Context, g *cli.Streams) error {
	return c.with(func(lib *library.Library) error {
		dir, err := scratch.In(c.Data, "challenge-")
		if err != nil {
			return err
		}
		defer dir.Close()
		command := "kinodex-lab evaluate challenge --data ./data --card docs/cards/challenge.md"
		first, last := forecast.FirstYear, forecast.LastYear
		if c.Tuning {
			first, last = forecast.FirstTuningYear, forecast.FirstYear-1
			command += " --tuning"
		}
		report, err := forecast.Run(ctx, lib.Catalog, dir.Path(), first, last, func(s string) { fmt.Fprintln(g.Err, s) })
		if err != nil {
			return err
		}
		about := eval.About{Generation: lib.Generation(), Command: command}
		return c.write(g.Out, func(w io.Writer) error { return report.WriteChallenge(w, about) })
	})
}
