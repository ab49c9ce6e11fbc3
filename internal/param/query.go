package param

import (
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"kinodex/internal/fault"
	"kinodex/internal/text"
)

// Query reads a P, a struct, from the query of an address. It is safe for concurrent use.
type Query[P any] struct {
	// Fields are the parameters, in the order of the struct.
	Fields []Field

	initial P // with the defaults
}

// NewQuery returns the reader of a P. A P that breaks the rules of the package panics.
func NewQuery[P any]() *Query[P] {
	q := &Query[P]{Fields: Of(reflect.TypeFor[P](), "query")}
	if len(q.Fields) > 64 {
		panic("more than 64 query parameters")
	}
	initial := reflect.ValueOf(&q.initial).Elem()
	for i := range q.Fields {
		f := &q.Fields[i]
		if f.Default == "" {
			continue
		}
		if err := f.SetText(initial, f.Default); err != nil {
			panic(fmt.Errorf("default of %s: %w", f.Name, err))
		}
	}
	return q
}

// Read fills p from a query as it stands in an address. It returns the names of parameters
// that P does not have and that nobody may send everywhere (see Everywhere), each once, as
// far as they are worth telling. A parameter that is given twice, is not UTF-8, holds a NUL
// or is not what it may be is a fault that names it and what it allows (REQ L-10, E-12).
func (q *Query[P]) Read(query string, p *P) (unknown []string, err error) {
	*p = q.initial
	v := reflect.ValueOf(p).Elem()
	var given uint64
	for key, raw := range Pairs(query) {
		i := find(q.Fields, key)
		if i < 0 {
			unknown = addUnknown(unknown, key)
			continue
		}
		f := &q.Fields[i]
		if given&(1<<i) != 0 {
			return nil, fault.Param(f.Name, "given once")
		}
		given |= 1 << i
		value, ok := Unescape(raw)
		if !ok {
			return nil, fault.Param(f.Name, "percent-encoded UTF-8 text")
		}
		if err := f.SetText(v, value); err != nil {
			return nil, err
		}
	}
	return unknown, nil
}

// find returns the index of a parameter, or -1. A route has few, so they are searched one by
// one.
func find(fields []Field, name string) int {
	for i := range fields {
		if fields[i].Name == name {
			return i
		}
	}
	return -1
}

// UnknownIn returns the names in a query that are none of the parameters, as Read does.
func UnknownIn(query string, fields []Field) (unknown []string) {
	for key := range Pairs(query) {
		if find(fields, key) < 0 {
			unknown = addUnknown(unknown, key)
		}
	}
	return unknown
}

// Pairs yields the keys, unescaped, and the values, as they stand, of a query. Keys that
// cannot be unescaped stay as they stand. Pairs without a key are left out.
func Pairs(query string) func(yield func(key, raw string) bool) {
	return func(yield func(string, string) bool) {
		for query != "" {
			var pair string
			pair, query, _ = strings.Cut(query, "&")
			key, raw, _ := strings.Cut(pair, "=")
			if name, ok := Unescape(key); ok {
				key = name
			}
			if key != "" && !yield(key, raw) {
				return
			}
		}
	}
}

// Unescape decodes percent escapes and pluses. It reports whether s is well-formed.
func Unescape(s string) (string, bool) {
	if !strings.ContainsAny(s, "%+") {
		return s, true
	}
	s, err := url.QueryUnescape(s)
	return s, err == nil
}

// Everywhere reports whether a parameter may be sent to every route: those that hold a key,
// and those that trackers and caches add (REQ G-10).
func Everywhere(name string) bool {
	return name == "key" || name == "api_key" || strings.HasPrefix(name, "_") || strings.HasPrefix(name, "utm_")
}

// The bounds of what is told of unknown parameters.
const (
	mostUnknown    = 20  // names
	longestUnknown = 100 // bytes of a name
)

// addUnknown adds the name of a parameter that there is none of. Left out are names that may
// be sent everywhere, names that are in the list, and all names once there are mostUnknown. A
// long name is cut.
func addUnknown(names []string, name string) []string {
	if Everywhere(name) || len(names) == mostUnknown {
		return names
	}
	if name = cut(name); !slices.Contains(names, name) {
		names = append(names, name)
	}
	return names
}

// cut returns a name that there is no parameter of, short enough to be told.
func cut(name string) string {
	return strings.ToValidUTF8(name[:min(len(name), longestUnknown)], "")
}

// Unknown says that an address has no parameter of a name, and which there are: the one that
// goes by that name elsewhere, else those with a name like it, else all.
func Unknown(name string, fields []Field) *fault.Fault {
	return noSuch("parameter", "this path", name, fields, "api_key")
}

// noSuch is Unknown for what is called a noun and belongs to whose. It may also be meant for
// one of the names everywhere.
func noSuch(noun, whose, name string, fields []Field, everywhere ...string) *fault.Fault {
	name = cut(name)
	folded := text.Fold(name)
	all := namesOf(fields)
	var meant []string
	for _, f := range fields {
		if slices.Contains(f.Aliases, folded) {
			meant = append(meant, f.Name)
		}
	}
	if meant == nil {
		meant = text.Nearest(folded, slices.Concat(all, everywhere), 3)
	}
	f := fault.New(fault.UnknownParameter, "there is no %s %s here", noun, printable(name))
	f.Param = name
	switch {
	case len(all) == 0:
		f.Allowed = "no " + noun + "s"
		f.Message += "; " + whose + " has none"
	case len(meant) == 0 && len(all) == 1:
		f.Allowed = all[0]
		f.Message += "; there is only " + f.Allowed
	case len(meant) == 0:
		f.Allowed = strings.Join(all, ", ")
		f.Message += "; there are " + f.Allowed
	default:
		f.Allowed = strings.Join(meant, ", ")
		f.Message += "; did you mean " + strings.Join(meant, " or ") + "?"
	}
	return f
}

// namesOf returns the names of parameters.
func namesOf(fields []Field) []string {
	names := make([]string, len(fields))
	for i := range fields {
		names[i] = fields[i].Name
	}
	return names
}

// printable returns a name as a sentence may quote it, and other words for an empty name and
// one with control characters or invalid UTF-8.
func printable(name string) string {
	if name == "" {
		return "of that name"
	}
	for _, r := range name {
		if r < ' ' || r == utf8.RuneError || r == 0x7f {
			return "of that name"
		}
	}
	return name
}
