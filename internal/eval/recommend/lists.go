package recommend

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"kinodex/internal/app"
	"kinodex/internal/catalog"
	"kinodex/internal/taste"
)

// ListMetrics is how well a recommender does for people who give it a list of ratings, which
// is half of theirs, and whose other half is held out.
type ListMetrics struct {
	Name  string
	Users int
	// Hit10 is the share of people of whom one of the first ten films is one of the held-out
	// half that they liked; Precision10 the mean share of the ten films that are.
	Hit10, Precision10 float64
}

// A list is the ratings of a person, dealt into two halves.
type list struct {
	given []Rating // the newest first
	liked map[catalog.Doc]bool
}

// lists deals the ratings of each person into two halves by a seed. Those who like nothing in
// the half that is held out are left out.
func lists(people []User, seed uint64) (all []list) {
	for i := range people {
		rated := slices.Clone(people[i].Ratings)
		r := rand.New(rand.NewPCG(seed, uint64(i)))
		r.Shuffle(len(rated), func(a, b int) { rated[a], rated[b] = rated[b], rated[a] })
		half := len(rated) / 2
		l := list{given: rated[:half], liked: map[catalog.Doc]bool{}}
		slices.SortFunc(l.given, func(a, b Rating) int { return cmp.Or(cmp.Compare(b.at, a.at), cmp.Compare(b.movie, a.movie)) })
		for _, x := range rated[half:] {
			if x.Rating >= liked {
				l.liked[x.Film] = true
			}
		}
		if len(l.liked) > 0 {
			all = append(all, l)
		}
	}
	return all
}

// evaluateLists asks for ten films for each list, none of them among those that were given. The
// baselines are the films with most votes, and those that most of everybody liked, held-out
// halves included, which is more than anybody can know.
func evaluateLists(x *taste.Taste, films *catalog.Catalog, ratings *Ratings, people []User, seed uint64) []ListMetrics {
	votes, likes := map[catalog.Doc]float64{}, map[catalog.Doc]float64{}
	for i := range films.Len() {
		if n, ok := films.Number("filmdb_votes", catalog.Doc(i)); ok {
			votes[catalog.Doc(i)] = n
		}
	}
	for i := range ratings.Users {
		for _, r := range ratings.Users[i].Ratings {
			if r.Rating >= liked {
				likes[r.Film]++
			}
		}
	}
	all := lists(people, seed)
	var marks []ListMetrics
	for _, r := range []struct {
		name string
		rank func(l *list) []catalog.Doc
	}{
		{"most votes", firstOf(best(votes, len(votes)))},
		{"liked by most", firstOf(best(likes, len(likes)))},
		{"kinodex", func(l *list) []catalog.Doc { return fromRatings(x, l) }},
	} {
		mark := ListMetrics{Name: r.name, Users: len(all)}
		for i := range all {
			mark.add(&all[i], r.rank(&all[i]))
		}
		n := float64(max(1, len(all)))
		mark.Hit10, mark.Precision10 = mark.Hit10/n, mark.Precision10/n
		marks = append(marks, mark)
	}
	return marks
}

// add counts the films that one person was given, at most depth.
func (m *ListMetrics) add(l *list, given []catalog.Doc) {
	hits := 0
	for _, d := range given {
		if l.liked[d] {
			hits++
		}
	}
	m.Hit10 += min(1, float64(hits))
	m.Precision10 += float64(hits) / depth
}

// holds reports whether a film is among the given ones.
func (l *list) holds(d catalog.Doc) bool {
	return slices.ContainsFunc(l.given, func(r Rating) bool { return r.Film == d })
}

// firstOf returns a recommender of the first films of an order that a person did not rate.
func firstOf(order []catalog.Doc) func(*list) []catalog.Doc {
	return func(l *list) (first []catalog.Doc) {
		for _, d := range order {
			if len(first) == depth {
				break
			}
			if !l.holds(d) {
				first = append(first, d)
			}
		}
		return first
	}
}

// fromRatings returns what the service recommends to somebody who sends the ratings.
func fromRatings(x *taste.Taste, l *list) (docs []catalog.Doc) {
	rated, marks := make([]catalog.Doc, len(l.given)), make([]float64, len(l.given))
	for i, r := range l.given {
		rated[i], marks[i] = r.Film, 2*r.Rating
	}
	wish := taste.Wish{Liked: app.LikedByRatings(rated, marks), Limit: depth, Among: func(d catalog.Doc) bool { return !l.holds(d) }}
	if len(wish.Liked) == 0 {
		return nil
	}
	for _, s := range x.Suggest(wish).Films {
		docs = append(docs, s.Doc)
	}
	return docs
}
