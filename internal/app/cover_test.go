package app_test

import (
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
)

// Seals are made for every film of a page.
func BenchmarkCoverSeal(b *testing.B) {
	house := apptest.Open(b)
	films := apptest.Films()
	v := house.Visit(house.Key(access.Writer))
	defer v.Close()
	for i := 0; b.Loop(); i++ {
		v.CoverSeal(films[i%len(films)].ID, "1")
	}
}
