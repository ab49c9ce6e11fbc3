package source

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// maxDocument bounds the bytes of one JSON value. The longest genuine ones are below 3 MB.
const maxDocument = 64 << 20

// errDocument ends the reading of a stream: what comes next is no JSON object, is longer
// than maxDocument, or is cut off. Nothing behind it is read.
var errDocument = errors.New("not a JSON object")

// documents splits a stream into JSON objects: one object, several one after
// another (with or without newlines), or the elements of one array. It looks
// at brackets and quotes only; the decoder judges the rest.
// A byte order mark at the beginning of the stream is skipped.
type documents struct {
	r       *bufio.Reader
	buf     []byte
	started bool
}

// next returns the bytes of the next object, valid until the call after. The error is
// io.EOF at the end, errDocument for what cannot be an object, and else that of the stream.
func (d *documents) next() ([]byte, error) {
	if !d.started {
		d.started = true
		if head, _ := d.r.Peek(3); bytes.Equal(head, []byte("\xef\xbb\xbf")) {
			_, _ = d.r.Discard(3)
		}
	}
	for {
		c, err := d.r.ReadByte()
		if err != nil {
			return nil, err
		}
		switch c {
		case ' ', '\t', '\r', '\n', ',', '[', ']':
			continue
		case '{':
			return d.object()
		}
		return nil, errDocument
	}
}

// object returns the bytes up to the bracket that closes the object just opened. An object
// may exceed maxDocument by what is buffered before it is refused.
func (d *documents) object() ([]byte, error) {
	d.buf = append(d.buf[:0], '{')
	depth, quoted, escaped := 1, false, false
	for {
		if _, err := d.r.Peek(1); err == io.EOF {
			return nil, errDocument
		} else if err != nil {
			return nil, err
		}
		part, _ := d.r.Peek(d.r.Buffered())
		for i, c := range part {
			switch {
			case escaped:
				escaped = false
			case quoted:
				escaped = c == '\\'
				quoted = c != '"'
			case c == '"':
				quoted = true
			case c == '{' || c == '[':
				depth++
			case c == '}' || c == ']':
				if depth--; depth == 0 {
					d.buf = append(d.buf, part[:i+1]...)
					_, _ = d.r.Discard(i + 1)
					return d.buf, nil
				}
			}
		}
		d.buf = append(d.buf, part...)
		_, _ = d.r.Discard(len(part))
		if len(d.buf) > maxDocument {
			return nil, errDocument
		}
	}
}

// topKeys returns the keys of a JSON object's own members, not of nested ones. doc may be cut
// off anywhere: the keys up to there are returned. A key with an escape is returned as it
// is written. It is never nil and takes linear time.
func topKeys(doc []byte) map[string]bool {
	keys := map[string]bool{}
	depth, start, isKey := 0, -1, false
	for i := 0; i < len(doc); i++ {
		switch c := doc[i]; c {
		case '"':
			for start = i + 1; ; {
				n := bytes.IndexAny(doc[start:], `"\`)
				if n < 0 {
					return keys
				}
				start += n
				if doc[start] == '"' {
					break
				}
				start += 2
				if start >= len(doc) {
					return keys
				}
			}
			if isKey && depth == 1 {
				keys[string(doc[i+1:start])] = true
				isKey = false
			}
			i = start
		case '{':
			depth++
			isKey = depth == 1
		case '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return keys
			}
		case ',':
			isKey = depth == 1
		}
	}
	return keys
}

// decoded returns doc as valid UTF-8: doc itself when it is, and else read as Windows-1252,
// which is counted as a repair.
func (s *sink) decoded(doc []byte) []byte {
	if utf8.Valid(doc) {
		return doc
	}
	s.repaired("code_page")
	plain, err := charmap.Windows1252.NewDecoder().Bytes(doc)
	if err != nil {
		return bytes.ToValidUTF8(doc, nil)
	}
	return plain
}

// newReader returns a buffered reader of bytes in memory. It does not copy them.
func newReader(b []byte) *bufio.Reader { return bufio.NewReader(bytes.NewReader(b)) }
