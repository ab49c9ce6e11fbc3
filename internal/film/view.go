package film

import (
	"reflect"
	"slices"
	"strings"
)

// View is one way of showing a film. Every record of a view has the view's fields, in the
// view's order, so that a projection is a copy of byte ranges. Only the last fields of the
// detail view may be missing, which Record then adds: see Ended.
type View uint8

// The views of a film.
const (
	List   View = iota // v2 lists, streams, snapshots: top cast, key crew
	Detail             // v2 detail: everything
	Flat               // v1, lists and detail alike
)

// Views are all of them.
var Views = []View{List, Detail, Flat}

// TopCast is how many of the cast the list view has (REQ F2-08).
const TopCast = 5

// field is a field of a view: a field of Film or FlatFilm.
type field struct {
	name  string
	key   string      // the name as JSON writes it before a value
	index int         // in the struct
	write valueWriter // the value
	// later says that a record may lack the field; empty is then what it has in its place, the
	// name and the value of a film of which nothing is known.
	later bool
	empty []byte
	// optional says that an object is written without the member where its value is zero.
	optional bool
	// keys are the members that a dotted name may select; none for most fields.
	keys []string
}

// viewFields are the fields of each view, in the order they are encoded.
var viewFields = [...][]field{
	List:   fieldsOf(reflect.TypeFor[Film](), func(f reflect.StructField) bool { return f.Tag.Get("view") != "detail" }),
	Detail: fieldsOf(reflect.TypeFor[Film](), func(reflect.StructField) bool { return true }),
	Flat:   fieldsOf(reflect.TypeFor[FlatFilm](), func(reflect.StructField) bool { return true }),
}

func fieldsOf(t reflect.Type, shown func(reflect.StructField) bool) (all []field) {
	for i := range t.NumField() {
		if f := t.Field(i); shown(f) {
			name, optional := nameAndOption(f)
			one := field{name: name, key: `"` + name + `":`, index: i, optional: optional, write: writerOf(f.Type, f.Tag), keys: keysOf(f.Type)}
			if f.Tag.Get("later") == "true" {
				e := encoder{}
				e.raw(one.key)
				one.write(&e, reflect.Zero(f.Type))
				one.later, one.empty = true, e.buf
			}
			all = append(all, one)
		}
	}
	return all
}

// keysOf returns the names of an object's members.
func keysOf(t reflect.Type) (names []string) {
	switch {
	case t == reflect.TypeFor[Crew]():
		return Departments
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			names = append(names, jsonName(t.Field(i)))
		}
	}
	return names
}

func jsonName(f reflect.StructField) string {
	name, _ := nameAndOption(f)
	return name
}

// nameAndOption returns a field's name in JSON and whether the tag says omitempty.
func nameAndOption(f reflect.StructField) (name string, optional bool) {
	name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name, option == "omitempty"
}

var fieldNames = [...][]string{List: namesOf(List), Detail: namesOf(Detail), Flat: namesOf(Flat)}

func namesOf(v View) (names []string) {
	for _, f := range viewFields[v] {
		names = append(names, f.name)
	}
	return names
}

// String names the view in file names and messages.
func (v View) String() string { return [...]string{"list", "detail", "flat"}[v] }

// Fields returns the names of the view's fields in the order they are encoded. The
// caller must not change the slice.
func (v View) Fields() []string { return fieldNames[v] }

// Ended returns how many of the view's fields have their ends in a record: all but the later
// ones, which are the last. Libraries of one format have the same number of ends in a record,
// so a later field changes neither how older libraries are read nor how older programs read
// this one's. Record finds the later fields behind the last end.
func (v View) Ended() int { return ended[v] }

var ended = func() (n [len(viewFields)]int) {
	for v, fields := range viewFields {
		if n[v] = slices.IndexFunc(fields, func(f field) bool { return f.later }); n[v] < 0 {
			n[v] = len(fields)
		}
	}
	return n
}()

// Append encodes f as the view's JSON object at the end of dst. It appends to
// ends, for each of the Ended fields, the offset in the object just past the field's value,
// so that field i is object[start:ends[i]] where start is 1 for the first
// field and ends[i-1]+1 (past the comma) for the others.
func (v View) Append(dst []byte, ends []uint32, f *Film) ([]byte, []uint32) {
	e, start := encoder{dst}, len(dst)
	e.raw("{")
	shown := v.shown(f)
	for i, field := range viewFields[v] {
		e.comma(i)
		e.raw(field.key)
		field.write(&e, shown.Field(field.index))
		if !field.later {
			ends = append(ends, uint32(len(e.buf)-start))
		}
	}
	e.raw("}")
	return e.buf, ends
}

// shown returns the struct that the view's fields are fields of. A detailed film
// always has its own id among the ids elsewhere, whoever made it.
func (v View) shown(f *Film) reflect.Value {
	switch v {
	case Flat:
		return reflect.ValueOf(flatten(f)).Elem()
	case List:
		short := *f
		short.Cast = f.Cast[:min(len(f.Cast), TopCast)]
		short.CrewSummary = Crew{}
		for department, credits := range f.CrewSummary {
			if KeyDepartments[department] {
				short.CrewSummary[department] = credits
			}
		}
		f = &short
	case Detail:
		if f.ExternalIDs.FilmdbID != f.ID {
			named := *f
			named.ExternalIDs.FilmdbID = f.ID
			f = &named
		}
	}
	return reflect.ValueOf(f).Elem()
}
