package ingest

import (
	"slices"
	"strings"
	"testing"

	"kinodex/internal/ingest/source"
)

func TestEveryInputHasItsOwnRankForEveryField(t *testing.T) {
	inputs := []input{
		{0, "unheard_of", "x", "2030"}, {1, source.TitleRatings, source.Filmdb, "2017-12"},
		{2, source.TitleRatings, source.Filmdb, "2023"}, {3, source.YearlyDetails, source.Filmdb, "2025"},
		{4, source.MoviedbYear, source.Moviedb, "unknown"}, {5, source.MoviedbYear, source.Moviedb, "2019"},
	}
	ranks := ranking(inputs)
	for _, r := range Precedence() {
		got := slices.Clone(ranks[r.Field])
		slices.Sort(got)
		if !slices.Equal(got, []int{0, 1, 2, 3, 4, 5}) {
			t.Errorf("%s: ranks %v", r.Field, ranks[r.Field])
		}
	}
	if r := ranks["ratings.filmdb"]; !(r[2] < r[3] && r[3] < r[1]) {
		t.Errorf("ratings: newest official %d, yearly %d, old official %d", r[2], r[3], r[1])
	}
	if r := ranks["overview"]; !(r[5] < r[4] && r[4] < r[0]) {
		t.Errorf("overview: dated %d, undated %d, unlisted %d", r[5], r[4], r[0])
	}
}

func TestRulesNameEachFieldOnceAndEachFormatOnce(t *testing.T) {
	seen := map[string]bool{}
	if n := len(Precedence()); n != strings.Count(precedenceTable, "\n")-2 {
		t.Errorf("%d rules are read of the table", n)
	}
	for _, r := range Precedence() {
		if seen[r.Field] || len(r.Formats) == 0 {
			t.Errorf("%s is there twice or empty", r.Field)
		}
		seen[r.Field] = true
		formats := slices.Clone(r.Formats)
		slices.Sort(formats)
		if n := len(slices.Compact(formats)); n != len(r.Formats) {
			t.Errorf("%s lists a format twice", r.Field)
		}
		for _, f := range r.Formats {
			if !slices.Contains(source.Formats(), f) {
				t.Errorf("%s lists %q, which no reader recognises", r.Field, f)
			}
		}
	}
}
