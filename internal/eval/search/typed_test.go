package search

import (
	"slices"
	"strings"
	"testing"

	"kinodex/internal/eval"
	"kinodex/internal/film"
)

func TestTheBooksOfTypedSearchesAreSplitInHalves(t *testing.T) { // REQ F2-151
	for book, least := range map[string]int{typedBook: 500, scriptsBook: 120} {
		checkHalves(t, book, least)
	}
}

// checkHalves checks the lines of both halves of a book, of which there are so many at least.
func checkHalves(t *testing.T, book string, least int) {
	t.Helper()
	development, heldOut := typedHalf(book, true), typedHalf(book, false)
	if len(development)+len(heldOut) < least || len(heldOut) < least*2/5 {
		t.Fatalf("%d and %d searches", len(development), len(heldOut))
	}
	asked := map[string]bool{}
	for _, line := range append(development, heldOut...) {
		if len(line) != 3 || asked[line[1]] || slices.Contains(line, "") {
			t.Errorf("%q is no search, or there twice", line)
			continue
		}
		asked[line[1]] = true
		for answer := range strings.SplitSeq(line[2], " | ") {
			person := strings.HasPrefix(answer, "person:") || strings.HasPrefix(answer, "director:")
			if !person && !(strings.HasSuffix(answer, ")") && strings.Contains(answer, " (")) {
				t.Errorf("%q: the answer %q has no year and is nobody", line[1], answer)
			}
		}
	}
}

func TestTypedSearchesWantTheFilmsOfTheBook(t *testing.T) {
	year, votes, few := 1974, 1000, 10
	director, overview := "Francis Ford Coppola", "A family."
	films := []*film.Film{
		{ID: 1, Title: "The Godfather Part II", Year: &year, Director: &director, Overview: &overview, Ratings: film.Ratings{FilmdbVotes: &votes}},
		{ID: 2, Title: "The Godfather: Part II", Year: &year, Ratings: film.Ratings{FilmdbVotes: &few}},
	}
	want := map[string][]film.ID{"godfather 2": {1}, "francis ford copola": {1}}
	for _, seed := range []uint64{eval.DevelopmentSeed, eval.HeldOutSeed} {
		for _, q := range collect(slices.Values(films)).written(seed, 1000) {
			if right, ok := want[q.Text]; !ok || !slices.Equal(q.Relevant, right) || q.Class != AsTyped {
				t.Errorf("%+v, want %v", q, right)
			}
			delete(want, q.Text)
		}
	}
	if len(want) > 0 {
		t.Errorf("not asked: %v", want)
	}
}
