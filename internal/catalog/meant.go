package catalog

import (
	"slices"
	"strings"

	"kinodex/internal/naming"
	"kinodex/internal/text"
)

// MeantTitle returns the film that a text is probably meant to be the title of, by the rules of
// search: a title with other numerals, marks or articles, its initials, or one with wrong letters.
// words are folded. It reports false where the text is nobody's title in any of these ways, and for
// misspelt ones where it is too short to tell. A film's own title finds that film.
func (c *Catalog) MeantTitle(words []string) (Doc, bool) {
	if len(words) == 0 || len(words) > maxRead {
		return 0, false
	}
	if docs := c.titledLike(words); len(docs) > 0 {
		return Doc(docs[0]), true
	}
	g := c.known()
	if docs := g.initials[words[0]]; len(words) == 1 && len(words[0]) >= leastInitials && len(docs) > 0 {
		return Doc(docs[0]), true
	}
	key := letters(words)
	most := naming.Edits(len(key))
	if most == 0 || !text.IsASCII(key) {
		return 0, false
	}
	best, worth := uint32(0), float64(leastWorth)
	for _, n := range g.titles.Near(key, most, likely(leastWorth)) {
		if w := edited(c.logVotes(n.Ref), n.Distance); w > worth {
			best, worth = n.Ref, w
		}
	}
	return Doc(best), worth > leastWorth
}

// MeantName returns the folded name of the person who is probably meant by a name or surname with
// wrong letters, and whether there is one; words are folded.
func (c *Catalog) MeantName(words []string) (string, bool) {
	key := strings.Join(words, "")
	g := c.known()
	if who, ok := g.byKey[key]; ok {
		return g.persons[who].name, true
	}
	most := naming.Edits(len(key))
	if most == 0 || !text.IsASCII(key) {
		return "", false
	}
	who, worth := g.nearPerson(key, min(2, most), leastWorth)
	if worth <= leastWorth || slices.Equal(text.Words(g.persons[who].name), words) {
		return "", false
	}
	return g.persons[who].name, true
}

// CalledElsewhere returns the best-known film with a title, an original title or a title in another
// country or language, compared folded, and whether there is one.
func (c *Catalog) CalledElsewhere(title string) (best Doc, found bool) {
	key := text.Fold(title)
	for _, t := range []*titleTable{&c.titles, &c.otherTitles} {
		for i := t.titles.Search(key); i < t.titles.Len() && string(t.titles.At(i)) == key; i++ {
			if d := Doc(t.docs[i]); !found || c.logVotes(uint32(d)) > c.logVotes(uint32(best)) {
				best, found = d, true
			}
		}
	}
	return best, found
}
