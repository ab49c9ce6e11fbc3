package library

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/blob/disk"
	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/poster"
)

// hang stores a drawn poster for each of the films and gives what is stored.
func hang(t *testing.T, ids ...film.ID) *poster.StoredPosters {
	t.Helper()
	dir := t.TempDir()
	b, err := disk.Open(filepath.Join(dir, "objects"), []byte("no link of this bucket is ever given"))
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	var originals []poster.Original
	for _, id := range ids {
		path := filepath.Join(dir, id.String()+".png")
		if err := os.WriteFile(path, []byte(onePixel), 0o644); err != nil {
			t.Fatal(err)
		}
		originals = append(originals, poster.Original{Film: id, Path: path})
	}
	if r, err := poster.Ingest(t.Context(), poster.Options{Bucket: b, Originals: originals}); err != nil || r.Stored != len(ids) {
		t.Fatalf("%+v, %v", r, err)
	}
	s, err := poster.Load(t.Context(), b, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// onePixel is a PNG of one blue pixel.
const onePixel = "\x89\x50\x4e\x47\x0d\x0a\x1a\x0a\x00\x00\x00\x0d\x49\x48\x44\x52\x00\x00\x00\x01\x00\x00\x00\x01\x08\x02\x00\x00\x00\x90\x77\x53\xde" +
	"\x00\x00\x00\x0c\x49\x44\x41\x54\x78\x9c\x63\x50\x08\x38\x00\x00\x01\xc4\x01\x31\xdd\xc3\x14\x91\x00\x00\x00\x00\x49\x45\x4e\x44\xae\x42\x60\x82"

func revise(t *testing.T, root string, s *poster.StoredPosters) Manifest {
	t.Helper()
	m, err := Revise(t.Context(), root, s, "test", built, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Verify(root); err != nil {
		t.Error(err)
	}
	return m
}

func file(m Manifest, name string) File {
	i := slices.IndexFunc(m.Files, func(f File) bool { return f.Name == name })
	if i < 0 {
		return File{}
	}
	return m.Files[i]
}

// REQ F2-05, F2-06: only posters change, and taking them away gives back, byte
// for byte, what was there before.
func TestARevisionChangesPostersAlone(t *testing.T) {
	root := t.TempDir()
	d, err := Begin(root, Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(d.Dir(), "report.txt"), "two of three were read")
	for i := 1; i <= 40; i++ {
		cdn, url, year, rating, votes := "cdn", "https://images.example/1.jpg", 1950+i, float64(i)/7, 100*i
		f := &film.Film{ID: film.ID(i), Title: "Film \"é\" \x01", Year: &year, Genres: []string{"Drama"}, Keywords: []string{"sea"},
			Ratings: film.Ratings{Filmdb: &rating, FilmdbVotes: &votes, MasterScore: 40.25}}
		if i%2 == 0 {
			f.Poster = film.Poster{URL: &url, Source: &cdn}
			f.PosterFull, f.PosterMini = &url, &url
		}
		if i == 40 { // one that is noted, so that an index would be made anew
			for n := range catalog.Notes() {
				f.ID = n.Film
				break
			}
		}
		if i == 7 {
			d.Synopses([]string{"A lighthouse keeper counts the ships."})
		}
		if err := d.Add(f); err != nil {
			t.Fatal(err)
		}
	}
	first, err := d.Publish(t.Context(), Manifest{Builder: "test", Label: "a label", Sources: []Source{{Name: "s", Rows: 3}}}, built, nil)
	if err != nil {
		t.Fatal(err)
	}
	hungNow := hang(t, 1, 2, 77)
	second := revise(t, root, hungNow)
	if second.Label != first.Label || len(second.Sources) != 1 || second.Films != 40 || second.Generation == first.Generation {
		t.Errorf("%+v", second)
	}
	for _, name := range []string{"report.txt", "research.pack", "forecast.pack", "taste.pack", "flat.pack", "text.pack", "synopses.pack"} {
		if file(first, name) != file(second, name) || file(first, name).Name == "" {
			t.Errorf("%s changed", name)
		}
	}
	if file(first, "detail.pack") == file(second, "detail.pack") || file(second, poster.File).Name == "" {
		t.Error("no poster is told of")
	}
	if _, err := Revise(t.Context(), root, hungNow, "test", built, nil); !errors.Is(err, ErrSame) {
		t.Errorf("the same again: %v", err)
	}
	third := revise(t, root, nil)
	if file(third, poster.File).Name != "" {
		t.Error("a generation without posters has a file of them")
	}
	// Films as they were before posters, but for figures finer than a record tells.
	for _, f := range first.Files {
		if !strings.HasSuffix(f.Name, ".pack") || f.Name == "columns.pack" {
			continue
		}
		if file(third, f.Name) != f {
			t.Errorf("%s did not come back", f.Name)
		}
	}
}

func TestARevisionOfNothing(t *testing.T) {
	if _, err := Revise(t.Context(), t.TempDir(), nil, "test", built, nil); !errors.Is(err, ErrEmpty) {
		t.Errorf("%v", err)
	}
}

func TestARevisionThatIsGivenUpLeavesTheOldGeneration(t *testing.T) {
	root := t.TempDir()
	m := publish(t, root, 30)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Revise(ctx, root, hang(t, 3), "test", built, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	got, err := Verify(root)
	if err != nil || got.Generation != m.Generation {
		t.Errorf("%s serves, want %s (%v)", got.Generation, m.Generation, err)
	}
	revise(t, root, hang(t, 3)) // the lock was let go
}

func writeFile(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}
