package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"kinodex/internal/library"
)

// LibraryCmd groups what looks after generations.
type LibraryCmd struct {
	Verify VerifyCmd       `cmd:"" help:"Verify every file of the current generation against its manifest. Example: kinodex library verify --data ./data"`
	List   LibraryListCmd  `cmd:"" help:"List the stored generations, with the current one. Example: kinodex library list --data ./data"`
	Audit  LibraryAuditCmd `cmd:"" help:"Count suspicious films of the current generation by class, and list some of each. Example: kinodex library audit --data ./data --class duplicate"`
	Use    LibraryUseCmd   `cmd:"" help:"Serve another stored generation. A running server switches to it. Example: kinodex library use 000006-5f2c9a01 --data ./data"`

	Publish   LibraryPublishCmd   `cmd:"" help:"Publish a generation to a bucket, from which replicas fetch it (kinodex serve --library). Example: kinodex library publish --data ./data --library s3://films/library?region=eu-west-1"`
	Published LibraryPublishedCmd `cmd:"" help:"List the generations in a bucket. Example: kinodex library published --library dir:/srv/library"`
	Rollback  LibraryRollbackCmd  `cmd:"" help:"Make replicas serve the previous generation again. Example: kinodex library rollback --library dir:/srv/library"`
	Prune     LibraryPruneCmd     `cmd:"" help:"Remove old generations from a bucket. Example: kinodex library prune --keep 3 --library dir:/srv/library"`
}

// VerifyCmd checks the current generation.
type VerifyCmd struct {
	Data string `help:"Data directory." default:"data" type:"path"`
}

// Run prints what it verified. A generation that differs from its manifest is an
// error.
func (c VerifyCmd) Run(g *Globals) error {
	m, err := library.Verify(library.Root(c.Data))
	if err != nil {
		return err
	}
	var bytes int64
	for _, f := range m.Files {
		bytes += f.Bytes
	}
	_, err = fmt.Fprintf(g.Out, "generation %s: %d films, %d files, %d bytes: verified\n",
		m.Generation, m.Films, len(m.Files), bytes)
	return err
}

// LibraryListCmd lists generations.
type LibraryListCmd struct {
	Data string `help:"Data directory." default:"data" type:"path"`
	JSON bool   `name:"json" help:"Print JSON."`
}

// Run prints the generations, the oldest first. One that does not open is listed
// with the reason.
func (c LibraryListCmd) Run(g *Globals) error {
	list, err := library.List(library.Root(c.Data))
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(g.Out, list)
	}
	w := tabwriter.NewWriter(g.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "GENERATION\tBUILT\tFILMS\tBYTES\tSTATE")
	for i := range list {
		e := &list[i]
		built := "unknown"
		if !e.BuiltAt.IsZero() {
			built = e.BuiltAt.Format(time.DateTime)
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%s\n", e.Generation, built, e.Films, e.Bytes, stateOf(e))
	}
	return w.Flush()
}

// stateOf returns what a generation's entry says of it, for people.
func stateOf(e *library.Entry) string {
	var words []string
	for _, word := range []struct {
		holds bool
		text  string
	}{
		{e.Serves, "serves"},
		{e.Withheld, "withheld: too few films"},
		{e.Label != "", e.Label},
		{e.Problem != "", "does not open: " + e.Problem},
	} {
		if word.holds {
			words = append(words, word.text)
		}
	}
	return strings.Join(words, "; ")
}

// LibraryUseCmd makes a generation serve.
type LibraryUseCmd struct {
	Generation string `arg:"" help:"Name of the generation, from kinodex library list."`
	Data       string `help:"Data directory." default:"data" type:"path"`
	JSON       bool   `name:"json" help:"Print JSON."`
}

// Run verifies the generation and makes it the one that serves. Nothing changes if
// it does not verify.
func (c LibraryUseCmd) Run(ctx context.Context, g *Globals) error {
	m, err := library.Use(ctx, library.Root(c.Data), c.Generation)
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(g.Out, map[string]any{"generation": m.Generation, "films": m.Films, "built_at": m.BuiltAt})
	}
	_, err = fmt.Fprintf(g.Out, "generation %s serves now: %d films\n", m.Generation, m.Films)
	return err
}

// printJSON writes v for programs to read.
func printJSON(to io.Writer, v any) error {
	e := json.NewEncoder(to)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
