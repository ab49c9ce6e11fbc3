package question

import (
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"kinodex/bench/corpus"
	"kinodex/internal/text"
)

// Seed is the seed of the questions that published figures rest on.
const Seed = 2_026_11_20

// PerClass is how many questions there are of each class.
const PerClass = 200

// Generate makes the questions, perClass of each class. The same films, seed and
// count give the same questions.
func Generate(films iter.Seq2[*corpus.Film, error], seed uint64, perClass int) (*Set, error) {
	all, spread, err := gather(films)
	if err != nil {
		return nil, err
	}
	if len(all) < 1000 {
		return nil, fmt.Errorf("%d films are too few to ask about: at least 1,000 are needed", len(all))
	}
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 0)), films: all, spread: spread}
	g.arrange()
	set := &Set{Seed: seed, Films: len(all)}
	for _, class := range []struct {
		name  string
		kinds []func() (Question, bool)
	}{
		{KnownItem, []func() (Question, bool){g.title, g.title, g.titleYear, g.titlePart}},
		{CrossField, []func() (Question, bool){g.directorKeyword, g.directorKeyword, g.actorGenreWords, g.actorGenre, g.wordDecade}},
		{PlotWords, []func() (Question, bool){g.plot}},
		{FilterSort, []func() (Question, bool){g.filter}},
		{DeepPage, []func() (Question, bool){g.deepWords, g.deepFilter}},
	} {
		for i := range perClass {
			q, err := g.ask(class.kinds[i%len(class.kinds)])
			if err != nil {
				return nil, fmt.Errorf("%s: %w", class.name, err)
			}
			q.Class = class.name
			set.Questions = append(set.Questions, q)
		}
	}
	return set, nil
}

type generator struct {
	*rand.Rand
	films   []facts
	spread  map[string]int // in how many overviews a stem occurs
	known   []int          // films by falling votes
	common  []string       // words in many overviews
	genres  []string       // every genre of at least a hundredth of the films
	decades []int
}

func (g *generator) arrange() {
	votes := func(i int) float64 {
		if v := g.films[i].numbers[atVotes]; !math.IsNaN(v) {
			return v
		}
		return 0
	}
	g.known = make([]int, len(g.films))
	genres, decades := map[string]int{}, map[int]int{}
	shown := map[string]string{} // a word for each stem
	for i := range g.films {
		g.known[i] = i
		for _, name := range g.films[i].genres {
			genres[name]++
		}
		if y := g.films[i].year; y > 0 {
			decades[y/10*10]++
		}
		for _, w := range g.films[i].plot {
			if stem := text.Stem(w); shown[stem] == "" || w < shown[stem] {
				shown[stem] = w
			}
		}
	}
	slices.SortStableFunc(g.known, func(a, b int) int { return int(votes(b) - votes(a)) })
	least := len(g.films) / 100
	for name, n := range genres {
		if n >= least && !strings.Contains(name, ",") {
			g.genres = append(g.genres, name)
		}
	}
	for d, n := range decades {
		if n >= least {
			g.decades = append(g.decades, d)
		}
	}
	for stem, n := range g.spread {
		if n >= max(len(g.films)/80, leastDepth+Limit) {
			g.common = append(g.common, shown[stem])
		}
	}
	slices.Sort(g.genres)
	slices.Sort(g.decades)
	slices.Sort(g.common)
}

// ask tries until a question comes out. What cannot be asked of these films is
// an error rather than an endless search.
func (g *generator) ask(make func() (Question, bool)) (Question, error) {
	for range 20_000 {
		if q, ok := make(); ok {
			return q, nil
		}
	}
	return Question{}, fmt.Errorf("the films offer no such question")
}

// film picks a film: half the time one of the best known twentieth, else any.
func (g *generator) film() *facts {
	if g.IntN(2) == 0 {
		return &g.films[g.known[g.IntN(len(g.known)/20)]]
	}
	return &g.films[g.IntN(len(g.films))]
}

func pick[T any](g *generator, of []T) T { return of[g.IntN(len(of))] }

func (g *generator) title() (Question, bool) {
	f := g.film()
	return Question{Kind: "title", Text: f.title, Wanted: f.id}, usable(f.words)
}

func (g *generator) titleYear() (Question, bool) {
	f := g.film()
	return Question{Kind: "title and year", Text: f.title + " " + strconv.Itoa(f.year), Wanted: f.id},
		usable(f.words) && f.year > 0
}

// titlePart takes two or three words that follow each other in a longer title.
func (g *generator) titlePart() (Question, bool) {
	f := g.film()
	n, words := 2+g.IntN(2), strings.Fields(f.title)
	if len(words) <= n || !usable(f.words) {
		return Question{}, false
	}
	at := g.IntN(len(words) - n + 1)
	part := strings.Join(words[at:at+n], " ")
	return Question{Kind: "part of a title", Text: part, Wanted: f.id}, slices.ContainsFunc(text.Words(part), plain)
}

// usable keeps to titles of letters and digits in scripts that every engine cuts
// into words at spaces.
func usable(title []string) bool {
	return len(title) > 0 && len(title) <= 8 && !slices.ContainsFunc(title, func(w string) bool {
		return strings.ContainsFunc(w, func(r rune) bool { return r > 'z' })
	})
}

func (g *generator) directorKeyword() (Question, bool) {
	f := g.film()
	name := text.Words(f.director)
	if len(name) == 0 || len(f.keywords) == 0 || !plain(name[len(name)-1]) {
		return Question{}, false
	}
	return Question{Kind: "director and keyword", Text: name[len(name)-1] + " " + pick(g, f.keywords), Wanted: f.id}, true
}

func (g *generator) actorGenreWords() (Question, bool) {
	f := g.film()
	if len(f.actors) == 0 || len(f.genres) == 0 {
		return Question{}, false
	}
	name := pick(g, f.actors)
	return Question{Kind: "actor and genre as words", Text: name + " " + pick(g, f.genres)}, usable(text.Words(name))
}

func (g *generator) actorGenre() (Question, bool) {
	f := g.film()
	if len(f.actors) == 0 || len(f.genres) == 0 {
		return Question{}, false
	}
	q := Question{Kind: "actor and genre as filters", Actor: pick(g, f.actors), Genres: []string{pick(g, f.genres)}}
	return q, usable(text.Words(q.Actor)) && !strings.Contains(q.Genres[0], ",")
}

func (g *generator) wordDecade() (Question, bool) {
	f := g.film()
	if len(f.keywords) == 0 || f.year == 0 {
		return Question{}, false
	}
	decade := f.year / 10 * 10
	return Question{Kind: "keyword in a decade", Text: pick(g, f.keywords), Decade: &decade}, true
}

// plot takes two or three words of an overview, none of them in more than one
// overview in fifty.
func (g *generator) plot() (Question, bool) {
	f := g.film()
	var rare []string
	for _, w := range f.plot {
		if n := g.spread[text.Stem(w)]; n >= 3 && n <= len(g.films)/50 {
			rare = append(rare, w)
		}
	}
	n := 2 + g.IntN(2)
	if len(rare) < n {
		return Question{}, false
	}
	g.Shuffle(len(rare), func(i, j int) { rare[i], rare[j] = rare[j], rare[i] })
	return Question{Kind: "plot", Text: strings.Join(rare[:n], " "), Wanted: f.id}, true
}
