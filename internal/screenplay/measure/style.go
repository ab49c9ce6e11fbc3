package measure

import (
	"math"
	"strings"

	"kinodex/internal/screenplay"
)

// StyleCounts counts, over a script or a part of one, the commonest words and marks of
// action and of dialogue, and no others: which of them a writer reaches for tells
// hands apart better than what the films are about (Burrows 2002). It holds no
// name, no rare word and no order, so nothing of a text can be read from it. Its
// places are those of StyleFeatures; empty StyleCounts are not known.
type StyleCounts []uint16

// StyleFeature is what one place of StyleCounts counts.
type StyleFeature struct {
	Spoken bool // in dialogue rather than action
	// Token is a word in lower case, a mark, or one of the words in brackets:
	// (aside) a parenthetical, (capitals) a word of three capitals or more,
	// (transition), (speech), (paragraph).
	Token string
}

// StyleFeaturesVersion is the version of the list of features. StyleCounts of one
// version compare with each other and with no others.
const StyleFeaturesVersion = 1

// styleMarks are the marks that are counted. A dash is any dash between words; dots are
// two or more.
const styleMarks = `. , ! ? ; : " ( — …`

// styleWordsOfAction and styleWordsOfDialogue are the words, chosen by hand from the
// commonest of screenplays: what belongs to the language and the page, not to a
// story, a trade or a place.
const (
	styleWordsOfAction = `a about above across after again against all almost along an and another any appears are around as at
away back be beat beats been before begins behind being beside between both but by camera can can't carries close closer closes
comes continues continuing couple crosses cut cuts does doesn't don't down each empty end enters even everyone exits eye eyes face faces
falls few finally finds first follows for forward from front full gets gives glances go goes grabs half hand hands hard has have
he he's head heads hear hears her here him himself his hits holding holds huge i if in inside into is isn't it it's its itself just
keeps knows large last lead leans leaves left like lights little long look looking looks makes man men moment more moves moving
nods no not nothing now of off old on one only onto open opens or other others our out outside over past pauses people picks
pov points pulls pushes puts quickly quietly raises reaches reacts reads reveal reveals right runs same scene see seen sees seems sets shakes
she she's shot sits sitting slowly small smile smiles so some someone something somewhere sound stands standing stares staring
starts steps still stops suddenly takes than that that's the their them then there there's these they they're this those three through
time to together too top toward towards tries trying turn turning turns two under until up us very voice waits walk walking walks was
watch watches watching way we we're were what when where which while who whole will wide with without woman would you young your
angle continuous insert later exterior series silence silent beyond`
	styleWordsOfDialogue = `a about actually after again ain't all alright always am an and another any anything are aren't around as ask at
away back bad be because been before being believe best better big but by call called can can't care come coming could couldn't
course damn darling day dear did didn't do does doesn't doing don't done down else em enough even ever every everybody everyone everything
exactly feel find fine first for from fuck fucking get gets getting give go god goes going goin' gone gonna good got gotta great guess guy guys
had happened hard has have haven't having he he'd he'll he's hear heard hell hello help her here here's hey hi him his honey how huh
i i'd i'll i'm i've idea if in into is isn't it it'd it'll it's jesus just keep kid kind knew know last leave let let's life like listen
little live long look looking lot love made make man many may maybe me mean might mind mine miss more most mr mrs much must my myself
name need never new next nice no nobody not nothing now of off oh ok okay old on once one only or other our out over own pal
people place please pretty put quite rather real really right said same saw say saying says see seen shall she she'd she's shit should
shouldn't show since sir so some somebody someone something sorry stay still stop suppose sure take talk talking tell than thank thanks
that that's the their them then there there's these they they'll they're they've thing things think this those though thought through time
to together told tomorrow tonight too took trust try trying two uh um understand up us use very wait wanna want wanted wants was wasn't way
we we'd we'll we're we've well went were what what're what's when where where's which while who who's whole why will with without won't
word work would wouldn't wrong ya yeah year years yes yet you you'd you'll you're you've your yourself`
)

// StyleFeatures returns what each place of StyleCounts counts, in order. The slice
// is the caller's own.
func StyleFeatures() []StyleFeature {
	var all []StyleFeature
	add := func(spoken bool, tokens ...string) {
		for _, t := range tokens {
			all = append(all, StyleFeature{spoken, t})
		}
	}
	add(false, strings.Fields(styleMarks)...)
	add(false, "(paragraph)", "(capitals)", "(aside)", "(transition)")
	add(false, strings.Fields(styleWordsOfAction)...)
	add(true, strings.Fields(styleMarks)...)
	add(true, "(speech)")
	add(true, strings.Fields(styleWordsOfDialogue)...)
	return all
}

// styleIndex has the places of tokens in StyleCounts. It is read-only once made.
type styleIndex struct {
	n        int
	action   map[string]int
	dialogue map[string]int
}

// newStyleIndex returns the places of StyleFeatures.
func newStyleIndex() *styleIndex {
	p := &styleIndex{action: map[string]int{}, dialogue: map[string]int{}}
	for i, h := range StyleFeatures() {
		if h.Spoken {
			p.dialogue[h.Token] = i
		} else {
			p.action[h.Token] = i
		}
		p.n++
	}
	return p
}

// StyleCounts returns the counts of a part of a script, Elements[first:last]. It
// has a place for every one of StyleFeatures; a count stops at 65,535.
func (m *Meter) StyleCounts(s *screenplay.Script, first, last int) StyleCounts {
	h := make(StyleCounts, m.styleIndex.n)
	for i := first; i < last; i++ {
		e := &s.Elements[i]
		switch e.Kind {
		case screenplay.Action:
			h.increment(m.styleIndex.action["(paragraph)"], 1)
			h.count(e.Text, m.styleIndex.action)
		case screenplay.Dialogue, screenplay.Lyric:
			h.count(e.Text, m.styleIndex.dialogue)
		case screenplay.Character:
			h.increment(m.styleIndex.dialogue["(speech)"], 1)
		case screenplay.Parenthetical:
			h.increment(m.styleIndex.action["(aside)"], 1)
		case screenplay.Transition:
			h.increment(m.styleIndex.action["(transition)"], 1)
		}
	}
	return h
}

// StyleCountsOf returns the counts of a whole script.
func (m *Meter) StyleCountsOf(s *screenplay.Script) StyleCounts {
	return m.StyleCounts(s, 0, len(s.Elements))
}

// increment adds n to a place, up to 65,535.
func (h StyleCounts) increment(place, n int) {
	h[place] = uint16(min(int(h[place])+n, math.MaxUint16))
}

// count counts the words and marks of a text.
func (h StyleCounts) count(text string, places map[string]int) {
	capitals, counted := places["(capitals)"]
	var scratch [64]byte
	for i := 0; i < len(text); {
		end, word, upper, lower := nextWord(text, i, scratch[:0])
		if len(word) > 0 {
			if place, ok := places[string(word)]; ok {
				h.increment(place, 1)
			}
			if counted && upper && !lower && len(word) > 2 {
				h.increment(capitals, 1)
			}
			i = end
			continue
		}
		mark, size := markAt(text, i)
		if place, ok := places[mark]; ok {
			h.increment(place, 1)
		}
		i += size
	}
}

// markAt returns the character at i, as styleMarks spells it if it is a mark, and
// how many bytes it takes. Runs of full stops and of hyphens are one mark.
func markAt(text string, i int) (mark string, size int) {
	run := func(c byte) int {
		n := 0
		for i+n < len(text) && text[i+n] == c {
			n++
		}
		return n
	}
	switch c := text[i]; {
	case c == '.':
		if n := run('.'); n > 1 {
			return "…", n
		}
	case c == '-':
		if n := run('-'); n > 1 || i > 0 && text[i-1] == ' ' {
			return "—", n
		}
	case strings.HasPrefix(text[i:], "—"), strings.HasPrefix(text[i:], "–"):
		return "—", len("—")
	case strings.HasPrefix(text[i:], "“"), strings.HasPrefix(text[i:], "”"):
		return `"`, len("“")
	}
	size = width(text, i)
	return text[i : i+size], size
}
