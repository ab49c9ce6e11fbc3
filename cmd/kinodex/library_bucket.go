package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"kinodex/internal/blob"
	"kinodex/internal/cli"
	"kinodex/internal/ingest"
	"kinodex/internal/library"
	"kinodex/internal/library/replication"
	"kinodex/internal/scratch"
)

// libraryBucket has the flag of commands on a library in a bucket.
type libraryBucket struct {
	Library string `help:"Bucket of the library: dir:PATH, or s3://NAME/PREFIX?endpoint=…&region=… with credentials in the environment (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY). Example: s3://films/library?endpoint=https://s3.example.com&region=eu-west-1" required:"" placeholder:"URL"`
	JSON    bool   `name:"json" help:"Print JSON."`
}

// open opens the bucket. A directory that is not there is an error, unless make is set.
func (c libraryBucket) open(ctx context.Context, make bool) (*bucket, error) {
	if err := directoryIsThere(c.Library, make); err != nil {
		return nil, err
	}
	return openBucket(ctx, "", c.Library, nil)
}

// directoryIsThere refuses dir:PATH without such a directory, unless it is to be made.
func directoryIsThere(at string, make bool) error {
	path, isDir := strings.CutPrefix(at, "dir:")
	if !isDir || make {
		return nil
	}
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return fmt.Errorf("%s: there is no directory %s; check the path", at, path)
	}
	return nil
}

// print prints v as JSON, or what words writes.
func (c libraryBucket) print(to io.Writer, v any, words func(io.Writer) error) error {
	if c.JSON {
		return printJSON(to, v)
	}
	return words(to)
}

// bucketClock says on standard error when a command waits for another one.
func bucketClock(g *Globals) replication.Clock {
	return replication.Clock{Now: time.Now, Waiting: func() {
		fmt.Fprintln(g.Err, "kinodex: another process is removing old generations from the bucket; waiting for it, for five minutes at most")
	}}
}

// sendScratch is what the names of directories begin with in which files are compressed.
const sendScratch = "publish-"

// LibraryPublishCmd sends a generation to a bucket and has replicas serve it.
type LibraryPublishCmd struct {
	libraryBucket
	Generation string        `arg:"" optional:"" help:"Name of the generation, from kinodex library list. Default: the current one."`
	Data       string        `help:"Data directory with the library." default:"data" type:"path"`
	SwapIn     time.Duration `name:"swap-in" help:"Time that replicas with another generation wait before they switch to this one, so that all can fetch it and switch together. Example: 10m" default:"2m"`
	Keep       int           `help:"Number of older generations to keep in the bucket. The command removes the rest, as kinodex library prune does. 0: remove none. Example: 5" default:"0"`
	Mend       bool          `help:"Upload every file again, even files that the bucket has, and replace a damaged current.json." env:"-"`
}

// Run publishes, and prunes if that is wanted.
func (c LibraryPublishCmd) Run(ctx context.Context, g *Globals) error {
	if c.SwapIn < 0 || c.Keep < 0 {
		return fmt.Errorf("--swap-in and --keep must not be negative")
	}
	b, err := c.open(ctx, true)
	if err != nil {
		return err
	}
	defer b.Close()
	report, err := publishLibrary(ctx, g, b, c)
	if err != nil {
		return err
	}
	if err := c.print(g.Out, report, func(w io.Writer) error { return tellPublished(w, report) }); err != nil || c.Keep == 0 {
		return err
	}
	pruned, err := replication.Prune(ctx, b, c.Keep, bucketClock(g))
	if err != nil {
		return fmt.Errorf("the generation was published, but old ones could not be removed: %w", err)
	}
	return c.print(g.Out, pruned, func(w io.Writer) error { return tellPruned(w, pruned) })
}

// publishLibrary sends what the command names to the bucket.
func publishLibrary(ctx context.Context, g *Globals, b blob.Bucket, c LibraryPublishCmd) (*replication.PublishReport, error) {
	dir, err := scratch.In(c.Data, sendScratch)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	tell := cli.Progress(g.Err)
	return replication.Publish(ctx, b, replication.PublishOptions{
		Root: library.Root(c.Data), Generation: c.Generation, Scratch: dir.Path(), SwapIn: c.SwapIn, Mend: c.Mend, Clock: bucketClock(g),
		Progress: func(stage string, done, total int64) {
			tell(ingest.Progress{Stage: stage, Done: done, Total: total, Unit: "bytes"})
		},
	})
}

// tellPublished says for people what a publish did.
func tellPublished(to io.Writer, r *replication.PublishReport) error {
	if !r.Moved {
		_, err := fmt.Fprintf(to, "generation %s is already published; %d of its %d files were uploaded\n", r.Generation, r.Sent, r.Files)
		return err
	}
	_, err := fmt.Fprintf(to, "generation %s was published: %d films, %d of %d files uploaded (%d bytes compressed); replicas switch to it at %s\n",
		r.Generation, r.Films, r.Sent, r.Files, r.SentBytes, r.NotBefore.Format(time.RFC3339))
	return err
}

// LibraryRollbackCmd has replicas serve an earlier generation.
type LibraryRollbackCmd struct {
	libraryBucket
	To     string        `help:"Generation to serve. Default: the one published before the current one. Example: 000006-5f2c9a01" env:"-" placeholder:"GENERATION"`
	SwapIn time.Duration `name:"swap-in" help:"Time that replicas wait before they switch, so that all switch together." default:"30s"`
}

// Run moves the pointer.
func (c LibraryRollbackCmd) Run(ctx context.Context, g *Globals) error {
	if c.SwapIn < 0 {
		return fmt.Errorf("--swap-in must not be negative")
	}
	b, err := c.open(ctx, false)
	if err != nil {
		return err
	}
	defer b.Close()
	p, err := replication.Rollback(ctx, b, c.To, c.SwapIn, bucketClock(g))
	if err != nil {
		return err
	}
	return c.print(g.Out, p, func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "replicas switch to generation %s at %s\n", p.Generation, p.NotBefore.Format(time.RFC3339))
		return err
	})
}

// LibraryPruneCmd removes old generations from a bucket.
type LibraryPruneCmd struct {
	libraryBucket
	Keep int `help:"Number of generations to keep besides the current one, the newest first." default:"3"`
}

// Run removes them and what stopped publishes left.
func (c LibraryPruneCmd) Run(ctx context.Context, g *Globals) error {
	b, err := c.open(ctx, false)
	if err != nil {
		return err
	}
	defer b.Close()
	r, err := replication.Prune(ctx, b, c.Keep, bucketClock(g))
	if err != nil {
		return err
	}
	return c.print(g.Out, r, func(w io.Writer) error { return tellPruned(w, r) })
}

// tellPruned says for people what a prune did.
func tellPruned(to io.Writer, r *replication.PruneReport) error {
	_, err := fmt.Fprintf(to, "%d generations and %d files were removed from the bucket, %d bytes; kept: %s\n",
		len(r.Removed), r.Packs, r.Bytes, strings.Join(r.Kept, ", "))
	return err
}

// LibraryPublishedCmd lists the generations of a bucket.
type LibraryPublishedCmd struct {
	libraryBucket
	Verify bool `help:"Verify every file of every generation against its digest." env:"-"`
}

// Run prints them, the newest first.
func (c LibraryPublishedCmd) Run(ctx context.Context, g *Globals) error {
	b, err := c.open(ctx, false)
	if err != nil {
		return err
	}
	defer b.Close()
	p, _, err := replication.ReadPointer(ctx, b)
	if err != nil {
		return err
	}
	if err := c.print(g.Out, p, func(w io.Writer) error { return listPublished(w, p, time.Now()) }); err != nil || !c.Verify {
		return err
	}
	tell := cli.Progress(g.Err)
	return replication.Verify(ctx, b, p, func(stage string, done, total int64) {
		tell(ingest.Progress{Stage: stage, Done: done, Total: total, Unit: "bytes"})
	})
}

// listPublished prints the generations of a pointer as a table: what serves at this moment, and
// what is going to.
func listPublished(to io.Writer, p *replication.Pointer, now time.Time) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "GENERATION\tPUBLISHED\tBUILT\tFILMS\tBYTES\tFORMAT\tSTATE")
	for _, e := range p.Published {
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%d\t%d\t%s\n", e.Generation,
			e.PublishedAt.Format(time.DateTime), e.BuiltAt.Format(time.DateTime), e.Films, e.Bytes, e.Format, publishedState(p, e.Generation, now))
	}
	return w.Flush()
}

// publishedState says whether replicas answer from a generation, and until or from when. Times
// are UTC, as all in the table.
func publishedState(p *replication.Pointer, generation string, now time.Time) string {
	coming := now.Before(p.NotBefore)
	at := p.NotBefore.UTC().Format(time.DateTime)
	switch {
	case generation == p.Serving(now) && coming && generation != p.Generation:
		return "serves until " + at
	case generation == p.Serving(now):
		return "serves"
	case generation == p.Generation:
		return fmt.Sprintf("serves from %s (in %v)", at, p.NotBefore.Sub(now).Round(time.Second))
	}
	return ""
}

// leastPoll is the shortest time between two looks at the bucket of the library.
const leastPoll = 10 * time.Millisecond

// followLibrary gives a holder of the library that a bucket at has, and starts to follow
// it. A bucket whose store does not answer is followed all the same; one that does not
// exist is an error. stop ends the following and closes the bucket.
func followLibrary(ctx context.Context, data, at string, poll time.Duration, log *slog.Logger) (holder *library.Holder, stop func(), err error) {
	if err := directoryIsThere(at, false); err != nil {
		return nil, nil, err
	}
	b, err := findBucket(ctx, data, at, nil)
	if err != nil {
		return nil, nil, fmt.Errorf("open the bucket of the library: %w", err)
	}
	if b.away != nil {
		log.Warn("the bucket of the library does not answer; the server uses the generation on its disk until it does", "error", b.away)
	}
	follower, err := replication.NewFollower(replication.FollowerOptions{Bucket: b, Root: library.Root(data), Poll: poll, Now: time.Now, Log: log})
	if err != nil {
		b.Close()
		return nil, nil, err
	}
	holder = library.NewFollowingHolder(library.Root(data), log, follower.State)
	following, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		follower.Run(following, holder)
	}()
	return holder, func() { cancel(); <-done; b.Close() }, nil
}
