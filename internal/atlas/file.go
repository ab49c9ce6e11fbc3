package atlas

import (
	"context"
	"encoding/json"
	"fmt"

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
	w, err := pack.Create(path)
	if err != nil {
		return err
	}
	if err := b.write(ctx, w, progress); err != nil {
		w.Abort()
		return err
	}
	return w.Close()
}

func (b *Builder) write(ctx context.Context, w *pack.Writer, progress func(done, total int64)) error {
	codes := b.countries()
	parts := []func() error{
		func() error {
			return pack.PutSection(w, stampSection, []uint32{formatVersion, b.stamp.films, b.stamp.sum})
		},
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
	f, err := pack.Open(path, pack.Options{})
	if err != nil {
		return nil, err
	}
	x := &Atlas{file: f}
	if err := x.read(&sections{file: f}, c); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return x, nil
}

func (x *Atlas) read(s *sections, c *catalog.Catalog) error {
	about := numbers[uint32](s, stampSection)
	if s.need(len(about) == 3, "stamp"); s.err != nil {
		return s.err
	}
	if about[0] != formatVersion {
		return fmt.Errorf("atlas format version %d, this program reads version %d", about[0], formatVersion)
	}
	var of stamp
	for d := range c.Len() {
		of.add(c.ID(catalog.Doc(d)))
	}
	s.need(of == stamp{about[1], about[2]}, "built from other films")
	x.shelf = readShelf(s)
	x.sums = readSums(s, x.shelf.countries())
	x.stats, x.coverage = numbers[byte](s, statsSection), numbers[byte](s, coverageSection)
	s.need(json.Valid(x.stats) && json.Valid(x.coverage), "JSON")
	if s.err != nil {
		return s.err
	}
	for _, c := range x.shelf.codes {
		head := append([]byte(`{"code":"`), c.String()...)
		head = film.AppendText(append(head, `","name":`...), countryName(c.String()))
		x.heads = append(x.heads, append(head, `,"film_count":`...))
	}
	return nil
}

// Close ends the mapping.
func (x *Atlas) Close() error { return x.file.Close() }

// Verify reads every byte and compares it with its checksum.
func (x *Atlas) Verify() error { return x.file.Verify() }

// Stats are the statistics of all films, as JSON (TRACE F1-35, F1-36). They must
// not be changed, nor read after Close.
func (x *Atlas) Stats() []byte { return x.stats }

// Coverage is how much is known of the films, as JSON. It must not be changed,
// nor read after Close.
func (x *Atlas) Coverage() []byte { return x.coverage }

// sections reads the sections of a file, keeping the first error.
type sections struct {
	file *pack.File
	err  error
}

func numbers[T pack.Number](s *sections, name string) []T {
	if s.err != nil {
		return nil
	}
	v, err := pack.Numbers[T](s.file, name)
	s.err = err
	return v
}

// need notes damage unless ok.
func (s *sections) need(ok bool, what string) {
	if !ok && s.err == nil {
		s.err = fmt.Errorf("%w: %s", pack.ErrDamaged, what)
	}
}
