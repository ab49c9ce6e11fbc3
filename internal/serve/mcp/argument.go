package mcp

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"kinodex/internal/fault"
)

// argument is one that a tool takes: how it is described, and which values it may have. min
// and max are of numbers and both included, least and most of strings and lists. The words of
// enum are taken in any case.
type argument struct {
	name, doc string
	kind      string // string, integer, number, or array (of strings)
	required  bool
	min, max  float64 // infinite when there is no bound
	// least and most are the characters of a string, or how many strings; most is 0
	// for no bound.
	least, most int
	enum        []string
	preset      any // when it is left out; nil for none
}

// text returns an argument that is a string of at most most characters (Unicode code points);
// 0 stands for any number.
func text(name string, most int, doc string) argument {
	return argument{name: name, kind: "string", most: most, doc: doc}
}

// texts returns an argument that is a list of at most most strings.
func texts(name string, most int, doc string) argument {
	return argument{name: name, kind: "array", most: most, doc: doc}
}

// integer returns an argument that is a whole number from min to max, both included.
func integer(name string, min, max int, doc string) argument {
	return argument{name: name, kind: "integer", min: float64(min), max: float64(max), doc: doc}
}

// whole returns an argument that is a whole number, without bounds but those of all whole
// numbers: from -1e9 to 1e9.
func whole(name, doc string) argument {
	return argument{name: name, kind: "integer", min: math.Inf(-1), max: math.Inf(1), doc: doc}
}

// number returns an argument that is a finite number from min to max, both included.
func number(name string, min, max float64, doc string) argument {
	return argument{name: name, kind: "number", min: min, max: max, doc: doc}
}

// word returns an argument that is one of the strings in enum.
func word(name string, enum []string, doc string) argument {
	return argument{name: name, kind: "string", enum: enum, doc: doc}
}

// needed returns the argument as a required one, which may not be empty.
func (a argument) needed() argument {
	a.required, a.least = true, max(a.least, 1)
	return a
}

// atLeast returns the argument with the number of characters that a text, or of strings that
// a list, must have.
func (a argument) atLeast(least int) argument {
	a.least = least
	return a
}

// or returns the argument with the value that it has when it is left out: a string or an int.
func (a argument) or(preset any) argument {
	if n, ok := preset.(int); ok {
		preset = float64(n)
	}
	a.preset = preset
	return a
}

// allowed returns in words what the argument may be, for faults (REQ E-12).
func (a *argument) allowed() string {
	switch {
	case a.enum != nil:
		return "one of " + strings.Join(a.enum, ", ")
	case a.kind == "string" && a.least > 1:
		return fmt.Sprintf("text of at least %d characters", a.least)
	case a.kind == "string" && a.least == 1 && a.most > 0:
		return fmt.Sprintf("text of 1 to %d characters", a.most)
	case a.kind == "string" && a.least == 1:
		return "text that is not empty"
	case a.kind == "string" && a.most > 0:
		return fmt.Sprintf("text of at most %d characters", a.most)
	case a.kind == "string":
		return "text"
	case a.kind == "array":
		return fmt.Sprintf("a list of %d to %d texts", a.least, a.most)
	}
	noun := map[string]string{"integer": "an integer", "number": "a number"}[a.kind]
	return fault.Bounds(noun, a.min, a.max)
}

// arguments are those of a call, as they were read: strings, float64s and []string
// by name. What was left out and has no preset is not there.
type arguments map[string]any

// text, texts and integer return what was sent under a name, or else its preset, or
// else the zero value. A name that the tool does not take is a defect of the tool.
func (as arguments) text(name string) string    { s, _ := as[name].(string); return s }
func (as arguments) texts(name string) []string { s, _ := as[name].([]string); return s }
func (as arguments) integer(name string) int    { v, _ := as[name].(float64); return int(v) }

// number returns the number that was sent under a name; nil when none was sent.
func (as arguments) number(name string) *float64 {
	if v, ok := as[name].(float64); ok {
		return &v
	}
	return nil
}

// read returns the arguments of a call from what was sent. Faults name the argument and what
// it may be; nothing is clamped (REQ M-38). null is the same as left out. Arguments that the
// tool does not take are ignored (REQ M-16).
func read(takes []argument, sent json.RawMessage) (arguments, error) {
	var given map[string]json.RawMessage
	if len(sent) > 0 && json.Unmarshal(sent, &given) != nil {
		return nil, fault.Param("arguments", "an object")
	}
	as := make(arguments, len(takes))
	for i := range takes {
		a := &takes[i]
		raw, ok := given[a.name]
		switch {
		case ok && string(raw) != "null":
			v, ok := a.value(raw)
			if !ok {
				return nil, fault.Param(a.name, a.allowed())
			}
			as[a.name] = v
		case a.required:
			return nil, fault.Missing(a.name, a.allowed())
		case a.preset != nil:
			as[a.name] = a.preset
		}
	}
	return as, nil
}

// value returns the value of an argument that was sent: a string, a float64 or a []string. It
// returns false when the argument may not have it.
func (a *argument) value(raw json.RawMessage) (any, bool) {
	switch a.kind {
	case "string":
		var s string
		if json.Unmarshal(raw, &s) != nil {
			return nil, false
		}
		if a.enum != nil {
			return a.oneOf(s)
		}
		return s, a.fits(s)
	case "array":
		var list []string
		if json.Unmarshal(raw, &list) != nil || hasNull(raw) {
			return nil, false
		}
		return list, len(list) >= a.least && len(list) <= a.most
	}
	var v float64
	if json.Unmarshal(raw, &v) != nil || v < a.min || v > a.max {
		return nil, false
	}
	return v, a.kind == "number" || v == math.Trunc(v) && math.Abs(v) <= 1e9
}

// hasNull reports whether a list of strings has a null in it, which Go reads as an
// empty string.
func hasNull(raw json.RawMessage) bool {
	var list []*string
	return json.Unmarshal(raw, &list) != nil || slices.Contains(list, nil)
}

// oneOf returns the word of the enum that s is, in the enum's case.
func (a *argument) oneOf(s string) (any, bool) {
	for _, w := range a.enum {
		if strings.EqualFold(w, s) {
			return w, true
		}
	}
	return nil, false
}

// fits reports whether a text has no fewer and no more characters than it may. Characters are
// counted only where the number of bytes does not decide.
func (a *argument) fits(s string) bool {
	if a.most == 0 && len(s) >= 4*a.least {
		return true
	}
	n := utf8.RuneCountInString(s)
	return n >= a.least && (a.most == 0 || n <= a.most)
}
