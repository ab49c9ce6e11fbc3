package atlas

import (
	"context"
	"encoding/json"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/pack"
)

const (
	stampSection    = "atlas/stamp" // uint32: format version, films, checksum of the ids
	statsSection    = "stats"       // JSON, as it is sent
	coverageSection = "coverage"    // JSON, as it is sent
)

// Write writes the file at path. progress may be nil.
func (b *Builder) Write(ctx context.Context, path string, progress func(done, total int64)) error {
	if b.err != nil {
		return b.err
	}
	return pack.Save(path, func(w *pack.Writer) error { return b.write(ctx, w, progress) })
}

func (b *Builder) write(ctx context.Context, w *pack.Writer, progress func(done, total int64)) error {
	codes := b.countries()
	parts := []func() error{
		func() error { return b.stamp.Put(w, stampSection, formatVersion) },
		func() error { return b.writeShelf(w, codes) },
		func() error { return b.writeSums(w, codes) },
		func() error { return writeJSON(w, statsSection, b.stats.tell()) },
		func() error { return writeJSON(w, coverageSection, b.known.tell()) },
	}
	for i, part := range parts {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := part(); err != nil {
			return err
		}
		if progress != nil {
			progress(int64(i+1), int64(len(parts)))
		}
	}
	return w.Err()
}

func writeJSON(w *pack.Writer, section string, value any) error {
	b, err := encode(value)
	if err != nil {
		return err
	}
	w.Section(section)
	_, err = w.Write(b)
	return err
}

// Atlas is an open file, beside the catalogue it was built with.
type Atlas struct {
	file            *pack.File
	shelf           shelf
	sums            sums
	heads           [][]byte // by country: the start of its entry
	stats, coverage []byte
}

// Open maps the file at path, which must have been built from the catalogue's
// films.
func Open(path string, c *catalog.Catalog) (*Atlas, error) {
	x := &Atlas{}
	f, err := pack.Load(path, pack.Options{}, func(r *pack.Reader) { x.read(r, c) })
	if err != nil {
		return nil, err
	}
	x.file = f
	return x, nil
}

func (x *Atlas) read(r *pack.Reader, c *catalog.Catalog) {
	of := catalog.ReadStamp(r, stampSection, "atlas", formatVersion)
	r.Require(of == c.Stamp(), "built from other films")
	x.shelf = readShelf(r)
	x.sums = readSums(r, x.shelf.countries())
	x.stats, x.coverage = pack.Column[byte](r, statsSection, pack.Any), pack.Column[byte](r, coverageSection, pack.Any)
	if !r.Require(json.Valid(x.stats) && json.Valid(x.coverage), "JSON") {
		return
	}
	for _, c := range x.shelf.codes {
		head := append([]byte(`{"code":"`), c.String()...)
		head = film.AppendText(append(head, `","name":`...), countryName(c.String()))
		x.heads = append(x.heads, append(head, `,"film_count":`...))
	}
}

// Close ends the mapping.
func (x *Atlas) Close() error { return x.file.Close() }

// Verify reads every byte and compares it with its checksum.
func (x *Atlas) Verify() error { return x.file.Verify() }

// Stats are the statistics of all films, as JSON (REQ F1-35, F1-36). They must
// not be changed, nor read after Close.
func (x *Atlas) Stats() []byte { return x.stats }

// Coverage is how much is known of the films, as JSON. It must not be changed,
// nor read after Close.
func (x *Atlas) Coverage() []byte { return x.coverage }
