package examine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"kinodex/internal/film"
	"kinodex/internal/poster/look"
)

// PosterLabel is what is known of a poster's film without looking at it.
type PosterLabel struct {
	Genres []string
	Year   int // 0 when unknown
}

// PosterPicture is a poster with its reading and its film's label.
type PosterPicture struct {
	ID       film.ID
	Label    PosterLabel
	Reading  *look.Reading
	Features []float64
	Bytes    []byte // the file, for reading it again after changes
}

// PosterSet is the posters of a folder whose films are known.
type PosterSet struct {
	Pictures []PosterPicture // by film id
	Files    int             // in the folder
	Unknown  int             // whose film is not in the library
	Refused  int             // that are no picture
}

// Errors of a set that nothing can be learned from.
var errFewPosters = errors.New("fewer than 100 posters of known films: nothing can be held out")

// ReadPosters reads all pictures of a folder that are named after a film id,
// such as tt0054331.jpg; every other file is ignored.
func ReadPosters(ctx context.Context, folder fs.FS, known func(film.ID) (PosterLabel, bool), progress func(done, total int)) (*PosterSet, error) {
	names, err := fs.Glob(folder, "*.*")
	if err != nil {
		return nil, err
	}
	names = slices.DeleteFunc(names, func(n string) bool {
		return !slices.Contains([]string{".jpg", ".jpeg", ".png", ".webp"}, strings.ToLower(path.Ext(n)))
	})
	slices.Sort(names)
	reader := look.NewReader()
	read, labelled := make([]*PosterPicture, len(names)), make([]bool, len(names))
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
			img, _, err := look.Decode(b, "")
			if err != nil {
				return nil // counted as refused
			}
			p := &PosterPicture{ID: id, Label: label, Bytes: b}
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
	set := &PosterSet{Files: len(names)}
	for i, p := range read {
		switch {
		case p != nil:
			set.Pictures = append(set.Pictures, *p)
		case labelled[i]:
			set.Refused++
		default:
			set.Unknown++
		}
	}
	slices.SortFunc(set.Pictures, func(a, b PosterPicture) int { return int(a.ID) - int(b.ID) })
	if len(set.Pictures) < 100 {
		return nil, errFewPosters
	}
	return set, nil
}

// PosterGenres are the genres that enough of the films have to be learned, by
// how many have them. Genres that nearly all have are included: telling who
// has not is the same question.
func (s *PosterSet) PosterGenres(least int) []string {
	count := map[string]int{}
	for i := range s.Pictures {
		for _, g := range s.Pictures[i].Label.Genres {
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

// columns of the problem: features of the given pictures, and per genre who
// has it.
func (s *PosterSet) matrix(rows []int) [][]float64 {
	x := make([][]float64, len(rows))
	for i, r := range rows {
		x[i] = s.Pictures[r].Features
	}
	return x
}

func (s *PosterSet) has(rows []int, genre string) []float64 {
	y := make([]float64, len(rows))
	for i, r := range rows {
		if slices.Contains(s.Pictures[r].Label.Genres, genre) {
			y[i] = 1
		}
	}
	return y
}

func (s *PosterSet) years(rows []int) []float64 {
	y := make([]float64, len(rows))
	for i, r := range rows {
		y[i] = float64(s.Pictures[r].Label.Year)
	}
	return y
}

// PosterGap is how unlike two readings of one poster are.
type PosterGap struct {
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
