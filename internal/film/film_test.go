package film

import "testing"

// REQ F2-165
func TestAQuotedOverviewNamesItsSource(t *testing.T) {
	quoted := map[string]Provenance{"overview": {MetricType: "quoted_cc_by_sa", Source: "wikipedia"}}
	ids := []ExternalID{{Database: "wikidata", ID: "Q1"}, {Database: "wikipedia", ID: "1000"}}
	story := "He runs."
	for name, c := range map[string]struct {
		f             Film
		article, text string
	}{
		"quoted": {
			Film{Overview: &story, Provenance: quoted, ExternalIDs: ExternalIDs{Others: ids}},
			"https://en.wikipedia.org/?curid=1000", "He runs. (Wikipedia, CC BY-SA 4.0: https://en.wikipedia.org/?curid=1000)",
		},
		"without a number":  {Film{Overview: &story, Provenance: quoted}, "https://en.wikipedia.org/", "He runs. (Wikipedia, CC BY-SA 4.0: https://en.wikipedia.org/)"},
		"of another source": {Film{Overview: &story, ExternalIDs: ExternalIDs{Others: ids}}, "", story},
		"left out":          {Film{Provenance: quoted, ExternalIDs: ExternalIDs{Others: ids}}, "", ""},
		"odd": {
			Film{Overview: &story, Provenance: quoted, ExternalIDs: ExternalIDs{Others: []ExternalID{{Database: "wikipedia", ID: "1&x=%"}}}},
			"https://en.wikipedia.org/?curid=1%26x%3D%25", "He runs. (Wikipedia, CC BY-SA 4.0: https://en.wikipedia.org/?curid=1%26x%3D%25)",
		},
	} {
		if got, text := c.f.QuotedArticle(), Value(c.f.AttributedOverview()); got != c.article || text != c.text {
			t.Errorf("%s: %q, %q", name, got, text)
		}
	}
}
