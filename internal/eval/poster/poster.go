// Package poster evaluates the reader of posters on films that it did not learn from, and writes
// its card.
package poster

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/poster/vision"
)

// Label is what is known of a poster's film without looking at it.
type Label struct {
	Genres []string
	Year   int // 0 when unknown
}

// Labels returns a function that reports what is known of a film. It returns false
// for a film that the catalogue does not have or that has no genres.
func Labels(films *catalog.Catalog) func(film.ID) (Label, bool) {
	return func(id film.ID) (Label, bool) {
		doc, ok := films.ByID(id)
		if !ok {
			return Label{}, false
		}
		f, err := films.Film(doc)
		if err != nil || len(f.Genres) == 0 {
			return Label{}, false
		}
		label := Label{Genres: f.Genres}
		if f.Year != nil {
			label.Year = *f.Year
		}
		return label, true
	}
}

// Poster is a poster with its reading and its film's label.
type Poster struct {
	ID       film.ID
	Label    Label
	Reading  *vision.Reading
	Features []float64
	Bytes    []byte // the file, for reading it again after changes
}

// Set is the posters of a folder whose films are known.
type Set struct {
	Posters []Poster // by film id
	Files   int      // in the folder
	Unknown int      // whose film is not in the library
	Refused int      // that are no picture
}

// errFewPosters is the error of a set that is too small to hold anything out.
var errFewPosters = errors.New("fewer than 100 posters of known films: nothing can be held out")

// Read reads the pictures of a folder that are named after a film id, such as
// tt0054331.jpg; other files are ignored. Pictures that do not decode, or whose film
// is not known, are counted and left out. Fewer than 100 posters are an error.
// progress may be nil.
func Read(ctx context.Context, folder fs.FS, known func(film.ID) (Label, bool), progress func(done, total int)) (*Set, error) {
	names, err := fs.Glob(folder, "*.*")
	if err != nil {
		return nil, err
	}
	names = slices.DeleteFunc(names, func(n string) bool {
		return !slices.Contains([]string{".jpg", ".jpeg", ".png", ".webp"}, strings.ToLower(path.Ext(n)))
	})
	slices.Sort(names)
	reader := vision.NewReader()
	read, labelled := make([]*Poster, len(names)), make([]bool, len(names))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(2)
	for i, name := range names {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			id, ok := film.ParseID(strings.TrimSuffix(name, path.Ext(name)))
			if !ok {
				return nil
			}
			label, ok := known(id)
			if labelled[i] = ok; !ok {
				return nil
			}
			b, err := fs.ReadFile(folder, name)
			if err != nil {
				return err
			}
			img, _, err := vision.Decode(b, "")
			if err != nil {
				return nil // counted as refused
			}
			p := &Poster{ID: id, Label: label, Bytes: b}
			p.Reading, p.Features = reader.ReadFeatures(img)
			read[i] = p
			return nil
		})
		if progress != nil {
			progress(i+1, len(names))
		}
	}
	if err := group.Wait(); err != nil {
		return nil, fmt.Errorf("read posters: %w", err)
	}
	set := &Set{Files: len(names)}
	for i, p := range read {
		switch {
		case p != nil:
			set.Posters = append(set.Posters, *p)
		case labelled[i]:
			set.Refused++
		default:
			set.Unknown++
		}
	}
	slices.SortFunc(set.Posters, func(a, b Poster) int { return int(a.ID) - int(b.ID) })
	if len(set.Posters) < 100 {
		return nil, errFewPosters
	}
	return set, nil
}

// GenresOf returns the genres that at least least of the films have, the commonest
// first, then by name. Genres that nearly all have are among them: predicting who
// has not is the same question.
func (s *Set) GenresOf(least int) []string {
	count := map[string]int{}
	for i := range s.Posters {
		for _, g := range s.Posters[i].Label.Genres {
			count[g]++
		}
	}
	var out []string
	for g, n := range count {
		if n >= least {
			out = append(out, g)
		}
	}
	slices.SortFunc(out, func(a, b string) int {
		if count[a] != count[b] {
			return count[b] - count[a]
		}
		return strings.Compare(a, b)
	})
	return out
}

// matrix returns the features of the given posters, one row each. The rows are
// shared with the set and must not be changed.
func (s *Set) matrix(rows []int) [][]float64 {
	x := make([][]float64, len(rows))
	for i, r := range rows {
		x[i] = s.Posters[r].Features
	}
	return x
}

// has returns 1 for each of the given posters whose film has the genre, else 0.
func (s *Set) has(rows []int, genre string) []float64 {
	y := make([]float64, len(rows))
	for i, r := range rows {
		if slices.Contains(s.Posters[r].Label.Genres, genre) {
			y[i] = 1
		}
	}
	return y
}

// years returns the year of each of the given posters' films, 0 where unknown.
func (s *Set) years(rows []int) []float64 {
	y := make([]float64, len(rows))
	for i, r := range rows {
		y[i] = float64(s.Posters[r].Label.Year)
	}
	return y
}

// Stability is how unlike two readings of one poster are.
type Stability struct {
	Change     string
	Palette    float64 // mean palette distance, 0 to 1
	PaletteTop float64 // its 95th percentile
	Brightness float64 // mean absolute difference
	Edges      float64 // mean absolute difference of edge density
	TextArea   float64 // mean absolute difference
	Bits       float64 // mean differing bits of the hash
	Faces      float64 // share of posters with as many faces
	Distance   float64 // mean distance
	Found      float64 // share of changed posters that are nearest to their own original
	Posters    int
}
