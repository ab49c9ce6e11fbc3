package pack

import (
	"encoding/json"
	"errors"
	"fmt"
	"unsafe"
)

// Reader reads the sections of an open file and checks them. The first thing
// that is wrong stays as its error, and every section that is read after it is
// nil, so that a caller may read much and ask once, with Err. It is for one
// goroutine; the slices it gives lie in the mapped file.
type Reader struct {
	file *File
	err  error
}

// Any is the count of a section that may hold any number of values.
const Any = -1

// NewReader starts reading an open file.
func NewReader(f *File) *Reader { return &Reader{file: f} }

// Load opens the file at path and lets read take what it needs of it. If the
// reader then has an error, the file is closed and the error is returned.
func Load(path string, o Options, read func(*Reader)) (*File, error) {
	f, err := Open(path, o)
	if err != nil {
		return nil, err
	}
	r := NewReader(f)
	read(r)
	if err := r.Err(); err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}

// LoadFrom is Load for a file that lies in memory: it lets read take what it needs, which is good
// for as long as nobody changes all. name stands for the path in errors.
func LoadFrom(name string, all []byte, read func(*Reader)) error {
	if err := checkHost(); err != nil {
		return err
	}
	if len(all) < headerSize {
		return fmt.Errorf("%s: %w", name, damaged("%d bytes", len(all)))
	}
	f := &File{path: name, data: all}
	if uintptr(unsafe.Pointer(&all[0]))%8 != 0 { // not aligned as numbers need it
		f.data = bytesOf(make([]uint64, (len(all)+7)/8))[:len(all)]
		copy(f.data, all)
	}
	if err := f.read(Options{}); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	r := NewReader(f)
	read(r)
	return r.Err()
}

// Err returns the first error with the path of the file before it, or nil.
func (r *Reader) Err() error {
	if r.err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", r.file.path, r.err)
}

// Fail keeps err, which may be nil, unless there is an error already.
func (r *Reader) Fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// Require fails with ErrDamaged and the message unless ok, and reports whether
// there is no error so far.
func (r *Reader) Require(ok bool, format string, args ...any) bool {
	if !ok && r.err == nil {
		r.err = damaged(format, args...)
	}
	return r.err == nil
}

// RequireEach is Require for each of n items: it fails with the message, to which the number of
// the first wrong item is given last. It allocates nothing for an item that is right, as the
// arguments of Require would: a library opens with many millions of items.
func (r *Reader) RequireEach(n int, ok func(i int) bool, format string, args ...any) bool {
	for i := 0; i < n && r.err == nil; i++ {
		if !ok(i) {
			r.err = damaged(format, append(args, i)...)
		}
	}
	return r.err == nil
}

// RequireVersion fails unless got, the version of the format that a file was
// written in, is the one that this program reads. A file of another version is
// not damaged.
func (r *Reader) RequireVersion(what string, got, want uint32) bool {
	if got != want {
		r.Fail(fmt.Errorf("%s format version %d, this program reads version %d", what, got, want))
	}
	return r.err == nil
}

// Has reports whether the file has a section: for those that files of the same version need
// not have.
func (r *Reader) Has(name string) bool {
	_, ok := r.file.sections[name]
	return ok
}

// JSON decodes a section into a value, as json.Unmarshal does.
func (r *Reader) JSON(name string, into any) {
	b := Column[byte](r, name, Any)
	if r.err == nil {
		err := json.Unmarshal(b, into)
		r.Require(err == nil, "section %s: %v", name, err)
	}
}

// Column reads a section of exactly count values; of any number when count is
// Any.
func Column[T Number](r *Reader, name string, count int) []T {
	if r.err != nil {
		return nil
	}
	v, err := Numbers[T](r.file, name)
	if err != nil {
		r.err = errors.Unwrap(err) // Err says the path
		return nil
	}
	if !r.Require(count < 0 || len(v) == count, "section %s has %d numbers instead of %d", name, len(v), count) {
		return nil
	}
	return v
}

// Below reads a column of numbers from 0 to limit-1: of documents, or of
// whatever else is numbered.
func Below[T ~uint8 | ~uint16 | ~uint32](r *Reader, name string, count, limit int) []T {
	v := Column[T](r, name, count)
	top := greatest(v)
	if !r.Require(len(v) == 0 || int64(top) < int64(limit), "section %s holds %d, the limit is %d", name, top, limit) {
		return nil
	}
	return v
}

// greatest is the maximum of v, 0 when empty. Four chains of comparisons keep
// the processor busy: millions of numbers are looked at when a library opens.
func greatest[T ~uint8 | ~uint16 | ~uint32](v []T) T {
	var a, b, c, d T
	for ; len(v) >= 4; v = v[4:] {
		a, b, c, d = max(a, v[0]), max(b, v[1]), max(c, v[2]), max(d, v[3])
	}
	for _, x := range v {
		a = max(a, x)
	}
	return max(a, b, c, d)
}

// Between reads a column of numbers from low to high, both included; none is NaN.
func Between[T ~float32 | ~float64](r *Reader, name string, count int, low, high T) []T {
	v := Column[T](r, name, count)
	ok := true
	for _, x := range v {
		ok = ok && x >= low && x <= high // never so for NaN
	}
	if !r.Require(ok, "section %s holds numbers out of range", name) {
		return nil
	}
	return v
}

// Starts reads the offsets of count parts of a whole: count+1 numbers that rise
// from 0 to total, part i lying from v[i] to v[i+1]. With count Any it is as many
// parts as the section has. Parts may be empty.
func Starts[T ~uint32 | ~uint64](r *Reader, name string, count, total int) []T {
	if count >= 0 {
		count++
	}
	v := Column[T](r, name, count)
	ok := len(v) > 0 && v[0] == 0 && uint64(v[len(v)-1]) == uint64(total) && rises(v)
	if !r.Require(ok, "section %s does not rise from 0 to %d", name, total) {
		return nil
	}
	return v
}

// rises reports whether v never falls. It looks at every number rather than stop
// early, which is quicker for those that do rise.
func rises[T ~uint32 | ~uint64](v []T) bool {
	ok, previous := true, T(0)
	for _, x := range v {
		ok = ok && x >= previous
		previous = x
	}
	return ok
}

// Ends reads the ends of count parts of a whole: part 0 lies from 0 to v[0], part
// i from v[i-1] to v[i], and the last ends at total.
func Ends[T ~uint32 | ~uint64](r *Reader, name string, count, total int) []T {
	v := Column[T](r, name, count)
	last := uint64(0)
	if len(v) > 0 {
		last = uint64(v[len(v)-1])
	}
	if !r.Require(last == uint64(total) && rises(v), "section %s does not rise to %d", name, total) {
		return nil
	}
	return v
}
