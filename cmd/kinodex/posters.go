package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"kinodex/internal/blob"
	"kinodex/internal/cli"
	"kinodex/internal/ingest"
	"kinodex/internal/library"
	"kinodex/internal/poster"
	"kinodex/internal/starter"
)

// PostersCmd groups what is done with posters.
type PostersCmd struct {
	Ingest PostersIngestCmd `cmd:"" help:"Store and measure posters. Example: kinodex posters ingest ./posters --data ./data"`
	Fetch  PostersFetchCmd  `cmd:"" help:"Download posters from the movie database with your own key, then store and measure them. Example: kinodex posters fetch --top 1000 --accept-terms --data ./data"`
}

// PostersIngestCmd stores posters in the bucket and publishes them.
type PostersIngestCmd struct {
	Paths   []string `arg:"" name:"path" help:"Pictures named after their film (tt0041959.jpg, .png, .webp), directories of such pictures, or lists with filmdb_id and path, as CSV, TSV or one JSON object per line." type:"path"`
	Data    string   `help:"Data directory with the library." default:"data" type:"path"`
	Bucket  string   `help:"Bucket for posters, as for kinodex serve: dir:PATH or s3://… Default: the folder objects in the data directory." placeholder:"URL"`
	Workers int      `help:"Number of pictures to measure in parallel. 0: one per processor." default:"0"`
	Publish bool     `help:"Make a library generation with the posters after they are stored. With --no-publish, the next build or ingest makes it. Example: --no-publish" default:"true" negatable:""`
}

// Run stores what is not stored yet, publishes, and says what was left out. It may
// be interrupted and run again at any time.
func (c PostersIngestCmd) Run(ctx context.Context, g *Globals) error {
	originals, rejected, err := poster.Find(c.Paths)
	if err != nil {
		return err
	}
	bucket, err := openBucket(ctx, c.Data, c.Bucket, nil)
	if err != nil {
		return err
	}
	defer bucket.Close()
	tell := cli.Progress(g.Err)
	report, err := poster.Ingest(ctx, poster.Options{
		Bucket: bucket, Originals: originals, Workers: c.Workers,
		Progress: func(done, total int64) {
			tell(ingest.Progress{Stage: "posters", Done: done, Total: total, Unit: "posters"})
		},
	})
	if err != nil {
		return err
	}
	report.Rejected = append(rejected, report.Rejected...)
	if err := c.print(g.Out, report, len(originals)); err != nil || !c.Publish {
		return err
	}
	return c.publish(ctx, g, bucket)
}

// print is the end summary.
func (c PostersIngestCmd) print(to io.Writer, r *poster.Report, originals int) error {
	rate := ""
	if s := r.Took.Seconds(); originals > 0 && s > 0 {
		rate = fmt.Sprintf(", %.1f a second", float64(originals)/s)
	}
	_, err := fmt.Fprintf(to, "%d posters in %s%s: %d new, %d replaced or completed, %d unchanged, %d rejected\n",
		originals, r.Took.Round(10*time.Millisecond), rate, r.Stored, r.Replaced, r.Kept, len(r.Rejected))
	for _, no := range r.Rejected {
		_, e := fmt.Fprintf(to, "  rejected %s: %s\n", no.Path, no.Reason)
		err = errors.Join(err, e)
	}
	return err
}

// publish makes the library tell of all posters that the bucket has.
func (c PostersIngestCmd) publish(ctx context.Context, g *Globals, bucket blob.Bucket) error {
	tell := cli.Progress(g.Err)
	staged := func(stage string, done, total int64) {
		tell(ingest.Progress{Stage: stage, Done: done, Total: total})
	}
	posters, err := storedPosters(ctx, bucket, staged, g.Err)
	if err != nil {
		return err
	}
	holder, err := openLibrary(ctx, c.Data, slog.New(slog.DiscardHandler)) // installs the starter library if there is none
	if err != nil {
		return err
	}
	if err := holder.Close(); err != nil {
		return err
	}
	began := time.Now()
	m, err := library.Revise(ctx, library.Root(c.Data), posters, "kinodex "+ServiceVersion, began, staged)
	if errors.Is(err, library.ErrSame) {
		_, err = fmt.Fprintln(g.Out, "the current generation already has all these posters")
		return err
	}
	if err != nil {
		return err
	}
	lib, err := library.Open(library.Root(c.Data))
	if err != nil {
		return err
	}
	defer lib.Close()
	stored := lib.Posters.Stored()
	_, err = fmt.Fprintf(g.Out, "generation %s serves now: %d films, %d with a stored poster (%d stored posters are of films that it does not have), %d with measurements that come with the program, built in %s\n",
		m.Generation, m.Films, stored, posters.Len()-stored, lib.Posters.Len()-stored, time.Since(began).Round(10*time.Millisecond))
	return err
}

// storedPosters reads what the bucket has, and says which of it is damaged. Films
// without a stored poster have the readings that the program carries.
func storedPosters(ctx context.Context, b blob.Bucket, progress library.Progress, to io.Writer) (*poster.StoredPosters, error) {
	posters, err := poster.Load(ctx, b, func(done, total int64) { progress("records", done, total) })
	if err != nil {
		return nil, err
	}
	for _, key := range posters.Damaged {
		fmt.Fprintf(to, "%s in the bucket cannot be read; ingest that poster again\n", key)
	}
	return withCarried(posters)
}

// withCarried adds the readings that the program carries.
func withCarried(posters *poster.StoredPosters) (*poster.StoredPosters, error) {
	readings, err := starter.Readings()
	if err != nil {
		return nil, err
	}
	return posters.WithCarried(readings)
}

// builtPosters are those that a build takes from the bucket, and the readings that
// the program carries: those alone when the bucket is the data directory's own and
// nothing was ever stored in it.
func builtPosters(ctx context.Context, data, at string, progress library.Progress, to io.Writer) (*poster.StoredPosters, error) {
	if _, err := os.Stat(filepath.Join(data, "objects")); at == "" && errors.Is(err, fs.ErrNotExist) {
		return withCarried(nil)
	}
	b, err := openBucket(ctx, data, at, nil)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	return storedPosters(ctx, b, progress, to)
}
