package cli

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"kinodex/internal/ingest"
	"kinodex/internal/research"
	"kinodex/internal/starter"
)

// MeasuredScripts returns the screenplays of a folder, measured, or those that the
// program carries if dir is empty. How many were left out, and why, is written to
// to; that is no error.
func MeasuredScripts(ctx context.Context, dir string, tell func(ingest.Progress), to io.Writer) ([]research.MeasuredScript, error) {
	if dir == "" {
		return starter.Scripts()
	}
	scripts, skipped, err := research.Measure(ctx, os.DirFS(dir), func(done, total int64) {
		tell(ingest.Progress{Stage: "scripts", Done: done, Total: total, Unit: "scripts"})
	})
	if err != nil {
		return nil, fmt.Errorf("measure the screenplays in %s: %w", dir, err)
	}
	reasons := map[string]int{}
	for _, s := range skipped {
		reasons[s.Reason]++
	}
	fmt.Fprintf(to, "%d screenplays measured, %d left out\n", len(scripts), len(skipped))
	for _, reason := range slices.Sorted(maps.Keys(reasons)) {
		fmt.Fprintf(to, "  %5d  %s\n", reasons[reason], reason)
	}
	return scripts, nil
}
