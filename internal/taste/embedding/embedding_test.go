package embedding

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"kinodex/internal/encoder"
	"kinodex/internal/film"
	"kinodex/internal/pack"
)

// told are films with votes that fall, each with a story, and one without.
func told() []*film.Film {
	var films []*film.Film
	for i, story := range []string{
		"A lighthouse keeper refuses to leave his rock when the last ship is about to sail.",
		"Two thieves plan to rob a bank during a wedding.",
		"",
		"A robot policeman looks for the engineer who built him.",
		"A family digs a well behind its house and wakes a ghost.",
	} {
		f := &film.Film{ID: film.ID(i + 1), Title: fmt.Sprint("Film ", i)}
		if f.Ratings.FilmdbVotes = new(int); story != "" {
			f.Overview, *f.Ratings.FilmdbVotes = &story, 1000-i
		}
		films = append(films, f)
	}
	return films
}

// tableOf returns the vectors of at most so many of the films.
func tableOf(t *testing.T, most int, before *Table, films []*film.Film) *Table {
	t.Helper()
	b := NewBuilder(most)
	b.TakeOver(before)
	for d, f := range films {
		b.Add(uint32(d), f)
	}
	table, err := b.Table(t.Context(), func(int64, int64) {})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// A text is nearest to the film whose story means the same, in whatever words.
func TestStoriesToldInOtherWordsAreNear(t *testing.T) {
	table := tableOf(t, 10, nil, told())
	if want := []uint32{0, 1, 3, 4}; !slices.Equal(table.films, want) {
		t.Fatalf("films %v have vectors, want %v", table.films, want)
	}
	for text, want := range map[string]uint32{
		"an old man on an island with a beacon does not want to go away by boat": 0,
		"criminals steal money while people get married":                         1,
		"android cop searches his maker":                                         3,
		"parents and children make a hole for water and a spirit rises":          4,
	} {
		similar := table.Similar(text)
		nearest := slices.MaxFunc(similar, func(x, y film.Similarity) int { return int(math.Copysign(1, float64(x.Cosine-y.Cosine))) })
		if len(similar) != 4 || nearest.Film != want || nearest.Cosine > 1.01 {
			t.Errorf("%q: %v, want film %d", text, similar, want)
		}
	}
	if got := table.Similar("  "); got != nil {
		t.Errorf("a text without words is near to %v", got)
	}
	if got := (*Table)(nil).Similar("robot"); got != nil {
		t.Errorf("no table: %v", got)
	}
}

// Of films, each is as near to itself as can be, to two the mean of what it is to either, and to those
// without a vector nothing is near.
func TestFilmsAreNearToFilms(t *testing.T) {
	table := tableOf(t, 10, nil, told())
	one, other, both := table.SimilarTo([]uint32{0}), table.SimilarTo([]uint32{3}), table.SimilarTo([]uint32{0, 2, 3})
	if len(both) != 4 || math.Abs(float64(one[0].Cosine)-1) > .02 || math.Abs(float64(other[2].Cosine)-1) > .02 {
		t.Fatalf("%v, %v, %v", one, other, both)
	}
	for i := range both {
		if mean := (one[i].Cosine + other[i].Cosine) / 2; math.Abs(float64(both[i].Cosine-mean)) > .02 {
			t.Errorf("film %d is near to both by %v, want %v", both[i].Film, both[i].Cosine, mean)
		}
	}
	if table.SimilarTo([]uint32{2}) != nil || table.SimilarTo(nil) != nil || (*Table)(nil).SimilarTo([]uint32{0}) != nil {
		t.Error("films are near to what has no vector")
	}
}

// Where not all films may have a vector, those with most votes have one.
func TestTheBestKnownFilmsHaveVectors(t *testing.T) {
	films := told()
	*films[4].Ratings.FilmdbVotes = 5000
	if got, want := tableOf(t, 2, nil, films).films, []uint32{0, 4}; !slices.Equal(got, want) {
		t.Errorf("films %v, want %v", got, want)
	}
	if got := tableOf(t, 0, nil, films); got != nil {
		t.Errorf("with none wanted there are %d", got.Len())
	}
}

// Texts that are as they were keep their vectors; those of another model are made anew.
func TestOnlyWhatChangedIsEncoded(t *testing.T) {
	films := told()
	before := tableOf(t, 10, nil, films)
	marked := before.Clone() // tells whether a vector is taken over
	for i := range marked.vectors {
		marked.vectors[i] = 1
	}
	other := "A robot policeman becomes a gardener."
	films[3].Overview = &other
	films = slices.Insert(films, 0, &film.Film{ID: 9, Title: "New"}) // so that all have other numbers
	after := tableOf(t, 10, marked, films)
	for i, d := range after.films {
		if taken := after.vector(i)[0] == 1 && after.vector(i)[Size-1] == 1; taken != (d != 4) {
			t.Errorf("the vector of film %d is taken over: %v", d, taken)
		}
	}
	marked.model++
	if got := tableOf(t, 10, marked, told()); !slices.Equal(got.vectors, before.vectors) {
		t.Error("vectors of another model are taken over")
	}
	if got := marked.Similar("robot"); got != nil {
		t.Errorf("a text is compared with vectors of another model: %v", got)
	}
}

// A build that is stopped returns why, and no table.
func TestEncodingStops(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	b := NewBuilder(10)
	for d, f := range told() {
		b.Add(uint32(d), f)
	}
	stop()
	if _, err := b.Table(ctx, func(int64, int64) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// A table is read as it was written, and not where it cannot be one.
func TestTablesAreReadAsWritten(t *testing.T) {
	table := tableOf(t, 10, nil, told())
	read := func(written *Table, films int) (got *Table, err error) {
		path := filepath.Join(t.TempDir(), "vectors.pack")
		if err := pack.Save(path, func(w *pack.Writer) error { written.Write(w); return w.Err() }); err != nil {
			return nil, err
		}
		_, err = pack.Load(path, pack.Options{}, func(r *pack.Reader) { got = Read(r, films) })
		return got, err
	}
	got, err := read(table, 5)
	if err != nil || !slices.Equal(got.films, table.films) || !slices.Equal(got.vectors, table.vectors) || !slices.Equal(got.texts, table.texts) {
		t.Errorf("%v %v", got, err)
	}
	for name, c := range map[string]struct {
		spoil func(*Table)
		films int
	}{
		"a film that the catalogue does not have": {func(*Table) {}, 4},
		"films that do not ascend":                {func(t *Table) { t.films[0] = 1 }, 5},
		"a vector too few":                        {func(t *Table) { t.vectors = t.vectors[Size:] }, 5},
		"a digest too many":                       {func(t *Table) { t.texts = append(t.texts, 1) }, 5},
	} {
		bad := table.Clone()
		c.spoil(bad)
		if got, err := read(bad, c.films); err == nil || got != nil {
			t.Errorf("%s: %v", name, got)
		}
	}
	if got, err := read(nil, 5); got != nil || err != nil {
		t.Errorf("no table: %v %v", got, err)
	}
}

// The components that the program carries are of length 1 and at right angles, so that a cosine of cut
// vectors is nearly that of whole ones.
func TestTheProjectionIsOrthonormal(t *testing.T) {
	all := projection()
	if len(all) != (1+Size)*encoder.Dimensions {
		t.Fatalf("%d numbers", len(all))
	}
	row := func(i int) []float32 { return all[(i+1)*encoder.Dimensions:][:encoder.Dimensions] }
	for i := range Size {
		for j := range i + 1 {
			sum, want := 0.0, 0.0
			if i == j {
				want = 1
			}
			for k, x := range row(i) {
				sum += float64(x) * float64(row(j)[k])
			}
			if math.Abs(sum-want) > 1e-4 {
				t.Fatalf("components %d and %d: %v, want %v", i, j, sum, want)
			}
		}
	}
}

func BenchmarkSimilar(b *testing.B) {
	const films = 20_000
	t := &Table{model: model(), vectors: make([]int8, films*Size)}
	for d := range uint32(films) {
		t.films = append(t.films, d)
	}
	for b.Loop() {
		t.Similar("a robot policeman")
	}
}
