package grow

import (
	"fmt"
	"iter"
	"math"
	"reflect"
	"testing"

	"kinodex/bench/corpus"
	"kinodex/internal/film"
)

// films have a common word, words of their own, and words shared by a few.
func films(n int) iter.Seq2[*corpus.Film, error] {
	return func(yield func(*corpus.Film, error) bool) {
		for i := 1; i <= n; i++ {
			overview := fmt.Sprintf("the story of own%d and seldom%d in town%d", i, i/2, i%50)
			director := fmt.Sprintf("Ada Director%d", i%40)
			votes := 100 * i
			f := &film.Film{
				ID: film.ID(i * 1000), Title: fmt.Sprintf("The Film%d", i), Overview: &overview, Director: &director,
				Cast:        []film.Role{{Name: fmt.Sprintf("Bo Player%d", i%70)}},
				CrewSummary: film.Crew{"directing": {{Name: director, Job: "Director"}}},
			}
			f.Ratings.FilmdbVotes = &votes
			if !yield(corpus.New(f), nil) {
				return
			}
		}
	}
}

func grown(t *testing.T, n, times int) []*film.Film {
	t.Helper()
	more, err := Films(films(n), times)
	if err != nil {
		t.Fatal(err)
	}
	var all []*film.Film
	for f, err := range more {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, f.Film)
	}
	return all
}

func TestAMultipleHasTheFilmsThemselvesAndNewOnesBehind(t *testing.T) {
	all := grown(t, 500, 4)
	if len(all) != 2000 {
		t.Fatalf("%d films, want 2000", len(all))
	}
	i := 0
	for f := range films(500) {
		if !reflect.DeepEqual(f.Film, all[i]) {
			t.Fatalf("film %d of the multiple is not the film itself", i)
		}
		i++
	}
	for i := 1; i < len(all); i++ {
		if all[i].ID <= all[i-1].ID {
			t.Fatalf("%v comes after %v", all[i].ID, all[i-1].ID)
		}
		if _, ok := film.ParseID(all[i].ID.String()); !ok {
			t.Fatalf("%v is no film id", all[i].ID)
		}
	}
	for _, f := range all[500:] {
		if *f.Director != f.CrewSummary["directing"][0].Name {
			t.Fatalf("%v was directed by %q and %q", f.ID, *f.Director, f.CrewSummary["directing"][0].Name)
		}
	}
}

func TestAMultipleIsTheSameEachTime(t *testing.T) {
	if !reflect.DeepEqual(grown(t, 300, 3), grown(t, 300, 3)) {
		t.Error("two runs differ")
	}
}

func TestVocabularyGrowsByItsOwnPower(t *testing.T) {
	base := grown(t, 4000, 1)
	v := learn(base)
	if v.power <= 0.3 || v.power > 1.01 {
		t.Fatalf("the films' vocabulary grows to the power of %.2f", v.power)
	}
	now := learn(grown(t, 4000, 4))
	want := float64(len(v.films)) * math.Pow(4, v.power)
	if got := float64(len(now.films)); got < 0.6*want || got > 1.2*want {
		t.Errorf("%d words grew to %.0f, want about %.0f", len(v.films), got, want)
	}
}

func TestAMultipleThatHasNoRoomIsRefused(t *testing.T) {
	for _, times := range []int{0, -1, MostTimes + 1} {
		if _, err := Films(films(10), times); err == nil {
			t.Errorf("a multiple of %d was made", times)
		}
	}
	if _, err := Films(films(0), 2); err == nil {
		t.Error("nothing was multiplied")
	}
}
