package catalog

import (
	"testing"

	"kinodex/internal/film"
)

// REQ F2-77
func TestFilmsAreFoundByTheirIdsInOtherDatabases(t *testing.T) {
	one, two := called(1, 1999, 5, "One"), called(2, 2001, 5, "Two")
	one.ExternalIDs.Others = []film.ExternalID{{Database: "wikidata", ID: "Q10"}, {Database: "letterboxd", ID: "one"}}
	two.ExternalIDs.Others = []film.ExternalID{{Database: "wikidata", ID: "Q100"}, {Database: "letterboxd", ID: "one"}}
	c := open(t, build(t, []*film.Film{one, two, called(3, 2003, 5, "Three")}))
	for _, test := range []struct {
		database, id string
		want         film.ID
	}{
		{"wikidata", "Q10", 1}, {"wikidata", "q100", 2}, {"letterboxd", "one", 1}, {"wikidata", "Q1", 0}, {"wikidata", "Q1000", 0}, {"metacritic", "one", 0}, {"", "", 0},
	} {
		d, ok := c.ByExternalID(test.database, test.id)
		if ok != (test.want != 0) || ok && c.ID(d) != test.want {
			t.Errorf("%s:%s: %v, %v, want %v", test.database, test.id, d, ok, test.want)
		}
	}
}
