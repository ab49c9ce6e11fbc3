package snapshot

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"os"
	"time"

	"kinodex/internal/blob"
	"kinodex/internal/catalog"
	"kinodex/internal/film"
)

// Options say what a snapshot is made of.
type Options struct {
	Films      *catalog.Catalog
	Generation string
	// Base is the address of the service, which the rows' links begin with; empty for
	// links that are relative to wherever it is reached.
	Base string
	// Leads reports whether the links of a snapshot of the same generation lead to
	// the service although they begin with another base; nil for never.
	Leads func(*Manifest) bool
	Now   time.Time
	// Scratch is a directory for files that are on their way to the bucket.
	Scratch string
	// Progress is told how many films are written; it may be nil.
	Progress func(done, total int64)
}

// Build makes the snapshot of a generation and names it the newest. When that is
// the newest already it is left as it is, and made is false. Builds of the same
// generation at the same time, as replicas may start them, write the same bytes.
func Build(ctx context.Context, b blob.Bucket, o Options) (m *Manifest, made bool, err error) {
	before, err := Current(ctx, b)
	switch {
	case err == nil && o.satisfiedBy(before):
		return before, false, nil
	case err != nil && !errors.Is(err, ErrNone):
		return nil, false, err
	}
	m, err = build(ctx, b, o, before)
	if err != nil {
		return nil, false, fmt.Errorf("build snapshot: %w", err)
	}
	return m, true, retire(ctx, b, m, o.Now)
}

func (o *Options) satisfiedBy(m *Manifest) bool {
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
	old, err := rowsOf(ctx, b, before)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(o.Scratch, "snapshot-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	w, err := newWriting(dir, old)
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
		FilmCount:   w.rows.Len(), Format: Format, SchemaVersion: Schema,
		ContentSHA256: hex.EncodeToString(w.content.Sum(nil)),
	}
	if o.Base != "" {
		m.BaseURL = &o.Base
	}
	return m, w.store(ctx, b, m, before)
}

// writing is a snapshot on its way: the films, and what changed since the rows of
// the version before.
type writing struct {
	films, changes *packer
	content        hash.Hash
	rows           rows
	old            rows
	at             int // in old: the rows before it are dealt with
	puts, deletes  int
	line           []byte
}

func newWriting(dir string, old rows) (*writing, error) {
	films, err := newPacker(dir, "films")
	if err != nil {
		return nil, err
	}
	changes, err := newPacker(dir, "changes")
	if err != nil {
		films.close()
		return nil, err
	}
	return &writing{films: films, changes: changes, content: sha256.New(), old: old}, nil
}

func (w *writing) close() {
	w.films.close()
	w.changes.close()
}

// all writes every film of the catalogue.
func (w *writing) all(ctx context.Context, o Options) error {
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

// film writes the next film's line, and a change when it is new or different.
func (w *writing) film(id film.ID, row []byte) error {
	w.content.Write(row)
	if err := w.films.write(row); err != nil {
		return err
	}
	digest := digestOf(row)
	w.rows.add(id, digest)
	if err := w.deleteUpTo(id); err != nil {
		return err
	}
	if w.at < w.old.Len() && w.old.ids[w.at] == id {
		same := w.old.digests[w.at] == digest
		w.at++
		if same {
			return nil
		}
	}
	w.puts++
	return w.change(appendPut(w.line[:0], row))
}

// deleteUpTo writes that films of the version before are gone, those with an id
// below the given.
func (w *writing) deleteUpTo(id film.ID) error {
	for ; w.at < w.old.Len() && w.old.ids[w.at] < id; w.at++ {
		w.deletes++
		if err := w.change(appendDelete(w.line[:0], w.old.ids[w.at])); err != nil {
			return err
		}
	}
	return nil
}

func (w *writing) change(line []byte) error {
	w.line = line
	return w.changes.write(line)
}

// store brings everything to the bucket; the version is named the newest last.
func (w *writing) store(ctx context.Context, b blob.Bucket, m *Manifest, before *Manifest) (err error) {
	if m.Bytes, m.SHA256, err = w.films.put(ctx, b, FilmsKey(m.Version)); err != nil {
		return err
	}
	if before != nil {
		c := &Changes{Since: before.Version, Puts: w.puts, Deletes: w.deletes}
		if c.Bytes, c.SHA256, err = w.changes.put(ctx, b, ChangesKey(m.Version)); err != nil {
			return err
		}
		m.PreviousVersion, m.Changes = &before.Version, c
	}
	if err := w.rows.put(ctx, b, rowsKey(m.Version)); err != nil {
		return err
	}
	if err := m.write(ctx, b, manifestKey(m.Version)); err != nil {
		return err
	}
	return m.write(ctx, b, currentKey)
}
