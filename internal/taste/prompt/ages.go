package prompt

import (
	"math"
	"slices"
	"strings"
)

// toddlerAge is the age up to which a film must be fine for young children.
const toddlerAge = 6

// childAge is the age up to which somebody is shown films for families.
const childAge = 12

// teenAge is the age up to which somebody is shown nothing that is meant for adults.
const teenAge = 16

// childWords name somebody young, folded.
var childWords = []string{"girls", "boys", "teens", "teenagers", "kid", "kids", "child", "children", "son", "sons", "daughter", "daughters", "boy", "girl", "toddler", "toddlers", "nephew", "niece", "grandson", "granddaughter",
	"grandchild", "grandchildren", "grandkids"}

// yearWords are units of age.
var yearWords = []string{"year", "years", "yr", "yrs"}

// readAge takes the age of a person and reports whether there was one: "my 6 year old", "aged 5
// and 7", "I am 30", "in her twenties", "born in 1985". It is no year and no length. A film for
// somebody of childAge or less is for the family, and one for a child of teenAge or less not for adults; one
// about them is neither.
func (r *parser) readAge() bool {
	if r.readCertificate() {
		return true
	}
	i := r.i
	switch {
	case r.inBrackets(i): // my sister (21)
		if a, n := r.ageAt(i); n == 1 && a.years == math.Trunc(a.years) {
			return r.readAges(i, r.childNear(i))
		}
		return false
	case r.word(i) == "born":
		for i++; i < len(r.tokens) && slices.Contains([]string{"in", "the", "on"}, r.word(i)); i++ {
		}
		if _, n, ok := r.yearsAt(i); ok {
			r.i = i + n
			return true
		}
		return false
	case r.word(i) == "in" && slices.Contains([]string{"my", "his", "her", "their", "our", "your"}, r.word(i+1)):
		if _, n, ok := r.yearsAt(i + 2); ok {
			r.i = i + 2 + n
			return true
		}
		return false
	case r.unitAt(i, []string{"aged", "age", "ages"}) == 1, r.word(i) == "of" && r.agesOfChildren(i+1, i-1): // "kids of 8 and 11"
		return r.readAges(i+1, true)
	case r.agesOfChildren(i, i-1): // "my kids 7 and 11"
		return r.readAges(i, true)
	case r.unitAt(i, []string{"am", "is", "are", "all", "turned", "turns", "turning", "just", "and", "kids", "children"}) == 1:
		skip := 1
		for slices.Contains([]string{"just", "now", "turned", "only", "almost"}, r.word(i+skip)) {
			skip++
		}
		child := r.childNear(i)
		if age, n := r.ageAt(i + skip); n > 0 && (child || r.word(i) != "and" && r.word(i) != "just" || age.old) && (age.old || r.endsAt(i+skip+n)) {
			return r.readAges(i+skip, child || r.word(i) == "all")
		}
		return false
	}
	if age, n := r.ageAt(i); n > 0 && age.old {
		if behind := r.word(i + n); r.headNoun(behind) { // a 20 year old film
			return false
		}
		return r.readAges(i, true)
	}
	return false
}

// inBrackets reports whether the i-th word stands in brackets alone.
func (r *parser) inBrackets(i int) bool {
	t := r.tokens[i]
	return i > 0 && strings.HasSuffix(r.prompt[:t.from], "(") && strings.HasPrefix(r.prompt[t.to:], ")")
}

// age is a number of years, and whether "year old" or the like stands behind it.
type age struct {
	years float64
	old   bool
}

// ageAt returns the age at the i-th word and how many words it has; 0 when no number up to 110
// is there, or one of something else.
func (r *parser) ageAt(i int) (age, int) {
	v, n := r.numberAt(i)
	if n == 0 || v > 110 || v < 1 || slices.Contains([]string{"a", "an", "few", "couple"}, r.word(i)) {
		return age{}, 0
	}
	j := i + n
	switch {
	case r.unitAt(j, yearWords) == 1 && slices.Contains([]string{"old", "olds"}, r.word(j+1)):
		return age{v, true}, n + 2
	case slices.Contains([]string{"yo", "yearold", "y", "yrold"}, r.word(j)):
		return age{v, true}, n + 1
	case r.unitAt(j, yearWords) == 1 && slices.Contains([]string{"of", "young"}, r.word(j+1)):
		return age{v, true}, n + 2
	}
	return age{v, false}, n
}

// readAges takes one or more ages from the i-th word on, the first of which is there, and
// reports whether it did. intended says that the film may be for these people.
func (r *parser) readAges(i int, intended bool) bool {
	youngest := 200.0
	for {
		a, n := r.ageAt(i)
		if n == 0 {
			break
		}
		i += n
		youngest = min(youngest, a.years)
		if next := r.word(i); next != "and" && next != "or" && next != "to" && (i >= len(r.tokens) || r.tokens[i].clause == r.tokens[i-1].clause && !r.tokens[i].dashed) {
			break
		} else if (next == "and" || next == "or" || next == "to") && !r.ages(i+1) {
			break
		} else if next == "and" || next == "or" || next == "to" {
			i++
		}
	}
	if youngest == 200 {
		return false
	}
	about, young := r.cue == aboutCue, r.childNear(r.i) || r.word(r.i) == "all" || slices.Contains([]string{"my", "our"}, r.word(r.i-1)) || slices.Contains(childWords, r.word(i))
	if slices.Contains(yearWords, r.word(i)) && r.word(i+1) == "old" {
		i += 2
	}
	if !about && slices.Contains([]string{"girls", "boys", "teens", "teenagers"}, r.word(i)) { // whom the film is for
		i++
	}
	r.i = i
	switch mine := intended && !about && !r.negated(); {
	case mine && youngest <= childAge:
		r.wantGenres("Family")
		if r.Audience = []string{"for children", "for the whole family"}; youngest <= toddlerAge {
			r.Audience = []string{"for young children"}
		}
	case mine && youngest <= teenAge && young:
		r.spareTeenagers()
		r.Audience = []string{"for teenagers"}
	}
	r.cue = noCue
	if about {
		r.cue = aboutCue
	}
	return true
}

// spareTeenagers rules out the moods of films for adults that are not asked for.
func (r *parser) spareTeenagers() { r.spare("sexy", "disturbing") }

// moodNamed returns the mood of a name.
func moodNamed(name string) *Mood {
	return &moods[slices.IndexFunc(moods, func(m Mood) bool { return m.name == name })]
}

// spare rules out moods that are not asked for.
func (r *parser) spare(names ...string) {
	for _, name := range names {
		m := moodNamed(name)
		if !slices.Contains(r.Moods, m) && !slices.Contains(r.NotMoods, m) {
			r.NotMoods = append(r.NotMoods, m)
			r.Request.NotMoods = append(r.Request.NotMoods, m.name)
		}
	}
}

// readCertificate takes the certificate of a film for teenagers, and reports whether there was one.
func (r *parser) readCertificate() bool {
	n := 0
	switch {
	case r.is(r.i, "pg", "13"):
		n = 2
	case r.word(r.i) == "pg13", r.word(r.i) == "pg":
		n = 1
	case r.negated() && (r.is(r.i, "r", "rated") || r.is(r.i, "rated", "r")):
		r.i += 2
		r.spareTeenagers()
		return true
	default:
		return false
	}
	r.i += n
	for slices.Contains([]string{"max", "maximum", "or", "less", "lower", "at", "most", "rated", "rating"}, r.word(r.i)) {
		r.i++
	}
	if !r.negated() {
		r.spareTeenagers()
	}
	return true
}

// ages reports whether an age stands at the i-th word.
func (r *parser) ages(i int) bool {
	_, n := r.ageAt(i)
	return n > 0
}

// agesOfChildren reports whether a list of ages of the children that the word at whose names stands at the i-th word,
// and no number of minutes or films.
func (r *parser) agesOfChildren(i, whose int) bool {
	a, n := r.ageAt(i)
	if n == 0 || a.years > teenAge+2 || !slices.Contains(childWords, r.word(whose)) || !strings.HasSuffix(r.word(whose), "s") && r.word(whose) != "children" {
		return false
	}
	for n > 0 && a.years <= teenAge+2 {
		i += n
		if r.word(i) == "and" {
			i++
		}
		a, n = r.ageAt(i)
	}
	return r.endsAt(i)
}

// childNear reports whether a word for somebody young stands at most four words before the
// i-th, or there.
func (r *parser) childNear(i int) bool {
	for j := i; j >= max(0, i-4); j-- {
		if slices.Contains(childWords, r.word(j)) {
			return true
		}
	}
	return false
}

// endsAt reports whether what is said before the i-th word may end there: behind it comes the
// end, another clause or a word that joins.
func (r *parser) endsAt(i int) bool {
	return i >= len(r.tokens) || i > 0 && r.tokens[i].clause != r.tokens[i-1].clause ||
		slices.Contains([]string{"and", "or", "but", "so", "who", "now"}, r.word(i))
}

// headNouns are the words for a film.
const headNouns = ` movie movies film films flick flicks picture pictures story stories title titles feature features cinema `

// headNoun reports whether w is a word for a film.
func (r *parser) headNoun(w string) bool {
	return w != "" && strings.Contains(headNouns, " "+w+" ")
}
