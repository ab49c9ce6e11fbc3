package film

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"hash"
	"math"
	"sync"

	"kinodex/internal/fault"
)

// Page is the part of an answer that is wanted: Limit films from Offset, or
// Limit films after the position After when that is set.
type Page struct {
	Offset int
	Limit  int
	After  *Position
}

// Position is a place in an ordered answer, by key rather than by count, so
// that it survives a restart and a reload of the data (REQ F2-36): the next
// page starts with the first film that is ordered after it.
type Position struct {
	// Null is set when the film's sort field is null. Otherwise Number holds
	// the field's value (relevance: the score), or Word the folded title when
	// the order is by title, its first MaxWord bytes.
	Null   bool
	Number float64
	Word   string
	// ID breaks ties.
	ID ID
	// Before counts the films up to and including this one, for meta.offset.
	Before int
}

// MaxWord is how many bytes of a folded title a position holds. The longest
// title of a film is near 240; of longer ones ID tells the place.
const MaxWord = 255

// CursorCodec encodes positions as the opaque cursors of the interface, and decodes
// them. A cursor is authenticated (HMAC-SHA256) and bound to its question; it hides
// nothing. A codec is safe for concurrent use.
type CursorCodec struct {
	macs sync.Pool // of *mac, kept from page to page
}

// mac is HMAC-SHA256 under the codec's key, with room for what goes in and
// comes out: handed to an interface, variables of a function would be
// allocations of every page.
type mac struct {
	hash.Hash
	in  [len(question{}) + fixedCursor + MaxWord]byte
	out [sha256.Size]byte
}

type question = [16]byte

// NewCursorCodec makes a codec from a secret that every replica shares.
func NewCursorCodec(secret []byte) *CursorCodec {
	key := sha256.Sum256(append([]byte("kinodex cursor 1\x00"), secret...))
	c := &CursorCodec{}
	c.macs.New = func() any { return &mac{Hash: hmac.New(sha256.New, key[:])} }
	return c
}

const (
	macSize     = 16
	fixedCursor = 1 + 8 + 4 + 4 // flags, number, id, before
)

// Encode gives the cursor for going on after pos in the question.
func (c *CursorCodec) Encode(q question, pos Position) string {
	word := pos.Word[:min(len(pos.Word), MaxWord)]
	var room [fixedCursor + MaxWord + macSize]byte
	b := room[:0]
	var flags byte = 1 << 4 // the cursor's format: 1
	if pos.Null {
		flags |= 1
	}
	b = append(b, flags)
	b = binary.BigEndian.AppendUint64(b, math.Float64bits(pos.Number))
	b = binary.BigEndian.AppendUint32(b, uint32(pos.ID))
	b = binary.BigEndian.AppendUint32(b, uint32(pos.Before))
	b = append(b, word...)
	mac := c.mac(q, b)
	b = append(b, mac[:]...)
	var text [2 * len(room)]byte
	return string(base64.RawURLEncoding.AppendEncode(text[:0], b))
}

// Decode reads a cursor of the question. A cursor that was changed, or belongs to
// another question, is a fault of kind InvalidCursor.
func (c *CursorCodec) Decode(q question, cursor string) (*Position, error) {
	bad := fault.New(fault.InvalidCursor,
		"cursor must be the next_cursor of an answer to the same filters and sort, passed unchanged")
	bad.Param, bad.Allowed = "cursor", "a next_cursor, unchanged"
	if len(cursor) > 2*(fixedCursor+MaxWord+macSize) {
		return nil, bad
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil || len(b) < fixedCursor+macSize || len(b) > fixedCursor+MaxWord+macSize {
		return nil, bad
	}
	body, mac := b[:len(b)-macSize], b[len(b)-macSize:]
	want := c.mac(q, body)
	if !hmac.Equal(mac, want[:]) || body[0]>>4 != 1 {
		return nil, bad
	}
	return &Position{
		Null:   body[0]&1 != 0,
		Number: math.Float64frombits(binary.BigEndian.Uint64(body[1:])),
		ID:     ID(binary.BigEndian.Uint32(body[9:])),
		Before: int(binary.BigEndian.Uint32(body[13:])),
		Word:   string(body[17:]),
	}, nil
}

// mac authenticates a question and the body of a cursor of it, which is at most
// fixedCursor+MaxWord bytes.
func (c *CursorCodec) mac(q question, body []byte) [macSize]byte {
	m := c.macs.Get().(*mac)
	defer c.macs.Put(m)
	m.Reset()
	n := copy(m.in[:], q[:])
	n += copy(m.in[n:], body)
	m.Write(m.in[:n])
	return [macSize]byte(m.Sum(m.out[:0]))
}
