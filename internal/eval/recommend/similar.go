package recommend

import (
	"cmp"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"kinodex/internal/catalog"
	"kinodex/internal/eval"
	"kinodex/internal/film"
	"kinodex/internal/taste"
	"kinodex/internal/taste/feature"
	"kinodex/internal/text"
)

// Neighbours gives the k films most like one.
type Neighbours struct {
	Name string
	Of   func(d catalog.Doc, k int) []catalog.Doc
}

// SimilarMetrics is how well a way of finding neighbours agrees with what is known
// otherwise.
type SimilarMetrics struct {
	Name string
	// Sequels is the share of pairs of a film and its sequel, by title, of which
	// the sequel is among the ten films most like the film.
	Sequels float64
	// Director is the share of the ten films most like one by somebody who
	// directed at least ten that the same person directed.
	Director float64
	// WellKnown is the same share for films of at least wellKnownVotes votes, whoever directed
	// them.
	WellKnown float64
	// Together is the mean share of the ten films liked together with one most,
	// by the ratings, that are among the fifty most like it.
	Together float64
	// TogetherHeld is the same by the ratings of the held-out half of the people.
	TogetherHeld float64
}

// SimilarReport is what the card of similar films tells.
type SimilarReport struct {
	Films, WithData, Full  int // in the catalogue, with data, with as many neighbours as are kept
	Broken                 int // films with themselves, or one twice, among their neighbours
	Mutual                 float64
	Pairs, Directed, Known int // what the first three marks are of
	Rated, RatedHeld       int // and the last two
	Seed                   uint64
	Marks                  []SimilarMetrics
}

// A film counts for what is liked together when so many people liked it, of everybody and of
// one half of them.
const likedByMany, likedByManyOfHalf = 20, 12

// EvaluateSimilar runs the protocol; without ratings it leaves out what needs
// them.
func EvaluateSimilar(x *taste.Taste, films *catalog.Catalog, ratings *Ratings) (*SimilarReport, error) {
	k, err := know(films)
	if err != nil {
		return nil, err
	}
	report := &SimilarReport{Films: films.Len()}
	report.checkAll(x, films)
	q := similarQuestions{pairs: k.sequels(), directed: k.directed(), wellKnown: k.wellKnown()}
	if ratings != nil {
		report.Seed = eval.HeldOutSeed
		_, heldOut := ratings.Halves(report.Seed)
		q.together = newLikeMatrix(ratings).nearest(likedByMany, depth)
		q.togetherHeld = newLikeMatrix(&Ratings{Users: heldOut, Covered: ratings.Covered}).nearest(likedByManyOfHalf, depth)
	}
	report.Pairs, report.Directed, report.Known = len(q.pairs), len(q.directed), len(q.wellKnown)
	report.Rated, report.RatedHeld = len(q.together), len(q.togetherHeld)
	for _, n := range []Neighbours{
		{"kinodex", func(d catalog.Doc, k int) []catalog.Doc { all, _, _ := x.Similar(d, k); return all }},
		k.genreNeighbours(),
	} {
		report.Marks = append(report.Marks, k.mark(n, &q))
	}
	return report, nil
}

// checkAll checks what must hold of every film.
func (r *SimilarReport) checkAll(x *taste.Taste, films *catalog.Catalog) {
	mutual, asked := 0, 0
	for i := range films.Len() {
		d := catalog.Doc(i)
		all, _, ok := x.Similar(d, taste.MostSimilar)
		if !ok {
			continue
		}
		r.WithData++
		if len(all) == taste.MostSimilar {
			r.Full++
		}
		if sorted := slices.Sorted(slices.Values(all)); slices.Contains(all, d) || len(slices.Compact(sorted)) != len(all) {
			r.Broken++
		}
		if len(all) > 0 && i%101 == 0 {
			asked++
			back, _, _ := x.Similar(all[0], taste.MostSimilar)
			if slices.Contains(back, d) {
				mutual++
			}
		}
	}
	r.Mutual = float64(mutual) / float64(max(1, asked))
}

// filmFacts is what the checks need of each film.
type filmFacts struct {
	titles    []string
	votes     []int
	genres    [][]string
	directors [][]string
	byGenres  map[string][]catalog.Doc // films with just these genres, most votes first
}

func know(films *catalog.Catalog) (*filmFacts, error) {
	k := &filmFacts{byGenres: map[string][]catalog.Doc{}}
	for i := range films.Len() {
		f, err := films.Film(catalog.Doc(i))
		if err != nil {
			return nil, err
		}
		votes := 0
		if f.Ratings.FilmdbVotes != nil {
			votes = *f.Ratings.FilmdbVotes
		}
		k.titles = append(k.titles, text.Key(f.Title))
		k.votes = append(k.votes, votes)
		k.genres = append(k.genres, slices.Sorted(slices.Values(f.Genres)))
		k.directors = append(k.directors, feature.Directors(f))
		if film.HasContent(f) {
			key := strings.Join(k.genres[i], "|")
			k.byGenres[key] = append(k.byGenres[key], catalog.Doc(i))
		}
	}
	for _, all := range k.byGenres {
		slices.SortStableFunc(all, func(a, b catalog.Doc) int { return cmp.Compare(k.votes[b], k.votes[a]) })
	}
	return k, nil
}

// numbered matches the titles of sequels.
var numbered = regexp.MustCompile(`^(.+?) (?:part )?(2|ii|two)$`)

// sequelVotes is how many votes both films of a pair must have.
const sequelVotes = 5000

// sequels are pairs of a film and the one of the same title and a two; of several
// films of the title the one with most votes.
func (k *filmFacts) sequels() [][2]catalog.Doc {
	first := map[string]catalog.Doc{}
	for i, title := range k.titles {
		if d, met := first[title]; !met || k.votes[i] > k.votes[d] {
			first[title] = catalog.Doc(i)
		}
	}
	var pairs [][2]catalog.Doc
	for i, title := range k.titles {
		m := numbered.FindStringSubmatch(title)
		if m == nil || k.votes[i] < sequelVotes {
			continue
		}
		if d, ok := first[m[1]]; ok && k.votes[d] >= sequelVotes {
			pairs = append(pairs, [2]catalog.Doc{d, catalog.Doc(i)})
		}
	}
	return pairs
}

// directed are every fifth of the films with at least 1,000 votes by somebody
// who directed ten such films or more.
func (k *filmFacts) directed() []catalog.Doc {
	count := map[string]int{}
	for i, names := range k.directors {
		for _, n := range names {
			if k.votes[i] >= 1000 {
				count[n]++
			}
		}
	}
	var all []catalog.Doc
	met := 0
	for i, names := range k.directors {
		if k.votes[i] < 1000 || !slices.ContainsFunc(names, func(n string) bool { return count[n] >= 10 }) {
			continue
		}
		if met++; met%5 == 0 {
			all = append(all, catalog.Doc(i))
		}
	}
	return all
}

// wellKnownVotes is how many votes a very well-known film has.
const wellKnownVotes = 100_000

// wellKnown are every third of the films with at least wellKnownVotes votes.
func (k *filmFacts) wellKnown() (all []catalog.Doc) {
	met := 0
	for i, votes := range k.votes {
		if votes < wellKnownVotes {
			continue
		}
		if met++; met%3 == 0 {
			all = append(all, catalog.Doc(i))
		}
	}
	return all
}

// genreNeighbours is the baseline: the films of just the same genres with most
// votes.
func (k *filmFacts) genreNeighbours() Neighbours {
	return Neighbours{"same genres, most votes", func(d catalog.Doc, n int) []catalog.Doc {
		var all []catalog.Doc
		for _, other := range k.byGenres[strings.Join(k.genres[d], "|")] {
			if other != d && len(all) < n {
				all = append(all, other)
			}
		}
		return all
	}}
}

// similarQuestions are the films whose neighbours are looked at.
type similarQuestions struct {
	pairs                  [][2]catalog.Doc
	directed, wellKnown    []catalog.Doc
	together, togetherHeld map[catalog.Doc][]catalog.Doc
}

func (k *filmFacts) mark(n Neighbours, q *similarQuestions) SimilarMetrics {
	mark := SimilarMetrics{Name: n.Name}
	for _, p := range q.pairs {
		if slices.Contains(n.Of(p[0], depth), p[1]) {
			mark.Sequels++
		}
	}
	mark.Sequels /= math.Max(1, float64(len(q.pairs)))
	mark.Director, mark.WellKnown = k.sameDirector(n, q.directed), k.sameDirector(n, q.wellKnown)
	mark.Together, mark.TogetherHeld = recallOf(n, q.together), recallOf(n, q.togetherHeld)
	return mark
}

// sameDirector returns the mean share of the ten neighbours of films that the same person
// directed.
func (k *filmFacts) sameDirector(n Neighbours, films []catalog.Doc) (share float64) {
	for _, d := range films {
		for _, other := range n.Of(d, depth) {
			if slices.ContainsFunc(k.directors[other], func(name string) bool { return slices.Contains(k.directors[d], name) }) {
				share++
			}
		}
	}
	return share / math.Max(1, float64(depth*len(films)))
}

// recallOf returns the mean share of the films liked together with each that are among its
// fifty nearest neighbours.
func recallOf(n Neighbours, together map[catalog.Doc][]catalog.Doc) (recall float64) {
	for _, d := range slices.Sorted(maps.Keys(together)) {
		near := n.Of(d, 50)
		hit := 0
		for _, other := range together[d] {
			if slices.Contains(near, other) {
				hit++
			}
		}
		recall += float64(hit) / float64(len(together[d]))
	}
	return recall / math.Max(1, float64(len(together)))
}

// nearest gives, for each film that enough people liked, the k films liked
// together with it most, by shrunk cosine.
func (m *likeMatrix) nearest(least float64, k int) map[catalog.Doc][]catalog.Doc {
	near := map[catalog.Doc][]catalog.Doc{}
	for i, d := range m.films {
		if m.both.At(i, i) < least {
			continue
		}
		scores := map[catalog.Doc]float64{}
		for j, other := range m.films {
			if c := m.both.At(i, j); i != j && c > 0 {
				scores[other] = c / (math.Sqrt(m.both.At(i, i)*m.both.At(j, j)) + shrinkage)
			}
		}
		near[d] = best(scores, k)
	}
	return near
}
