package deflate

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// ErrDamaged is in the chain of every error of Read.
var ErrDamaged = errors.New("damaged coder")

// AppendBinary appends the coder, as Read reads it: the mark, the sizes of the codes, and how many
// phrases there are, each with its text and how it is coded, both behind their lengths.
func (c *Coder) AppendBinary(dst []byte) ([]byte, error) {
	dst = append(append(dst, c.mark), c.sizes[:]...)
	dst = binary.AppendUvarint(dst, uint64(len(c.phrases)))
	for i := range c.phrases {
		p := &c.phrases[i]
		dst = append(binary.AppendUvarint(dst, uint64(len(p.text))), p.text...)
		dst = append(binary.AppendUvarint(dst, uint64(len(p.coded))), p.coded...)
	}
	return dst, nil
}

// Read reads what AppendBinary wrote. The coder joins texts, but codes no others. It keeps b.
func Read(b []byte) (*Coder, error) {
	c := &Coder{}
	if len(b) < 1+len(c.sizes) {
		return nil, fmt.Errorf("%w: %d bytes", ErrDamaged, len(b))
	}
	c.mark = b[0]
	b = b[1+copy(c.sizes[:], b[1:]):]
	if !complete(c.sizes[:literals+1+lengths]) || !complete(c.sizes[literals+1+lengths:]) {
		return nil, fmt.Errorf("%w: sizes of codes", ErrDamaged)
	}
	c.assign()
	n, k := binary.Uvarint(b)
	if k <= 0 || n > maxPhrases {
		return nil, fmt.Errorf("%w: number of phrases", ErrDamaged)
	}
	b = b[k:]
	c.phrases, c.nowhere = make([]phrase, n), make([]place, n)
	var s Stream
	s.Begin(nil, c, "")
	for i := range c.phrases {
		var text, coded []byte
		var ok bool
		if text, b, ok = cut(b); ok {
			coded, b, ok = cut(b)
		}
		before := s.at
		if !ok || len(text) < shortestPhrase || len(text) > maxMatch || !s.coded(coded, i) || s.at-before != len(text) {
			return nil, fmt.Errorf("%w: phrase %d", ErrDamaged, i)
		}
		c.phrases[i] = phrase{text: string(text), coded: coded}
		c.nowhere[i] = place{nowhere, uint16(len(text))}
		s.last[i] = c.nowhere[i]
	}
	if len(b) > 0 {
		return nil, fmt.Errorf("%w: %d bytes too many", ErrDamaged, len(b))
	}
	return c, nil
}

// cut returns the bytes behind their length, and what follows them.
func cut(b []byte) (first, rest []byte, ok bool) {
	n, k := binary.Uvarint(b)
	if k <= 0 || n > uint64(len(b)-k) {
		return nil, nil, false
	}
	return b[k : k+int(n)], b[k+int(n):], true
}

// complete reports whether there is a code of these sizes that leaves no bits unused (Kraft).
func complete(sizes []uint8) bool {
	sum := 0
	for _, size := range sizes {
		if size < 1 || size > longestCode {
			return false
		}
		sum += 1 << (longestCode - size)
	}
	return sum == 1<<longestCode
}
