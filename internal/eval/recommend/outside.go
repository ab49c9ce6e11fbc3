package recommend

import (
	"context"

	"kinodex/internal/catalog"
	"kinodex/internal/taste"
)

// OutsideMetrics is what a recommender makes of films that the imported ratings do not tell of.
type OutsideMetrics struct {
	Name string
	// Hidden is the share of the first ten that are films whose ratings were withheld from the
	// import, HiddenHeld the share of the held-out films that are such films, and HiddenHR10
	// HR@10 among the HiddenUsers people whose held-out film is one.
	Hidden, HiddenHeld, HiddenHR10 float64
	HiddenUsers                    int
	// Unrated is the share of the first ten, among all films of the catalogue, that no imported
	// rating tells of, and Newer the share that is newer than any film of the data set.
	Unrated, Newer float64
}

// hiddenEvery says that every so manieth film of the data set is withheld from the import.
const hiddenEvery = 5

// evaluateOutside asks for ten films for everybody, by content and after an import of all
// histories without the ratings of every fifth film. imported is the service after an import of
// all of them.
func evaluateOutside(ctx context.Context, x, imported *taste.Taste, films *catalog.Catalog, ratings *Ratings) ([]OutsideMetrics, error) {
	hidden := ratings.everyFifth()
	partly, err := x.WithCoLikes(ctx, ratings.csv(films, func(d catalog.Doc) bool { return !hidden[d] }))
	if err != nil {
		return nil, err
	}
	newest := 0.0
	for d, is := range ratings.Covered {
		if year, ok := films.Number("year", catalog.Doc(d)); is && ok {
			newest = max(newest, year)
		}
	}
	unrated := func(d catalog.Doc) bool {
		_, source, _ := imported.Similar(d, 0)
		return source != taste.Collaborative
	}
	newer := func(d catalog.Doc) bool {
		year, _ := films.Number("year", d)
		return year > newest
	}
	covered := func(d catalog.Doc) bool { return ratings.Covered[d] }
	every := func(catalog.Doc) bool { return true }
	var marks []OutsideMetrics
	for _, s := range []struct {
		name          string
		partly, whole *taste.Taste
	}{{ContentOnly, x, x}, {WithCoLikes, partly, imported}} {
		mark := OutsideMetrics{Name: s.name}
		mark.HiddenUsers, mark.HiddenHR10 = ratings.hitsAmong(service("", s.partly), hidden, covered)
		mark.HiddenHeld = float64(mark.HiddenUsers) / float64(max(1, len(ratings.Users)))
		mark.Hidden = ratings.shareOfTen(service("", s.partly), covered, func(d catalog.Doc) bool { return hidden[d] })
		mark.Unrated = ratings.shareOfTen(service("", s.whole), every, unrated)
		mark.Newer = ratings.shareOfTen(service("", s.whole), every, newer)
		marks = append(marks, mark)
	}
	return marks, nil
}

// everyFifth returns, by film, whether it is one of every fifth film of the data set.
func (r *Ratings) everyFifth() []bool {
	hidden := make([]bool, len(r.Covered))
	n := 0
	for d, is := range r.Covered {
		if is {
			n++
			hidden[d] = n%hiddenEvery == 0
		}
	}
	return hidden
}

// hitsAmong returns how many people have a held-out film that is hidden, and HR@10 among them.
func (r *Ratings) hitsAmong(rank Recommender, hidden []bool, may func(catalog.Doc) bool) (users int, hr float64) {
	var people []User
	for _, p := range r.Users {
		if hidden[p.Held] {
			people = append(people, p)
		}
	}
	return len(people), evaluate(rank, people, may, r.Films, make([]float64, len(r.Covered))).HR10
}

// shareOfTen returns the mean share of the first ten films for everybody that are counted.
func (r *Ratings) shareOfTen(rank Recommender, may, counted func(catalog.Doc) bool) float64 {
	standing := make([]float64, len(r.Covered))
	for d := range standing {
		if counted(catalog.Doc(d)) {
			standing[d] = 1
		}
	}
	return evaluate(rank, r.Users, may, r.Films, standing).Popularity
}
