package advice

import (
	"slices"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/guide"
	"kinodex/internal/research"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/text"
)

// Passage is a paragraph of a guide to a writer.
type Passage struct {
	Name    string `json:"name" doc:"The writer."`
	Slug    string `json:"slug"`
	Section string `json:"section" doc:"The section of the guide that has the paragraph."`
	Text    string `json:"text" doc:"The paragraph, as plain text."`
	Typical bool   `json:"typical" doc:"Whether the guide says that the writer's scripts tend to the other side."`

	words int // of the feature that the paragraph has
}

// Book has, of each guide to a writer, the paragraph on each feature. It is read-only once made.
type Book struct {
	guides   []*guide.Guide
	passages [][measure.Count]*Passage // by guide; nil where it says nothing of a feature
}

// topics are the beginnings of words by which a paragraph speaks of a feature.
var topics = map[string][]string{
	"scene_count":          {"scene", "sequence", "episode", "cut", "short"},
	"avg_scene_len":        {"scene", "long", "short", "page", "late", "early"},
	"scene_len_cv":         {"scene", "long", "short", "rhythm", "pace"},
	"int_ratio":            {"room", "street", "house", "landscape", "indoor", "outdoor", "apartment", "corridor", "weather", "kitchen"},
	"location_diversity":   {"place", "room", "house", "town", "location", "return"},
	"dialogue_ratio":       {"dialogue", "talk", "speech", "speak", "silen", "say"},
	"action_ratio":         {"action", "description", "image", "gesture", "silen", "camera"},
	"avg_speech_len":       {"speech", "monologue", "short", "long", "line", "sentence"},
	"question_ratio":       {"question", "ask", "answer"},
	"exclamation_ratio":    {"exclamation", "shout", "quiet", "voice", "loud"},
	"character_count":      {"character", "ensemble", "crowd", "cast", "people"},
	"lead_share":           {"lead", "hero", "protagonist", "ensemble", "viewpoint"},
	"dialogue_balance":     {"both", "each", "voice", "duel", "exchange", "ensemble"},
	"avg_sentence_len":     {"sentence", "clause", "short", "long", "line"},
	"vocab_richness":       {"word", "vocabular", "repeat", "repetition"},
	"vocabulary_richness":  {"word", "vocabular", "jargon", "slang", "plain"},
	"profanity_rate":       {"curs", "swear", "profan", "oath", "insult", "slang"},
	"sentiment_mean":       {"mood", "joke", "laugh", "comed", "grief", "dark", "tender"},
	"sentiment_arc_slope":  {"ending", "hope", "loss", "relief", "setback", "worse"},
	"sentiment_volatility": {"mood", "tone", "swing", "shift", "joke", "terror"},
}

// read are the sections that passages are taken from.
var read = []string{"Structure", "Dialogue", "Signature techniques", "Borrow"}

// elsewhere is the section that speaks of other things than the features of a category.
var elsewhere = map[string]string{"structure": "Dialogue", "dialogue": "Structure", "language": "Structure"}

// leastTopics is how many words of a feature a paragraph has at least that speaks of it.
const leastTopics = 2

// NewBook reads the guides to writers.
func NewBook(writers []*guide.Guide) *Book {
	b := &Book{writers, make([][measure.Count]*Passage, len(writers))}
	about := measure.Features()
	for i, g := range writers {
		for _, section := range g.Sections {
			if !slices.Contains(read, section.Title) {
				continue
			}
			for paragraph := range strings.SplitSeq(strings.ReplaceAll(section.Text, "\n- ", "\n\n"), "\n\n") {
				if said := plain(paragraph); said != "" {
					b.note(i, g, section.Title, said, about)
				}
			}
		}
	}
	return b
}

// note keeps a paragraph for the features that it speaks of more than those before it. Of two that say
// as much, the one in the section about the feature's category is kept.
func (b *Book) note(i int, g *guide.Guide, section, said string, about []measure.Feature) {
	words := text.Words(said)
	for f := range about {
		if section == elsewhere[about[f].Category] {
			continue
		}
		n := 0
		for _, topic := range topics[about[f].Name] {
			for _, w := range words {
				if strings.HasPrefix(w, topic) {
					n++
					break
				}
			}
		}
		best := b.passages[i][f]
		own := strings.EqualFold(section, about[f].Category)
		if n >= leastTopics && (best == nil || n > best.words || n == best.words && own && !strings.EqualFold(best.Section, about[f].Category)) {
			b.passages[i][f] = &Passage{Name: g.Name, Slug: g.Slug, Section: section, Text: said, words: n}
		}
	}
}

// plain returns a paragraph of a guide without its marks, on one line.
func plain(paragraph string) string {
	return strings.TrimPrefix(strings.Join(strings.Fields(strings.ReplaceAll(paragraph, "*", "")), " "), "- ")
}

// tends reports whether a guide says that its writer's scripts tend to the high side of a feature, or to the
// low one.
func tends(g *guide.Guide, feature string, high bool) bool {
	for _, t := range g.Tendencies {
		if t.Feature == feature && t.High == high {
			return true
		}
	}
	return false
}

// otherwise returns a script of the set that lies on the other side of the median of a feature and
// within the middle 80%, whose film a guide cites as its writer's, and the guide's paragraph on
// the feature. A guide that has one comes first, then a writer who tends to that side, then the
// script with the better rank. Both are nil without one.
func (b *Book) otherwise(set *research.Set, f int, value float64) (*Example, *Passage) {
	spread, feature := set.Spread(), measure.Features()[f].Name
	median := spread.Quantile(f, 0.5)
	middle, up := Middle{spread.Quantile(f, 0.1), spread.Quantile(f, 0.9)}, value < median
	var best *candidate
	for i, g := range b.guides {
		for _, c := range g.Films {
			script, ok := written(set, &c)
			if !ok {
				continue
			}
			other := *script.Features.At(f)
			if up && other <= median || !up && other >= median || !middle.Holds(other) {
				continue
			}
			found := &candidate{script, b.passages[i][f], tends(g, feature, up)}
			if best == nil || found.before(best) {
				best = found
			}
		}
	}
	if best == nil {
		return nil, nil
	}
	e := exampleOf(best.script, f)
	if best.passage == nil {
		return &e, nil
	}
	passage := *best.passage
	passage.Typical = best.tends
	return &e, &passage
}

// written returns the script of a cited film that the guide's person wrote.
func written(set *research.Set, c *guide.Citation) (*research.Script, bool) {
	if c.Role != guide.Writer {
		return nil, false
	}
	return set.ByFilm(film.ID(c.ID))
}

// candidate is a script that does it otherwise, and what the guide to its writer says.
type candidate struct {
	script  *research.Script
	passage *Passage
	tends   bool
}

// before reports whether a candidate is to be shown rather than another.
func (c *candidate) before(than *candidate) bool {
	if (c.passage != nil) != (than.passage != nil) {
		return c.passage != nil
	}
	if c.tends != than.tends {
		return c.tends
	}
	return c.script.Rank < than.script.Rank
}
