package ingest

import (
	"cmp"
	"iter"
	"slices"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
)

// chunkSize is how many bytes of claims one allocation holds.
const chunkSize = 1 << 20

// entry says where a claim is kept and which film it is about. film is 0 until the claim is
// joined, moviedb and year are 0 when it states none.
type entry struct {
	film    film.ID
	moviedb uint32
	chunk   uint32
	offset  uint32
	size    uint32
	input   uint16 // index in store.inputs
	joined  joinRule
	shown   bool // so many voted that the film has been seen
	year    uint16
	member  uint32 // index in arena.members
	line    uint32
}

// arena keeps the claims of one reading worker: an entry each, and their bytes in chunks
// without pointers, which the garbage collector does not scan. It serves one goroutine.
type arena struct {
	chunks  [][]byte
	entries []entry
	// members are the names of Origin.File; a file that is no archive has one.
	members []string
	inputs  []input
	writer  claimWriter
}

// add keeps a claim that was read from the file of the given index. It copies the claim.
func (s *arena) add(file int, c *source.Claim) {
	b := s.writer.encode(c)
	last := len(s.chunks) - 1
	if last < 0 || len(s.chunks[last])+len(b) > cap(s.chunks[last]) {
		s.chunks = append(s.chunks, make([]byte, 0, max(chunkSize, len(b))))
		last++
	}
	offset := len(s.chunks[last])
	s.chunks[last] = append(s.chunks[last], b...)
	o := &c.Origin
	if n := len(s.members); n == 0 || s.members[n-1] != o.File {
		s.members = append(s.members, o.File)
	}
	s.entries = append(s.entries, entry{
		film: c.ID, moviedb: uint32(max(c.MoviedbID, 0)),
		chunk: uint32(last), offset: uint32(offset), size: uint32(len(b)),
		year: uint16(max(c.Year, 0)), shown: max(c.FilmdbVotes, c.MoviedbVotes) >= shownVotes,
		input:  s.input(input{file: file, format: o.Format, source: o.Source, period: o.Period}),
		member: uint32(len(s.members) - 1), line: uint32(max(o.Line, 0)),
	})
}

// input returns the index of the input, which it adds when it is new. It looks from the end,
// where nearly always the input is.
func (s *arena) input(in input) uint16 {
	for i := len(s.inputs) - 1; i >= 0; i-- {
		if s.inputs[i] == in {
			return uint16(i)
		}
	}
	s.inputs = append(s.inputs, in)
	return uint16(len(s.inputs) - 1)
}

// retime changes the period of a file's inputs from one to another, after what the file holds
// has shown that it is newer than its name or its layout says.
func (s *arena) retime(file int, from, to string) {
	for i := range s.inputs {
		if in := &s.inputs[i]; in.file == file && in.period == from {
			in.period = to
		}
	}
}

// store is every claim of a build, by film.
type store struct {
	chunks  [][]byte
	members []string
	// inputs are in the order of their files, so that an input's index does not
	// depend on which worker read what.
	inputs  []input
	entries []entry
}

// gather returns the claims of all arenas as one store, and empties the arenas. Chunks are
// moved, not copied.
func gather(arenas []*arena) *store {
	st := &store{}
	total := 0
	for _, s := range arenas {
		total += len(s.entries)
		st.inputs = append(st.inputs, s.inputs...)
	}
	slices.SortFunc(st.inputs, func(a, b input) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.format, b.format),
			cmp.Compare(a.source, b.source), cmp.Compare(a.period, b.period))
	})
	st.inputs = slices.Compact(st.inputs)
	st.entries = make([]entry, 0, total)
	for _, s := range arenas {
		chunks, members := uint32(len(st.chunks)), uint32(len(st.members))
		st.chunks = append(st.chunks, s.chunks...)
		st.members = append(st.members, s.members...)
		at := make([]uint16, len(s.inputs))
		for i, in := range s.inputs {
			at[i] = uint16(slices.Index(st.inputs, in))
		}
		for _, e := range s.entries {
			e.chunk += chunks
			e.member += members
			e.input = at[e.input]
			st.entries = append(st.entries, e)
		}
		*s = arena{}
	}
	return st
}

// bytes returns the encoded claim of an entry, which must not be changed.
func (st *store) bytes(e *entry) []byte {
	return st.chunks[e.chunk][e.offset : e.offset+e.size]
}

// claim decodes the claim of an entry, but for its Origin.
func (st *store) claim(e *entry, c *source.Claim) error {
	return decodeClaim(st.bytes(e), st.inputs[e.input].source, c)
}

// byFilm orders the entries by film, those of no film first, and the entries of
// one film by input and place in it. A file is read by one worker from start to
// end, so the order does not depend on which worker that was.
func (st *store) byFilm() {
	slices.SortFunc(st.entries, func(a, b entry) int {
		return cmp.Or(
			cmp.Compare(a.film, b.film), cmp.Compare(a.input, b.input),
			cmp.Compare(a.chunk, b.chunk), cmp.Compare(a.offset, b.offset),
		)
	})
}

// groups yields the entries of each film in ascending order of id; byFilm must
// have been called. Entries without a film are not yielded.
func (st *store) groups(yield func(film.ID, []entry) bool) { groups(st.entries)(yield) }

// groups yields the entries of each film among entries that are ordered as by store.byFilm.
// Those without a film are not yielded.
func groups(entries []entry) iter.Seq2[film.ID, []entry] {
	return func(yield func(film.ID, []entry) bool) {
		for i := 0; i < len(entries); {
			j := i + 1
			for j < len(entries) && entries[j].film == entries[i].film {
				j++
			}
			if id := entries[i].film; id != 0 && !yield(id, entries[i:j:j]) {
				return
			}
			i = j
		}
	}
}

// batches returns the entries that have a film in runs of so many films, the last one of fewer,
// and how many films there are; byFilm must have been called.
func (st *store) batches(size int) (runs [][]entry, films int) {
	rest := st.entries[len(st.unmatched()):]
	at := 0 // where the next film begins
	for _, entries := range groups(rest) {
		at += len(entries)
		if films++; films%size == 0 {
			runs, rest, at = append(runs, rest[:at]), rest[at:], 0
		}
	}
	if len(rest) > 0 {
		runs = append(runs, rest)
	}
	return runs, films
}

// users are how many entries of films each chunk has that are not merged yet.
type users []int

// users counts all entries that have a film.
func (st *store) users() users {
	u := make(users, len(st.chunks))
	for i := range st.entries {
		if e := &st.entries[i]; e.film != 0 {
			u[e.chunk]++
		}
	}
	return u
}

// release gives up the chunks that only these entries still used: their claims cannot be read
// any more. Files that are ordered by film are so released from beginning to end, while the
// library that is made of them grows. Other goroutines may read other chunks.
func (u users) release(st *store, entries []entry) {
	for i := range entries {
		at := entries[i].chunk
		if u[at]--; u[at] == 0 {
			st.chunks[at] = nil
		}
	}
}

// unmatched returns the entries that have no film.
func (st *store) unmatched() []entry {
	n := 0
	for n < len(st.entries) && st.entries[n].film == 0 {
		n++
	}
	return st.entries[:n]
}

// toldElsewhere returns the films that have rows of other files than the film database's own
// tables: only their cast may come without ids.
func (st *store) toldElsewhere() idSet[film.ID] {
	films := idSet[film.ID]{}
	for i := range st.entries {
		if e := &st.entries[i]; !ownTables[st.inputs[e.input].format] {
			films.add(e.film)
		}
	}
	return films
}
