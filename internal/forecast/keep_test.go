package forecast

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/pack"
	"kinodex/internal/pack/packtest"
)

// Models are taken over while what they would be learned from is nearly the same; the same
// films then give the same bytes, and other films are known to forecasts all the same.
func TestModelsAreTakenOverWhileTheFilmsAreNearlyTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("learns several times")
	}
	films := cinema(300)
	before := openCinema(t, 300)
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

// What films are comparables of is taken over by the file of the same films alone: of others it
// is found anew.
func TestComparablesAreTakenOverByTheSameFilms(t *testing.T) {
	if testing.Short() {
		t.Skip("learns several times")
	}
	films := cinema(300)
	learned := carried(t, openCinema(t, 300).Learned())
	taking := func(films []*film.Film, take func(*Builder)) []byte {
		t.Helper()
		b := NewBuilder(nil)
		for d, f := range films {
			b.Add(catalog.Doc(d), f)
		}
		take(b)
		path := filepath.Join(t.TempDir(), File)
		if err := b.Write(t.Context(), path, nil); err != nil || !b.TookOver() {
			t.Fatal(b.TookOver(), err)
		}
		all, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	hurt := *learned // tells whether its comparables are taken over
	hurt.compared = hurt.compared.clone()
	hurt.compared.similarity[0]--
	models := func(b *Builder) { b.TakeOver(&hurt) }
	all := func(b *Builder) { b.TakeOverOfSame(&hurt) }
	exact := func(b *Builder) { b.TakeOverOfSame(learned) }
	want := taking(films, models)
	if !bytes.Equal(taking(films, exact), want) {
		t.Error("with comparables of before it is another file")
	}
	if bytes.Equal(taking(films, all), want) {
		t.Error("comparables of the same films are not taken over")
	}
	if !bytes.Equal(taking(films[:298], all), taking(films[:298], models)) {
		t.Error("comparables of other films are taken over")
	}
}

// carried returns what was learned once it was written and read again.
func carried(t *testing.T, l *TrainedModels) (read *TrainedModels) {
	t.Helper()
	packtest.Carry(t, l.Write, func(r *pack.Reader) { read = ReadLearned(r) })
	return read
}
