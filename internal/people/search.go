package people

import (
	"math"
	"slices"
	"sort"
	"strings"

	"kinodex/internal/text"
)

// Query is a question about people; all conditions must hold. The zero Query asks
// for everyone.
// Folding and words are those of package text. An empty, non-nil Among asks for nobody;
// slugs that nobody has are ignored.
type Query struct {
	// Name are words, or parts of words, of the name, whatever their order, case
	// and accents. A misspelt name also finds the well-known person who is meant.
	Name string
	// Genre is part of the name of the genre of most of their films, in any case.
	Genre         string
	MinPopularity *float64
	// Among are the slugs of those in question; nil for all.
	Among []string
}

// Search gives a page of the people that fit, by falling popularity and then by
// slug, and how many fit. Whoever is meant by a misspelt name comes first. The page is never nil.
// offset and limit must not be negative. A question by name scans the word index, one by
// genre everyone; without either it takes time in proportion to the page.
func (p *Collection) Search(q Query, offset, limit int) (page []Actor, total int) {
	page = []Actor{}
	fits := p.condition(q)
	take := func(who uint32) {
		if !fits(who) {
			return
		}
		if total >= offset && len(page) < limit {
			page = append(page, p.actor(who))
		}
		total++
	}
	end := p.atLeast(q.MinPopularity)
	words := text.Words(q.Name)
	switch {
	case len(words) == 0 && strings.TrimSpace(q.Name) != "": // signs alone, which no name has
	case q.Among != nil:
		for _, who := range p.among(q.Among) {
			if who < end && hasWords(p.names.Text(int(who)), words) {
				take(who)
			}
		}
	case len(words) > 0:
		var found []uint32
		p.named(slices.Clone(words), end, func(who uint32) { found = append(found, who) })
		meant, ok := p.meant(words, found, end)
		if ok {
			take(meant)
		}
		for _, who := range found {
			if !ok || who != meant {
				take(who)
			}
		}
	case q.Genre != "":
		for who := range end {
			take(who)
		}
	default: // everyone, down to a popularity
		for who := min(uint32(min(offset, math.MaxInt32)), end); who < end && len(page) < limit; who++ {
			page = append(page, p.actor(who))
		}
		total = int(end)
	}
	return page, total
}

// atLeast is how many people have that popularity.
// People are in falling popularity, so these are the first ones. nil asks for no minimum.
func (p *Collection) atLeast(popularity *float64) uint32 {
	if popularity == nil {
		return uint32(p.Len())
	}
	return uint32(sort.Search(p.Len(), func(i int) bool { return float64(p.popularity[i])/100 < *popularity }))
}

// condition tests the genre.
func (p *Collection) condition(q Query) func(who uint32) bool {
	if q.Genre == "" {
		return func(uint32) bool { return true }
	}
	wanted := text.Fold(q.Genre)
	var fits [maxGenres + 1]bool
	for g := range p.genres.Len() {
		fits[g] = strings.Contains(text.Fold(p.genres.Text(int(g))), wanted)
	}
	return func(who uint32) bool { return fits[p.genre[who]] }
}

// among gives the people of those slugs, in order.
func (p *Collection) among(slugs []string) []uint32 {
	var found []uint32
	for _, s := range slugs {
		if who, ok := p.bySlug(s); ok {
			found = append(found, who)
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// handful is how many names are read faster than a part of a word is looked up.
const handful = 300

// named visits the people below end whose names have all the parts, in order: the
// longest part, which is the rarest, finds some, the others choose among them.
func (p *Collection) named(parts []string, end uint32, visit func(who uint32)) {
	slices.SortStableFunc(parts, func(a, b string) int { return len(b) - len(a) })
	found := p.byName.having(parts[0], p.Len())
	rest := parts[1:]
	for ; len(rest) > 0 && found.Count() > handful; rest = rest[1:] {
		found.Intersect(found, p.byName.having(rest[0], p.Len()))
	}
	for who := range found.All() {
		if who >= end {
			return
		}
		if len(rest) == 0 || hasWords(p.names.Text(int(who)), rest) {
			visit(who)
		}
	}
}

// hasWords reports whether the words of a name have the parts.
// parts must be folded. Several parts may be in one word.
func hasWords(name string, parts []string) bool {
	words := text.Words(name)
	for _, part := range parts {
		if !slices.ContainsFunc(words, func(w string) bool { return strings.Contains(w, part) }) {
			return false
		}
	}
	return true
}
