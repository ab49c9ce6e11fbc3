package ingest

import (
	"testing"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
)

// REQ F2-164, F2-165
func TestAPlotOfWikipediaIsTheOverviewOnlyWhereNoOtherIsWhole(t *testing.T) {
	const opening, rest, theirs, half = "A thief robs a bank in the rain.", "In the end he is caught.", "Two men on two sides of the law.", "Two men on …"
	page := []film.ExternalID{{Database: "wikipedia", ID: "77"}}
	plot := testInput{source.Wikipedia, source.WikipediaPlot, "2026-11", []source.Claim{{ID: 1, Overview: opening, Externals: page}, {ID: 1, Overview: rest, Externals: page}}}
	told := func(format source.Format, overview string, cut bool) testInput {
		return tellingRow(format, source.Claim{ID: 1, Title: "The Rain", Year: 1995, FilmdbVotes: 10, Overview: overview, OverviewCut: cut})
	}
	for name, test := range map[string]struct {
		other   testInput
		want    string
		article string
	}{
		"none":         {told(source.MoviedbYear, "", false), opening, "https://en.wikipedia.org/?curid=77"},
		"one cut off":  {told(source.SearchList, half, true), opening, "https://en.wikipedia.org/?curid=77"},
		"a whole one":  {told(source.MoviedbYear, theirs, false), theirs, ""},
		"a last one":   {told(source.ServiceTitles, theirs, false), theirs, ""},
		"the same one": {told(source.MoviedbYear, opening, false), opening, "https://en.wikipedia.org/?curid=77"},
	} {
		for _, inputs := range [][]testInput{{test.other, plot}, {plot, test.other}} {
			f := firstFilm(t, inputs...)
			if got := orNull(f.Overview); got != test.want || f.QuotedArticle() != test.article {
				t.Errorf("beside %s: %q, quoted from %q", name, got, f.QuotedArticle())
			}
			p, marked := f.Provenance["overview"]
			if want := (film.Provenance{MetricType: "quoted_cc_by_sa", Market: "worldwide", Period: "2026-11", Source: "wikipedia"}); marked != (test.article != "") || marked && p != want {
				t.Errorf("beside %s: provenance %+v", name, p)
			}
		}
	}
	if f := firstFilm(t, told(source.MoviedbYear, "", false)); f.Overview != nil || len(f.ExternalIDs.Others) != 0 {
		t.Errorf("without the source's files: %q, %v", orNull(f.Overview), f.ExternalIDs.Others)
	}
}
