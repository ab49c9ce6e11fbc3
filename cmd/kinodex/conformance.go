package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"time"

	"kinodex/internal/conformance"
)

// ConformanceCmd holds a server against the interface.
type ConformanceCmd struct {
	URL  string `arg:"" help:"Address of the server, without a path, such as http://127.0.0.1:8080"`
	Key  string `help:"API key. A run costs two requests of its budget. A key of the Producer plan or above allows more checks." required:""`
	JSON bool   `name:"json" help:"Print the report as JSON."`
	All  bool   `help:"Also print the checks that passed."`
}

// Run prints what differs. It fails when anything does, or the server cannot be asked.
func (c ConformanceCmd) Run(ctx context.Context, g *Globals) error {
	if u, err := url.Parse(c.URL); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" {
		return errors.New("the address must be that of a server, such as http://127.0.0.1:8080")
	}
	o := conformance.Options{URL: c.URL, Key: c.Key, Progress: func(check conformance.Check) {
		if c.JSON || check.Status == conformance.Pass && !c.All {
			return
		}
		fmt.Fprintf(g.Out, "%s  %s: %s", check.Status, check.Group, check.Name)
		if check.Detail != "" {
			fmt.Fprintf(g.Out, "\n      %s", check.Detail)
		}
		fmt.Fprintln(g.Out)
	}}
	o.Wait = func(ctx context.Context, d time.Duration) error {
		fmt.Fprintf(g.Err, "the server limits requests; waiting %s as it asks\n", d)
		return conformance.Wait(ctx, d)
	}
	report, err := conformance.Run(ctx, o)
	if err != nil {
		return err
	}
	if c.JSON {
		text, err := json.MarshalIndent(report, "", "  ")
		if err != nil {
			return fmt.Errorf("write the report: %w", err)
		}
		fmt.Fprintf(g.Out, "%s\n", text)
	} else {
		fmt.Fprintf(g.Out, "%d checks passed, %d failed, %d skipped: %s, version %s\n", report.Passed, report.Failed, report.Skipped, report.URL, report.Version)
	}
	if report.Failed > 0 {
		return fmt.Errorf("%s differs from the interface in %d of %d checks", report.URL, report.Failed, len(report.Checks))
	}
	return nil
}
