package prompt

import "slices"

// TitleRules returns the rules of the decision table of titles, as name and verdict.
func TitleRules() (names []string, heard map[string]bool) {
	heard = map[string]bool{}
	for _, t := range titleRules {
		names = append(names, t.name)
		heard[t.name] = t.heard
	}
	return names, heard
}

// WithoutTitleRule returns the reader with one rule less.
func (r *Reader) WithoutTitleRule(name string) *Reader {
	other := *r
	other.titles = slices.DeleteFunc(slices.Clone(r.titles), func(t titleRule) bool { return t.name == name })
	return &other
}
