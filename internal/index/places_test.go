package index

import (
	"slices"
	"testing"

	"kinodex/internal/text"
)

// REQ R-07: where each word was found.
func TestPlacesSayWhereAWordIs(t *testing.T) {
	ix := build(t, shelf)
	for query, want := range map[string]struct {
		doc    uint32
		places []string
	}{
		"heat":            {3, []string{"title"}},
		"fabuleux":        {7, []string{"other title"}},
		"mann heist":      {3, []string{"director", "subject"}},
		"pacino 1995":     {3, []string{"people", "year"}},
		"crime detective": {3, []string{"subject", "prose"}},
		"heat the heat":   {5, []string{"title", "title"}}, // each word once
		"clown":           {0, []string{"subject prose"}},
		"gladiatr":        {6, []string{"title"}}, // as what it may be
		"notring hill":    {15, []string{"nowhere", "title"}},
		"superher":        {8, []string{"subject"}}, // begun
		"nothing":         {3, []string{"nowhere"}},
	} {
		var m Matches
		ix.Search(query, &m)
		got := []string{}
		for _, p := range m.Places(want.doc, nil) {
			got = append(got, told(p))
		}
		if !slices.Equal(got, want.places) {
			t.Errorf("%s in %s: %q, want %q", query, shelf[want.doc].Title, got, want.places)
		}
	}
}

func told(p Place) string {
	said := ""
	for _, s := range []struct {
		is   bool
		word string
	}{{p.OtherTitle(), " other"}, {p.Title(), " title"}, {p.Director(), " director"}, {p.People(), " people"},
		{p.Subject(), " subject"}, {p.Year(), " year"}, {p.Prose(), " prose"}} {
		if s.is {
			said += s.word
		}
	}
	if said == "" {
		return "nowhere"
	}
	return said[1:]
}

func TestWordsAreThoseTheSearchUnderstood(t *testing.T) {
	ix := build(t, shelf)
	for query, want := range map[string][]Word{
		"The HEAT, heat": {{Forms: []string{"the"}}, {Forms: []string{"heat"}}},
		"gladiatr":       {{Forms: []string{"gladiatr", "gladiator"}}},
		"kartoffel":      {{Forms: []string{"kartoffel"}, Begun: true}},
		"":               {},
	} {
		var m Matches
		ix.Search(query, &m)
		if got := ix.Words(&m); !slices.EqualFunc(got, want, func(a, b Word) bool {
			return slices.Equal(a.Forms, b.Forms) && a.Begun == b.Begun
		}) {
			t.Errorf("%q: %+v, want %+v", query, got, want)
		}
	}
}

// What KeepProse keeps is what reading the prose says, with the same scores.
func TestKeepProseKeepsWhatHasEveryWordInItsProse(t *testing.T) {
	if testing.Short() {
		t.Skip("asks at length in one goroutine, where the race detector finds nothing")
	}
	docs := append(slices.Clone(shelf), corpus(900, 300, 8)...)
	ix := build(t, docs)
	var m, kept Matches
	some := 0
	for i := 0; i < len(docs); i += 3 {
		w := text.Words(docs[i].Title)
		if len(docs[i].Prose) > 0 && i%2 == 0 {
			w = text.Words(docs[i].Prose[0])
		}
		query := w[0]
		if len(w) > 1 {
			query += " " + w[1]
		}
		ix.Search(query, &m)
		ix.Search(query, &kept)
		ix.KeepProse(&kept)
		if m.Fuzzy {
			continue
		}
		var want []uint32
		var scores []float32
		for j, d := range m.Docs {
			if inProseOf(docs[d], query) {
				want, scores = append(want, d), append(scores, m.Scores[j])
			}
		}
		if !slices.Equal(kept.Docs, want) || !slices.Equal(kept.Scores, scores) {
			t.Errorf("%q keeps %v, want %v", query, kept.Docs, want)
		}
		some += len(want)
	}
	if some == 0 {
		t.Error("nothing was kept of anything")
	}
}

func inProseOf(d Document, query string) bool {
	stems := map[string]bool{}
	for _, s := range d.Prose {
		for w := range text.Tokens(s) {
			stems[text.Stem(w)] = true
		}
	}
	for w := range text.Tokens(query) {
		if !stems[text.Stem(w)] {
			return false
		}
	}
	return true
}
