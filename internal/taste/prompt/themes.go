package prompt

import (
	"slices"
	"strings"

	"kinodex/internal/taste/feature"
)

// synonyms are phrases that name one theme, by the name it is noted under.
var synonyms = map[string][]string{
	"world war ii":            {"world war ii", "world war 2", "world war two", "ww2", "wwii", "ww ii", "second world war", "2nd world war"},
	"world war i":             {"world war i", "world war 1", "world war one", "ww1", "wwi", "first world war", "great war", "1st world war"},
	"based on true story":     {"based on a true story", "based on true story", "based on true stories", "based on real events", "based on true events", "based on a real story", "true story", "true stories"},
	"gore":                    {"gore", "gory", "guts", "blood and guts"},
	"independent film":        {"indie", "indies", "indie film", "indie films", "independent film", "independent films", "indie movie", "indie movies"},
	"superhero":               {"superhero", "superheroes", "super hero", "super heroes", "superhero film", "superhero films", "superhero movie", "superhero movies", "comic book heroes"},
	"coming of age":           {"coming of age", "growing up"},
	"artificial intelligence": {"artificial intelligence", "ai"},
	"dystopia":                {"dystopia", "dystopian", "dystopias"},
	"post-apocalyptic":        {"post apocalyptic", "postapocalyptic", "post apocalypse", "apocalyptic", "post apocalyptic future"},
	"road movie":              {"road movie", "road movies", "road trip"},
	"christmas":               {"christmas", "xmas", "christmas film", "christmas movie", "christmas movies"},
	"silent film":             {"silent film", "silent films", "silent movie", "silent movies"},
	"black comedy":            {"black comedy", "black comedies", "dark comedy", "dark comedies"},
	"stop motion":             {"stop motion", "claymation"},
	"sad ending":              {"sad ending", "sad endings", "unhappy ending"},
	"happy ending":            {"happy ending", "happy endings"},
	"jump scare":              {"jump scare", "jump scares", "jumpscare", "jumpscares"},
	"art house":               {"art house", "arthouse"},
	"cheesy":                  {"cheesy", "corny"},
}

// themeKeywords are the keywords and words of synopses that films of a theme have beside its
// own name.
var themeKeywords = map[string][]string{
	"gore": {"gore", "splatter", "splatter horror", "body horror", "blood"}, "world war ii": {"world war ii", "world war two", "nazi", "holocaust"},
	"world war i": {"world war i", "world war one"}, "dystopia": {"dystopia", "dystopian future"}, "superhero": {"superhero", "based on comic", "marvel cinematic universe", "marvel comic", "dc comics"},
	"coming of age": {"coming of age", "coming-of-age"}, "post-apocalyptic": {"post-apocalyptic future", "post-apocalyptic", "apocalypse"}, "based on true story": {"based on true story", "based on a true story"},
	"independent film": {"independent film", "indie"}, "black comedy": {"black comedy", "dark comedy"}, "christmas": {"christmas", "santa claus", "holiday"}, "artificial intelligence": {"artificial intelligence", "artificial intelligence a i", "robot"},
	"silent film": {"silent film"}, "mafia": {"mafia", "gangster", "mob"}, "gangster": {"gangster", "mafia", "mob"}, "heist": {"heist", "bank robbery", "robbery"}, "serial killer": {"serial killer"}, "sequel": {"sequel"},
}

// synonymAt returns the theme that the words from the i-th on are a synonym of, and how many
// words that takes; 0 for none. The longest counts.
func (r *parser) synonymAt(i int) (name string, n int) {
	for to, phrases := range synonyms {
		if m := r.phraseAt(i, phrases); m > n {
			name, n = to, m
		}
	}
	return name, n
}

// mostUnknown bounds how many words are told that mean nothing.
const mostUnknown = 20

// readWord takes a word as a theme: a keyword, or a word of synopses. A word that is unknown, or
// that nothing was made of, is noted; a filler is not taken, and a word of conversation only
// behind "about". It reports whether it took the word.
func (r *parser) readWord() bool {
	w := r.word(r.i)
	if r.lex.fillers[w] || strings.ContainsAny(w, "<>=") {
		return false
	}
	common := r.lex.common[w]
	if common && (r.cue != aboutCue || r.lex.chat[w]) {
		return false
	}
	numeral := w[0] >= '0' && w[0] <= '9'
	features := r.said(w)
	r.i++
	switch {
	case len(features) == 0 || r.tokens[r.i-1].foreign && r.keywordFilms(features) < commonTheme || numeral && r.keywordFilms(features) < leastKeyword:
		r.noteWord(&r.Request.Unknown, w)
	case r.chat && r.cue != aboutCue && !r.not.on, r.Conversation && r.cue != aboutCue && r.keywordFilms(features) < leastKeyword:
		r.noteWord(&r.Request.Ignored, w)
	default:
		r.noteTheme(w, features)
	}
	return true
}

// noteWord appends a word that nothing was made of, once, up to mostUnknown.
func (r *parser) noteWord(to *[]string, w string) {
	if !slices.Contains(*to, w) && len(*to) < mostUnknown {
		*to = append(*to, w)
	}
}

// concludeIgnored lists all that had no effect, in the order of the prompt.
func (r *parser) concludeIgnored() {
	all := append(slices.Clone(r.Request.Unknown), r.Request.Ignored...)
	slices.SortStableFunc(all, func(a, b string) int { return r.place(a) - r.place(b) })
	r.Request.Ignored = slices.Compact(all)
}

// place returns where a word stands first in the prompt.
func (r *parser) place(w string) int {
	w, _, _ = strings.Cut(w, " ")
	return slices.IndexFunc(r.tokens, func(t token) bool { return t.word == w })
}

// keywordFilms returns how many films have the most frequent keyword of some features.
func (r *Reader) keywordFilms(features []uint32) (most int) {
	for _, f := range features {
		if docs, _ := r.ix.With(f); r.ix.KindOf(f) == feature.Keyword {
			most = max(most, len(docs))
		}
	}
	return most
}

// said returns the features that a word or the name of a theme may mean: keywords, also in the
// singular, those of themeKeywords, and the plot word of its stem. It is empty when there is
// none.
func (r *Reader) said(w string) []uint32 {
	var features []uint32
	for _, key := range append([]string{w}, themeKeywords[w]...) {
		features = append(features, r.ix.Called(feature.TitleKey(key), feature.Keyword)...)
	}
	if one, many := strings.CutSuffix(w, "s"); many && len(features) == 0 {
		features = r.ix.Called(one, feature.Keyword)
	}
	if f, ok := r.ix.Feature(feature.PlotWord, feature.PlotStem(w)); ok && feature.PlotStem(w) != "" {
		features = append(features, f)
	}
	slices.Sort(features)
	return slices.Compact(features)
}

// SplitPhrases adds each known word of a reading's themes of several words as a theme of its own,
// and reports whether there was one. The request is not changed.
func (r *Reader) SplitPhrases(of *Reading) (split bool) {
	for _, t := range of.Themes {
		all := strings.Fields(t.Words)
		if len(all) < 2 {
			continue
		}
		for _, w := range all {
			if features := r.said(w); len(features) > 0 && !r.lex.fillers[w] {
				of.Themes, split = append(of.Themes, Theme{w, features}), true
			}
		}
	}
	return split
}

// noteTheme notes what the film should, or under a negation should not, be about. A theme of
// the same words is noted once.
func (r *parser) noteTheme(words string, features []uint32) {
	switch {
	case r.not.on:
		if !slices.Contains(r.Request.NotThemes, words) {
			r.NotThemes = append(r.NotThemes, features...)
			r.Request.NotThemes = append(r.Request.NotThemes, words)
		}
	case !slices.Contains(r.Request.Themes, words):
		r.Themes = append(r.Themes, Theme{words, features})
		r.Request.Themes = append(r.Request.Themes, words)
	}
	r.ruledOut()
}
