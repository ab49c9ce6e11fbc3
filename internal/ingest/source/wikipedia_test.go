package source

import (
	"fmt"
	"strings"
	"testing"

	"kinodex/internal/film"
)

// plotLine is a record of a plot; plot is the inside of a JSON string.
func plotLine(imdb, plot string) string {
	return fmt.Sprintf(`{"fetched_at":"2026-11-01T00:00:00Z","id":5,"revision":12,"wikidata_id":"Q5","imdb_id":%q,"page_id":77,"article":"A (film)",`+
		`"address":"https://en.wikipedia.org/w/index.php?oldid=12","licence":"CC BY-SA 4.0","plot":"%s"}`+"\n", imdb, plot)
}

// REQ F2-164
func TestAPlotIsAnOpeningAndTheRest(t *testing.T) {
	first, second := strings.Repeat("He runs on. ", 20)+"He stops.", "Then she comes."
	long := strings.Repeat("He runs on and on. ", 100)
	endless := strings.Repeat("and he runs ", 200)
	for _, c := range []struct {
		plot          string
		opening, rest string
	}{
		{first + `\n` + second, first, second},
		{second, second, ""},
		{`A short one.\n` + first + `\n` + second, "A short one. " + first, second},
		{long + `\n` + second, strings.TrimSpace(long[:longestOpening/19*19]), strings.TrimSpace(long[longestOpening/19*19:]) + " " + second},
		{endless, endless[:999] + " …", strings.TrimSpace(endless)},
		{`\n \n` + second + `\n`, second, ""},
	} {
		got := reading(t, "p.ndjson", plotLine("tt0000105", c.plot))
		want := 2
		if c.rest == "" {
			want = 1
		}
		got.is(t, WikipediaPlot, want)
		same(t, "opening", got.claims[0].Overview, c.opening)
		if want == 2 {
			same(t, "rest", got.claims[1].Overview, c.rest)
		}
		for _, claim := range got.claims {
			same(t, "film and page", []any{claim.ID.String(), claim.Externals[0], claim.OverviewCut}, []any{"tt0000105", film.ExternalID{Database: "wikipedia", ID: "77"}, false})
		}
	}
}

func TestPlotsAreCleaned(t *testing.T) {
	for plot, want := range map[string]string{
		`<script src=x>alert(1)</script>He <b>runs</b>.<!-- x -->`: "alert(1) He runs .",
		`&lt;img onerror=x&gt;He runs.`:                            "He runs.",
		`He \u0000runs\u001b[31m\u200b.`:                           "He runs[31m.",
		"Caf\u00e9 \ufeff& bar, 3 < 4 and 5 > 2.":                  "Café & bar, 3 < 4 and 5 > 2.",
		`He \"runs\".\ud800`:                                       "He \"runs\".\ufffd",
	} {
		got := reading(t, "p.ndjson", plotLine("tt0000105", plot))
		got.is(t, WikipediaPlot, 1)
		same(t, plot, got.claims[0].Overview, want)
	}
}

func TestPlotsOfNothingAreRejected(t *testing.T) {
	got := reading(t, "p.ndjson", plotLine("tt0000105", "")+plotLine("nm0000105", "He runs.")+plotLine("tt0000106", `<br>\n \u0001`)+
		`{"fetched_at":1,"revision":[],"wikidata_id":{},"imdb_id":7,"page_id":"x","plot":["He runs."]}`+"\n"+plotLine("tt0000107", "She runs."))
	got.is(t, WikipediaPlot, 1)
	got.rejected(t, NothingStated, NoID, NothingStated, NoID)
}
