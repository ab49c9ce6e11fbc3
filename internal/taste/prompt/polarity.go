package prompt

import (
	"slices"
	"strings"
)

// negation is how far what is said is not wanted.
type negation struct {
	on    bool
	bare  bool // begun by "not" alone, which ends at "and" before a mood
	items int  // what was noted under it
	one   bool // it is about the next thing alone
	loose bool // "but" does not end it: anything but
}

// negators are the phrases that begin a negation, folded. The longest that stands somewhere
// counts. Contractions are two words here: "don't" is do not.
var negators = []string{
	"no", "not", "without", "nothing", "never", "none of", "except", "except for", "except from", "avoid", "avoiding", "hate", "hates", "hated", "dislike", "dislikes", "disliked", "detest",
	"loathe", "despise", "non", "minus", "excluding", "exclude", "neither", "nor", "instead of", "rather than", "other than", "besides", "apart from", "aside from",
	"anything but", "everything but", "all but", "can not stand", "can not bear", "could not stand", "tired of", "sick of", "bored of", "bored with", "bored by", "fed up with", "had enough of", "enough of", "am over", "over with",
	"free of", "free from", "lacking", "lacks", "skip", "leave out", "left out", "could do without", "can do without", "stay away from", "steer clear of", "unlike", "nothing like", "not like",
	"rather not", "not another", "no more", "not a fan of", "not a big fan of", "not a huge fan of", "not into", "not in the mood for", "spare me", "devoid of", "omit", "omitting", "less", "outside of",
	"not care for", "not want", "not enjoy", "cannot stand", "not interested in", "never liked", "not too", "not so", "not very", "not necessarily set",
}

// indifferent are the phrases that say that something is of no matter, or that only look like a
// negation, folded: what follows in the clause is neither wanted nor ruled out.
var indifferent = []string{
	"not mind", "not care about", "not care if", "not care what", "not care which", "not matter", "no matter", "not have to", "not need to", "not necessarily", "not picky", "not be picky", "no preference", "not sure",
	"not know", "no idea", "not seen", "not watched", "never seen", "never watched", "never heard", "not heard", "not yet", "why not", "or not", "not bad", "no problem", "no worries",
	"not remember", "not think of", "not decide", "not watch a lot", "not watch many", "not watch much", "not see many", "not see a lot", "not wait", "no longer have", "not go wrong", "not find", "not get to",
	"not see it", "never knew", "never saw", "not stop", "not heard of", "not been", "not able", "not as far", "not sure if", "not that i", "is fine", "are fine",
}

// inclusive are the phrases with "not" that rule nothing out.
var inclusive = []string{"not only", "not just", "not merely", "not simply", "not to mention", "not enough of", "not get enough of", "can not get enough of", "never seen anything like", "not seen anything like"}

// phraseAt returns how many words the longest of some phrases has that stands at the i-th
// word; 0 when none does.
func (r *parser) phraseAt(i int, phrases []string) (n int) {
	for _, p := range phrases {
		if m := strings.Count(p, " ") + 1; m > n && strings.HasPrefix(p, r.word(i)) && r.is(i, strings.Fields(p)...) {
			n = m
		}
	}
	return n
}

// negated reports whether what is read here is ruled out.
func (r *parser) negated() bool { return r.not.on }

// bounded ends a negation that was about a bound of years or an amount.
func (r *parser) bounded() { r.not = negation{} }

// ruledOut notes that something was read under the negation, if there is one, and ends it when
// it was about one thing.
func (r *parser) ruledOut() {
	if !r.not.on {
		return
	}
	if r.not.items++; r.not.one {
		r.not = negation{}
	}
}

// readNegation takes a phrase that begins or ends a negation, or says that something is of no
// matter, and reports whether there was one.
func (r *parser) readNegation() bool {
	if n := r.phraseAt(r.i, inclusive); n > 0 {
		r.i += n
		r.not = negation{}
		if w := r.word(r.i - 1); w != "like" && w != "of" && !r.clauseHas("but") {
			r.idle = true
		} else if r.word(r.i-1) == "like" {
			r.cue = likeCue
		}
		return true
	}
	if n := r.phraseAt(r.i, indifferent); n > 0 {
		r.i += n
		r.idle = true
		return true
	}
	w := r.word(r.i)
	n := r.phraseAt(r.i, negators)
	switch {
	case w == "no" && (r.endsClause(r.i) || r.is(r.i+1, "i") || r.is(r.i+1, "thanks") || r.is(r.i+1, "thank")):
		r.i++ // an answer
		return true
	case w == "less" && n == 1:
		if r.lex.moods[r.word(r.i+1)] == nil {
			return false
		}
		r.not = negation{on: true, one: true}
	case w == "skip" && r.i > 0 && r.word(r.i-1) == "not", w == "over" && n == 1:
		return false
	case w == "not" && r.deniedOfKnown():
		r.spoken = true
		return true
	case n > 0:
		first := r.tokens[r.i+n-1].word
		r.not = negation{on: true, bare: w == "not" || w == "non", one: w == "non" || r.is(r.i, "not", "too") || r.is(r.i, "not", "so") || r.is(r.i, "not", "very"), loose: r.is(r.i, "anything", "but") || r.is(r.i, "everything", "but")}
		r.dislike = slices.Contains([]string{"hate", "hates", "hated", "dislike", "dislikes", "disliked", "stand", "like", "of", "enjoy", "for", "unlike", "than", "except", "liked", "detest", "loathe", "not", "but"}, first)
		r.cue = noCue
		if r.dislike {
			r.cue = likeCue
		}
	case (w == "but" || w == "however" || w == "though" || w == "although" || w == "yet") && !(r.i > 0 && slices.Contains([]string{"anything", "everything", "all"}, r.word(r.i-1))):
		r.not, r.idle = negation{}, false
		r.i++
		return true
	case (w == "just" || w == "only" || w == "give" || w == "prefer" || w == "please" || w == "instead") && r.not.items > 0:
		r.not = negation{}
		r.i++
		return true
	default:
		return false
	}
	r.i += n
	if r.not.on && n > 0 {
		for slices.Contains([]string{"a", "an", "the", "any", "that", "too", "so", "very", "really", "all"}, r.word(r.i)) && !r.tokens[r.i].capital {
			r.i++
		}
	} else if w == "less" {
		r.i++
	}
	return true
}

// endsClause reports whether the i-th word is the last of its clause.
func (r *parser) endsClause(i int) bool {
	return i+1 >= len(r.tokens) || r.tokens[i+1].clause != r.tokens[i].clause
}

// clauseHas reports whether a word stands in the rest of the clause or the next one.
func (r *parser) clauseHas(w string) bool {
	for i := r.i; i < len(r.tokens) && r.tokens[i].clause <= r.tokens[min(r.i, len(r.tokens)-1)].clause+1; i++ {
		if r.tokens[i].word == w {
			return true
		}
	}
	return false
}

// positiveStarts begin, behind what was ruled out, something that is wanted again: "no musicals
// from the 90s".
var positiveStarts = []string{"from", "set", "starring", "by", "directed", "under", "over", "before", "after", "since", "rated", "with", "about", "made", "featuring", "that", "which", "in", "between",
	"up", "at", "newer", "older", "released", "shorter", "longer", "i", "we", "you", "something"}

// scope ends a negation, or that something is of no matter, at the end of its clause, unless a
// list of what is not wanted goes on there, and where something else begins.
func (r *parser) scope() {
	if r.i == 0 {
		return
	}
	t, last := r.tokens[r.i], r.tokens[r.i-1]
	if t.sentence != last.sentence {
		r.not, r.idle, r.spoken, r.dislike, r.cue, r.lastTitle = negation{}, false, false, false, noCue, 0
		r.chat = r.conversational()
		return
	}
	if t.clause != last.clause {
		r.idle = false
		if r.not.on && !(r.not.items > 0 && r.listGoesOn()) && r.not.items > 0 {
			r.not = negation{}
		} else if r.not.on && r.not.items == 0 && !r.listGoesOn() {
			r.not = negation{}
		}
	}
	if !r.not.on {
		return
	}
	switch w := t.word; {
	case r.not.items > 0 && slices.Contains(positiveStarts, w):
		r.not = negation{}
	case r.not.items > 0 && r.not.bare && w == "and" && (r.lex.moods[r.word(r.i+1)] != nil || r.lex.wishes[r.word(r.i+1)] != noWish):
		r.not = negation{}
	}
}

// listGoesOn reports whether the clauses from here on have at most four words each up to an
// "or" or "nor", as in "no horror, gore or ghosts".
func (r *parser) listGoesOn() bool {
	for i, start := r.i, r.i; i < len(r.tokens); i++ {
		if r.tokens[i].clause != r.tokens[max(start, i-1)].clause {
			start = i
		}
		if i-start > 3 || r.tokens[i].sentence != r.tokens[r.i].sentence {
			return false
		}
		switch r.tokens[i].word {
		case "or", "nor":
			return true
		case "but", "no", "not", "with", "and", "nothing", "without", "from", "under", "set", "starring", "give", "less", "more", "over", "rated", "at", "newer", "older", "before", "after", "like", "i", "max":
			return false
		}
		if w := r.tokens[i].word; w[0] >= '0' && w[0] <= '9' {
			return false
		}
	}
	return false
}
