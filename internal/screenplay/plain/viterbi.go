package plain

// label is what a line is.
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

// family is a group of labels that share a column.
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

func (l label) family() family {
	return [labelCount]family{actionFamily, actionFamily, slugLineFamily, slugLineFamily, cueFamily, parentheticalFamily, parentheticalFamily, dialogueFamily, transitionFamily}[l]
}

// label finds the likeliest labels, twice.
func (p *document) labelLines() {
	p.estimateLayout()
	if len(p.body) == 0 {
		return
	}
	path := newBackpointers(len(p.body))
	w := plainWeights()
	p.viterbi(&w[0], path)
	p.learnLayout()
	p.viterbi(&w[1], path)
	p.dropImplausibleCues()
	p.markShotHeadings()
}

// path is the memory of a search for the likeliest labels.
type backpointers struct {
	above [][labelCount]uint8
}

func newBackpointers(lines int) *backpointers { return &backpointers{make([][labelCount]uint8, lines)} }

// follow labels the body with the sequence that scores highest: the sum over
// lines of what each label weighs for how the line looks, and of what each step
// from label to label weighs for how the two lines meet.
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
		if l := &p.lines[p.body[n]]; l.transcriptCue {
			own[characterCue] += certainBonus
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

// What is known from elsewhere than the look of a line is added to its score.
const (
	headingBonus = 60
	certainBonus = 4000
)

// unsaid is what it costs, beyond the weights, that a cue stands over nothing
// said, and speech under no cue: by the label below and then the label above, as
// a square. The scripts that teach never show either, so the weights cannot tell.
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

// firstStep keeps a text from beginning in the middle of something.
func initialScore(y label) int32 {
	if y == insideAction || y == insideSlugLine || y == dialogue || y == insideParenthetical || y == beginParenthetical {
		return -200
	}
	return 0
}
