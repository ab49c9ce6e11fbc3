package dataquality

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"maps"
	"slices"

	"kinodex/internal/film"
)

// Finding is a suspicious film, or a group of films, of which it is the best known.
type Finding struct {
	ID     film.ID   `json:"filmdb_id"`
	Title  string    `json:"title"`
	Year   int       `json:"year"`
	Detail string    `json:"detail,omitempty"`
	With   []film.ID `json:"with,omitempty"` // the others of the group, the best known first

	voters int
}

// Result is a class with its findings: the films that most people rated first.
type Result struct {
	Class
	Count    int       `json:"count"`
	Findings []Finding `json:"findings"`
}

// Auditor looks at films one by one and remembers what is suspicious. It serves one goroutine.
type Auditor struct {
	films     int
	checks    []check
	groupings []grouping
	found     [][]Finding            // by check
	groups    []map[uint64][]Finding // by grouping, by the hash of the key
	seed      maphash.Seed
}

// NewAuditor returns an auditor that has seen no film.
func NewAuditor() *Auditor {
	a := &Auditor{checks: checks(), groupings: groupings(), seed: maphash.MakeSeed()}
	a.found = make([][]Finding, len(a.checks))
	for range a.groupings {
		a.groups = append(a.groups, map[uint64][]Finding{})
	}
	return a
}

// Add looks at a film. It keeps the title and nothing else of it.
func (a *Auditor) Add(f *film.Film) {
	a.films++
	for i, c := range a.checks {
		if detail := c.found(f); detail != "" {
			a.found[i] = append(a.found[i], findingOf(f, detail))
		}
	}
	for i, g := range a.groupings {
		if key := g.key(f); key != "" {
			hash := maphash.String(a.seed, key)
			a.groups[i][hash] = append(a.groups[i][hash], findingOf(f, ""))
		}
	}
}

// findingOf returns a finding of one film.
func findingOf(f *film.Film, detail string) Finding {
	finding := Finding{ID: f.ID, Title: f.Title, Detail: detail, voters: Voters(f)}
	if f.Year != nil {
		finding.Year = *f.Year
	}
	return finding
}

// Films returns how many films were looked at.
func (a *Auditor) Films() int { return a.films }

// Results returns what was found in each class, in the order of Classes. Films may be
// added afterwards.
func (a *Auditor) Results() []Result {
	var results []Result
	for i, c := range a.checks {
		results = append(results, resultOf(c.Class, slices.Clone(a.found[i])))
	}
	for i, g := range a.groupings {
		var findings []Finding
		for _, group := range a.groups[i] {
			if len(group) > 1 {
				findings = append(findings, groupFinding(group))
			}
		}
		results = append(results, resultOf(g.Class, findings))
	}
	return results
}

// resultOf returns the class with its findings, which it sorts.
func resultOf(c Class, findings []Finding) Result {
	slices.SortFunc(findings, byVoters)
	if findings == nil {
		findings = []Finding{} // [] in JSON
	}
	return Result{Class: c, Count: len(findings), Findings: findings}
}

// groupFinding returns one finding for a group of two or more.
func groupFinding(group []Finding) Finding {
	group = slices.SortedFunc(slices.Values(group), byVoters)
	finding := group[0]
	for _, other := range group[1:] {
		finding.With = append(finding.With, other.ID)
	}
	finding.Detail = fmt.Sprintf("%d films", len(group))
	return finding
}

// byVoters orders the best known first, then by id.
func byVoters(a, b Finding) int {
	return cmp.Or(cmp.Compare(b.voters, a.voters), cmp.Compare(a.ID, b.ID))
}

// Limits are how many findings of a class are accepted at most, by the name of the class.
type Limits map[string]int

// Unknown returns the names in alphabetical order that are no classes.
func (l Limits) Unknown() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(l)), func(name string) bool {
		return slices.ContainsFunc(Classes(), func(c Class) bool { return c.Name == name })
	})
}

// Check returns an error that names every class with more findings than its limit, nil when
// none has.
func (l Limits) Check(results []Result) error {
	var over []string
	for _, r := range results {
		if most, limited := l[r.Name]; limited && r.Count > most {
			over = append(over, fmt.Sprintf("%s has %d findings, at most %d are allowed", r.Name, r.Count, most))
		}
	}
	if len(over) == 0 {
		return nil
	}
	return &LimitError{Over: over}
}

// LimitError says that a library has more suspicious films than was allowed.
type LimitError struct {
	Over []string // a sentence for each class
}

// Error implements error.
func (e *LimitError) Error() string {
	all := "too many suspicious films: "
	for i, one := range e.Over {
		if i > 0 {
			all += "; "
		}
		all += one
	}
	return all
}
