package docs

import (
	"net/http"
	"net/netip"
	"strconv"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/serve/site/docs/reference"
)

// published returns the key that the form of an operation begins with: the one for everybody
// where it opens the operation under an operator's policy, and none elsewhere.
func published(o *reference.Operation, policy *access.Policy) string {
	caller := access.KeylessCaller(netip.Addr{})
	if caller.Policy = policy; o.Method != http.MethodGet || policy.KeylessDaily() == 0 || caller.Allow(o.Need) != nil {
		return ""
	}
	return access.Playground
}

// parameters returns the parameters that the example sends, or that must be given, and the others.
func (o operation) parameters() (first, more []reference.Parameter) {
	for _, p := range o.Parameters {
		if p.Sent != "" || p.Required {
			first = append(first, p)
		} else {
			more = append(more, p)
		}
	}
	return first, more
}

// media returns the media types that a caller may choose from; nil where there is one alone.
func (o operation) media() []string {
	if len(o.Answers) == 0 || len(o.Answers[0].Media) < 2 || o.Public {
		return nil
	}
	return o.Answers[0].Media
}

// opens reports whether a link gives the answer: no key is needed, and the path names nothing that
// a library may lack.
func (o operation) opens() bool {
	return o.Public && o.Method == http.MethodGet && o.Call != nil && !strings.Contains(o.Path, "{")
}

// choices returns what a list offers for a value: those of an enumeration, and of a boolean both,
// since to leave it out is a third choice. It is nil for a value that is typed.
func choices(v reference.Value) []string {
	if v.Type == "boolean" {
		return []string{"true", "false"}
	}
	return v.Choices
}

// unsent says what happens where a parameter is left out.
func unsent(v reference.Value) string {
	if v.Default != "" {
		return "not sent (" + v.Default + ")"
	}
	return "not sent"
}

// step returns the step of a number's field; empty for a value that is no number.
func step(v reference.Value) string {
	return map[string]string{"integer": "1", "number": "any"}[v.Type]
}

// longest returns the most characters of a text's field; empty for any number.
func longest(v reference.Value) string {
	if v.Longest == 0 {
		return ""
	}
	return strconv.Itoa(v.Longest)
}

// rows returns how high the field of a body is: as its example, within reason.
func rows(example string) string {
	return strconv.Itoa(min(max(strings.Count(example, "\n")+1, 4), 16))
}

// counted says how many there are of a thing.
func counted(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return strconv.Itoa(n) + " " + thing
}

// lower begins a sentence in the middle of another.
func lower(sentence string) string {
	return strings.ToLower(sentence[:1]) + sentence[1:]
}

// target returns the address of the example, or the path where there is none.
func (o operation) target() string {
	if o.Call == nil {
		return o.Base + o.Path
	}
	return o.Base + o.Call.Target
}
