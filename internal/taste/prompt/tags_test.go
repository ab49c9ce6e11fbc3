package prompt

import (
	"maps"
	"slices"
	"testing"

	"kinodex/internal/catalog"
)

// leastNotedFilms is how many films a tag has that a rule names: with fewer it would order nothing.
const leastNotedFilms = 10

// REQ F2-180: each tag that a rule names is one of many notes, so that no rule is silent for a tag that is misspelt.
func TestTagsOfRulesAreThoseOfNotes(t *testing.T) {
	films := map[string]int{}
	for n := range catalog.Notes() {
		for _, tag := range n.Tags {
			films[tag]++
		}
	}
	rules := slices.Concat(slices.Collect(maps.Values(moodTags)), slices.Collect(maps.Values(contrary)), [][]string{deadly})
	for _, m := range moods {
		rules = append(rules, m.Tags)
	}
	for _, s := range situations {
		rules = append(rules, s.tags)
	}
	for _, tags := range rules {
		for _, tag := range tags {
			if films[tag] < leastNotedFilms {
				t.Errorf("%d films are noted to be %q", films[tag], tag)
			}
		}
	}
	for phrase := range moodTags {
		if words().moods[phrase] == nil {
			t.Errorf("%q is no phrase of a mood", phrase)
		}
	}
}
