package ingest

import (
	"kinodex/internal/ingest/source"
)

// input is the rows of one shape in one file; only an archive has several.
type input struct {
	file   int // index in the build's files
	format source.Format
	source string // neutral family, one of source.Sources
	period string // when it was taken
}

// statement is a claim with where it comes from and how it found its film.
type statement struct {
	*source.Claim
	at     uint16 // index of input
	input  *input
	member string // Origin.File
	line   int
	joined joinRule
}

// period returns when the claim's source was taken, "unknown" when nothing tells.
func (s *statement) period() string {
	if s.input.period != "" {
		return s.input.period
	}
	return "unknown"
}

// group is everything that is stated about one film, ordered by input and line.
type group []statement

// best returns, of the claims for which says holds, the one that Precedence ranks first for the
// field; nil when there is none. Of claims of one input the first is returned.
func (m *merger) best(g group, field string, says func(*statement) bool) *statement {
	ranks := m.ranks[field]
	var found *statement
	for i := range g {
		s := &g[i]
		if found != nil && ranks[s.at] >= ranks[found.at] {
			continue
		}
		if says(s) {
			found = s
		}
	}
	return found
}

// contested is best for fields whose disagreements are reported. form returns what a claim
// states in the form in which statements are compared, "" when it states nothing.
func (m *merger) contested(g group, field string, form func(*statement) string) *statement {
	found := m.best(g, field, func(s *statement) bool { return form(s) != "" })
	if found != nil {
		m.settle(g, field, found, form)
	}
	return found
}

// settle counts that found was believed for the field, among all claims that state it, and
// records which of them state something else.
func (m *merger) settle(g group, field string, found *statement, form func(*statement) string) {
	chosen := form(found)
	var others []Statement
	says := 0
	for i := range g {
		said := form(&g[i])
		if said == "" {
			continue
		}
		says++
		if said != chosen {
			others = append(others, Statement{said, g[i].member, g[i].line})
		}
	}
	m.tally.settled(field, found.input.format, says, Conflict{
		Film: m.id, Field: field, Chosen: Statement{chosen, found.member, found.line}, Others: others,
	})
}
