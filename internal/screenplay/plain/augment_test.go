package plain

import (
	"math/rand/v2"
	"strings"

	"kinodex/internal/screenplay"
)

// augmentations are what is done to the layout of a script before it is read, and
// how often.
var augmentations = map[string]int{
	"as it was":                       3,
	"indentation lost":                3,
	"blank lines lost":                2,
	"both lost":                       6,
	"every line spaced":               1,
	"every line spaced, flat":         1,
	"cues apart from speeches":        1,
	"cues apart from speeches, flat":  1,
	"unwrapped":                       1,
	"unwrapped, flat":                 2,
	"unwrapped, flat, no blank lines": 2,
	"indentation shifts":              2,
	"blank lines unreliable, flat":    2,
	"one width, flat":                 1,
	"blank lines unreliable":          4,
	"centered":                        1,
	"centered, cues apart":            1,
	"one width, cues apart, flat":     1,
	"one column, cues apart":          1,
	"one column":                      1,
	"one width, both lost":            1,
}

// augment makes the script anew in another layout.
func augment(l example, how string, rnd *rand.Rand) example {
	flat := strings.Contains(how, "flat") || how == "indentation lost" || strings.Contains(how, "both lost")
	noBlanks := strings.Contains(how, "no blank") || how == "blank lines lost" || strings.Contains(how, "both lost")
	out := &document{source: l.document.source}
	var labels []label
	shift := uint8(0)
	wide := 61 + rnd.IntN(12)
	loses, gains := rnd.IntN(60), rnd.IntN(4)*rnd.IntN(2)
	m := 0
	for i, was := range l.document.lines {
		if was.role != scriptLine {
			out.lines = append(out.lines, line{text: was.text, role: was.role, blanks: was.blanks, indent: was.indent})
			if how == "indentation shifts" && rnd.IntN(2) == 0 {
				shift = uint8(rnd.IntN(12))
			}
			continue
		}
		y := l.labels[m]
		gap := newParagraph
		if m > 0 {
			gap = l.document.spacing(m)
		}
		m++
		next := line{text: was.text, role: scriptLine, indent: min(was.indent+shift, maxColumn), blanks: was.blanks, surface: was.surface}
		if n := len(out.lines); n > 0 && y.continues() && out.lines[n-1].role == scriptLine && joinable(labels[len(labels)-1], y) {
			last := &out.lines[n-1]
			if strings.HasPrefix(how, "unwrapped") || (strings.HasPrefix(how, "one width") || strings.HasPrefix(how, "one column")) && len(last.text)+1+len(was.text) <= wide {
				last.text += " " + was.text
				last.surface = surfaceOf(last.text, plainWords())
				continue
			}
		}
		switch {
		case noBlanks:
			next.blanks = 0
		case strings.HasPrefix(how, "every line spaced"):
			next.blanks = 1
			if gap != sameParagraph {
				next.blanks = uint8(2 + rnd.IntN(2))
			}
		case strings.Contains(how, "cues apart"):
			if gap == sameParagraph && y.kind() != screenplay.Action && m > 1 && labels[len(labels)-1] == characterCue {
				next.blanks = 1
			}
		case strings.HasPrefix(how, "blank lines unreliable"):
			if gap == newParagraph && rnd.IntN(100) < loses {
				next.blanks = 0
			}
			if gap == sameParagraph && rnd.IntN(100) < gains {
				next.blanks = 1
			}
		}
		switch {
		case flat:
			next.indent = 0
		case how == "blank lines unreliable" && rnd.IntN(8) == 0:
			next.indent = uint8(max(0, int(next.indent)+rnd.IntN(5)-2))
		case strings.HasPrefix(how, "one column") && (y == dialogue || y == beginAction || y == insideAction):
			next.indent = 0
		case strings.HasPrefix(how, "centered") && y != beginAction && y != insideAction && y != beginSlugLine && y != insideSlugLine:
			next.indent = uint8(max(0, 36-len(was.text)/2))
		}
		_ = i
		out.lines = append(out.lines, next)
		labels = append(labels, y)
	}
	out.body = nil
	out.candidates = cueCandidates{}
	out.extractSurfaces()
	return example{out, labels}
}

func joinable(above, y label) bool {
	switch y {
	case insideAction:
		return above == beginAction || above == insideAction
	case insideSlugLine:
		return above == beginSlugLine || above == insideSlugLine
	case insideParenthetical:
		return above == beginParenthetical || above == insideParenthetical
	case dialogue:
		return above == dialogue
	}
	return false
}
