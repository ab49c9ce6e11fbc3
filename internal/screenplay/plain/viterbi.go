package plain

// label is what one line of a script is. Paragraphs that may run over several
// lines have two labels, as in BIO tagging: one for the line that begins them,
// one for the lines inside. The values index the trained weights, so their
// order is part of the format of weights.bin.
type label uint8

const (
	beginAction         label = iota // action that begins a paragraph
	insideAction                     // action that goes on
	beginSlugLine                    // a heading
	insideSlugLine                   // a heading that goes on
	characterCue                     // who speaks
	beginParenthetical               // a parenthetical
	insideParenthetical              // a parenthetical that goes on
	dialogue                         // dialogue
	transition                       // a transition
	labelCount
)

// family is a group of labels whose lines usually begin in the same column:
// the first line of a paragraph and the lines inside it are one family.
type family uint8

const (
	actionFamily family = iota
	slugLineFamily
	cueFamily
	parentheticalFamily
	dialogueFamily
	transitionFamily
	familyCount
)

// family returns the family of a label. It panics for a value that is no
// label.
func (l label) family() family {
	return [labelCount]family{actionFamily, actionFamily, slugLineFamily, slugLineFamily, cueFamily, parentheticalFamily, parentheticalFamily, dialogueFamily, transitionFamily}[l]
}

// labelLines gives every line of the body a label. It decodes twice: first
// with the features that need no knowledge of the document, then with what the
// first labels tell of its layout. Rules take back labels that no screenplay
// shows.
//
// It needs the surfaces of the lines, fills line.label, and changes nothing
// for an empty body. The time is linear in the number of lines.
func (p *document) labelLines() {
	p.estimateLayout()
	if len(p.body) == 0 {
		return
	}
	path := newBackpointers(len(p.body))
	w := plainWeights()
	p.viterbi(&w[0], path)
	p.learnLayout()
	if p.layout.indented && !p.indentationTells() {
		p.layout.indented = false
		p.viterbi(&w[0], path)
		p.learnLayout()
	}
	p.viterbi(&w[1], path)
	p.correctTransitions()
	p.dropImplausibleCues()
	p.markShotHeadings()
	p.markAfterEnd()
}

// backpointers is the memory of one Viterbi search. above[n][y] is the best
// label of line n-1 when line n has label y; the entry of the first line is
// not used. It may be used again for the next search over the same lines.
type backpointers struct {
	above [][labelCount]uint8
}

// newBackpointers returns the memory of a search over so many lines.
func newBackpointers(lines int) *backpointers { return &backpointers{make([][labelCount]uint8, lines)} }

// viterbi labels the body with the sequence of labels that has the highest
// score, found by Viterbi decoding of a linear chain (Viterbi 1967; as the
// decoder of a structured perceptron in Collins 2002).
//
// The score of a sequence is the sum over lines of the unary weights of the
// line's features for its label, and of the pairwise weights for the labels of
// two neighbouring lines. All scores are integers, so the same text has the
// same labels on every machine. Of equal scores the lower label wins.
//
// Time is lines * labels², memory is path. The body must not be empty.
func (p *document) viterbi(w *weights, path *backpointers) {
	var scores [labelCount]int32
	var f features
	for n := range p.body {
		p.featuresOf(n, w.secondPass, &f)
		var sum unaryWeights
		for _, id := range f.unary[:f.unaryCount] {
			r := &w.unary[id]
			sum[0] += r[0]
			sum[1] += r[1]
			sum[2] += r[2]
		}
		var own [labelCount]int32
		for y := range own {
			own[y] = sum.of(y, f.unaryCount)
		}
		if l := &p.lines[p.body[n]]; l.transcriptCue || l.dual == dualCue {
			own[characterCue] += certainBonus
		} else if l.dual == dualSpeech {
			own[dualLabel(&l.surface)] += certainBonus
		} else if l.surface.heading == statedSetting || l.surface.heading == numberConfirmed && l.surface.letterCase == allUpper {
			own[beginSlugLine] += headingBonus
		} else if n > 0 && p.lines[p.body[n-1]].transcriptCue {
			own[dialogue] += certainBonus
		}
		if n == 0 {
			for y := range scores {
				scores[y] = own[y] + initialScore(label(y))
			}
			continue
		}
		var next [labelCount]int32
		steps1, steps2 := &w.pairwise1[f.pairwise1], &w.pairwise2[f.pairwise2]
		from := &path.above[n]
		for y := range next {
			best, at := int32(-1<<30), 0
			for x := range scores {
				k := y*int(labelCount) + x
				if s := scores[x] + int32(steps1[k]) + int32(steps2[k]); s > best {
					best, at = s, x
				}
			}
			next[y] = best + own[y]
			from[y] = uint8(at)
		}
		scores = next
	}
	best := 0
	for y := range scores {
		if scores[y] > scores[best] {
			best = y
		}
	}
	for n := len(p.body) - 1; n >= 0; n-- {
		p.lines[p.body[n]].label = label(best)
		best = int(path.above[n][best])
	}
}

// dualLabel returns the label of a line of speech in a dual dialogue.
func dualLabel(k *surface) label {
	if k.bracket == wholeBracket || k.bracket == opensBracket {
		return beginParenthetical
	}
	return dialogue
}

// What is known without the trained weights is added to the score of a label,
// in units of a weight (a weight is -128 to 127). headingBonus outweighs a few
// features, certainBonus all of them together.
const (
	headingBonus = 60
	certainBonus = 4000
)

// pairPenalty is taken from the score of two neighbouring labels that no
// screenplay shows: a cue with nothing said below it, and speech without a
// cue. It is indexed by the label below times labelCount plus the label above.
// The training scripts never show such pairs, so the perceptron cannot learn
// to avoid them.
var pairPenalty = [labelCount * labelCount]int16{
	beginAction*labelCount + characterCue: 90, insideAction*labelCount + characterCue: 90, beginSlugLine*labelCount + characterCue: 90, insideSlugLine*labelCount + characterCue: 90, transition*labelCount + characterCue: 90,
	insideParenthetical*labelCount + characterCue:  90,
	insideSlugLine*labelCount + beginParenthetical: 60, insideAction*labelCount + beginParenthetical: 30,
	dialogue*labelCount + beginAction: 60, beginParenthetical*labelCount + beginAction: 30, insideParenthetical*labelCount + beginAction: 60,
	dialogue*labelCount + insideAction: 60, beginParenthetical*labelCount + insideAction: 30, insideParenthetical*labelCount + insideAction: 60,
	dialogue*labelCount + beginSlugLine: 90, beginParenthetical*labelCount + beginSlugLine: 60, insideParenthetical*labelCount + beginSlugLine: 90,
	dialogue*labelCount + insideSlugLine: 90, beginParenthetical*labelCount + insideSlugLine: 60, insideParenthetical*labelCount + insideSlugLine: 90,
	dialogue*labelCount + transition: 60, beginParenthetical*labelCount + transition: 60, insideParenthetical*labelCount + transition: 60, insideAction*labelCount + transition: 30,
}

// initialScore returns what is added to the score of a label for the first
// line of a body: a script does not begin in the middle of a paragraph.
func initialScore(y label) int32 {
	if y == insideAction || y == insideSlugLine || y == dialogue || y == insideParenthetical || y == beginParenthetical {
		return -200
	}
	return 0
}
