package writersroom

import (
	"math"
	"strings"

	"kinodex/internal/screenplay"
)

// The words of a line that is short enough to be heard in a trailer and long enough
// to mean something.
const (
	fewestWords = 3
	mostWords   = 12
)

// line returns a line for a trailer, "" if there is none. It is from the scene, or
// from any if scene is negative, and of the part, or of any if part is negative;
// never from the part of the script that would tell the ending. A question comes
// before a statement, then the line of fewer words.
func (q Question) line(scene, part int) string {
	best, rank := "", math.MaxInt
	for i := range q.Script.Speeches {
		speech := &q.Script.Speeches[i]
		at := q.Script.Elements[speech.First].Scene
		if scene >= 0 && at != scene || at < 0 || q.Report.Scenes[at].Position >= spoiler ||
			part >= 0 && q.Script.Characters[speech.Character] != q.Report.Characters[part].Name {
			continue
		}
		for e := speech.First; e < speech.Last; e++ {
			if q.Script.Elements[e].Kind != screenplay.Dialogue {
				continue
			}
			said := q.Script.Elements[e].Text
			words := len(strings.Fields(said))
			if words < fewestWords || words > mostWords {
				continue
			}
			if !strings.HasSuffix(said, "?") {
				words += mostWords
			}
			if words < rank {
				best, rank = said, words
			}
		}
	}
	return best
}

// trailerOfSynopsis returns the sentences of a synopsis as beats, in order, without
// those of its end.
func (q Question) trailerOfSynopsis() TrailerReading {
	said := sentences(q.Synopsis)
	keep := said[:max(1, int(math.Ceil(spoiler*float64(len(said)))))]
	t := TrailerReading{Hook: keep[0], Beats: []BeatClaim{}, Plan: []PlanPart{}}
	for _, s := range keep[:min(len(keep), q.Limit)] {
		t.Beats = append(t.Beats, BeatClaim{Beat: s, Why: "a sentence of the synopsis, in its order; a synopsis has no scenes or lines to cut from", Seconds: seconds(min(len(keep), q.Limit))})
	}
	return t
}

// sentences returns the sentences of a text. One ends at a full stop, question mark
// or exclamation mark before a blank or the end. There is always at least one,
// which is empty if the text is.
func sentences(s string) []string {
	var all []string
	rest := strings.Join(strings.Fields(s), " ")
	for {
		end := strings.IndexFunc(rest, func(r rune) bool { return r == '.' || r == '!' || r == '?' })
		for end >= 0 && end+1 < len(rest) && rest[end+1] != ' ' {
			next := strings.IndexAny(rest[end+1:], ".!?")
			if next < 0 {
				end = -1
				break
			}
			end += 1 + next
		}
		if end < 0 {
			break
		}
		all = append(all, rest[:end+1])
		rest = strings.TrimSpace(rest[end+1:])
	}
	if rest != "" || len(all) == 0 {
		all = append(all, rest)
	}
	return all
}
