package prompt

import (
	"slices"
	"strings"
)

// In a conversation people speak of films that are no wish of theirs: of one that was named just
// now, which they ask about, and of those that they saw. What is said of such a film is no
// condition; a title that is named there is heard as ever.

// interjections may stand in front of a question, folded.
var interjections = strings.Fields(`oh ok okay yes yeah yea yep no nope so and but or well wow cool nice great awesome excellent interesting thanks thank you sure alright hmm haha lol hey sorry also
	then sounds good perfect really ah`)

// questionVerbs begin a question about a film that is spoken of, folded.
var questionVerbs = strings.Fields("is was are were does did has will would")

// filmPronouns stand for a film that is spoken of, or for somebody in it, folded.
var filmPronouns = strings.Fields("it that this he she they those these")

// knownNouns are what is spoken of behind an article or "that", folded.
var knownNouns = strings.Fields("movie film one flick sequel remake original plot story ending cast acting")

// questionWords begin a question that a verb and its subject follow, folded.
var questionWords = strings.Fields("what who when where how which why")

// permissions, behind "is it", ask whether something may be wished, folded.
var permissions = strings.Fields("possible ok okay alright fine allowed hard easy weird wrong")

// aboutKnown reports whether what is here is said of a film that is spoken of: a question about it
// began here or before, in the same sentence, and nobody has spoken of themselves since.
func (r *parser) aboutKnown() bool {
	if r.spoken {
		switch w := r.word(r.i); {
		case r.clauseStart(r.i) && r.speaksOfSelf(r.i):
			r.spoken = false
		case slices.Contains([]string{"but", "because", "cause", "since", "so"}, w) && slices.Contains([]string{"i", "we", "my"}, r.word(r.i+1)):
			r.spoken = false
		}
		return r.spoken
	}
	if r.clauseStart(r.i) && r.asksOfKnown() {
		r.spoken, r.not = true, negation{}
	}
	return r.spoken
}

// speaksOfSelf reports whether the clause from the i-th word on says what somebody wants or likes.
func (r *parser) speaksOfSelf(i int) bool {
	for clause := r.tokens[i].clause; i < len(r.tokens) && r.tokens[i].clause == clause; i++ {
		if w := r.word(i); w == "i" || w == "we" || w == "my" || w == "please" || slices.Contains(requestWords, w) && !slices.Contains(aboutFilms, w) {
			return true
		}
	}
	return false
}

// aboutFilms are those of requestWords that wish nothing by themselves, folded.
var aboutFilms = strings.Fields("about film movie movies set mostly mainly into fan interested favorite favourite")

// asksOfKnown reports whether the clause that begins here asks about a film that is spoken of: "is
// it from 2019?", "was that one in black and white?", "what year did it come out?", "is Dunkirk
// the one with …?".
func (r *parser) asksOfKnown() bool {
	i := r.i
	for i < len(r.tokens) && slices.Contains(interjections, r.word(i)) && r.tokens[i].clause == r.tokens[r.i].clause {
		i++
	}
	if slices.Contains(questionWords, r.word(i)) {
		return r.asksWhat(i)
	}
	if !slices.Contains(questionVerbs, r.word(i)) {
		return false
	}
	verb := i
	if i++; r.word(i) == "not" {
		i++
	}
	if n := r.known(i); n > 0 {
		return !slices.Contains(permissions, r.word(i+n)) && !r.is(i+n, "too", "much") && !r.is(i+n, "be", "possible") && !r.is(i+n, "be", "ok")
	}
	return r.sentenceStart(r.i) && r.word(verb) != "will" && r.word(verb) != "would" && r.titleAt(i)
}

// asksWhat reports whether the question word at i asks about a film that is spoken of: a verb and
// a pronoun for the film stand at most four words behind it. "What film is it where …" asks which
// film is meant.
func (r *parser) asksWhat(i int) bool {
	which := false
	for j := i + 1; j < min(i+6, len(r.tokens)) && r.tokens[j].clause == r.tokens[i].clause; j++ {
		which = which || r.headNoun(r.word(j))
		if !slices.Contains(questionVerbs, r.word(j)) || !slices.Contains(filmPronouns, r.word(j+1)) {
			continue
		}
		n := r.known(j + 1)
		return n > 0 && (r.endsClause(j+n) || !which && n == 1 && r.word(j+2) != "where" && r.word(j+2) != "called")
	}
	return false
}

// known returns how many words from the i-th on stand for a film that is spoken of; 0 for none.
func (r *parser) known(i int) int {
	w := r.word(i)
	if slices.Contains([]string{"that", "this", "the"}, w) && slices.Contains(knownNouns, r.word(i+1)) && r.tokens[i+1].clause == r.tokens[i].clause {
		return 2
	}
	if slices.Contains(filmPronouns, w) && r.tokens[i].clause == r.tokens[i-1].clause {
		return 1
	}
	return 0
}

// titleAt reports whether the title of a film stands at the i-th word, which is then the current
// one.
func (r *parser) titleAt(i int) bool {
	if i >= len(r.tokens) || r.tokens[i].sentence != r.tokens[r.i].sentence {
		return false
	}
	at, cue, weak := r.i, r.cue, r.weak
	r.i, r.cue, r.weak = i, likeCue, false
	if _, ok := r.quoted(); ok {
		return true
	}
	if m, ok := r.unquoted(); ok && !r.headNoun(r.word(r.i+m.n)) {
		return true
	}
	r.i, r.cue, r.weak = at, cue, weak
	return false
}

// seeing are the words of having seen a film, folded.
var seeing = strings.Fields("seen saw watched heard read")

// deniedOfKnown reports whether the "not" here is said of a film that is spoken of: "I have seen it
// but it isn't a comedy", and in a conversation "it was not scary".
func (r *parser) deniedOfKnown() bool {
	if slices.Contains([]string{"think", "find"}, r.word(r.i+1)) && slices.Contains([]string{"it", "that", "this"}, r.word(r.i+2)) && slices.Contains([]string{"is", "was"}, r.word(r.i+3)) {
		return r.Conversation || r.sawIt(r.i)
	}
	i := r.i - 1 // the verb
	if slices.Contains(questionVerbs, r.word(i)) {
		i--
	} else if i < 0 || !r.tokens[i].owner && r.word(i) != "its" {
		return false
	}
	if i < 0 || r.tokens[i].sentence != r.tokens[r.i].sentence || !slices.Contains([]string{"it", "its", "that", "this", "he", "she"}, r.word(i)) {
		return false
	}
	start := r.clauseStart(i) || slices.Contains([]string{"and", "but", "because", "though", "although", "think", "yeah", "yes", "no"}, r.word(i-1))
	return start && (r.Conversation || r.sawIt(i))
}

// sawIt reports whether the sentence says in front of the i-th word that somebody saw a film that
// is spoken of.
func (r *parser) sawIt(i int) bool {
	for j := i - 1; j > 0 && r.tokens[j].sentence == r.tokens[i].sentence; j-- {
		if slices.Contains(seeing, r.word(j-1)) && slices.Contains([]string{"it", "that", "this", "them", "of"}, r.word(j)) {
			return true
		}
	}
	return false
}

// lastSeen returns how many words from here on say what somebody saw last: "last movie was", "last
// action movie was"; 0 when they do not.
func (r *parser) lastSeen() int {
	if r.word(r.i) != "last" {
		return 0
	}
	for n := 1; n <= 3; n++ {
		if slices.Contains([]string{"movie", "film", "one", "flick", "movies", "films"}, r.word(r.i+n)) {
			if w := r.word(r.i + n + 1); w == "was" || w == "is" || w == "were" {
				return n + 2
			}
			return 0
		}
	}
	return 0
}

// readSeen takes what says how new or old a film is that is named or was seen, and reports
// whether that is there: "the new Lion King", "the last new movie I watched", "seen all the old
// ones", "a more recent version of it". A title may follow it then.
func (r *parser) readSeen() bool {
	for n := 2; n >= 1; n-- {
		phrase, ok := r.join(n)
		if w := r.lex.wishes[phrase]; !ok || w != recent && w != old {
			continue
		}
		if r.describesTitle(n) {
			r.i += n
			r.cue, r.weak = likeCue, false
			return true
		}
		if r.describesSeen(r.i + n) {
			r.i += n
			return true
		}
	}
	return false
}

// describesTitle reports whether the title of a film stands behind the next n words.
func (r *parser) describesTitle(n int) bool {
	next := r.i + n
	if next >= len(r.tokens) || r.tokens[next].clause != r.tokens[r.i].clause || !r.definite(r.i) && (r.cue != likeCue || !r.tokens[next].capital) {
		return false
	}
	at, cue, weak := r.i, r.cue, r.weak
	defer func() { r.i, r.cue, r.weak = at, cue, weak }()
	r.i, r.cue, r.weak = next, likeCue, false
	_, ok := r.unquoted()
	return ok
}

// describesSeen reports whether the words in front of the i-th describe a film that was seen.
func (r *parser) describesSeen(i int) bool {
	w := r.word(i)
	if i >= len(r.tokens) || r.tokens[i].clause != r.tokens[i-1].clause || w == "one" || w == "ones" {
		return r.definite(i-1) && r.seenBefore(i-1)
	}
	if w == "version" || w == "remake" {
		return r.word(i+1) == "of"
	}
	who, did := r.word(i+1), r.word(i+2)
	if did == "have" {
		did = r.word(i + 3)
	}
	return r.headNoun(w) && (who == "i" || who == "we") && slices.Contains(seeing, did)
}

// definite reports whether the i-th word stands behind "the" and the like, with at most one word
// between.
func (r *parser) definite(i int) bool {
	return slices.Contains([]string{"the", "that", "this", "those", "these", "all", "every"}, r.word(i-1)) || r.word(i-2) == "the"
}

// seenBefore reports whether the sentence speaks in front of the i-th word of what was seen.
func (r *parser) seenBefore(i int) bool {
	for j := i - 1; j >= 0 && r.tokens[j].sentence == r.tokens[i].sentence; j-- {
		if slices.Contains(seeing, r.word(j)) && r.word(j-1) != "not" || r.is(j, "catch", "up") {
			return true
		}
	}
	return false
}
