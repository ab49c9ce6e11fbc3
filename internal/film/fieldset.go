package film

import (
	"reflect"
	"slices"
	"strings"
)

// FieldSet is a name for several fields of the canonical film. In a list of fields it is
// written with an @ before it.
type FieldSet struct {
	Name string
	// Fields are names as Project reads them, in the order of Film. A view that does not have
	// one of them leaves it out.
	Fields []string
}

// FieldSets are the sets of fields (REQ F2-60), which the tag set names at the fields of
// Film, or at a member of one that is an object.
var FieldSets = fieldSets(reflect.TypeFor[Film]())

func fieldSets(t reflect.Type) (sets []FieldSet) {
	note := func(f reflect.StructField, name string) {
		for set := range strings.SplitSeq(f.Tag.Get("set"), ",") {
			if set == "" {
				continue
			}
			i := slices.IndexFunc(sets, func(s FieldSet) bool { return s.Name == set })
			if i < 0 {
				i, sets = len(sets), append(sets, FieldSet{Name: set})
			}
			sets[i].Fields = append(sets[i].Fields, name)
		}
	}
	for i := range t.NumField() {
		f := t.Field(i)
		note(f, jsonName(f))
		if f.Type.Kind() != reflect.Struct {
			continue
		}
		for j := range f.Type.NumField() {
			note(f.Type.Field(j), jsonName(f)+"."+jsonName(f.Type.Field(j)))
		}
	}
	return sets
}

// setNames returns the names of the sets as they are written: @card, @money.
func setNames() string {
	names := make([]string, len(FieldSets))
	for i, s := range FieldSets {
		names[i] = "@" + s.Name
	}
	return strings.Join(names, ", ")
}

// DescribeFields says in words what a parameter of fields may be, and what the sets are.
func DescribeFields() string {
	var b strings.Builder
	b.WriteString("The fields wanted, separated by commas, one dotted level deep; all when omitted. filmdb_id is always there. Sets of fields, which can be mixed with names:")
	for i, s := range FieldSets {
		if i > 0 {
			b.WriteByte(';')
		}
		b.WriteString(" `@" + s.Name + "` (" + strings.Join(s.Fields, ", ") + ")")
	}
	b.WriteByte('.')
	return b.String()
}
