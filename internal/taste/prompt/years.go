package prompt

import (
	"slices"
	"strings"
)

// timing is how a year or decade bounds the years of a film.
type timing uint8

const (
	during timing = iota
	sinceYears
	afterYears
	untilYears
	beforeYears
)

// opposite returns the timing of all other years, except of during.
func (t timing) opposite() timing {
	return map[timing]timing{during: during, sinceYears: beforeYears, afterYears: untilYears, untilYears: afterYears, beforeYears: sinceYears}[t]
}

// timings are the phrases in front of a year, folded. A negation in front turns them round:
// "no older than 2010" is since.
var timings = map[timing][]string{
	afterYears:  {"after", "from after", "made after", "released after", "newer than", "more recent than", "later than", "post", "beyond", "past", "younger than"},
	sinceYears:  {"since", "from at least", "at least from", "at least", "starting in", "starting from", "as of", "from the start of"},
	beforeYears: {"before", "from before", "made before", "released before", "older than", "earlier than", "pre", "prior to"},
	untilYears:  {"until", "till", "up to", "up until", "by", "at the latest", "latest"},
	during:      {"from", "in", "of", "during", "made in", "released in", "out in"},
}

// timingFollowers are the phrases behind a year that bound it.
var timingFollowers = map[timing][]string{
	sinceYears: {"onwards", "onward", "on", "or later", "or newer", "or after", "and later", "and newer", "and after", "or more", "or more recent", "upwards", "and up", "to now", "to today",
		"to the present", "until now", "until today"},
	untilYears: {"or earlier", "or older", "or before", "and earlier", "and older", "and before", "at the latest"},
}

// readYears takes years and decades, and reports whether there were any: 90s, the early
// seventies, newer than 2010, between 1960 and 1975, the last five years, 1999, no older than
// 2000. Early, mid and late are four years each, from the first, fourth and seventh year.
func (r *parser) readYears() bool {
	if r.readLastYears() || r.readYearsOld() || r.readCentury() || r.readEventYear() {
		return true
	}
	if r.word(r.i) == "between" {
		if a, n, ok := r.yearsAt(r.i + 1); ok {
			if b, m, ok := r.yearsAt(r.i + n + 2); ok && r.word(r.i+n+1) == "and" {
				return r.when(span(min(*a.From, *b.From), max(*a.To, *b.To)), during, n+m+2)
			}
		}
	}
	how, n := during, 0
	for t, phrases := range timings {
		for _, p := range phrases {
			if m := strings.Count(p, " ") + 1; m > n && strings.HasPrefix(p, r.word(r.i)) && r.is(r.i, strings.Fields(p)...) {
				how, n = t, m
			}
		}
	}
	for slices.Contains([]string{"the", "year", "a", "around", "about", "roughly", "circa"}, r.word(r.i+n)) && n > 0 {
		n++
	}
	s, m, ok := r.yearsAt(r.i + n)
	if !ok {
		return false
	}
	next := r.i + n + m
	if how == during && (slices.Contains([]string{"to", "until", "till", "through"}, r.word(next)) || next < len(r.tokens) && r.tokens[next].dashed) {
		skip := 1
		if r.tokens[next].dashed {
			skip = 0
		}
		for r.word(next+skip) == "the" {
			skip++
		}
		if b, k, ok := r.yearsAt(next + skip); ok {
			return r.when(span(min(*s.From, *b.From), max(*s.To, *b.To)), during, n+m+skip+k)
		}
	}
	if how == during {
		for t, phrases := range timingFollowers {
			for _, p := range phrases {
				if r.is(next, strings.Fields(p)...) && (p != "on" || r.goesOnFrom(next)) {
					return r.when(s, t, n+m+strings.Count(p, " ")+1)
				}
			}
		}
	}
	return r.when(s, how, n+m)
}

// goesOnFrom reports whether "on", the i-th word, ends "from the 70s on" and begins nothing: "from the 70s, on a train".
func (r *parser) goesOnFrom(i int) bool {
	return r.word(r.i) == "from" && !r.clauseStart(i) && !slices.Contains([]string{"a", "an", "the"}, r.word(i+1))
}

// yearsAt returns the years that the i-th word and those behind it name, and how many words
// that takes: 1999, 90s, early 2000s, mid the sixties.
func (r *parser) yearsAt(i int) (s Span, n int, ok bool) {
	w := r.word(i)
	if y, ok := parseYear(w); ok && !(i+1 < len(r.tokens) && slices.Contains(voteWords, r.word(i+1))) {
		if y > r.ix.Newest+5 && r.ix.Newest > 0 {
			return Span{}, 0, false
		}
		return span(y, y), 1, true
	}
	if w == "the" {
		s, n, ok = r.yearsAt(i + 1)
		return s, n + 1, ok
	}
	if d, ok := parseDecade(w); ok {
		return span(d, d+9), 1, true
	}
	part, known := map[string]int{"early": 0, "mid": 3, "middle": 3, "late": 6}[w]
	if !known {
		return Span{}, 0, false
	}
	skip := 1
	for r.word(i+skip) == "the" || r.word(i+skip) == "to" && r.word(i+skip+1) == "late" {
		skip++
	}
	d, ok := parseDecade(r.word(i + skip))
	return span(d+part, d+part+3), skip + 1, ok
}

// happened are the words behind which a time is when something happened to who writes, folded.
var happened = strings.Fields("away died dead passed lost married divorced broke split moved born started quit retired graduated turned met happened left ended")

// toldOfPast reports whether something that happened to somebody is told right in front.
func (r *parser) toldOfPast() bool {
	if slices.Contains(happened, r.word(r.i-1)) || slices.Contains(happened, r.word(r.i-2)) {
		return true
	}
	for i := r.i - 1; i > 0 && r.tokens[i].clause == r.tokens[r.i-1].clause; i-- {
		if slices.Contains(happened, r.word(i)) && slices.Contains([]string{"i", "we"}, r.word(i-1)) { // "I lost my brother last year"
			return true
		}
	}
	return false
}

// readLastYears takes "the last five years", "past decade", "last year", "this year", counted
// from the library's newest year and with it, and reports whether it is there.
func (r *parser) readLastYears() bool {
	i := r.i
	for slices.Contains([]string{"from", "in", "of", "within", "over", "during", "the", "made"}, r.word(i)) {
		i++
	}
	newest := r.ix.Newest
	w := r.word(i)
	if w != "last" && w != "past" && w != "this" && w != "previous" {
		return false
	}
	switch r.word(i + 1) {
	case "year":
		if i == r.i && r.toldOfPast() { // "she died last year"
			return false
		}
		if w == "this" {
			return r.when(span(newest, newest), during, i+2-r.i)
		}
		return r.when(span(newest-1, newest-1), during, i+2-r.i)
	case "decade":
		if w == "this" {
			return r.when(since(newest/10*10), during, i+2-r.i)
		}
		return r.when(since(newest-9), during, i+2-r.i)
	}
	n := 1
	if r.word(i+n) == "couple" || r.word(i+n) == "few" {
		value := int(numberWords[r.word(i+n)])
		n++
		if r.word(i+n) == "of" {
			n++
		}
		if slices.Contains([]string{"year", "years", "yrs"}, r.word(i+n)) {
			return r.when(since(newest-value+1), during, i+n+1-r.i)
		}
		return false
	}
	value, m := r.numberAt(i + n)
	if m == 0 || w == "this" {
		return false
	}
	switch r.word(i + n + m) {
	case "year", "years", "yrs":
	case "decade", "decades":
		value *= 10
	default:
		return false
	}
	return r.when(since(newest-int(value)+1), during, i+n+m+1-r.i)
}

// yearsOld are the phrases in front of an age of films in years, folded.
var yearsOld = map[timing][]string{
	beforeYears: {"older than", "more than", "over", "at least"},
	sinceYears:  {"newer than", "younger than", "more recent than", "less than", "under", "at most", "no more than", "not more than", "no older than", "not older than", "within", "up to"},
}

// readEventYear takes a year that is part of the name of an event, and no year of a film, and reports whether
// there was one: "the 2008 financial crisis". It had no effect.
func (r *parser) readEventYear() bool {
	s, n, ok := r.yearsAt(r.i)
	i := r.i + n
	if !ok || *s.From != *s.To || r.word(i-2) != "the" || i >= len(r.tokens) || r.tokens[i].clause != r.tokens[i-1].clause {
		return false
	}
	if next := r.word(i); r.lex.fillers[next] || r.headNoun(next) || r.lex.says(next) {
		return false
	}
	r.noteWord(&r.Request.Ignored, r.word(i-1))
	r.i = i
	return true
}

// readYearsOld takes how many years old films may be, counted from the library's newest year: "not
// older than 10 years", "less than 5 years old". It reports whether that is there. Without a word
// of age only "older", "newer" and the like are of films.
func (r *parser) readYearsOld() bool {
	how, n := during, 0
	for t, phrases := range yearsOld {
		if m := r.phraseAt(r.i, phrases); m > n {
			how, n = t, m
		}
	}
	if n == 0 {
		return false
	}
	aged := slices.Contains([]string{"older", "newer", "younger", "recent"}, r.word(r.i+n-2))
	value, m := r.numberAt(r.i + n)
	if m == 0 || value > 150 {
		return false
	}
	n += m
	switch r.word(r.i + n) {
	case "year", "years", "yrs":
	case "decade", "decades":
		value *= 10
	default:
		return false
	}
	n++
	if w := r.word(r.i + n); w == "old" || w == "ago" {
		n++
	} else if !aged {
		return false
	}
	year := r.ix.Newest - int(value)
	return r.when(span(year, year), how, n)
}

// readCentury takes "21st century", "this century", "20th century" or "last century", and
// reports whether one is there. Centuries begin with 1901 and 2001.
func (r *parser) readCentury() bool {
	i := r.i
	for slices.Contains([]string{"from", "in", "of", "the"}, r.word(i)) {
		i++
	}
	n := 1
	if r.is(i, "twenty", "first") {
		n = 2
	}
	if r.word(i+n) != "century" {
		return false
	}
	switch r.word(i) {
	case "21st", "this", "twenty":
		return r.when(since(2001), during, i+n+1-r.i)
	case "20th", "last", "twentieth":
		return r.when(span(1901, 2000), during, i+n+1-r.i)
	}
	return false
}

// when takes n words that name years, which bound the years of a film as how says, or under a
// negation the other way round. It returns true.
func (r *parser) when(s Span, how timing, n int) bool {
	negated := r.negated()
	if negated {
		how = how.opposite()
	}
	switch how {
	case afterYears:
		s = since(*s.To + 1)
	case sinceYears:
		s = since(*s.From)
	case beforeYears:
		s = until(*s.From - 1)
	case untilYears:
		s = until(*s.To)
	}
	r.i += n
	switch {
	case how == during && negated:
		r.notYears = append(r.notYears, s)
	case s.From == nil || s.To == nil:
		r.bounds.intersect(s)
	default:
		r.years = append(r.years, s)
	}
	if _, _, more := r.yearsAt(r.i + 1); negated && more && r.joins(r.i) { // "nothing from the fifties or sixties"
		return true
	}
	r.bounded()
	return true
}
