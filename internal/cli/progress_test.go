package cli

import (
	"strings"
	"testing"

	"kinodex/internal/ingest"
)

// Without a terminal each stage is told when it begins and when it has ended, also one that
// does not say that it has.
func TestProgressInPlainLines(t *testing.T) {
	var out strings.Builder
	tell := Progress(&out)
	for _, p := range []ingest.Progress{
		{Stage: "films", Total: 300, Unit: "films"}, {Stage: "films", Done: 100, Total: 300, Unit: "films"},
		{Stage: "films", Done: 300, Total: 300, Unit: "films"}, {Stage: "films", Done: 300, Total: 300, Unit: "films"},
		{Stage: "forecast", Total: 40}, {Stage: "forecast", Done: 20, Total: 40},
		{Stage: "people", Done: 1, Total: 4}, {Stage: "people", Done: 4, Total: 4},
		{Stage: "posters", Done: 1, Total: 1},
	} {
		tell(p)
	}
	want := "films: 0 of 300 films\nfilms: 300 of 300 films\nforecast: 0 of 40\nforecast: 40 of 40\npeople: 1 of 4\npeople: 4 of 4\nposters: 1 of 1\n"
	if out.String() != want {
		t.Errorf("%s\nwant\n%s", out.String(), want)
	}
}
