// Package recommend evaluates recommendations and similar films by what the same people liked
// next, and writes their cards.
package recommend

import (
	"cmp"
	"context"
	"math"
	"slices"

	"kinodex/internal/catalog"
	"kinodex/internal/eval"
	"kinodex/internal/taste"
)

// Recommender ranks films for a person: the best k of those that may be given.
type Recommender struct {
	Name string
	Rank func(p *User, may func(catalog.Doc) bool, k int) []catalog.Doc
}

// Metrics is how well a recommender guessed the held-out films.
type Metrics struct {
	Name  string
	Users int
	// HR10 is the share of people whose held-out film is among the first ten,
	// NDCG10 and MRR10 give more for higher places: 1/log2(1+rank) and 1/rank.
	HR10, NDCG10, MRR10 float64
	// Coverage is the share of the films that may be given that anybody was given.
	Coverage float64
	// Popularity is the mean, over all films given, of the share of films that
	// fewer people liked: 1 when only the most liked are given.
	Popularity float64
}

// depth is how many films a recommender is asked for.
const depth = 10

// mostLikes is how many likes a recommender is asked with, the latest: what
// somebody would send.
const mostLikes = 6

// evaluate asks a recommender for ten films for each person, among those
// that may be given and they have not rated yet (full ranking), and marks it.
func evaluate(r Recommender, people []User, may func(catalog.Doc) bool, count int, standing []float64) Metrics {
	mark := Metrics{Name: r.Name, Users: len(people)}
	given := map[catalog.Doc]bool{}
	total := 0
	for i := range people {
		p := &people[i]
		known := map[catalog.Doc]bool{}
		for _, x := range p.History {
			known[x.Film] = true
		}
		ranked := r.Rank(p, func(d catalog.Doc) bool { return !known[d] && may(d) }, depth)
		for rank, d := range ranked[:min(len(ranked), depth)] {
			given[d] = true
			total++
			mark.Popularity += standing[d]
			if d == p.Held {
				mark.HR10++
				mark.NDCG10 += 1 / math.Log2(float64(rank+2))
				mark.MRR10 += 1 / float64(rank+1)
			}
		}
	}
	n := max(1, float64(len(people)))
	mark.HR10, mark.NDCG10, mark.MRR10 = mark.HR10/n, mark.NDCG10/n, mark.MRR10/n
	mark.Coverage = float64(len(given)) / float64(max(1, count))
	mark.Popularity /= float64(max(1, total))
	return mark
}

// The names of recommenders that floors are set for.
const (
	GenresOnly  = "genres only"
	ContentOnly = "kinodex, content only"
	WithCoLikes = "kinodex, with imported co-likes"
)

// service is the service's recommender.
func service(name string, x *taste.Taste) Recommender {
	return Recommender{name, func(p *User, may func(catalog.Doc) bool, k int) []catalog.Doc {
		var docs []catalog.Doc
		for _, s := range x.Suggest(taste.Wish{Liked: p.Likes(mostLikes), Limit: k, Among: may}).Films {
			docs = append(docs, s.Doc)
		}
		return docs
	}}
}

// Standing gives each film's share of films that fewer people of the data set
// liked before what is held out.
func (r *Ratings) Standing() []float64 {
	likes := r.countLikes()
	sorted := slices.Clone(likes)
	slices.Sort(sorted)
	standing := make([]float64, len(likes))
	for d, n := range likes {
		below, _ := slices.BinarySearch(sorted, n)
		standing[d] = float64(below) / float64(len(likes))
	}
	return standing
}

func (r *Ratings) countLikes() []int {
	likes := make([]int, len(r.Covered))
	for i := range r.Users {
		for _, d := range r.Users[i].Likes(math.MaxInt) {
			likes[d]++
		}
	}
	return likes
}

// Report is what a recommendation card tells.
type Report struct {
	Ratings *Ratings
	Seed    uint64
	Half    []Metrics // the held-out half, films the data set covers
	All     []Metrics // everybody, the same films
	Whole   []Metrics // everybody, all films of the catalogue
	// Lists is what follows from half of somebody's ratings, for the held-out half of the people.
	Lists    []ListMetrics
	Outside  []OutsideMetrics // films that the imported ratings do not tell of
	Reasons  ReasonCheck
	Dislikes DislikeCheck
	// Sentences are those of recommendations for prompts.
	Sentences SentenceCheck
}

// Evaluate runs the whole protocol. Baselines learn from the histories
// of everybody, development half included, as an operator's import would.
func Evaluate(ctx context.Context, x *taste.Taste, films *catalog.Catalog, ratings *Ratings) (*Report, error) {
	imported, err := x.WithCoLikes(ctx, ratings.CSV(films))
	if err != nil {
		return nil, err
	}
	simple, err := baselines(ratings, films)
	if err != nil {
		return nil, err
	}
	ours := []Recommender{service(ContentOnly, x), service(WithCoLikes, imported)}
	report := &Report{Ratings: ratings, Seed: eval.HeldOutSeed}
	_, heldOut := ratings.Halves(report.Seed)
	standing := ratings.Standing()
	covered := func(d catalog.Doc) bool { return ratings.Covered[d] }
	for _, r := range append(simple, ours...) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		report.Half = append(report.Half, evaluate(r, heldOut, covered, ratings.Films, standing))
		report.All = append(report.All, evaluate(r, ratings.Users, covered, ratings.Films, standing))
	}
	for _, r := range ours {
		every := func(catalog.Doc) bool { return true }
		report.Whole = append(report.Whole, evaluate(r, ratings.Users, every, films.Len(), standing))
	}
	report.Lists = evaluateLists(x, films, ratings, heldOut, report.Seed)
	if report.Outside, err = evaluateOutside(ctx, x, imported, films, ratings); err != nil {
		return nil, err
	}
	report.Reasons, err = checkReasons(x, imported, films, heldOut)
	if err != nil {
		return nil, err
	}
	report.Dislikes = checkDislikes(x, heldOut)
	report.Sentences, err = checkSentences(x, films)
	return report, err
}

// best gives the k films of the greatest scores, of equal scores the first.
func best(scores map[catalog.Doc]float64, k int) []catalog.Doc {
	docs := make([]catalog.Doc, 0, len(scores))
	for d := range scores {
		docs = append(docs, d)
	}
	slices.SortFunc(docs, func(a, b catalog.Doc) int { return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a, b)) })
	return docs[:min(k, len(docs))]
}
