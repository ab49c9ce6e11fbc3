package prompt

import (
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/taste/feature"
	"kinodex/internal/text"
)

// decimal returns a number in digits.
func decimal(n int) string { return strconv.Itoa(n) }

// says reports whether a folded phrase is in the lexicon as a mood, genre, wish, country or
// language. Fillers are not.
func (l *lexicon) says(phrase string) bool {
	return l.moods[phrase] != nil || l.genres[phrase] != nil || l.wishes[phrase] != noWish || l.places(phrase)
}

// StoryWords counts the distinct words of a text that may tell a story, ordinary ones too: all but those
// that say nothing of a film, those of conversation, and those for kinds, moods and places.
func (x *Reader) StoryWords(typed string) int {
	words := map[string]bool{}
	for _, w := range text.Words(text.Fold(typed)) {
		if !x.lex.fillers[w] && !x.lex.chat[w] && !x.lex.says(w) {
			words[w] = true
		}
	}
	return len(words)
}

// places reports whether a folded phrase names a country, a group of countries or a language.
func (l *lexicon) places(phrase string) bool {
	return len(l.countries[phrase]) > 0 || l.languages[phrase] != ""
}

// readIdle takes the longest phrase of the lexicon that starts here, or a word, under what is of no
// matter: it is not noted.
func (r *parser) readIdle() bool {
	if !r.idle {
		return false
	}
	n := 1
	for m := min(r.lex.longest, len(r.tokens)-r.i); m >= 1; m-- {
		if phrase, ok := r.join(m); ok && r.lex.says(phrase) {
			n = m
			break
		}
	}
	r.i += n
	return true
}

// readSynonym takes a phrase that names a theme, or an occasion, which says nothing of a film, and reports
// whether there was one.
func (r *parser) readSynonym() bool {
	if n := r.phraseAt(r.i, occasions); n > 0 && r.cue != aboutCue {
		r.i += n
		return true
	}
	if r.readSurvives() {
		return true
	}
	phrase, n := r.synonymAt(r.i)
	if n == 0 || r.tokens[r.i].foreign && phrase == "artificial intelligence" || r.Conversation && kinship[phrase] {
		return false
	}
	from, before := r.i, len(r.Themes)
	r.i += n
	switch {
	case strings.HasSuffix(phrase, " comedy") && !r.not.on:
		r.wantGenres("Comedy")
	case phrase == "family drama" && !r.not.on:
		r.wantGenres("Drama")
	case phrase == "adult animation" && !r.not.on:
		r.wantGenres("Animation")
		r.NotGenres = append(r.NotGenres, r.Genre("Family")...)
		r.noteWord(&r.Request.NotGenres, "Family")
	}
	if phrase == "in colour" { // records only say what is not
		if !r.not.on {
			r.not = negation{on: true, one: true}
			r.noteTheme("black and white", r.said("black and white"))
		}
		return true
	}
	if phrase == "silent film" {
		r.noteSilent()
		return true
	}
	r.noteTheme(phrase, r.said(phrase))
	if len(r.Themes) > before {
		typed := func(w string) bool {
			return slices.ContainsFunc(r.tokens[from:r.i], func(t token) bool { return t.word == w })
		}
		r.Themes[before].Renamed = !slices.ContainsFunc(strings.Fields(phrase), typed)
	}
	return true
}

// phrasePasses read a phrase of n words, and take it or report false.
var phrasePasses = []struct {
	name string
	read func(r *parser, phrase string, n int) bool
}{
	{"prize", (*parser).readPrize},
	{"place", (*parser).readPlace},
	{"city", (*parser).readCity},
	{"genre", (*parser).readGenre},
	{"wish", (*parser).readWish},
	{"mood", (*parser).readMood},
	{"keyword", (*parser).readKeyword},
}

// readPhrase takes the longest phrase that starts here and is in the lexicon or is a keyword
// of several words, and reports whether there was one.
func (r *parser) readPhrase() bool {
	for n := min(r.lex.longest, len(r.tokens)-r.i); n >= 1; n-- {
		phrase, ok := r.join(n)
		if !ok {
			continue
		}
		for i := range phrasePasses {
			if p := &phrasePasses[i]; p.read(r, phrase, n) {
				r.by(p.name)
				return true
			}
		}
	}
	return false
}

// leastKeyword is how many films must have a keyword of several words for it to be heard, and leastJoined
// how many letters a keyword of one word has that is written as two.
const (
	leastKeyword = 3
	leastJoined  = 8
)

// readPrize takes a phrase of n words when it names a prize, or a festival where a film is said to have won, and reports
// whether it does.
func (r *parser) readPrize(phrase string, n int) bool {
	prize := r.lex.prizes[phrase]
	if place := festivals[phrase]; place != "" && r.wins(n) {
		prize = place
	}
	if prize == "" || r.not.on || r.cue == aboutCue {
		return false
	}
	r.noteWord(&r.Request.Prizes, prize)
	for r.i += n; slices.Contains([]string{"film", "festival", "oscar", "award"}, r.word(r.i)) && slices.Contains(winning, r.word(r.i+1)); r.i++ {
	}
	return true
}

// wins reports whether a word of winning stands at most four words in front of the next n, or right behind them.
func (r *parser) wins(n int) bool {
	for i := max(0, r.i-4); i < r.i; i++ {
		if slices.Contains(winning, r.word(i)) {
			return true
		}
	}
	behind := r.word(r.i + n)
	return slices.Contains(winning, behind) || behind == "festival" && slices.Contains(winning, r.word(r.i+n+1)) || behind == "film" && r.word(r.i+n+1) == "festival" && slices.Contains(winning, r.word(r.i+n+2))
}

// readKeyword takes a phrase of n words, two or more, that is a keyword, articles inside it not
// counted, and reports whether it is.
func (r *parser) readKeyword(phrase string, n int) bool {
	if n < 2 || r.chat && r.cue != aboutCue || r.linking(0) || r.linking(n-1) || r.onlyFillers(n) || r.commonStart(n) ||
		r.lex.genres[r.word(r.i+n-1)] != nil || r.headNoun(r.word(r.i+n-1)) && n == 2 && r.word(r.i+1) != "story" && r.word(r.i+1) != "movie" {
		return false
	}
	keys := []string{phrase, strings.TrimSuffix(phrase, "s"), strings.TrimSuffix(phrase, "es"), strings.ReplaceAll(strings.ReplaceAll(" "+phrase+" ", " a ", " "), " the ", " ")}
	joined := strings.ReplaceAll(keys[1], " ", "") // "space ships"
	if n == 2 && len(joined) >= leastJoined {
		keys = append(keys, joined)
	}
	for _, key := range keys {
		key = strings.TrimSpace(key)
		if f := r.ix.Called(key, feature.Keyword); len(f) > 0 && (strings.Contains(key, " ") || r.lex.fillers[r.word(r.i)] || key == joined) {
			if docs, _ := r.ix.With(f[0]); len(docs) >= min(leastKeyword, 1+r.ix.Films/1000) {
				r.i += n
				r.noteTheme(key, f)
				return true
			}
		}
	}
	return false
}

// commonStart reports whether the first of n words is a word of conversation or belongs to
// what is read otherwise: a wish or a mood in front of a noun.
func (r *parser) commonStart(n int) bool {
	w := r.word(r.i)
	return n == 2 && (r.lex.wishes[w] != noWish || r.lex.places(w) || r.lex.moods[w] != nil && r.lex.genres[r.word(r.i+1)] != nil || r.lex.genres[w] != nil && r.lex.genres[r.word(r.i+1)] != nil) && !r.lex.fillers[w]
}

// linking reports whether the word so many places on is a filler that only joins others: no
// keyword starts or ends with it. Other fillers may: "time" says little alone, but time
// travel does.
func (r *parser) linking(offset int) bool {
	w := r.word(r.i + offset)
	return r.lex.fillers[w] && (len(w) < 4 || w == "with" || w == "from" || w == "about")
}

// readGenre takes a phrase of n words when it names a genre, and reports whether it does. A
// genre is noted once.
func (r *parser) readGenre(phrase string, n int) bool {
	names := r.lex.genres[phrase]
	if names == nil || r.cue == aboutCue && phrase != "war" || phrase == "family" && r.householdAt(r.i) ||
		phrase == "whole family" && slices.Contains(familyDoing, r.word(r.i+n)) {
		return false
	}
	if phrase == "action" && r.word(r.i-1) == "live" && !r.not.on { // "live action": nothing animated
		r.i += n
		r.not = negation{on: true, one: true}
		r.wantGenres("Animation")
		r.ruledOut()
		return true
	}
	if len(names) > 1 && r.not.on { // "no romcoms" leaves comedies and romances
		r.i += n
		r.ruleOutBoth(phrase, names)
		return true
	}
	if strings.HasPrefix(phrase, "slasher") && r.not.on { // which rules out no other horror
		r.i += n
		r.noteTheme("slasher", r.said("slasher"))
		return true
	}
	if before := r.word(r.i - 2); phrase == "war" && r.word(r.i-1) == "the" && slices.Contains([]string{"after", "before", "since", "during"}, before) { // a time
		r.i += n
		r.noteTheme(phrase, r.said(phrase))
		return true
	}
	r.i += n
	if phrase == "anime" && r.not.on && slices.Contains(r.Request.Genres, "Animation") { // "animated, but no anime"
		r.Request.NotCountries = append(r.Request.NotCountries, "JP")
		r.ruledOut()
		return true
	}
	r.wantGenres(names...)
	if phrase == "anime" && !r.not.on && !slices.Contains(r.Request.Countries, "JP") {
		r.Request.Countries = append(r.Request.Countries, "JP")
	}
	if strings.HasPrefix(phrase, "slasher") {
		r.noteTheme("slasher", r.said("slasher"))
		return true
	}
	r.ruledOut()
	return true
}

// ruleOutBoth notes that a film must not have all of some genres, which a phrase names together.
func (r *parser) ruleOutBoth(phrase string, names []string) {
	var both [][]uint32
	for _, name := range names {
		both = append(both, r.Genre(name))
	}
	r.NotTogether = append(r.NotTogether, both)
	r.noteWord(&r.Request.NotThemes, phrase)
	r.ruledOut()
}

// householdAt reports whether "family", the i-th word, is whom a film is about or seen with, and no kind of film:
// "a poor family moves", "his family".
func (r *parser) householdAt(i int) bool {
	next := r.word(i + 1)
	return r.tokens[i].owner || slices.Contains(whoseFamily, r.word(i-1)) ||
		!r.endsClause(i) && !r.headNoun(next) && r.lex.genres[next] == nil && r.lex.moods[next] == nil && !slices.Contains(behindGenre, next) && !r.lex.fillers[next] && r.lex.wishes[next] == noWish
}

// whoseFamily are words in front of a family that a film is about or seen with, folded.
var whoseFamily = strings.Fields("my our his her their your a whose poor rich wealthy royal dysfunctional immigrant jewish muslim black suburban foster adoptive perfect crime mafia estranged")

// familyDoing are words behind "whole family" where it is told what a family does in a film, folded.
var familyDoing = strings.Fields("in is are was were has lives moves goes gets drives travels dies")

// behindGenre are words that may follow the genre of family films, folded.
var behindGenre = strings.Fields("friendly fun night viewing entertainment evening time suitable pick option choice safe oriented")

// wantGenres notes genres that the words in front of here name, as ones that a film must, or
// under a negation must not, have. Genres that are joined by "or", or as a list of what
// somebody likes, are alternatives.
func (r *parser) wantGenres(names ...string) {
	for _, name := range names {
		features := r.Genre(name)
		shown := name
		if len(features) > 0 {
			shown = r.ix.Spelling(features[0])
		}
		switch {
		case r.not.on && !slices.Contains(r.Request.NotGenres, shown):
			r.NotGenres = append(r.NotGenres, features...)
			r.Request.NotGenres = append(r.Request.NotGenres, shown)
		case !r.not.on && !slices.Contains(r.Request.Genres, shown):
			if len(r.Genres) > 0 && r.otherGenre() {
				r.Request.AnyGenre = true
			}
			r.Genres = append(r.Genres, features)
			r.genreAt = append(r.genreAt, r.i)
			r.Request.Genres = append(r.Request.Genres, shown)
			if name == "Family" && len(r.Audience) == 0 {
				r.Audience = []string{"for the whole family", "for children", "for young children"}
			}
		}
	}
}

// otherGenre reports whether the genre that ends here is an alternative to the one before: they
// are of different sentences, joined by "or", or joined by "and" or a comma where one is in the
// plural or liking is spoken of.
func (r *parser) otherGenre() bool {
	last := r.genreAt[len(r.genreAt)-1]
	if last == r.i || last > r.i-1 {
		return false
	}
	if r.tokens[last-1].sentence != r.tokens[r.i-1].sentence {
		return true
	}
	joined := r.tokens[last-1].clause != r.tokens[r.i-1].clause
	for i := last; i < r.i; i++ {
		switch r.word(i) {
		case "or":
			return true
		case "and", "also":
			joined = true
		}
	}
	plural := strings.HasSuffix(r.word(last-1), "s") || strings.HasSuffix(r.word(r.i-1), "s")
	return joined && (plural || r.before("like", "love", "enjoy", "prefer", "fan", "into", "favorite", "favourite", "genres", "either"))
}

// Genre returns the feature of a genre as the catalogue spells it, under its name or another
// that people use. It is nil when no film has the genre.
func (r *Reader) Genre(name string) (features []uint32) {
	for _, spelling := range append([]string{text.Fold(name)}, genreWords[name]...) {
		if f, ok := r.ix.Feature(feature.Genre, spelling); ok {
			return append(features, f)
		}
	}
	return nil
}

// readWish takes a phrase of n words when it says how well known, good, long or old a film
// should be, and reports whether it does. Adjectives that are said of other things, too, count
// only of a film: "a long movie" but no "long day". "Short film" asks for at most 40 minutes.
func (r *parser) readWish(phrase string, n int) bool {
	w := r.lex.wishes[phrase]
	relative := strings.HasSuffix(phrase, "er") || strings.HasPrefix(phrase, "more ")
	if w == noWish || ambiguousWishes[phrase] && !(relative && r.word(r.i+n) == "than") && !r.ofFilm(n) {
		return false
	}
	if w == acclaimed && slices.ContainsFunc(otherPrizes, func(p string) bool { return strings.Contains(phrase, p) }) && !r.not.on {
		r.ignore(r.i, r.i+n-1)
	}
	r.i += n
	switch {
	case w == recent && relative:
		r.newer = true
	case w == old && relative && (r.inClause("welcome") || r.inClause("fine") || r.inClause("ok") || r.inClause("okay")): // and so are others
	case w == old && relative:
		r.older = true
	case w == short && relative:
		r.shorter = true
	case w == long && relative:
		r.longer = true
	case w == short && (r.word(r.i) == "film" || r.word(r.i) == "films") && !r.not.on && !r.is(r.i+1, "night"):
		r.runtime.intersect(until(40))
	default:
		r.wishes[w] = !r.not.on
	}
	r.ruledOut()
	return true
}

// otherPrizes are parts of the names of prizes of which nothing is known here, folded. They make an answer well rated,
// and whoever names them is told so.
var otherPrizes = strings.Fields("goya festival")

// ambiguousWishes are the phrases of wishes that are said of other things than films, too.
var ambiguousWishes = map[string]bool{"long": true, "short": true, "old": true, "new": true, "best": true, "quick": true, "hit": true, "hits": true, "modern": true, "latest": true, "brief": true,
	"longer": true, "shorter": true, "newer": true, "older": true, "great": true, "unknown": true, "forgotten": true, "classic": true, "popular": true, "famous": true, "recent": true}

// ofFilm reports whether the adjective of the next n words is said of a film: a word for films,
// a genre, a mood or a country stands at most three words behind it, or it stands behind
// "something", "not too" and the like, or alone.
func (r *parser) ofFilm(n int) bool {
	before := r.word(r.i - 1)
	aVery := before == "very" && r.word(r.i-2) == "a" && !r.endsClause(r.i) // "a very long trail"
	if slices.Contains([]string{"something", "anything", "nothing", "too", "but", "made", "very", "is", "more", "bit"}, before) && !aVery && !(before == "is" && r.chat) && !(r.word(r.i+n) == "with") {
		return r.word(r.i) != "best"
	}
	if r.Request.Language != "" && !r.clauseStart(r.i) { // "una comedia argentina reciente"
		return true
	}
	if before == "anything" || before == "new" || r.word(r.i+n) == "with" && r.word(r.i) == "new" {
		return true
	}
	for j := 0; j < 3 && r.i+n+j < len(r.tokens) && r.tokens[r.i+n+j].clause == r.tokens[r.i+n-1].clause; j++ {
		w := r.word(r.i + n + j)
		if r.headNoun(w) || r.lex.genres[w] != nil || w == "ones" || w == "stuff" || r.lex.moods[w] != nil || r.lex.wishes[w] != noWish && !ambiguousWishes[w] {
			return true
		}
		if r.lex.fillers[w] && !slices.Contains([]string{"and", "or", "but"}, w) {
			return false
		}
	}
	end := r.i+n >= len(r.tokens) || r.tokens[r.i+n].clause != r.tokens[r.i+n-1].clause
	if end && before == "not" && r.clauseStart(r.i-1) { // "with a happy end, not old"
		return true
	}
	return r.clauseStart(r.i) && (end || r.word(r.i+n) == "but") || end && (before == "a" || before == "and") && len(r.tokens) <= 8
}

// readMood takes a phrase of n words when it names a mood, and reports whether it does. A mood
// is noted once.
func (r *parser) readMood(phrase string, n int) bool {
	found := r.lex.moods[phrase]
	if found == nil || phrase == "moving" && r.before("i", "we") || r.selfFeeling(phrase) {
		return false
	}
	r.i += n
	for _, m := range found {
		if tags := moodTags[phrase]; !r.not.on && len(tags) > 0 {
			r.Noted = append(r.Noted, tags)
		} else if !r.not.on && len(m.Tags) > 0 {
			r.Noted = append(r.Noted, m.Tags)
		}
		switch {
		case r.not.on && !slices.Contains(r.NotMoods, m):
			r.NotMoods = append(r.NotMoods, m)
			r.Request.NotMoods = append(r.Request.NotMoods, m.name)
		case !r.not.on && !slices.Contains(r.Moods, m):
			r.Moods = append(r.Moods, m)
			r.Request.Moods = append(r.Request.Moods, m.name)
		}
	}
	r.ruledOut()
	return true
}

// selfFeeling reports whether the mood word here is about who writes, or somebody who is ill: "I'm
// feeling sad", "my wife has been sick".
func (r *parser) selfFeeling(phrase string) bool {
	if phrase == "sick" && slices.Contains([]string{"been", "am", "was", "got", "feel", "feeling", "home"}, r.word(r.i-1)) {
		return true
	}
	return r.word(r.i-1) == "feeling" && (r.word(r.i-2) == "am" || r.word(r.i-2) == "i" || r.word(r.i-2) == "been") || r.word(r.i-1) == "am" && r.word(r.i-2) == "i"
}
