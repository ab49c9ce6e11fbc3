package prompt

import (
	"slices"
	"strings"

	"kinodex/internal/catalog"
	"kinodex/internal/taste/feature"
)

// What titles and themes are told apart by.
const (
	mostTitle    = 10 // words of a title
	commonTheme  = 40 // films: a word that is a keyword of so many is rather a theme
	plainTheme   = 10 // likewise where nothing speaks for a title but a capital letter
	commonPhrase = 12 // films: likewise of a phrase
)

// mention is a film whose title stands at some place.
type mention struct {
	film   uint32
	n      int  // words, its year included
	stated bool // with its year, or in quotation marks
}

// readMention takes the title of a film that is mentioned, as one to be like or, when it is
// spoken of badly or ruled out, as one that is disliked, and reports whether there was one.
// How much must speak for it depends on how unusual its words are: a common word is a title
// only in quotation marks, with the year, or with a capital letter behind a word of watching.
func (r *parser) readMention() bool {
	if r.tokens[r.i].inner {
		return false
	}
	m, ok := r.quoted()
	if film := r.tokens[r.i].film; film > 0 {
		m, ok = mention{film - 1, 1, true}, true
	}
	if ok {
		r.by("quotation")
	} else if m, ok = r.unquoted(); !ok {
		return false
	}
	r.i += m.n
	bad := r.not.on && (r.dislike || r.not.items == 0)
	if r.not.until < r.i { // else a denial begins here
		if judged, isBad := r.judgement(); judged {
			bad = isBad
		}
	}
	switch {
	case bad:
		r.unlike(m.film)
		r.not.items++
	default:
		r.like(m.film)
	}
	r.lastTitle = r.i
	goesOn := slices.Contains([]string{"or", "nor"}, r.word(r.i)) // "not Yi Yi or anything by its director"
	if r.joins(r.i) || r.i < len(r.tokens) && r.tokens[r.i].clause != r.tokens[r.i-1].clause && r.tokens[r.i].sentence == r.tokens[r.i-1].sentence {
		r.cue = likeCue
		if r.joins(r.i) {
			r.i++
		}
		if r.i < len(r.tokens) {
			if _, ok := r.unquoted(); ok || r.tokens[r.i].quote > 0 {
				return true
			}
		}
	}
	r.cue, r.lastTitle = noCue, 0
	if r.not.on && r.not.items > 0 && !goesOn {
		r.bounded()
	}
	return true
}

// quoted returns the film whose title is the quotation that begins here.
func (r *parser) quoted() (mention, bool) {
	q := r.tokens[r.i].quote
	if q == 0 || r.i > 0 && r.tokens[r.i-1].quote == q {
		return mention{}, false
	}
	n := 1
	for r.i+n < len(r.tokens) && r.tokens[r.i+n].quote == q {
		n++
	}
	return r.titleOf(n, true)
}

// titleOf returns the film that the next n words are the title of, with the year behind them
// if one is there that a film of the title is of, or of the year before or after. Of films whose titles are written in
// different ways the best known is meant.
func (r *parser) titleOf(n int, stated bool) (best mention, found bool) {
	for _, key := range r.titleForms(n) {
		if y := r.yearBehind(n); y > 0 {
			for _, year := range []int{y, y - 1, y + 1} {
				if d, ok := r.ix.Titled(key, year); ok && r.ix.Fame[d] >= statedFame {
					return mention{d, n + 1, true}, true
				}
			}
		}
		if d, ok := r.ix.Titled(key, 0); ok && r.ix.Fame[d] >= statedFame && (!found || r.ix.Fame[d] > r.ix.Fame[best.film]) {
			best, found = mention{d, n, stated}, true
		}
	}
	return best, found
}

// yearBehind returns the year that stands behind the next n words, in brackets or not; 0 when
// none does.
func (r *parser) yearBehind(n int) int {
	if y, ok := parseYear(r.word(r.i + n)); ok {
		return y
	}
	return 0
}

// titleForms returns the keys under which a title of the next n words may be listed: as it is
// written, without "and", and with the number of a sequel written otherwise.
func (r *parser) titleForms(n int) []string {
	key, ok := r.source(n)
	if !ok || key == "" {
		return nil
	}
	keys := []string{key}
	if strings.Contains(key, " and ") {
		keys = append(keys, strings.ReplaceAll(key, " and ", " "))
	}
	if r.tokens[r.i+n-1].owner {
		if cut, ok := strings.CutSuffix(key, "s"); ok {
			keys = append(keys, cut)
		}
	}
	words := strings.Fields(key)
	if len(words) < 2 {
		return keys
	}
	for i, w := range words {
		if other := otherNumerals[w]; other != "" {
			keys = append(keys, strings.Join(slices.Concat(words[:i], []string{other}, words[i+1:]), " "))
		}
	}
	stem := strings.TrimSuffix(strings.Join(words[:len(words)-1], " "), " part")
	for number, forms := range sequelNumbers {
		if slices.Contains(forms, words[len(words)-1]) {
			for _, form := range sequelNumbers[number] {
				keys = append(keys, stem+" "+form, stem+" part "+form)
			}
		}
	}
	return keys
}

// otherNumerals are the numbers that stand inside titles, in words and in digits: "5th element",
// "ten things I hate about you".
var otherNumerals = func() map[string]string {
	other := map[string]string{}
	pairs := strings.Fields("1st first 2nd second 3rd third 4th fourth 5th fifth 6th sixth 7th seventh 8th eighth 9th ninth 2 two 3 three 4 four 5 five 6 six 7 seven 8 eight 9 nine 10 ten 11 eleven 12 twelve 13 thirteen")
	for i := 0; i < len(pairs); i += 2 {
		other[pairs[i]], other[pairs[i+1]] = pairs[i+1], pairs[i]
	}
	return other
}()

// sequelNumbers are the forms of the numbers of sequels.
var sequelNumbers = [][]string{{"2", "ii", "two"}, {"3", "iii", "three"}, {"4", "iv", "four"}, {"5", "v", "five"}, {"6", "vi", "six"}, {"7", "vii", "seven"}, {"8", "viii", "eight"}}

// unquoted returns the film whose title starts here, the longest, when enough speaks for it.
func (r *parser) unquoted() (mention, bool) {
	if t := r.tokens[r.i]; t.inner || t.dashed || t.word == "" || t.word == "i" || r.introduced() || r.initial() || r.deniedVerb() {
		return mention{}, false
	}
	for n := min(mostTitle, len(r.tokens)-r.i); n >= 1; n-- {
		if last := r.tokens[r.i+n-1]; last.sentence != r.tokens[r.i].sentence && last.clause > r.tokens[r.i].clause+1 {
			continue
		}
		m, ok := r.titleOf(n, false)
		if ok && !m.stated && r.amounts(n) {
			continue
		}
		if ok && r.evident(m, n) {
			return m, true
		}
		if !ok && n >= 2 {
			if d, ok := r.series(n); ok {
				r.by("first words of titles")
				return mention{d, n, false}, true
			}
		}
	}
	return mention{}, false
}

// amounts reports whether an age or an amount stands here that is at least as long as a title of n
// words: "10 years old" has no film called 10 Years, but The 40-Year-Old Virgin is one.
func (r *parser) amounts(n int) bool {
	if _, m := r.numberAt(r.i); m == 0 {
		return false
	}
	ahead := *r
	ahead.trace, ahead.wishes = nil, nil
	return (ahead.readAge() || ahead.readAmount()) && ahead.i-r.i >= n
}

// cameOut reports whether the number of the next n words, which may be a year, is rather a title:
// it is told that it came out, or what it was like, and no word of time stands in front.
func (r *parser) cameOut(n int) bool {
	before := r.word(r.i - 1)
	if slices.Contains(timeWords, before) || r.clauseHas("year") {
		return false
	}
	i := r.i + n
	for slices.Contains([]string{"that", "which", "just", "has", "only", "recently"}, r.word(i)) {
		i++
	}
	return r.is(i, "came", "out") || r.judged(r.i+n) && (r.clauseStart(r.i) || before == "think" || before == "thought")
}

// timeWords stand in front of years, folded.
var timeWords = strings.Fields("from in of since during after before until till by to or and year years circa around than the between")

// insideName reports whether the word here is part of the name of somebody: another with a
// capital letter, and no common word, stands right before.
func (r *parser) insideName() bool {
	if r.clauseStart(r.i) {
		return false
	}
	t := r.tokens[r.i-1]
	return t.capital && !t.owner && !t.inner && !r.lex.fillers[t.word] && !r.lex.common[t.word] && !r.lex.says(t.word)
}

// ofSeries reports whether the next n words are said to be a series, "all the Terminator movies",
// and not the name of somebody who makes films.
func (r *parser) ofSeries(n int) bool {
	noun, key := r.word(r.i+n), r.word(r.i)
	return r.definite(r.i) && (r.headNoun(noun) || slices.Contains([]string{"series", "saga", "franchise", "trilogy"}, noun)) && (n > 1 || len(r.ix.Surnamed(key, feature.Director, feature.Actor)) == 0)
}

// wholeSentence reports whether the next n words are a sentence.
func (r *parser) wholeSentence(n int) bool {
	return r.sentenceStart(r.i) && (r.i+n == len(r.tokens) || r.sentenceStart(r.i+n))
}

// articled reports whether the next n words are an article and words with capital letters that are
// not known otherwise: "The Holiday".
func (r *parser) articled(n int) bool {
	if n < 2 || !slices.Contains([]string{"the", "a", "an"}, r.word(r.i)) || !r.tokens[r.i+1].capital {
		return false
	}
	key, _ := r.join(n)
	_, rest, _ := strings.Cut(key, " ")
	return !r.lex.says(rest)
}

// startsList reports whether the title of the next n words is the first of a list: it is a clause
// of its own where a sentence begins, and the next clause is a title, too. theme tells that the
// title is a theme, as well; then the next must be none.
func (r *parser) startsList(n int, theme bool) bool {
	next := r.i + n
	if !r.sentenceStart(r.i) || next >= len(r.tokens) || !r.clauseStart(next) || r.sentenceStart(next) {
		return false
	}
	m := 1
	for next+m < len(r.tokens) && r.tokens[next+m].clause == r.tokens[next].clause {
		m++
	}
	at := r.i
	defer func() { r.i = at }()
	r.i = next
	key, ok := r.join(m)
	if !ok || m > mostTitle || r.lex.says(key) || theme && r.themeLike(m, commonTheme) {
		return false
	}
	found, ok := r.titleOf(m, false)
	return ok && found.n == m && r.ix.Fame[found.film] >= judgedFame
}

// unusual counts, among the next n words, those that are no common words of English and those
// that are in the lexicon. Articles count for neither.
func (r *parser) unusual(n int) (unusual, known int) {
	for _, t := range r.tokens[r.i : r.i+n] {
		switch {
		case r.lex.says(t.word):
			known++
		case !r.lex.fillers[t.word] && !r.lex.common[t.word]:
			unusual++
		}
	}
	if n > 1 && unusual > 0 {
		unusual += known
	}
	return unusual, known
}

// capitalised reports whether the words that matter among the next n begin with a capital
// letter: the first and those of more than three letters.
func (r *parser) capitalised(n int) bool {
	if r.shouted {
		return false
	}
	for j, t := range r.tokens[r.i : r.i+n] {
		if digit := t.word[0] >= '0' && t.word[0] <= '9'; !t.capital && !digit && !t.inner && (j == 0 || len(t.word) > 3 && !r.lex.fillers[t.word] && !t.dashed) {
			return false
		}
	}
	return true
}

// allCapitals reports whether each of the next n words of more than two letters begins with a
// capital letter, and none of them begins the sentence.
func (r *parser) allCapitals(n int) bool {
	for _, t := range r.tokens[r.i : r.i+n] {
		if !t.capital && !t.inner && len(t.word) > 2 {
			return false
		}
	}
	return !r.sentenceStart(r.i)
}

// sentenceStart reports whether the i-th word is the first of its sentence.
func (r *parser) sentenceStart(i int) bool {
	return i == 0 || r.tokens[i].sentence != r.tokens[i-1].sentence
}

// contrasts are the words that tell in what a film is to differ from one that is named, folded.
var contrasts = strings.Fields("but only yet just except minus without meets")

// contrast reports whether the words from the i-th on tell in what a film is to differ from the one
// named before: "but", "as a", "for kids", "with more".
func (r *parser) contrast(i int) bool {
	if i >= len(r.tokens) {
		return false
	}
	next := r.word(i + 1)
	switch r.word(i) {
	case "as":
		return next == "a" || next == "an"
	case "for":
		return slices.Contains([]string{"kids", "children", "adults", "grown", "grownups", "families", "girls", "boys"}, next)
	case "with":
		return slices.Contains([]string{"a", "an", "more", "less", "fewer"}, next)
	}
	return slices.Contains(contrasts, r.word(i))
}

// clauseStart reports whether the i-th word is the first of its clause.
func (r *parser) clauseStart(i int) bool {
	return i == 0 || r.tokens[i].clause != r.tokens[i-1].clause
}

// bracketed reports whether the year behind n words stands in brackets.
func (r *parser) bracketed(n int) bool {
	return strings.Contains(r.between(r.i+n), "(")
}

// follows reports whether a title was read right before, so that a list may go on.
func (r *parser) follows() bool { return r.lastTitle > 0 && r.i-r.lastTitle <= 1 && r.i >= r.lastTitle }

// listed reports whether the prompt has no more words in its clauses than titles have: it is a
// list of names, or a name.
func (r *parser) listed() bool { return len(r.tokens) <= 3 || r.lastTitle > 0 }

// endsAfter reports whether the title of the next n words may end there: what is behind is no
// noun that it would only describe.
func (r *parser) endsAfter(n int) bool {
	i := r.i + n
	if i >= len(r.tokens) || r.tokens[i].clause != r.tokens[i-1].clause {
		return true
	}
	t := r.tokens[i]
	if t.word == "of" && !r.tokens[i-1].capital && r.word(i+1) != "course" || slices.Contains(sortWords, t.word) {
		return false
	}
	return !t.dashed && !r.headNoun(t.word) && (r.lex.fillers[t.word] || r.lex.common[t.word] || r.tokens[i-1].owner || t.word == "meets") && !(r.lex.says(t.word) && r.lex.genres[t.word] != nil)
}

// sortWords are the nouns that a word in front describes: "vampire type movies", folded.
var sortWords = strings.Fields("type types kind kinds style sort sorts themed")

// numeric reports whether the next n words are numbers alone.
func (r *parser) numeric(n int) bool {
	for j := range n {
		if w := r.word(r.i + j); w == "" || w[0] < '0' || w[0] > '9' {
			return false
		}
	}
	return true
}

// unitFollows reports whether the number of the next n words is an amount.
func (r *parser) unitFollows(n int) bool {
	w := r.word(r.i + n)
	if _, m := r.numberAt(r.i + n + 1); m > 0 && slices.Contains([]string{"and", "or", "to", "et", "y", "und"}, w) { // "13 and 15 years"
		w = r.word(r.i + n + 1 + m)
	}
	return slices.Contains(minuteWords, w) || slices.Contains(hourWords, w) || slices.Contains(yearWords, w) || slices.Contains(voteWords, w)
}

// initial reports whether a single letter with a full stop is here, as in "M. Night Shyamalan".
func (r *parser) initial() bool {
	t := r.tokens[r.i]
	return t.capital && t.to-t.from == 1 && strings.HasPrefix(r.prompt[t.to:], ".") && r.i+1 < len(r.tokens) && r.tokens[r.i+1].sentence == t.sentence && r.tokens[r.i+1].capital
}

// deniedVerb reports whether a verb is here of what somebody cannot or does not do: "you can't trust him".
func (r *parser) deniedVerb() bool {
	return r.word(r.i-1) == "not" && !r.tokens[r.i].capital && slices.Contains([]string{"can", "could", "do", "does", "did", "will", "would", "should"}, r.word(r.i-2))
}

// introduced reports whether what is here is the name of who writes, or of who is spoken to.
func (r *parser) introduced() bool {
	w := r.word(r.i - 1)
	return r.is(r.i-2, "name", "is") || r.is(r.i-2, "i", "am") || w == "hi" || w == "hey" || w == "hello" || w == "thanks"
}

// frequentWord is the share of films whose synopsis has a word, from which on the word is rather
// what somebody likes than a title.
const frequentWord = 0.002

// frequent reports whether the next n words have one that is frequent in synopses.
func (r *parser) frequent(n int) bool {
	for _, t := range r.tokens[r.i : r.i+n] {
		if f, ok := r.ix.Feature(feature.PlotWord, feature.PlotStem(t.word)); ok && !r.lex.fillers[t.word] {
			if docs, _ := r.ix.With(f); float64(len(docs)) > frequentWord*float64(r.ix.Films) {
				return true
			}
		}
	}
	return false
}

// themeLike reports whether the next n words are rather what films are about than a title: a
// keyword of most films, fewer if they are several words.
func (r *parser) themeLike(n, most int) bool {
	key, _ := r.source(n)
	if n > 1 {
		most = commonPhrase
	}
	forms := []string{key, strings.TrimSuffix(key, "s"), strings.TrimPrefix(key, "the "), strings.TrimPrefix(key, "a ")}
	for _, form := range forms {
		for _, f := range r.ix.Called(form, feature.Keyword) {
			if docs, _ := r.ix.With(f); len(docs) >= most {
				return true
			}
		}
	}
	return false
}

// series returns the best known film whose title begins with the next n words and goes on,
// when the words are unusual and the film is very well known: "harry potter".
func (r *parser) series(n int) (uint32, bool) {
	unusual, _ := r.unusual(n)
	if unusual < 2 || r.lex.fillers[r.word(r.i+n-1)] || n > 5 || r.lex.fillers[r.word(r.i)] && r.word(r.i) != "the" || r.cue == aboutCue || r.person(n) {
		return 0, false
	}
	key, ok := r.source(n)
	if !ok || r.themeLike(n, commonTheme) {
		return 0, false
	}
	best, found := uint32(0), false
	for _, key := range []string{key, "the " + key} {
		for i := r.ix.Titles.Search(key + " "); i < r.ix.Titles.Len() && strings.HasPrefix(string(r.ix.Titles.At(i)), key+" "); i++ {
			if d := r.ix.TitleDocs[i]; r.ix.Fame[d] >= seriesFame && (!found || r.ix.Fame[d] > r.ix.Fame[best]) {
				best, found = d, true
			}
		}
	}
	return best, found
}

// like notes a film to be like. A film that is noted already is not noted again.
func (r *parser) like(d uint32) {
	if !slices.Contains(r.Liked, d) && !slices.Contains(r.Disliked, d) {
		r.Liked = append(r.Liked, d)
		r.Request.Like = append(r.Request.Like, r.named(d))
	}
}

// named returns a film by id and title.
func (r *Reader) named(d uint32) FilmRef {
	return FilmRef{r.films.ID(catalog.Doc(d)), r.films.Title(catalog.Doc(d))}
}

// unlike notes a film that is disliked, and takes back that it is to be like.
func (r *parser) unlike(d uint32) {
	if i := slices.Index(r.Liked, d); i >= 0 {
		r.Liked = slices.Delete(r.Liked, i, i+1)
		r.Request.Like = slices.Delete(r.Request.Like, i, i+1)
	}
	if !slices.Contains(r.Disliked, d) {
		r.Disliked = append(r.Disliked, d)
		r.Request.Dislike = append(r.Request.Dislike, r.named(d))
	}
}

// isTitle reports whether the whole prompt is the title of a film.
func (r *parser) isTitle() bool {
	if len(r.tokens) == 0 || len(r.tokens) > mostTitle {
		return false
	}
	d, ok := r.ix.Titled(r.prompt, 0)
	return ok && r.ix.Fame[d] >= cuedFame
}
