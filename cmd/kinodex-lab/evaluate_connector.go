package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"kinodex/internal/cli"
	"kinodex/internal/eval/connector"
)

// EvaluateConnectorCmd evaluates what an agent spends at the connector of running servers.
type EvaluateConnectorCmd struct {
	At       []string `help:"Servers to ask, as NAME=URL of their connectors; each is asked all questions." placeholder:"NAME=URL" required:""`
	Versions []string `help:"Versions of the protocol to speak." default:"2025-11-25,2026-07-28"`
	Misses   bool     `help:"Print the questions that were not answered, with what lacked."`
}

// Run asks each server in each version and prints the table.
// The key of a Studio account is in KINODEX_KEY, since others can read command lines.
func (c EvaluateConnectorCmd) Run(ctx context.Context, g *cli.Streams) error {
	var reports []*connector.Report
	for _, at := range c.At {
		name, url, ok := strings.Cut(at, "=")
		if !ok {
			return fmt.Errorf("--at %s: a name, = and the address of a connector", at)
		}
		for _, version := range c.Versions {
			r, err := connector.Evaluate(ctx, connector.Server{Name: name, URL: url, Key: os.Getenv("KINODEX_KEY")}, version)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			reports = append(reports, r)
			if c.Misses {
				for _, m := range r.Missed {
					fmt.Fprintf(g.Out, "%s %s\t%s\n", name, version, m)
				}
			}
		}
	}
	return connector.Write(g.Out, reports)
}
