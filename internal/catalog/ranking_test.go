package catalog

import (
	"slices"
	"testing"

	"kinodex/internal/docset"
	"kinodex/internal/film"
	"kinodex/internal/text"
)

// There is one ranking: a text finds the same films in the same order whether a
// page of them is asked for or the ranking itself.
func TestARankingIsWhatFindFinds(t *testing.T) {
	s := newSample(21, 1200)
	films := s.films()
	c := open(t, build(t, films))
	for range 300 {
		q := film.Query{Text: s.words(3)}
		found := c.Find(&q, film.Page{Limit: 30})
		if !text.HasWord(q.Text) {
			continue
		}
		r := c.Rank(q.Text, film.MatchAll)
		var docs []Doc
		for _, h := range r.Best(30) {
			docs = append(docs, h.Doc)
		}
		if r.Len() != found.Total || !slices.Equal(docs, found.Docs) || r.DidYouMean() != found.DidYouMean {
			t.Fatalf("%q ranks %d films %v (%q), Find finds %d %v (%q)",
				q.Text, r.Len(), docs, r.DidYouMean(), found.Total, found.Docs, found.DidYouMean)
		}
		if !slices.IsSortedFunc(r.Best(30), func(a, b Hit) int { return int(docset.Key(a.Score, 0)>>32) - int(docset.Key(b.Score, 0)>>32) }) {
			t.Fatalf("%q: scores rise", q.Text)
		}
		r.Release()
	}
	if r := c.Rank(" -- ", film.MatchAll); r.Len() != 0 || len(r.Best(5)) != 0 {
		t.Error("a text without a word finds something")
	}
}

func TestARankingIsNarrowedToDocs(t *testing.T) {
	s := newSample(22, 900)
	c := open(t, build(t, s.films()))
	for range 200 {
		text := s.word()
		r := c.Rank(text, film.MatchAll)
		all := r.Best(c.Len())
		var among []Doc
		for d := range c.Len() {
			if s.chance(0.1) {
				among = append(among, Doc(d))
			}
		}
		if s.chance(0.2) {
			among = among[:min(len(among), 3)]
		}
		var want []Hit
		for _, h := range all {
			if slices.Contains(among, h.Doc) {
				want = append(want, h)
			}
		}
		if n := r.Among(among); n != len(want) {
			t.Fatalf("%q: %d among them, want %d", text, n, len(want))
		}
		if r.Keep(among); !slices.Equal(r.Best(c.Len()), want) || r.Len() != len(want) {
			t.Fatalf("%q keeps %v, want %v", text, r.Best(c.Len()), want)
		}
		r.Release()
	}
}

func TestARankingKeepsSynopses(t *testing.T) {
	story, other := "A lighthouse keeper counts the ships.", "Nobody counts."
	films := []*film.Film{
		{ID: 1, Title: "Lighthouse"},
		{ID: 2, Title: "Ships", Overview: &story},
		{ID: 3, Title: "The Keeper of Ships", Overview: &other},
		{ID: 4, Title: "Alone", Overview: &other, Tagline: &story},
	}
	c := open(t, build(t, films))
	for text, want := range map[string][]film.ID{
		"lighthouse": {2, 4}, "ships": {2, 4}, "counting ships": {2, 4}, "counts": {2, 3, 4}, "keeper": {2, 4}, "alone": {},
	} {
		r := c.Rank(text, film.MatchAll)
		r.KeepSynopses()
		var docs []Doc
		for _, h := range r.Best(9) {
			docs = append(docs, h.Doc)
		}
		got := c.idsOf(docs)
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
		r.Release()
	}
}
