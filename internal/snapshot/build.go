package snapshot

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"math"
	"os"
	"time"

	"github.com/klauspost/compress/gzip"

	"kinodex/internal/blob"
	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/snapshot/tables"
)

// Options are what Build needs. Films, Generation, Now and Scratch are required.
type Options struct {
	Films      *catalog.Catalog
	Generation string
	// Base is the address of the service, with which the links in rows begin. It is
	// empty for links that are relative to the address the service is reached at.
	Base string
	// Leads reports whether the links of a snapshot of the same generation lead to the
	// service although they begin with another base. nil means that they never do.
	Leads func(*Manifest) bool
	Now   time.Time
	// Scratch is a directory for the files before they are stored.
	Scratch string
	// Tables are the formats that are made beside the lines, such as Parquet.
	Tables []string
	// Sign signs the manifest; nil leaves it unsigned.
	Sign func(text []byte) (signature, publicKey []byte)
	// Progress is called with the number of films written so far, at least once, from
	// the goroutine of Build. It may be nil.
	Progress func(done, total int64)
}

// Build makes the snapshot of a generation, makes it the newest version, adds the tables
// that it lacks, and deletes what is no longer kept. When the newest version is of that
// generation already and has the tables, it returns its manifest, and made is false. When
// it fails, or the process is killed, the version before stays the newest, whole, or the
// new one without tables. Builds of one generation at the same time, as replicas may start
// them, write the same bytes.
func Build(ctx context.Context, b blob.Bucket, o Options) (m *Manifest, made bool, err error) {
	m, err = Current(ctx, b)
	if err != nil && !errors.Is(err, ErrNone) {
		return nil, false, err
	}
	if err != nil || !o.upToDate(m) {
		if m, err = build(ctx, b, o, m); err != nil {
			return nil, false, fmt.Errorf("build snapshot: %w", err)
		}
		made = true
	}
	if lacking := m.lacking(o.Tables); len(lacking) > 0 {
		if m, err = addTables(ctx, b, o, m, lacking); err != nil {
			return nil, false, fmt.Errorf("build tables of snapshot %s: %w", m.Version, err)
		}
		made = true
	}
	if !made {
		return m, false, nil
	}
	return m, true, prune(ctx, b, m, o.Now)
}

// upToDate reports whether m is what Build would make.
func (o *Options) upToDate(m *Manifest) bool {
	if m.Version == VersionOf(o.Generation, o.Base) {
		return true
	}
	base := ""
	if m.BaseURL != nil {
		base = *m.BaseURL
	}
	made := m.Version == VersionOf(o.Generation, base) // as it would be made now, but for the base
	return made && o.Leads != nil && o.Leads(m)
}

func build(ctx context.Context, b blob.Bucket, o Options, before *Manifest) (*Manifest, error) {
	old, err := filmsOf(ctx, b, before)
	if errors.Is(err, blob.ErrNotFound) { // lost: then this is a first version again
		old, before, err = nothing(), nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer old.close()
	dir, err := os.MkdirTemp(o.Scratch, "snapshot-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	w, err := newWriter(dir, old.lines)
	if err != nil {
		return nil, err
	}
	defer w.close()
	if err := w.all(ctx, o); err != nil {
		return nil, err
	}
	m := &Manifest{
		Version: VersionOf(o.Generation, o.Base), Generation: o.Generation,
		GeneratedAt: o.Now.UTC().Truncate(time.Second),
		FilmCount:   o.Films.Len(), Format: Format, SchemaVersion: Schema,
		ContentSHA256: hex.EncodeToString(w.content.Sum(nil)),
	}
	if o.Base != "" {
		m.BaseURL = &o.Base
	}
	return m, w.store(ctx, b, o, m, before)
}

// previous are the lines of the version before.
type previous struct {
	*lines
	close func()
}

// nothing are the lines before the first version.
func nothing() previous { return previous{newLines(bytes.NewReader(nil)), func() {}} }

// filmsOf opens the lines of a version, before the first; there are none when m is nil. The
// caller must call close. The error is blob.ErrNotFound when they are lost.
func filmsOf(ctx context.Context, b blob.Bucket, m *Manifest) (previous, error) {
	if m == nil {
		return nothing(), nil
	}
	o, err := b.Get(ctx, FilmsKey(m.Version))
	if err != nil {
		return previous{}, fmt.Errorf("the lines of version %s: %w", m.Version, err)
	}
	z, err := gzip.NewReader(o.Body)
	if err != nil {
		o.Body.Close()
		return previous{}, fmt.Errorf("the lines of version %s: %w", m.Version, err)
	}
	return previous{newLines(z), func() { o.Body.Close() }}, nil
}

// writer writes a version: its films, and how they differ from those of the version
// before, a merge of two lists in order of id.
type writer struct {
	films, changes *gzipFile
	content        hash.Hash
	old            *lines // of the version before, at the first that was not compared
	ids            filmChanges
	puts, deletes  int
	line           []byte
}

// newWriter returns a writer whose files are in dir; old are the lines of the version
// before, before the first.
func newWriter(dir string, old *lines) (*writer, error) {
	if err := old.next(readRow); err != nil {
		return nil, err
	}
	films, err := newGzipFile(dir, "films")
	if err != nil {
		return nil, err
	}
	changes, err := newGzipFile(dir, "changes")
	if err != nil {
		films.close()
		return nil, err
	}
	return &writer{films: films, changes: changes, content: sha256.New(), old: old, ids: filmChanges{names: []string{}}}, nil
}

// close releases the files.
func (w *writer) close() {
	w.films.close()
	w.changes.close()
}

// maxID is above every film's id.
const maxID = film.ID(math.MaxUint32)

// all writes every film of the catalogue, and ends both files.
func (w *writer) all(ctx context.Context, o Options) error {
	total := o.Films.Len()
	var row []byte
	for d := range total {
		if d%1024 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			if o.Progress != nil {
				o.Progress(int64(d), int64(total))
			}
		}
		doc := catalog.Doc(d)
		row = append(o.Films.Record(doc, film.Detail).AppendTo(row[:0], nil, o.Base), '\n')
		if err := w.film(o.Films.ID(doc), row); err != nil {
			return err
		}
	}
	if o.Progress != nil {
		o.Progress(int64(total), int64(total))
	}
	if err := w.deleteUpTo(maxID); err != nil {
		return err
	}
	return errors.Join(w.films.finish(), w.changes.finish())
}

// film writes the line of the next film, and a change when it is new or different.
func (w *writer) film(id film.ID, row []byte) error {
	w.content.Write(row)
	if err := w.films.write(row); err != nil {
		return err
	}
	if err := w.deleteUpTo(id); err != nil {
		return err
	}
	row = bytes.TrimSuffix(row, []byte{'\n'})
	kind, fields := Added, []string(nil)
	if w.old.line != nil && w.old.id == id {
		same := bytes.Equal(w.old.line, row)
		if !same {
			var err error
			if fields, err = changedFields(w.old.line, row); err != nil {
				return err
			}
		}
		if err := w.old.next(readRow); err != nil || same {
			return err
		}
		kind = Changed
	}
	w.puts++
	w.ids.add(id, kind, fields)
	return w.change(Change{Op: Put, Film: row})
}

// deleteUpTo writes that the films of the version before with an id below id, which were
// not met, are gone.
func (w *writer) deleteUpTo(id film.ID) error {
	for w.old.line != nil && w.old.id < id {
		w.deletes++
		w.ids.add(w.old.id, Removed, nil)
		if err := w.change(Change{Op: Delete, ID: w.old.id}); err != nil {
			return err
		}
		if err := w.old.next(readRow); err != nil {
			return err
		}
	}
	return nil
}

// change writes a line of changes.
func (w *writer) change(c Change) (err error) {
	if w.line, err = c.append(w.line[:0]); err != nil {
		return err
	}
	return w.changes.write(w.line)
}

// store writes everything to the bucket. current.json is last, so that a version is
// whole before it is the newest.
func (w *writer) store(ctx context.Context, b blob.Bucket, o Options, m *Manifest, before *Manifest) (err error) {
	if m.Bytes, m.SHA256, err = w.films.put(ctx, b, FilmsKey(m.Version)); err != nil {
		return err
	}
	if before != nil {
		c := &Changes{Since: before.Version, Puts: w.puts, Deletes: w.deletes, Fields: w.ids.names}
		if c.Bytes, c.SHA256, err = w.changes.put(ctx, b, ChangesKey(m.Version)); err != nil {
			return err
		}
		if err := w.ids.put(ctx, b, idsKey(m.Version)); err != nil {
			return err
		}
		m.PreviousVersion, m.Changes = &before.Version, c
	}
	m.Files = []File{{File: Lines, Format: Format, Bytes: m.Bytes, SHA256: m.SHA256, Rows: map[string]int64{"films": int64(m.FilmCount)}}}
	m.Licences = tables.Licences()
	return m.publish(ctx, b, o)
}
