package film

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// BaseMark is the byte that stands in encoded records where the address of the
// service belongs. It cannot occur in JSON otherwise, so a copy replaces it and the
// records need not know where they are served.
const BaseMark = '\x01'

// Record is a film as a view encoded it: the JSON object and, as little-endian
// uint32s, where each of the view's Ended fields ends in it. The bytes are those of
// the mapped library file and must not be changed. A later field that the object does not
// have is read as if it were there and empty.
type Record struct {
	JSON []byte
	Ends []byte
}

// AppendTo appends the object, or only the fields of the projection when p is
// not nil, with base in place of every BaseMark.
func (r Record) AppendTo(dst []byte, p *Projection, base string) []byte {
	if p == nil {
		return r.appendWhole(dst, base)
	}
	dst = append(dst, '{')
	for i, part := range p.parts {
		if i > 0 {
			dst = append(dst, ',')
		}
		field := r.field(part.field)
		if len(part.keys) == 0 {
			dst = appendBased(dst, field, base)
			continue
		}
		dst = appendPicked(dst, field, part.keys, base)
	}
	return append(dst, '}')
}

// Encoded returns the object, or only the fields of the projection when p is not nil, with
// BaseMark where it stands.
func (r Record) Encoded(p *Projection) []byte {
	if p == nil && len(r.missing()) == 0 {
		return r.JSON
	}
	return r.AppendTo(nil, p, string(BaseMark))
}

// Where a canonical record has addresses: from the end of the field before poster up to
// the end of poster_mini_url, and from the end of the field before links.
var (
	beforePoster = slices.Index(fieldNames[List], "poster") - 1
	posterMini   = slices.Index(fieldNames[List], "poster_mini_url")
	beforeLinks  = slices.Index(fieldNames[List], "links") - 1
)

// appendWhole searches for BaseMark only where addresses are, since most of a record
// is something else. The flat view has none.
func (r Record) appendWhole(dst []byte, base string) []byte {
	fields := len(r.Ends) / 4
	if fields == Flat.Ended() {
		return append(dst, r.JSON...)
	}
	if fields < List.Ended() { // damaged
		return appendBased(dst, r.JSON, base)
	}
	end := func(field int) int { return int(binary.LittleEndian.Uint32(r.Ends[4*field:])) }
	a, b, c := end(beforePoster), end(posterMini), end(beforeLinks)
	if a > b || b > c || c > len(r.JSON) { // damaged
		return appendBased(dst, r.JSON, base)
	}
	dst = append(dst, r.JSON[:a]...)
	dst = appendBased(dst, r.JSON[a:b], base)
	dst = append(dst, r.JSON[b:c]...)
	dst = appendBased(dst, r.JSON[c:], base)
	for _, f := range r.missing() {
		dst = append(dst[:len(dst)-1], ',') // in place of the bracket
		dst = append(append(dst, f.empty...), '}')
	}
	return dst
}

// later returns what the object has behind the last end, a comma before each later field and
// the bracket after them; nil for a record of a view without later fields and for a damaged one.
func (r Record) later() []byte {
	if len(r.Ends) != 4*Detail.Ended() {
		return nil
	}
	end := int(binary.LittleEndian.Uint32(r.Ends[len(r.Ends)-4:]))
	if end >= len(r.JSON) {
		return nil
	}
	return r.JSON[end:]
}

// nextLater returns the first field of what later returned, and the rest. The field is nil when
// there is none.
func nextLater(b []byte) (field, rest []byte) {
	if len(b) == 0 || b[0] != ',' {
		return nil, b
	}
	end := 1 + ValueEnd(b[1:])
	return b[1:end], b[end:]
}

// missing returns the later fields that the object does not have, which are the last.
func (r Record) missing() []field {
	rest := r.later()
	if len(rest) == 0 {
		return nil
	}
	fields := viewFields[Detail][Detail.Ended():]
	for len(fields) > 0 {
		var have []byte
		if have, rest = nextLater(rest); have == nil {
			break
		}
		fields = fields[1:]
	}
	return fields
}

// laterField is field for the i-th of the later ones.
func (r Record) laterField(i int) (have []byte) {
	rest := r.later()
	if len(rest) == 0 {
		return nil
	}
	for range i + 1 {
		if have, rest = nextLater(rest); have == nil {
			return viewFields[Detail][Detail.Ended()+i].empty
		}
	}
	return have
}

// field returns `"name":value`, or nil when the record is damaged.
func (r Record) field(i int) []byte {
	if ended := len(r.Ends) / 4; i >= ended {
		return r.laterField(i - ended)
	}
	start := 1
	if i > 0 {
		start = int(binary.LittleEndian.Uint32(r.Ends[4*(i-1):])) + 1
	}
	end := int(binary.LittleEndian.Uint32(r.Ends[4*i:]))
	if start > end || end > len(r.JSON) {
		return nil
	}
	return r.JSON[start:end]
}

// Value returns the JSON of the i-th field of the record's view, empty when the record
// is damaged.
func (r Record) Value(i int) []byte {
	_, value, _ := bytes.Cut(r.field(i), []byte(`":`))
	return value
}

func appendBased(dst, src []byte, base string) []byte {
	for {
		i := bytes.IndexByte(src, BaseMark)
		if i < 0 {
			return append(dst, src...)
		}
		dst = append(dst, src[:i]...)
		dst = append(dst, base...)
		src = src[i+1:]
	}
}

// ValueEnd returns the index of the comma or bracket that ends the first value, or
// member, of JSON without white space, len(b) if there is none.
func ValueEnd(b []byte) int {
	depth, quoted := 0, false
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case quoted:
			if c == '\\' {
				i++
			} else if c == '"' {
				quoted = false
			}
		case c == '"':
			quoted = true
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth == 0 {
				return i
			}
			depth--
		case c == ',' && depth == 0:
			return i
		}
	}
	return len(b)
}
