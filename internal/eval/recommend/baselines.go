package recommend

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"kinodex/internal/catalog"
	"kinodex/internal/eval"
)

// What the baselines are set to: values that are usual for data of this size, of
// which a few were tried on the development half.
const (
	neighboursKept = 100
	shrinkage      = 10.0
	easeRidge      = 150.0
	leastLikes     = 5
)

// baselines returns the recommenders that any other must beat, made from the same
// histories.
func baselines(r *Ratings, films *catalog.Catalog) ([]Recommender, error) {
	genres, err := byGenre(r, films)
	if err != nil {
		return nil, err
	}
	likes := newLikeMatrix(r)
	ease, err := likes.ease()
	if err != nil {
		return nil, err
	}
	return []Recommender{byPopularity(r), genres, likes.neighbours(), ease}, nil
}

// byPopularity recommends what most people liked.
func byPopularity(r *Ratings) Recommender {
	counts := r.countLikes()
	return Recommender{"popularity", func(_ *User, may func(catalog.Doc) bool, k int) []catalog.Doc {
		scores := map[catalog.Doc]float64{}
		for d, n := range counts {
			if n > 0 && may(catalog.Doc(d)) {
				scores[catalog.Doc(d)] = float64(n)
			}
		}
		return best(scores, k)
	}}
}

// byGenre recommends the films whose genres are nearest to those of the likes, by
// cosine. Equal ones come in an order that is drawn with a fixed seed.
func byGenre(r *Ratings, films *catalog.Catalog) (Recommender, error) {
	number := map[string]int{}
	vectors := map[catalog.Doc][]int{}
	var order []catalog.Doc
	luck := map[catalog.Doc]float64{}
	rng := rand.New(rand.NewPCG(eval.HeldOutSeed, 1))
	for i, is := range r.Covered {
		if !is {
			continue
		}
		f, err := films.Film(catalog.Doc(i))
		if err != nil {
			return Recommender{}, err
		}
		d := catalog.Doc(i)
		order = append(order, d)
		luck[d] = 1e-9 * rng.Float64()
		for _, g := range f.Genres {
			if _, met := number[g]; !met {
				number[g] = len(number)
			}
			vectors[d] = append(vectors[d], number[g])
		}
	}
	return Recommender{GenresOnly, func(p *User, may func(catalog.Doc) bool, k int) []catalog.Doc {
		profile := make([]float64, len(number))
		for _, d := range p.Likes(math.MaxInt) {
			for _, g := range vectors[d] {
				profile[g] += 1 / math.Sqrt(float64(len(vectors[d])))
			}
		}
		scores := map[catalog.Doc]float64{}
		for _, d := range order {
			if !may(d) {
				continue
			}
			sum := luck[d]
			for _, g := range vectors[d] {
				sum += profile[g] / math.Sqrt(float64(len(vectors[d])))
			}
			scores[d] = sum
		}
		return best(scores, k)
	}}, nil
}

// likeMatrix counts who liked what, for films that leastLikes people or more liked.
type likeMatrix struct {
	films  []catalog.Doc
	number map[catalog.Doc]int
	both   *mat.SymDense // how many liked both
}

// newLikeMatrix counts, for each pair of films, how many people liked both.
func newLikeMatrix(r *Ratings) *likeMatrix {
	m := &likeMatrix{number: map[catalog.Doc]int{}}
	for d, n := range r.countLikes() {
		if n >= leastLikes {
			m.number[catalog.Doc(d)] = len(m.films)
			m.films = append(m.films, catalog.Doc(d))
		}
	}
	m.both = mat.NewSymDense(max(1, len(m.films)), nil)
	for i := range r.Users {
		row := m.row(&r.Users[i])
		for x, a := range row {
			for _, b := range row[x:] {
				m.both.SetSym(a, b, m.both.At(a, b)+1)
			}
		}
	}
	return m
}

// row returns the numbers of the films that a person liked.
func (m *likeMatrix) row(p *User) []int {
	var row []int
	for _, d := range p.Likes(math.MaxInt) {
		if n, ok := m.number[d]; ok {
			row = append(row, n)
		}
	}
	return row
}

// recommend returns a recommender that scores a film by the sum of the weights from
// each film that was liked.
func (m *likeMatrix) recommend(name string, weight func(from, to int) float64) Recommender {
	return Recommender{name, func(p *User, may func(catalog.Doc) bool, k int) []catalog.Doc {
		row := m.row(p)
		scores := map[catalog.Doc]float64{}
		for to, d := range m.films {
			if !may(d) {
				continue
			}
			for _, from := range row {
				scores[d] += weight(from, to)
			}
		}
		return best(scores, k)
	}}
}

// neighbours returns item-based nearest neighbours: cosine with shrinkage, over the
// neighboursKept nearest of each film.
func (m *likeMatrix) neighbours() Recommender {
	n := len(m.films)
	kept := make([]map[int]float64, n)
	for i := range n {
		all := map[catalog.Doc]float64{}
		for j := range n {
			if c := m.both.At(i, j); i != j && c > 0 {
				all[catalog.Doc(j)] = c / (math.Sqrt(m.both.At(i, i)*m.both.At(j, j)) + shrinkage)
			}
		}
		kept[i] = map[int]float64{}
		for _, j := range best(all, neighboursKept) {
			kept[i][int(j)] = all[j]
		}
	}
	return m.recommend("item-kNN", func(from, to int) float64 { return kept[to][from] })
}

// ease returns Steck's closed-form autoencoder (EASE, 2019): ridge regression of each
// film on all others. It is an error if no film was liked by enough people.
func (m *likeMatrix) ease() (Recommender, error) {
	n := len(m.films)
	if n == 0 {
		return Recommender{}, errors.New("no film was liked by enough people")
	}
	g := mat.NewSymDense(n, slices.Clone(m.both.RawSymmetric().Data))
	for i := range n {
		g.SetSym(i, i, g.At(i, i)+easeRidge)
	}
	var c mat.Cholesky
	if !c.Factorize(g) {
		return Recommender{}, errors.New("the likes cannot be decomposed")
	}
	var p mat.SymDense
	if err := c.InverseTo(&p); err != nil {
		return Recommender{}, err
	}
	return m.recommend("EASE", func(from, to int) float64 { return -p.At(from, to) / p.At(to, to) }), nil
}
