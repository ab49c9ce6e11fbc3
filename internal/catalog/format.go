package catalog

import (
	"fmt"
	"hash/crc32"
	"slices"

	"kinodex/internal/film"
	"kinodex/internal/pack"
)

// formatVersion is the version of what the sections mean. History:
//
//	1  the first
const formatVersion = 1

// The files of a catalogue directory. One record file a view, named after it.
const (
	columnsFile = "columns.pack"
	textFile    = "text.pack"
)

// maxFilms leaves room for the arithmetic on 32-bit document numbers.
const maxFilms = 1 << 28

// stampSection is in every file and says which catalogue the file is of: format
// version, films, checksum of the ids. Files of different builds do not mix.
const stampSection = "catalog/stamp"

// Stamp says which films a file is of: how many, and the CRC-32C of their ids in
// the order of the catalogue. The zero Stamp is of none.
type Stamp struct{ films, sum uint32 }

// Add adds the next film in the order of the catalogue.
func (s *Stamp) Add(id film.ID) {
	b := [4]byte{byte(id), byte(id >> 8), byte(id >> 16), byte(id >> 24)}
	s.sum = crc32.Update(s.sum, crc32.MakeTable(crc32.Castagnoli), b[:])
	s.films++
}

// Put writes the stamp as a section, with the version of the file's format.
func (s Stamp) Put(w *pack.Writer, section string, version uint32) error {
	return pack.PutSection(w, section, []uint32{version, s.films, s.sum})
}

// ReadStamp returns what Put wrote. When the version is another one, r fails and the stamp is
// zero; what is the name of the format in the message.
func ReadStamp(r *pack.Reader, section, what string, version uint32) Stamp {
	v := pack.Column[uint32](r, section, 3)
	if r.Err() != nil || !r.RequireVersion(what, v[0], version) {
		return Stamp{}
	}
	return Stamp{v[1], v[2]}
}

// stampOf returns the stamp of the films with these ids, which ascend.
func stampOf(ids []uint32) Stamp {
	sum := uint32(0)
	table := crc32.MakeTable(crc32.Castagnoli)
	for chunk := range slices.Chunk(ids, 1024) {
		var b [4096]byte
		for i, id := range chunk {
			b[4*i], b[4*i+1], b[4*i+2], b[4*i+3] = byte(id), byte(id>>8), byte(id>>16), byte(id>>24)
		}
		sum = crc32.Update(sum, table, b[:4*len(chunk)])
	}
	return Stamp{uint32(len(ids)), sum}
}

// readStamp returns the stamp of a file of a catalogue, and checks its version and size.
func readStamp(r *pack.Reader) Stamp {
	s := ReadStamp(r, stampSection, "catalogue", formatVersion)
	r.Require(s.films <= maxFilms, "%d films", s.films)
	return s
}

// damaged returns an error with pack.ErrDamaged in its chain.
func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %s", pack.ErrDamaged, fmt.Sprintf(format, args...))
}
