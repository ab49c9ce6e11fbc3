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
	inBlock bool

	at       int     // how many bytes of text there are, give or take what Flush takes off
	last     []place // by phrase
	lastMark int     // where the mark stood last

	sum  uint32 // CRC-32 of the text that was flushed
	size uint32 // of that text, modulo 1<<32
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
	*s = Stream{coder: c, mark: mark, out: append(out, gzipHeader...), last: s.last, lastMark: nowhere}
	s.last = append(s.last[:0], c.nowhere...)
}

// Text appends a text that is not coded.
func (s *Stream) Text(text []byte) {
	s.enter()
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
	s.enter()
	before := s.at
	ok = s.coded(coded, len(s.coder.phrases))
	return s.at - before, ok
}

// Flush returns what there is of the stream, with which all of its text can be read, and goes on
// behind it. text is all that was appended since Begin or the Flush before. What is returned is good
// until the next call.
func (s *Stream) Flush(text []byte) []byte {
	s.leave(text)
	s.write(0, 3) // a block that is stored, and has nothing
	out := append(s.flush(), 0, 0, 0xff, 0xff)
	s.out = out[:0]

	// Places are counted from what a match may still reach, so that they stay small.
	if back := s.at - window; back > 0 {
		for i := range s.last {
			s.last[i].at = int32(max(int(s.last[i].at)-back, nowhere))
		}
		s.lastMark, s.at = max(s.lastMark-back, nowhere), window
	}
	return out
}

// End ends the stream and returns it, behind what Begin was given; after a Flush, only what follows
// what that returned. text is as for Flush.
func (s *Stream) End(text []byte) []byte {
	s.leave(text)
	s.write(1|1<<1, 3+7) // the last block, with the usual codes, and its end
	out := s.flush()
	s.out, s.coder = nil, nil
	out = binary.LittleEndian.AppendUint32(out, s.sum)
	return binary.LittleEndian.AppendUint32(out, s.size)
}

// enter begins a block, unless one was begun.
func (s *Stream) enter() {
	if s.inBlock {
		return
	}
	s.inBlock = true
	s.reserve(len(s.coder.header))
	n := s.coder.headerBits
	for _, b := range s.coder.header[:n/8] {
		s.write(uint64(b), 8)
	}
	if n%8 > 0 {
		s.write(uint64(s.coder.header[n/8]), uint8(n%8))
	}
}

// leave ends the block, if one was begun, and counts its text.
func (s *Stream) leave(text []byte) {
	s.reserve(16)
	if s.inBlock {
		end := &s.coder.literal[endOfBlock]
		s.write(uint64(end.bits), end.size)
		s.inBlock = false
	}
	s.sum = crc32.Update(s.sum, crc32.IEEETable, text)
	s.size += uint32(len(text))
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
	d, n := s.at-s.lastMark, len(s.mark)
	s.lastMark = s.at
	if d <= window && n >= minMatch && n <= maxMatch {
		s.reserve(8)
		s.match(n, d)
		return
	}
	s.Text([]byte(s.mark))
}
