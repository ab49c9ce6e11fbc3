package vision

import (
	_ "embed"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
)

// facesXML is OpenCV's cascade for frontal faces, as its data package has it:
// trained data under a BSD licence (see NOTICE). The evaluator is our own.
//
//go:embed faces_lbp.xml
var facesXML []byte

// faceWindow is the side in pixels of the face that the cascade knows.
const faceWindow = 24

// cascade is a row of stages; a window that fails one is no face, and most
// fail the first (Viola and Jones 2001, with the local binary patterns of Liao
// et al. 2007).
type cascade struct {
	patterns []block
	stages   []stage
}

// block is a pattern's first block; two more follow to the right and below.
type block struct{ x, y, w, h int }

// stage is a boosted committee of weak classifiers: a window passes when their votes sum
// to the threshold or more.
type stage struct {
	threshold float32
	weak      []weakClassifier
}

// weakClassifier votes by one pattern: yes when the pattern's code is in the subset.
type weakClassifier struct {
	pattern int
	subset  [8]uint32
	yes, no float32
}

// newCascade reads the embedded cascade.
// It fails unless the document is an LBP cascade for windows of faceWindow pixels whose
// patterns lie within the window.
func newCascade(doc []byte) (*cascade, error) {
	var file struct {
		Width  int `xml:"cascade>width"`
		Height int `xml:"cascade>height"`
		Stages []struct {
			Threshold string `xml:"stageThreshold"`
			Weak      []struct {
				Nodes  string `xml:"internalNodes"`
				Leaves string `xml:"leafValues"`
			} `xml:"weakClassifiers>_"`
		} `xml:"cascade>stages>_"`
		Features []struct {
			Rect string `xml:"rect"`
		} `xml:"cascade>features>_"`
	}
	if err := xml.Unmarshal(doc, &file); err != nil {
		return nil, fmt.Errorf("face cascade: %w", err)
	}
	if file.Width != faceWindow || file.Height != faceWindow || len(file.Stages) == 0 {
		return nil, fmt.Errorf("face cascade: %d×%d window, %d stages", file.Width, file.Height, len(file.Stages))
	}
	c := &cascade{}
	for _, f := range file.Features {
		n, err := numbers(f.Rect, 4)
		if err != nil {
			return nil, err
		}
		p := block{int(n[0]), int(n[1]), int(n[2]), int(n[3])}
		if p.x < 0 || p.y < 0 || p.w < 1 || p.h < 1 || p.x+3*p.w > faceWindow || p.y+3*p.h > faceWindow {
			return nil, fmt.Errorf("face cascade: pattern %v leaves the window", p)
		}
		c.patterns = append(c.patterns, p)
	}
	for _, from := range file.Stages {
		threshold, err := numbers(from.Threshold, 1)
		if err != nil {
			return nil, err
		}
		// OpenCV lowers thresholds by this much, against rounding.
		s := stage{threshold: float32(threshold[0]) - 1e-5}
		for _, w := range from.Weak {
			nodes, err := numbers(w.Nodes, 11)
			if err != nil {
				return nil, err
			}
			leaves, err := numbers(w.Leaves, 2)
			if err != nil {
				return nil, err
			}
			v := weakClassifier{pattern: int(nodes[2]), yes: float32(leaves[0]), no: float32(leaves[1])}
			if v.pattern < 0 || v.pattern >= len(c.patterns) {
				return nil, fmt.Errorf("face cascade: no pattern %d", v.pattern)
			}
			for i := range v.subset {
				v.subset[i] = uint32(int32(nodes[3+i]))
			}
			s.weak = append(s.weak, v)
		}
		c.stages = append(c.stages, s)
	}
	return c, nil
}

// numbers reads n numbers.
// They stand between white space; any other count is an error.
func numbers(s string, n int) ([]float64, error) {
	fields := strings.Fields(s)
	if len(fields) != n {
		return nil, fmt.Errorf("face cascade: %d numbers where %d belong", len(fields), n)
	}
	out := make([]float64, n)
	for i, f := range fields {
		var err error
		if out[i], err = strconv.ParseFloat(f, 64); err != nil {
			return nil, fmt.Errorf("face cascade: %w", err)
		}
	}
	return out, nil
}

// A placedClassifier is a weak classifier laid out for tables of sums of one width: the
// places of the 16 corners of its nine blocks, relative to the window's.
type placedClassifier struct {
	at     [16]uint32
	subset [8]uint32
	votes  [2]float32 // when the code is not in the subset, and when it is
	// rejectBelow and acceptAbove end the stage before all have voted: with fewer
	// votes than the first no more classifiers can make it pass, with more than the
	// second none can make it fail.
	rejectBelow, acceptAbove float32
}

// roundingVotes is more than rounding can make of the votes of a stage.
const roundingVotes = 1e-3

// layOut gives the classifiers of all stages, for tables of a width.
// The result is good for every table of that width, and must not be changed.
func (c *cascade) layOut(stride int) [][]placedClassifier {
	out := make([][]placedClassifier, len(c.stages))
	for i := range c.stages {
		stage := &c.stages[i]
		out[i] = make([]placedClassifier, len(stage.weak))
		lost, won := stage.threshold-roundingVotes, stage.threshold+roundingVotes
		for j := len(stage.weak) - 1; j >= 0; j-- {
			w := &stage.weak[j]
			v := placedClassifier{subset: w.subset, votes: [2]float32{w.no, w.yes}, rejectBelow: lost, acceptAbove: won}
			lost, won = lost-max(w.no, w.yes), won-min(w.no, w.yes)
			p := c.patterns[w.pattern]
			for k := range v.at {
				v.at[k] = uint32((p.y+k/4*p.h)*stride + p.x + k%4*p.w)
			}
			out[i][j] = v
		}
	}
	return out
}

// evaluate reports whether the window that a table of sums begins with is a face, and
// which stage it failed otherwise.
// It stops at the first stage that fails; failed is 0 when ok. sum must reach from the
// window's upper left corner to its lower right one.
func (c *cascade) evaluate(sum []int32, classifiers [][]placedClassifier) (failed int, ok bool) {
stages:
	for i, stage := range classifiers {
		var votes float32
		for j := range stage {
			v := &stage[j]
			code := v.code(sum)
			votes += v.votes[v.subset[code>>5&7]>>(code&31)&1]
			if votes < v.rejectBelow {
				return i, false
			}
			if votes > v.acceptAbove {
				continue stages
			}
		}
		if votes < c.stages[i].threshold {
			return i, false
		}
	}
	return 0, true
}

// code compares the eight outer blocks with the middle one, clockwise from the
// upper left: a bit is set where the outer one is at least as bright.
func (v *placedClassifier) code(s []int32) uint32 {
	k := &v.at
	a1, a2, b0, b1, b2, b3 := s[k[1]], s[k[2]], s[k[4]], s[k[5]], s[k[6]], s[k[7]]
	c0, c1, c2, c3 := s[k[8]], s[k[9]], s[k[10]], s[k[11]]
	d1, d2 := s[k[13]], s[k[14]]
	middle := c2 - c1 - b2 + b1
	// The difference's sign bit is 0 where the outer block is at least as bright.
	bit := func(outer int32, place uint) uint32 { return (uint32(outer-middle)>>31 ^ 1) << place }
	return bit(b1-b0-a1+s[k[0]], 7) | bit(b2-b1-a2+a1, 6) | bit(b3-b2-s[k[3]]+a2, 5) |
		bit(c3-c2-b3+b2, 4) | bit(s[k[15]]-d2-c3+c2, 3) | bit(d2-d1-c2+c1, 2) |
		bit(d1-s[k[12]]-c1+c0, 1) | bit(c1-c0-b1+b0, 0)
}
