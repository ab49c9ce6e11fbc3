package library

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/pack"
)

// cinema makes n films that are alike in some things.
func cinema(n int) []*film.Film {
	films := make([]*film.Film, n)
	for i := range films {
		year, votes, gross := 1960+i%60, 100*(i+1), int64(1_000_000*(i%7+1))
		director := []string{"Mara Quill", "Dov Amsel", "Han Ji-won"}[i%3]
		films[i] = &film.Film{
			ID: film.ID(2*i + 1), Title: "Film " + string(rune('A'+i%26)), Year: &year, Director: &director,
			Genres: []string{[]string{"Drama", "Comedy"}[i%2]}, Cast: []film.Role{{Name: "Ann Pell"}},
		}
		if i%10 == 0 { // so few because each is encoded
			story := "A " + []string{"sailor", "baker", "judge"}[i/10%3] + " loses a letter."
			films[i].Overview = &story
		}
		films[i].Ratings.FilmdbVotes, films[i].BoxOffice.WorldwideGross = &votes, &gross
	}
	return films
}

// Films that are added at once give the files that they give one by one, and so do those of
// which everything was learned before.
func TestFilmsAddedAtOnceGiveTheSameFiles(t *testing.T) {
	films := cinema(120)
	for n := range catalog.Notes() { // the last film is one of which something is remembered
		if n.Film > films[len(films)-1].ID && n.Remembered != "" {
			films[len(films)-1].ID = n.Film
			break
		}
	}
	made := func(root string, in Inputs, add func(*Build) error) []File {
		t.Helper()
		d, err := Begin(root, in)
		if err != nil {
			t.Fatal(err)
		}
		if err := add(d); err != nil {
			t.Fatal(err)
		}
		m, err := d.Publish(t.Context(), Manifest{Builder: "test"}, built, nil)
		if err != nil || m.Films != len(films) {
			t.Fatal(m.Films, err)
		}
		return m.Files
	}
	oneByOne := func(d *Build) error {
		for _, f := range films {
			if err := d.Add(f); err != nil {
				return err
			}
		}
		return nil
	}
	atOnce := func(d *Build) error { return d.AddAll(t.Context(), films) }
	root := t.TempDir()
	want := made(root, Inputs{Encode: 8}, oneByOne)
	if !slices.ContainsFunc(want, func(f File) bool { return f.Name == catalog.SynopsesFile }) {
		t.Error("what people remember is in no file")
	}
	if got := vectorsBefore(root); got.Len() != 8 {
		t.Errorf("%d films have vectors, want 8", got.Len())
	}
	if got := made(t.TempDir(), Inputs{Encode: 8}, atOnce); !slices.Equal(got, want) {
		t.Errorf("at once:\n%v\none by one:\n%v", got, want)
	}
	if got := made(t.TempDir(), Inputs{Encode: 8, Learned: carried(t, root)}, atOnce); !slices.Equal(got, want) {
		t.Errorf("with what was learned:\n%v\nwithout:\n%v", got, want)
	}
}

// carried writes to a file what the library under root learned, and reads it again.
func carried(t *testing.T, root string) (l *TrainedModels) {
	t.Helper()
	lib, err := Open(root)
	if err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	path := filepath.Join(t.TempDir(), "learned.pack")
	if err := pack.Save(path, func(w *pack.Writer) error { lib.Learned().Write(w); return w.Err() }); err != nil {
		t.Fatal(err)
	}
	f, err := pack.Load(path, pack.Options{}, func(r *pack.Reader) { l = ReadLearned(r) })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return l
}

func TestFilmsAddedAtOnceMustAscend(t *testing.T) {
	d, err := Begin(t.TempDir(), Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Discard()
	films := cinema(3)
	films[1], films[2] = films[2], films[1]
	if err := d.AddAll(t.Context(), films); err == nil || !strings.Contains(err.Error(), "tt0000003") {
		t.Errorf("%v", err)
	}
}
