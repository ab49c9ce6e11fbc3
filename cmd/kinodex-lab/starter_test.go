package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"kinodex/internal/apptest"
	"kinodex/internal/cli"
	"kinodex/internal/starter"
)

// REQ P-08: the addresses of stored posters are of this service and lead nowhere in another
// one's library.
func TestAStarterHasNoStoredPoster(t *testing.T) {
	house := apptest.Open(t) // with stored posters
	out := t.TempDir()
	var errs bytes.Buffer
	args := []string{"starter", "--data", filepath.Dir(house.Library), "--out", out}
	if code := run(t.Context(), args, &cli.Streams{Out: io.Discard, Err: &errs}); code != 0 {
		t.Fatalf("exit %d: %s", code, &errs)
	}
	packed, err := os.ReadFile(filepath.Join(out, "films.ndjson.zst"))
	if err != nil {
		t.Fatal(err)
	}
	films, err := starter.Decode(packed)
	if err != nil {
		t.Fatal(err)
	}
	drawn := 0
	for _, f := range films {
		if slices.Contains(apptest.Drawn(), f.ID) {
			drawn++
		}
		if f.Poster.Source != nil && *f.Poster.Source == "storage" {
			t.Errorf("%s has the poster of another service: %s", f.ID, *f.Poster.URL)
		}
	}
	if drawn == 0 {
		t.Errorf("none of %d films has a stored poster in the library", len(films))
	}
}
