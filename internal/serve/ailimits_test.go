package serve_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"kinodex/internal/writersroom"
)

// What a limit may be differs from tool to tool; it is told in one table and at each
// tool, as it is.
func TestTheLimitsOfTheWritersRoomAreTold(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/api/ai.md")
	if err != nil {
		t.Fatal(err)
	}
	doc := load(t, open(t))
	for tool, b := range map[string]writersroom.Bounds{
		"style-match": writersroom.MatchBounds, "trailer-concept": writersroom.BeatBounds, "logline": writersroom.LoglineBounds,
		"visual-treatment": writersroom.LookBounds, "cast-recommend": writersroom.CandidateBounds,
	} {
		row := ""
		for line := range strings.Lines(string(page)) {
			if strings.HasPrefix(line, "| `"+tool+"` |") {
				row = strings.TrimSpace(line)
			}
		}
		if want := fmt.Sprintf("| %d to %d | %d |", b.Least, b.Most, b.Usual); !strings.HasSuffix(row, want) {
			t.Errorf("docs/api/ai.md says %q of %s, want it to end in %q", row, tool, want)
		}
		op := doc.Paths.Value("/api/v1/ai/" + tool).Post
		limit := op.RequestBody.Value.Content["application/json"].Schema.Value.Properties["limit"].Value
		if want := fmt.Sprintf("from %d to %d, %d when it is left out", b.Least, b.Most, b.Usual); !strings.Contains(limit.Description, want) ||
			*limit.Min != float64(b.Least) || *limit.Max != float64(b.Most) || limit.Default != float64(b.Usual) {
			t.Errorf("%s: %q with bounds %v to %v, default %v; want %q", tool, limit.Description, *limit.Min, *limit.Max, limit.Default, want)
		}
	}
}
