package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"kinodex/internal/dataquality"
	"kinodex/internal/film"
	"kinodex/internal/ingest"
	"kinodex/internal/library"
	"kinodex/internal/research"
	"kinodex/internal/starter"
)

// BuildCmd makes source files into a library generation.
type BuildCmd struct {
	Data        string             `help:"Data directory to build into." default:"data" type:"path"`
	Films       []string           `help:"Source files, or directories of them; formats are recognised by content. What kinodex sources fetched when none is named. Example: --films ./imdb --films ./tmdb" placeholder:"PATH" type:"path" sep:","`
	Scripts     string             `help:"Folder of screenplays to measure for the research set, with an index.csv or files named after films; their texts are not kept. The figures the program carries when it is not given. Example: --scripts ./screenplays" placeholder:"DIR" type:"path"`
	Likes       string             `help:"Ratings that you may use, for what is liked together: a CSV file with the columns userId, rating, and filmdb_id or moviedb_id. Example: --likes ./ratings.csv" placeholder:"FILE" type:"path"`
	Bucket      string             `help:"Where ingested posters lie: dir:PATH or s3://… as kinodex serve is given; objects in the data directory when empty." placeholder:"URL"`
	Workers     int                `help:"Files read at a time; 0 chooses." default:"0"`
	Max         dataquality.Limits `help:"Fail, and leave the library as it is, if kinodex library audit would find more films of a class. Example: --max duplicate=0,no_country=5000" placeholder:"CLASS=N" mapsep:","`
	AllowShrink bool               `name:"allow-shrink" help:"Make the library serve even when it has over 20 % fewer films than the one that serves. Without it, such a library is kept beside that one; kinodex library use makes it serve."`
	Publish     bool               `help:"Send the generation to the bucket that --library names, as kinodex library publish does." env:"-"`
	Library     string             `help:"The bucket for --publish: dir:PATH or s3://…" placeholder:"URL"`
	SwapIn      time.Duration      `name:"swap-in" help:"How long replicas wait before they change to what is published." default:"2m"`
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
var errNoBucket = errors.New("--publish needs --library, the bucket to publish to")

// publish sends a generation to the bucket of libraries, if the flags say so.
func (c BuildCmd) publish(ctx context.Context, g *Globals, generation string) error {
	if !c.Publish {
		return nil
	}
	publish := LibraryPublishCmd{libraryBucket: libraryBucket{Library: c.Library}, Generation: generation, Data: c.Data, SwapIn: c.SwapIn}
	if err := publish.Run(ctx, g); err != nil {
		return fmt.Errorf("the generation is built, but not published (try kinodex library publish): %w", err)
	}
	return nil
}

// make builds and publishes a generation, prints its report, and returns its manifest.
// What it is made of is recorded as inputs. Models that were learned since a time, if one
// is given, are taken over.
func (c BuildCmd) make(ctx context.Context, g *Globals, recorded string, learnedSince time.Time) (library.Manifest, error) {
	boundBuild()
	var none library.Manifest
	tell := progress(g.Err)
	scripts, err := measuredScripts(ctx, c.Scripts, tell, g.Err)
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
	defer report.WriteWarnings(g.Err) // last, where they are seen
	m, err := build.Publish(ctx, library.Manifest{Builder: builder, Inputs: recorded, Sources: append(manifestSources(report), starter.ReadingsSource(posters.Carried()))}, time.Now(), staged)
	var withheld *library.WithheldError
	if err != nil && !errors.As(err, &withheld) {
		return none, err
	}
	if err := errors.Join(report.WriteText(g.Out), err); err != nil {
		return none, err
	}
	_, err = fmt.Fprintf(g.Out, "\ngeneration %s serves now: %d films in %s\nreport.txt, report.json and rejects.ndjson.zst are beside it in %s\n",
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
	if err := packed.Close(); err != nil {
		return nil, err
	}
	for name, write := range map[string]func(io.Writer) error{"report.txt": report.WriteText, "report.json": report.WriteJSON} {
		if err := createFile(filepath.Join(build.Dir(), name), write); err != nil {
			return nil, err
		}
	}
	return report, nil
}

// measuredScripts returns the screenplays of a folder, measured, or those that the
// program carries if dir is empty. How many were left out, and why, is written to
// to; that is no error.
func measuredScripts(ctx context.Context, dir string, tell func(ingest.Progress), to io.Writer) ([]research.Measured, error) {
	if dir == "" {
		return starter.Scripts()
	}
	scripts, skipped, err := research.Measure(ctx, os.DirFS(dir), func(done, total int64) {
		tell(ingest.Progress{Stage: "scripts", Done: done, Total: total, Unit: "scripts"})
	})
	if err != nil {
		return nil, fmt.Errorf("measure the screenplays in %s: %w", dir, err)
	}
	reasons := map[string]int{}
	for _, s := range skipped {
		reasons[s.Reason]++
	}
	fmt.Fprintf(to, "%d screenplays measured, %d left out\n", len(scripts), len(skipped))
	for _, reason := range slices.Sorted(maps.Keys(reasons)) {
		fmt.Fprintf(to, "  %5d  %s\n", reasons[reason], reason)
	}
	return scripts, nil
}

// createFile creates or empties the file at path and has write fill it. What was
// written stays when write fails. The file is closed in any case.
func createFile(path string, write func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
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

// plainEvery is how often at most a build that does not run on a terminal prints a
// line for the stage that it is at.
const plainEvery = 10 * time.Second

// progress returns a function that shows how far a build is. If to is a terminal it
// draws a bar with rate and time left. Else it prints a plain line when a stage
// begins, every plainEvery, and when the stage ends. Calls must not overlap.
func progress(to io.Writer) func(ingest.Progress) {
	if f, ok := to.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return bars(f)
	}
	var last ingest.Progress
	var next time.Time
	ended := true // the end of the stage was told
	line := func(p ingest.Progress) {
		ended = p.Done >= p.Total
		fmt.Fprintln(to, strings.TrimSpace(fmt.Sprintf("%s: %d of %d %s", p.Stage, p.Done, p.Total, p.Unit)))
	}
	return func(p ingest.Progress) {
		now := time.Now()
		switch {
		case p.Stage != last.Stage:
			if !ended { // it has, or the next one would not have begun
				last.Done = last.Total
				line(last)
			}
		case ended && p.Done >= p.Total, now.Before(next) && p.Done < p.Total:
			last = p
			return
		}
		last, next = p, now.Add(plainEvery)
		line(p)
	}
}

// bars returns a function that draws one bar for each stage, each on its own line.
func bars(to *os.File) func(ingest.Progress) {
	var bar *progressbar.ProgressBar
	var stage string
	return func(p ingest.Progress) {
		if p.Stage != stage {
			if bar != nil {
				bar.Finish()
				fmt.Fprintln(to)
			}
			stage = p.Stage
			bar = progressbar.NewOptions64(p.Total,
				progressbar.OptionSetWriter(to),
				progressbar.OptionSetDescription(fmt.Sprintf("%-8s", p.Stage)),
				progressbar.OptionShowBytes(p.Unit == "bytes"),
				progressbar.OptionShowCount(),
				progressbar.OptionShowIts(),
				progressbar.OptionSetItsString(p.Unit),
				progressbar.OptionSetPredictTime(true),
				progressbar.OptionThrottle(100*time.Millisecond),
			)
		}
		if p.Total != bar.GetMax64() {
			bar.ChangeMax64(p.Total)
		}
		bar.Set64(p.Done)
	}
}
