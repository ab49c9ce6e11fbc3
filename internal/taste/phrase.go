package taste

import (
	"slices"
	"strings"

	"kinodex/internal/text"
)

// says reports whether a folded phrase is in the lexicon as a mood, genre, wish, country or
// language. Fillers are not.
func (l *lexicon) says(phrase string) bool {
	return l.moods[phrase] != nil || l.genres[phrase] != nil || l.wishes[phrase] != noWish ||
		l.countries[phrase] != "" || l.languages[phrase] != ""
}

// readPhrase takes the longest phrase that starts here and is in the lexicon or is a keyword
// of several words, and reports whether there was one.
func (r *promptReader) readPhrase() bool {
	for n := min(r.lex.longest, len(r.tokens)-r.i); n >= 1; n-- {
		phrase, _ := r.join(n)
		if r.readPlace(phrase, n) || r.readGenre(phrase, n) || r.readWish(phrase, n) || r.readMood(phrase, n) {
			return true
		}
		if n > 1 && !r.linking(0) && !r.linking(n-1) && !r.onlyFillers(n) {
			if f := r.m.called(phrase, keyword); len(f) > 0 {
				r.theme(phrase, f)
				r.i += n
				return true
			}
		}
	}
	return false
}

// linking reports whether the word so many places on is a filler that only joins others: no
// keyword starts or ends with it. Other fillers may: "time" says little alone, but time
// travel does.
func (r *promptReader) linking(offset int) bool {
	w := r.at(offset)
	return r.lex.fillers[w] && (len(w) < 4 || w == "with" || w == "from" || w == "about")
}

// readPlace takes a phrase of n words when it names a nationality, country or language, and
// reports whether it does. What is both is a language behind "in" and before "language",
// "speaking", "spoken" or "dubbed", and else a country.
func (r *promptReader) readPlace(phrase string, n int) bool {
	country, language := r.lex.countries[phrase], r.lex.languages[phrase]
	if country == "" && language == "" {
		return false
	}
	next, before := r.at(n), r.at(-1)
	spoken := before == "in" || next == "language" || next == "speaking" || next == "spoken" || next == "dubbed"
	r.i += n
	switch {
	case language != "" && (country == "" || spoken) && r.negated:
		r.out.NotLanguages = append(r.out.NotLanguages, language)
	case language != "" && (country == "" || spoken):
		r.out.Languages = append(r.out.Languages, language)
	case country == "":
	case r.negated:
		r.out.NotCountries = append(r.out.NotCountries, country)
	default:
		r.out.Countries = append(r.out.Countries, country)
	}
	return true
}

// readGenre takes a phrase of n words when it names a genre, and reports whether it does. A
// genre is noted once.
func (r *promptReader) readGenre(phrase string, n int) bool {
	names := r.lex.genres[phrase]
	if names == nil {
		return false
	}
	r.i += n
	for _, name := range names {
		features := r.m.genre(name)
		shown := name
		if len(features) > 0 {
			shown = r.m.spelling(features[0])
		}
		switch {
		case r.negated && !slices.Contains(r.out.NotGenres, shown):
			r.notGenres = append(r.notGenres, features...)
			r.out.NotGenres = append(r.out.NotGenres, shown)
		case !r.negated && !slices.Contains(r.out.Genres, shown):
			r.genres = append(r.genres, features)
			r.out.Genres = append(r.out.Genres, shown)
		}
	}
	return true
}

// genre returns the feature of a genre as the catalogue spells it, under its name or another
// that people use. It is nil when no film has the genre.
func (m *model) genre(name string) (features []uint32) {
	for _, spelling := range append([]string{text.Fold(name)}, genreWords[name]...) {
		if f, ok := m.feature(genre, spelling); ok {
			return append(features, f)
		}
	}
	return nil
}

// readWish takes a phrase of n words when it says how well known, good, long or old a film
// should be, and reports whether it does. "Short film" asks for at most 40 minutes.
func (r *promptReader) readWish(phrase string, n int) bool {
	w := r.lex.wishes[phrase]
	if w == noWish {
		return false
	}
	relative := strings.HasSuffix(phrase, "er") || strings.HasPrefix(phrase, "more ")
	r.i += n
	switch {
	case w == recent && relative:
		r.newer = true
	case w == old && relative:
		r.older = true
	case w == short && relative:
		r.shorter = true
	case w == long && relative:
		r.longer = true
	case w == short && (r.at(0) == "film" || r.at(0) == "films") && !r.negated:
		r.runtime.intersect(until(40))
	default:
		r.wishes[w] = !r.negated
	}
	return true
}

// readMood takes a phrase of n words when it names a mood, and reports whether it does. A mood
// is noted once. "Less" negates the mood behind it and nothing more.
func (r *promptReader) readMood(phrase string, n int) bool {
	found := r.lex.moods[phrase]
	if found == nil {
		return false
	}
	r.i += n
	for _, i := range found {
		switch {
		case r.negated && !slices.Contains(r.notMoods, i):
			r.notMoods = append(r.notMoods, i)
			r.out.NotMoods = append(r.out.NotMoods, moods[i].name)
		case !r.negated && !slices.Contains(r.moods, i):
			r.moods = append(r.moods, i)
			r.out.Moods = append(r.out.Moods, moods[i].name)
		}
	}
	r.negated = r.negated && r.at(-n-1) != "less" // which is about one word
	return true
}

// readWord takes a word as a theme: a keyword, or a word of synopses. It reports whether the
// word asks for anything. A word that is unknown is noted, up to 20 of them; a filler is not
// taken.
func (r *promptReader) readWord() bool {
	w := r.at(0)
	if r.lex.fillers[w] {
		return false
	}
	r.i++
	features := r.m.said(w)
	if len(features) == 0 {
		if !slices.Contains(r.out.Unknown, w) && len(r.out.Unknown) < 20 {
			r.out.Unknown = append(r.out.Unknown, w)
		}
		return false
	}
	r.theme(w, features)
	return true
}

// said returns the features that a word may mean: keywords, also in the singular, and the
// plot word of its stem. It is empty when there is none.
func (m *model) said(w string) []uint32 {
	features := m.called(w, keyword)
	if one, many := strings.CutSuffix(w, "s"); many && len(features) == 0 {
		features = m.called(one, keyword)
	}
	if f, ok := m.feature(plotWord, plotStem(w)); ok && plotStem(w) != "" {
		features = append(features, f)
	}
	return features
}

// splitPhrases adds each known word of themes of several words as a theme of its own, and
// reports whether there was one. out is not changed.
func (r *promptReader) splitPhrases() (split bool) {
	for _, t := range r.themes {
		all := strings.Fields(t.words)
		if len(all) < 2 {
			continue
		}
		for _, w := range all {
			if features := r.m.said(w); len(features) > 0 && !r.lex.fillers[w] {
				r.themes, split = append(r.themes, theme{w, features}), true
			}
		}
	}
	return split
}

// theme notes what the film should, or under a negation should not, be about. A theme of the
// same words is noted once.
func (r *promptReader) theme(words string, features []uint32) {
	if r.negated {
		r.notThemes = append(r.notThemes, features...)
		r.out.NotThemes = append(r.out.NotThemes, words)
		return
	}
	if !slices.Contains(r.out.Themes, words) {
		r.themes = append(r.themes, theme{words, features})
		r.out.Themes = append(r.out.Themes, words)
	}
}
