package people

import (
	"testing"

	"kinodex/internal/film"
)

// REQ CO-03, CO-07: a number leads to the actor who has it, and is the movie database's only
// where that gave it. Nobody shares one.
func TestNumbersLeadToTheirActors(t *testing.T) {
	films, sights := invented(7, 400)
	p := build(t, films, sights, nil)
	met, own := map[int]string{}, 0
	for _, one := range p.everyone() {
		n := p.Number(one)
		if other := met[n]; other != "" {
			t.Errorf("%s and %s have number %d", one.Slug, other, n)
		}
		met[n] = one.Slug
		found, ok := p.Numbered(n)
		if !ok || found.Slug != one.Slug {
			t.Errorf("%d of %s leads to %v", n, one.Slug, found)
		}
		if one.MoviedbID != nil && n != int(*one.MoviedbID) || one.MoviedbID == nil && (n < film.FirstOwnNumber || n > lastNumber) {
			t.Errorf("%s has number %d", one.Slug, n)
		}
		if n >= film.FirstOwnNumber {
			own++
		}
		if one.NamedbID != nil {
			if found, ok := p.ByNamedbID(*one.NamedbID); !ok || found.Slug != one.Slug {
				t.Errorf("%s leads to %v", *one.NamedbID, found)
			}
		}
	}
	if own == 0 || own == len(met) {
		t.Errorf("%d of %d numbers are ours", own, len(met))
	}
	for _, n := range []int{-1, 0, lastNumber, lastNumber + 1, 1 << 40} {
		if one, ok := p.Numbered(n); ok && met[n] == "" {
			t.Errorf("%d leads to %s", n, one.Slug)
		}
	}
	for _, id := range []string{"", "nm", "nm0", "tt0000001", "nm99999999999"} {
		if _, ok := p.ByNamedbID(id); ok {
			t.Errorf("%q is somebody", id)
		}
	}
}
