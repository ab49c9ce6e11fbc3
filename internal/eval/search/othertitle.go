package search

import (
	"math/rand/v2"
	"slices"
	"unicode"

	"kinodex/internal/eval"
)

// otherTitle returns something that a film is called elsewhere, with all films that are called
// so; "" for a film that is of the other half, or has nothing fair to ask for.
func (c *collection) otherTitle(e *entry, seed uint64, r *rand.Rand) (string, []int) {
	if (e.id%2 == 0) != (seed == eval.DevelopmentSeed) || len(e.others) == 0 {
		return "", nil
	}
	asked := e.others[r.IntN(len(e.others))]
	if key := words(asked); key != "" && len(c.titled[key]) == 0 {
		return asked, c.called[key]
	}
	return "", nil
}

// scripts are those that questions are told apart by; titles in any other, and without a
// letter, are of "another".
var scripts = []struct {
	name  string
	table []*unicode.RangeTable
}{
	{"Latin", []*unicode.RangeTable{unicode.Latin}},
	{"Cyrillic", []*unicode.RangeTable{unicode.Cyrillic}},
	{"Japanese", []*unicode.RangeTable{unicode.Hiragana, unicode.Katakana}},
	{"Han", []*unicode.RangeTable{unicode.Han}},
	{"Hangul", []*unicode.RangeTable{unicode.Hangul}},
	{"Arabic", []*unicode.RangeTable{unicode.Arabic}},
	{"Greek", []*unicode.RangeTable{unicode.Greek}},
	{"Hebrew", []*unicode.RangeTable{unicode.Hebrew}},
}

// script returns the script of a text: the first of scripts that is not Latin of which it has a
// letter, Latin where it has only that.
func script(text string) string {
	for _, s := range append(slices.Clone(scripts[1:]), scripts[0]) {
		for _, r := range text {
			if unicode.In(r, s.table...) {
				return s.name
			}
		}
	}
	return "another"
}

// countScript counts a question in a script whose first right answer has a rank, 0 for none.
func (r *Report) countScript(name string, rank int) {
	i := slices.IndexFunc(r.Scripts, func(m Metrics) bool { return m.Class == Class(name) })
	if i < 0 {
		i = len(r.Scripts)
		r.Scripts = append(r.Scripts, Metrics{Class: Class(name)})
	}
	r.Scripts[i].Asked++
	if rank > 0 {
		r.Scripts[i].MRR10 += 1 / float64(rank)
	}
}
