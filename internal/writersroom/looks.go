package writersroom

import (
	"cmp"
	"math"
	"slices"

	"kinodex/internal/guide"
)

// looks returns the cinematographers whose guides share words with the text, the
// best score first. The one that was asked for, q.Style, is always first, also
// without a shared word. A score is the sum over the guide's words of weight times
// ln(1 + occurrences).
func (r *Tools) looks(q Question) []Look {
	guides := r.guides.List(guide.Cinematographers)
	words, lexicon := Vocabularies(guides), q.lexicon()
	all := []Look{}
	for i, g := range guides {
		score := 0.0
		for _, w := range words[i] {
			score += w.Weight * math.Log1p(float64(len(lexicon.at[w.Stem])))
		}
		look := Look{Name: g.Name, Score: round(score, 4), Vocabulary: lexicon.echoes(g.Vocabulary)}
		if len(look.Vocabulary) == 0 && g != q.Style {
			continue
		}
		look.LookClaim = lookOf(g, look.Vocabulary)
		all = append(all, look)
	}
	slices.SortStableFunc(all, func(a, b Look) int {
		asked := func(l Look) int {
			if q.Style != nil && l.Slug == q.Style.Slug {
				return 0
			}
			return 1
		}
		return cmp.Or(asked(a)-asked(b), cmp.Compare(b.Score, a.Score))
	})
	return all
}

// lookOf returns what a guide says of light, movement and colour, and the scenes
// that hold its words, at most mostPlaces. What a guide does not state is "".
func lookOf(g *guide.Guide, words []Echo) LookClaim {
	said := map[string]string{}
	for _, s := range g.Specifications {
		said[s.Key] = s.Value
	}
	scenes := []int{}
	for _, w := range words {
		scenes = append(scenes, w.Scenes...)
	}
	slices.Sort(scenes)
	scenes = slices.Compact(scenes)
	why := "asked for"
	if len(words) > 0 {
		why = "the text holds words of the guide: " + listOf(words)
	}
	return LookClaim{Slug: g.Slug, Why: why, Light: said["light"], Movement: said["movement"], Palette: said["colour"], Scenes: scenes[:min(len(scenes), mostPlaces)]}
}
