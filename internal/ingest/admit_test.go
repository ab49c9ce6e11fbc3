package ingest

import (
	"testing"

	"kinodex/internal/ingest/source"
)

func TestOnlyFeatureFilmsWithEvidenceAreAdmitted(t *testing.T) {
	with := func(change func(*source.Claim)) source.Claim { return basics(1, change) }
	movie := source.Claim{ID: 1, Title: "A Film", Year: 2010}
	long := movie
	long.Runtime, long.Directors = 90, persons("Ada Maker")
	for _, test := range []struct {
		name   string
		claim  source.Claim
		format source.Format
		want   refusal
	}{
		{"a feature", basics(1), source.TitleBasics, ""},
		{"no title", source.Claim{ID: 1, FilmdbRating: 8, FilmdbVotes: 9}, source.TitleRatings, refusedNoTitle},
		{"a title of nothing", with(func(c *source.Claim) { c.Title = "\u0301 " }), source.TitleBasics, refusedNoTitle},
		{"a series", with(func(c *source.Claim) { c.Kind = source.Series }), source.TitleBasics, refusedKind},
		{"a television film", with(func(c *source.Claim) { c.Kind = source.TVMovie }), source.TitleBasics, refusedKind},
		{"a video", with(func(c *source.Claim) { c.Kind = source.Video }), source.TitleBasics, refusedKind},
		{"a whole season", with(func(c *source.Claim) { c.Runtime = 1200 }), source.TitleBasics, refusedKind},
		{"a short", with(func(c *source.Claim) { c.Kind = source.Short }), source.TitleBasics, refusedShort},
		{"39 minutes", with(func(c *source.Claim) { c.Runtime = 39 }), source.TitleBasics, refusedShort},
		{"40 minutes", with(func(c *source.Claim) { c.Runtime = 40 }), source.TitleBasics, ""},
		{"adult", with(func(c *source.Claim) { c.Adult = true }), source.TitleBasics, refusedAdult},
		{"adult by a genre word only", with(func(c *source.Claim) { c.Adult = true }), source.SearchList, ""},
		{"no year", with(func(c *source.Claim) { c.Year = 0 }), source.TitleBasics, refusedNoYear},
		{"1914", with(func(c *source.Claim) { c.Year = 1914 }), source.TitleBasics, refusedYears},
		{"1915", with(func(c *source.Claim) { c.Year = 1915 }), source.TitleBasics, ""},
		{"the year of the source", with(func(c *source.Claim) { c.Year = 2023 }), source.TitleBasics, ""},
		{"the year after, seen", with(func(c *source.Claim) { c.Year = 2024 }), source.TitleBasics, ""},
		{"the year after, hardly seen", with(func(c *source.Claim) { c.Year, c.FilmdbVotes = 2024, 9 }), source.TitleBasics, refusedUnreleased},
		{"two years after", with(func(c *source.Claim) { c.Year = 2025 }), source.TitleBasics, refusedYears},
		{"planned", with(func(c *source.Claim) { c.Unreleased, c.FilmdbVotes = true, 3 }), source.MoviedbYear, refusedUnreleased},
		{"planned, says one, but many saw it", with(func(c *source.Claim) { c.Unreleased = true }), source.MoviedbYear, ""},
		{"a film without a runtime", with(func(c *source.Claim) { c.Runtime = 0 }), source.TitleBasics, ""},
		{"perhaps a film", with(func(c *source.Claim) { c.Kind, c.Runtime = source.Unstated, 0 }), source.MoviedbYear, refusedKindUnknown},
		{"a length and a source of films", long, source.MoviedbYear, ""},
		{"a length and a streaming catalogue", long, source.ServiceTitles, refusedKindUnknown},
		{"an empty listing", with(func(c *source.Claim) { c.FilmdbRating, c.FilmdbVotes = 0, 0 }), source.TitleBasics, refusedNoEvidence},
	} {
		films, report := buildOf(t, one(test.format, "2023", test.claim))
		switch {
		case test.want == "" && len(films) != 1:
			t.Errorf("%s: refused: %v", test.name, report.Refused)
		case test.want != "" && (len(films) != 0 || report.Refused[string(test.want)] != 1):
			t.Errorf("%s: %d films, refused %v, want %s", test.name, len(films), report.Refused, test.want)
		}
		if report.Titles != report.Films+total(report.Refused) {
			t.Errorf("%s: %d titles are not %d films and %v", test.name, report.Titles, report.Films, report.Refused)
		}
	}
}
