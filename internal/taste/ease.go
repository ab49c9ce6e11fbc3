package taste

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// What is liked together is learned by EASE (Steck, "Embarrassingly Shallow
// Autoencoders for Sparse Data", 2019): ridge regression of each film's likes
// on all others', in closed form. Its matrix is dense, so it is limited to the
// films most people liked; of each the strongest MostTogether are kept.
const (
	mostTogetherFilms = 4096
	leastLikes        = 5
	ridge             = 80.0

	// MostTogether is how many films that go with another are kept.
	MostTogether = 200
)

// fitEASE fits EASE to what people liked. It takes time cubic in the number of films that
// enough people liked, at most mostTogetherFilms, and keeps a square matrix of them in
// memory. Likes that docOf does not know are left out; a film that one person liked several
// times counts once. ctx is checked at the end only.
func (m *model) fitEASE(ctx context.Context, r *ratings, docOf func(like) (uint32, bool)) error {
	rows := make([][]uint32, len(r.people))
	count := make([]int, m.Films)
	for _, l := range r.likes {
		if d, ok := docOf(l); ok {
			rows[l.person] = append(rows[l.person], d)
		}
	}
	for i := range rows {
		slices.Sort(rows[i])
		rows[i] = slices.Compact(rows[i])
		for _, d := range rows[i] {
			count[d]++
		}
	}
	films, number := mostLiked(count)
	m.togetherFirst = make([]uint32, m.Films+1)
	if len(films) < 2 {
		return ctx.Err()
	}
	g := mat.NewSymDense(len(films), nil)
	for _, row := range rows {
		var known []int
		for _, d := range row {
			if n := number[d]; n >= 0 {
				known = append(known, n)
			}
		}
		for i, a := range known {
			for _, b := range known[i:] {
				g.SetSym(a, b, g.At(a, b)+1)
			}
		}
	}
	for i := range films {
		g.SetSym(i, i, g.At(i, i)+ridge)
	}
	var decomposed mat.Cholesky
	if !decomposed.Factorize(g) {
		return errors.New("the likes cannot be decomposed")
	}
	if err := decomposed.InverseTo(g); err != nil && !errors.As(err, new(mat.Condition)) {
		return err
	}
	m.keepTogether(films, number, g)
	return ctx.Err()
}

// mostLiked returns the films that leastLikes people or more liked, at most
// mostTogetherFilms of the most liked, ascending; and by film its number among them, -1 for
// none. count is the number of people by film.
func mostLiked(count []int) (films []uint32, number []int) {
	for d, n := range count {
		if n >= leastLikes {
			films = append(films, uint32(d))
		}
	}
	slices.SortFunc(films, func(a, b uint32) int { return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b)) })
	films = films[:min(len(films), mostTogetherFilms)]
	slices.Sort(films)
	number = slices.Repeat([]int{-1}, len(count))
	for i, d := range films {
		number[d] = i
	}
	return films, number
}

// keepTogether keeps the strongest positive weights of each film, at most MostTogether, best
// first. The weight of film j for film i is -P(i,j)/P(j,j), with P the inverse of the Gram
// matrix of likes with ridge added on its diagonal; fullTogether and more are written as 255.
func (m *model) keepTogether(films []uint32, number []int, inverse *mat.SymDense) {
	var row []scoredFilm
	for d := range m.Films {
		if i := number[d]; i >= 0 {
			row = row[:0]
			for j, other := range films {
				if w := -inverse.At(i, j) / inverse.At(j, j); j != i && w > 0 {
					row = append(row, scoredFilm{other, float32(w)})
				}
			}
			slices.SortFunc(row, byScore)
			for _, x := range row[:min(len(row), MostTogether)] {
				share := math.Round(255 * math.Min(1, float64(x.score)/fullTogether))
				if share == 0 {
					break
				}
				m.together = append(m.together, x.doc)
				m.togetherScores = append(m.togetherScores, uint8(share))
			}
			m.flags[d] |= collaborative
		}
		m.togetherFirst[d+1] = uint32(len(m.together))
	}
}

// fullTogether is the weight that is written as 255; greater ones are, too.
const fullTogether = 0.25
