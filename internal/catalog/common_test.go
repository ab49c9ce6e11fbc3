package catalog

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"kinodex/internal/film"
)

// slowly answers as Find does, with the scores of all films.
func (c *Catalog) slowly(q *film.Query, p film.Page) ResultPage {
	s := c.borrow()
	defer c.giveBack(s)
	sel := c.matching(q, s)
	found, _ := c.page(q, p, &sel, s)
	return found
}

// REQ F1-29, F2-33, R-15
func TestCommonWordsAreAnsweredAsAllOthers(t *testing.T) {
	if testing.Short() {
		t.Skip("asks at length in one goroutine, where the race detector finds nothing")
	}
	s := newSample(11, 9000)
	c := open(t, build(t, s.films()))
	r := rand.New(rand.NewPCG(5, 6))
	var words []string
	for _, w := range append(slices.Clone(sampleWords), sampleFamily...) {
		if c.allCommon(w) {
			words = append(words, w)
		}
	}
	if len(words) < 20 {
		t.Fatalf("only %d words are common", len(words))
	}
	fast := 0
	for i := range 4000 {
		q := randomFilter(c, r)
		if i%2 == 0 {
			q = film.Query{}
		}
		for range 1 + i%3 {
			q.Text += words[r.IntN(len(words))] + " "
		}
		if i%5 == 0 {
			q.Sort = randomSort(r)
		}
		if i%7 == 0 {
			q.Match = film.MatchAuto
		}
		page := film.Page{Limit: r.IntN(700)}
		if i%3 == 0 {
			page.Offset = r.IntN(800)
		}
		scratch := c.borrow()
		if _, ok := c.common(&q, scratch); ok {
			fast++
		}
		c.giveBack(scratch)
		for range 3 { // along the cursors
			got, want := c.Find(&q, page), c.slowly(&q, page)
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%s, %+v:\n%+v\n%+v", describe(&q), page, got, want)
			}
			if got.Next == nil {
				break
			}
			page = film.Page{Limit: page.Limit, After: got.Next}
		}
		facets, err := c.Facets(&q, FacetNames)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0
		for _, n := range facets["languages"] {
			sum += n.Count
		}
		if total := c.slowly(&q, film.Page{}).Total; sum > total {
			t.Fatalf("%s: %d languages of %d films", describe(&q), sum, total)
		}
	}
	if fast < 1000 {
		t.Errorf("only %d of 4000 questions took the short way", fast)
	}
}

func TestPreparingChangesNoAnswer(t *testing.T) {
	s := newSample(12, 9000)
	c := open(t, build(t, s.films()))
	q := film.Query{Text: "the"}
	before := c.Find(&q, film.Page{Limit: 50})
	calls := 0
	c.Prepare(func() bool { calls++; return calls > 5 })
	c.Prepare(func() bool { return false })
	if after := c.Find(&q, film.Page{Limit: 50}); !slices.Equal(before.Docs, after.Docs) || before.Total != after.Total {
		t.Errorf("%+v, before %+v", after, before)
	}
}
