package search

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
)

// crowd is many films that answer the same words almost equally well.
func crowd(n int) []*film.Film {
	r := rand.New(rand.NewPCG(5, 5))
	films := make([]*film.Film, n)
	for i := range films {
		f := &film.Film{ID: film.ID(i + 1), Title: fmt.Sprint("Number ", i)}
		overview := "Fog."
		for range r.IntN(30) {
			overview += " Fog and night."
		}
		f.Overview = &overview
		if r.IntN(4) > 0 {
			f.Ratings.FilmdbVotes = ptr(r.IntN(5) * 100)
			f.Ratings.MoviedbVotes = ptr(r.IntN(900))
		}
		if r.IntN(9) == 0 {
			f.Keywords = []string{"fog"}
		}
		films[i] = f
	}
	return films
}

// REQ R-11: scores run from 1 down, with two decimals, and equal ones are
// ordered by votes and id; yet the order is the catalogue's.
func TestScoresTellTheCataloguesOrder(t *testing.T) {
	s := open(t, crowd(400), 3, 5, 8, 13, 21, 34)
	for _, text := range []string{"fog", "night fog", "number 7", "nigth"} {
		for _, limit := range []int{1, 2, 20, 100} {
			rows := s.ask(t, Question{Text: text, Type: Films, Limit: limit}).Rows
			var docs []catalog.Doc
			for i, r := range rows {
				docs = append(docs, r.Doc)
				if r.Score != hundredths(r.Score) || r.Score < 0 || r.Score > 1 || i == 0 && r.Score != 1 {
					t.Fatalf("%s, %d: score %v", text, i, r.Score)
				}
				if i > 0 && !inOrder(s, rows[i-1], r) {
					t.Fatalf("%s: %+v before %+v", text, rows[i-1], r)
				}
			}
			found := s.films.Find(&film.Query{Text: text}, film.Page{Limit: limit})
			if !slices.Equal(docs, found.Docs) {
				t.Fatalf("%s: order %v, want the catalogue's %v", text, docs, found.Docs)
			}
		}
	}
	rows := s.ask(t, Question{Text: "fog", Limit: 100}).Rows
	for i := range rows {
		if rows[i].Kind == ScriptRow && (rows[i-1].Doc != rows[i].Doc || rows[i-1].Score != rows[i].Score) {
			t.Fatalf("a script is not behind its film: %+v", rows[i-1:i+1])
		}
	}
}

// The publishing of scores has room for every order there may be.
func TestScoresFallWhereVotesWouldNot(t *testing.T) {
	var films []*film.Film
	for i := range 100 {
		films = append(films, &film.Film{ID: film.ID(i + 1), Title: "x", Ratings: film.Ratings{FilmdbVotes: ptr(i)}})
	}
	s := open(t, films)
	rows := make([]Row, 100)
	for i := range rows {
		rows[i] = Row{Doc: catalog.Doc(i), relevance: 1}
	}
	rows[1].relevance = 0.001 // all others would be squeezed below
	s.publish(rows)
	for i := range rows {
		if i > 0 && rows[i].Score >= rows[i-1].Score || rows[i].Score < 0 {
			t.Fatalf("row %d has %v after %v", i, rows[i].Score, rows[max(0, i-1)].Score)
		}
	}
	none := []Row{{Doc: 0, relevance: -3}, {Doc: 1, relevance: -4}}
	if s.publish(none); none[0].Score != 1 || none[1].Score >= 1 {
		t.Errorf("relevance below 0: %+v", none)
	}
	s.publish(nil)
}
