package taste

import (
	"bytes"
	"path/filepath"
	"testing"

	"kinodex/internal/catalog"
	"kinodex/internal/catalog/catalogtest"
	"kinodex/internal/pack"
	"kinodex/internal/taste/tastetest"
)

// A file whose checksums are right although its sections are wrong gives an
// error, or wrong answers, but never a panic.
func TestWrongSectionsDoNotPanic(t *testing.T) {
	if testing.Short() {
		t.Skip("asks at length in one goroutine, where the race detector finds nothing")
	}
	films := tastetest.Films()
	b, whole := NewBuilder(), filepath.Join(t.TempDir(), File)
	b.Encode(len(films), nil)
	writeBuilt(t, b, films, "userId,filmdb_id,rating\n", whole)
	x, err := Open(whole, catalogtest.Open(t, films))
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	for _, name := range x.file.Names() {
		for _, damage := range map[string]func([]byte) []byte{
			"empty":   func([]byte) []byte { return nil },
			"cut":     func(b []byte) []byte { return b[:len(b)/2] },
			"ones":    func(b []byte) []byte { return bytes.Repeat([]byte{0xff}, len(b)) },
			"zeros":   func(b []byte) []byte { return make([]byte, len(b)) },
			"longer":  func(b []byte) []byte { return append(bytes.Clone(b), 1, 0, 0, 0) },
			"shifted": func(b []byte) []byte { return append(bytes.Clone(b[min(4, len(b)):]), make([]byte, min(4, len(b)))...) },
		} {
			path := filepath.Join(t.TempDir(), File)
			rewrite(t, x.file, path, name, damage)
			y, err := Open(path, x.films)
			if err != nil {
				continue
			}
			for d := range len(films) {
				y.Similar(catalog.Doc(d), 100)
				y.Suggest(Wish{Liked: []catalog.Doc{catalog.Doc(d), 0}, Disliked: []catalog.Doc{1}, Limit: 10})
			}
			for _, p := range []string{"funny heist like The Glass Vault", "robots in Paris by Mara Quill", "scary korean film, not too long", "two men carry salt through a desert and see a ghost at a well"} {
				y.Recommend(Request{Prompt: p, Limit: 10})
				y.Together(GroupWish{Members: []GroupMember{{Prompt: p}, {Liked: []catalog.Doc{0, 2}, Vetoes: Vetoes{Films: []catalog.Doc{1}, People: []string{"Bo Kray"}}}}, Limit: 10})
			}
			y.Close()
		}
	}
}

// rewrite copies a file with one section changed.
func rewrite(t *testing.T, from *pack.File, path, name string, damage func([]byte) []byte) {
	t.Helper()
	w, err := pack.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range from.Names() {
		b, err := from.Bytes(n)
		if err != nil {
			t.Fatal(err)
		}
		if n == name {
			b = damage(b)
		}
		w.Section(n)
		w.Write(b)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestAFileOfAnotherCatalogueIsRefused(t *testing.T) {
	x := build(t, tastetest.Films(), "")
	path := filepath.Join(t.TempDir(), File)
	write(t, tastetest.Crowd(5), "", path)
	if _, err := Open(path, x.films); err == nil {
		t.Error("opened beside a catalogue of other films")
	}
}

// A full library has millions of features, which are all looked at while the program starts.
func TestOpeningAllocatesNothingForAFeature(t *testing.T) {
	allocations := func(films int) (n float64, features int) {
		x := build(t, tastetest.Crowd(films), "")
		n = testing.AllocsPerRun(5, func() { readModel(pack.NewReader(x.file), films) })
		return n, len(x.model.Features)
	}
	few, fewFeatures := allocations(300)
	many, manyFeatures := allocations(900)
	if many-few > float64(manyFeatures-fewFeatures)/1000 {
		t.Errorf("%v allocations for %d features, %v for %d", few, fewFeatures, many, manyFeatures)
	}
}
