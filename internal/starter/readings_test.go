package starter

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"testing"

	"kinodex/internal/film"
	"kinodex/internal/poster"
	"kinodex/internal/poster/vision"
)

func readings(t *testing.T) []poster.CarriedReading {
	t.Helper()
	all, err := Readings()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// What is carried was read by the method of this program, of films that are
// carried, and says that the picture is not here.
func TestTheReadingsWereMadeByThisProgram(t *testing.T) {
	all := readings(t)
	if len(all) < 700 {
		t.Errorf("%d readings, want at least 700", len(all))
	}
	if !slices.IsSortedFunc(all, func(a, b poster.CarriedReading) int { return cmp.Compare(a.Film, b.Film) }) {
		t.Error("not in order of film")
	}
	if len(packedReadings) > 1<<20 {
		t.Errorf("%d bytes, want at most 1 MB", len(packedReadings))
	}
	carried := map[film.ID]bool{}
	for _, f := range films(t) {
		carried[f.ID] = true
	}
	for _, c := range all {
		var r vision.Reading
		if err := json.Unmarshal(c.Analysis, &r); err != nil {
			t.Fatal(err)
		}
		if r.Version != vision.Version {
			t.Fatalf("the poster of %s was read by %s, this is %s: run kinodex posters ingest and kinodex-lab starter", c.Film, r.Version, vision.Version)
		}
		if !carried[c.Film] || r.Origin != vision.Carried || len(r.DominantColors) == 0 {
			t.Errorf("%s: carried %v, origin %q", c.Film, carried[c.Film], r.Origin)
		}
	}
}

func TestReadingsComeBackAsTheyWere(t *testing.T) {
	all := readings(t)
	var b bytes.Buffer
	if err := EncodeReadings(&b, all); err != nil {
		t.Fatal(err)
	}
	again, err := DecodeReadings(b.Bytes())
	if err != nil || len(again) != len(all) {
		t.Fatal(len(again), err)
	}
	for i := range all {
		if again[i].Film != all[i].Film || !bytes.Equal(again[i].Analysis, all[i].Analysis) {
			t.Errorf("%s came back changed", all[i].Film)
		}
	}
}
