package part_test

import (
	"strings"
	"testing"

	"kinodex/internal/serve/site/chart"
	"kinodex/internal/serve/site/part"
)

// The links of a picture and of the table behind it lead to the same place, whatever the path
// under which the service is reached.
func TestAPictureAndItsTableLeadToTheSame(t *testing.T) {
	for _, prefix := range []string{"", "/cinema"} {
		strip := chart.Strip{
			Head: chart.Head{ID: "d", Title: "Films by decade"}, Category: "Decade", Value: chart.Axis{Name: "Films"},
			Bars: []chart.Bar{{Label: "1940s", Value: 3, Href: prefix + "/films?decade=1940s"}},
		}
		var b strings.Builder
		if err := part.Picture(strip, "Films by decade", "").Render(part.WithPrefix(t.Context(), prefix), &b); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(b.String(), `href="`+prefix+`/films?decade=1940s"`); n != len(strip.Sizes())+1 {
			t.Errorf("%d links with the prefix %q, want one a size and one of the table: %s", n, prefix, b.String())
		}
	}
}
