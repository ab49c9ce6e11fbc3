package catalog

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/docset"
	"kinodex/internal/film"
	"kinodex/internal/index"
	"kinodex/internal/naming"
	"kinodex/internal/text"
)

// Bounds of what is read in another way than it was typed.
const (
	maxRead  = 10 // words of a text that may be a title or name written otherwise
	maxLead  = 8  // films that one reading puts in front
	rareWord = 60 // films that have a word that may be an abbreviation, at most
	// editVotes is how much better known, in the logarithm of votes, a film must be for
	// each edit that lies between it and what was typed.
	editVotes = 2.5
	// leadShare: of films that are called alike, one of less than so many votes of the
	// best known is not meant.
	leadShare = 200
	// namedShare is the least share of films having a word where it is somebody's name,
	// for the word alone to ask for a person.
	namedShare = 0.5
	leadStep   = 0.001
	// creditScore is above all scores of the index, and castCost what a film counts less in
	// which somebody only plays than one they directed, in logarithms of votes.
	creditScore = 100
	castCost    = 1.5
	// misspeltFilms is how many films at most have a word that is taken for a misspelt name in a
	// longer text, and leastSpan how many letters the name must have.
	misspeltFilms = 8
	leastSpan     = 6
	maxSpan       = 3
	// toldEdits is how many letters of several words at most are wrong that all are told of one film.
	toldEdits = 1
	// firstYear is before all films: a greater number of four digits may be a year.
	firstYear = 1880
	// sureVotes is how well known a film must be whose title has the words for no other to
	// be looked for; leastWorth is the least likelihood of another, chanceVotes what a film
	// counts less that has the words by chance, personShare how well known people are beside
	// films of as many votes. The first three are logarithms of votes.
	sureVotes   = 10
	leastWorth  = 3
	chanceVotes = 3
	personShare = 0.13
	// surnameVotes is how much less likely somebody is meant by a misspelt surname than by a
	// misspelt whole name, as a logarithm of votes: many names are near to a short one.
	surnameVotes = 1.0
	// enoughFound is how many films with all the words are so many that none is misspelt,
	// enoughMade how many of a name of which one has more than enoughVotes, as a logarithm,
	// and enoughWords how many words found together are.
	enoughFound = 100
	enoughMade  = 12
	enoughVotes = 8
	enoughWords = 4
)

// search sets s.matches to the films that a text finds, s.stage to what they have of its words, and
// s.meansTitle to whether it is a title. Where a title or name is written in another way than the films have it, those that
// are probably meant come first, behind a film of exactly that title.
func (c *Catalog) search(q string, match film.Match, s *scratch) {
	s.stage, s.corrected, s.as, s.meansTitle, s.begun = film.MatchAll, "", FoundInPart, false, nil
	if match == film.MatchAny {
		s.stage = film.MatchAny
		c.text.Most(q, index.Reading{}, &s.matches)
		return
	}
	typed := q
	q = text.Fold(q)
	c.text.Search(q, &s.matches)
	if len(s.matches.Docs) > 0 {
		s.as = FoundWhole
	}
	words := text.Words(q)
	if len(words) == 0 {
		return
	}
	r := reading{c: c, s: s, typed: typed, words: words}
	r.look()
	quoted := r.fit != index.WholeTitle && r.quoted()
	var beside *reading
	if match == film.MatchAuto && !quoted {
		beside = r.besideTerms()
	}
	switch {
	case quoted:
		r.led, s.matches.DidYouMean = true, ""
	case beside != nil:
		r, s.stage = *beside, film.MatchMost
	case len(words) <= maxRead:
		r.read()
	}
	s.as = r.as()
	if match == film.MatchAuto && !r.led && s.matches.DidYouMean == "" {
		c.relax(&r)
		r.rankByCredit()
	}
	if best := s.matches.Best(); match == film.MatchAuto && best >= 0 {
		if d := s.matches.Docs[best]; c.logVotes(d) > partVotes && c.begins(r.words, d) {
			s.begun = r.words
		}
	}
	s.meansTitle, s.leading, s.titleFit = r.meansTitle(), append(s.leading[:0], r.meant...), r.leastFit()
}

// leastFit returns how the text sits at least in the titles of films that are kept beside the one it is the title of: all
// its words one after another where it is that title as it is typed, in any order where it is misspelt; NoTitle where
// it is no title.
func (r *reading) leastFit() index.TitleFit {
	switch {
	case r.s.as != FoundAsTitle || r.led || r.named || r.byName:
		return index.NoTitle
	case r.s.matches.DidYouMean != "":
		return index.InTitle
	case r.fit == index.WholeTitle && r.votes > partVotes:
		return index.TitlePhrase
	}
	return index.NoTitle
}

// meansTitle reports whether a text of several words is the title of a film that many know, was taken for one, or is
// a famous line.
func (r *reading) meansTitle() bool {
	led := r.led || r.s.matches.DidYouMean != "" || r.fit >= index.TitlePhrase
	return len(r.words) > 1 && led && !r.byName && !r.named && r.s.as >= FoundInKnownTitle
}

// dropTelling drops, where a text begins a title that many know, the films whose title it does not begin, and where it is a
// title, the films that have some word of it in prose alone and none in a title:
// they have it by chance.
func (c *Catalog) dropTelling(s *scratch) {
	if s.begun != nil {
		keep(&s.matches, func(d uint32) bool { return c.begins(s.begun, d) })
		return
	}
	if !s.meansTitle {
		return
	}
	m := &s.matches
	var room [maxRead]index.Place
	words := c.text.Words(m)
	inTitle := func(places []index.Place) bool {
		for i, p := range places {
			if p.Title() && !functionWords[words[i].Forms[0]] {
				return true
			}
		}
		return false
	}
	keep(m, func(d uint32) bool {
		if s.titleFit > index.NoTitle {
			return slices.Contains(s.leading, d) || c.text.TitleFit(m, d) >= s.titleFit
		}
		places := m.Places(d, room[:0])
		return slices.Contains(s.leading, d) || c.text.TitleFit(m, d) != index.NoTitle || inTitle(places) || !slices.ContainsFunc(places, inProseAlone)
	})
}

// begins reports whether some words, two or more, are the beginning of a film's title, and the last of them is only begun
// itself, or joins it with what follows there: "there will be bl", "no country for".
func (c *Catalog) begins(words []string, d uint32) bool {
	title, last := text.Words(text.Fold(c.Title(Doc(d)))), len(words)-1
	if len(title) > 1 && isArticle(title[0]) && !isArticle(words[0]) {
		title = title[1:]
	}
	if last < 1 || len(title) <= last || !slices.Equal(title[:last], words[:last]) || !strings.HasPrefix(title[last], words[last]) {
		return false
	}
	return title[last] != words[last] || functionWords[words[last]] && len(title) > last+1
}

// keep drops the matches that are not wanted.
func keep(m *index.Matches, wanted func(film uint32) bool) {
	n := 0
	for i, d := range m.Docs {
		if wanted(d) {
			m.Docs[n], m.Scores[n] = d, m.Scores[i]
			n++
		}
	}
	m.Docs, m.Scores = m.Docs[:n], m.Scores[:n]
}

// inProseAlone reports whether a word was found in prose and nowhere else. A mistyped word may be found nowhere.
func inProseAlone(p index.Place) bool {
	return p.Prose() && !p.Title() && !p.People() && !p.Director() && !p.Subject() && !p.Year()
}

// partVotes is the least logarithm of the votes of a film that is meant by words in its title.
const partVotes = 8

// as returns as what the films have the text. It is a title or a name where it was read as one in another
// way, all its words are in names, or they are the title of a film.
func (r *reading) as() FoundAs {
	switch {
	case r.led, r.named, r.fit == index.WholeTitle, r.s.matches.DidYouMean != "" && r.votes > partVotes:
		return FoundAsTitle
	case r.s.matches.DidYouMean != "": // of a film that few know: "bollywood 2023" is no title with "hollywood"
		return FoundWhole
	case r.fit > index.NoTitle && r.votes > partVotes:
		return FoundInKnownTitle
	case r.s.as == FoundWhole && r.fit > index.NoTitle:
		return FoundInTitle
	}
	return r.s.as
}

// keepTitled keeps those of s.matches whose titles have the words of the text, as they were
// typed, mistyped by a letter, or in another form of the whole title.
func (c *Catalog) keepTitled(q string, s *scratch) {
	var alike []uint32
	if words := text.Words(q); len(words) <= maxRead {
		alike = slices.Concat(c.titledLike(words), c.titledInSound(q))
	}
	m := &s.matches
	keep(m, func(d uint32) bool { return c.text.TitleFit(m, d) != index.NoTitle || slices.Contains(alike, d) })
}

// meant returns the title or name that was probably meant, where another was typed.
func (s *scratch) meant() string {
	if s.corrected != "" {
		return s.corrected
	}
	return s.matches.DidYouMean
}

// reading is one text while the ways in which it may be meant are tried.
type reading struct {
	c     *Catalog
	s     *scratch
	typed string // as it was typed
	words []string
	// sound is of typed; romanized is set once it is made.
	sound     naming.Romanized
	romanized bool
	// What the text finds as it was typed: the best film, how it stands to the title, and
	// how well known it is. best is -1 when nothing is found.
	best     int
	fit      index.TitleFit
	votes    float64  // ln(1 + votes)
	named    bool     // all words are in names of its cast and crew
	directed bool     // some word is in the name of who directed it
	told     bool     // it is several words, all in what is told of it and none in a name or title
	led      bool     // a reading was found
	byName   bool     // and it is somebody's name
	meant    []uint32 // the films that are meant, where their titles do not have the words
	// all are the films found, where s.matches has only the best of them; else nil.
	all docset.Set
}

// look notes what the text finds as it was typed.
func (r *reading) look() {
	m := &r.s.matches
	r.fit, r.votes = index.NoTitle, 0
	if r.best = m.Best(); r.best >= 0 {
		d := m.Docs[r.best]
		r.votes = r.c.logVotes(d)
		r.fit = r.c.text.TitleFit(m, d)
		if r.fit == index.NoTitle && !m.Fuzzy {
			var room [maxRead]index.Place
			places := m.Places(d, room[:0])
			r.directed = slices.ContainsFunc(places, index.Place.Director)
			r.named = !slices.ContainsFunc(places, func(p index.Place) bool { return !p.People() && !p.Director() })
			r.told = len(places) > 1 && !slices.ContainsFunc(places, func(p index.Place) bool {
				return p.Title() || p.People() || p.Director() || !p.Prose() && !p.Subject()
			})
		}
	}
}

// read tries the ways in which the text may be meant, the surest first, until one fits. None is
// tried where the text is the title of a well-known film.
func (r *reading) read() {
	if r.fit == index.WholeTitle && r.votes > sureVotes {
		return
	}
	r.led = r.award() || r.titleByKey() || r.initials() || r.place() || r.siblings() || r.person() || r.inSound(r.c.soundingWhole) || r.misspelt() || r.inSound(r.c.soundingInPart) || r.numerals() || r.spans()
}

// award reads "best picture" with a year.
func (r *reading) award() bool {
	docs := r.c.bestPicture(r.words)
	if r.fit == index.WholeTitle && len(docs) == 0 {
		return false
	}
	return r.lead(docs, r.fit == index.WholeTitle)
}

// titleByKey reads a title with other numerals, marks, articles or abbreviations, with or
// without its year.
func (r *reading) titleByKey() bool {
	docs := r.c.titledLike(r.words)
	if len(docs) == 0 || r.best >= 0 && r.s.matches.Docs[r.best] == docs[0] && r.fit >= index.TitlePhrase {
		return false
	}
	return r.lead(docs, r.fit >= index.TitlePhrase)
}

// titledLike returns the films that have the loose key of the words as one of theirs, the best
// known first; only those of a year where the last word is one.
func (c *Catalog) titledLike(words []string) []uint32 {
	g := c.known()
	docs := g.titled(naming.LooseKey(words))
	if last := len(words) - 1; len(docs) == 0 && last > 0 && len(words[last]) == 4 {
		if year, err := strconv.Atoi(words[last]); err == nil && year > firstYear {
			docs = slices.DeleteFunc(slices.Clone(g.titled(naming.LooseKey(words[:last]))), func(d uint32) bool {
				return math.Abs(c.year.values[d]-float64(year)) > 1
			})
		}
	}
	return c.meantOf(docs)
}

// meantOf returns those of films that are called alike, the best known first, one of which may be meant.
func (c *Catalog) meantOf(docs []uint32) []uint32 {
	n := 0
	for n < len(docs) && n < maxLead && c.votes.values[docs[n]]*leadShare >= c.votes.values[docs[0]] {
		n++
	}
	return docs[:n]
}

// initials reads an abbreviation: a rare word of the first letters of a title.
func (r *reading) initials() bool {
	first := r.words[0]
	if len(r.words) > 1 && !slices.ContainsFunc(r.words, func(w string) bool { return len(w) > 1 }) {
		return r.lead(r.c.known().initials[strings.Join(r.words, "")], r.fit == index.WholeTitle)
	}
	if len(first) < leastInitials || r.c.text.Count(first) > rareWord {
		return false
	}
	docs := r.c.known().initials[first]
	if len(docs) == 0 {
		return false
	}
	if len(r.words) == 1 {
		return r.lead(docs[:min(len(docs), maxLead)], r.fit == index.WholeTitle)
	}
	// The abbreviation of a series, with the title of one of its films.
	head := text.Words(naming.Head(text.Fold(r.c.Title(Doc(docs[0])))))
	r.words = append(head, r.words[1:]...)
	return r.titleByKey() || r.place() || r.instead(r.words, "", "", false)
}

// place reads the number of a film in a series.
func (r *reading) place() bool {
	docs := r.c.part(r.words, r.fit == index.NoTitle, &r.s.other)
	if len(docs) == 0 || r.fit >= index.TitlePhrase && r.votes > r.c.logVotes(docs[0])-editVotes {
		return false
	}
	return r.lead(docs[:min(len(docs), maxLead)], r.fit == index.WholeTitle)
}

// siblings reads several people of one surname, alone or with more words behind.
func (r *reading) siblings() bool {
	if r.fit == index.WholeTitle && len(r.words) < 2 {
		return false
	}
	for n := min(len(r.words), 3); n > 0; n-- {
		if n == 1 && len(r.words) > 1 {
			break
		}
		names := r.c.duo(r.words[:n])
		if names == nil {
			continue
		}
		credit := names[0]
		if n < len(r.words) {
			credit = ""
		}
		r.byName = true
		return r.instead(append(text.Words(strings.Join(names, " ")), r.words[n:]...), "", credit, r.titled())
	}
	return false
}

// person reads a name without its blanks or initials, or a surname alone, as that of the best
// known person whose name sounds so.
func (r *reading) person() bool {
	g := r.c.known()
	i, ok := g.byKey[strings.Join(r.words, "")]
	if !ok {
		return false
	}
	name := text.Words(g.persons[i].name)
	if slices.Equal(name, r.words) && r.fit == index.NoTitle {
		return false // as typed
	}
	if near, worth := g.nearPerson(strings.Join(r.words, ""), 0, g.persons[i].worth()); worth-editVotes > g.persons[i].worth() {
		i = near // somebody much better known whose name sounds the same
		name = text.Words(g.persons[i].name)
	}
	if len(r.words) < len(name) && slices.Equal(r.words, name[len(name)-len(r.words):]) {
		if named, all := r.c.text.Credits(r.words[len(r.words)-1]); float64(named) < namedShare*float64(all) {
			return false
		}
	}
	return r.instead(name, "", g.persons[i].name, r.fit == index.WholeTitle || r.fit == index.TitlePhrase && r.votes > r.c.bestOf(name, r.s)-editVotes)
}

// bestOf returns how well known the best known film is that has all the words. It uses s.other.
func (c *Catalog) bestOf(words []string, s *scratch) (votes float64) {
	c.text.SearchAll(join(words), &s.other)
	for _, d := range s.other.Docs {
		votes = max(votes, c.logVotes(d))
	}
	return votes
}

// numerals reads a part of a title with its numeral written otherwise.
func (r *reading) numerals() bool {
	if r.titled() {
		return false
	}
	for i, w := range r.words {
		n, ok := naming.Numeral(w, true)
		if !ok || n > 20 {
			continue
		}
		for _, other := range naming.Numerals(n) {
			if other == w {
				continue
			}
			words := slices.Clone(r.words)
			words[i] = other
			r.c.text.SearchAll(join(words), &r.s.other)
			best := r.s.other.Best()
			if best < 0 || r.s.other.Fuzzy || r.c.text.TitleFit(&r.s.other, r.s.other.Docs[best]) < index.TitlePhrase {
				continue
			}
			return r.instead(words, "", "", false)
		}
	}
	return false
}

// lead puts films in front, in their order: behind the best film if after is set, else before it.
// It reports whether there are any.
func (r *reading) lead(docs []uint32, after bool) bool {
	if len(docs) == 0 {
		return false
	}
	m, s := &r.s.matches, r.s
	top := float32(0)
	first := uint32(math.MaxUint32)
	if r.best >= 0 {
		top = m.Scores[r.best]
		first = m.Docs[r.best]
	}
	if !after {
		top += leadStep * float32(len(docs)+1)
	}
	if r.all != nil {
		r.all.AddAll(docs)
	}
	r.meant = docs
	s.lead = s.lead[:0]
	for i, d := range docs {
		if after && d == first {
			continue
		}
		s.lead = append(s.lead, index.ScoredDoc{Doc: d, Score: top - leadStep*float32(i+1)})
	}
	m.Merge(s.lead)
	return true
}

// instead searches for other words and puts what they find in front of what the text finds, or
// behind its best film. name is the one that was meant, where another was typed; the films that
// credit, a folded name, made come first. It reports whether the words find anything.
func (r *reading) instead(words []string, name, credit string, after bool) bool {
	m, other := &r.s.matches, &r.s.other
	r.c.text.SearchAll(join(words), other)
	if len(other.Docs) == 0 || other.Fuzzy {
		return false
	}
	if r.all != nil {
		r.all.AddAll(other.Docs)
	}
	if credit != "" {
		r.byName = true
		r.c.byCredit(other, credit, r.s)
	}
	best := other.Best()
	highest := other.Scores[best]
	if after && r.best >= 0 {
		s := r.s
		top := m.Scores[r.best] - leadStep
		s.lead = s.lead[:0]
		for i, d := range other.Docs {
			if d != m.Docs[r.best] {
				s.lead = append(s.lead, index.ScoredDoc{Doc: d, Score: top - (highest-other.Scores[i])*leadStep})
			}
		}
		m.Merge(s.lead)
		return true
	}
	// What was typed finds the rest, which stands behind.
	s := r.s
	lowest := slices.Min(other.Scores)
	s.lead = s.lead[:0]
	for i, d := range m.Docs {
		if _, ok := slices.BinarySearch(other.Docs, d); !ok {
			s.lead = append(s.lead, index.ScoredDoc{Doc: d, Score: lowest - 1 + m.Scores[i]*leadStep})
		}
	}
	bound := docset.Score(m.Bound)
	s.matches, s.other = s.other, s.matches
	s.matches.Merge(s.lead)
	if r.all != nil { // what the best that were typed rank before stays behind them
		s.matches.Bound = docset.Key(lowest-1+bound*leadStep, 0) - 1
	}
	s.corrected = name
	return true
}

// rankByCredit ranks the films of somebody whose whole name the text is as byCredit does.
func (r *reading) rankByCredit() {
	if !r.named || len(r.words) < 2 {
		return
	}
	g := r.c.known()
	if i, ok := g.byKey[strings.Join(r.words, "")]; ok && g.persons[i].name == join(r.words) {
		r.c.byCredit(&r.s.matches, g.persons[i].name, r.s)
	}
}

// byCredit ranks the films of matches that somebody directed or plays in before all others, by
// how well known they are: a name asks for what somebody made, not for what is told of them.
// name is folded.
func (c *Catalog) byCredit(m *index.Matches, name string, s *scratch) {
	directed, played := c.directors.find(name, s), c.actors.find(name, s)
	for i, d := range m.Docs {
		switch {
		case directed.has(d):
			m.Scores[i] = float32(creditScore + c.logVotes(d))
		case played.has(d):
			m.Scores[i] = float32(creditScore + c.logVotes(d) - castCost)
		}
	}
}

func join(words []string) string { return strings.Join(words, " ") }
