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

// Reasons are facts of records. Each form below says the same of both films it
// names, so that whoever holds the two records can check it; names and keywords
// are spelled as one of the records spells them, and compared folded.

// mostReasons is how many reasons a suggestion gets at most.
const mostReasons = 3

// sharedFeatures is what a film has in common with one liked film, of one kind. strength is the sum of
// the products of both weights times the weight of the kind; 0 means nothing.
type sharedFeatures struct {
	kind     feature.Kind
	liked    uint32
	features []uint32 // the strongest first
	strength float32
}

// reasons returns why a film may be liked by somebody who liked some others: at least one
// reason and at most mostReasons, the strongest first, no kind twice. Each names a liked film
// unless nothing is shared at all.
func (x *Taste) reasons(d uint32, liked []uint32) []string {
	m := x.model
	var best [feature.Kinds]sharedFeatures
	for _, l := range liked {
		for _, s := range m.common(d, l, feature.TitleWord) {
			if s.strength > best[s.kind].strength {
				best[s.kind] = s
			}
		}
	}
	slices.SortStableFunc(best[:], func(a, b sharedFeatures) int { return cmp.Compare(b.strength, a.strength) })
	var all []string
	for _, s := range best {
		if len(all) == mostReasons || s.strength == 0 {
			break
		}
		if text := x.sharedReason(s); text != "" {
			all = append(all, text)
		}
	}
	if len(all) < mostReasons {
		if l, ok := m.strongestTogether(d, liked); ok {
			all = append(all, "Liked by people who liked "+x.title(l))
		}
	}
	for i := 0; i < len(liked) && len(all) == 0; i++ {
		if words := x.sharedWords(d, liked[i]); len(words) > 0 {
			all = append(all, "Its synopsis mentions "+listed(quoted(words))+", like that of "+x.title(liked[i]))
		}
	}
	if len(all) == 0 {
		all = append(all, x.ownReason(d, liked))
	}
	return all
}

// common returns what two films share, one value a kind that they share something of, of the
// kinds before end. It takes time linear in the features of both.
func (m *model) common(a, b uint32, end feature.Kind) []sharedFeatures {
	fa, wa := m.Of(a)
	fb, wb := m.Of(b)
	var all []sharedFeatures
	type strong struct {
		feature uint32
		weight  float32
	}
	var now []strong
	k := feature.Kind(0)
	flush := func() {
		if len(now) == 0 {
			return
		}
		s := sharedFeatures{kind: k, liked: b}
		slices.SortStableFunc(now, func(a, b strong) int { return cmp.Compare(b.weight, a.weight) })
		for _, x := range now {
			s.features = append(s.features, x.feature)
			s.strength += x.weight
		}
		s.strength *= suggestionWeights.kinds[k]
		all = append(all, s)
		now = now[:0]
	}
	last := m.Ranges[end]
	for i, j := 0, 0; i < len(fa) && j < len(fb) && fa[i] < last; {
		switch {
		case fa[i] < fb[j]:
			i++
		case fa[i] > fb[j]:
			j++
		default:
			for fa[i] >= m.Ranges[k+1] {
				flush()
				k++
			}
			now = append(now, strong{fa[i], float32(wa[i]) * float32(wb[j]) / (255 * 255)})
			i++
			j++
		}
	}
	flush()
	return all
}

// sharedReason returns the sentence on what a film shares with a liked one, "" for a kind that
// is not told.
func (x *Taste) sharedReason(s sharedFeatures) string {
	m := x.model
	spelled := func(most int) []string {
		var all []string
		for _, f := range s.features[:min(most, len(s.features))] {
			all = append(all, m.Spelling(f))
		}
		return all
	}
	like := ", like " + x.title(s.liked)
	switch s.kind {
	case feature.Director:
		return "Directed by " + listed(spelled(2)) + like
	case feature.Writer:
		return "Written by " + listed(spelled(2)) + like
	case feature.Actor:
		return "With " + listed(spelled(3)) + like
	case feature.Keyword:
		return "Shares the " + plural("keyword", len(spelled(3))) + " " + listed(quoted(spelled(3))) + " with " + x.title(s.liked)
	case feature.Genre:
		return listed(spelled(3)) + like
	case feature.Company:
		return "Produced by " + listed(spelled(1)) + like
	case feature.Country:
		return "From " + prompt.CountryName(spelled(1)[0]) + like
	case feature.Language:
		return "In " + prompt.LanguageName(spelled(1)[0]) + like
	}
	return ""
}

// ownReason returns a reason for a film that shares nothing that can be named: the decade it
// has in common with a liked film, or its master score.
func (x *Taste) ownReason(d uint32, liked []uint32) string {
	m := x.model
	if y := int(m.Year[d]); y > 0 {
		for _, l := range liked {
			if other := int(m.Year[l]); other/10 == y/10 {
				return fmt.Sprintf("From the %ds, like %s", y/10*10, x.title(l))
			}
		}
	}
	score, _ := x.films.Number("master_score", catalog.Doc(d))
	return "Its master score is " + strconv.FormatFloat(score, 'f', -1, 64)
}

// strongestTogether returns the liked film that speaks most for d by imported ratings; ok is
// false when none does.
func (m *model) strongestTogether(d uint32, liked []uint32) (best uint32, ok bool) {
	if len(m.togetherFirst) == 0 {
		return 0, false
	}
	top := uint8(0)
	for _, l := range liked {
		for i := m.togetherFirst[l]; i < m.togetherFirst[l+1]; i++ {
			if m.together[i] == d && m.togetherScores[i] > top {
				best, top = l, m.togetherScores[i]
			}
		}
	}
	return best, top > 0
}

// LikedTogether reports whether, by imported ratings, liking one film speaks for
// liking the other.
// It is false without imported ratings.
func (x *Taste) LikedTogether(liked, other catalog.Doc) bool {
	for _, t := range x.model.togetherWith(uint32(liked), 1) {
		if t.doc == uint32(other) {
			return true
		}
	}
	return false
}

// title returns the film's title.
func (x *Taste) title(d uint32) string { return x.films.Title(catalog.Doc(d)) }

// overview returns what happens in the film; "" when that is not known.
func (x *Taste) overview(d uint32) string {
	return x.films.Record(catalog.Doc(d), film.List).Text(overviewField)
}

var overviewField = slices.Index(film.List.Fields(), "overview")

// sharedWords returns the rarest words that the synopses of both films have, folded, the
// rarest first; three at most.
func (x *Taste) sharedWords(a, b uint32) []string {
	other := map[string]bool{}
	for w := range text.Tokens(x.overview(b)) {
		other[w] = true
	}
	return x.rarest(a, func(word string, _ uint32) bool { return other[word] })
}

// rarest returns the rarest words of a film's synopsis that are wanted, folded, the rarest
// first; three at most, and no two of one stem. Words that are no feature are left out.
func (x *Taste) rarest(d uint32, wanted func(word string, stem uint32) bool) []string {
	m := x.model
	type rareWord struct {
		word        string
		stem, films uint32
	}
	var all []rareWord
	for w := range text.Tokens(x.overview(d)) {
		f, ok := m.Feature(feature.PlotWord, feature.PlotStem(w))
		if !ok || !wanted(w, f) || slices.ContainsFunc(all, func(o rareWord) bool { return o.stem == f }) {
			continue
		}
		all = append(all, rareWord{w, f, m.PostFirst[f+1] - m.PostFirst[f]})
	}
	slices.SortStableFunc(all, func(a, b rareWord) int { return cmp.Compare(a.films, b.films) })
	var words []string
	for _, f := range all[:min(3, len(all))] {
		words = append(words, f.word)
	}
	return words
}

// listed joins texts as in a sentence: "a, b and c". It is "" for none.
func listed(all []string) string {
	if len(all) < 2 {
		return strings.Join(all, "")
	}
	last := len(all) - 1
	return strings.Join(all[:last], ", ") + " and " + all[last]
}

// quoted returns each text in quotation marks.
func quoted(all []string) []string {
	q := make([]string, len(all))
	for i, s := range all {
		q[i] = "“" + s + "”"
	}
	return q
}

// plural returns the word for n things: with an s unless n is 1.
func plural(word string, n int) string {
	if n == 1 {
		return word
	}
	return word + "s"
}
