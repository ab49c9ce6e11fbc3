package taste

import (
	"slices"
	"strconv"
	"strings"
)

var decadeWords = map[string]int{
	"twenties": 1920, "thirties": 1930, "forties": 1940, "fifties": 1950, "sixties": 1960, "seventies": 1970,
	"eighties": 1980, "nineties": 1990, "noughties": 2000, "aughts": 2000,
}

var numberWords = map[string]int{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "an": 1, "a": 1, "ninety": 90, "hundred": 100, "sixty": 60, "eighty": 80,
}

// parseDecade reads 90s, 1990s or nineties and returns the decade's first year.
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

// parseYear reads a year of the cinema, 1870 to 2099, in four digits.
func parseYear(w string) (int, bool) {
	n, err := strconv.Atoi(w)
	return n, err == nil && len(w) == 4 && n >= 1870 && n <= 2099
}

// readYears takes decades and years: 90s, the early seventies, after 2010,
// between 1960 and 1975, 1999.
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

// readCentury takes "21st century", "last century" and the like.
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

// when notes the years from one to another, n words long, as the word before
// them says.
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

var atMost = []string{"under", "less than", "shorter than", "below", "at most", "max", "maximum", "no longer than", "no more than", "not longer than",
	"not more than", "within", "up to", "not over"}

var atLeast = []string{"over", "more than", "longer than", "at least", "above", "min", "minimum", "no less than", "not under"}

// readLength takes a length: under two hours, at least 150 minutes, a 90 minute
// film.
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

// minutesAt reads a length at a word: two hours, 1.5 hours, an hour and a half,
// 90 minutes; and how many words it has.
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
