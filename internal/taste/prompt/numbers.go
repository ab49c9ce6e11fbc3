package prompt

import (
	"slices"
	"strconv"
	"strings"
)

// numberWords are numbers in words. "A" and "an" count only before a unit.
var numberWords = map[string]float64{
	"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
	"thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40,
	"fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "half": 0.5, "couple": 2, "few": 3,
}

// magnitudes are what multiplies the number in front.
var magnitudes = map[string]float64{"hundred": 100, "thousand": 1000, "k": 1000, "million": 1e6, "m": 1e6, "mio": 1e6}

// numberAt returns the number that starts at the i-th word, in digits or words, and how many
// words it has; 0 words when there is none. It reads "10,000", "7.5", "50k", "30 thousand",
// "a hundred", "forty five" and takes nothing.
func (r *parser) numberAt(i int) (value float64, n int) {
	w := r.word(i)
	if v, ok := digits(w); ok {
		value, n = v, 1
	} else if v, ok := numberWords[w]; ok {
		value, n = v, 1
		if unit := numberWords[r.word(i+1)]; v >= 20 && unit >= 1 && unit < 10 && !slices.Contains([]string{"a", "an"}, r.word(i+1)) {
			value, n = v+unit, 2
		}
	} else {
		return 0, 0
	}
	if by := magnitudes[r.word(i+n)]; by > 0 {
		return value * by, n + 1
	}
	return value, n
}

// digits returns the value of a number in digits, k and m behind it included.
func digits(w string) (float64, bool) {
	by := 1.0
	for _, suffix := range []string{"k", "m"} {
		if cut, ok := strings.CutSuffix(w, suffix); ok {
			w, by = cut, magnitudes[suffix]
		}
	}
	if w == "" || w[0] < '0' || w[0] > '9' {
		return 0, false
	}
	v, err := strconv.ParseFloat(w, 64)
	return v * by, err == nil && v < 1e9
}

var (
	hourWords   = []string{"hour", "hours", "hr", "hrs", "h"}
	minuteWords = []string{"minute", "minutes", "min", "mins", "minuter"}
)

// minutesAt returns a length in minutes that starts at the i-th word, and how many words it
// has; 0 words when none starts there. It reads "two hours", "1.5 hours", "1h45", "1:45", "1 hour
// 20", "an hour and a half", "two and a half hours", "a hundred minutes", "90min", and takes
// nothing. clock says whether "1:45" is a length.
func (r *parser) minutesAt(i int, clock bool) (minutes, n int) {
	if v, ok := compactMinutes(r.word(i), clock); ok {
		if slices.Contains(hourWords, r.word(i+1)) {
			return 0, 0
		}
		if rest, ok := digits(r.word(i + 1)); ok && strings.HasSuffix(r.word(i), "h") && rest < 60 && v%60 == 0 { // 1h 45
			return v + int(rest), 2 + r.unitAt(i+2, minuteWords)
		}
		return v, 1
	}
	v, n := r.numberAt(i)
	if n == 0 {
		return 0, 0
	}
	if r.is(i+n, "and", "a", "half") && r.unitAt(i+n+3, hourWords) == 1 && v < 24 {
		return int(60*v) + 30, n + 4
	}
	switch {
	case r.unitAt(i+n, minuteWords) == 1 && v >= 1 && v < 1000:
		return int(v), n + 1
	case r.unitAt(i+n, hourWords) == 1 && v < 24:
		n++
		minutes = int(60 * v)
		switch {
		case r.is(i+n, "and", "a", "half"):
			return minutes + 30, n + 3
		case r.is(i+n, "and", "a", "quarter"):
			return minutes + 15, n + 3
		}
		skip := 0
		if r.word(i+n) == "and" {
			skip = 1
		}
		if more, m := r.numberAt(i + n + skip); m > 0 && more >= 5 && more < 60 {
			if unit := r.unitAt(i+n+skip+m, minuteWords); unit == 1 || skip == 0 && r.unitAt(i+n+m, hourWords) == 0 {
				return minutes + int(more), n + skip + m + unit
			}
		}
		return minutes, n
	}
	return 0, 0
}

// unitAt returns 1 when the i-th word is one of units, else 0.
func (r *parser) unitAt(i int, units []string) int {
	if slices.Contains(units, r.word(i)) {
		return 1
	}
	return 0
}

// compactMinutes returns the minutes of "1h45", "2h", "1h45m", "90min", "90mins" and, if clock is
// set, "1:45".
func compactMinutes(w string, clock bool) (int, bool) {
	for _, suffix := range []string{"mins", "min"} {
		if cut, ok := strings.CutSuffix(w, suffix); ok && cut != "" {
			w = cut
			if v, err := strconv.Atoi(w); err == nil && v < 1000 {
				return v, true
			}
		}
	}
	h, m, ok := strings.Cut(w, "h")
	if !ok && clock {
		h, m, ok = strings.Cut(w, ":")
	}
	hours, err := strconv.ParseFloat(h, 64)
	if !ok || err != nil || hours > 23 {
		return 0, false
	}
	m = strings.TrimSuffix(m, "m")
	if m == "" || m == "r" || m == "rs" {
		return int(60 * hours), true
	}
	minutes, err := strconv.Atoi(m)
	return int(60*hours) + minutes, err == nil && minutes < 60
}

// parseDecade returns the first year of a decade that is written 90s, 1990s or nineties, and
// whether it is one. Two digits from 30 on are of the 20th century, those below of the 21st.
func parseDecade(w string) (int, bool) {
	if d, ok := decadeWords[w]; ok {
		return d, true
	}
	number, ok := strings.CutSuffix(w, "s")
	n, err := strconv.Atoi(number)
	if !ok || err != nil || n%10 != 0 {
		return 0, false
	}
	switch {
	case len(number) == 4 && n >= 1870 && n <= 2090:
		return n, true
	case len(number) == 2 && n >= 30:
		return 1900 + n, true
	case len(number) == 2:
		return 2000 + n, true
	}
	return 0, false
}

// decadeWords maps decades in words to their first year.
var decadeWords = map[string]int{
	"twenties": 1920, "thirties": 1930, "forties": 1940, "fifties": 1950, "sixties": 1960, "seventies": 1970,
	"eighties": 1980, "nineties": 1990, "noughties": 2000, "aughts": 2000,
}

// parseYear returns a year of the cinema, 1870 to 2099, in four digits, and whether w is one.
func parseYear(w string) (int, bool) {
	n, err := strconv.Atoi(w)
	return n, err == nil && len(w) == 4 && n >= 1870 && n <= 2099
}
