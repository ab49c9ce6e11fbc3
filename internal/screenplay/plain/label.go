package plain

// label is what a line is.
type label uint8

const (
	deed          label = iota // action that begins a paragraph
	moreDeed                   // action that goes on
	sceneHead                  // a heading
	moreHead                   // a heading that goes on
	cue                        // who speaks
	direction                  // a parenthetical
	moreDirection              // a parenthetical that goes on
	talk                       // dialogue
	cutTo                      // a transition
	labels
)

// family is a group of labels that share a column.
type family uint8

const (
	deedFamily family = iota
	headFamily
	cueFamily
	directionFamily
	talkFamily
	cutFamily
	families
)

func (l label) family() family {
	return [labels]family{deedFamily, deedFamily, headFamily, headFamily, cueFamily, directionFamily, directionFamily, talkFamily, cutFamily}[l]
}

// label finds the likeliest labels, twice.
func (p *page) label() {
	p.firstHabits()
	if len(p.body) == 0 {
		return
	}
	path := newPath(len(p.body))
	w := plainWeights()
	p.follow(&w[0], path)
	p.learn()
	p.follow(&w[1], path)
	p.doubt()
	p.countShots()
}

// path is the memory of a search for the likeliest labels.
type path struct {
	from [][labels]uint8
}

func newPath(lines int) *path { return &path{make([][labels]uint8, lines)} }

// follow labels the body with the sequence that scores highest: the sum over
// lines of what each label weighs for how the line looks, and of what each step
// from label to label weighs for how the two lines meet.
func (p *page) follow(w *weights, path *path) {
	var scores [labels]int32
	var f features
	for n := range p.body {
		p.featuresOf(n, w.second, &f)
		var sum row
		for _, id := range f.line[:f.lines] {
			r := &w.rows[id]
			sum[0] += r[0]
			sum[1] += r[1]
			sum[2] += r[2]
		}
		var own [labels]int32
		for y := range own {
			own[y] = sum.of(y, f.lines)
		}
		if l := &p.lines[p.body[n]]; l.named {
			own[cue] += certain
		} else if l.look.setting == settingHeading || l.look.setting == surelyNumbered && l.look.capitals == allCapitals {
			own[sceneHead] += likely
		} else if n > 0 && p.lines[p.body[n-1]].named {
			own[talk] += certain
		}
		if n == 0 {
			for y := range scores {
				scores[y] = own[y] + firstStep(label(y))
			}
			continue
		}
		var next [labels]int32
		steps1, steps2 := &w.step1[f.meet1], &w.step2[f.meet2]
		from := &path.from[n]
		for y := range next {
			best, at := int32(-1<<30), 0
			for x := range scores {
				k := y*int(labels) + x
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
		best = int(path.from[n][best])
	}
}

// What is known from elsewhere than the look of a line is added to its score.
const (
	likely  = 60
	certain = 4000
)

// unsaid is what it costs, beyond the weights, that a cue stands over nothing
// said, and speech under no cue: by the label below and then the label above, as
// a square. The scripts that teach never show either, so the weights cannot tell.
var unsaid = [labels * labels]int16{
	deed*labels + cue: 90, moreDeed*labels + cue: 90, sceneHead*labels + cue: 90, moreHead*labels + cue: 90, cutTo*labels + cue: 90,
	moreDirection*labels + cue:  90,
	moreHead*labels + direction: 60, moreDeed*labels + direction: 30,
	talk*labels + deed: 60, direction*labels + deed: 30, moreDirection*labels + deed: 60,
	talk*labels + moreDeed: 60, direction*labels + moreDeed: 30, moreDirection*labels + moreDeed: 60,
	talk*labels + sceneHead: 90, direction*labels + sceneHead: 60, moreDirection*labels + sceneHead: 90,
	talk*labels + moreHead: 90, direction*labels + moreHead: 60, moreDirection*labels + moreHead: 90,
	talk*labels + cutTo: 60, direction*labels + cutTo: 60, moreDirection*labels + cutTo: 60, moreDeed*labels + cutTo: 30,
}

// firstStep keeps a text from beginning in the middle of something.
func firstStep(y label) int32 {
	if y == moreDeed || y == moreHead || y == talk || y == moreDirection || y == direction {
		return -200
	}
	return 0
}
