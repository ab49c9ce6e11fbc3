package starter

import (
	"bytes"
	"cmp"
	"slices"
	"testing"

	"kinodex/internal/film"
	"kinodex/internal/research"
	"kinodex/internal/screenplay/measure"
)

func scripts(t *testing.T) []research.MeasuredScript {
	t.Helper()
	all, err := Scripts()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// REQ S-29: what is carried was measured by the formulas of this program.
func TestTheScriptsWereMeasuredByThisProgram(t *testing.T) {
	all := scripts(t)
	if len(all) < 800 {
		t.Errorf("%d scripts, want at least 800", len(all))
	}
	if !slices.IsSortedFunc(all, func(a, b research.MeasuredScript) int { return cmp.Compare(a.Film, b.Film) }) {
		t.Error("not in order of film")
	}
	for _, s := range all {
		if s.Extractor != research.Extractor {
			t.Fatalf("the script of %s was measured by version %s, this is %s: run kinodex-lab starter", s.Film, s.Extractor, research.Extractor)
		}
		if s.Series == nil || !s.Series.Whole() || float64(len(s.Series.SceneWords)) != s.Features[measure.SceneCount] {
			t.Fatalf("the script of %s has no series: run kinodex-lab starter", s.Film)
		}
	}
}

// A script without its film could be neither ranked nor shown.
func TestTheStarterHoldsTheFilmOfEveryScript(t *testing.T) {
	known := map[film.ID]*film.Film{}
	for _, f := range films(t) {
		known[f.ID] = f
	}
	for _, s := range scripts(t) {
		if f := known[s.Film]; f == nil || f.Ratings.Filmdb == nil {
			t.Errorf("%s has a script, and no rated film", s.Film)
		}
	}
}

func TestScriptsComeBackAsTheyWere(t *testing.T) {
	all := scripts(t)[:20]
	var b bytes.Buffer
	if err := EncodeScripts(&b, all); err != nil {
		t.Fatal(err)
	}
	again, err := DecodeScripts(b.Bytes())
	if err != nil || len(again) != len(all) {
		t.Fatal(len(again), err)
	}
	for i := range all {
		if again[i].Film != all[i].Film || again[i].Features != all[i].Features || again[i].SHA256 != all[i].SHA256 {
			t.Errorf("%s came back changed", all[i].Film)
		}
	}
}
