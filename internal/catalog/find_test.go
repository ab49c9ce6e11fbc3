package catalog

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"testing"

	"kinodex/internal/film"
)

// describe names a question in failures.
func describe(q *film.Query) string {
	s := fmt.Sprintf("text %q parts %v sort %v", q.Text, q.GenreParts, q.Sort)
	for f, v := range q.All() {
		s += fmt.Sprintf(" %s %v", f.Name, v)
	}
	return s
}

func ids(films []*film.Film) []film.ID {
	out := []film.ID{}
	for _, f := range films {
		out = append(out, f.ID)
	}
	return out
}

func (c *Catalog) idsOf(docs []Doc) []film.ID {
	out := []film.ID{}
	for _, d := range docs {
		out = append(out, c.ID(d))
	}
	return out
}

// walk pages along the cursors with changing limits and checks every page.
func walk(t *testing.T, c *Catalog, q *film.Query, want []film.ID, limit func() int) {
	t.Helper()
	page, got := film.Page{Limit: limit()}, []film.ID{}
	for {
		found := c.Find(q, page)
		if found.Total != len(want) || found.Offset != len(got) {
			t.Fatalf("%s: total %d offset %d, want %d and %d", describe(q), found.Total, found.Offset, len(want), len(got))
		}
		if len(found.Docs) > page.Limit {
			t.Fatalf("%s: %d films on a page of %d", describe(q), len(found.Docs), page.Limit)
		}
		got = append(got, c.idsOf(found.Docs)...)
		if found.Next == nil {
			break
		}
		if len(found.Docs) != page.Limit {
			t.Fatalf("%s: a page of %d films of %d and yet a next one", describe(q), len(found.Docs), page.Limit)
		}
		page = film.Page{Limit: limit(), After: found.Next}
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%s: walk gave\n%v, want\n%v", describe(q), got, want)
	}
}

// REQ F1-08 to F1-20, F1-24 to F1-29, F2-19 to F2-29, F2-33, F2-34, F2-36, F2-37, G-18
func TestWalksGiveEveryMatchOnceInOrder(t *testing.T) {
	for _, n := range []int{1, 3, 64, 65, 200, 700, 3000} {
		t.Run(strconv.Itoa(n), func(t *testing.T) {
			if testing.Short() && n > 200 {
				t.Skip("asks at length in one goroutine, where the race detector finds nothing")
			}
			t.Parallel()
			s := newSample(uint64(n), n)
			films := s.films()
			c := open(t, build(t, films))
			r := reference{films: films, catalog: c}
			for range 6000 / (n + 20) * 3 {
				q := s.query(films)
				want := ids(r.answer(q))
				most := 1 + s.IntN(2*len(want)+3)
				walk(t, c, q, want, func() int { return max(1, most/4) + s.IntN(most) })
			}
		})
	}
}

// The films that match filters are those that a list without words has.
func TestMatchingFilmsAreThoseOfTheList(t *testing.T) {
	s := newSample(7, 700)
	films := s.films()
	c := open(t, build(t, films))
	r := reference{films: films, catalog: c}
	for range 60 {
		filters := s.query(films).Filters
		want := ids(r.answer(&film.Query{Filters: filters}))
		slices.Sort(want)
		var got []film.ID
		for d := range c.Matching(filters).All() {
			got = append(got, c.ID(Doc(d)))
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("%+v: %d films, want %d", filters, len(got), len(want))
		}
	}
}

// REQ F1-17, F1-19, F2-29
func TestEveryFieldOrdersBothWays(t *testing.T) {
	s := newSample(3, 400)
	films := s.films()
	c := open(t, build(t, films))
	r := reference{films: films}
	for _, field := range film.SortFields {
		for _, down := range []bool{false, true} {
			for _, q := range []*film.Query{
				{Sort: film.Sort{Field: field, Desc: down}},
				{Filters: film.Filters{Genre: "drama"}, Sort: film.Sort{Field: field, Desc: down}},
				{Filters: film.Filters{Language: "ja"}, Sort: film.Sort{Field: field, Desc: down}},
			} {
				walk(t, c, q, ids(r.answer(q)), func() int { return 37 })
			}
		}
	}
}

// REQ F1-24, F1-27, F1-28
func TestPagesByOffsetAreThoseOfTheWalk(t *testing.T) {
	s := newSample(11, 1500)
	films := s.films()
	c := open(t, build(t, films))
	r := reference{films: films, catalog: c}
	for range 300 {
		q := s.query(films)
		want := ids(r.answer(q))
		for range 4 {
			offset, limit := s.IntN(len(want)+10), 1+s.IntN(60)
			found := c.Find(q, film.Page{Offset: offset, Limit: limit})
			part := want[min(offset, len(want)):min(offset+limit, len(want))]
			if found.Total != len(want) || found.Offset != offset || !slices.Equal(c.idsOf(found.Docs), part) {
				t.Fatalf("%s offset %d limit %d: total %d of %d, got\n%v, want\n%v", describe(q), offset, limit,
					found.Total, len(want), c.idsOf(found.Docs), part)
			}
			if more := offset+limit < len(want); more != (found.Next != nil) {
				t.Fatalf("%s offset %d limit %d of %d: next %v", describe(q), offset, limit, len(want), found.Next)
			}
		}
	}
}

// REQ F2-36
func TestAWalkGoesOnInANewBuildOfTheLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("asks at length in one goroutine, where the race detector finds nothing")
	}
	s := newSample(5, 500)
	films := s.films()
	before := open(t, build(t, films))
	for range 25 {
		q := s.query(films)
		q.Text = ""
		page := before.Find(q, film.Page{Limit: 20})
		if page.Next == nil {
			continue
		}
		// The film the cursor stands on is gone, and every third besides.
		var kept []*film.Film
		for i, f := range films {
			if f.ID != page.Next.ID && i%3 != 0 {
				kept = append(kept, f)
			}
		}
		after := open(t, build(t, kept))
		seen := before.idsOf(page.Docs)
		var want []film.ID
		for _, id := range ids((&reference{films: films}).answer(q)) {
			if !slices.Contains(seen, id) && slices.ContainsFunc(kept, func(f *film.Film) bool { return f.ID == id }) {
				want = append(want, id)
			}
		}
		var got []film.ID
		for next := page.Next; next != nil; {
			found := after.Find(q, film.Page{Limit: 50, After: next})
			got, next = append(got, after.idsOf(found.Docs)...), found.Next
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%s: got %v, want %v", describe(q), got, want)
		}
	}
}

func TestFacetsCountTheFilmsThatMatch(t *testing.T) {
	for _, n := range []int{150, 4000} {
		if testing.Short() && n > 150 {
			continue // asks at length in one goroutine, where the race detector finds nothing
		}
		s := newSample(uint64(21+n), n)
		films := s.films()
		c := open(t, build(t, films))
		r := reference{films: films, catalog: c}
		for range 150 {
			q := s.query(films)
			got, err := c.Facets(q, FacetNames)
			if err != nil {
				t.Fatal(err)
			}
			answer := r.answer(q)
			for name, values := range map[string]func(*film.Film) []string{
				"genres":    func(f *film.Film) []string { return f.Genres },
				"countries": func(f *film.Film) []string { return f.Countries },
				"languages": func(f *film.Film) []string {
					if f.Language == nil {
						return nil
					}
					return []string{*f.Language}
				},
				"decades": func(f *film.Film) []string {
					if f.Year == nil {
						return nil
					}
					return []string{fmt.Sprintf("%d0s", *f.Year/10)}
				},
			} {
				have := map[string]int{}
				for i, v := range got[name] {
					have[v.Value] = v.Count
					if i > 0 && (got[name][i-1].Count < v.Count ||
						got[name][i-1].Count == v.Count && got[name][i-1].Value > v.Value) {
						t.Fatalf("%s: %s out of order: %v", describe(q), name, got[name])
					}
				}
				if want := counts(answer, values); !maps.Equal(have, want) {
					t.Fatalf("%s: %s = %v, want %v", describe(q), name, have, want)
				}
			}
		}
	}
}

func TestAFacetThatIsNoneIsAFault(t *testing.T) {
	c := open(t, build(t, newSample(1, 5).films()))
	if _, err := c.Facets(&film.Query{}, []string{"genres", "moods"}); err == nil {
		t.Error("no error")
	}
}
