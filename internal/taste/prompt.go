package taste

import "strings"

// promptReader is a prompt that is being read, word by word, from left to right. At each word
// the longest thing that starts there is taken: a quoted title, a length, years, a name, a
// phrase of the lexicon, a keyword. Any other word is a theme or says nothing. Instructions
// in a prompt are words like all others. The read… methods take words and report whether
// they did; without it they leave the place as it is. A promptReader serves one goroutine.
type promptReader struct {
	x      *Taste
	m      *model
	lex    *lexicon
	tokens []token
	i      int
	// negated is set behind "no", "without", …, to the end of the clause or to
	// "but"; over a comma when the clause goes on as a list.
	negated bool
	cue     cue // of the word before
	out     Understood

	liked     []uint32
	genres    [][]uint32 // features, any of each
	notGenres []uint32
	people    [][]uint32
	notPeople []uint32
	moods     []int
	notMoods  []int
	themes    []theme
	notThemes []uint32
	wishes    map[wish]bool // false: negated
	years     []Span
	bounds    Span // of years: after, before
	notYears  []Span
	runtime   Span
	newer     bool // than the liked films
	older     bool
	shorter   bool
	longer    bool
}

// theme is a word or keyword that was asked for, and the features it may mean: a film with
// one of them has the theme.
type theme struct {
	words    string
	features []uint32
}

// cue is what a word says of the name behind it: a director, an actor, or a film to be like.
type cue uint8

const (
	noCue cue = iota
	byCue
	withCue
	likeCue
)

// read returns the prompt as it was understood. It never fails; of a longer prompt the first
// mostTokens words are read.
func (x *Taste) read(prompt string) *promptReader {
	r := &promptReader{x: x, m: x.model, lex: words(), tokens: tokens(prompt), wishes: map[wish]bool{}}
	meant := false
	for r.i < len(r.tokens) {
		r.scope()
		before := r.i
		switch {
		case r.readQuotedTitle(), r.readLength(), r.readYears():
			meant = true
		case r.readNegation(), r.readCue():
			continue // a cue holds for the next word
		case r.cue == likeCue && r.readTitles(), r.readPerson(), r.readPhrase():
			meant = true
		default:
			meant = r.readWord() || meant
		}
		if r.i == before {
			r.i++
		}
		r.cue = noCue
	}
	r.out.nothingWanted = !meant && len(r.out.Unknown) == 0
	r.concludeConstraints()
	return r
}

// join returns n words from the current one in the form of titleKey; false when there are not
// so many left.
func (r *promptReader) join(n int) (string, bool) { return r.joinAt(r.i, n) }

// joinAt returns n words from the i-th on, with a blank between them and the s of a genitive
// put back, but not on the last; false when there are not so many.
func (r *promptReader) joinAt(i, n int) (string, bool) {
	if i+n > len(r.tokens) {
		return "", false
	}
	if n == 1 {
		return r.tokens[i].word, true
	}
	var b strings.Builder
	for j, t := range r.tokens[i : i+n] {
		if j > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(t.word)
		if t.owner && j < n-1 {
			b.WriteByte('s')
		}
	}
	return b.String(), true
}

// at returns the word so many places from the current one, "" before the first and after the
// last.
func (r *promptReader) at(offset int) string {
	if i := r.i + offset; i >= 0 && i < len(r.tokens) {
		return r.tokens[i].word
	}
	return ""
}

// scope ends a negation at the end of its clause, unless a list of what is not wanted goes on
// there.
func (r *promptReader) scope() {
	if !r.negated || r.i == 0 || r.tokens[r.i].clause == r.tokens[r.i-1].clause {
		return
	}
	r.negated = r.listGoesOn()
}

// listGoesOn reports whether the clauses from here on have at most four words each up to an
// "or" or "nor", as in "no horror, gore or ghosts".
func (r *promptReader) listGoesOn() bool {
	for i, start := r.i, r.i; i < len(r.tokens); i++ {
		if r.tokens[i].clause != r.tokens[max(start, i-1)].clause {
			start = i
		}
		if i-start > 3 {
			return false
		}
		switch r.tokens[i].word {
		case "or", "nor":
			return true
		case "but", "no", "not", "with", "and":
			return false
		}
	}
	return false
}

// negators are the folded words that begin a negation. "Rather" is listed as none.
var negators = map[string]bool{
	"no": true, "not": true, "without": true, "nothing": true, "never": true, "except": true, "avoid": true,
	"dont": true, "doesnt": true, "isnt": true, "arent": true, "hate": true, "dislike": true, "non": true, "minus": true,
	"excluding": true, "neither": true, "nor": true, "instead": true, "rather": false,
}

// readNegation takes a word that begins or ends a negation and reports whether there was one.
// "Not only" and "not just" begin none; "less" begins one before a mood.
func (r *promptReader) readNegation() bool {
	switch w := r.at(0); {
	case negators[w]:
		r.negated = w != "not" || r.at(1) != "only" && r.at(1) != "just"
	case w == "but" || w == "only" || w == "just" || w == "however":
		r.negated = false
	case w == "less" && r.lex.moods[r.at(1)] != nil:
		r.negated = true
	default:
		return false
	}
	r.i++
	return true
}

// cues are the words before a name, by the words they are.
var cues = []struct {
	words string
	cue   cue
}{
	{"directed by", byCue}, {"director", byCue}, {"directors", byCue}, {"by", byCue}, {"from", byCue}, {"films of", byCue}, {"movies of", byCue}, {"work of", byCue},
	{"starring", withCue}, {"with", withCue}, {"featuring", withCue}, {"stars", withCue}, {"actor", withCue}, {"actress", withCue},
	{"similar to", likeCue}, {"reminiscent of", likeCue}, {"vein of", likeCue}, {"style of", likeCue}, {"spirit of", likeCue}, {"such as", likeCue}, {"than", likeCue},
	{"remind me of", likeCue}, {"reminds me of", likeCue}, {"like", likeCue}, {"loved", likeCue}, {"liked", likeCue}, {"enjoyed", likeCue},
}

// readCue takes a cue, with "film" or "movie" behind it, and reports whether there was one. The
// cue holds for what is read next.
func (r *promptReader) readCue() bool {
	for _, c := range cues {
		n := strings.Count(c.words, " ") + 1
		if said, ok := r.join(n); ok && said == c.words {
			r.cue = c.cue
			r.i += n
			for w := r.at(0); c.cue != noCue && (w == "film" || w == "movie") && r.i+1 < len(r.tokens); w = r.at(0) {
				r.i++
			}
			return true
		}
	}
	return false
}
