package prompt

import (
	"slices"
	"strings"
)

// verdictStarts begin, behind a title, what somebody says of the film, folded.
var verdictStarts = strings.Fields("is was are were rocks rocked sucks sucked blew kept made makes bored scared changed moved terrified disappointed meets never has had felt remains holds looked seems seemed")

// praise and blame are words by which people judge films, folded.
var (
	praise = strings.Fields(`great good awesome amazing fantastic brilliant excellent perfect lovely wonderful favorite favourite favorites favourites best beautiful fun funny charming superb incredible
		masterpiece classic classics moving scary terrifying cool nice pleasure enjoyable interesting solid outstanding stunning gem hilarious cute love loved like liked rocks rocked blew fine kind`)
	blame = strings.Fields(`bad boring terrible awful worst horrible overrated stupid dumb disappointing disappointment garbage trash rubbish dull bored sucks sucked lame weak disappointed mess crap
		hate hated poor ridiculous unwatchable meh waste tedious pointless dislike disliked pretentious confusing throw puke vomit asleep cringe unfunny`)
)

// judged reports whether something is said, from the i-th word on, of the title in front of it.
func (r *parser) judged(i int) bool {
	return i < len(r.tokens) && slices.Contains(verdictStarts, r.word(i)) && (i == 0 || r.tokens[i].clause == r.tokens[i-1].clause) || r.is(i, "not", "so", "much") || r.is(i, "not", "really")
}

// judgement takes what is said of the title that was read, to the end of the clause, to "but" or to what there
// is too much of, and reports whether anything is, and whether it is bad. Behind a word of finding or thinking
// an adjective is enough: "I found Inception boring".
func (r *parser) judgement() (judged, bad bool) {
	start := r.i
	if start >= len(r.tokens) {
		return false, false
	}
	opinion := start > 0 && (r.before("found", "thought", "think", "consider", "find")) && r.tokens[start].clause == r.tokens[start-1].clause
	next := r.tokens[start].clause == r.tokens[start-1].clause
	if !opinion && !(next && r.judged(start)) && !r.is(start, "not", "so", "much") {
		return false, false
	}
	if r.is(start, "not", "so", "much") || r.is(start, "not", "really") {
		r.i += 3
		return true, true
	}
	if r.word(start) == "meets" {
		r.i++
		r.cue = likeCue
		return false, false
	}
	not, good, ill := false, false, false
	i := start
	for ; i < len(r.tokens) && r.tokens[i].clause == r.tokens[start].clause; i++ {
		w := r.word(i)
		if w == "but" || i > start && (w == "so" && (r.word(i+1) == "i" || r.word(i+1) == "find" || r.word(i+1) == "something") || w == "too" && r.tooMuch(i)) {
			break
		}
		switch {
		case w == "not" || w == "never" || w == "no":
			not = true
		case slices.Contains(blame, w):
			ill = true
		case slices.Contains(praise, w):
			good = true
		}
	}
	r.i = i
	bad = ill && !not || good && not && !ill
	return true, bad
}

// before reports whether one of some words stands in the clause in front of the title that was
// read last.
func (r *parser) before(words ...string) bool {
	for i := r.i - 1; i >= 0 && r.tokens[i].sentence == r.tokens[r.i-1].sentence; i-- {
		if slices.Contains(words, r.word(i)) {
			return true
		}
	}
	return false
}
