package ingest

import (
	"encoding/binary"
	"errors"
	"math"
	"math/bits"
)

//go:generate go run ./claimgen

// Claims wait for each other in memory, so they are kept as bytes: a mask of the fields that are
// set, then those fields. A claim of rating and votes is some 20 bytes where the struct takes over
// 800. The encoding lives as long as the build; it is never written to a file. What is done for
// each field is in claimcodec.go, which follows from source.Claim.

// errClaimBytes says that bytes are not an encoded claim.
var errClaimBytes = errors.New("ingest: claim bytes are damaged")

// claimMask returns the mask of an encoded claim, which must have eight bytes or more.
func claimMask(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }

// claimWriter encodes claims into one buffer, which it uses again. It serves one goroutine.
type claimWriter struct {
	buf  []byte
	mask uint64
}

// putNumber appends an unsigned varint.
func (w *claimWriter) putNumber(n uint64) { w.buf = binary.AppendUvarint(w.buf, n) }

// putText appends a string after its length in bytes.
func (w *claimWriter) putText(s string) {
	w.putNumber(uint64(len(s)))
	w.buf = append(w.buf, s...)
}

// putTexts appends a number of strings and the strings.
func (w *claimWriter) putTexts(texts []string) {
	w.putNumber(uint64(len(texts)))
	for _, s := range texts {
		w.putText(s)
	}
}

// putBool appends 1 for true and 0 for false.
func (w *claimWriter) putBool(set bool) {
	n := uint64(0)
	if set {
		n = 1
	}
	w.putNumber(n)
}

// putStringPointer, putIntPointer and putBoolPointer append 0 for nil, else the value with one
// added to its length or to itself.
func (w *claimWriter) putStringPointer(s *string) {
	if s == nil {
		w.putNumber(0)
		return
	}
	w.putNumber(uint64(len(*s)) + 1)
	w.buf = append(w.buf, *s...)
}

func (w *claimWriter) putIntPointer(n *int) {
	if n == nil {
		w.putNumber(0)
		return
	}
	w.putNumber(uint64(max(*n, 0)) + 1)
}

func (w *claimWriter) putBoolPointer(set *bool) {
	switch {
	case set == nil:
		w.putNumber(0)
	case *set:
		w.putNumber(2)
	default:
		w.putNumber(1)
	}
}

// putFloat appends the bits of a number in reverse order, as a varint: a short
// binary fraction such as 7.5 takes three bytes in place of nine.
func (w *claimWriter) putFloat(v float64) {
	// Reversed, the empty low bits of a short fraction become leading zeros.
	w.putNumber(bits.Reverse64(math.Float64bits(v)))
}

// flag sets a bit of the mask that has no field.
func (w *claimWriter) flag(bit int, set bool) {
	if set {
		w.mask |= 1 << bit
	}
}

// number, float and text write a field and set its bit, unless it has the zero value.
func (w *claimWriter) number(bit int, n uint64) {
	if n != 0 {
		w.mask |= 1 << bit
		w.putNumber(n)
	}
}

func (w *claimWriter) float(bit int, v float64) {
	if v != 0 {
		w.mask |= 1 << bit
		w.putFloat(v)
	}
}

func (w *claimWriter) text(bit int, s string) {
	if s != "" {
		w.mask |= 1 << bit
		w.putText(s)
	}
}

// list writes the items after their number and sets the bit, unless there are none.
func list[T any](w *claimWriter, bit int, items []T, put func(T)) {
	if len(items) == 0 {
		return
	}
	w.mask |= 1 << bit
	w.putNumber(uint64(len(items)))
	for _, item := range items {
		put(item)
	}
}

// claimReader reads what claimWriter wrote. After damage every value is zero and bad is set.
type claimReader struct {
	mask   uint64
	rest   string
	source string // of the claim's file
	bad    bool
	texts  []string // what pointers to strings point to
}

// has reports whether the claim has the field of a bit of the mask.
func (r *claimReader) has(bit int) bool { return r.mask&(1<<bit) != 0 }

// getNumber reads an unsigned varint of base 128, the least significant group first,
// as binary.AppendUvarint writes it.
func (r *claimReader) getNumber() uint64 {
	var n uint64
	for i := 0; i < len(r.rest) && i < binary.MaxVarintLen64; i++ {
		c := r.rest[i]
		n |= uint64(c&0x7f) << (7 * i)
		if c < 0x80 {
			r.rest = r.rest[i+1:]
			return n
		}
	}
	r.bad, r.rest = true, ""
	return 0
}

// getText reads a string after its length in bytes. The string shares the memory of
// rest.
func (r *claimReader) getText() string {
	return r.take(r.getNumber())
}

// take returns the next n bytes.
func (r *claimReader) take(n uint64) string {
	if n > uint64(len(r.rest)) {
		r.bad, r.rest = true, ""
		return ""
	}
	s := r.rest[:n]
	r.rest = r.rest[n:]
	return s
}

// getBool reads what putBool wrote.
func (r *claimReader) getBool() bool { return r.getNumber() == 1 }

// getStringPointer, getIntPointer and getBoolPointer read what their like wrote.
func (r *claimReader) getStringPointer() *string {
	n := r.getNumber()
	if n == 0 {
		return nil
	}
	// One allocation serves several strings, since a claim may have hundreds.
	if len(r.texts) == cap(r.texts) {
		r.texts = make([]string, 0, 16)
	}
	r.texts = append(r.texts, r.take(n-1))
	return &r.texts[len(r.texts)-1]
}

func (r *claimReader) getIntPointer() *int {
	n := r.getNumber()
	if n == 0 {
		return nil
	}
	value := int(n - 1)
	return &value
}

func (r *claimReader) getBoolPointer() *bool {
	n := r.getNumber()
	if n == 0 {
		return nil
	}
	set := n == 2
	return &set
}

// getFloat reads what putFloat wrote: a varint of the reversed bits.
func (r *claimReader) getFloat() float64 {
	return math.Float64frombits(bits.Reverse64(r.getNumber()))
}

// number, float and text read the field of a bit; without the bit they return the zero value
// and read nothing.
func (r *claimReader) number(bit int) uint64 {
	if !r.has(bit) {
		return 0
	}
	return r.getNumber()
}

func (r *claimReader) float(bit int) float64 {
	if !r.has(bit) {
		return 0
	}
	return r.getFloat()
}

func (r *claimReader) text(bit int) string {
	if !r.has(bit) {
		return ""
	}
	return r.getText()
}

// readList reads the list of a bit: its length, then its items. It is nil without
// the bit. A length beyond the bytes left is damage, so that damaged bytes cannot
// make it reserve more items than they have bytes.
func readList[T any](r *claimReader, bit int, get func() T) []T {
	if !r.has(bit) {
		return nil
	}
	return readItems(r, get)
}

// readOne reads a struct, readPointer one behind a pointer, which is nil without the bit.
func readOne[T any](r *claimReader, bit int, get func() T) (one T) {
	if !r.has(bit) {
		return one
	}
	return get()
}

func readPointer[T any](r *claimReader, bit int, get func() T) *T {
	if !r.has(bit) {
		return nil
	}
	one := get()
	return &one
}

// readItems reads a length and as many items.
func readItems[T any](r *claimReader, get func() T) []T {
	n := r.getNumber()
	if n > uint64(len(r.rest)) { // every item takes a byte at least
		r.bad, r.rest = true, ""
		return nil
	}
	items := make([]T, 0, n)
	for range n {
		items = append(items, get())
	}
	return items
}

// getTexts reads a list of strings within an item; nil when there are none.
func (r *claimReader) getTexts() []string {
	if texts := readItems(r, r.getText); len(texts) > 0 {
		return texts
	}
	return nil
}
