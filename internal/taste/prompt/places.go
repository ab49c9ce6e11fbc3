package prompt

import (
	"slices"
	"strings"
)

// settingCues are the phrases before the place or time of the action, folded.
var settingCues = []string{"set in", "set on", "set at", "set aboard", "set around", "set near", "set during", "set inside", "set within", "takes place in", "takes place on", "takes place at", "takes place during",
	"take place in", "take place on", "take place at", "taking place in", "taking place on", "taking place at", "taking place during", "takes place", "located in", "plays in", "happens in", "happening in", "setting of",
	"hiding in", "hide in", "hides in", "hide out in", "stuck in", "stuck on", "trapped in", "trapped on", "trapped inside", "stranded in", "stranded on", "lost in", "lost at", "grows up in", "growing up in"}

// nowadays are phrases for the time that most films are set in, folded.
var nowadays = []string{"modern times", "modern day", "modern days", "present day", "present", "present times", "today", "our time", "our times", "now", "nowadays", "contemporary times"}

// settingEnds are words that no place has after its first: what is behind them is something
// else.
var settingEnds = strings.Fields("from with but by in and or under over before after since starring directed made that which where rated during at on for about without not no like i we is are please newer older between shorter longer")

// readSetting takes where a film is set, which is not where it was made, and reports whether
// there was one: "set in Paris", "takes place in a prison". A decade or a war there is a theme.
func (r *parser) readSetting() bool {
	n := r.phraseAt(r.i, settingCues)
	if n == 0 && r.is(r.i, "set", "somewhere") {
		n = 1
	}
	if n == 0 {
		return false
	}
	if _, whole := r.synonymAt(r.i); whole > n { // "stuck in the same day"
		return false
	}
	if at := r.i + n; r.word(at) == "somewhere" && at+1 < len(r.tokens) && !r.endsClause(at) { // "set somewhere warm"
		r.ignore(at, at+1)
		r.i = at + 2
		return true
	}
	i := r.i + n
	for slices.Contains([]string{"the", "a", "an", "about"}, r.word(i)) {
		i++
	}
	if i >= len(r.tokens) || slices.Contains([]string{"one", "single", "same"}, r.word(i)) { // "stuck in one place"
		return false
	}
	if s, m, ok := r.yearsAt(i); ok { // set in the 1950s
		words := r.word(i + m - 1)
		if *s.To > *s.From {
			words = strings.TrimSuffix(decimal(*s.From/10*10), "") + "s"
		}
		r.i = i + m
		r.noteTheme(words, r.said(words))
		return true
	}
	if m := r.phraseAt(i, nowadays); m > 0 { // what most films are
		r.i = i + m
		return true
	}
	if n := r.phraseAt(r.i, occasions); n > 0 { // "stuck in bed"
		return false
	}
	if phrase, m := r.groupAt(i); m > 0 { // "set in Asia"
		r.i = i
		return r.readPlace(phrase, m)
	}
	if phrase, m := r.synonymAt(i); m > 0 {
		r.i = i + m
		r.noteTheme(phrase, r.said(phrase))
		return true
	}
	to := i
	for to < len(r.tokens) && to-i < 4 && (to == i || r.tokens[to].clause == r.tokens[i].clause && !slices.Contains(settingEnds, r.word(to)) && !r.lex.fillers[r.word(to)] || r.tokens[to].inner) {
		if _, _, ok := r.yearsAt(to); ok && to > i {
			break
		}
		to++
	}
	from := r.i
	r.i = i
	words, _ := r.join(to - i)
	r.noteSetting(words)
	r.i = max(to, from+1)
	r.ruledOut()
	if r.word(r.i) == "in" && r.i+1 < len(r.tokens) { // set in Berlin in the 80s
		if s, m, ok := r.yearsAt(r.i + 1); ok && *s.To > *s.From {
			r.i += 1 + m
			words := decimal(*s.From/10*10) + "s"
			r.noteTheme(words, r.said(words))
		}
	}
	return true
}

// groupAt returns the name of a group of countries that stands at the i-th word, and how many words it has; 0 for none.
func (r *parser) groupAt(i int) (name string, n int) {
	for _, g := range countryGroups {
		for _, w := range g.words {
			if m := r.phraseAt(i, []string{w}); m > n {
				name, n = w, m
			}
		}
	}
	return name, n
}

// noteSetting notes where a film is, or under a negation is not, set.
func (r *parser) noteSetting(place string) {
	if city := cities[place]; city != "" {
		place = city
	}
	if r.not.on {
		r.NotSettings = append(r.NotSettings, place)
		r.Request.NotSetIn = append(r.Request.NotSetIn, place)
		return
	}
	r.Settings = append(r.Settings, place)
	r.Request.SetIn = append(r.Request.SetIn, place)
}

// readCity takes a phrase of n words when it names a city, as where a film is set, and reports whether it
// does. What somebody tells of themselves, and what a film is about, is no setting.
func (r *parser) readCity(phrase string, n int) bool {
	if cities[phrase] == "" || r.Conversation || r.chat || r.cue == aboutCue {
		return false
	}
	r.i += n
	r.noteSetting(phrase)
	r.ruledOut()
	return true
}

// readPlace takes a phrase of n words when it names a nationality, a country, a group of
// countries or a language, and reports whether it does. What is both is a language behind "in"
// and before "language", "speaking", "spoken" or "dubbed", and else a country. What a film is
// about is no country of origin.
func (r *parser) readPlace(phrase string, n int) bool {
	countries, language := r.lex.countries[phrase], r.lex.languages[phrase]
	if len(countries) == 0 && language == "" || r.cue == aboutCue && r.nounPlace(phrase) {
		return false
	}
	next, before := r.word(r.i+n), r.word(r.i-1)
	spoken := before == "in" || before == "than" && r.word(r.i-3) == "language" || slices.Contains([]string{"language", "speaking", "spoken", "dubbed", "audio", "subtitled"}, next)
	r.i += n
	if next == "language" || next == "speaking" || next == "spoken" || next == "dubbed" {
		r.i++
	}
	add := func(to *[]string, codes ...string) {
		for _, c := range codes {
			if !slices.Contains(*to, c) {
				*to = append(*to, c)
			}
		}
	}
	switch {
	case language != "" && (len(countries) == 0 || spoken) && r.not.on:
		add(&r.Request.NotLanguages, language)
	case language != "" && (len(countries) == 0 || spoken):
		add(&r.Request.Languages, language)
	case r.not.on:
		add(&r.Request.NotCountries, countries...)
	default:
		add(&r.Request.Countries, countries...)
	}
	r.ruledOut()
	return true
}

// nounPlace reports whether a phrase is the name of a country, not what is of it.
func (r *parser) nounPlace(phrase string) bool {
	for i := range countries {
		if slices.Contains(countries[i].words, phrase) {
			return countries[i].words[0] == phrase
		}
	}
	return false
}

// foreign takes "foreign", "foreign language" and "subtitled": any language but English.
func (r *parser) readForeign() bool {
	w := r.word(r.i)
	if w == "subtitles" || w == "subtitled" {
		if r.i++; r.not.on {
			r.Request.Languages = append(r.Request.Languages, "en")
		}
		r.ruledOut()
		return true
	}
	if w != "foreign" {
		return false
	}
	r.i++
	if r.word(r.i) == "language" {
		r.i++
	}
	if r.not.on {
		r.Request.Languages = append(r.Request.Languages, "en")
	} else if !slices.Contains(r.Request.NotLanguages, "en") {
		r.Request.NotLanguages = append(r.Request.NotLanguages, "en")
	}
	r.ruledOut()
	return true
}
