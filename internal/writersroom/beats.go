package writersroom

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/measure"
)

// trailer returns the trailer of the built-in engine. Of a script without scenes to
// choose from it has no beats, no hook and no plan.
func (q Question) trailer() TrailerReading {
	if q.Script == nil {
		return q.trailerOfSynopsis()
	}
	t := TrailerReading{Beats: q.beats()}
	if len(t.Beats) == 0 {
		return t
	}
	t.Hook = q.hook()
	t.Plan = []PlanPart{
		{"the world and the people", 30, "whole shots, few cuts; one line of each of the two largest parts; room sound before music"},
		{"what turns", 45, "cut on the lines; the music enters at the first turn"},
		{"faster", 35, q.fasterCut()},
		{"the last line", 10, "silence, the title, then the shortest of the lines above"},
	}
	return t
}

// hook returns how the trailer begins: who is seen, where, and a line of the
// largest part if one is short enough. The script must have a scene.
func (q Question) hook() string {
	parts := q.Report.Characters
	if len(parts) == 0 {
		return fmt.Sprintf("Nobody speaks: %s and the sound of it.", q.Report.Scenes[0].Heading)
	}
	first := q.Report.Scenes[0].Heading
	if line := q.line(-1, 0); line != "" {
		return fmt.Sprintf("%s, from %s on. Heard first: %s", called(parts[0].Name), first, line)
	}
	return fmt.Sprintf("%s, from %s on.", called(parts[0].Name), first)
}

// fasterCut returns what is cut in the fast part: the fastest run of scenes, or all
// scenes of a script that is too short to have one.
func (q Question) fasterCut() string {
	if p := q.pacing(); p.Fastest != nil {
		return fmt.Sprintf("a shot from each of scenes %d to %d, the quickest ten of the script (%.1f pages), between the beats", p.Fastest.First.Scene, p.Fastest.Last.Scene, p.Fastest.Pages)
	}
	return "shots from all scenes above, shorter each time"
}

// choice is a way to choose a scene: of the scenes for which ok is true, the one
// with the highest figure, and the first of equals.
type choice struct {
	beat, why string
	of        func(s *measure.Scene) (figure float64, ok bool)
}

// choices returns the ways in the order in which they are tried. The turns of the
// mood come before all but the first two.
func (q Question) choices() []choice {
	speakers := func(s *measure.Scene) int { return len(s.Characters) }
	all := []choice{
		{"the world", "the script opens here", func(s *measure.Scene) (float64, bool) { return -s.Position, s.Words.Film() > 0 }},
		{"the two", "the two largest parts speak together for the first time", func(s *measure.Scene) (float64, bool) {
			return -s.Position, slices.Contains(s.Characters, 0) && slices.Contains(s.Characters, 1)
		}},
		{"the loudest", "the largest share of its lines is exclaimed", func(s *measure.Scene) (float64, bool) {
			return ratio(s.Exclamations, s.Lines), s.Lines >= 3 && s.Exclamations > 0
		}},
		{"the quietest", "the most action without a word spoken", func(s *measure.Scene) (float64, bool) {
			return float64(s.Words.Action), s.Words.Dialogue == 0 && s.Words.Action > 20
		}},
		{"the crowd", "most people speak in it", func(s *measure.Scene) (float64, bool) { return float64(speakers(s)), speakers(s) > 2 }},
		{"the questions", "the largest share of its lines is asked", func(s *measure.Scene) (float64, bool) {
			return ratio(s.Questions, s.Lines), s.Lines >= 3 && s.Questions > 0
		}},
		{"the darkest", "its mood is the lowest", func(s *measure.Scene) (float64, bool) { return -s.Sentiment, s.Words.Film() >= 40 }},
		{"the brightest", "its mood is the highest", func(s *measure.Scene) (float64, bool) { return s.Sentiment, s.Words.Film() >= 40 }},
		{"the lead alone", "the largest part speaks and nobody answers", func(s *measure.Scene) (float64, bool) {
			return float64(s.Words.Film()), speakers(s) == 1 && s.Characters[0] == 0
		}},
		{"outside", "the longest exterior", func(s *measure.Scene) (float64, bool) {
			return float64(s.Words.Film()), s.Setting == screenplay.Exterior
		}},
		{"the long scene", "the longest of the script", func(s *measure.Scene) (float64, bool) { return float64(s.Words.Film()), s.Words.Film() > 0 }},
	}
	for _, t := range q.turns() {
		way := "darkens"
		if t.After > t.Before {
			way = "brightens"
		}
		turn := choice{"a turn", fmt.Sprintf("the mood %s here, from %.2f to %.2f", way, t.Before, t.After),
			func(s *measure.Scene) (float64, bool) { return 1, s.Index == t.Scene-1 }}
		all = slices.Insert(all, min(2, len(all)), turn)
	}
	return all
}

// ratio returns part/whole, or 0 when whole is 0.
func ratio(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// beats returns at most q.Limit beats, in the script's order. No scene has two, and
// none is from the part that would tell the ending. It is never nil.
func (q Question) beats() []BeatClaim {
	taken := map[int]bool{}
	all := []BeatClaim{}
	for _, c := range q.choices() {
		if len(all) == q.Limit {
			break
		}
		best, most := -1, math.Inf(-1)
		for i := range q.Report.Scenes {
			s := &q.Report.Scenes[i]
			if taken[i] || s.Position >= spoiler {
				continue
			}
			if figure, ok := c.of(s); ok && figure > most {
				best, most = i, figure
			}
		}
		if best < 0 {
			continue
		}
		taken[best] = true
		number := best + 1
		beat := BeatClaim{Beat: c.beat, Scene: &number, Why: c.why}
		if line := q.line(best, -1); line != "" {
			beat.Line = &line
		}
		all = append(all, beat)
	}
	slices.SortStableFunc(all, func(a, b BeatClaim) int { return cmp.Compare(*a.Scene, *b.Scene) })
	for i := range all {
		all[i].Seconds = seconds(len(all))
	}
	return all
}

// seconds returns the length of each beat: two minutes, less ten seconds for the
// last line, in equal parts.
func seconds(beats int) int { return 110 / max(beats, 1) }
