package search

import (
	_ "embed"
	"os"
	"strings"
	"testing"
	"time"

	"kinodex/internal/film"
	"kinodex/internal/library"
	"kinodex/internal/starter"
)

// wishlike has titles that look like wishes, as people type them, chosen by somebody who had not seen
// the search: the text, the film and its id.
//
//go:embed testdata/wishlike.tsv
var wishlike string

// REQ F2-83: a title is found as a title however much it looks like a wish. KINODEX_TEST_LIBRARY names
// the data directory of a full library, to ask for all of them.
func TestTitlesThatLookLikeWishesAreTitles(t *testing.T) {
	if testing.Short() {
		t.Skip("makes a library")
	}
	lib, err := starter.Install(t.Context(), t.TempDir(), "kinodex test", nil, time.Now())
	if data := os.Getenv("KINODEX_TEST_LIBRARY"); data != "" && err == nil {
		lib.Close()
		lib, err = library.Open(library.Root(data))
	}
	if err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	asked := 0
	for line := range strings.Lines(wishlike) {
		cells := strings.Split(strings.TrimRight(line, "\n"), "\t")
		id, _ := film.ParseID(cells[2])
		wanted, ok := lib.Catalog.ByID(id)
		if !ok {
			continue
		}
		asked++
		found, wish := lib.Taste.Find(&film.Query{Text: cells[0], Match: film.MatchAuto}, film.Page{Limit: 3})
		first := false
		for _, d := range found.Docs {
			first = first || d == wanted
		}
		if !first || wish != nil {
			t.Errorf("%q, for %s: among the first three %v, read as %+v", cells[0], cells[1], first, wish)
		}
	}
	if asked < 50 {
		t.Errorf("only %d of these films are in the library", asked)
	}
}
