package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"text/tabwriter"
	"time"

	"kinodex/internal/dataquality"
	"kinodex/internal/library"
	"kinodex/internal/sources"
)

// UpdateCmd brings the library up to date.
type UpdateCmd struct {
	Data        string             `help:"Data directory." default:"data" type:"path"`
	Scripts     string             `help:"Folder of screenplays to measure, as for kinodex build." placeholder:"DIR" type:"path"`
	Likes       string             `help:"Ratings for recommendations, as for kinodex build." placeholder:"FILE" type:"path"`
	Bucket      string             `help:"Bucket of ingested posters, as for kinodex build." placeholder:"URL"`
	Workers     int                `help:"Number of files that the build reads in parallel. 0: chosen automatically." default:"0"`
	Max         dataquality.Limits `help:"Maximum number of suspicious films of a class, as for kinodex build. With more, the update fails and the current library stays." placeholder:"CLASS=N" mapsep:","`
	Encoder     string             `help:"Compute vectors of the films with most votes, as for kinodex build: on or off." enum:"on,off" default:"on"`
	AllowShrink bool               `name:"allow-shrink" help:"Accept source files that have less than half of their previous rows, and serve a generation that has over 20 % fewer films." env:"KINODEX_UPDATE_ALLOW_SHRINK"`
	Publish     bool               `help:"Publish the current generation after the update to the bucket of --library, as kinodex library publish does." env:"KINODEX_UPDATE_PUBLISH"`
	Library     string             `help:"Bucket for --publish: dir:PATH or s3://…" placeholder:"URL"`
	SwapIn      time.Duration      `name:"swap-in" help:"Time that replicas wait before they serve the published generation." default:"2m"`
	KeepModels  time.Duration      `name:"keep-models" help:"Age of the forecast models at which an update trains them again. 0: in every update. Example: 0" default:"168h"`
	JSON        bool               `name:"json" help:"Print JSON."`
	sourceFlags
}

// Update is what an update did.
type Update struct {
	// Built says whether anything changed, so that a generation was built.
	Built      bool              `json:"built"`
	Generation string            `json:"generation"` // that serves now; "" when none does
	Fetched    []sources.Outcome `json:"fetched"`
	// Changes are nil when nothing was built, and when what served before was the starter
	// library or cannot be read.
	Changes *library.Changes `json:"changes"`
	// LearnedAt is when the models of forecasts were learned; nil when nothing was built.
	LearnedAt *time.Time `json:"learned_at"`
	Took      float64    `json:"took_seconds"`
}

// Run fetches, builds when the sources, the screenplays, the ratings or the program
// differ from those of the generation that serves, and prints what changed. A source that
// fails does not keep others from being built; it is an error at the end.
func (c UpdateCmd) Run(ctx context.Context, g *Globals) error {
	began := time.Now()
	if c.Publish && c.Library == "" {
		return errNoBucket
	}
	store, err := c.open(c.Data, c.AllowShrink, g.Err)
	if err != nil {
		return err
	}
	defer store.Close()
	u := &Update{Fetched: []sources.Outcome{}}
	var failed error
	if u.Fetched, failed = store.Fetch(ctx, nil); failed != nil && !errors.Is(failed, sources.ErrFailed) {
		return failed
	}
	if err := c.build(ctx, g, store, u); err != nil {
		return errors.Join(writeOutcomes(g.Err, u.Fetched), err)
	}
	// Also what an earlier update built: the bucket may not have answered then.
	if err := c.builder().publish(ctx, &Globals{Out: g.Err, Err: g.Err}, u.Generation); err != nil {
		return err
	}
	u.Took = time.Since(began).Seconds()
	if c.JSON {
		return errors.Join(printJSON(g.Out, u), failed)
	}
	return errors.Join(u.write(g.Out), failed)
}

// builder returns the build of the same flags.
func (c UpdateCmd) builder() BuildCmd {
	return BuildCmd{
		Data: c.Data, Scripts: c.Scripts, Likes: c.Likes, Bucket: c.Bucket, Workers: c.Workers, Max: c.Max, Encoder: c.Encoder, AllowShrink: c.AllowShrink,
		Publish: c.Publish, Library: c.Library, SwapIn: c.SwapIn,
	}
}

// build builds a generation unless the one that serves is of the same inputs.
func (c UpdateCmd) build(ctx context.Context, g *Globals, store *sources.Store, u *Update) error {
	b := c.builder()
	b.Films = store.Paths()
	if len(b.Films) == 0 {
		return errNoSources
	}
	if err := knownClasses(c.Max, ""); err != nil {
		return err
	}
	inputs, err := b.inputs(store)
	if err != nil {
		return err
	}
	before, err := library.Open(library.Root(c.Data))
	if err == nil {
		defer before.Close()
		u.Generation = before.Generation()
		if before.Manifest.Inputs == inputs {
			return nil
		}
	}
	// The report of the build is beside the generation; what changed is told here.
	var since time.Time
	if c.KeepModels > 0 {
		since = time.Now().Add(-c.KeepModels)
	}
	m, err := b.make(ctx, &Globals{Out: io.Discard, Err: g.Err}, inputs, since)
	if err != nil {
		return err
	}
	u.Built, u.Generation, u.LearnedAt = true, m.Generation, &m.LearnedAt
	if before == nil || before.Manifest.Label == library.StarterLabel {
		return nil
	}
	after, err := library.Open(library.Root(c.Data))
	if err != nil {
		return err
	}
	defer after.Close()
	u.Changes, err = library.Compare(ctx, before, after)
	return err
}

// write prints the update for people.
func (u *Update) write(to io.Writer) error {
	if err := writeOutcomes(to, u.Fetched); err != nil {
		return err
	}
	if !u.Built {
		_, err := fmt.Fprintf(to, "nothing changed: generation %s still serves\n", u.Generation)
		return err
	}
	c := u.Changes
	if c == nil {
		_, err := fmt.Fprintf(to, "generation %s serves now, built in %s; there was no earlier generation to compare it with\n", u.Generation, time.Duration(u.Took*float64(time.Second)).Round(time.Second))
		return err
	}
	fmt.Fprintf(to, "generation %s serves now: %d films, built in %s\n", u.Generation, c.Films, time.Duration(u.Took*float64(time.Second)).Round(time.Second))
	fmt.Fprintf(to, "since %s: %d added, %d removed, %d changed\n", c.From, c.Added, c.Removed, c.Changed)
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	names := slices.SortedFunc(maps.Keys(c.Fields), func(a, b string) int { return c.Fields[b] - c.Fields[a] })
	for _, name := range names {
		fmt.Fprintf(w, "  %s\t%d\n", name, c.Fields[name])
	}
	return w.Flush()
}

// inputs returns what a build of these sources is made of, as library.Manifest has it:
// digests of the program, the sources, and the other files that the flags name.
func (c BuildCmd) inputs(store *sources.Store) (string, error) {
	h := sha256.New()
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	program, err := fileDigest(self)
	if err != nil {
		return "", fmt.Errorf("read the program: %w", err)
	}
	fetched, err := store.Fingerprint()
	if err != nil {
		return "", err
	}
	fmt.Fprintf(h, "%s %s encoder %s\n", program, fetched, c.Encoder)
	for _, path := range []string{c.Scripts, c.Likes} {
		if path == "" {
			fmt.Fprintln(h, "none")
			continue
		}
		if err := sources.WriteStamps(h, path); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// fileDigest returns the SHA-256 of a file, in hexadecimal figures.
func fileDigest(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), err
}
