package catalog

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"kinodex/internal/docset"
	"kinodex/internal/film"
	"kinodex/internal/index"
	"kinodex/internal/text"
)

// littleFound is how many films at most are few enough that most of the words are tried, too.
const littleFound = 20

// mostMeant is how many films that have all words are so few that one of them is meant; of more, which are
// still few, the words stand in them by chance.
const mostMeant = 3

// leastChance is how many telling words a text has that films may have by chance.
const leastChance = 2

// functionWords are words that join others or that people say around what a film is about;
// they describe none.
var functionWords = set("a an the and or but of in on at to for from by with without into onto over about as is are was were be been being am " +
	"it its it's this that these those there here he she they them him her his hers their theirs i im me my mine we us our you your u " +
	"who whom whose which what when where why how then than so if not no some any all each every both such own same very just really too also only even ever " +
	"do does did doing done has have had having will would can could should may might must gets get got getting keep keeps goes go going " +
	"movie movies film films flick flicks story directed director starring actor actress featuring stars one called named title looking find remember something someone somebody person people guy like please anyone know " +
	"cant can't dont don't doesnt doesn't isnt isn't wont won't up out off again over")

// searchTerms are words that people type behind a title into a search engine, and searchVerbs in front of one: they ask for
// something about the film, and are in no title with its words.
var (
	searchTerms = set("trailer trailers teaser cast crew full online free watch stream streaming download torrent subtitles sub subs dubbed hd 4k 1080p 720p bluray dvd imdb letterboxd " +
		"review reviews rating ratings plot summary synopsis ending explained meaning spoilers spoiler soundtrack ost songs extended uncut unrated remastered edition version cut director's " +
		"netflix amazon prime disney hbo hulu runtime length quotes poster wiki wikipedia")
	searchVerbs = set("watch stream streaming download")
)

// withoutSearchTerms returns the words of a text but for the searchVerbs in front and the searchTerms at the end, and
// functionWords before and behind these; all words where there are none.
func withoutSearchTerms(words []string) []string {
	from, to := 0, len(words)
	for i := 0; i < len(words) && (searchVerbs[words[i]] || functionWords[words[i]]); i++ {
		if searchVerbs[words[i]] {
			from = i + 1
		}
	}
	for i := len(words) - 1; i >= from && (searchTerms[words[i]] || functionWords[words[i]]); i-- {
		if searchTerms[words[i]] {
			to = i
		}
	}
	return words[from:to]
}

func set(words string) map[string]bool {
	m := map[string]bool{}
	for w := range text.Tokens(words) {
		m[w] = true
	}
	return m
}

// alikeText has words that say the same of a film, a group a line.
//
//go:embed alike.txt
var alikeText string

// alike returns, by the stem of a word, the other words of its groups.
var alike = sync.OnceValue(func() map[string][]string {
	groups := map[string][]string{}
	for line := range strings.Lines(alikeText) {
		words := strings.Fields(line)
		for i, w := range words {
			stem := text.Stem(w)
			groups[stem] = append(append(groups[stem], words[:i]...), words[i+1:]...)
		}
	}
	return groups
})

// Alike returns the words that mean the same as a folded one, in no more than one step.
func Alike(word string) []string { return alike()[text.Stem(word)] }

// relax reads a text of which few films have all words: without the words that describe no film,
// as a title or name, and then for the films that have most of the others.
func (c *Catalog) relax(r *reading) {
	m, s := &r.s.matches, r.s
	if r.fit != index.NoTitle || r.named || len(m.Docs) > littleFound {
		return
	}
	typed := join(r.words)
	content := slices.DeleteFunc(slices.Clone(r.words), func(w string) bool { return functionWords[w] })
	if r.bare(content, false) != nil {
		return
	}
	if c.text.Most(typed, index.Reading{Drop: isFunctionWord, Alike: Alike, Share: mostShare}, &s.other) == 0 || len(s.other.Docs) == 0 {
		return
	}
	bonus := float32(allBonus)
	if len(content) < len(r.words) {
		bonus = looseBonus
	}
	s.other.Reward(m.Docs, bonus)
	s.matches, s.other = s.other, s.matches
	s.stage, s.corrected = film.MatchMost, ""
	switch {
	case s.as != FoundWhole || r.directed || len(content) < leastChance:
	case len(s.other.Docs) > mostMeant:
		s.as = FoundInPart
	default:
		s.as = FoundByFew
	}
}

// besideTerms reads the text without searchTerms, and returns that reading if what is left is a title or name; else nil.
func (r *reading) besideTerms() *reading {
	if r.fit >= index.TitlePhrase {
		return nil
	}
	return r.bare(withoutSearchTerms(r.words), true)
}

// bare reads some of the words of the text, fewer than all, alone, and returns that reading if they are a title or name: a
// whole one. known says that a film must be known that is meant so, or, where the words only begin its title, well known.
func (r *reading) bare(words []string, known bool) *reading {
	if n := len(words); n == 0 || n == len(r.words) || n > maxRead {
		return nil
	}
	m := &r.s.matches
	bare := &reading{c: r.c, s: r.s, words: words}
	r.c.text.Search(join(words), m)
	bare.look()
	bare.read()
	is := bare.led || bare.fit == index.WholeTitle
	if best := m.Best(); known && best >= 0 {
		votes := r.c.logVotes(m.Docs[best])
		is = is && votes > partVotes || bare.fit >= index.TitlePhrase && votes > sureVotes
	}
	if !is {
		r.c.text.Search(join(r.words), m)
		return nil
	}
	return bare
}

// describe sets s.matches to the films that a description may tell of.
func (c *Catalog) describe(q string, d *film.Description, s *scratch) {
	s.stage, s.corrected, s.as, s.meansTitle, s.begun = film.MatchAny, "", FoundInPart, false, nil
	m := &s.matches
	c.text.Describe(q, index.Reading{Drop: isFunctionWord, Alike: Alike, Further: c.synopses}, nearest(d.Similar), m)
	next := 0
	for _, x := range d.Similar {
		for next < len(m.Docs) && m.Docs[next] < x.Film {
			next++
		}
		if next < len(m.Docs) && m.Docs[next] == x.Film {
			m.Scores[next] += similarWeight * x.Cosine
		}
	}
	for _, e := range d.Evidence {
		for i, doc := range m.Docs {
			if e.Films.Has(doc) {
				m.Scores[i] += e.Weight
			}
		}
	}
	s.best, s.sure = confident(m)
	s.sure = s.sure && TellingWords(q) >= leastConfident
}

// Confident returns the film of a set that a text in somebody's own words tells of, and whether the score of that film is
// so far above those of all others of the set that it is surely the one.
func (c *Catalog) Confident(text string, d *film.Description, within docset.Set) (Doc, bool) {
	s := c.borrow()
	defer c.giveBack(s)
	c.describe(text, d, s)
	keep(&s.matches, within.Has)
	best, sure := confident(&s.matches)
	return Doc(best), sure
}

// confidentMargin is the ratio of the best score of a description to the second from which on the best film is answered
// alone. Package eval/descriptions measures how often that is the right one.
const confidentMargin = 1.25

// leastConfident is how many words that tell something a description has at least that one film answers alone: of fewer
// the best may lead by the words of its title alone.
const leastConfident = 4

// confident returns the document with the best score, and whether the ratio to the second is confidentMargin or more.
func confident(m *index.Matches) (best uint32, sure bool) {
	first, second := float32(0), float32(0)
	for i, score := range m.Scores {
		if score > first {
			first, second, best = score, first, m.Docs[i]
		} else {
			second = max(second, score)
		}
	}
	return best, first > 0 && first >= confidentMargin*second
}

// nearest returns the films that are nearest to a description by meaning, which are found whatever words
// they have.
func nearest(similar []film.Similarity) []uint32 {
	var top docset.Top
	top.Reset(min(mostNearest, len(similar)))
	for _, x := range similar {
		top.Push(docset.Key(x.Cosine, x.Film))
	}
	var docs []uint32
	for _, key := range top.Sorted() {
		docs = append(docs, uint32(key))
	}
	return docs
}

// TellingWords counts the distinct words of a text that may tell what a film is about.
func TellingWords(q string) int {
	words := map[string]bool{}
	for w := range text.Tokens(q) {
		if !functionWords[w] {
			words[w] = true
		}
	}
	return len(words)
}

func isFunctionWord(w string) bool { return functionWords[w] }

const (
	// similarWeight is what a film has whose text means the same as a description, where 1 is what the
	// film has of which the words tell most, and mostNearest how many films are found by meaning alone.
	// Chosen on the development half of package eval/descriptions.
	similarWeight = 1.0
	mostNearest   = 100

	// mostShare is the least share of the words, weighted by how rare they are.
	mostShare = 0.45
	// allBonus is what a film that has all words has before others, and looseBonus what it has
	// when words that describe no film are among them: who tells a film in sentences does not
	// choose words.
	allBonus   = 5
	looseBonus = 2
)
