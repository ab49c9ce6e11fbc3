package main

import (
	"bytes"
	"strings"
	"testing"

	"kinodex/internal/cli"
	"kinodex/internal/eval/search"
)

// The starter library answers as well as a full catalogue must.
func TestSearchQualityHoldsItsFloors(t *testing.T) { // REQ
	if testing.Short() {
		t.Skip("examines the whole starter library")
	}
	data := newData(t)
	var out bytes.Buffer
	for _, through := range []string{"auto", "all", "search"} {
		args := []string{"evaluate", "search", "--data", data, "--questions", "300", "--gate", "--through", through}
		if code := run(t.Context(), args, &cli.Streams{Out: &out, Err: &out}); code != 0 {
			t.Errorf("through %s: exit %d:\n%s", through, code, &out)
		}
	}
	for _, class := range search.Classes {
		if !strings.Contains(out.String(), string(class)) {
			t.Errorf("%s was not asked:\n%s", class, &out)
		}
	}
}
