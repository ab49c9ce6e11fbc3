package snapshot

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json/jsontext"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"kinodex/internal/blob"
	"kinodex/internal/film"
)

// FilmChange is what happened to a film from one version to the next.
type FilmChange struct {
	ID   film.ID `json:"filmdb_id"`
	Kind Kind    `json:"change" enum:"added,changed,removed"`
	// Fields are empty unless the film was in both versions.
	Fields      []string  `json:"fields" doc:"The fields of the detail mode that changed; empty for a film that was added or removed."`
	Version     string    `json:"version" doc:"The version that the change made."`
	GeneratedAt time.Time `json:"generated_at" doc:"When that version was made."`
}

// Kind is what happens to a film.
type Kind string

// The kinds.
const (
	Added   Kind = "added"
	Changed Kind = "changed"
	Removed Kind = "removed"
)

// kinds are the kinds by the byte that stands for them in a file.
var kinds = [...]Kind{Added, Changed, Removed}

// A record is 13 bytes: the id, big-endian, the kind, and a bit for each changed field,
// whose name stands in Changes.Fields at the number of the bit.
const recordBytes = 4 + 1 + 8

// maxFields is how many names of fields a file of ids can tell apart. The detail view has
// fewer; of others it is not told that they changed.
const maxFields = 64

// filmChanges are the changes that lead to a version, in order of id.
type filmChanges struct {
	names   []string // of fields, in the order they were met; never nil
	records []byte
}

// add adds the next change; ids must ascend.
func (c *filmChanges) add(id film.ID, kind Kind, fields []string) {
	var bits uint64
	for _, name := range fields {
		n := slices.Index(c.names, name)
		if n < 0 && len(c.names) < maxFields {
			n = len(c.names)
			c.names = append(c.names, name)
		}
		if n >= 0 {
			bits |= 1 << n
		}
	}
	c.records = binary.BigEndian.AppendUint32(c.records, uint32(id))
	c.records = append(c.records, byte(slices.Index(kinds[:], kind)))
	c.records = binary.BigEndian.AppendUint64(c.records, bits)
}

// put stores the changes under key.
func (c *filmChanges) put(ctx context.Context, b blob.Bucket, key string) error {
	return b.Put(ctx, key, bytes.NewReader(c.records), int64(len(c.records)), "application/octet-stream")
}

// filmChange reads a record of the changes that lead to m.
func (m *Manifest) filmChange(record []byte) (FilmChange, error) {
	c := FilmChange{ID: film.ID(binary.BigEndian.Uint32(record)), Fields: []string{}, Version: m.Version, GeneratedAt: m.GeneratedAt}
	kind, bits := int(record[4]), binary.BigEndian.Uint64(record[5:])
	if kind >= len(kinds) || bits>>len(m.Changes.Fields) != 0 {
		return c, fmt.Errorf("the ids of the changes of %s are damaged", m.Version)
	}
	c.Kind = kinds[kind]
	for n, name := range m.Changes.Fields {
		if bits>>n&1 == 1 {
			c.Fields = append(c.Fields, name)
		}
	}
	return c, nil
}

// changedFields returns the names of the members that differ between two lines of a film, in
// the order of the second; those that it lacks are last.
func changedFields(before, after []byte) ([]string, error) {
	old, err := membersOf(before)
	if err != nil {
		return nil, err
	}
	now, err := membersOf(after)
	if err != nil {
		return nil, err
	}
	var names []string
	for i, m := range now {
		// Lines of one program have their members in one order.
		n := i
		if n >= len(old) || old[n].name != m.name {
			n = slices.IndexFunc(old, func(o member) bool { return o.name == m.name })
		}
		if n < 0 || !bytes.Equal(old[n].text, m.text) {
			names = append(names, m.name)
		}
	}
	for _, o := range old {
		if !slices.ContainsFunc(now, func(m member) bool { return m.name == o.name }) {
			names = append(names, o.name)
		}
	}
	return names, nil
}

// member is a member of a JSON object.
type member struct {
	name string
	text []byte // the colon and the value
}

// membersOf returns the members of a JSON object in their order. They refer to object.
func membersOf(object []byte) (members []member, err error) {
	d := jsontext.NewDecoder(bytes.NewBuffer(object))
	if _, err := d.ReadToken(); err != nil {
		return nil, fmt.Errorf("a line is no film: %w", err)
	}
	for d.PeekKind() == '"' {
		name, err := d.ReadToken()
		if err != nil {
			return nil, fmt.Errorf("a line is no film: %w", err)
		}
		m, start := member{name: name.String()}, d.InputOffset()
		if err := d.SkipValue(); err != nil {
			return nil, fmt.Errorf("a line is no film: %w", err)
		}
		m.text = object[start:d.InputOffset()]
		members = append(members, m)
	}
	if _, err := d.ReadToken(); err != nil {
		return nil, fmt.Errorf("a line is no film: %w", err)
	}
	return members, nil
}

// Place is before the change with the number Offset of those that lead to Version.
type Place struct {
	Version string
	Offset  int
}

// FilmChanges returns up to limit changes of films from a place on, step by step as Since
// returns them, each step in order of id. next is nil after the last. The error is ErrNone
// when place is in none of the steps, or when one was made before ids were kept.
func FilmChanges(ctx context.Context, b blob.Bucket, steps []*Manifest, from Place, limit int) (changes []FilmChange, next *Place, err error) {
	at := slices.IndexFunc(steps, func(m *Manifest) bool { return m.Version == from.Version })
	if at < 0 || from.Offset < 0 || from.Offset > steps[at].Changes.count() {
		return nil, nil, ErrNone
	}
	changes = []FilmChange{}
	for _, m := range steps[at:] {
		if m.Changes.Fields == nil {
			return nil, nil, ErrNone
		}
		n := min(m.Changes.count()-from.Offset, limit-len(changes))
		if changes, err = m.appendFilmChanges(ctx, b, changes, from.Offset, n); err != nil {
			return nil, nil, err
		}
		if from.Offset += n; from.Offset < m.Changes.count() {
			return changes, &Place{m.Version, from.Offset}, nil
		}
		from.Offset = 0
	}
	return changes, nil, nil
}

// CountFilmChanges returns how many changes FilmChanges lists in all.
func CountFilmChanges(steps []*Manifest) (n int) {
	for _, m := range steps {
		n += m.Changes.count()
	}
	return n
}

// count returns how many films were added, changed or removed.
func (c *Changes) count() int { return c.Puts + c.Deletes }

// appendFilmChanges reads n of the changes that lead to m, from an offset on.
func (m *Manifest) appendFilmChanges(ctx context.Context, b blob.Bucket, to []FilmChange, offset, n int) ([]FilmChange, error) {
	if n == 0 {
		return to, nil
	}
	o, err := b.GetFrom(ctx, idsKey(m.Version), int64(offset*recordBytes))
	if errors.Is(err, blob.ErrNotFound) {
		return nil, ErrNone
	}
	if err != nil {
		return nil, fmt.Errorf("read the ids of the changes of %s: %w", m.Version, err)
	}
	defer o.Body.Close()
	records := make([]byte, n*recordBytes)
	if _, err := io.ReadFull(o.Body, records); err != nil {
		return nil, fmt.Errorf("read the ids of the changes of %s: %w", m.Version, err)
	}
	for record := range slices.Chunk(records, recordBytes) {
		c, err := m.filmChange(record)
		if err != nil {
			return nil, err
		}
		to = append(to, c)
	}
	return to, nil
}

// RecentFilms returns what last happened to the films that changed most recently, at most so many:
// the newest version first, within it the highest id first, each film once. Of the kept versions it
// reads as many as it needs. Changes for which counts is false are passed over.
func RecentFilms(ctx context.Context, b blob.Bucket, newest *Manifest, most int, counts func(*FilmChange) bool) (recent []FilmChange, err error) {
	seen := map[film.ID]bool{}
	for m, step := newest, 0; m.Changes != nil && m.PreviousVersion != nil && step < MaxSteps; step++ {
		all, _, err := FilmChanges(ctx, b, []*Manifest{m}, Place{Version: m.Version}, m.Changes.count())
		if errors.Is(err, ErrNone) {
			return recent, nil // they are no longer kept
		}
		if err != nil {
			return nil, err
		}
		for _, c := range slices.Backward(all) {
			if seen[c.ID] || !counts(&c) {
				continue
			}
			if len(recent) == most {
				return recent, nil
			}
			seen[c.ID] = true
			recent = append(recent, c)
		}
		m, err = Of(ctx, b, *m.PreviousVersion)
		if errors.Is(err, ErrNone) {
			return recent, nil
		}
		if err != nil {
			return nil, err
		}
	}
	return recent, nil
}
