package snapshot

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"fmt"
	"io"

	"kinodex/internal/blob"
	"kinodex/internal/film"
)

// Change is one line of a file of changes. Lines are in order of id, ascending, at most one
// for each film.
type Change struct {
	Op Op `json:"op"`
	// Film is the line that the film has now, without its line feed; only for Put.
	Film jsontext.Value `json:"film,omitempty"`
	// ID is the film's; only for Delete, since a line that is put has it.
	ID film.ID `json:"filmdb_id,omitzero"`
}

// Op is what a change does to a film.
type Op string

// The ops.
const (
	Put    Op = "put"    // the film is new, or its line has changed
	Delete Op = "delete" // the film is gone
)

// append appends the change as a line.
func (c Change) append(dst []byte) ([]byte, error) {
	w := bytes.NewBuffer(dst)
	if err := json.MarshalWrite(w, c, jsontext.PreserveRawStrings(true)); err != nil {
		return dst, fmt.Errorf("write a change: %w", err)
	}
	w.WriteByte('\n')
	return w.Bytes(), nil
}

// Replay applies changes to the lines of a version and writes those of the next: what a
// mirror does. Both are read uncompressed, and never as a whole: memory does not grow
// with the catalogue. A cut or malformed line, and ids that do not ascend, are errors;
// what was written to next by then means nothing.
func Replay(next io.Writer, before, changes io.Reader) error {
	w := bufio.NewWriterSize(next, 1<<16)
	old, diff := newLines(before), newLines(changes)
	if err := errors.Join(old.next(readRow), diff.next(readChange)); err != nil {
		return err
	}
	for old.line != nil || diff.line != nil {
		if diff.line == nil || old.line != nil && old.id < diff.id {
			w.Write(old.line)
			w.WriteByte('\n')
			if err := old.next(readRow); err != nil {
				return err
			}
			continue
		}
		if diff.put != nil {
			w.Write(diff.put)
			w.WriteByte('\n')
		}
		if old.line != nil && old.id == diff.id {
			if err := old.next(readRow); err != nil {
				return err
			}
		}
		if err := diff.next(readChange); err != nil {
			return err
		}
	}
	return w.Flush()
}

// lines reads lines one by one. Each has an id, which is above that of the one before.
type lines struct {
	from *bufio.Reader
	line []byte // without line feed; nil at the end
	put  []byte // the film's line, when line is a change that puts one
	id   film.ID
}

// newLines returns the lines of r before the first; next reads it.
func newLines(r io.Reader) *lines { return &lines{from: bufio.NewReaderSize(r, 1<<20)} }

// next reads the next line; read sets what is known of it. line is nil after the last.
func (l *lines) next(read func(*lines) error) error {
	line, err := l.from.ReadBytes('\n')
	if errors.Is(err, io.EOF) && len(line) == 0 {
		l.line = nil
		return nil
	}
	if err != nil {
		return fmt.Errorf("a line is cut short: %w", err)
	}
	before, first := l.id, l.line == nil
	l.line = bytes.TrimSuffix(line, []byte{'\n'})
	if err := read(l); err != nil {
		return err
	}
	if !first && l.id <= before {
		return fmt.Errorf("ids do not rise: %s after %s", l.id, before)
	}
	return nil
}

// idRow is a line of a film, of which only the id is needed here.
type idRow struct {
	ID film.ID `json:"filmdb_id"`
}

// readRow reads the id of a film's line.
func readRow(l *lines) error {
	var row idRow
	if err := json.Unmarshal(l.line, &row); err != nil {
		return fmt.Errorf("a row is no film: %w", err)
	}
	l.id = row.ID
	return nil
}

// readChange reads the id of a change, and the film's line if it puts one.
func readChange(l *lines) error {
	var c Change
	if err := json.Unmarshal(l.line, &c); err != nil {
		return fmt.Errorf("a change cannot be read: %w", err)
	}
	l.put = nil
	switch c.Op {
	case Delete:
		l.id = c.ID
		return nil
	case Put:
		var row idRow
		if err := json.Unmarshal(c.Film, &row); err != nil {
			return fmt.Errorf("a change puts no film: %w", err)
		}
		l.id, l.put = row.ID, c.Film
		return nil
	}
	return fmt.Errorf("a change has the unknown op %.20q", c.Op)
}

// MaxSteps is how many versions Since goes back at most.
const MaxSteps = KeptChanges

// Since returns the versions that lead from one to the newest, oldest first: applied in
// that order, their changes make the newest out of it. There are none when it is the
// newest. The error is ErrNone when the chain of kept versions does not reach back to it.
// It reads one manifest for each version but the newest.
func Since(ctx context.Context, b blob.Bucket, newest *Manifest, version string) ([]*Manifest, error) {
	var steps []*Manifest
	for m := newest; m.Version != version; {
		if m.PreviousVersion == nil || len(steps) == MaxSteps {
			return nil, ErrNone
		}
		steps = append([]*Manifest{m}, steps...)
		if *m.PreviousVersion == version {
			break
		}
		var err error
		if m, err = Of(ctx, b, *m.PreviousVersion); err != nil {
			return nil, err
		}
	}
	return steps, nil
}
