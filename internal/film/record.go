package film

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"

	"kinodex/internal/fault"
)

// Record is a film as a view encoded it: the JSON object and, as little-endian
// uint32s, where each of the view's fields ends in it. The bytes are those of
// the mapped library file and must not be changed.
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
		dst = appendBased(dst, pick(field, part.keys), base)
	}
	return append(dst, '}')
}

// Where addresses of our own are in a canonical view: after the field
// beforePoster up to posterMini, and after the field beforeLinks.
var (
	beforePoster = slices.Index(listFields, "poster") - 1
	posterMini   = slices.Index(listFields, "poster_mini_url")
	beforeLinks  = slices.Index(listFields, "links") - 1
)

// appendWhole looks for BaseMark only where addresses of our own are: a list is
// mostly made of the rest. The flat view has none.
func (r Record) appendWhole(dst []byte, base string) []byte {
	if len(r.Ends) == 4*len(flatFields) {
		return append(dst, r.JSON...)
	}
	end := func(field int) int { return int(binary.LittleEndian.Uint32(r.Ends[4*field:])) }
	if len(r.Ends) < 4*len(listFields) {
		return appendBased(dst, r.JSON, base)
	}
	a, b, c := end(beforePoster), end(posterMini), end(beforeLinks)
	if a > b || b > c || c > len(r.JSON) { // damaged
		return appendBased(dst, r.JSON, base)
	}
	dst = append(dst, r.JSON[:a]...)
	dst = appendBased(dst, r.JSON[a:b], base)
	dst = append(dst, r.JSON[b:c]...)
	return appendBased(dst, r.JSON[c:], base)
}

// field gives `"name":value`, or nothing when the record is damaged.
func (r Record) field(i int) []byte {
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

// Value gives the JSON of the i-th field of the record's view.
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

// Projection selects fields of a view (REQ F1-21 to F1-23, F2-30). A nil
// Projection selects them all.
type Projection struct {
	parts []part
}

type part struct {
	field int
	keys  []string // of the field's object; none selects the whole
}

// compactNames are the names early v1 had, still understood as fields of the
// flat view (REQ F1-23).
var compactNames = map[string]string{"id": "filmdb_id", "t": "title", "y": "year", "ir": "filmdb_rating"}

// Project reads a comma-separated list of the view's fields, for the canonical
// views also one dotted level (ratings.filmdb). Unknown names are ignored
// unless none is known; filmdb_id is always selected. The empty list selects
// all. Fields come in the view's order.
func (v View) Project(list string) (*Projection, error) {
	if list == "" {
		return nil, nil
	}
	wanted := make([]*part, len(v.Fields()))
	wanted[0] = &part{field: 0}
	known := false
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		if long, ok := compactNames[name]; ok && v == Flat {
			name = long
		}
		name, key, dotted := strings.Cut(name, ".")
		i := slices.Index(v.Fields(), name)
		if i < 0 || dotted && (v == Flat || key == "") {
			continue
		}
		if dotted && !subfields[name][key] {
			continue
		}
		known = true
		switch p := wanted[i]; {
		case p == nil && dotted:
			wanted[i] = &part{field: i, keys: []string{key}}
		case p == nil || !dotted:
			wanted[i] = &part{field: i}
		case len(p.keys) > 0 && !slices.Contains(p.keys, key):
			p.keys = append(p.keys, key)
		}
	}
	if !known {
		return nil, fault.Param("fields", "a comma-separated list of: "+strings.Join(v.Fields(), ", "))
	}
	p := &Projection{}
	for _, w := range wanted {
		if w != nil {
			p.parts = append(p.parts, *w)
		}
	}
	return p, nil
}

// subfields are the keys a dotted name may select.
var subfields = map[string]map[string]bool{
	"ratings":      keys("filmdb", "filmdb_votes", "critics", "moviedb", "moviedb_votes", "master_score"),
	"box_office":   keys("budget", "worldwide_gross", "roi", "budget_original"),
	"awards":       keys("oscar_noms", "oscar_wins", "best_picture"),
	"poster":       keys("url", "source"),
	"links":        keys("self", "similar", "poster_analysis"),
	"external_ids": keys("filmdb_id", "moviedb_id"),
	"crew_summary": keys(Departments...),
}

func keys(names ...string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, n := range names {
		m[n] = true
	}
	return m
}

// pick reduces `"name":{…}` to the keys wanted. The value is an object that
// Append wrote: no white space, keys without escapes.
func pick(field []byte, wanted []string) []byte {
	name, object, ok := bytes.Cut(field, []byte(`":{`))
	if !ok {
		return field
	}
	out := append(slices.Clone(name), `":{`...)
	first := true
	for len(object) > 1 && object[0] == '"' {
		end := ValueEnd(object)
		member := object[:end]
		key, _, _ := bytes.Cut(member[1:], []byte{'"'})
		if slices.Contains(wanted, string(key)) {
			if !first {
				out = append(out, ',')
			}
			first = false
			out = append(out, member...)
		}
		object = object[min(end+1, len(object)):]
	}
	return append(out, '}')
}

// ValueEnd finds the comma or bracket that ends the first value, or member, of JSON
// of our own making, which has no white space: the end of b when none does.
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

// String identifies the projection, for entity tags: equal projections give equal
// strings.
func (p *Projection) String() string {
	if p == nil {
		return "*"
	}
	var b strings.Builder
	for _, part := range p.parts {
		b.WriteByte(byte('A' + part.field))
		slices.Sort(part.keys)
		b.WriteString(strings.Join(part.keys, "."))
		b.WriteByte(';')
	}
	return b.String()
}
