package taste

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/pack"
	"kinodex/internal/pack/packtest"
	"kinodex/internal/taste/tastetest"
)

// Latent themes and neighbours are taken over by the file of the same films, which then has the
// same bytes, and not by one of fewer films; neighbours not with likes, either, which have a part
// in them.
func TestWhatWasLearnedIsTakenOverByTheSameFilms(t *testing.T) {
	films, likes := tastetest.Films(), "userId,filmdb_id,rating\n1,tt0000101,5\n1,tt0000102,5\n2,tt0000101,5\n2,tt0000102,5\n"
	learned := carried(t, build(t, films, "").Learned())
	hurt, hurtThemes := *learned, *learned // tell whether they are taken over
	hurt.scores = bytes.Repeat([]byte{7}, len(learned.scores))
	hurtThemes.termScale = slices.Repeat([]float32{7}, len(learned.termScale))
	for _, c := range []struct {
		name   string
		films  []*film.Film
		likes  string
		taken  bool // neighbours
		themes bool
	}{
		{"the same films", films, "", true, true},
		{"a film fewer", films[1:], "", false, false},
		{"with likes", films, likes, false, true},
	} {
		want := write(t, c.films, c.likes, filepath.Join(t.TempDir(), File))
		if !bytes.Equal(taking(t, c.films, c.likes, learned), want) {
			t.Errorf("%s: with what was learned before it is another file", c.name)
		}
		if taken := !bytes.Equal(taking(t, c.films, c.likes, &hurt), want); taken != c.taken {
			t.Errorf("%s: that neighbours are taken over is %v", c.name, taken)
		}
		if taken := !bytes.Equal(taking(t, c.films, c.likes, &hurtThemes), want); taken != c.themes {
			t.Errorf("%s: that latent themes are taken over is %v", c.name, taken)
		}
	}
}

// taking returns the bytes of the file with what was learned before to take over.
func taking(t *testing.T, films []*film.Film, likes string, l *TrainedModel) []byte {
	t.Helper()
	b := NewBuilder()
	for i, f := range films {
		b.Add(catalog.Doc(i), f)
	}
	if likes != "" {
		if _, err := b.CoLikes(bytes.NewReader([]byte(likes))); err != nil {
			t.Fatal(err)
		}
	}
	b.TakeOver(l)
	path := filepath.Join(t.TempDir(), File)
	if err := b.Write(t.Context(), path, nil); err != nil {
		t.Fatal(err)
	}
	all, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// carried returns what was learned once it was written and read again.
func carried(t *testing.T, l *TrainedModel) (read *TrainedModel) {
	t.Helper()
	packtest.Carry(t, l.Write, func(r *pack.Reader) { read = ReadLearned(r) })
	return read
}
