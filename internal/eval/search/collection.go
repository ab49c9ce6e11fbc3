package search

import (
	"cmp"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/text"
)

// entry is what questions need to know of a film.
type entry struct {
	id        film.ID
	title     string
	titles    []string // as words joined by spaces: title, original title
	others    []string // what it is called elsewhere, as written
	year      int
	votes     int
	directors []string
	names     []string
	keywords  []string
	overview  []string // its words, each once
}

// collection is all films, with what tells whether a question is fair.
type collection struct {
	films []entry
	// titled are the films of a title, by its words.
	titled map[string][]int
	// called are the films that are called so, anywhere, by the words.
	called map[string][]int
	// withWord are the films with a word in a title.
	withWord map[string][]int
	// inOverview counts the films with a word in the overview; overviewOf are
	// those films, of words few have.
	inOverview map[string]int
	overviewOf map[string][]int
	// byDirector are the films of a director, by the folded name.
	byDirector map[string][]int
}

// words gives a text as its words joined by single spaces.
func words(s string) string { return strings.Join(text.Words(s), " ") }

func collect(films iter.Seq[*film.Film]) *collection {
	c := &collection{
		titled: map[string][]int{}, called: map[string][]int{}, withWord: map[string][]int{},
		inOverview: map[string]int{}, overviewOf: map[string][]int{}, byDirector: map[string][]int{},
	}
	for f := range films {
		c.add(f)
	}
	rare := len(c.films)/rareShare + 1
	for i, e := range c.films {
		for _, w := range e.overview {
			if c.inOverview[w] <= rare {
				c.overviewOf[w] = append(c.overviewOf[w], i)
			}
		}
	}
	return c
}

func (c *collection) add(f *film.Film) {
	i := len(c.films)
	e := entry{id: f.ID, title: f.Title, titles: []string{words(f.Title)}, keywords: f.Keywords}
	if f.OriginalTitle != nil {
		if t := words(*f.OriginalTitle); t != "" && t != e.titles[0] {
			e.titles = append(e.titles, t)
		}
	}
	if f.Year != nil {
		e.year = *f.Year
	}
	if f.Ratings.FilmdbVotes != nil {
		e.votes = *f.Ratings.FilmdbVotes
	}
	e.directors = directors(f)
	for _, r := range f.Cast {
		e.names = append(e.names, r.Name)
	}
	for _, credits := range f.CrewSummary {
		for _, k := range credits {
			e.names = append(e.names, k.Name)
		}
	}
	if f.Overview != nil {
		e.overview = text.Words(*f.Overview)
		slices.Sort(e.overview)
		e.overview = slices.Compact(e.overview)
	}
	for _, t := range e.titles {
		c.titled[t] = append(c.titled[t], i)
		for w := range strings.SplitSeq(t, " ") {
			if of := c.withWord[w]; len(of) == 0 || of[len(of)-1] != i {
				c.withWord[w] = append(of, i)
			}
		}
	}
	for _, t := range f.Titles {
		key := words(t.Title)
		if of := c.called[key]; len(of) == 0 || of[len(of)-1] != i {
			c.called[key] = append(of, i)
			e.others = append(e.others, t.Title)
		}
	}
	for _, d := range e.directors {
		c.byDirector[words(d)] = append(c.byDirector[words(d)], i)
	}
	for _, w := range e.overview {
		c.inOverview[w]++
	}
	c.films = append(c.films, e)
}

// directors are those who directed, by the crew or else by the director field.
func directors(f *film.Film) []string {
	var names []string
	for _, k := range f.CrewSummary["directing"] {
		if k.Job == "Director" {
			names = append(names, k.Name)
		}
	}
	if len(names) == 0 && f.Director != nil {
		names = strings.Split(*f.Director, ", ")
	}
	return names
}

// draw gives the films in an order in which each place is drawn with chances
// proportional to the weights (Efraimidis and Spirakis: the exponential clocks
// that ring first).
func (c *collection) draw(r *rand.Rand) []int {
	order := make([]int, len(c.films))
	rings := make([]float64, len(c.films))
	for i, e := range c.films {
		order[i] = i
		rings[i] = r.ExpFloat64() / math.Sqrt(float64(max(e.votes, 1)))
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(rings[a], rings[b]) })
	return order
}

// ids gives the identifiers of films, ascending, each once.
func (c *collection) ids(films []int) []film.ID {
	ids := make([]film.ID, len(films))
	for i, f := range films {
		ids[i] = c.films[f].id
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// outshone reports whether another film among rivals, not of the same title,
// has more than a tenth of the votes of film i, so that asking for i in words
// that fit both would be unfair.
func (c *collection) outshone(i int, rivals []int) bool {
	e := &c.films[i]
	return slices.ContainsFunc(rivals, func(j int) bool {
		other := &c.films[j]
		return j != i && other.votes*10 > e.votes && !slices.Contains(other.titles, e.titles[0])
	})
}
