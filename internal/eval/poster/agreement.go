package poster

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"

	"kinodex/internal/eval"
	"kinodex/internal/film"
	"kinodex/internal/poster/vision"
	"kinodex/internal/stat"
)

// Reference is what other programs found in a poster: one JSON object a
// line, as posters_oracle.py writes them. Boxes are x, y, width and height as
// fractions of the picture.
type Reference struct {
	ID    film.ID
	Faces [][4]float64 // OpenCV, the same cascade on a canvas of the same size
	Haar  [][4]float64 // OpenCV, another cascade: haarcascade_frontalface_alt2
	Words [][4]float64 // Tesseract, words read with a confidence of 60 or more
}

// ReadReferences reads such lines, in order. A line that is no JSON, or whose id is
// no film id, is an error.
func ReadReferences(from io.Reader) ([]Reference, error) {
	var out []Reference
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var l struct {
			ID                 string `json:"id"`
			Faces, Haar, Words [][4]float64
		}
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("oracle: %w", err)
		}
		id, ok := film.ParseID(l.ID)
		if !ok {
			return nil, fmt.Errorf("oracle: %q is no film id", l.ID)
		}
		out = append(out, Reference{id, l.Faces, l.Haar, l.Words})
	}
	return out, lines.Err()
}

// Agreement says how the reader agrees with other programs. Counts are over the
// posters that both have read. Areas are shares of the picture, and AreaMiss is the
// mean absolute difference; AreaRank is Spearman's rank correlation.
type Agreement struct {
	Posters                                   int
	Ours, Same, Haar                          int // faces found
	OursInSame, SameInOurs, OursInHaar, Count int // matched; posters with as many
	Words, Covered                            int // words read, and those that lie in our lines
	Large, LargeCovered                       int // of at least 1.8 % of the height
	Lines, WithWord                           int // our lines, and those with a word in them
	AreaRank                                  float64
	OurArea, TheirArea, AreaMiss              float64
}

// Agree compares readings with what other programs found. Posters that are not in
// the set are passed over. s.Posters must be ordered by id.
func (s *Set) Agree(oracle []Reference) *Agreement {
	a := &Agreement{}
	var ours, theirs []float64
	for _, o := range oracle {
		i, ok := slices.BinarySearchFunc(s.Posters, o.ID, func(p Poster, id film.ID) int { return cmp.Compare(p.ID, id) })
		if !ok {
			continue
		}
		r := s.Posters[i].Reading
		a.Posters++
		a.faces(r, o)
		area := a.words(r, o)
		ours, theirs = append(ours, r.Text.Area), append(theirs, area)
		a.AreaMiss += math.Abs(r.Text.Area - area)
	}
	if a.Posters > 0 {
		a.AreaMiss /= float64(a.Posters)
		a.OurArea, a.TheirArea = stat.Mean(ours), stat.Mean(theirs)
		a.AreaRank = eval.Spearman(ours, theirs)
	}
	return a
}

// faces adds the faces of one poster. Two faces match if they overlap by 0.4 or
// more.
func (a *Agreement) faces(r *vision.Reading, o Reference) {
	var ours [][4]float64
	for _, f := range r.Faces {
		ours = append(ours, [4]float64{f.X, f.Y, f.W, f.H})
	}
	matched := func(of, in [][4]float64) (n int) {
		for _, b := range of {
			if slices.ContainsFunc(in, func(c [4]float64) bool { return overlap(b, c) >= 0.4 }) {
				n++
			}
		}
		return n
	}
	a.Ours, a.Same, a.Haar = a.Ours+len(ours), a.Same+len(o.Faces), a.Haar+len(o.Haar)
	a.OursInSame += matched(ours, o.Faces)
	a.SameInOurs += matched(o.Faces, ours)
	a.OursInHaar += matched(ours, o.Haar)
	if len(ours) == len(o.Faces) {
		a.Count++
	}
}

// overlap returns the intersection of two boxes over their union, 0 to 1.
func overlap(a, b [4]float64) float64 {
	w := min(a[0]+a[2], b[0]+b[2]) - max(a[0], b[0])
	h := min(a[1]+a[3], b[1]+b[3]) - max(a[1], b[1])
	if w <= 0 || h <= 0 {
		return 0
	}
	return w * h / (a[2]*a[3] + b[2]*b[3] - w*h)
}

// words adds the words of one poster, compared on a raster. It returns the share of
// the picture that the other program's words cover.
func (a *Agreement) words(r *vision.Reading, o Reference) float64 {
	var ours, near, exact raster
	for _, b := range r.Text.Blocks {
		ours.fill([4]float64{b.X, b.Y, b.W, b.H})
	}
	for _, w := range o.Words {
		exact.fill(w)
		near.fill([4]float64{w[0] - 0.02, w[1] - 0.012, w[2] + 0.04, w[3] + 0.024})
		covered := ours.within(w) >= 0.5
		a.Words++
		if covered {
			a.Covered++
		}
		if w[3] >= 0.018 {
			a.Large++
			if covered {
				a.LargeCovered++
			}
		}
	}
	for _, b := range r.Text.Blocks {
		a.Lines++
		if near.within([4]float64{b.X, b.Y, b.W, b.H}) >= 0.3 {
			a.WithWord++
		}
	}
	return exact.within([4]float64{0, 0, 1, 1})
}

// raster is a coarse picture of where boxes are, in rows of cells.
type raster [450][300]bool

// each calls do for every cell of a box. What lies outside of the picture is cut.
func (r *raster) each(b [4]float64, do func(*bool)) {
	at := func(v float64, n int) int { return min(max(int(math.Round(v*float64(n))), 0), n) }
	for y := at(b[1], len(r)); y < at(b[1]+b[3], len(r)); y++ {
		for x := at(b[0], len(r[0])); x < at(b[0]+b[2], len(r[0])); x++ {
			do(&r[y][x])
		}
	}
}

// fill marks the cells of a box.
func (r *raster) fill(b [4]float64) { r.each(b, func(v *bool) { *v = true }) }

// within returns the share of a box's cells that are marked; 0 for an empty box.
func (r *raster) within(b [4]float64) float64 {
	n, in := 0, 0
	r.each(b, func(v *bool) {
		n++
		if *v {
			in++
		}
	})
	return float64(in) / float64(max(n, 1))
}
