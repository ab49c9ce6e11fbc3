package prompt

import (
	"slices"
	"strings"
)

// evidence is a set of signs for or against some words being the title of a film. Signs that cost
// little come first: they are looked for in this order.
type evidence uint64

const (
	withYear       evidence = 1 << iota // the film's year stands behind the words
	likeBefore                          // a word of watching, liking or comparing stands before them
	aboutBefore                         // what films are about is told here: "about", "based on"
	oneWord                             // it is one word
	common                              // no word is unusual: common words of English, or of the lexicon
	oneUnusual                          // one word is
	severalUnusual                      // two or more are; words of the lexicon count beside an unusual one
	manyUnusual                         // three or more are
	noneKnown                           // no word is the lexicon's
	midSentence                         // no sentence begins with them
	bracketed                           // the year behind them stands in brackets
	follows                             // a title was read right before: a list may go on
	wholeClause                         // they are a clause of their own
	shortPrompt                         // the prompt has three words at most, or a title before
	judgedAfter                         // something is said of it: "was great"
	nounAfter                           // a word for films stands behind
	unitAfter                           // a unit stands behind: minutes, years, votes
	capital                             // the words that matter have capital letters, and those tell something
	eachCapital                         // each word does, where no sentence begins
	number                              // a year, or digits where capital letters tell nothing
	cameOut                             // it is told that the number came out, or what it was like
	mayEnd                              // a title may end there: the words describe no noun behind them
	complete                            // it has several words, or may end there
	inLexicon                           // the lexicon has them as a phrase, or in front of a word for films: "a scary movie"
	kindOrPlace                         // as a genre, a country or a language
	inName                              // it is one word, and right behind a name, or is a director's own
	soleTitle                           // they are a whole sentence: an article and a name of no other meaning
	seriesNamed                         // they are said to be a series: "all the … movies"
	person                              // they are the full name of somebody known
	theme                               // they are rather what films are about
	someTheme                           // likewise, by fewer films
	startsList                          // the next clause is a title, too
	compared                            // "like", or what says the same, stands right before: no verb; or "no"
	contrasted                          // they begin a sentence, and what the film is to differ in follows: "but", "only", "as a"
)

// candidate are words that the title of a film has, and what is known of them so far: signs are
// looked for when a rule asks, once.
type candidate struct {
	*parser
	n    int     // words, the year not counted
	fame float32 // of the film

	seen, found    evidence
	unusual, known int // how many words are unusual, and how many are in the lexicon
}

// newCandidate returns the next n words as the title of a film.
func newCandidate(r *parser, m mention, n int) candidate {
	c := candidate{parser: r, n: n, fame: r.ix.Fame[m.film], seen: withYear}
	c.unusual, c.known = r.unusual(n)
	if m.stated {
		c.found = withYear
	}
	return c
}

// hasAll reports whether there are all of some signs, and hasAny whether there is one. They look
// no further than they must.
func (c *candidate) hasAll(signs evidence) bool {
	for rest := signs; rest != 0; rest &= rest - 1 {
		if !c.has(rest & -rest) {
			return false
		}
	}
	return true
}

func (c *candidate) hasAny(signs evidence) bool {
	for rest := signs; rest != 0; rest &= rest - 1 {
		if c.has(rest & -rest) {
			return true
		}
	}
	return false
}

// has reports whether there is a sign. What it finds it remembers.
func (c *candidate) has(sign evidence) bool {
	if c.seen&sign == 0 {
		c.seen |= sign
		if c.look(sign) {
			c.found |= sign
		}
	}
	return c.found&sign != 0
}

// ruledOutNoun reports whether the candidate is one word in small letters behind an article that is ruled out: "she is
// not a queen".
func (c *candidate) ruledOutNoun() bool {
	before := c.word(c.i - 1)
	return c.n == 1 && c.not.on && !c.tokens[c.i].capital && (before == "a" || before == "an")
}

// look looks for a sign.
func (c *candidate) look(sign evidence) bool {
	n := c.n
	switch sign {
	case likeBefore:
		return c.cue == likeCue && !c.ruledOutNoun()
	case aboutBefore:
		return c.cue == aboutCue
	case oneWord:
		return n == 1
	case common:
		return c.unusual == 0
	case oneUnusual:
		return c.unusual == 1
	case severalUnusual:
		return c.unusual >= 2
	case manyUnusual:
		return c.unusual >= 3
	case noneKnown:
		return c.known == 0
	case midSentence:
		return !c.sentenceStart(c.i)
	case bracketed:
		return c.bracketed(n)
	case follows:
		return c.follows()
	case wholeClause:
		return c.clauseStart(c.i) && c.endsClause(c.i+n-1)
	case shortPrompt:
		return c.listed()
	case judgedAfter:
		return c.judged(c.i + n)
	case nounAfter:
		return c.headNoun(c.word(c.i + n))
	case unitAfter:
		return c.unitFollows(n)
	case capital:
		return c.capitalised(n)
	case eachCapital:
		return c.allCapitals(n)
	case number:
		key, _ := c.join(n)
		_, year := parseYear(key)
		return year || c.numeric(n) && !c.has(capital)
	case cameOut:
		return c.cameOut(n)
	case mayEnd:
		return c.endsAfter(n)
	case complete:
		return n > 1 || c.has(mayEnd)
	case inLexicon:
		key, _ := c.join(n)
		for _, article := range []string{"a ", "an ", "the "} {
			key = strings.TrimPrefix(key, article)
		}
		return c.lex.says(key) || c.lex.says(c.beforeNoun(n))
	case kindOrPlace:
		key, _ := c.join(n)
		return c.lex.places(key) || c.lex.genres[key] != nil
	case inName:
		return n == 1 && (c.insideName() || c.byDirector())
	case soleTitle:
		return c.wholeSentence(n) && c.articled(n)
	case seriesNamed:
		return c.ofSeries(n)
	case person:
		return c.person(n)
	case theme:
		// A word that synopses often have is rather what somebody likes to see, where nothing but
		// a verb of liking speaks for a title.
		return c.themeLike(n, commonTheme) || c.weak && c.unusual <= 1 && !c.has(capital) && c.frequent(n)
	case someTheme:
		return c.themeLike(n, plainTheme)
	case startsList:
		return c.startsList(n, c.has(theme))
	case compared:
		before := c.word(c.i - 1)
		return c.cue == likeCue && !c.weak && slices.Contains([]string{"like", "to", "alike", "meets"}, before) || c.not.on && (before == "no" || before == "not" && c.word(c.i+n) == "stuff")
	case contrasted:
		return c.sentenceStart(c.i) && c.contrast(c.i+n)
	}
	return false
}

// beforeNoun returns the next n words without an article in front, where the last is a word for films and
// there are others before it, without that word; else "".
func (r *parser) beforeNoun(n int) string {
	key, _ := r.join(n)
	words := strings.Fields(key)
	if len(words) > 0 && (words[0] == "a" || words[0] == "an" || words[0] == "the") {
		words = words[1:]
	}
	if last := len(words) - 1; last > 0 && r.headNoun(words[last]) {
		return strings.Join(words[:last], " ")
	}
	return ""
}

// byDirector reports whether the next word is the surname of a well-known director, who is asked for: "by
// Hitchcock", "a Hitchcock".
func (r *parser) byDirector() bool {
	if r.not.on && r.dislike && r.tokens[r.i].capital && !r.shouted { // "other than Chaplin"
		return r.directorNamed(plainProminence)
	}
	if r.cue != byCue && !slices.Contains([]string{"a", "an", "another", "any"}, r.word(r.i-1)) {
		return r.ofWhom()
	}
	return r.directorNamed(plainProminence)
}
