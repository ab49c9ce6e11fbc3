package main

import (
	"bytes"
	"io"
	"log/slog"
	"strings"
	"testing"

	"kinodex/internal/examine"
)

// The starter library answers as well as a full catalogue must.
func TestSearchQualityHoldsItsFloors(t *testing.T) { // TRACE
	if testing.Short() {
		t.Skip("examines the whole starter library")
	}
	data := newData(t)
	shelf, err := openShelf(t.Context(), data, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer shelf.Close()
	var out bytes.Buffer
	for _, through := range []string{"films", "search"} {
		args := []string{"evaluate", "search", "--data", data, "--questions", "300", "--gate", "--through", through}
		if code := run(t.Context(), args, &Globals{Out: &out, Err: &out}); code != 0 {
			t.Errorf("through %s: exit %d:\n%s", through, code, &out)
		}
	}
	for _, class := range examine.Classes {
		if !strings.Contains(out.String(), string(class)) {
			t.Errorf("%s was not asked:\n%s", class, &out)
		}
	}
	lib, release, err := shelf.Acquire()
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	report, err := examineSearch(lib.Catalog, examine.HeldOutSeed, 300, examine.ThroughCatalog(lib.Catalog))
	if err != nil {
		t.Fatal(err)
	}
	report.Marks[0].MRR10 = 0.5
	if belowFloor(report) == nil {
		t.Error("the gate lets a bad class pass")
	}
	if err := writeMarks(io.Discard, report); err != nil {
		t.Error(err)
	}
}
