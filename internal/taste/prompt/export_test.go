package prompt

import (
	"slices"
	"strings"
)

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

// Negations returns the names of the forms of negations, and of the negators.
func Negations() (forms, words []string) {
	for _, f := range negationForms {
		forms = append(forms, f.name)
	}
	for _, n := range negators {
		words = append(words, n.name)
	}
	return forms, words
}

// WithoutNegation returns the reader without the form or the negators of a name.
func (r *Reader) WithoutNegation(name string) *Reader {
	other := *r
	other.negations = slices.DeleteFunc(slices.Clone(r.negations), func(f negationForm) bool { return f.name == name })
	other.negators = slices.DeleteFunc(slices.Clone(r.negators), func(n negator) bool { return n.name == name })
	return &other
}

// Passes returns the names of the passes in their order.
func Passes() (names []string) {
	for _, p := range passes {
		names = append(names, p.name)
	}
	return names
}

// DictionaryPhrases returns the phrases of all dictionaries, in the order of their table.
func DictionaryPhrases() (phrases []string) {
	for _, line := range DictionaryRows() {
		cells := strings.Split(line, "\t")
		for _, phrase := range strings.Split(cells[2], ", ") {
			phrase, _, _ = strings.Cut(phrase, "=")
			phrases = append(phrases, strings.NewReplacer("*", "", "#", "80", "^", "Vell").Replace(phrase))
		}
	}
	return phrases
}

// DictionaryRows returns the rows of the table of translations.
func DictionaryRows() []string { return strings.Split(strings.TrimRight(dictionaryText, "\n"), "\n") }

// StoryRows returns the rows of the table of story words.
func StoryRows() []string { return strings.Split(strings.TrimRight(storyText, "\n"), "\n") }
