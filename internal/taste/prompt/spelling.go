package prompt

import (
	"slices"
	"strings"

	"kinodex/internal/taste/feature"
	"kinodex/internal/text"
)

// What tells a misspelt word from one that means something.
const (
	leastSpelled = 5  // letters of a word of the lexicon that a misspelt one is taken for
	leastSubject = 6  // the same of a word of a keyword
	subjectFilms = 10 // that have a keyword whose words misspelt ones are taken for
	rareInPlots  = 15 // films: a word that synopses have more often is spelled right
	mostMisspelt = 8  // words of a title
)

// means reports whether the i-th word is known: a word of the lexicon, of English, or of films.
func (r *parser) means(i int) bool {
	w := r.word(i)
	if w == "" || w[0] <= '9' || r.lex.parts[w] || r.lex.fillers[w] || r.lex.common[w] {
		return true
	}
	if r.keywordFilms(r.ix.Called(w, feature.Keyword)) >= leastKeyword || r.keywordFilms(r.ix.Called(strings.TrimSuffix(w, "s"), feature.Keyword)) >= leastKeyword {
		return true
	}
	if f, ok := r.ix.Feature(feature.PlotWord, feature.PlotStem(w)); ok {
		docs, _ := r.ix.With(f)
		return len(docs) >= rareInPlots
	}
	return false
}

// correctWords replaces words that mean nothing by the word of the lexicon they are one letter from:
// "thriler". A word with a capital letter inside a sentence is rather a name.
func (r *parser) correctWords() {
	for i := range r.tokens {
		t := &r.tokens[i]
		if len(t.word) < leastSpelled-1 || t.foreign || t.capital && !r.sentenceStart(i) && !r.shouted || t.quote > 0 || r.means(i) || len(r.ix.Surnamed(t.word, feature.Director, feature.Actor)) > 0 {
			continue
		}
		if best := spelled(t.word, r.lex.single, leastSpelled); best != "" {
			t.word = best
		}
	}
}

// subject returns the word of a usual keyword that a word that means nothing is one letter from: "baloons";
// "" for none.
func (r *parser) subject(word string) string {
	if r.Conversation {
		return ""
	}
	best := spelled(word, r.subjects(), leastSubject)
	if one, many := strings.CutSuffix(word, "s"); many && best == "" {
		best = spelled(one, r.subjects(), leastSubject)
	}
	return best
}

// spelled returns the first of some words, of at least some letters, that a word is one letter from, one
// with its first letter if there is one; "" for none.
func spelled(word string, words []string, least int) (best string) {
	for _, w := range words {
		if len(w) < least || text.Distance(word, w, 1) > 1 {
			continue
		}
		if best == "" || w[0] == word[0] && best[0] != word[0] {
			best = w
		}
	}
	return best
}

// wordsOfKeywords returns the words of keywords that subjectFilms films have.
func wordsOfKeywords(ix *feature.Index) []string {
	var all []string
	for f := ix.Ranges[feature.Keyword]; f < ix.Ranges[feature.Keyword+1]; f++ {
		if docs, _ := ix.With(f); len(docs) >= subjectFilms {
			all = append(all, slices.Collect(text.Tokens(ix.Spelling(f)))...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// readMisspelt takes a title or name with wrong letters, or the initials of a title, and reports
// whether there was one: some word of it means nothing else, and what is meant is as well known as
// what stands in front asks for.
func (r *parser) readMisspelt() bool {
	if r.tokens[r.i].inner || r.cue == aboutCue || r.tokens[r.i].foreign && r.cue == noCue || r.word(r.i) == "the" && r.seenAll() { // see readSeveral
		return false
	}
	end := r.i
	for end < len(r.tokens) && end-r.i < mostMisspelt && r.tokens[end].clause == r.tokens[r.i].clause && !slices.Contains(misspeltEnds, r.word(end)) {
		end++
	}
	first, last := r.unmeant(end)
	least, named := 1, r.cue == byCue || r.cue == withCue || r.cue == writerCue
	if end-r.i >= 2 && first == end && r.nameLike(r.i) && r.nameLike(r.i+1) { // each word may be somebody's: "jim carey"
		first, least = r.i, 2
		if !named {
			end = r.i + 2
		}
	}
	if first > r.i && r.cue != likeCue && !named && !r.clauseStart(r.i) {
		return false
	}
	for n := end - r.i; r.i+n > last && n >= least; n-- {
		if _, ok := r.titleOf(n, false); ok {
			return false // spelled right: the rules for titles have spoken
		}
	}
	for n := end - r.i; r.i+n > first && n >= least; n-- {
		if r.lex.fillers[r.word(r.i+n-1)] && n > 1 {
			continue
		}
		words := make([]string, n)
		for i := range words {
			words[i] = r.word(r.i + i)
		}
		if !named && least == 1 && r.misspeltTitle(words) || r.misspeltName(words) {
			return true
		}
	}
	return false
}

// unmeant returns the first and the last of the words up to one that mean nothing and are nobody's last name; end
// and the word in front of here for none.
func (r *parser) unmeant(end int) (first, last int) {
	first, last = end, r.i-1
	for i := r.i; i < end; i++ {
		if !r.means(i) && len(r.ix.Surnamed(r.word(i), feature.Director, feature.Actor)) == 0 {
			first, last = min(first, i), i
		}
	}
	return first, last
}

// misspeltEnds are words that no title or name with wrong letters goes on over, folded.
var misspeltEnds = strings.Fields("but with without from in by or like not no set under over before after since movie movies film films please starring directed")

// misspeltTitle notes the film whose title the next words are meant to be.
func (r *parser) misspeltTitle(words []string) bool {
	d, ok := r.films.MeantTitle(words)
	least := float32(uncuedFame)
	if r.cue == likeCue {
		least = cuedFame
	}
	if !ok || r.ix.Fame[d] < least || len(words) > 1 && r.lex.fillers[words[0]] && r.cue != likeCue && words[0] != "the" {
		return false
	}
	r.i += len(words)
	if r.not.on && (r.dislike || r.not.items == 0) {
		r.unlike(uint32(d))
		r.not.items++
	} else {
		r.like(uint32(d))
	}
	return true
}

// nicknames are what well-known people are called for short, folded.
var nicknames = map[string]string{
	"arnie": "arnold schwarzenegger", "sly": "sylvester stallone", "sly stalone": "sylvester stallone", "sly stallone": "sylvester stallone", "rdj": "robert downey jr.", "jlaw": "jennifer lawrence",
	"scarjo": "scarlett johansson", "brangelina": "brad pitt", "schwarzenegger": "arnold schwarzenegger", "sam jackson": "samuel l. jackson", "the rock": "dwayne johnson", "srk": "shah rukh khan",
}

// misspeltName notes the person whose name the next words are meant to be. Without a cue it is that of
// somebody whom nearly everybody knows where each word is a name, or the last name alone of a director.
func (r *parser) misspeltName(words []string) bool {
	prominent := float32(plainProminence)
	if r.cue == noCue && (len(words) == 2 && r.means(r.i) && r.means(r.i+1) || len(words) == 1 && !r.means(r.i) && len(words[0]) >= leastSurname) {
		prominent = surelyProminent
	}
	sure := r.cue == byCue || r.cue == withCue || r.cue == writerCue || r.tokens[r.i].owner || nicknames[words[0]] != "" || prominent > plainProminence
	adverb := len(words) == 1 && strings.HasSuffix(words[0], "ly") && !r.tokens[r.i].capital // "hardly" is no Hardy
	if adverb || len(words) > 3 || r.lex.fillers[words[0]] || r.lex.fillers[words[len(words)-1]] || len(words) == 1 && !sure {
		return false
	}
	name, ok := nicknames[strings.Join(words, " ")], true
	if name == "" {
		name, ok = r.films.MeantName(words)
	}
	if !ok {
		return false
	}
	features := r.called(feature.TitleKey(name))
	if len(features) == 0 || r.ix.Prominence(features[0]) < prominent {
		return false
	}
	if alone := len(words) == 1 && prominent > plainProminence; alone && !slices.ContainsFunc(features, func(f uint32) bool { return r.ix.KindOf(f) == feature.Director && r.ix.Prominence(f) >= prominent }) {
		return false
	}
	r.i += len(words)
	r.notePerson(features)
	return true
}

// leastSurname is how many letters the last name of a director has that is heard with wrong letters, and
// without the first name.
const leastSurname = 7

// nameLike reports whether the i-th word means nothing that is said of films but is in synopses, as names are.
func (r *parser) nameLike(i int) bool {
	w := r.word(i)
	return w != "" && w[0] > '9' && !r.lex.parts[w] && !r.lex.fillers[w] && !r.lex.common[w] && r.keywordFilms(r.ix.Called(w, feature.Keyword)) < leastKeyword
}
