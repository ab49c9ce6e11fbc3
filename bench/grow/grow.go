package grow

import (
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"strings"

	"kinodex/bench/corpus"
	"kinodex/internal/film"
)

// MostTimes is the greatest multiple: ids have nine digits.
const MostTimes = 20

// stride is how far apart the ids of two takes are, a multiple of it that passes
// every id there is.
const stride = 10_000_000

// Films yields times as many films, in ascending order of id, the films
// themselves first. The same films and the same times give the same sequence.
func Films(films iter.Seq2[*corpus.Film, error], times int) (iter.Seq2[*corpus.Film, error], error) {
	if times < 1 || times > MostTimes {
		return nil, fmt.Errorf("a multiple of %d; it must be from 1 to %d", times, MostTimes)
	}
	var all []*film.Film
	for f, err := range films {
		if err != nil {
			return nil, err
		}
		all = append(all, f.Film)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("there are no films to multiply")
	}
	step := film.ID(0)
	for last := all[len(all)-1].ID; step <= last; {
		step += stride
	}
	if uint64(step)*uint64(times) > 999_999_999 {
		return nil, fmt.Errorf("ids up to %v leave no room for a multiple of %d", all[len(all)-1].ID, times)
	}
	v := learn(all)
	return func(yield func(*corpus.Film, error) bool) {
		for take := range times {
			t := taker{
				Rand: rand.New(rand.NewPCG(uint64(take), 0)), films: all, words: v,
				take: take, share: v.share(take), step: step,
			}
			for _, f := range all {
				if take > 0 {
					f = t.another(f)
				}
				if !yield(&corpus.Film{Film: f}, nil) {
					return
				}
			}
		}
	}, nil
}

// taker makes one take of all films.
type taker struct {
	*rand.Rand
	films []*film.Film
	words *vocabulary
	take  int
	share float64
	step  film.ID
}

func (t *taker) any() *film.Film { return t.films[t.IntN(len(t.films))] }

// another makes the take's film after f.
func (t *taker) another(f *film.Film) *film.Film {
	g := *f
	g.ID = f.ID + t.step*film.ID(t.take)
	g.ExternalIDs = film.ExternalIDs{FilmdbID: g.ID}
	g.Title = t.title(len(strings.Fields(f.Title)))
	g.OriginalTitle = nil
	g.Overview = t.prose(f.Overview)
	g.Cast = make([]film.Role, len(f.Cast))
	for i, r := range f.Cast {
		r.Name = t.name(r.Name)
		g.Cast[i] = r
	}
	names := map[string]string{} // one person, one new name in a film
	rename := func(name string) string {
		if names[name] == "" {
			names[name] = t.name(name)
		}
		return names[name]
	}
	if f.Director != nil {
		directors := strings.Split(*f.Director, ", ")
		for i, d := range directors {
			directors[i] = rename(d)
		}
		joined := strings.Join(directors, ", ")
		g.Director = &joined
	}
	g.CrewSummary = maps.Clone(f.CrewSummary)
	for _, department := range film.Departments { // in order, to be the same each time
		credits := make([]film.Credit, len(f.CrewSummary[department]))
		for i, c := range f.CrewSummary[department] {
			credits[i] = film.Credit{Name: rename(c.Name), Job: c.Job}
		}
		if len(credits) > 0 {
			g.CrewSummary[department] = credits
		}
	}
	g.Ratings.FilmdbVotes = shifted(t, f.Ratings.FilmdbVotes)
	g.BoxOffice.WorldwideGross = shifted(t, f.BoxOffice.WorldwideGross)
	return &g
}

// title draws n words from the titles of others.
func (t *taker) title(n int) string {
	drawn := make([]string, max(1, n))
	for i := range drawn {
		words := strings.Fields(t.any().Title)
		if len(words) == 0 {
			drawn[i] = "Untitled"
			continue
		}
		drawn[i] = t.words.coin(words[t.IntN(len(words))], t.take, t.share)
	}
	return strings.Join(drawn, " ")
}

// name gives a person the family name of somebody in another cast.
func (t *taker) name(name string) string {
	words := strings.Fields(name)
	if len(words) == 0 {
		return name
	}
	if other := t.any().Cast; len(other) > 0 {
		if family := strings.Fields(other[t.IntN(len(other))].Name); len(family) > 0 {
			words[len(words)-1] = family[len(family)-1]
		}
	}
	for i, w := range words {
		words[i] = t.words.coin(w, t.take, t.share)
	}
	return strings.Join(words, " ")
}

// prose puts an overview together of the first half of one and the second half
// of another; nothing stays nothing.
func (t *taker) prose(original *string) *string {
	if original == nil {
		return nil
	}
	var mixed []string
	for half := range 2 {
		words := strings.Fields(*original)
		if o := t.any().Overview; o != nil {
			words = strings.Fields(*o)
		}
		middle := len(words) / 2
		for _, w := range [][]string{words[:middle], words[middle:]}[half] {
			mixed = append(mixed, t.words.coin(w, t.take, t.share))
		}
	}
	s := strings.Join(mixed, " ")
	return &s
}

// shifted moves a number by up to a half either way.
func shifted[T int | int64](t *taker, n *T) *T {
	if n == nil {
		return nil
	}
	moved := T(float64(*n) * (0.5 + t.Float64()))
	return &moved
}
