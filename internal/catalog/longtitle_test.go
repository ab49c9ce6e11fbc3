package catalog

import (
	"slices"
	"strings"
	"testing"

	"kinodex/internal/film"
)

// longTitles are films in no order whose titles have one long beginning, up to a
// length beyond what a cursor holds.
func longTitles() []*film.Film {
	var films []*film.Film
	for i, ending := range []string{"Part 5", "", "Part 3", "Part 3", "Again"} {
		for j, begin := range []int{50, film.MaxWord - 10, film.MaxWord + 50} {
			films = append(films, &film.Film{
				ID:    film.ID(100 + 10*i + j),
				Title: strings.Repeat("night of the day ", begin)[:begin] + " z " + ending,
			})
		}
	}
	slices.SortFunc(films, func(a, b *film.Film) int { return int(a.ID) - int(b.ID) })
	return films
}

// walkPages gives the ids of a list that is read in pages of one film.
func walkPages(t *testing.T, q *film.Query, c *Catalog, meanwhile func(n int) *Catalog) []film.ID {
	t.Helper()
	s := film.NewCursorCodec([]byte("secret"))
	var ids []film.ID
	page := film.Page{Limit: 1}
	for n := 0; n < 100; n++ {
		found := c.Find(q, page)
		for _, d := range found.Docs {
			ids = append(ids, c.ID(d))
		}
		if found.Next == nil {
			return ids
		}
		next, err := s.Decode(q.Digest(), s.Encode(q.Digest(), *found.Next))
		if err != nil {
			t.Fatal(err)
		}
		page.After = next
		if meanwhile != nil {
			c = meanwhile(n)
		}
	}
	t.Fatalf("the list does not end: %v", ids)
	return nil
}

// REQ G-18, F2-36
func TestTheWholeTitleDecidesTheOrder(t *testing.T) {
	films := longTitles()
	c := open(t, build(t, films))
	for _, desc := range []bool{false, true} {
		q := &film.Query{Sort: film.Sort{Field: "title", Desc: desc}}
		var want []film.ID
		for _, f := range (&reference{films: films}).answer(q) {
			want = append(want, f.ID)
		}
		if got := walkPages(t, q, c, nil); !slices.Equal(got, want) {
			t.Errorf("descending %v: %v, want %v", desc, got, want)
		}
	}
}

// A film may go between two pages: no other film may be passed over for it.
func TestPagesOfLongTitlesGoOnWithoutAFilmThatIsGone(t *testing.T) {
	if testing.Short() {
		t.Skip("asks at length in one goroutine, where the race detector finds nothing")
	}
	films := longTitles()
	whole := open(t, build(t, films))
	for _, desc := range []bool{false, true} {
		q := &film.Query{Sort: film.Sort{Field: "title", Desc: desc}}
		order := (&reference{films: films}).answer(q)
		for gone := range order {
			left := slices.DeleteFunc(slices.Clone(films), func(f *film.Film) bool { return f == order[gone] })
			without := open(t, build(t, left))
			got := walkPages(t, q, whole, func(n int) *Catalog {
				if n >= gone {
					return without
				}
				return whole
			})
			for _, f := range films {
				if !slices.Contains(got, f.ID) {
					t.Errorf("%s is passed over when %s goes", f.ID, order[gone].ID)
				}
			}
		}
	}
}
