// Package reference is the description of the interface as a reference to read: what
// each operation needs of its caller and costs, its parameters and their bounds, the
// fields of bodies and answers, which errors it can give, and the request that its
// examples make, written for several languages. It is made from the OpenAPI document
// that the service serves, so nothing is typed twice.
//
// A Reference does not change and is safe for concurrent use. Start reading at New.
package reference

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/serve/wire"
)

// Reference is all operations of a description.
type Reference struct {
	Description string // what holds for all of them, in Markdown
	Groups      []Group
	byID        map[string]*Operation
}

// Group is what belongs together: the operations of one tag.
type Group struct {
	ID, Title, Says string
	Operations      []*Operation
}

// Path is the address of the list of all operations.
const Path = "/docs/reference"

// Address returns the address of the operation's page.
func (o *Operation) Address() string { return Path + "/" + o.ID }

// Operation is a method of a path.
type Operation struct {
	ID, Method, Path string
	Summary          string
	Description      string // in Markdown
	Group            string // title of its group
	// Public operations need no key and cost nothing; Need says what the others
	// need, under the operator's policy.
	Public     bool
	Need       access.Need
	Repeatable bool // takes an Idempotency-Key
	Deprecated bool
	Parameters []Parameter
	Body       *Body // nil when none is read
	Answers    []Answer
	Errors     []Failure
	// Call is the request that the examples make; nil when they make none, since a
	// part of it is known only from another answer.
	Call *Call
}

// Parameter is a parameter of the path, the query or the header.
type Parameter struct {
	Name, In string
	Required bool
	Value
	Example string // empty for none
	Sent    string // the value that Operation.Call has; empty where it leaves the parameter out
}

// Body is what a request carries.
type Body struct {
	Required bool
	Media    []string // the media types it may have, JSON first
	Fields   []Field  // of the JSON
	Files    []Field  // of a form, when it may be one
	Example  string   // JSON, indented
}

// Answer is an answer that is no error.
type Answer struct {
	Status  string
	Says    string
	Media   []string
	Fields  []Field
	Example string   // JSON, indented; empty for none
	Headers []string // names
}

// Failure is a status that is an error, and the codes with which it may come.
type Failure struct {
	Status int
	Codes  []wire.Code
}

// New reads a description. The policy is the operator's, nil for the interface's own.
// The description must be complete, and must not be changed any more.
func New(doc *huma.OpenAPI, policy *access.Policy) *Reference {
	r := &Reference{byID: map[string]*Operation{}}
	if doc.Info != nil {
		r.Description = doc.Info.Description
	}
	reader := reader{doc}
	byTag := map[string][]*Operation{}
	for _, path := range slices.Sorted(maps.Keys(doc.Paths)) {
		for method, op := range methods(doc.Paths[path]) {
			o := reader.operation(method, path, op, policy)
			tag := "service"
			if len(op.Tags) > 0 {
				tag = op.Tags[0]
			}
			byTag[tag] = append(byTag[tag], o)
			r.byID[o.ID] = o
		}
	}
	for _, tag := range slices.SortedFunc(maps.Keys(byTag), func(a, b string) int { return cmp.Or(placeOf(a)-placeOf(b), cmp.Compare(a, b)) }) {
		g := Group{ID: idOf(tag), Title: titleOf(tag), Says: saysOf(doc, tag), Operations: byTag[tag]}
		for _, o := range g.Operations {
			o.Group = g.Title
		}
		r.Groups = append(r.Groups, g)
	}
	return r
}

// With returns the groups with the operations that have all words of a question in their
// summary, id, method or path, letter case aside: all of them for an empty question.
func (r *Reference) With(question string) []Group {
	words := strings.Fields(strings.ToLower(question))
	var groups []Group
	for _, g := range r.Groups {
		g.Operations = slices.DeleteFunc(slices.Clone(g.Operations), func(o *Operation) bool {
			said := strings.ToLower(o.Summary + " " + o.ID + " " + o.Method + " " + o.Path)
			return slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(said, w) })
		})
		if len(g.Operations) > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}

// Operation returns the operation of an id, nil when there is none.
func (r *Reference) Operation(id string) *Operation { return r.byID[id] }

// methods yields the operations of a path in the order a reader expects them.
func methods(item *huma.PathItem) func(yield func(string, *huma.Operation) bool) {
	return func(yield func(string, *huma.Operation) bool) {
		for _, m := range []struct {
			method string
			op     *huma.Operation
		}{
			{http.MethodGet, item.Get}, {http.MethodPost, item.Post}, {http.MethodPut, item.Put},
			{http.MethodPatch, item.Patch}, {http.MethodDelete, item.Delete},
		} {
			if m.op != nil && !yield(m.method, m.op) {
				return
			}
		}
	}
}

// tags are the groups in the order a reader meets them; others come after them.
var tags = []struct{ tag, title, says string }{
	{"films", "Films", "The catalogue, version 2: lists, records, batches and the stream of everything."},
	{"search", "Search", "One search over films, screenplays and synopses."},
	{"recommendations", "Recommendations", "What to watch or compare next, from films that are liked or from a sentence."},
	{"forecast", "Forecast", "What a project may bring, judged by films before it."},
	{"screenplays", "Screenplays", "Measured screenplays, and what is measured in yours."},
	{"writers' room", "Writers' room", "What is done with a screenplay: coverage, loglines, rewriting and more."},
	{"posters", "Posters", "How posters look, and what is seen in yours."},
	{"actors", "Actors", "Who they are and what they were in."},
	{"styles", "Craft guides", "Writers, directors and cinematographers, and how they work."},
	{"statistics", "Statistics", "Counts by country, decade and band, and what is missing where."},
	{"bulk", "Bulk", "The whole catalogue as a file, and what changed since the last one."},
	{"account", "Account", "The caller, and keys of its own."},
	{"v1", "Films, version 1", "Deprecated: new work belongs on version 2."},
	{"admin", "Administration", "The keys of all accounts, and the audit log; for keys with the admin scope."},
	{"service", "Service", "The service itself: health, counters, this description."},
}

// placeOf returns where the group of a tag stands.
func placeOf(tag string) int {
	for i := range tags {
		if tags[i].tag == tag {
			return i
		}
	}
	return len(tags)
}

func titleOf(tag string) string {
	if i := placeOf(tag); i < len(tags) {
		return tags[i].title
	}
	return strings.ToUpper(tag[:1]) + tag[1:]
}

func saysOf(doc *huma.OpenAPI, tag string) string {
	if i := placeOf(tag); i < len(tags) && tags[i].says != "" {
		return tags[i].says
	}
	for _, t := range doc.Tags {
		if t.Name == tag {
			return t.Description
		}
	}
	return ""
}

// idOf returns the anchor of a tag's group.
func idOf(tag string) string {
	return "tag-" + strings.ReplaceAll(strings.ReplaceAll(tag, "'", ""), " ", "-")
}

// indented returns an example, which is JSON or a value, for reading; empty for none.
func indented(example any) string {
	if example == nil {
		return ""
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(example); err != nil || b.String() == "null\n" {
		return ""
	}
	return strings.TrimSuffix(b.String(), "\n")
}
