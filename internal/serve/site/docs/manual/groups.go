package manual

import (
	"cmp"
	"path"
	"slices"
	"strings"
)

// groupRule says which documents belong to a group: those of a folder, or those that
// are named, in that order. The first group that has a document gets it.
type groupRule struct {
	id, title, says string
	folder          string
	names           []string // paths in the repository
}

// groups are the parts of the manual in the order a reader meets them. The last has
// whatever no other has.
var groups = []groupRule{
	{id: "interface", title: "The interface", says: "How programs and agents ask, family by family.",
		folder: "docs/api", names: []string{"README.md", "docs/connector.md", "docs/directory.md", "docs/bulk.md", "docs/compat.md", "docs/signin.md", "docs/site.md", "docs/console.md", "docs/privacy.md"}},
	{id: "method", title: "What the numbers mean", says: "How each number is made, what it says and what it does not.",
		names: []string{"docs/understanding.md", "docs/method.md", "docs/forecast.md", "docs/posters.md", "docs/writersroom.md", "docs/guides.md", "docs/analyze.md", "docs/formats.md", "docs/reports.md", "docs/glossary.md"}},
	{id: "cards", title: "How good the models are", says: "Measured on films and texts that no model was made from.",
		folder: "docs/cards", names: []string{"docs/search-quality.md", "docs/benchmarks.md", "docs/conformance.md"}},
	{id: "data", title: "Where the data comes from", says: "Sources, their terms, and how they become one record.",
		folder: "docs/data", names: []string{"NOTICE"}},
	{id: "operate", title: "Running it", says: "For those who operate a server of their own.",
		names: []string{"docs/adopt.md", "docs/operations.md", "docs/ledger.md", "docs/security.md", "docs/llm.md"}},
	{id: "decisions", title: "Decisions", says: "What was decided, and why.", folder: "docs/decisions"},
	{id: "project", title: "The project", says: "For those who change the program.",
		names: []string{"CHANGELOG.md", "CONTRIBUTING.md", "docs/style.md", "docs/house.md", "docs/requirements.md", "docs/dependencies.md"}},
}

// has reports whether a document belongs to the group.
func (g groupRule) has(name string) bool {
	return slices.Contains(g.names, name) || g.folder != "" && path.Dir(name) == g.folder || g.id == groups[len(groups)-1].id
}

// sort puts the named documents first, in the order of their names in the rule, then
// the others by path.
func (g *Group) sort() {
	rule := groups[slices.IndexFunc(groups, func(r groupRule) bool { return r.id == g.ID })]
	place := func(d *Document) int {
		if i := slices.Index(rule.names, d.Path); i >= 0 {
			return i
		}
		return len(rule.names)
	}
	slices.SortFunc(g.Documents, func(a, b *Document) int {
		return cmp.Or(place(a)-place(b), strings.Compare(a.Path, b.Path))
	})
}

// Audience says for whom a group is, those who use the service first.
type Audience int

// The audiences.
const (
	Users     Audience = iota
	Readers            // of how the numbers are made, and operators
	Engineers          // who change the program
)

// Audience returns for whom the group is.
func (g *Group) Audience() Audience {
	switch g.ID {
	case "interface":
		return Users
	case "decisions", "project":
		return Engineers
	}
	return Readers
}

// folder returns where a link to a folder of documents leads: to its group in the
// manual's list of contents.
func folder(name string) (address string, ok bool) {
	for _, g := range groups {
		if g.folder != "" && g.folder == name {
			return Prefix + "#" + g.id, true
		}
	}
	return "", false
}
