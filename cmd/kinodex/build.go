package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/klauspost/compress/zstd"

	"kinodex/internal/cli"
	"kinodex/internal/dataquality"
	"kinodex/internal/film"
	"kinodex/internal/ingest"
	"kinodex/internal/library"
	"kinodex/internal/starter"
)

// BuildCmd makes source files into a library generation.
type BuildCmd struct {
	Data        string             `help:"Data directory for the new generation." default:"data" type:"path"`
	Films       []string           `help:"Source files, or directories with source files. The build detects formats by content. Default: the files downloaded by kinodex sources fetch. Example: --films ./imdb --films ./tmdb" placeholder:"PATH" type:"path" sep:","`
	Scripts     string             `help:"Folder of screenplays to measure for the research set, with an index.csv or files named after films. The library does not store their texts. Default: the measurements that come with the program. Example: --scripts ./screenplays" placeholder:"DIR" type:"path"`
	Likes       string             `help:"Ratings for collaborative filtering in recommendations: a CSV file with the columns userId, rating, and filmdb_id or moviedb_id. Check that you may use them. Example: --likes ./ratings.csv" placeholder:"FILE" type:"path"`
	Bucket      string             `help:"Bucket of ingested posters, as for kinodex serve: dir:PATH or s3://… Default: the folder objects in the data directory." placeholder:"URL"`
	Workers     int                `help:"Number of files that the build reads in parallel. 0: chosen automatically." default:"0"`
	Max         dataquality.Limits `help:"Maximum number of findings of a class of kinodex library audit. With more, the build fails and the current library stays. Example: --max duplicate=0,no_country=5000" placeholder:"CLASS=N" mapsep:","`
	Encoder     string             `help:"Compute vectors of the films with most votes, so that a description finds a film although its synopsis uses other words: on or off. The first build of a full library takes about ten minutes longer on two processors. Later builds compute only the vectors of changed texts." enum:"on,off" default:"on"`
	AllowShrink bool               `name:"allow-shrink" help:"Serve the new generation even if it has over 20 % fewer films than the current one. Without this flag, the build keeps such a generation but does not serve it; kinodex library use serves it."`
	Publish     bool               `help:"Publish the generation to the bucket of --library, as kinodex library publish does." env:"-"`
	Library     string             `help:"Bucket for --publish: dir:PATH or s3://…" placeholder:"URL"`
	SwapIn      time.Duration      `name:"swap-in" help:"Time that replicas wait before they serve the published generation." default:"2m"`
}

// Run builds and publishes a generation and prints the report to standard output;
// progress and warnings go to standard error. A build that is interrupted or finds
// no film leaves the generation that serves as it was. A generation of too few
// films is kept, but does not serve: its report is printed and an error returned.
func (c BuildCmd) Run(ctx context.Context, g *Globals) error {
	if err := knownClasses(c.Max, ""); err != nil {
		return err
	}
	if c.Publish && c.Library == "" {
		return errNoBucket
	}
	inputs := ""
	if len(c.Films) == 0 {
		fetched, store, err := fetchedSources(c.Data)
		if err != nil {
			return err
		}
		defer store.Close()
		if inputs, err = c.inputs(store); err != nil {
			return err
		}
		c.Films = fetched
	}
	m, err := c.make(ctx, g, inputs, time.Time{})
	if err != nil {
		return err
	}
	return c.publish(ctx, g, m.Generation)
}

// errNoBucket says that --publish does not say where to.
var errNoBucket = errors.New("--publish needs a bucket: name it with --library")

// publish sends a generation to the bucket of libraries, if the flags say so.
func (c BuildCmd) publish(ctx context.Context, g *Globals, generation string) error {
	if !c.Publish {
		return nil
	}
	publish := LibraryPublishCmd{libraryBucket: libraryBucket{Library: c.Library}, Generation: generation, Data: c.Data, SwapIn: c.SwapIn}
	if err := publish.Run(ctx, g); err != nil {
		return fmt.Errorf("the generation was built but not published; run kinodex library publish to publish it: %w", err)
	}
	return nil
}

// make builds and publishes a generation, prints its report, and returns its manifest.
// What it is made of is recorded as inputs. Models that were learned since a time, if one
// is given, are taken over.
func (c BuildCmd) make(ctx context.Context, g *Globals, recorded string, learnedSince time.Time) (library.Manifest, error) {
	boundBuild()
	var none library.Manifest
	tell := cli.Progress(g.Err)
	scripts, err := cli.MeasuredScripts(ctx, c.Scripts, tell, g.Err)
	if err != nil {
		return none, err
	}
	staged := func(stage string, done, total int64) {
		tell(ingest.Progress{Stage: stage, Done: done, Total: total})
	}
	posters, err := builtPosters(ctx, c.Data, c.Bucket, staged, g.Err)
	if err != nil {
		return none, err
	}
	builder := "kinodex " + ServiceVersion
	inputs := library.Inputs{Scripts: scripts, Posters: posters, LearnedSince: learnedSince, Builder: builder}
	if c.Encoder == "on" {
		inputs.Encode = library.MostEncoded
	}
	if c.Likes != "" {
		likes, err := os.Open(c.Likes)
		if err != nil {
			return none, err
		}
		defer likes.Close()
		inputs.Likes = likes
	}
	build, err := library.Begin(library.Root(c.Data), inputs)
	if err != nil {
		return none, err
	}
	build.AllowShrink = c.AllowShrink
	report, err := c.fill(ctx, build, tell)
	if err != nil {
		build.Discard()
		return none, err
	}
	defer func() { _ = report.WriteWarnings(g.Err) }() // last, where they are seen
	m, err := build.Publish(ctx, library.Manifest{Builder: builder, Inputs: recorded, Sources: append(manifestSources(report), starter.ReadingsSource(posters.Carried()))}, time.Now(), staged)
	var withheld *library.WithheldError
	if err != nil && !errors.As(err, &withheld) {
		return none, err
	}
	if err := errors.Join(report.WriteText(g.Out), err); err != nil {
		return none, err
	}
	_, err = fmt.Fprintf(g.Out, "\ngeneration %s serves now: %d films, built in %s\nreport.txt, report.json and rejects.ndjson.zst are in %s\n",
		m.Generation, m.Films, time.Since(report.Started).Round(time.Second), filepath.Join(library.Root(c.Data), m.Generation))
	return m, err
}

// fill reads the sources into the build and writes report.txt, report.json and
// rejects.ndjson.zst into its directory. It is an error if no film is found, or more
// suspicious ones than Max allows. The caller discards the build after an error.
func (c BuildCmd) fill(ctx context.Context, build *library.Build, tell func(ingest.Progress)) (*ingest.Report, error) {
	rejects, err := os.Create(filepath.Join(build.Dir(), "rejects.ndjson.zst"))
	if err != nil {
		return nil, err
	}
	defer rejects.Close()
	packed, err := zstd.NewWriter(rejects, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	auditor := dataquality.NewAuditor()
	report, err := ingest.Build(ctx, ingest.Options{
		Paths: c.Films,
		Out: func(f *film.Film) error {
			auditor.Add(f)
			return build.Add(f)
		},
		Sighted:  build.Sighted,
		Synopses: build.Synopses,
		Rejects:  packed,
		Progress: tell,
		Workers:  c.Workers,
	})
	if err == nil && report.Films == 0 {
		err = &ingest.NoFilmsError{Paths: c.Films, Report: report}
	}
	if err == nil {
		err = c.Max.Check(auditor.Results())
	}
	if err != nil {
		return nil, err
	}
	if err := errors.Join(packed.Close(), rejects.Close()); err != nil {
		return nil, err
	}
	for name, write := range map[string]func(io.Writer) error{"report.txt": report.WriteText, "report.json": report.WriteJSON} {
		if err := cli.CreateFile(filepath.Join(build.Dir(), name), write); err != nil {
			return nil, err
		}
	}
	return report, nil
}

// manifestSources returns the sources that the generation was made of, in the order of the
// report. Files of which nothing was used are left out.
func manifestSources(r *ingest.Report) []library.Source {
	var list []library.Source
	for _, s := range r.Sources {
		if s.Unused == "" {
			list = append(list, library.Source{Name: s.Source, File: s.File, Period: s.Period, Rows: s.Rows})
		}
	}
	return list
}
