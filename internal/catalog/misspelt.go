package catalog

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/index"
	"kinodex/internal/naming"
	"kinodex/internal/text"
)

// misspelt reads a title or name with wrong letters, when the film or person meant is so much
// better known than what the text finds that the letters are likelier wrong than right.
func (r *reading) misspelt() bool {
	words, year := r.words, 0
	if last := len(words) - 1; last > 0 && len(words[last]) == 4 {
		if n, err := strconv.Atoi(words[last]); err == nil && n > firstYear {
			words, year = words[:last], n
		}
	}
	key := letters(words)
	stemmed := r.stemmed()
	switch {
	case naming.Edits(len(key)) == 0 || !text.IsASCII(key):
		return false
	case !stemmed && (r.fit >= index.TitlePhrase && r.votes > sureVotes || r.spelledRight()):
		return false
	}
	g, most := r.c.known(), naming.Edits(len(key))
	if r.named {
		if who, ok := g.byKey[strings.Join(r.words, "")]; ok && slices.Equal(text.Words(g.persons[who].name), r.words) {
			return false // the name is spelled right
		}
	}
	switch {
	case r.told && !stemmed:
		most = min(most, toldEdits)
	case r.titled():
		most = min(most, 2)
	}
	least := max(leastWorth, r.asTyped(stemmed))
	after := r.titled() && !stemmed && !r.s.matches.Fuzzy // what is mistyped itself is only one of the likely ones
	title, titleWorth := r.nearTitle(g, key, most, least, year)
	who, whoWorth := uint32(0), 0.0
	if year == 0 && !(stemmed && r.titled()) { // who is near to a title's word asks for a title
		name := key
		if isArticle(words[0]) {
			name = strings.Join(words, "")
		}
		who, whoWorth = g.nearPerson(name, most, least)
	}
	worth := max(titleWorth, whoWorth)
	if worth <= leastWorth || worth < least {
		return false
	}
	after = after && (r.fit == index.WholeTitle || worth < r.votes+2*editVotes) // "interstelar" is in the title of a film that few know
	if whoWorth > titleWorth {
		name := g.persons[who].name
		return r.instead(text.Words(name), name, name, after)
	}
	if r.best >= 0 && r.s.matches.Docs[r.best] == title {
		r.meant = []uint32{title}
		return true
	}
	r.lead([]uint32{title}, after)
	if !after {
		r.s.matches.DidYouMean = r.c.Title(Doc(title))
	}
	return true
}

// titled reports whether the text as typed, or but for one edit, is a title or in one: what it
// finds so stays in front of what it sounds like.
func (r *reading) titled() bool {
	return r.best >= 0 && (r.fit >= index.TitlePhrase || r.s.matches.DidYouMean != "")
}

// stemmed reports whether a text finds what it finds by another form of a word that no film has
// as it was typed: that may be a title's word with a letter wrong, and stays in front of nothing
// better known.
func (r *reading) stemmed() bool {
	return r.best >= 0 && !r.s.matches.Fuzzy && slices.ContainsFunc(r.words, func(w string) bool { return r.c.text.Count(w) == 0 })
}

// spelledRight reports whether the words as typed find, though in no title, what words with wrong
// letters hardly would: many films, several of one name, or one with many words.
func (r *reading) spelledRight() bool {
	if r.best < 0 || r.fit != index.NoTitle || r.s.matches.Fuzzy {
		return false
	}
	if !r.named {
		content := 0
		for _, w := range r.words {
			if !functionWords[w] {
				content++
			}
		}
		return len(r.s.matches.Docs)+r.s.matches.Rest > enoughFound || content >= enoughWords
	}
	name := join(r.words)
	return r.votes > enoughVotes && r.c.directors.find(name, r.s).count+r.c.actors.find(name, r.s).count >= enoughMade
}

// asTyped returns how likely it is that the text was meant as it was typed, on the scale of
// nearTitle: not at all where nothing is found so or a whole title stays in front anyway, less
// where the words are together by chance, and an edit less where they are another form of a word.
func (r *reading) asTyped(stemmed bool) float64 {
	switch {
	case r.fit == index.WholeTitle, r.s.matches.Fuzzy && r.s.matches.DidYouMean == "":
		return 0
	case r.titled(), stemmed && r.fit != index.NoTitle:
		return r.votes - editVotes
	case r.fit == index.NoTitle:
		return r.votes - chanceVotes
	}
	return r.votes
}

// likely returns the test whether names that are so well known and so many edits away are at
// least as likely as that, on the scale of nearTitle.
func likely(least float64) func(worth float64, edits int) bool {
	return func(worth float64, edits int) bool { return edited(worth, float64(edits)) >= least }
}

// edited returns how likely it is that what is so well known was meant by what is so many edits
// away.
func edited(worth, edits float64) float64 { return worth - editVotes*edits }

// nearTitle returns the film, of a year unless that is 0, whose title was most likely meant by a
// key with at most most wrong letters, and how likely: ln(1 + votes), less for each edit; 0 when
// none is as likely as least.
func (r *reading) nearTitle(g *gazetteer, key string, most int, least float64, year int) (best uint32, worth float64) {
	for _, n := range g.titles.Near(key, most, likely(least)) {
		if year != 0 && math.Abs(r.c.year.values[n.Ref]-float64(year)) > 1 || r.fit == index.WholeTitle && n.Ref == r.s.matches.Docs[r.best] {
			continue
		}
		if w := edited(r.c.logVotes(n.Ref), n.Distance); w > worth {
			best, worth = n.Ref, w
		}
	}
	return best, worth
}

// nearPerson is nearTitle for people, whose likelihood is that of a film with a share of their
// votes.
func (g *gazetteer) nearPerson(key string, most int, least float64) (best uint32, worth float64) {
	for _, n := range g.people.Near(key, most, likely(least)) {
		of := &g.called[n.Ref]
		if w := edited(of.worth, n.Distance); w > worth {
			best, worth = of.who, w
		}
	}
	return best, worth
}

// spans reads a misspelt name at the beginning or end of a text of more words, where the text
// as typed finds nothing.
func (r *reading) spans() bool {
	if r.best >= 0 && !r.s.matches.Fuzzy || r.titled() {
		return false
	}
	words := r.words
	for n := min(maxSpan, len(words)-1); n > 0; n-- {
		for _, from := range []int{0, len(words) - n} {
			name, sure := r.nameIn(words[from : from+n])
			if name == nil || slices.Equal(name, words[from:from+n]) {
				continue
			}
			other := slices.Concat(words[:from], name, words[from+n:])
			if r.c.bestOf(other, r.s) > r.votes && !r.s.other.Fuzzy {
				r.byName = true
				return r.instead(other, "", "", false)
			}
			if !sure && r.c.rarest(words[from:from+n]) == 0 {
				r.words = other // for most of the words
			}
		}
	}
	return false
}

// nameIn returns the words of the name that a span of a longer text is, and whether it is
// spelled right; nil when it is none.
func (r *reading) nameIn(span []string) (name []string, sure bool) {
	g, key := r.c.known(), strings.Join(span, "")
	if who, ok := g.byKey[key]; ok {
		return text.Words(g.persons[who].name), true
	}
	if len(span) == 1 && r.c.rarest(span) > misspeltFilms || len(key) < leastSpan {
		return nil, false
	}
	who, worth := g.nearPerson(key, min(2, naming.Edits(len(key))), 0)
	if worth <= 0 {
		return nil, false
	}
	return text.Words(g.persons[who].name), false
}

// rarest returns how many films have the rarest of the words.
func (c *Catalog) rarest(words []string) int {
	least := c.Len()
	for _, w := range words {
		least = min(least, c.text.Count(w))
	}
	return least
}
