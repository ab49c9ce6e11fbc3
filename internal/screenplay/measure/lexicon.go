package measure

import (
	"slices"
	"strings"
	"sync"

	"github.com/jonreiter/govader"
)

// lexicon holds the tables of the sentiment package by number of a word in
// words, so that scoring a sentence looks nothing up by its letters. It is
// read-only once made.
type lexicon struct {
	words *vocabulary
	// valence of a word with the trait valued, and strength of one with the trait
	// booster; zero elsewhere.
	valence, strength []float64
	// idioms are scored as a whole; hedges are phrases that weaken what follows.
	idioms, hedges map[phrase]float64
	ruleWords      ruleWords
}

// ruleWords are the words that the rules name.
type ruleWords struct {
	no, or, nor, never, so, this, without, doubt, least, at, very, kind, of, but uint32
}

// phrase is two or three words; the third of two is nothing.
type phrase [3]uint32

const noWord = ^uint32(0)

// theLexicon is read when it is first needed: it takes longer than measuring most scripts.
var theLexicon = sync.OnceValue(newLexicon)

// newLexicon reads the library's tables. Emoticons and emoji, which it also
// knows, are no words of a screenplay and left out.
func newLexicon() *lexicon {
	analyzer := govader.NewSentimentIntensityAnalyzer()
	rules := analyzer.Constants
	l := &lexicon{words: newVocabulary(), idioms: map[phrase]float64{}, hedges: map[phrase]float64{}}

	// Maps are read in the order of their keys, so that numbers are the same in
	// every process.
	for _, word := range sorted(analyzer.Lexicon) {
		if word[0] >= 'a' && word[0] <= 'z' {
			l.set(word, hasValence, &l.valence, analyzer.Lexicon[word])
		}
	}
	for _, word := range sorted(rules.BoosterDict) {
		if strings.Contains(word, " ") {
			l.hedges[l.phrase(word)] = rules.BoosterDict[word]
		} else {
			l.set(word, booster, &l.strength, rules.BoosterDict[word])
		}
	}
	for _, word := range rules.NegateList {
		l.words.mark(word, negation)
	}
	for _, idiom := range sorted(rules.SpecialCaseIdioms) {
		l.idioms[l.phrase(idiom)] = rules.SpecialCaseIdioms[idiom]
	}
	for _, word := range abbreviations {
		l.words.mark(word, abbreviation)
	}
	l.ruleWords = ruleWords{
		no: l.words.mark("no", 0), or: l.words.mark("or", 0), nor: l.words.mark("nor", 0),
		never: l.words.mark("never", 0), so: l.words.mark("so", 0), this: l.words.mark("this", 0),
		without: l.words.mark("without", 0), doubt: l.words.mark("doubt", 0),
		least: l.words.mark("least", 0), at: l.words.mark("at", 0), very: l.words.mark("very", 0),
		kind: l.words.mark("kind", 0), of: l.words.mark("of", 0), but: l.words.mark("but", 0),
	}
	return l
}

// set gives a word a trait and a figure in one of the tables.
// The table grows as far as it must.
func (l *lexicon) set(word string, t trait, table *[]float64, value float64) {
	n := l.words.mark(word, t)
	for len(*table) <= int(n) {
		*table = append(*table, 0)
	}
	(*table)[n] = value
}

// phrase gives the numbers of the words of a phrase of two or three.
// Further words are left out. Each word gets the trait idiomatic.
func (l *lexicon) phrase(words string) phrase {
	p := phrase{noWord, noWord, noWord}
	for i, word := range strings.Fields(words) {
		if i < len(p) {
			p[i] = l.words.mark(word, idiomatic)
		}
	}
	return p
}

// sorted returns the keys of m in ascending order.
func sorted(m map[string]float64) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// abbreviations are words in lower case after which a full stop ends no sentence.
var abbreviations = []string{
	"mr", "mrs", "ms", "dr", "st", "jr", "sr", "prof", "rev", "hon", "gov", "sen", "rep", "pres",
	"gen", "col", "maj", "capt", "cpt", "cmdr", "lt", "sgt", "cpl", "pvt", "det", "insp", "supt",
	"vs", "etc", "inc", "ltd", "co", "corp", "bros", "ave", "blvd", "rd", "mt", "ft",
	"int", "ext", "i/e", "cont", "approx", "dept", "est", "min", "sec",
	"jan", "feb", "aug", "sept", "oct", "nov", "dec",
}
