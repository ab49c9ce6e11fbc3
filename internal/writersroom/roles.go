package writersroom

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/text"
)

// mostRoles is how many parts are cast at most.
const mostRoles = 6

// leastPart is the share of the dialogue that makes a part worth casting by name.
const leastPart = 0.02

// roles returns the largest speaking parts, the largest first, or those whom a
// synopsis names. A synopsis that names nobody has one part, "lead". Candidates are
// empty and never nil.
func (q Question) roles() []Role {
	all := []Role{}
	if q.Script == nil {
		for _, name := range namesIn(q.Synopsis) {
			all = append(all, Role{Role: name, Asks: "named in the synopsis", Candidates: []CastChoice{}})
		}
		if len(all) == 0 {
			all = append(all, Role{Role: "lead", Asks: "the synopsis names nobody", Candidates: []CastChoice{}})
		}
		return all
	}
	for i, c := range q.Report.Characters[:min(len(q.Report.Characters), mostRoles)] {
		if i > 0 && c.Share < leastPart {
			break
		}
		scenes := c.Scenes
		all = append(all, Role{
			Role: called(c.Name), Share: rounded(c.Share, 4), Scenes: &scenes, Candidates: []CastChoice{},
			Asks: fmt.Sprintf("%s in %s, %.0f %% of the dialogue, pages %d to %d", counted(c.Speeches, "speech"), counted(scenes, "scene"), 100*c.Share, q.pageAt(c.From), q.pageAt(c.To)),
		})
	}
	return all
}

// namesIn returns at most mostRoles runs of up to three capitalised words in a
// synopsis that stand inside a sentence, or twice; those that occur most first.
func namesIn(synopsis string) []string {
	counts, inside := map[string]int{}, map[string]bool{}
	var order []string
	for _, sentence := range sentences(synopsis) {
		words := strings.Fields(sentence)
		for i := 0; i < len(words); {
			run := i
			for run < len(words) && run < i+3 && isName(words[run]) {
				run++
				if strings.ContainsAny(words[run-1][len(words[run-1])-1:], ".,;:!?") {
					break
				}
			}
			if run == i || i == 0 && run > 1 && habitual[text.Fold(words[0])] {
				i++ // no name, or a name behind the word that begins the sentence
				continue
			}
			name := strings.TrimSuffix(strings.Trim(strings.Join(words[i:run], " "), `.,;:!?"()`), "'s")
			if counts[name] == 0 {
				order = append(order, name)
			}
			counts[name]++
			inside[name] = inside[name] || i > 0
			i = run
		}
	}
	order = slices.DeleteFunc(order, func(name string) bool {
		return !inside[name] && counts[name] < 2 || little[text.Stem(text.Fold(name))] || habitual[text.Fold(name)]
	})
	slices.SortStableFunc(order, func(a, b string) int { return counts[b] - counts[a] })
	return order[:min(len(order), mostRoles)]
}

// isName reports whether a word begins with a capital and has two letters or more.
func isName(word string) bool {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(word, `"(`))
	return unicode.IsUpper(first) && utf8.RuneCountInString(word) > 1
}

// inference is what was inferred: genres, how they were found ("habits", "words" or
// "none", as CastResult.Source has it), and the titles they were taken from.
type inference struct {
	genres []string
	source string
	films  []string
}

// inferGenres infers genres for a text that states none: from the habits of a
// script, or else from its words.
func (r *Tools) inferGenres(s Library, q Question) (inference, error) {
	p, err := r.profilesOf(s)
	if err != nil {
		return inference{}, err
	}
	if q.Script != nil {
		if genres := p.likelyGenres(q.Sample()); len(genres) > 0 {
			return inference{genres, "habits", []string{}}, nil
		}
	}
	return q.genresByWords(s)
}

// The films near a text that are looked at, how many of its words must be told of
// them, and how many of the films must have a genre.
const (
	nearFilms   = 20
	sharedWords = 2
	mostGenres  = 2
	commonest   = 2000 // films that a word may be told of, to say something
	askedWords  = 24
)

// genresByWords returns the genres of films about the same things, at most
// mostGenres. Those are the films whose synopses hold most of the text's words,
// each weighted by the logarithm of how rare it is.
func (q Question) genresByWords(s Library) (inference, error) {
	scores, shared := map[catalog.Doc]float64{}, map[catalog.Doc]int{}
	for _, word := range q.telling() {
		ranking := s.Films.Rank(word, film.MatchAll)
		ranking.KeepSynopses()
		if n := ranking.Len(); n > 0 && n <= commonest && ranking.DidYouMean() == "" {
			weight := math.Log(float64(s.Films.Len()+1) / float64(n))
			for _, hit := range ranking.Best(n) {
				scores[hit.Doc] += weight
				shared[hit.Doc]++
			}
		}
		ranking.Release()
	}
	var docs []catalog.Doc
	for d := range scores {
		if shared[d] >= sharedWords {
			docs = append(docs, d)
		}
	}
	slices.SortFunc(docs, func(a, b catalog.Doc) int { return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a, b)) })
	found := inference{[]string{}, "words", []string{}}
	counts := map[string]int{}
	for _, d := range docs[:min(len(docs), nearFilms)] {
		f, err := s.Films.Film(d)
		if err != nil {
			return found, fmt.Errorf("read a film near a text: %w", err)
		}
		found.films = append(found.films, f.Title)
		for _, g := range f.Genres {
			if counts[g] == 0 {
				found.genres = append(found.genres, g)
			}
			counts[g]++
		}
	}
	slices.SortStableFunc(found.genres, func(a, b string) int { return cmp.Or(counts[b]-counts[a], cmp.Compare(a, b)) })
	if found.genres = found.genres[:min(len(found.genres), mostGenres)]; len(found.genres) == 0 {
		found.source = "none"
	}
	return found, nil
}

// telling returns at most askedWords words to find films by: the nouns that come
// back in a script, or the less common words of a synopsis.
func (q Question) telling() []string {
	if q.Script != nil {
		return q.nouns(askedWords)
	}
	var words []string
	for token := range text.Tokens(q.Synopsis) {
		if len(token) > 3 && !little[text.Stem(token)] && !habitual[token] && !slices.Contains(words, token) {
			words = append(words, token)
		}
	}
	return words[:min(len(words), askedWords)]
}
