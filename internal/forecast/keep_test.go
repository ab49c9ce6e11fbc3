package forecast

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/pack"
)

// Models are taken over while what they would be learned from is nearly the same; the same
// films then give the same bytes, and other films are known to forecasts all the same.
func TestModelsAreTakenOverWhileTheFilmsAreNearlyTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("learns several times")
	}
	films := cinema(300)
	before := open(t, films, 0)
	newer := *films[299]
	year := *newer.Year + 1
	newer.Year = &year
	for _, c := range []struct {
		name  string
		films []*film.Film
		want  bool
	}{
		{"the same films", films, true},
		{"two films fewer", films[:298], true},
		{"a fifth fewer", films[:240], false},
		{"films of a later year", append(append([]*film.Film{}, films[:299]...), &newer), false},
	} {
		b := NewBuilder(nil)
		for d, f := range c.films {
			b.Add(catalog.Doc(d), f)
		}
		b.TakeOver(carried(t, before.Learned()))
		path := filepath.Join(t.TempDir(), File)
		if err := b.Write(t.Context(), path, nil); err != nil {
			t.Fatal(err)
		}
		if b.TookOver() != c.want {
			t.Errorf("%s: taken over is %v", c.name, b.TookOver())
		}
		if c.name != "the same films" {
			continue
		}
		one, _ := os.ReadFile(before.path)
		other, _ := os.ReadFile(path)
		if len(one) == 0 || !bytes.Equal(one, other) {
			t.Error("the same films with models taken over give another file")
		}
	}
}

// carried writes models to a file and reads them again.
func carried(t *testing.T, l *Learned) *Learned {
	t.Helper()
	path := filepath.Join(t.TempDir(), "learned.pack")
	if err := pack.Save(path, func(w *pack.Writer) error { l.Write(w); return w.Err() }); err != nil {
		t.Fatal(err)
	}
	f, err := pack.Load(path, pack.Options{}, func(r *pack.Reader) { l = ReadLearned(r) })
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	return l
}
