package taste

import (
	"slices"
	"strconv"
	"strings"
)

// decadeWords maps decades in words to their first year.
var decadeWords = map[string]int{
	"twenties": 1920, "thirties": 1930, "forties": 1940, "fifties": 1950, "sixties": 1960, "seventies": 1970,
	"eighties": 1980, "nineties": 1990, "noughties": 2000, "aughts": 2000,
}

// numberWords maps numbers in words to their values, as lengths of films use them.
var numberWords = map[string]int{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "an": 1, "a": 1, "ninety": 90, "hundred": 100, "sixty": 60, "eighty": 80,
}

// parseDecade returns the first year of a decade that is written 90s, 1990s or nineties, and
// whether it is one. Two digits from 30 on are of the 20th century, those below of the 21st.
func parseDecade(w string) (int, bool) {
	if d, ok := decadeWords[w]; ok {
		return d, true
	}
	digits, ok := strings.CutSuffix(w, "s")
	n, err := strconv.Atoi(digits)
	if !ok || err != nil || n%10 != 0 {
		return 0, false
	}
	switch {
	case len(digits) == 4 && n >= 1870 && n <= 2090:
		return n, true
	case len(digits) == 2 && n >= 30:
		return 1900 + n, true
	case len(digits) == 2:
		return 2000 + n, true
	}
	return 0, false
}

// parseYear returns a year of the cinema, 1870 to 2099, in four digits, and whether w is one.
func parseYear(w string) (int, bool) {
	n, err := strconv.Atoi(w)
	return n, err == nil && len(w) == 4 && n >= 1870 && n <= 2099
}

// readYears takes years and decades, and reports whether there were any: 90s, the early
// seventies, after 2010, between 1960 and 1975, 1999. Early, mid and late are four years
// each, from the first, fourth and seventh year of the decade.
func (r *promptReader) readYears() bool {
	if r.readCentury() {
		return true
	}
	w := r.at(0)
	if d, ok := parseDecade(w); ok {
		return r.when(d, d+9, 1)
	}
	if part := w; part == "early" || part == "mid" || part == "late" {
		skip := 1
		if r.at(1) == "the" {
			skip++
		}
		if d, ok := parseDecade(r.at(skip)); ok {
			from := d + map[string]int{"early": 0, "mid": 3, "late": 6}[part]
			return r.when(from, from+3, skip+1)
		}
	}
	y, ok := parseYear(w)
	if !ok {
		return false
	}
	joined := r.i+1 < len(r.tokens) && r.tokens[r.i+1].dashed
	link := r.at(1)
	ranged := link == "to" || link == "until" || link == "till" || link == "through" || link == "and" && (r.at(-1) == "between" || r.at(-2) == "between")
	if to, ok := parseYear(r.at(2)); ok && ranged {
		return r.when(min(y, to), max(y, to), 3)
	}
	if to, ok := parseYear(link); ok && joined {
		return r.when(min(y, to), max(y, to), 2)
	}
	return r.when(y, y, 1)
}

// readCentury takes "21st century", "this century", "20th century" or "last century", and
// reports whether one is there. Centuries begin with 1900 and 2000.
func (r *promptReader) readCentury() bool {
	if r.at(1) != "century" {
		return false
	}
	switch r.at(0) {
	case "21st", "this":
		return r.when(2000, 2099, 2)
	case "20th", "last":
		return r.when(1900, 1999, 2)
	}
	return false
}

// when takes n words that name the years from one to another and notes them as the word
// before says: after, since, before, until, or those years themselves. It returns true.
func (r *promptReader) when(from, to, n int) bool {
	before := r.at(-1)
	if before == "the" || before == "year" {
		if before = r.at(-2); before == "the" {
			before = r.at(-3)
		}
	}
	r.i += n
	s := span(from, to)
	switch before {
	case "after", "post", "beyond":
		s = since(to + 1)
	case "since", "from":
		if before == "since" || r.at(0) == "on" || r.at(0) == "onwards" || r.at(0) == "onward" {
			s = since(from)
		}
	case "before", "pre":
		s = until(from - 1)
	case "until", "till":
		s = until(to)
	}
	switch {
	case r.negated:
		r.notYears = append(r.notYears, s)
	case s.From == nil || s.To == nil:
		r.bounds.intersect(s)
	default:
		r.years = append(r.years, s)
	}
	return true
}

// atMost are the folded phrases before the greatest length.
var atMost = []string{"under", "less than", "shorter than", "below", "at most", "max", "maximum", "no longer than", "no more than", "not longer than",
	"not more than", "within", "up to", "not over"}

// atLeast are the folded phrases before the least length.
var atLeast = []string{"over", "more than", "longer than", "at least", "above", "min", "minimum", "no less than", "not under"}

// readLength takes a length of a film and reports whether there was one: under two hours, at
// least 150 minutes, a 90 minute film. A length without a bound allows 15 minutes more or
// less. A negation turns a bound round.
func (r *promptReader) readLength() bool {
	limit := func(phrases []string) int {
		for _, p := range phrases {
			n := strings.Count(p, " ") + 1
			if said, ok := r.join(n); ok && said == p {
				return n
			}
		}
		return 0
	}
	most, least := limit(atMost), limit(atLeast)
	minutes, n := r.minutesAt(r.i + max(most, least))
	if n == 0 {
		return false
	}
	s := span(minutes-15, minutes+15)
	negated := r.negated
	switch {
	case most > 0 && most >= least:
		if s = until(minutes); negated {
			s = since(minutes)
		}
	case least > 0:
		if s = since(minutes); negated {
			s = until(minutes)
		}
	}
	r.i += max(most, least) + n
	r.runtime.intersect(s)
	return true
}

// minutesAt returns a length in minutes that starts at the i-th word, and how many words it
// has; 0 words when none starts there. It reads "two hours", "1.5 hours", "an hour and a
// half" and "90 minutes", and takes nothing.
func (r *promptReader) minutesAt(i int) (minutes, n int) {
	word := func(j int) string {
		if j < len(r.tokens) {
			return r.tokens[j].word
		}
		return ""
	}
	number := func(w string) (int, bool) {
		if v, ok := numberWords[w]; ok {
			return v, true
		}
		v, err := strconv.Atoi(w)
		return v, err == nil && v > 0 && v < 1000
	}
	v, ok := number(word(i))
	if !ok {
		return 0, 0
	}
	half := func(j int) bool { return word(j) == "and" && word(j+1) == "a" && word(j+2) == "half" }
	isHour := func(w string) bool { return slices.Contains([]string{"hour", "hours", "hr", "hrs", "h"}, w) }
	isMinute := func(w string) bool { return slices.Contains([]string{"minute", "minutes", "min", "mins"}, w) }
	switch {
	case isMinute(word(i + 1)):
		return v, 2
	case isHour(word(i+1)) && v < 24 && half(i+2):
		return 60*v + 30, 5
	case isHour(word(i+1)) && v < 24:
		return 60 * v, 2
	case v < 24 && half(i+1) && isHour(word(i+4)):
		return 60*v + 30, 5
	case v < 24 && word(i+1) == "5" && isHour(word(i+2)): // 1.5 hours
		return 60*v + 30, 3
	}
	return 0, 0
}
