package prompt

import (
	"math"
	"slices"
	"strings"
)

// relation is how a number bounds what it is said of.
type relation uint8

const (
	noRelation relation = iota
	below               // less than the number
	atMost
	above
	atLeast
	near
)

// opposite returns the relation that holds where r does not.
func (r relation) opposite() relation {
	return map[relation]relation{below: atLeast, atMost: above, above: atMost, atLeast: below, near: near}[r]
}

// relations are the phrases in front of a number, folded. A negation in front turns them
// round: "no longer than" is at most.
var relations = map[relation][]string{
	below: {"under", "less than", "shorter than", "below", "fewer than", "lower than", "smaller than", "<", "just under", "well under", "worse than"},
	atMost: {"no more than", "not more than", "no longer than", "not longer than", "no greater than", "no higher than", "at most", "at the most", "max", "maximum",
		"maximum of", "max of", "a maximum of", "within", "up to", "<=", "only have", "have only", "have got", "have", "only got", "not exceeding",
		"limited to", "capped at"},
	above:   {"over", "more than", "longer than", "above", "exceeding", "exceeds", ">", "higher than", "greater than", "better than", "bigger than", "well over"},
	atLeast: {"no less than", "not less than", "no fewer than", "no shorter than", "no lower than", "at least", "at the least", "min", "minimum", "minimum of", "a minimum of", "min of", ">=", "starting at", "from"},
	near:    {"about", "around", "roughly", "approximately", "circa", "some", "nearly", "almost"},
}

// followers are the phrases behind a number that bound it.
var followers = map[relation][]string{
	atMost:  {"or less", "or shorter", "or under", "or fewer", "or lower", "or below", "max", "maximum", "tops", "at most", "at the most", "at maximum"},
	atLeast: {"or more", "or longer", "or higher", "or above", "or better", "or over", "at least", "minimum", "min", "plus", "and up", "and above", "and over", "upwards"},
}

// relationAt returns the relation that is said from the i-th word on by phrases of table, and
// how many words that takes; the longest phrase counts.
func (r *parser) relationAt(i int, table map[relation][]string) (is relation, n int) {
	for rel, phrases := range table {
		for _, p := range phrases {
			if m := strings.Count(p, " ") + 1; m > n && strings.HasPrefix(p, r.word(i)) && r.is(i, strings.Fields(p)...) {
				is, n = rel, m
			}
		}
	}
	return is, n
}

// following returns the relation that is said behind a number, from the i-th word on in its
// clause, and how many words that takes.
func (r *parser) following(i int) (relation, int) {
	if i < len(r.tokens) && r.tokens[i].clause != r.tokens[i-1].clause {
		return noRelation, 0
	}
	return r.relationAt(i, followers)
}

// quantity is what a number is said of.
type quantity uint8

const (
	noQuantity quantity = iota
	ofRuntime           // minutes
	ofVotes
	ofRating // from 0 to 10
)

// ratingWords are said in front of a rating, or behind it.
var ratingWords = []string{"rated", "rating", "ratings", "score", "scored", "scoring", "imdb", "stars", "rate", "star"}

// voteWords are said behind a number of votes.
var voteWords = []string{"votes", "vote", "ratings", "voters", "reviews"}

// readAmount takes a bound on running time, votes or rating, and reports whether there was one:
// "no longer than 1h45", "<100 min", "at least 10,000 votes", "rated above 7.5", "between 90 and
// 120 minutes", "100 minutes or less".
func (r *parser) readAmount() bool {
	i, before := r.i, noQuantity
	is, n := r.relationAt(i, relations)
	if n > 0 && slices.Contains(ratingWords, r.word(i+n)) { // minimum rating 7
		i += n
	}
	if slices.Contains(ratingWords, r.word(i)) && r.word(i+1) == "by" { // who wrote the music
		return false
	}
	i, before = r.ratingAt(i)
	turned := r.negated() && is != atMost && is != atLeast // "not long, max 80 min"
	if before == ofRating && (r.word(i) == "not" || r.word(i) == "no") {
		turned = !turned
		i++
	}
	if r.readBetween(i, before) {
		return true
	}
	if again, m := r.relationAt(i, relations); m > 0 {
		is, n = again, m
		i += m
	}
	for slices.Contains([]string{"a", "an", "the", "about"}, r.word(i)) && n > 0 && r.word(i+1) != "hundred" && !slices.Contains(hourWords, r.word(i+1)) {
		i++
	}
	what, value, m := r.valueAt(i, before, is != noRelation && is != near)
	if m == 0 {
		return false
	}
	i += m
	if behind, k := r.following(i); k > 0 {
		is, n = behind, k
		i += k
	}
	if what == ofRuntime && is == noRelation && value < leastNear { // "not even for one minute"
		return false
	}
	if what == ofRuntime && is == noRelation {
		if n := r.ofTheDay(i); n >= 0 {
			r.i = i + n
			return true
		}
	}
	if what == noQuantity {
		var k int
		if what, k = r.unitBehind(i, is, value); what == noQuantity {
			return false
		}
		i += k
	}
	if (what == ofVotes || what == ofRating) && is == noRelation {
		is = atLeast
	}
	i, is = r.boundBehind(i, is)
	if turned && (is != noRelation) {
		is = is.opposite()
	}
	r.bound(what, is, value)
	r.i = i
	r.bounded()
	return true
}

// ratingAt returns the place behind the words from the i-th on that say that a rating follows, and whether they do.
func (r *parser) ratingAt(i int) (int, quantity) {
	is := noQuantity
	for slices.Contains(ratingWords, r.word(i)) || is == ofRating && slices.Contains([]string{"of", "is", "on", "imdb", "a"}, r.word(i)) {
		is = ofRating
		i++
	}
	return i, is
}

// boundBehind returns the place behind what is said of an amount from the i-th word on, and how it bounds it.
func (r *parser) boundBehind(i int, is relation) (int, relation) {
	if behind, k := r.following(i); k > 0 {
		is = behind
		i += k
	}
	i = r.afterLength(i)
	if is == noRelation && r.is(i, "is", "too") { // "2 hours is too much"
		is = below
	}
	return i, is
}

// ofTheDay returns how many words from the i-th on belong to a length in front of them that is no film's, but of the
// story or of a day: "a twelve hour night shift"; -1 when it is a film's.
func (r *parser) ofTheDay(i int) int {
	switch {
	case slices.Contains(ofHours, r.word(i)):
		return 1
	case slices.Contains(ofHours, r.word(i+1)):
		return 2
	case r.passes():
		return 0
	}
	return -1
}

// passes reports whether a length of time here is one in a story that is told, and not a film's: "she has to get the
// money in twenty minutes".
func (r *parser) passes() bool {
	return slices.Contains([]string{"in", "for", "after", "within", "every", "another", "last", "first", "next"}, r.word(r.i-1)) &&
		slices.ContainsFunc(r.tokens, func(t token) bool { return slices.Contains(doers, t.word) }) &&
		!slices.ContainsFunc(r.tokens, func(t token) bool { return slices.Contains([]string{"i", "we", "me", "us"}, t.word) })
}

// ofHours are things other than films that take hours, folded: "a twelve hour night shift".
var ofHours = strings.Fields("shift shifts flight flights drive drives day days trip trips journey ride rides wait train bus workday week pieces chunks bits slots")

// doers are the pronouns of whom a story is told of, folded.
var doers = strings.Fields("he she him his her hers himself herself they their themselves who whose somebody someone")

// afterLength returns the place behind the words that may follow a length: "long", "in length", "of
// running time".
func (r *parser) afterLength(i int) int {
	for slices.Contains([]string{"long", "in", "of"}, r.word(i)) && (r.word(i) == "long" || r.word(i+1) == "length" || r.is(i+1, "running", "time")) {
		i++
	}
	return i
}

// valueAt returns the number at the i-th word, what it is said of as far as its unit tells, and
// how many words it has; 0 when there is none. bounded says whether a relation stands in front.
func (r *parser) valueAt(i int, before quantity, bounded bool) (what quantity, value float64, n int) {
	if minutes, n := r.minutesAt(i, bounded); n > 0 && before != ofRating {
		return ofRuntime, float64(minutes), n
	}
	value, n = r.numberAt(i)
	if n == 0 {
		return noQuantity, 0, 0
	}
	if before == ofRating && value <= 10 {
		if (r.word(i+n) == "of" && r.word(i+n+1) == "10") || (r.is(i+n, "out", "of") && (r.word(i+n+2) == "10" || r.word(i+n+2) == "ten")) {
			n += map[bool]int{true: 2, false: 3}[r.word(i+n) == "of"]
		}
		return ofRating, value, n
	}
	if before == ofRating {
		return noQuantity, 0, 0
	}
	return noQuantity, value, n
}

// unitBehind returns what a number without a unit is said of by the words behind it, and how
// many those are. A bare number from 40 to 300 behind a relation is minutes.
func (r *parser) unitBehind(i int, is relation, value float64) (quantity, int) {
	switch w := r.word(i); {
	case slices.Contains(voteWords, w) && value > 10:
		return ofVotes, 1
	case (w == "user" || w == "imdb") && slices.Contains(voteWords, r.word(i+1)) && value > 10:
		return ofVotes, 2
	case slices.Contains(ratingWords, w) && r.word(i+1) == "by": // "a score by"
		return noQuantity, 0
	case slices.Contains(ratingWords, w) && value <= 10:
		if r.is(i+1, "out", "of", "10") {
			return ofRating, 4
		}
		return ofRating, 1
	case r.is(i, "on", "imdb") && value <= 10:
		return ofRating, 2
	case r.is(i, "out", "of") && (r.word(i+2) == "10" || r.word(i+2) == "ten") && value <= 10:
		return ofRating, 3
	case w == "of" && r.word(i+1) == "10" && value <= 10:
		return ofRating, 2
	case value >= 4 && value < 10 && !r.childNear(i) && (is == atLeast && r.prompt[r.tokens[i-1].from] == '+' || is != noRelation && is != near && value != math.Trunc(value)):
		return ofRating, 0
	case is != noRelation && is != near && value >= 40 && value <= 300 && (i >= len(r.tokens) || r.tokens[i].clause != r.tokens[i-1].clause) && r.word(i-2) != "from" && !r.is(r.i, "have") && !r.ofPeople():
		return ofRuntime, 0
	}
	return noQuantity, 0
}

// ofPeople reports whether people are spoken of in the clause before the current word, or the one before it:
// a bare number behind them is their age.
func (r *parser) ofPeople() bool {
	for j := r.i - 1; j >= 0 && r.tokens[j].clause+1 >= r.tokens[r.i].clause; j-- {
		if slices.Contains([]string{"people", "person", "man", "men", "woman", "women", "couple", "couples", "adults", "parents", "lovers", "older"}, r.word(j)) {
			return true
		}
	}
	return false
}

// readBetween takes "between 90 and 120 minutes", "90-100 minutes" and the like from the i-th
// word on, and reports whether it is there.
func (r *parser) readBetween(i int, before quantity) bool {
	if r.word(i) == "between" || r.word(i) == "from" {
		i++
	}
	_, low, n := r.valueAt(i, before, true)
	if n == 0 {
		return false
	}
	i += n
	switch {
	case r.word(i) == "and" && r.word(i-n-1) == "between", r.word(i) == "to":
		i++
	case i < len(r.tokens) && r.tokens[i].dashed:
	default:
		return false
	}
	what, high, n := r.valueAt(i, before, true)
	if n == 0 || high < low {
		return false
	}
	i += n
	if what == noQuantity {
		if what, n = r.unitBehind(i, noRelation, high); what == noQuantity {
			return false
		}
		i += n
	}
	if what == ofRuntime && low < 24 && high >= 40 { // between one and two hours
		low *= 60
	}
	r.bound(what, atLeast, low)
	r.bound(what, atMost, high)
	for r.word(i) == "long" {
		i++
	}
	r.i = i
	r.bounded()
	return true
}

// leastNear is how long a film is at least whose running time is named without a bound, in minutes.
const leastNear = 20

// nearMinutes is how far a running time may be from one that is named without a bound.
const nearMinutes = 15

// bound narrows what the number is said of.
func (r *parser) bound(what quantity, is relation, value float64) {
	switch what {
	case ofRuntime:
		minutes := int(value)
		switch is {
		case below:
			r.runtime.intersect(until(minutes - 1))
		case atMost:
			r.runtime.intersect(until(minutes))
		case above:
			r.runtime.intersect(since(minutes + 1))
		case atLeast:
			r.runtime.intersect(since(minutes))
		default:
			r.runtime.intersect(span(minutes-nearMinutes, minutes+nearMinutes))
		}
	case ofVotes:
		r.Request.Votes = r.Request.Votes.narrowed(is, value)
	case ofRating:
		r.Request.Rating = r.Request.Rating.narrowed(is, value)
	}
}
