package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"kinodex/internal/blob"
	"kinodex/internal/cli"
	"kinodex/internal/film"
	"kinodex/internal/ingest"
	"kinodex/internal/poster"
	"kinodex/internal/scratch"
	"kinodex/internal/sources"
)

// postersAtOnce is how many posters are downloaded before they are stored: the disk holds no more
// of them, and an interrupted fetch loses no more.
const postersAtOnce = 200

// mostFetched bounds --top.
const mostFetched = 1_000_000

// monthsKept is how many months the terms of the movie database let anybody keep what it sent.
const monthsKept = 6

// PostersFetchCmd downloads posters of the best known films and stores them.
type PostersFetchCmd struct {
	Top         int               `required:"" help:"Number of films, those with the most votes first. Example: --top 1000" placeholder:"N"`
	Data        string            `help:"Data directory with the library." default:"data" type:"path"`
	Bucket      string            `help:"Bucket for posters, as for kinodex serve: dir:PATH or s3://… Default: the folder objects in the data directory." placeholder:"URL"`
	AcceptTerms bool              `name:"accept-terms" help:"Accept the terms of the movie database, which kinodex sources list prints. The data directory records the acceptance and its time. Example: --accept-terms" env:"-"`
	Renew       bool              `help:"Also download posters that the bucket has already. The terms let nobody keep them longer than six months." env:"-"`
	Workers     int               `help:"Number of pictures to measure in parallel. 0: one per processor." default:"0"`
	Publish     bool              `help:"Make a library generation with the posters after they are stored. With --no-publish, the next build or ingest makes it. Example: --no-publish" default:"true" negatable:""`
	Address     map[string]string `help:"Replacement address for the movie database. Example: --address moviedb=https://mirror.example.com/3/" placeholder:"NAME=URL" mapsep:","`
	Rate        float64           `help:"Requests per second to the movie database. Example: --rate 10" default:"20"`
	Contact     string            `help:"E-mail address or page at which the operators of source servers can reach you, sent with every request. Example: --contact films@example.com" placeholder:"TEXT"`
}

// Run downloads and stores what is not stored yet, publishes, and says what was left out. It may be
// interrupted and run again at any time: what is stored by then stays.
func (c PostersFetchCmd) Run(ctx context.Context, g *Globals) (err error) {
	if c.Top < 1 || c.Top > mostFetched {
		return fmt.Errorf("--top must be a number of films from 1 to %d", mostFetched)
	}
	store, err := sourceFlags{Address: c.Address, MoviedbRate: c.Rate, WikipediaRate: sources.DefaultWikipediaRate, Contact: c.Contact}.open(c.Data, false, g.Err)
	if err != nil {
		return err
	}
	defer store.Close()
	if c.AcceptTerms {
		if err := acceptTerms(store, []string{"moviedb"}, g.Err); err != nil {
			return err
		}
	}
	bucket, err := openBucket(ctx, c.Data, c.Bucket, nil)
	if err != nil {
		return err
	}
	defer bucket.Close()
	wanted, err := c.wanted(ctx, bucket, g)
	if err != nil {
		return err
	}
	stored, err := c.fetch(ctx, g, store, bucket, wanted)
	if err != nil || !c.Publish || stored == 0 {
		return err
	}
	return PostersIngestCmd{Data: c.Data}.publish(ctx, g, bucket)
}

// wanted returns the films of the library whose posters are to be downloaded, and says why others
// are not.
func (c PostersFetchCmd) wanted(ctx context.Context, bucket blob.Bucket, g *Globals) (wanted []sources.WantedPoster, err error) {
	have, err := poster.Load(ctx, bucket, nil)
	if err != nil {
		return nil, err
	}
	holder, err := openLibrary(ctx, c.Data, slog.New(slog.DiscardHandler)) // installs the starter library if there is none
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, holder.Close()) }()
	lib, release, err := holder.Acquire()
	if err != nil {
		return nil, err
	}
	defer release()
	best := lib.Catalog.Find(&film.Query{Sort: film.Sort{Field: "filmdb_votes", Desc: true}}, film.Page{Limit: c.Top})
	kept, unknown := 0, 0
	for _, doc := range best.Docs {
		f, err := lib.Catalog.Film(doc)
		if err != nil {
			return nil, err
		}
		switch number := f.ExternalIDs.MoviedbID; {
		case have.Has(f.ID) && !c.Renew:
			kept++
		case number == nil:
			unknown++
		default:
			wanted = append(wanted, sources.WantedPoster{Film: f.ID.String(), Moviedb: *number})
		}
	}
	_, err = fmt.Fprintf(g.Out, "%d films: %d have a stored poster, %d have no number at the movie database, %d posters to download\n", len(best.Docs), kept, unknown, len(wanted))
	return wanted, err
}

// fetch downloads and stores posters, some at a time, and says what became of them. It returns how
// many are stored that were not.
func (c PostersFetchCmd) fetch(ctx context.Context, g *Globals, store *sources.Store, bucket blob.Bucket, wanted []sources.WantedPoster) (stored int, err error) {
	tell := cli.Progress(g.Err)
	total, skipped, failed := len(wanted), 0, 0
	for len(wanted) > 0 && err == nil {
		some := wanted[:min(postersAtOnce, len(wanted))]
		wanted = wanted[len(some):]
		var n int
		var outcomes []sources.Outcome
		n, outcomes, err = c.some(ctx, g, store, bucket, some)
		stored += n
		for _, o := range outcomes {
			switch o.Status {
			case sources.Skipped:
				skipped++
			case sources.Failed:
				failed++
				fmt.Fprintf(g.Err, "%s: %s\n", o.File, o.Reason)
			}
		}
		if err == nil {
			tell(ingest.Progress{Stage: "posters", Done: int64(total - len(wanted)), Total: int64(total), Unit: "posters"})
		}
	}
	if err != nil && stored+skipped+failed == 0 {
		return 0, err
	}
	_, e := fmt.Fprintf(g.Out, "%d posters stored, %d films without one, %d failed\n", stored, skipped, failed)
	if stored > 0 && e == nil {
		_, e = fmt.Fprintf(g.Out, "The terms of the movie database let nobody keep these posters longer than six months: before %s, run this command with --renew, or delete them as docs/posters.md says.\n",
			time.Now().AddDate(0, monthsKept, 0).Format("2 January 2006"))
	}
	return stored, errors.Join(err, e)
}

// some downloads some posters into a directory of their own, which does not outlive it, and stores
// what came, also when the download ends early.
func (c PostersFetchCmd) some(ctx context.Context, g *Globals, store *sources.Store, bucket blob.Bucket, wanted []sources.WantedPoster) (stored int, outcomes []sources.Outcome, err error) {
	dir, err := scratch.In(c.Data, "posters-")
	if err != nil {
		return 0, nil, err
	}
	defer func() { err = errors.Join(err, dir.Close()) }()
	outcomes, failed := store.FetchPosters(ctx, wanted, dir.Path())
	if len(outcomes) == 0 {
		return 0, nil, failed
	}
	parts, err := filepath.Glob(filepath.Join(dir.Path(), "*.part"))
	if err != nil {
		return 0, outcomes, err
	}
	for _, part := range parts { // of downloads that were stopped
		if err := os.Remove(part); err != nil {
			return 0, outcomes, err
		}
	}
	originals, _, err := poster.Find([]string{dir.Path()})
	if err != nil {
		return 0, outcomes, err
	}
	report, err := poster.Ingest(ctx, poster.Options{Bucket: bucket, Originals: originals, Workers: c.Workers})
	if err != nil {
		return 0, outcomes, errors.Join(failed, err)
	}
	for _, no := range report.Rejected {
		fmt.Fprintf(g.Err, "%s: %s\n", filepath.Base(no.Path), no.Reason)
	}
	return report.Stored + report.Replaced, outcomes, failed
}
