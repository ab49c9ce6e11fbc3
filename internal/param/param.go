// Package param is the one table of what the parameters of questions may be.
//
// A parameter is a field of a struct. Its tags say how it is called, what it means and what it
// may be, and everything else follows from them: how it is read from the query of an address
// (SetText) and from a JSON object (Reader), which values are refused and in which words, how
// the description and the tools of the connector describe it, and what a value that was made
// in another way must hold to (Check). A struct that several interfaces embed is written once.
//
//	query:"name", path:"name", json:"name,omitempty"   its name in a query, a path and JSON; it is no parameter where it has no name
//	doc, example, default, minimum, maximum, minLength, maxLength, minItems, maxItems, enum   as in JSON Schema
//	required:"true"        an address must have it; in JSON it is required without omitempty
//	itemMaxLength:"500"    characters of each text of a list
//	whole:"true"           a number that is an integer by its nature
//	noun:"a year"          what it is, for refusals: a year from 1913 to 2100
//	allowed:"…"            what it may be in words, instead of words that are made from its bounds
//	beyond:"clamp"         a value out of its bounds becomes the nearest bound (REQ F1-26)
//	beyond:"accept"        a value out of its bounds, or not whole, is used as it is (REQ F1-13)
//	alias:"a,b"            names that clients send by mistake; the answer names the right one
//	brief:"…"              what agents are told it means, in few words; "-" hides it from agents
//	rest:"name"            the name by which REST takes it, where agents are told another; a list is text with commas then
//	needed:"true"          agents must send it although others need not
//
// A field is a string, an int, a bool, a float64, a []string, or a pointer to one of the
// numbers, which is nil when the parameter is absent. Fields of other types are no
// parameters. Where what a parameter means is made from a table, the struct has a method
//
//	Describe() map[string]string  descriptions by name, instead of the doc tag
//
// Start reading at Of, then Reader.
package param

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"reflect"
	"strconv"
	"strings"

	"kinodex/internal/fault"
)

// Kind is the type of a parameter's values.
type Kind uint8

// The kinds. A whole number is a Number that is an integer by its nature.
const (
	Text Kind = iota
	Integer
	Number
	Boolean
	List // of texts
)

// Field is one parameter.
type Field struct {
	Name string
	Kind Kind
	// Struct is the field that it is of, with its tags; Index leads there from the outermost
	// struct.
	Struct reflect.StructField
	Index  []int

	Doc, Brief string
	Required   bool // in its place; of JSON, without omitempty or with needed
	Whole      bool
	Min, Max   float64 // of numbers, both included; infinite when there is no bound
	// Shortest and Longest are the characters of a text or the items of a list; Longest is 0
	// for no bound. LongestItem is the characters of an item.
	Shortest, Longest, LongestItem int
	Enum, Aliases                  []string
	// Allowed says in words what it may be, for faults (REQ E-12).
	Allowed string
	Default string

	noun, beyond, rest string
}

// Of returns the parameters of a struct type by one kind of name: query, path or json. Those
// of embedded structs stand in their place. It panics when tags make no sense, which is a
// defect that shows when the service starts.
func Of(t reflect.Type, place string) []Field {
	described := map[string]string{}
	var fields []Field
	if p, ok := reflect.Zero(t).Interface().(interface{ Describe() map[string]string }); ok {
		maps.Copy(described, p.Describe())
	}
	for i := range t.NumField() {
		sf := t.Field(i)
		if sf.Anonymous && sf.Type.Kind() == reflect.Struct {
			for _, f := range Of(sf.Type, place) {
				f.Index = append([]int{i}, f.Index...)
				f.Doc = cmp.Or(described[f.Name], f.Doc)
				fields = append(fields, f)
			}
			continue
		}
		name, options, _ := strings.Cut(sf.Tag.Get(place), ",")
		kind, ok := kindOf(sf.Type)
		if name == "" || name == "-" {
			continue
		}
		if !ok {
			panic(fmt.Sprintf("parameter %s: %s cannot be read", name, sf.Type))
		}
		f := newField(sf, name, kind)
		f.Index, f.Doc = []int{i}, cmp.Or(described[name], f.Doc)
		f.Required = place == "path" || sf.Tag.Get("required") == "true" || place == "json" && (options == "" || sf.Tag.Get("needed") == "true")
		fields = append(fields, f)
	}
	return fields
}

// kindOf returns the kind of the parameters of a type.
func kindOf(t reflect.Type) (Kind, bool) {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.String:
		return Text, true
	case reflect.Int:
		return Integer, true
	case reflect.Float64:
		return Number, true
	case reflect.Bool:
		return Boolean, true
	case reflect.Slice:
		return List, t.Elem().Kind() == reflect.String
	}
	return 0, false
}

func newField(sf reflect.StructField, name string, kind Kind) Field {
	tag := func(key string) string { return sf.Tag.Get(key) }
	f := Field{
		Name: name, Kind: kind, Struct: sf, Doc: tag("doc"), Brief: tag("brief"), Whole: kind == Integer || tag("whole") == "true",
		Min: bound(sf, "minimum", math.Inf(-1)), Max: bound(sf, "maximum", math.Inf(1)),
		Shortest: int(bound(sf, "minLength", bound(sf, "minItems", 0))), Longest: int(bound(sf, "maxLength", bound(sf, "maxItems", 0))),
		LongestItem: int(bound(sf, "itemMaxLength", 0)), Default: tag("default"), noun: tag("noun"), beyond: tag("beyond"), rest: tag("rest"),
	}
	if e := tag("enum"); e != "" {
		f.Enum = strings.Split(e, ",")
	}
	if a := tag("alias"); a != "" {
		f.Aliases = strings.Split(a, ",")
	}
	f.Allowed = cmp.Or(tag("allowed"), f.bounds())
	return f
}

// bound returns the number of a tag.
func bound(sf reflect.StructField, tag string, absent float64) float64 {
	s := sf.Tag.Get(tag)
	if s == "" {
		return absent
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		panic(fmt.Sprintf("parameter %s: %s: %v", sf.Name, tag, err))
	}
	return v
}

// bounds says in words what the parameter may be.
func (f *Field) bounds() string {
	noun := cmp.Or(f.noun, map[Kind]string{Text: "text", Integer: "an integer", Number: "a number", List: "a list", Boolean: "true or false"}[f.Kind])
	if f.Whole && f.noun == "" {
		noun = "an integer"
	}
	if f.Enum != nil {
		return "one of " + strings.Join(f.Enum, ", ")
	}
	switch f.Kind {
	case Text:
		return size(noun, f.Shortest, f.Longest, "characters")
	case List:
		return size(noun, f.Shortest, f.Longest, "texts")
	case Boolean:
		return noun
	}
	return fault.Bounds(noun, f.Min, f.Max)
}

// size says in words how long a text or a list may be.
func size(noun string, least, most int, of string) string {
	switch {
	case least > 0 && most > 0:
		return fmt.Sprintf("%s of %d to %d %s", noun, least, most, of)
	case least > 1:
		return fmt.Sprintf("%s of at least %d %s", noun, least, of)
	case least == 1:
		return noun + " that is not empty"
	case most > 0:
		return fmt.Sprintf("%s of at most %d %s", noun, most, of)
	}
	return noun
}
