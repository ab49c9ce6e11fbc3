package catalog

import (
	"bytes"
	"cmp"
	"slices"

	"kinodex/internal/film"
	"kinodex/internal/index"
	"kinodex/internal/naming"
	"kinodex/internal/pack"
	"kinodex/internal/text"
)

// Titles by what they sound like (naming.Romanized) are a titleTable, so that "garri potter" finds
// "Гарри Поттер", and "Титаник" Titanic. The marks before the keys tell three parts apart.
const (
	titleSounds = "title_sounds"
	// latinMark stands before the sounds of titles in Latin letters of films whose language is
	// written so. Nobody who types such letters is led to them: that is for the index.
	latinMark = "="
	// consonantMark stands before keys without vowels: of titles in scripts that leave vowels out, and
	// of those in Latin letters of films whose language is written in others.
	consonantMark = "~"
)

// Bounds of what a text that sounds like a title must have.
const (
	leastSounds     = 4 // letters of a whole title
	leastConsonants = 4 // without the vowels
	leastOpening    = 6 // letters of the beginning of a title
	// mostOpenings is how many titles that begin so are looked at.
	mostOpenings = 300
)

// addSounds notes the sounds of a film's titles.
func (w *Writer) addSounds(f *film.Film, doc uint32) {
	latin := naming.InLatin(film.Value(f.Language))
	seen := map[string]bool{}
	add := func(key string) {
		if !seen[key] {
			seen[key] = true
			w.sounds.add(key, doc)
		}
	}
	note := func(title string, own bool) {
		foreign := !text.IsLatin(title)
		if !own && !foreign {
			return
		}
		r := naming.NewRomanized(title)
		switch {
		case len(r.Sounds) < leastSounds:
			return
		case foreign || !latin:
			add(r.Sounds)
		default:
			add(latinMark + r.Sounds)
		}
		if len(r.Consonants) >= leastConsonants && (!foreign && !latin || text.LeavesOutVowels(title)) {
			add(consonantMark + r.Consonants)
		}
	}
	note(f.Title, true)
	if f.OriginalTitle != nil {
		note(*f.OriginalTitle, true)
	}
	for i := range f.Titles {
		note(f.Titles[i].Title, false)
	}
}

// readSounds reads the table; libraries that were built before there was one have none.
func readSounds(r *pack.Reader, n int) (t titleTable) {
	if r.Has(titleSounds + "/first") {
		t = readTitles(r, titleSounds, n)
	}
	return t
}

// titledInSound returns the films of which a title sounds like a text, the best known first.
func (c *Catalog) titledInSound(typed string) []uint32 {
	r, latin := naming.NewRomanized(typed), text.IsLatin(typed)
	if docs := c.soundingWhole(r, latin); len(docs) > 0 {
		return docs
	}
	return c.soundingInPart(r, latin)
}

// soundingWhole returns the films of which a title has all sounds of a text and no others, the best known
// first. latin says that the text is in Latin letters.
func (c *Catalog) soundingWhole(r naming.Romanized, latin bool) []uint32 {
	if len(r.Sounds) < leastSounds {
		return nil
	}
	docs := c.sounding(r.Sounds, true)
	if len(docs) == 0 && !latin {
		docs = c.sounding(latinMark+r.Sounds, true)
	}
	return docs
}

// soundingInPart returns the films of which a title has the consonants of a text and no others or, where
// there is none, begins as the text sounds, the best known first.
func (c *Catalog) soundingInPart(r naming.Romanized, latin bool) []uint32 {
	least := leastConsonants
	if latin {
		least++ // whoever types Latin letters types vowels
	}
	if len(r.Consonants) >= least {
		if docs := c.sounding(consonantMark+r.Consonants, true); len(docs) > 0 {
			return docs
		}
	}
	if len(r.Sounds) >= leastOpening {
		docs := c.sounding(r.Sounds, false)
		if len(docs) == 0 && !latin {
			docs = c.sounding(latinMark+r.Sounds, false)
		}
		if len(docs) > 0 {
			return docs
		}
	}
	if len(r.Consonants) >= leastOpening {
		return c.sounding(consonantMark+r.Consonants, false)
	}
	return nil
}

// sounding returns the films that have a key in the table, or one that begins with it, the best known
// first.
func (c *Catalog) sounding(key string, whole bool) (docs []uint32) {
	if !c.known().maySound(key, whole) {
		return nil
	}
	x := &c.sounds
	for i := x.titles.Search(key); i < x.titles.Len() && bytes.HasPrefix(x.titles.At(i), []byte(key)) && len(docs) < mostOpenings; i++ {
		if !whole || len(x.titles.At(i)) == len(key) {
			docs = append(docs, x.docs[i])
		}
	}
	rank := c.votes.desc.rank
	slices.SortFunc(docs, func(a, b uint32) int { return cmp.Compare(rank[a], rank[b]) })
	return c.meantOf(slices.Compact(docs))
}

// openings are the lengths of the beginnings of keys in the gazetteer's filter of sounds, the longest first.
var openings = [...]int{14, 10, leastOpening}

// addSounds fills the filter of sounds with the keys of a table, whole and by their beginnings.
func (g *gazetteer) addSounds(keys *pack.Strings) {
	g.sounds = naming.NewFilter(keys.Len() * (1 + len(openings)))
	for i := range keys.Len() {
		key := keys.Text(i)
		g.sounds.Add(naming.HashKey(0, key))
		for _, n := range openings {
			if n <= len(key) {
				g.sounds.Add(naming.HashKey(uint64(n), key[:n]))
			}
		}
	}
}

// maySound reports whether the table of sounds may have a key or, unless whole is set, a key that begins
// with it. Where maySound reports false, the table has none.
func (g *gazetteer) maySound(key string, whole bool) bool {
	if whole {
		return g.sounds.Has(naming.HashKey(0, key))
	}
	for _, n := range openings {
		if n <= len(key) {
			return g.sounds.Has(naming.HashKey(uint64(n), key[:n]))
		}
	}
	return true
}

// begunInSound returns the well-known films of which a title sounds as if it began with a text that is
// not typed to its end.
func (c *Catalog) begunInSound(typed string) (docs []uint32) {
	r, rank := naming.NewRomanized(typed), c.votes.desc.rank
	if len(r.Sounds) < leastSounds {
		return nil
	}
	for _, d := range c.sounding(r.Sounds, false) {
		if rank[d] < typedFilms {
			docs = append(docs, d)
		}
	}
	return docs
}

// inSound reads a title in another script than the films have it in, or in another romanisation: one that
// find returns.
func (r *reading) inSound(find func(sound naming.Romanized, latin bool) []uint32) bool {
	latin := text.IsLatin(r.typed)
	if r.titled() && !(r.fit == index.WholeTitle && latin) || latin && r.named {
		return false
	}
	if !r.romanized {
		r.sound, r.romanized = naming.NewRomanized(r.typed), true
	}
	docs := find(r.sound, latin)
	if len(docs) == 0 || r.best >= 0 && r.s.matches.Docs[r.best] == docs[0] {
		return false
	}
	switch votes := r.c.logVotes(docs[0]); {
	case r.titled() && votes < r.votes:
		return false
	case latin && r.best >= 0 && !r.s.matches.Fuzzy && votes < r.votes-chanceVotes:
		return false // a word that better known films have
	}
	return r.lead(docs, r.titled())
}
