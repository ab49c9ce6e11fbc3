package catalog

import (
	"errors"
	"fmt"
	"hash/crc32"
	"slices"

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

type stamp [3]uint32

func stampOf(ids []uint32) stamp {
	sum := uint32(0)
	table := crc32.MakeTable(crc32.Castagnoli)
	for chunk := range slices.Chunk(ids, 1024) {
		var b [4096]byte
		for i, id := range chunk {
			b[4*i], b[4*i+1], b[4*i+2], b[4*i+3] = byte(id), byte(id>>8), byte(id>>16), byte(id>>24)
		}
		sum = crc32.Update(sum, table, b[:4*len(chunk)])
	}
	return stamp{formatVersion, uint32(len(ids)), sum}
}

func readStamp(f *pack.File) (s stamp, err error) {
	v, err := f.Uint32s(stampSection)
	if err != nil {
		return s, err
	}
	if len(v) != len(s) {
		return s, damaged("a stamp of %d numbers", len(v))
	}
	copy(s[:], v)
	if s[0] != formatVersion {
		return s, fmt.Errorf("catalogue format version %d, this program reads version %d", s[0], formatVersion)
	}
	if s[1] > maxFilms {
		return s, damaged("%d films", s[1])
	}
	return s, nil
}

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %s", pack.ErrDamaged, fmt.Sprintf(format, args...))
}

// sections reads the sections of a file, keeping the first error, so that a
// reader says what it wants and asks once whether it got it.
type sections struct {
	file *pack.File
	errs []error
}

func (s *sections) err() error { return errors.Join(s.errs...) }

func (s *sections) fail(err error) {
	if err != nil && len(s.errs) == 0 {
		s.errs = append(s.errs, err)
	}
}

// need notes damage unless ok.
func (s *sections) need(ok bool, format string, args ...any) {
	if !ok {
		s.fail(damaged(format, args...))
	}
}

func (s *sections) bytes(name string) []byte { return numbers[byte](s, name) }

func (s *sections) uint32s(name string) []uint32 { return numbers[uint32](s, name) }

func numbers[T pack.Number](s *sections, name string) []T {
	v, err := pack.Numbers[T](s.file, name)
	s.fail(err)
	return v
}

// sized gives a section that must hold want numbers.
func sized[T pack.Number](s *sections, name string, want int) []T {
	v := numbers[T](s, name)
	if len(v) != want {
		s.need(false, "section %s has %d numbers instead of %d", name, len(v), want)
		return make([]T, 0)
	}
	return v
}

// below gives a section of numbers that must all be under limit, such as
// document numbers.
func below(s *sections, name string, v []uint32, limit int) []uint32 {
	if top := greatest(v); len(v) > 0 && int64(top) >= int64(limit) {
		s.need(false, "section %s holds %d, the limit is %d", name, top, limit)
		return nil
	}
	return v
}

// greatest is the maximum of v, 0 when empty. Four chains of comparisons keep
// the processor busy: millions of numbers are looked at when a catalogue opens.
func greatest(v []uint32) uint32 {
	var a, b, c, d uint32
	for ; len(v) >= 4; v = v[4:] {
		a, b, c, d = max(a, v[0]), max(b, v[1]), max(c, v[2]), max(d, v[3])
	}
	for _, x := range v {
		a = max(a, x)
	}
	return max(a, b, c, d)
}

// starts gives a section of count+1 offsets, ascending from 0 to total.
func (s *sections) starts(name string, count, total int) []uint32 {
	v := sized[uint32](s, name, count+1)
	if len(v) != count+1 {
		return v
	}
	previous := uint32(0)
	ok := v[0] == 0 && int64(v[count]) == int64(total)
	for _, x := range v {
		ok = ok && x >= previous
		previous = x
	}
	s.need(ok, "section %s does not ascend to %d", name, total)
	return v
}
