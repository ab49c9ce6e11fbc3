package forecast

import (
	"cmp"
	"reflect"
	"slices"
	"testing"

	"kinodex/internal/catalog"
)

// REQ R-47: a film is a comparable of exactly those films whose forecast shows it, as much alike.
func TestAFilmIsAComparableOfTheFilmsWhoseForecastShowsIt(t *testing.T) {
	films := cinema(400)
	h := openCinema(t, 400)
	want := make([][]Subject, len(films))
	for d, f := range films {
		if f.BoxOffice.WorldwideGross == nil {
			continue
		}
		p := projectOf(f)
		for _, c := range h.predict(t, p).Comparables {
			of, _ := h.catalog.ByID(c.ID)
			want[of] = append(want[of], Subject{catalog.Doc(d), c.Similarity})
		}
	}
	some := 0
	for d := range films {
		slices.SortFunc(want[d], func(a, b Subject) int {
			return cmp.Or(cmp.Compare(b.Similarity, a.Similarity), cmp.Compare(a.Doc, b.Doc))
		})
		got, told := h.ComparableOf(catalog.Doc(d))
		if !told || !reflect.DeepEqual(got, want[d]) {
			t.Fatalf("document %d is a comparable of %v, %v; want %v", d, got, told, want[d])
		}
		some += len(got)
	}
	if some < 1000 {
		t.Errorf("only %d comparables in all", some)
	}
}

// A file of before they were kept, like one as of a year, does not tell, which is not the same as
// none.
func TestAFileWithoutComparisonsSaysSo(t *testing.T) {
	h := open(t, cinema(400), 2010)
	if all, told := h.ComparableOf(3); all != nil || told {
		t.Errorf("%v, %v", all, told)
	}
}
