package taste

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/taste/feature"
	"kinodex/internal/taste/prompt"
	"kinodex/internal/text"
)

// mostEvidence is how many facts a sentence tells beside genres and year.
const mostEvidence = 3

// sentenceBuilder makes the sentence on one recommended film. It is used once.
type sentenceBuilder struct {
	x     *Taste
	r     *prompt.Reading
	film  uint32
	facts []string
	told  []uint32 // features; none is told twice

	described map[uint32]bool // the word features of a description that is answered
	near      bool            // the film's synopsis means much the same as the description
}

// sentence returns one short sentence on what in the film's record answers the prompt. It says
// nothing that is not in the record. It ends in a full stop.
func (x *Taste) sentence(r *prompt.Reading, d uint32) string {
	return (&sentenceBuilder{x: x, r: r, film: d}).String()
}

// describedSentences returns a function that does what sentence does for the films that a description
// finds: it also tells which words of the description their synopses have, and of those that have none
// that they mean much the same.
func (x *Taste) describedSentences(r *prompt.Reading, typed string, similar []film.Similarity) func(d uint32) string {
	described := map[uint32]bool{}
	for w := range text.Tokens(typed) {
		if f, ok := x.model.Feature(feature.PlotWord, feature.PlotStem(w)); ok && catalog.TellingWords(w) > 0 {
			described[f] = true
		}
	}
	return func(d uint32) string {
		i, ok := slices.BinarySearchFunc(similar, d, func(s film.Similarity, d uint32) int { return cmp.Compare(s.Film, d) })
		return (&sentenceBuilder{x: x, r: r, film: d, described: described, near: ok && similar[i].Cosine >= leastNear}).String()
	}
}

// leastNear is the cosine from which on a synopsis is said to mean much the same as a description.
// Those of films that have nothing to do with it are about 0.
const leastNear = 0.3

// String returns the sentence.
func (t *sentenceBuilder) String() string {
	t.people()
	t.themes()
	t.places()
	t.figures()
	return t.x.opening(t.film, slices.Concat(t.r.Genres...)) + strings.Join(append([]string{""}, t.facts...), ", ") + "."
}

// add adds a fact, formatted as by fmt.Sprintf, unless there are mostEvidence already.
func (t *sentenceBuilder) add(format string, args ...any) {
	if len(t.facts) < mostEvidence {
		t.facts = append(t.facts, fmt.Sprintf(format, args...))
	}
}

// untold returns the film's features of a kind that are in some and not told yet.
func (t *sentenceBuilder) untold(k feature.Kind, some []uint32) []uint32 {
	return slices.DeleteFunc(t.x.model.having(t.film, k, some), func(f uint32) bool { return slices.Contains(t.told, f) })
}

// people adds what the film shares with a liked one, and who of those asked for directed or
// acted in it.
func (t *sentenceBuilder) people() {
	m := t.x.model
	if l, s, ok := m.mostAlike(t.film, t.r.Liked); ok {
		s.features = s.features[:min(2, len(s.features))]
		t.told = s.features
		t.add("%s", t.x.alike(l, s))
	}
	asked := slices.Concat(t.r.People...)
	if names := m.spelled(t.untold(feature.Director, asked)); len(names) > 0 {
		t.add("directed by %s", listed(names))
	}
	if names := m.spelled(t.untold(feature.Actor, asked)); len(names) > 0 {
		t.add("with %s", listed(names))
	}
	if names := m.spelled(t.untold(feature.Company, t.r.Companies)); len(names) > 0 {
		t.add("produced by %s", listed(names[:1]))
	}
}

// themes adds the keywords that were asked for or else the words of the synopsis, and then
// keywords of the moods.
func (t *sentenceBuilder) themes() {
	if themes := t.themeFeatures(); !t.keywords(themes) {
		words := t.x.rarest(t.film, func(_ string, stem uint32) bool { return slices.Contains(themes, stem) || t.described[stem] })
		if len(words) > 0 {
			t.add("whose synopsis mentions %s", listed(quoted(words)))
		} else if t.near {
			t.add("whose synopsis is close in meaning to your description")
		}
	}
	t.keywords(t.moodKeywords())
}

// keywords adds at most two of some keywords that the film has and that are not told yet, and
// reports whether there were any.
func (t *sentenceBuilder) keywords(some []uint32) bool {
	k := t.untold(feature.Keyword, some)
	k = k[:min(2, len(k))]
	if len(k) > 0 {
		t.told = slices.Concat(t.told, k)
		t.add("with the %s %s", plural("keyword", len(k)), listed(quoted(t.x.model.spelled(k))))
	}
	return len(k) > 0
}

// places adds the countries and the language that were asked for, as far as the film has them.
func (t *sentenceBuilder) places() {
	m := t.x.model
	if codes := m.spelled(m.having(t.film, feature.Country, m.places(feature.Country, t.r.Request.Countries))); len(codes) > 0 {
		t.add("from %s", listed(named(codes, prompt.CountryName)))
	}
	if codes := m.spelled(m.having(t.film, feature.Language, m.places(feature.Language, t.r.Request.Languages))); len(codes) > 0 {
		t.add("in %s", listed(named(codes, prompt.LanguageName)))
	}
}

// figures adds the figures that were asked for, and the rating when there is nothing else to
// tell or the prompt is about how good or well known a film is.
func (t *sentenceBuilder) figures() {
	number := func(field string) (float64, bool) { return t.x.films.Number(field, catalog.Doc(t.film)) }
	if t.r.Request.Runtime != nil {
		t.add("%d minutes long", t.x.model.Runtime[t.film])
	}
	switch t.r.Request.Oscars {
	case "best_picture":
		t.add("winner of the Oscar for Best Picture")
	case "won":
		won, _ := number("oscar_wins")
		t.add("winner of %d %s", int(won), plural("Oscar", int(won)))
	case "nominated":
		nominated, _ := number("oscar_noms")
		t.add("nominated for %d %s", int(nominated), plural("Oscar", int(nominated)))
	}
	if t.r.Request.Acclaimed || t.r.Request.Fame != "" || len(t.facts) == 0 {
		if rating, ok := number("filmdb_rating"); ok {
			t.add("rated %s", strconv.FormatFloat(rating, 'f', 1, 64))
		}
	}
}

// opening returns the beginning of a sentence, the film's genres and year: "Crime and Drama
// from 1995", those that were asked for first. Without genres it is "A film", without a year that part is
// missing.
func (x *Taste) opening(d uint32, asked []uint32) string {
	m := x.model
	is := "A film"
	all := slices.Clone(m.OfKind(d, feature.Genre))
	slices.SortStableFunc(all, func(a, b uint32) int {
		return cmp.Compare(at(asked, a), at(asked, b))
	})
	if genres := m.spelled(all); len(genres) > 0 {
		is = listed(genres[:min(3, len(genres))])
	}
	if y := m.Year[d]; y > 0 {
		is += " from " + strconv.Itoa(int(y))
	}
	return is
}

// at returns where a feature is among some that were asked for, and their number where it is not.
func at(asked []uint32, f uint32) int {
	if i := slices.Index(asked, f); i >= 0 {
		return i
	}
	return len(asked)
}

// mostAlike returns the liked film that shares most of one kind with d, and what they share;
// false when no liked film shares anything but genres and words.
func (m *model) mostAlike(d uint32, liked []uint32) (uint32, sharedFeatures, bool) {
	var best sharedFeatures
	for _, l := range liked {
		for _, s := range m.common(d, l, feature.Genre) {
			if s.strength > best.strength {
				best = s
			}
		}
	}
	return best.liked, best, best.strength > 0
}

// alike returns the fact on what a film shares with a liked one; "" for a kind that is none of
// director, writer, actor and keyword.
func (x *Taste) alike(liked uint32, s sharedFeatures) string {
	names := x.model.spelled(s.features)
	switch s.kind {
	case feature.Director:
		return "directed by " + listed(names) + " like " + x.title(liked)
	case feature.Writer:
		return "written by " + listed(names) + " like " + x.title(liked)
	case feature.Actor:
		return "with " + listed(names) + " like " + x.title(liked)
	case feature.Keyword:
		return "with the " + plural("keyword", len(names)) + " " + listed(quoted(names)) + " like " + x.title(liked)
	}
	return ""
}

// having returns the film's features of a kind that are in some, ascending; nil for none. The
// caller owns it.
func (m *model) having(d uint32, k feature.Kind, some []uint32) []uint32 {
	var all []uint32
	for _, f := range m.OfKind(d, k) {
		if slices.Contains(some, f) {
			all = append(all, f)
		}
	}
	return all
}

// spelled returns features as records spell them, in their order.
func (m *model) spelled(features []uint32) []string {
	names := make([]string, len(features))
	for i, f := range features {
		names[i] = m.Spelling(f)
	}
	return names
}

// named returns the names of codes, in their order.
func named(codes []string, name func(string) string) []string {
	all := make([]string, len(codes))
	for i, c := range codes {
		all[i] = name(c)
	}
	return all
}

// themeFeatures returns the features of all themes asked for.
func (t *sentenceBuilder) themeFeatures() []uint32 {
	var all []uint32
	for _, theme := range t.r.Themes {
		all = append(all, theme.Features...)
	}
	return all
}

// moodKeywords returns the keywords of all moods asked for.
func (t *sentenceBuilder) moodKeywords() []uint32 {
	var all []uint32
	for _, mood := range t.r.Moods {
		for _, k := range mood.Keywords {
			all = append(all, t.x.model.Called(feature.TitleKey(k), feature.Keyword)...)
		}
	}
	return all
}
