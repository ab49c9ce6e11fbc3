package catalog

import (
	"slices"
	"testing"

	"kinodex/internal/film"
)

// A histogram counts each film with a value once, whatever the question; the sum is the number
// of films that match and have one.
func TestAHistogramCountsWhatMatches(t *testing.T) {
	films := newSample(8, 100).films()
	c := open(t, build(t, films))
	for name, q := range map[string]film.Query{
		"all": {}, "words": {Text: "the"}, "a genre": {Filters: film.Filters{Genre: "Drama"}}, "nothing": {Text: "zzzzzz"},
	} {
		if err := q.Check(); err != nil {
			t.Fatal(err)
		}
		got := c.Histogram(&q, "filmdb_rating", 0, 1, 10)
		want := make([]int, 10)
		for _, d := range c.Find(&q, film.Page{Limit: len(films)}).Docs {
			f, err := c.Film(d)
			if err != nil {
				t.Fatal(err)
			}
			if r := f.Ratings.Filmdb; r != nil {
				want[min(9, int(*r))]++
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	if got := c.Histogram(&film.Query{}, "title", 0, 1, 3); !slices.Equal(got, []int{0, 0, 0}) {
		t.Errorf("of the title: %v", got)
	}
}
