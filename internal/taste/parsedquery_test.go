package taste

import (
	"encoding/json"
	"strings"
	"testing"

	"kinodex/internal/taste/tastetest"
)

// REQ F2-83: a text that is typed into a search is read as a wish where it asks for a kind of films, and
// stays words where it tells of one.
func TestQueriesAreParsed(t *testing.T) {
	x := build(t, tastetest.Films(), "")
	for typed, want := range map[string]struct{ understood, films string }{
		"comedies from the 90s":           {`{"genres":["Comedy"],"years":[{"from":1990,"to":1999}]}`, "Laughing Gas, Paper Thieves"},
		"French films under 90 minutes":   {`{"runtime":{"to":89},"countries":["FR"]}`, "Le Dernier Quai"},
		"best japanese drama":             {`{"genres":["Drama"],"countries":["JP"],"acclaimed":true}`, "Lantern Street"},
		"horror, nothing korean":          {`{"genres":["Horror"],"not_countries":["KR"]}`, "Blood Tide"},
		"comedia británica":               {`{"language":"es","genres":["Comedy"],"countries":["GB"]}`, "Laughing Gas, Paper Thieves"},
		"drama about grief":               {`{"genres":["Drama"],"words":"grief"}`, "Lantern Street, The Long Field, Le Dernier Quai, The Quiet Signal, Nobody's Harbour, The Understudy, Only A Genre"},
		"a widow buys a harbour":          {}, // tells of a film
		"like Robot Orchard but funnier":  {}, // is for recommendations
		"comedies that are not comedies":  {}, // no film is so
		"zzyzx":                           {},
		"":                                {},
		"comedies zzyzx from the 90s":     {`{"genres":["Comedy"],"years":[{"from":1990,"to":1999}],"words":"zzyzx"}`, "Laughing Gas, Paper Thieves"},
		"dramas about paris from the 60s": {`{"genres":["Drama"],"years":[{"from":1960,"to":1969}],"words":"paris"}`, "Lantern Street"},
	} {
		q := x.ParseQuery(typed)
		if q == nil {
			if want.understood != "" {
				t.Errorf("%q is no wish", typed)
			}
			continue
		}
		got, _ := json.Marshal(q)
		var titles []string
		for d := range q.Films().All() {
			titles = append(titles, x.title(d))
		}
		for _, title := range titles {
			if !strings.Contains(want.films, title) {
				t.Errorf("%q finds %s", typed, title)
			}
		}
		if string(got) != want.understood || len(titles) != len(strings.Split(want.films, ", ")) {
			t.Errorf("%q:\n got %s %q\nwant %s %q", typed, got, titles, want.understood, want.films)
		}
	}
}
