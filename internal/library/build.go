package library

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"kinodex/internal/atomicfile"
	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/flock"
	"kinodex/internal/forecast"
	"kinodex/internal/people"
	"kinodex/internal/poster"
	"kinodex/internal/research"
)

// Build is a generation that is being built. It ends with Publish or Discard.
type Build struct {
	// AllowShrink has Publish make the generation the one that serves however few
	// films it has.
	AllowShrink bool

	root  string
	dir   string
	lock  io.Closer
	films *catalog.Writer
	// posters dresses every film that is added; it is one of derived.
	posters *poster.Builder
	// actors hear who is who; they are one of derived too, but for a revision.
	actors *people.Builder
	before []io.Closer // what actors look into of the generation before
	// derived sees every film that is added, and is written when they are all in.
	derived      []derivedCollection
	count        int
	uncompressed bool // as Inputs says
	// written is set when AddAll has written everything; digests are those of its files.
	written bool
	digests []File
	// learnedAt is when the models were learned that the forecasts may take over, and
	// tookOver whether they did.
	learnedAt time.Time
	tookOver  bool
}

// Inputs are what a generation is made of besides films.
type Inputs struct {
	// Scripts are the measured screenplays of the research set.
	Scripts []research.MeasuredScript
	// Likes are ratings that the operator may use for what is liked together, as
	// taste.Builder.CoLikes reads them; nil for none.
	Likes io.Reader
	// Posters are those that the bucket has, and readings that are carried; nil for
	// none.
	Posters *poster.StoredPosters
	// Learned is what was learned from the same films and scripts, to be taken over; nil to
	// learn.
	Learned *TrainedModels
	// LearnedSince, if set, lets forecasts take over the models of the generation that
	// serves, if those were learned since then, by a program that calls itself Builder.
	LearnedSince time.Time
	Builder      string
	// Encode is how many films, the best known, have vectors that descriptions are compared with; 0 for
	// none, but for those that Learned has. Texts that are as they were in the generation that serves keep
	// their vectors, others take the sentence encoder a part of a second each.
	Encode int
	// Uncompressed leaves the compressed records out, which are a part of a second's work and more:
	// lists of films are then compressed when they are asked for.
	Uncompressed bool
}

// ErrBuilding says that another build of the same library runs.
var ErrBuilding = errors.New("another build of this library is running")

// Begin starts a generation under root, creating it if need be, and clears away
// what a killed build left. Only one build runs at a time.
func Begin(root string, in Inputs) (*Build, error) {
	d, err := begin(root)
	if err != nil {
		return nil, err
	}
	before, films := openPeople(root) // whose slugs stay
	if before != nil {
		d.before = []io.Closer{before, films}
	}
	d.posters, d.actors, d.uncompressed = poster.NewBuilder(in.Posters), people.NewBuilder(before), in.Uncompressed
	if d.derived, err = collections(in, d.posters, d.actors, vectorsBefore(root)); err != nil {
		d.Discard()
		return nil, err
	}
	d.takeOverModels(in)
	return d, nil
}

// takeOverModels gives the forecasts the models of the generation that serves, if the
// inputs allow that. One that does not open has none to give.
func (d *Build) takeOverModels(in Inputs) {
	if in.LearnedSince.IsZero() {
		return
	}
	before, err := Open(d.root)
	if err != nil {
		return
	}
	defer before.Close()
	m := before.Manifest
	if m.Builder != in.Builder || m.Label == StarterLabel || m.LearnedAt.Before(in.LearnedSince) {
		return
	}
	d.learnedAt = m.LearnedAt
	for _, c := range d.derived {
		if f, ok := c.collection.(*forecast.Builder); ok {
			f.TakeOver(before.Forecast.Learned())
		}
	}
}

// begin starts a generation that nothing is derived for yet.
func begin(root string) (*Build, error) {
	if err := os.MkdirAll(root, 0o755); err != nil {
		return nil, err
	}
	if err := notFollowing(root); err != nil {
		return nil, err
	}
	lock, err := lockBuilds(root)
	if err != nil {
		return nil, err
	}
	d := &Build{root: root, dir: filepath.Join(root, buildName), lock: lock}
	if err := d.prepare(); err != nil {
		lock.Close()
		return nil, fmt.Errorf("begin a library generation: %w", err)
	}
	return d, nil
}

// lockBuilds keeps others from building under root until the lock is closed.
func lockBuilds(root string) (io.Closer, error) {
	lock, err := flock.Exclusive(filepath.Join(root, lockName))
	if errors.Is(err, flock.ErrHeld) {
		return nil, ErrBuilding
	}
	return lock, err
}

// prepare makes an empty build directory, after removing what an interrupted build
// left in it.
func (d *Build) prepare() error {
	if err := os.RemoveAll(d.dir); err != nil {
		return err
	}
	if err := os.Mkdir(d.dir, 0o755); err != nil {
		return err
	}
	var err error
	d.films, err = catalog.Create(d.dir)
	return err
}

// Add takes the next film of the generation; ids must ascend. It keeps nothing
// of f but strings.
func (d *Build) Add(f *film.Film) error {
	f = d.posters.Dress(f)
	if err := d.films.Add(f); err != nil {
		return err
	}
	for _, c := range d.derived {
		c.Add(catalog.Doc(d.count), f)
	}
	d.count++
	return nil
}

// AddAll is Add of all films of the generation, which are few enough to lie in memory, and writes
// everything that is made of them, on every processor. It is called once, after Sighted, and
// Publish or Discard after it.
func (d *Build) AddAll(ctx context.Context, films []*film.Film) error {
	dressed := make([]*film.Film, len(films))
	for i, f := range films {
		dressed[i] = d.posters.Dress(f)
	}
	jobs, short, err := d.films.AddAll(dressed)
	if err != nil {
		return err
	}
	for i, c := range slices.Backward(d.derived) { // of which the last take longest
		jobs = append(jobs, catalog.Job{File: c.file, Run: func() error {
			for doc, f := range dressed {
				c.Add(catalog.Doc(doc), f)
			}
			return d.derive(ctx, i, noProgress)
		}})
	}
	jobs = append(jobs, short...)
	// One more than there are processors, for files that wait for the disk.
	writing, going := errgroup.WithContext(ctx)
	writing.SetLimit(runtime.GOMAXPROCS(0) + 1)
	d.digests = make([]File, len(jobs))
	for i, job := range jobs {
		writing.Go(func() (err error) {
			if err := cmp.Or(going.Err(), job.Run()); err != nil {
				return err
			}
			d.digests[i], err = digest(going, filepath.Join(d.dir, job.File))
			if errors.Is(err, fs.ErrNotExist) { // nothing to write
				return nil
			}
			return err
		})
	}
	d.count, d.written = len(films), true
	if err := writing.Wait(); err != nil {
		return err
	}
	return d.compress(ctx, noProgress)
}

// Sighted takes what a source says of who is who in a film's cast.
func (d *Build) Sighted(s people.Sighting) { d.actors.Sight(s) }

// Synopses takes what else the sources tell of the film that Add takes next. Only descriptions are
// compared with it.
func (d *Build) Synopses(texts []string) { d.films.Synopses(texts) }

// Dir is where files that belong to the generation besides the catalogue (the
// build report) are written before Publish. They become part of the manifest.
func (d *Build) Dir() string { return d.dir }

// Progress is told how far a stage of publishing is. It may be nil.
type Progress func(stage string, done, total int64)

// Publish finishes the generation and makes it the one that serves. Of the
// manifest, the caller states Label, Builder and Sources; builtAt is kept to
// the second. The generation that served is kept, and older ones are removed.
//
// A generation that is empty, or much smaller than the one that serves, is kept
// but does not serve: Publish returns its manifest and a *WithheldError.
// AllowShrink makes it serve.
func (d *Build) Publish(ctx context.Context, m Manifest, builtAt time.Time, progress Progress) (Manifest, error) {
	lib, err := d.PublishOpen(ctx, m, builtAt, progress)
	if lib == nil {
		return Manifest{}, err
	}
	return lib.Manifest, errors.Join(err, lib.Close())
}

// PublishOpen is Publish for who goes on with the generation: it returns the library that was
// opened to check it, for HolderOf or Close. That is not nil with a *WithheldError, either.
func (d *Build) PublishOpen(ctx context.Context, m Manifest, builtAt time.Time, progress Progress) (*Library, error) {
	lib, err := d.publish(ctx, m, builtAt, progress)
	if lib == nil {
		d.Discard()
		return nil, fmt.Errorf("publish a library generation: %w", err)
	}
	d.forget()
	return lib, errors.Join(err, d.lock.Close())
}

// noProgress is a Progress that tells nobody.
func noProgress(string, int64, int64) {}

// write writes the catalogue and what is derived from the films, unless AddAll did: one file
// after the other, since each may take much memory.
func (d *Build) write(ctx context.Context, progress Progress) error {
	if d.written {
		return nil
	}
	if progress == nil {
		progress = noProgress
	}
	if err := d.writeFilms(ctx, progress); err != nil {
		return err
	}
	for i := range d.derived {
		if err := d.derive(ctx, i, progress); err != nil {
			return err
		}
	}
	d.actors, d.posters = nil, nil
	return nil
}

// writeFilms writes the catalogue, and its records compressed.
func (d *Build) writeFilms(ctx context.Context, progress Progress) error {
	if err := d.films.Close(); err != nil {
		return err
	}
	return d.compress(ctx, progress)
}

// compress writes the records compressed, unless the inputs say not to.
func (d *Build) compress(ctx context.Context, progress Progress) error {
	if d.uncompressed {
		return nil
	}
	return catalog.Compress(ctx, d.dir, func(done, total int64) { progress("compressing", done, total) })
}

// derive writes one of the collections.
func (d *Build) derive(ctx context.Context, i int, progress Progress) error {
	c := d.derived[i]
	tell := func(done, total int64) { progress(c.stage, done, total) }
	if err := c.Write(ctx, filepath.Join(d.dir, c.file), tell); err != nil {
		return fmt.Errorf("write %s: %w", c.file, err)
	}
	if f, ok := c.collection.(*forecast.Builder); ok {
		d.tookOver = f.TookOver()
	}
	d.derived[i].collection = nil // what it collected is no longer needed
	return nil
}

// publish writes the files, the derived ones too, and then the manifest, which makes
// a generation of them. A generation that is withheld is kept and not named. Without
// a library there is an error, and nothing that serves has changed.
func (d *Build) publish(ctx context.Context, m Manifest, builtAt time.Time, progress Progress) (*Library, error) {
	if err := d.write(ctx, progress); err != nil {
		return nil, err
	}
	files, err := d.files(ctx)
	if err != nil {
		return nil, err
	}
	m.Format, m.Films, m.Files = Format, d.count, files
	m.BuiltAt = builtAt.UTC().Truncate(time.Second)
	switch {
	case d.tookOver:
		m.LearnedAt = d.learnedAt
	case m.LearnedAt.IsZero():
		m.LearnedAt = m.BuiltAt
	}
	m.Generation = d.nextName(files)
	if m.Sources == nil {
		m.Sources = []Source{}
	}
	b, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return nil, err
	}
	if err := atomicfile.Write(filepath.Join(d.dir, manifestName), append(b, '\n')); err != nil {
		return nil, err
	}
	withheld := d.withhold(m)
	if withheld != nil {
		if err := atomicfile.Write(filepath.Join(d.dir, withheldName), []byte(withheld.reason()+"\n")); err != nil {
			return nil, err
		}
	}
	return d.install(m, withheld)
}

// install puts the finished build beside the other generations and, unless it is
// withheld, names it the one that serves. It returns it open, unless that failed.
func (d *Build) install(m Manifest, withheld *WithheldError) (*Library, error) {
	if err := atomicfile.SyncDir(d.dir); err != nil {
		return nil, err
	}
	if !d.written { // else it is little
		debug.FreeOSMemory() // the pages of the files that are looked at take the place of what was collected
	}
	// A generation must open before anyone is sent to it.
	lib, err := openGeneration(d.dir)
	if err != nil {
		return nil, err
	}
	lib.dir = filepath.Join(d.root, m.Generation)
	if err := d.moveTo(lib.dir, withheld); err != nil {
		return nil, errors.Join(err, lib.Close())
	}
	if withheld != nil {
		return lib, withheld
	}
	return lib, nil
}

// moveTo renames the build and, unless it is withheld, names it the one that serves.
func (d *Build) moveTo(dir string, withheld *WithheldError) error {
	if err := os.Rename(d.dir, dir); err != nil {
		return err
	}
	if err := atomicfile.SyncDir(d.root); err != nil {
		return err
	}
	generation := filepath.Base(dir)
	if withheld != nil {
		retireWithheld(d.root, generation)
		return nil
	}
	served, err := current(d.root)
	unknown := err != nil || opens(filepath.Join(d.root, served)) != nil
	if err := pointTo(d.root, generation); err != nil {
		return err
	}
	if !unknown { // else another one may serve in its place
		retire(d.root, generation, served)
	}
	return nil
}

// pointTo names the generation that serves, atomically and durably.
func pointTo(root, generation string) error {
	return atomicfile.Write(filepath.Join(root, currentName), []byte(generation+"\n"))
}

// files digests what was written, in order of name.
func (d *Build) files(ctx context.Context) ([]File, error) {
	entries, err := os.ReadDir(d.dir)
	if err != nil {
		return nil, err
	}
	files := make([]File, len(entries))
	reading, ctx := errgroup.WithContext(ctx)
	reading.SetLimit(runtime.GOMAXPROCS(0))
	for i, e := range entries {
		if at := slices.IndexFunc(d.digests, func(f File) bool { return f.Name == e.Name() }); at >= 0 {
			files[i] = d.digests[at]
			continue
		}
		reading.Go(func() (err error) {
			files[i], err = digest(ctx, filepath.Join(d.dir, e.Name()))
			return err
		})
	}
	return files, reading.Wait()
}

// nextName returns the generation's name: a running number, and the start of the
// digest of its packs, so that two builds of the same number on different
// machines are told apart. Reports, which tell times, do not count.
func (d *Build) nextName(files []File) string {
	h := sha256.New()
	for _, f := range files {
		if filepath.Ext(f.Name) != ".pack" {
			continue
		}
		fmt.Fprintf(h, "%s %d %s\n", f.Name, f.Bytes, f.SHA256)
	}
	last := 0
	for _, name := range generations(d.root) {
		n, _ := sequence(name)
		last = max(last, n)
	}
	return fmt.Sprintf("%06d-%s", last+1, hex.EncodeToString(h.Sum(nil)[:4]))
}

// Discard removes the build; the generation that serves is untouched.
func (d *Build) Discard() {
	d.films.Abort()
	d.forget()
	_ = os.RemoveAll(d.dir)
	d.lock.Close()
}

// forget closes what was open of the generation before.
func (d *Build) forget() {
	for _, c := range d.before {
		c.Close()
	}
	d.before = nil
}

// generations lists the generations under root, oldest first.
func generations(root string) []string {
	entries, err := os.ReadDir(root)
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		if _, ok := sequence(e.Name()); ok && e.IsDir() {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	return names
}
