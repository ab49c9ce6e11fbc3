package film

import (
	"bytes"
	"slices"
	"strings"

	"kinodex/internal/fault"
)

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
// views also one dotted level (ratings.filmdb) and sets of fields (@card, see
// FieldSets). Unknown names are ignored unless none is known, an unknown set is a
// fault; filmdb_id is always selected. The empty list selects all. Fields come in
// the view's order.
func (v View) Project(list string) (*Projection, error) {
	if list == "" {
		return nil, nil
	}
	s := selection{v, make([]*part, len(v.Fields()))}
	s.wanted[0] = &part{field: 0}
	known := false
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		set, isSet := strings.CutPrefix(name, "@")
		if !isSet || v == Flat {
			known = s.add(name) || known
			continue
		}
		i := slices.IndexFunc(FieldSets, func(f FieldSet) bool { return f.Name == set })
		if i < 0 {
			return nil, fault.Param("fields", "names of fields, and of the sets "+setNames())
		}
		known = true
		for _, name := range FieldSets[i].Fields {
			s.add(name) // what the view does not have is left out
		}
	}
	if !known {
		return nil, fault.Param("fields", "a comma-separated list of: "+strings.Join(v.Fields(), ", "))
	}
	p := &Projection{}
	for _, w := range s.wanted {
		if w != nil {
			p.parts = append(p.parts, *w)
		}
	}
	return p, nil
}

// selection collects the parts of a projection, by field of the view.
type selection struct {
	view   View
	wanted []*part
}

// add selects a field, or a member of one, by its name. It reports whether the view has it.
func (s *selection) add(name string) bool {
	if long, ok := compactNames[name]; ok && s.view == Flat {
		name = long
	}
	name, key, dotted := strings.Cut(name, ".")
	i := slices.Index(s.view.Fields(), name)
	if i < 0 || dotted && !slices.Contains(viewFields[s.view][i].keys, key) {
		return false
	}
	switch p := s.wanted[i]; {
	case p == nil && dotted:
		s.wanted[i] = &part{field: i, keys: []string{key}}
	case p == nil || !dotted:
		s.wanted[i] = &part{field: i}
	case len(p.keys) > 0 && !slices.Contains(p.keys, key):
		p.keys = append(p.keys, key)
	}
	return true
}

// appendPicked appends `"name":{…}` with those keys of the object that are wanted alone, and with
// base in place of every BaseMark. The value is an object that Append wrote: no white space, keys
// without escapes.
func appendPicked(dst, field []byte, wanted []string, base string) []byte {
	name, object, ok := bytes.Cut(field, []byte(`":{`))
	if !ok {
		return appendBased(dst, field, base)
	}
	dst = append(append(dst, name...), `":{`...)
	for left := len(wanted); left > 0 && len(object) > 1 && object[0] == '"'; {
		end := ValueEnd(object)
		member := object[:end]
		key, _, _ := bytes.Cut(member[1:], []byte{'"'})
		if slices.Contains(wanted, string(key)) {
			if left < len(wanted) {
				dst = append(dst, ',')
			}
			left--
			dst = appendBased(dst, member, base)
		}
		object = object[min(end+1, len(object)):]
	}
	return append(dst, '}')
}

// String returns a text that identifies the projection, for entity tags: equal projections give equal
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
