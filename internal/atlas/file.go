package atlas

import (
	"context"
	"encoding/json"

	"kinodex/internal/catalog"
	"kinodex/internal/pack"
)

const (
	stampSection    = "atlas/stamp" // uint32: format version, films, checksum of the ids
	statsSection    = "stats"       // Statistics as JSON
	coverageSection = "coverage"    // Coverage as JSON
)

// Write writes the file at path. progress may be nil.
// The same films give the same bytes. The file is whole or not there. It stops between parts
// when ctx ends. progress counts parts, not films.
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
		func() error { return b.writeTopLists(w, codes) },
		func() error { return b.writeSums(w, codes) },
		func() error { return writeJSON(w, statsSection, b.stats.result()) },
		func() error { return writeJSON(w, coverageSection, b.known.result()) },
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

// writeJSON writes a value as a section of its own.
func writeJSON(w *pack.Writer, section string, value any) error {
	b, err := json.Marshal(value)
	if err != nil {
		return err
	}
	w.Section(section)
	_, err = w.Write(b)
	return err
}

// Atlas is an open file, beside the catalogue it was built with. It may be asked by
// several goroutines, but not after Close.
type Atlas struct {
	file     *pack.File
	lists    topLists
	sums     sums
	names    []string // of the countries of lists
	stats    Statistics
	coverage Coverage
}

// Open maps the file at path, which must have been built from the catalogue's
// films.
// It fails with pack.ErrDamaged in the chain on damage, and when the file is of other films.
// Statistics and coverage are decoded now, not when they are asked for.
func Open(path string, c *catalog.Catalog) (*Atlas, error) {
	x := &Atlas{}
	f, err := pack.Load(path, pack.Options{}, func(r *pack.Reader) { x.read(r, c) })
	if err != nil {
		return nil, err
	}
	x.file = f
	return x, nil
}

// read finds all sections and checks what is used as an offset. Errors stay in r.
func (x *Atlas) read(r *pack.Reader, c *catalog.Catalog) {
	of := catalog.ReadStamp(r, stampSection, "atlas", formatVersion)
	r.Require(of == c.Stamp(), "built from other films")
	x.lists = readTopLists(r)
	x.sums = readSums(r, x.lists.countries())
	r.JSON(statsSection, &x.stats)
	r.JSON(coverageSection, &x.coverage)
	for _, c := range x.lists.codes {
		x.names = append(x.names, countryName(c.String()))
	}
}

// Close ends the mapping.
func (x *Atlas) Close() error { return x.file.Close() }

// Verify reads every byte and compares it with its checksum.
// It takes as long as reading the file.
func (x *Atlas) Verify() error { return x.file.Verify() }

// Stats returns the statistics of all films (REQ F1-35, F1-36), which must not be
// changed. They were counted when the library was built.
func (x *Atlas) Stats() *Statistics { return &x.stats }

// Coverage returns how much is known of the films, which must not be changed.
func (x *Atlas) Coverage() *Coverage { return &x.coverage }
