package search

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf8"

	"kinodex/internal/film"
	"kinodex/internal/text"
)

// Questions returns up to n questions of every class about the films, by the rules
// in the package comment. Equal films in equal order, seed and n give equal
// questions. No question is asked twice in a class.
func Questions(films iter.Seq[*film.Film], seed uint64, n int) []Question {
	c := collect(films)
	var all []Question
	for i, class := range append(slices.Clone(made), OtherTitle) {
		r := rand.New(rand.NewPCG(seed, uint64(i)))
		asked := map[string]bool{}
		for _, f := range c.draw(r) {
			if len(asked) == n {
				break
			}
			var text string
			var right []int
			if class == OtherTitle {
				text, right = c.otherTitle(&c.films[f], seed, r)
			} else {
				text, right = c.make(class, f, r)
			}
			if text == "" || asked[text] {
				continue
			}
			asked[text] = true
			all = append(all, Question{Class: class, Kind: kindOf(class, text), Text: text, Relevant: c.ids(right)})
		}
	}
	return append(all, c.written(seed, n)...)
}

// kindOf returns the kind of a question of a class: its script for OtherTitle, else none.
func kindOf(class Class, text string) string {
	if class == OtherTitle {
		return script(text)
	}
	return ""
}

// make returns a question of the class about film i, and the films that answer it
// rightly, as indices; an empty text if no fair question can be made.
func (c *collection) make(class Class, i int, r *rand.Rand) (string, []int) {
	e := &c.films[i]
	if e.titles[0] == "" {
		return "", nil
	}
	switch class {
	case Title:
		return e.title, c.titled[e.titles[0]]
	case Typo:
		return c.typo(i, r), c.titled[e.titles[0]]
	case TitleYear:
		return c.titleYear(e)
	case Part:
		return c.part(i, r), c.titled[e.titles[0]]
	case DirectorKeyword:
		return c.directorKeyword(e, r)
	default:
		return c.plot(e, r)
	}
}

// titleYear returns a title with its year. Films of the same title and year answer
// it; a film without a year has no question.
func (c *collection) titleYear(e *entry) (string, []int) {
	if e.year == 0 {
		return "", nil
	}
	var right []int
	for _, j := range c.titled[e.titles[0]] {
		if c.films[j].year == e.year {
			right = append(right, j)
		}
	}
	return fmt.Sprintf("%s %d", e.title, e.year), right
}

// part returns two or more words in a row of a title of three or more, with a
// telling word among them. It is "" if they are a whole title of some film, or if
// another film that outshines this one has them in its title.
func (c *collection) part(i int, r *rand.Rand) string {
	whole := strings.Fields(c.films[i].titles[0])
	if len(whole) < 3 {
		return ""
	}
	n := 2 + r.IntN(len(whole)-2)
	from := r.IntN(len(whole) - n + 1)
	part := whole[from : from+n]
	if !slices.ContainsFunc(part, telling) {
		return ""
	}
	question := strings.Join(part, " ")
	if len(c.titled[question]) > 0 {
		return ""
	}
	var rivals []int
	for _, j := range c.withWord[slices.MinFunc(part, func(a, b string) int {
		return len(c.withWord[a]) - len(c.withWord[b])
	})] {
		if slices.ContainsFunc(c.films[j].titles, func(t string) bool {
			return strings.Contains(" "+t+" ", " "+question+" ")
		}) {
			rivals = append(rivals, j)
		}
	}
	if c.outshone(i, rivals) {
		return ""
	}
	return question
}

// telling reports whether a word of a title says something of it: three letters or
// more, not a stop word, not a number.
func telling(w string) bool {
	return utf8.RuneCountInString(w) >= 3 && !stopWords[w] && strings.IndexFunc(w, func(r rune) bool { return r < '0' || r > '9' }) >= 0
}

// stopWords are those that are in titles for grammar alone.
var stopWords = map[string]bool{
	"the": true, "and": true, "for": true, "from": true, "with": true, "her": true, "his": true,
	"you": true, "your": true, "our": true, "are": true, "was": true, "not": true, "but": true,
	"all": true, "that": true, "this": true, "who": true, "what": true, "its": true, "into": true,
	"part": true, "movie": true, "film": true, "les": true, "der": true, "die": true, "das": true,
	"del": true, "los": true, "las": true, "des": true, "une": true, "episode": true, "vol": true,
}

// directorKeyword returns a director and a keyword of the film. All films with both
// answer it. The two share no word.
func (c *collection) directorKeyword(e *entry, r *rand.Rand) (string, []int) {
	if len(e.directors) == 0 || len(e.keywords) == 0 {
		return "", nil
	}
	director := e.directors[r.IntN(len(e.directors))]
	keyword := e.keywords[r.IntN(len(e.keywords))]
	name := words(director)
	if name == "" || words(keyword) == "" {
		return "", nil
	}
	for w := range text.Tokens(keyword) {
		if slices.Contains(strings.Fields(name), w) {
			return "", nil
		}
	}
	var right []int
	for _, j := range c.byDirector[name] {
		if slices.ContainsFunc(c.films[j].keywords, func(k string) bool { return words(k) == words(keyword) }) {
			right = append(right, j)
		}
	}
	return director + " " + keyword, right
}

// rareShare bounds the words of a plot question: a word is in the overviews of at
// most one film in so many.
const rareShare = 500

// plot returns three to five rare words of the film's overview, none of them in its
// titles or names. It is "" if more than three films have all of them.
func (c *collection) plot(e *entry, r *rand.Rand) (string, []int) {
	elsewhere := map[string]bool{}
	for _, t := range append(slices.Clone(e.titles), e.names...) {
		for w := range text.Tokens(t) {
			elsewhere[w] = true
		}
	}
	var rare []string
	for _, w := range e.overview {
		if utf8.RuneCountInString(w) >= 4 && !elsewhere[w] && len(c.overviewOf[w]) > 0 {
			rare = append(rare, w)
		}
	}
	n := 3 + r.IntN(3)
	if len(rare) < n {
		return "", nil
	}
	r.Shuffle(len(rare), func(a, b int) { rare[a], rare[b] = rare[b], rare[a] })
	rare = rare[:n]
	var right []int
	for _, j := range c.overviewOf[rare[0]] {
		if !slices.ContainsFunc(rare[1:], func(w string) bool {
			_, has := slices.BinarySearch(c.films[j].overview, w)
			return !has
		}) {
			right = append(right, j)
		}
	}
	if len(right) > 3 {
		return "", nil
	}
	return strings.Join(rare, " "), right
}
