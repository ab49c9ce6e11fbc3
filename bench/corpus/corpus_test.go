package corpus

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"kinodex/internal/film"
)

func TestAFileGivesItsFilmsBackWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "films.ndjson")
	var want []*Film
	var lines strings.Builder
	for f := range Sample(300) {
		b, err := json.Marshal(f.Film)
		if err != nil {
			t.Fatal(err)
		}
		lines.Write(append(b, '\n'))
		want = append(want, f)
	}
	if err := os.WriteFile(path, []byte(strings.TrimSuffix(lines.String(), "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	i := 0
	for f, err := range Ahead(Read(path), 10) {
		if err != nil {
			t.Fatal(err)
		}
		if string(f.JSON) != string(want[i].JSON) || f.ID != want[i].ID {
			t.Fatalf("film %d differs:\n%s\n%s", i, f.JSON, want[i].JSON)
		}
		i++
	}
	if i != len(want) {
		t.Errorf("%d films, want %d", i, len(want))
	}
}

func TestADamagedLineIsNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "films.ndjson")
	if err := os.WriteFile(path, []byte(`{"filmdb_id":"tt0000001"}`+"\n{\"title\":\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var failed error
	n := 0
	for _, err := range Read(path) {
		n++
		failed = err
	}
	if n != 2 || failed == nil || !strings.Contains(failed.Error(), "films.ndjson:2:") {
		t.Errorf("%d items, then %v", n, failed)
	}
}

func TestProducingFilmsIsTakenOffTheClock(t *testing.T) {
	var c Clock
	slow := func(yield func(*Film, error) bool) {
		for f := range Sample(5) {
			time.Sleep(3 * time.Millisecond)
			if !yield(f, nil) {
				return
			}
		}
	}
	for range c.Watch(slow) {
		time.Sleep(20 * time.Millisecond)
	}
	if c.Films != 5 || c.Spent < 15*time.Millisecond || c.Spent > 90*time.Millisecond {
		t.Errorf("%d films took %v to produce", c.Films, c.Spent)
	}
}

func TestWhoHasEnoughStopsTheProducer(t *testing.T) {
	stopped := make(chan error, 1)
	endless := func(yield func(*Film, error) bool) {
		for {
			if !yield(nil, nil) {
				stopped <- errors.New("told to stop")
				return
			}
		}
	}
	for range Ahead(endless, 2) {
		break
	}
	// The goroutine sees that nobody takes any more and leaves its loop.
	select {
	case <-stopped:
	case <-time.After(5 * time.Second):
		t.Error("the producer goes on")
	}
}

func TestTextsTellEachFieldOnce(t *testing.T) {
	title, year, director := "Amélie", 2001, "Jean-Pierre Jeunet"
	overview, tagline := "A waitress in Paris.", "She'll change your life."
	f := &film.Film{
		Title: "Amelie", OriginalTitle: &title, Year: &year, Director: &director, Overview: &overview, Tagline: &tagline,
		Keywords: []string{"paris"}, Genres: []string{"Comedy"}, Cast: []film.Role{{Name: "Audrey Tautou"}},
		CrewSummary: film.Crew{"directing": {{Name: director, Job: "Director"}}, "writing": {{Name: director, Job: "Writer"}}},
	}
	want := Texts{
		Title: "Amelie; Amélie", Director: director, Cast: "Audrey Tautou", Crew: director,
		Subjects: "paris; Comedy; 2001", Prose: overview + "; " + tagline,
	}
	if got := TextsOf(f); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}
