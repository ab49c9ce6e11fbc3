// Package pack is the file the library is made of: named sections of bytes or
// numbers, each aligned and checksummed, written in one pass and read by
// mapping the file, so that opening is a matter of checking and not of parsing.
//
// It knows nothing of films. What a section means, whether its offsets make
// sense and its numbers are in range, is for the room that wrote it to check;
// pack promises only that the bytes are there, are those that were written
// (unless the checksum was skipped), and lie where numbers may lie.
//
// It imports golang.org/x/sys/unix and the standard library. Start reading at
// Create and Open; the layout is below.
//
// # Layout
//
// All numbers are little-endian.
//
//	header     64 bytes: magic, version uint32, sections uint32,
//	           directory offset uint64, directory length uint64,
//	           directory CRC32C uint32, header CRC32C uint32 (of the bytes before), zeros
//	sections   each at a multiple of 64, zeros between
//	directory  per section, in file order: offset uint64, length uint64,
//	           CRC32C uint32, name length uint16, name
//
// The header is written last, so that a file whose writing was interrupted
// does not open.
package pack

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"unsafe"
)

// Version is the layout's version. History:
//
//	1  the first
const Version = 1

const (
	magic      = "KINOPACK"
	headerSize = 64
	align      = 64
	entrySize  = 8 + 8 + 4 + 2 // of the directory, without the name
	maxName    = 255
)

// ErrDamaged is in the chain of every error that says a file is not what was
// written: cut, changed, of another format.
var ErrDamaged = errors.New("damaged file")

// castagnoli is read only.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Number is what a section may hold besides bytes.
type Number interface {
	~uint8 | ~uint16 | ~uint32 | ~uint64 | ~int8 | ~int16 | ~int32 | ~int64 | ~float32 | ~float64
}

// bytesOf gives the memory of numbers, which on a little-endian host is also
// how they lie in the file.
func bytesOf[T Number](values []T) []byte {
	if len(values) == 0 {
		return nil
	}
	var t T
	return unsafe.Slice((*byte)(unsafe.Pointer(&values[0])), len(values)*int(unsafe.Sizeof(t)))
}

// checkHost refuses hosts whose numbers lie the other way round: mapped
// sections are used as they are.
func checkHost() error {
	if binary.NativeEndian.Uint16([]byte{1, 0}) != 1 {
		return errors.New("library files need a little-endian machine")
	}
	return nil
}

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrDamaged, fmt.Sprintf(format, args...))
}
