package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"kinodex/internal/app"
	"kinodex/internal/blob"
	"kinodex/internal/cli"
	"kinodex/internal/ingest"
	"kinodex/internal/library"
	"kinodex/internal/scratch"
	"kinodex/internal/serve"
	"kinodex/internal/snapshot"
)

// SnapshotCmd groups what is done with snapshots.
type SnapshotCmd struct {
	Build  SnapshotBuildCmd  `cmd:"" help:"Make a snapshot of the current library generation. Example: kinodex snapshot build --data ./data --base-url https://films.example.com"`
	Verify SnapshotVerifyCmd `cmd:"" help:"Verify the files of a snapshot against its manifest, and the manifest against its signature. Example: kinodex snapshot verify ./export"`
}

// SnapshotBuildCmd makes the snapshot of the library in a data directory.
type SnapshotBuildCmd struct {
	Data    string `help:"Data directory with the library." default:"data" type:"path"`
	Ledger  string `help:"Ledger with the secret that signs links: sqlite:PATH or postgres://… Default: kinodex.db in the data directory." placeholder:"URL"`
	Bucket  string `help:"Bucket for the snapshot: dir:PATH or s3://… Default: the folder objects in the data directory." placeholder:"URL"`
	Formats names  `name:"format" help:"Formats of the snapshot, comma-separated: ndjson (always made), parquet and sqlite. Example: ndjson,parquet" default:"ndjson,parquet,sqlite" placeholder:"FORMATS"`
	Out     string `help:"Also copy the files and their manifest into this directory. Example: --out ./export" placeholder:"DIR" type:"path"`
	BaseURL string `name:"base-url" help:"Public base URL of the service, for links in the snapshot. Default: the base URL of the stored snapshot, or relative links if there is none. Use the base URL of kinodex serve, because another one changes every film. Example: https://films.example.com" placeholder:"URL"`
}

// Run makes it, unless it is there.
func (c SnapshotBuildCmd) Run(ctx context.Context, g *Globals) error {
	base, err := serve.ParseBase(c.BaseURL)
	if err != nil {
		return err
	}
	tables, err := tablesOf(c.Formats)
	if err != nil {
		return err
	}
	if !hasLibrary(c.Data) { // rather than export the starter library for a wrong --data
		return fmt.Errorf("%s: %w", c.Data, library.ErrEmpty)
	}
	log := slog.New(slog.DiscardHandler)
	led, closer, err := openLedger(ctx, c.Data, c.Ledger, "", nil)
	if err != nil {
		return err
	}
	defer closer.Close()
	objects, err := openBucket(ctx, c.Data, c.Bucket, led)
	if err != nil {
		return err
	}
	defer objects.Close()
	if base, err = keepBase(ctx, objects, base, g.Err); err != nil {
		return err
	}
	dir, err := scratch.In(c.Data, snapshotScratch)
	if err != nil {
		return err
	}
	defer dir.Close()
	holder, err := openLibraryBeside(ctx, c.Data, objects, log)
	if err != nil {
		return err
	}
	defer holder.Close()
	service, err := app.New(ctx, app.Options{Holder: holder, Ledger: led, Bucket: objects, Version: ServiceVersion})
	if err != nil {
		return err
	}
	began := time.Now()
	tell := cli.Progress(g.Err)
	m, made, err := service.BuildSnapshot(ctx, snapshot.Options{Base: base, Scratch: dir.Path(), Tables: tables, Progress: func(done, total int64) {
		tell(ingest.Progress{Stage: "snapshot", Done: done, Total: total, Unit: "films"})
	}})
	if err != nil {
		return err
	}
	if c.Out != "" {
		if err := copySnapshot(ctx, objects, m, c.Out); err != nil {
			return fmt.Errorf("copy the snapshot to %s: %w", c.Out, err)
		}
	}
	return tellSnapshot(g.Out, m, made, time.Since(began))
}

// keepBase returns what links are to begin with: the address that was given, or, without one,
// that of the stored snapshot, so that an export leaves alone what the service serves. Another
// address than the stored one changes every film for those who follow the changes, and is told.
func keepBase(ctx context.Context, objects blob.Bucket, given string, w io.Writer) (string, error) {
	m, err := snapshot.Current(ctx, objects)
	if errors.Is(err, snapshot.ErrNone) {
		return given, nil
	}
	if err != nil {
		return "", err
	}
	stored := ""
	if m.BaseURL != nil {
		stored = *m.BaseURL
	}
	if given == "" || given == stored {
		return stored, nil
	}
	_, err = fmt.Fprintf(w, "kinodex: links in the stored snapshot begin with %s, and those of this one with %s, so every film counts as changed. "+
		"An export with an address of its own belongs into a --bucket of its own\n", cmp.Or(stored, "/"), given)
	return given, err
}

// tellSnapshot says what was made.
func tellSnapshot(w io.Writer, m *snapshot.Manifest, made bool, took time.Duration) error {
	if !made {
		_, err := fmt.Fprintf(w, "snapshot %s already exists: %d films, %d bytes\n", m.Version, m.FilmCount, m.Bytes)
		return err
	}
	_, err := fmt.Fprintf(w, "snapshot %s: %d films, %d bytes, in %s\n", m.Version, m.FilmCount, m.Bytes, took.Round(10*time.Millisecond))
	for _, f := range m.Files {
		if err == nil && f.File != snapshot.Lines {
			_, err = fmt.Fprintf(w, "%s: %d bytes\n", f.File, f.Bytes)
		}
	}
	if c := m.Changes; err == nil && c != nil {
		_, err = fmt.Fprintf(w, "since %s: %d films are new or different, %d are gone; %d bytes\n", c.Since, c.Puts, c.Deletes, c.Bytes)
	}
	return err
}

// tablesOf returns the formats beside the lines, which are always made.
func tablesOf(formats names) (tables []string, err error) {
	for _, format := range formats.strings() {
		switch {
		case format == snapshot.Lines:
		case slices.Contains(snapshot.Tables, format):
			tables = append(tables, format)
		default:
			return nil, fmt.Errorf("%q is not a format of snapshots; use %s or %s", format, snapshot.Lines, strings.Join(snapshot.Tables, " or "))
		}
	}
	return tables, nil
}

// How a server keeps snapshots: how often it looks whether another generation
// serves, and how long it waits after a failure.
const (
	snapshotEvery = time.Second
	snapshotRetry = time.Minute
)

// snapshotScratch is what the names of directories begin with in which snapshots
// are made.
const snapshotScratch = "snapshot-"

// named gives the generation of which a snapshot is due: what serves, unless it only
// stands in for one that cannot be read, since mirrors would drop what that has.
func named(holder *library.Holder) func() string {
	return func() string {
		state := holder.State()
		if state.Err != nil {
			return ""
		}
		return state.Generation
	}
}

// keepSnapshots makes the snapshot of each generation that serves until ctx ends, in
// the way that making says.
func keepSnapshots(ctx context.Context, service *app.App, generation func() string, making snapshot.Options, log *slog.Logger) {
	made := ""
	for wait := time.Duration(0); ; {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		wait = snapshotEvery
		serving := generation()
		if serving == made || serving == "" {
			continue
		}
		m, fresh, err := service.BuildSnapshot(ctx, making)
		if fresh || err != nil {
			// A snapshot holds several times what serving does. A quiet server would keep it:
			// the collector runs when something is allocated.
			debug.FreeOSMemory()
		}
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			log.Error("no snapshot was made", "generation", serving, "error", err)
			wait = snapshotRetry
			continue
		case fresh:
			log.Info("snapshot made", "version", m.Version, "films", m.FilmCount, "bytes", m.Bytes)
		}
		made = m.Generation
	}
}

// snapshotLinks says what links in snapshots begin with: the address the server is
// told; if it is told none, that of this machine alone, when it listens there; else
// nothing, since an address such as [::] leads nowhere.
func snapshotLinks(ctx context.Context, base string, listening net.Addr) snapshot.Options {
	if base != "" {
		return snapshot.Options{Base: base}
	}
	o := snapshot.Options{Leads: func(m *snapshot.Manifest) bool { return m.Relative() || leadsHere(ctx, m.BaseURL) }}
	if isLoopback(listening) {
		o.Base = "http://" + listening.String()
	}
	return o
}

// leadsHere reports whether an address is of this machine alone and a server answers
// there, such as another one of the same data directory.
func leadsHere(ctx context.Context, base *string) bool {
	if base == nil {
		return false
	}
	u, err := url.Parse(*base)
	if err != nil {
		return false
	}
	at, err := netip.ParseAddrPort(u.Host)
	if err != nil || !at.Addr().IsLoopback() {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, *base+"/healthz", nil)
	if err != nil {
		return false
	}
	answer, err := direct().Do(r) // who stored the manifest may not send us on
	if err != nil {
		return false
	}
	answer.Body.Close()
	return answer.StatusCode == http.StatusOK
}
