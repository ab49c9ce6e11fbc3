package param

import (
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strings"

	"kinodex/internal/fault"
)

// Reader reads a T, a struct, from a JSON object with its parameters as members. It is safe
// for concurrent use.
type Reader[T any] struct {
	// Fields are the parameters, in the order of the struct.
	Fields []Field

	initial T // with the defaults
	mode    Mode
}

// Mode says how strict a Reader is.
type Mode struct {
	// Agents is set for the connector: bounds hold whatever beyond says, what is not meant
	// for agents does not exist, needed is heeded, a parameter is also taken by its rest name,
	// and other members are refused with the nearest parameter unless they are null or begin
	// with _, as what clients add for themselves does.
	Agents bool
	// Closed refuses members that are no parameters; else they are ignored.
	Closed bool
	// Object is what faults call the object itself; Prefix stands before the names of its
	// members in them, as in filters.genre.
	Object, Prefix string
}

// NewReader returns the reader of a T. A T that breaks the rules of the package panics.
func NewReader[T any](mode Mode) *Reader[T] {
	r := &Reader[T]{mode: mode}
	v := reflect.ValueOf(&r.initial).Elem()
	for _, f := range Of(v.Type(), "json") {
		if mode.Agents {
			if f.Brief == "-" {
				continue
			}
			f.exact()
		} else {
			f.Required = f.Required && f.Struct.Tag.Get("needed") != "true"
		}
		if f.Default != "" {
			if err := f.SetText(v, f.Default); err != nil {
				panic(err)
			}
		}
		r.Fields = append(r.Fields, f)
	}
	return r
}

// exact makes the bounds of a field hold.
func (f *Field) exact() {
	if f.beyond != "" {
		f.beyond, f.Allowed = "", f.bounds()
	}
	if f.Brief != "" {
		f.Doc = f.Brief
	}
}

// Read returns the object's parameters. What is absent or null has its default, or the zero
// value. A fault names the first parameter that is missing or not what it may be, in the
// order of the struct, after members that are no parameters, in the order of their names.
func (r *Reader[T]) Read(object []byte) (T, error) {
	into := r.initial
	var given map[string]json.RawMessage
	if len(object) > 0 && json.Unmarshal(object, &given) != nil {
		return into, fault.Param(r.mode.Object, "an object")
	}
	if err := r.unknown(given); err != nil {
		return into, err
	}
	v := reflect.ValueOf(&into).Elem()
	for i := range r.Fields {
		f := &r.Fields[i]
		name, raw := f.Name, given[f.Name]
		if !stated(raw) && r.mode.Agents && f.rest != "" && stated(given[f.rest]) {
			name, raw = f.rest, given[f.rest]
			if f.Kind == List {
				raw = listOf(raw)
			}
		}
		switch {
		case stated(raw):
			if !f.setJSON(v.FieldByIndex(f.Index), raw) {
				return into, fault.Param(r.mode.Prefix+name, f.Allowed)
			}
		case f.Required:
			return into, fault.Missing(r.mode.Prefix+f.Name, f.Allowed)
		}
	}
	return into, nil
}

// stated reports whether a member has a value.
func stated(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }

// listOf returns a JSON text with commas as the JSON list that it stands for. Of anything else
// it makes a list that no parameter takes.
func listOf(raw json.RawMessage) json.RawMessage {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return json.RawMessage("[null]")
	}
	list, _ := json.Marshal(Listed(s)) // strings
	return list
}

// Listed returns the items of a list with commas, trimmed, without empty ones. It is never
// nil.
func Listed(s string) []string {
	items := []string{}
	for item := range strings.SplitSeq(s, ",") {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	return items
}

// unknown returns a fault of the first member, in the order of their names, that is no
// parameter and may not be there.
func (r *Reader[T]) unknown(given map[string]json.RawMessage) error {
	if !r.mode.Closed && !r.mode.Agents {
		return nil
	}
	first, found := "", false
	for name, raw := range given {
		switch {
		case find(r.Fields, name) >= 0 || found && name >= first:
		case r.mode.Agents && (!stated(raw) || strings.HasPrefix(name, "_") || r.takenByREST(name)):
		default:
			first, found = name, true
		}
	}
	switch {
	case !found:
		return nil
	case r.mode.Agents:
		return noSuch("argument", "this tool", first, r.Fields)
	}
	return fault.Param(r.mode.Prefix+first, "absent; there are: "+strings.Join(namesOf(r.Fields), ", "))
}

// takenByREST reports whether a parameter has a name at REST.
func (r *Reader[T]) takenByREST(name string) bool {
	return name != "" && slices.ContainsFunc(r.Fields, func(f Field) bool { return f.rest == name })
}

// setJSON sets a field to a JSON value; it returns false when the parameter may not have it.
func (f *Field) setJSON(to reflect.Value, raw json.RawMessage) bool {
	switch f.Kind {
	case Text:
		var s string
		if read, own := to.Addr().Interface().(json.Unmarshaler); own {
			return read.UnmarshalJSON(raw) == nil && within(to.String(), f.Shortest, f.Longest)
		}
		if json.Unmarshal(raw, &s) != nil {
			return false
		}
		if f.Enum != nil {
			s = f.word(s)
			to.SetString(s)
			return s != ""
		}
		to.SetString(s)
		return within(s, f.Shortest, f.Longest)
	case Boolean:
		return json.Unmarshal(raw, to.Addr().Interface()) == nil
	case List:
		var list []*string // a null in a list of strings would be read as an empty one
		if json.Unmarshal(raw, &list) != nil || slices.Contains(list, nil) || json.Unmarshal(raw, to.Addr().Interface()) != nil {
			return false
		}
		return f.fits(to)
	}
	var n float64
	if json.Unmarshal(raw, &n) != nil || f.beyond == "" && !f.holds(n) {
		return false
	}
	setNumber(to, n)
	return true
}

// mostWhole is the largest whole number that is read.
const mostWhole = 1e9

// holds reports whether a number is within the bounds, and an integer where it must be.
func (f *Field) holds(n float64) bool {
	return n >= f.Min && n <= f.Max && (!f.Whole || n == math.Trunc(n) && math.Abs(n) <= mostWhole)
}

// fits reports whether a list has no fewer and no more texts than it may, and none too long.
func (f *Field) fits(list reflect.Value) bool {
	if n := list.Len(); n < f.Shortest || f.Longest > 0 && n > f.Longest {
		return false
	}
	for i := range list.Len() {
		if f.LongestItem > 0 && !within(list.Index(i).String(), 0, f.LongestItem) {
			return false
		}
	}
	return true
}

// Check returns a fault of the first parameter of v, a pointer to a struct, that is not what
// it may be, by its name in JSON. A value that is zero, nil or empty was not stated, and is
// missing where it is required. Texts that are blank are empty. fields are those of Of.
func Check(fields []Field, v any) error {
	of := reflect.ValueOf(v).Elem()
	for i := range fields {
		f := &fields[i]
		at := of.FieldByIndex(f.Index)
		stated := !at.IsZero()
		if f.Kind == Text {
			stated = strings.TrimSpace(at.String()) != ""
		}
		if at.Kind() == reflect.Pointer && stated {
			at = at.Elem()
		}
		switch {
		case !stated && f.Required:
			return fault.Missing(f.Name, f.Allowed)
		case stated && !f.may(at):
			return f.refuse()
		}
	}
	return nil
}

// may reports whether the parameter may have a value that was stated.
func (f *Field) may(at reflect.Value) bool {
	switch f.Kind {
	case Text:
		return within(at.String(), f.Shortest, f.Longest) && (f.Enum == nil || f.word(at.String()) != "")
	case List:
		return f.fits(at)
	case Integer:
		return f.holds(float64(at.Int()))
	case Number:
		return f.holds(at.Float())
	}
	return true
}
