package deflate

import (
	"encoding/binary"
	"hash/crc32"
)

// What stands between the runs of a coded text, where a lower number is that of a phrase.
const (
	opEnd  = 0xffff - iota // the text ends
	opMark                 // the mark
	opFar                  // a match across marks: length uint16, distance uint16, marks uint8
	opNext                 // another run
	maxPhrases
)

// gzipHeader is how a stream in gzip's format begins (RFC 1952): no name, no time, made fast.
const gzipHeader = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x04\xff"

// Stream joins texts, coded or not, into one stream in gzip's format. The zero value is ready for
// Begin. It is for one goroutine.
type Stream struct {
	coder *Coder
	mark  string // what stands for the mark

	out     []byte
	bits    uint64 // not yet in out
	pending uint8  // how many bits those are, fewer than 8

	at       int     // how many bytes of text there are
	last     []place // by phrase
	lastMark int
}

// nowhere is a place that is outside of every window.
const nowhere = -2 * window

// place is where a phrase stood last, and how long it is.
type place struct {
	at    int32
	bytes uint16
}

// Begin starts a stream behind out, for texts of one coder. mark is what stands for the mark in
// them.
func (s *Stream) Begin(out []byte, c *Coder, mark string) {
	*s = Stream{coder: c, mark: mark, out: out, last: s.last}
	s.last = append(s.last[:0], c.nowhere...)
	s.reserve(len(c.header))
	whole := c.headerBits / 8
	s.out = append(s.out, c.header[:whole]...)
	s.pending = uint8(c.headerBits % 8)
	if s.pending > 0 {
		s.bits = uint64(c.header[whole])
	}
}

// Text appends a text that is not coded.
func (s *Stream) Text(text []byte) {
	s.reserve(2 * len(text))
	for _, b := range text {
		x := &s.coder.literal[b]
		s.write(uint64(x.bits), x.size)
	}
	s.at += len(text)
}

// Coded appends a text that the coder's Encoder coded. It returns how many bytes the text has, and
// false if it is damaged: then the stream is worth nothing.
func (s *Stream) Coded(coded []byte) (n int, ok bool) {
	before := s.at
	ok = s.coded(coded, len(s.coder.phrases))
	return s.at - before, ok
}

// End ends the stream and returns it, behind what Begin was given. whole is all its text.
func (s *Stream) End(whole []byte) []byte {
	s.reserve(16)
	end := &s.coder.literal[endOfBlock]
	s.write(uint64(end.bits), end.size)
	out := s.flush()
	s.out, s.coder = nil, nil
	out = binary.LittleEndian.AppendUint32(out, crc32.ChecksumIEEE(whole))
	return binary.LittleEndian.AppendUint32(out, uint32(len(whole)))
}

// reserve makes room for n more bytes and what write writes beyond them.
func (s *Stream) reserve(n int) {
	if cap(s.out)-len(s.out) < n+16 {
		grown := make([]byte, len(s.out), max(2*cap(s.out), len(s.out)+n+16))
		copy(grown, s.out)
		s.out = grown
	}
}

// write appends at most 56 bits. There must be room for eight bytes.
func (s *Stream) write(v uint64, n uint8) {
	s.bits |= v << s.pending
	s.pending += n
	end := len(s.out)
	binary.LittleEndian.PutUint64(s.out[end:end+8], s.bits)
	whole := s.pending >> 3
	s.out = s.out[:end+int(whole)]
	s.bits >>= whole << 3 & 63
	s.pending &= 7
}

// flush returns what was written, to a whole byte.
func (s *Stream) flush() []byte {
	if s.pending > 0 {
		s.write(0, 8-s.pending)
	}
	return s.out
}

// coded appends a coded text whose phrases have numbers below a limit. An answer is some thousand
// turns of its loop, so what it writes to stays in registers.
func (s *Stream) coded(b []byte, limit int) bool {
	out, o, bits, pending, at := s.out[:cap(s.out)], len(s.out), s.bits, uint(s.pending), s.at
	for len(b) > 2 {
		size, k := shortUvarint(b)
		if b = b[k:]; len(b) < 2 {
			return false
		}
		if need := o + size/8 + 40; need > len(out) {
			out = append(out, make([]byte, need)...)
			out = out[:cap(out)]
		}
		if size > 0 {
			n, k := shortUvarint(b)
			b = b[k:]
			whole := (size + 7) / 8
			if len(b) < whole+2 {
				return false
			}
			run := b
			b, at = b[whole:], at+n
			for size > 0 {
				var v uint64
				if len(run) >= 8 {
					v = binary.LittleEndian.Uint64(run)
				} else {
					for i, x := range run {
						v |= uint64(x) << (8 * i)
					}
				}
				n := min(size, 56)
				bits |= v & (1<<n - 1) << pending
				pending += uint(n)
				binary.LittleEndian.PutUint64(out[o:], bits)
				o += int(pending / 8)
				bits >>= pending &^ 7
				pending &= 7
				run, size = run[(n+7)/8:], size-n
			}
		}
		op := int(binary.LittleEndian.Uint16(b))
		b = b[2:]
		n, d := 0, 0
		switch {
		case op < limit:
			p := &s.last[op]
			n, d = int(p.bytes), at-int(p.at)
			if uint(d-1) >= window { // nor may d be 0 or less, in a stream that is damaged
				p.at = int32(at)
				s.out, s.bits, s.pending, s.at = out[:o], bits, uint8(pending), at
				if !s.coded(s.coder.phrases[op].coded, op) {
					return false
				}
				out, o, bits, pending, at = s.out[:cap(s.out)], len(s.out), s.bits, uint(s.pending), s.at
				continue
			}
			p.at = int32(at)
		case op == opEnd:
			s.out, s.bits, s.pending, s.at = out[:o], bits, uint8(pending), at
			return len(b) == 0
		case op == opNext:
			continue
		case op == opMark:
			s.out, s.bits, s.pending, s.at = out[:o], bits, uint8(pending), at
			s.putMark()
			out, o, bits, pending, at = s.out[:cap(s.out)], len(s.out), s.bits, uint(s.pending), s.at
			continue
		case op == opFar && len(b) >= 5:
			n = int(binary.LittleEndian.Uint16(b))
			d = int(binary.LittleEndian.Uint16(b[2:])) + int(b[4])*(len(s.mark)-1)
			if n < 3 || n > maxMatch || d < 1 || d > min(window, at) {
				return false
			}
			b = b[5:]
		default:
			return false
		}
		l := &s.coder.length[n]
		number, extra := distanceCode(d)
		x := &s.coder.distance[number]
		bits |= (uint64(l.bits) | (uint64(x.bits)|uint64((d-1)&(1<<extra-1))<<x.size)<<l.size) << pending
		pending += uint(l.size) + uint(x.size) + uint(extra)
		binary.LittleEndian.PutUint64(out[o:], bits)
		o += int(pending / 8)
		bits >>= pending &^ 7
		pending &= 7
		at += n
	}
	return false
}

// shortUvarint is binary.Uvarint for numbers below 1<<14. b must have two bytes.
func shortUvarint(b []byte) (n, k int) {
	if b[0] < 0x80 {
		return int(b[0]), 1
	}
	return int(b[0]&0x7f) | int(b[1]&0x7f)<<7, 2
}

// match appends a match of n bytes to d bytes before. There must be room.
func (s *Stream) match(n, d int) {
	l := &s.coder.length[n]
	number, extra := distanceCode(d)
	x := &s.coder.distance[number]
	v := uint64(l.bits) | uint64(x.bits)<<l.size | uint64((d-1)&(1<<extra-1))<<(l.size+x.size)
	s.write(v, l.size+x.size+uint8(extra))
	s.at += n
}

// putMark appends what stands for the mark.
func (s *Stream) putMark() {
	d := s.at + 1 - s.lastMark
	if n := len(s.mark); s.lastMark > 0 && d <= window && n >= minMatch && n <= maxMatch {
		s.lastMark = s.at + 1
		s.reserve(8)
		s.match(n, d)
		return
	}
	s.lastMark = s.at + 1
	s.Text([]byte(s.mark))
}
