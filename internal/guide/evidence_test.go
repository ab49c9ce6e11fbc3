package guide_test

import (
	"os"
	"testing"

	"kinodex/internal/catalog"
	"kinodex/internal/guide"
)

// Every cited film exists and the person worked on it, by a full catalogue:
// KINODEX_DATA_LIBRARY names one generation of a library (the folder that holds
// manifest.json). The starter's own test asks the same of the films it carries.
func TestACatalogueConfirmsEveryCitedFilm(t *testing.T) {
	dir := os.Getenv("KINODEX_DATA_LIBRARY")
	if dir == "" {
		t.Skip("KINODEX_DATA_LIBRARY names no generation of a library")
	}
	c, err := catalog.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	all, err := guide.Load()
	if err != nil {
		t.Fatal(err)
	}
	cited := 0
	for _, d := range guide.Disciplines() {
		for _, g := range all.List(d) {
			for _, citation := range g.Films {
				doc, ok := c.ByID(citation.ID)
				if !ok {
					t.Errorf("%s: the catalogue has no %s %s", g.Filename, citation.ID, citation.Title)
					continue
				}
				f, err := c.Film(doc)
				if err != nil {
					t.Fatal(err)
				}
				if err := g.Confirm(citation, f); err != nil {
					t.Errorf("%s: %v", g.Filename, err)
				}
				cited++
			}
		}
	}
	t.Logf("%d citations of %d films", cited, len(all.Films()))
}
