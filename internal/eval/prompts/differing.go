package prompts

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"kinodex/internal/catalog"
	"kinodex/internal/taste"
	"kinodex/internal/taste/prompt"
)

// differingBook has wishes for films like another that differ from it, by somebody who had not seen the
// recommender: the wish, the film, what is to be different, and between semicolons films that would be
// right and films that would be wrong. Every second line is held out.
//
//go:embed differing.tsv
var differingBook string

// differingGenres are the genres that films have by their records when they are what the book asks for,
// where a genre says it.
var differingGenres = map[string]string{
	"funny": "Comedy", "light": "Comedy", "scary": "Horror", "tense": "Thriller", "romantic": "Romance", "family": "Family", "violent": "Action", "fast": "Action",
}

// DifferingMark is what is recommended for one half of the book, among the first ten films.
type DifferingMark struct {
	Wishes int
	Heard  int // wishes in which the film was heard
	Right  int // films that somebody named as right
	Wrong  int // as wrong
	Asked  int // wishes for what a genre says
	Kept   int // of these, those of which at least eight films are of the genre
}

// ofTen is how many films of an answer must be as asked for.
const ofTen = 8

// AskDiffering asks for the wishes of one half.
func AskDiffering(x *taste.Taste, films *catalog.Catalog, heldOut bool) (m DifferingMark, err error) {
	for n, line := range strings.Split(strings.TrimSpace(differingBook), "\n") {
		if n%2 == 1 != heldOut {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) != 5 {
			return m, fmt.Errorf("line %d of the book of films that differ has %d fields, not 5", n+1, len(fields))
		}
		m.Wishes++
		picks := x.Recommend(taste.Request{Prompt: fields[0], Limit: 10})
		like := filmsNamed(fields[1], x)
		if slices.ContainsFunc(picks.Understood.Like, func(f prompt.FilmRef) bool { d, _ := films.ByID(f.ID); return slices.Contains(like, d) }) {
			m.Heard++
		}
		genre, right, wrong, of := differingGenres[fields[2]], filmsNamed(fields[3], x), filmsNamed(fields[4], x), 0
		for _, p := range picks.Films {
			f, err := films.Film(p.Doc)
			if err != nil {
				return m, err
			}
			m.Right += count(slices.Contains(right, p.Doc))
			m.Wrong += count(slices.Contains(wrong, p.Doc))
			of += count(slices.Contains(f.Genres, genre))
		}
		m.Asked += count(genre != "")
		m.Kept += count(of >= ofTen)
	}
	return m, nil
}

// count returns 1 for true.
func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// filmsNamed returns the films that are named as "Title (year);Title (year)".
func filmsNamed(named string, x *taste.Taste) (all []catalog.Doc) {
	for name := range strings.SplitSeq(named, ";") {
		if d, ok := x.Resolve(name); ok {
			all = append(all, d)
		}
	}
	return all
}
