package terminal

import (
	"fmt"
	"math"
	"strings"

	"kinodex/internal/screenplay/measure"
)

// strips adds what changes over the script, from its first word at the left to its
// last at the right: lengths of scenes, mood, and the acts below each.
func (p *page) strips(s *Study) {
	r := s.Analysis.Report
	room := p.width - 4
	p.section("OVER THE SCRIPT")
	if longest := longestScene(r); longest >= 0 {
		p.line()
		p.line("  ", p.ink(bold, "Scene lengths"), p.ink(faint, fmt.Sprintf("   the longest is scene %d, %s",
			longest+1, counted(r.Scenes[longest].Words.Film(), "word"))))
		p.line("  ", p.ink(accent, p.sparks(sceneLengths(r, room))))
		p.ruler(r, room)
	}
	low, high := r.Segments[0], r.Segments[0]
	for _, mood := range r.Segments {
		low, high = min(low, mood), max(high, mood)
	}
	p.line()
	p.line("  ", p.ink(bold, "Mood"), p.ink(faint, fmt.Sprintf("   from %+.2f to %+.2f; the middle height is neutral", low, high)))
	p.line("  ", p.ink(accent, p.moods(r, room)))
	p.ruler(r, room)
	p.acts(r)
	p.turningPoints(r)
}

// longestScene returns the index of the scene with the most words, the first of
// equals; -1 without scenes.
func longestScene(r *measure.Report) int {
	longest := -1
	for i := range r.Scenes {
		if longest < 0 || r.Scenes[i].Words.Film() > r.Scenes[longest].Words.Film() {
			longest = i
		}
	}
	return longest
}

// sceneLengths returns for each of so many equal parts of the script the mean
// length in words of the scenes in it, weighted by how much of the part each covers.
func sceneLengths(r *measure.Report, parts int) []float64 {
	lengths, covered := make([]float64, parts), make([]float64, parts)
	for i := range r.Scenes {
		scene := &r.Scenes[i]
		from, to := scene.Position*float64(parts), (scene.Position+scene.Share)*float64(parts)
		for cell := int(from); cell < parts && float64(cell) < to; cell++ {
			part := min(to, float64(cell+1)) - max(from, float64(cell))
			lengths[cell] += part * float64(scene.Words.Film())
			covered[cell] += part
		}
	}
	for i := range lengths {
		if covered[i] > 0 {
			lengths[i] /= covered[i]
		}
	}
	return lengths
}

// sparks returns one character a value, the largest at full height. Values of 0 and
// below are blank.
func (p *page) sparks(values []float64) string {
	most := 0.0
	for _, v := range values {
		most = max(most, v)
	}
	var b strings.Builder
	for _, v := range values {
		if v <= 0 {
			b.WriteByte(' ')
			continue
		}
		level := int(math.Ceil(v/most*float64(len(p.levels)))) - 1
		b.WriteString(p.levels[max(0, min(level, len(p.levels)-1))])
	}
	return b.String()
}

// moods returns the mood of the script's segments, one character a column. The
// middle height is neutral, and the mood farthest from it has full height or depth.
func (p *page) moods(r *measure.Report, room int) string {
	most := 0.0
	for _, mood := range r.Segments {
		most = max(most, math.Abs(mood))
	}
	var b strings.Builder
	for i := range room {
		height := 0.5
		if most > 0 {
			height = (r.Segments[i*measure.Segments/room]/most + 1) / 2
		}
		b.WriteString(p.levels[int(math.Round(height*float64(len(p.levels)-1)))])
	}
	return b.String()
}

// ruler adds a line that shows where the acts lie; nothing in a script without acts.
func (p *page) ruler(r *measure.Report, room int) {
	if len(r.Acts) == 0 {
		return
	}
	cells := make([]string, room)
	for i := range cells {
		cells[i] = p.between
	}
	borders := make([]int, 0, 4)
	for _, act := range r.Acts {
		borders = append(borders, int(r.Scenes[act.First].Position*float64(room)))
	}
	borders = append(borders, room-1)
	for i, act := range r.Acts {
		label := fmt.Sprintf(" act %d ", act.Number)
		from := borders[i] + (borders[i+1]-borders[i]-len(label)+1)/2
		if from <= borders[i] {
			continue // too short for its name
		}
		for k := range len(label) {
			cells[from+k] = label[k : k+1]
		}
	}
	for _, at := range borders[1:3] {
		cells[at] = p.border
	}
	cells[0], cells[room-1] = p.open, p.shut
	p.line("  ", p.ink(faint, strings.Join(cells, "")))
}

// acts adds a table of the acts; nothing in a script without acts.
func (p *page) acts(r *measure.Report) {
	if len(r.Acts) == 0 {
		return
	}
	p.line()
	p.line("  ", p.ink(faint, "act    share  scenes  words a scene  dialogue   mood"))
	for _, act := range r.Acts {
		p.line(fmt.Sprintf("  %d     %6s  %6d  %13.0f  %8s  %+.2f",
			act.Number, percent(act.Share), act.Scenes, act.AvgSceneLen, percent(act.DialogueRatio), act.Sentiment))
	}
	p.prose(2, faint, "Acts are cut at the scene borders nearest to a quarter and to three quarters of the words: a ruler, not a judgement of your act breaks.")
}

// turningPoints adds the scenes where the turning points of a story are expected; nothing
// in a script that has none.
func (p *page) turningPoints(r *measure.Report) {
	points := r.TurningPoints()
	if points == nil {
		return
	}
	p.line()
	p.line("  ", p.ink(faint, "turning point, by position       scene"))
	for _, point := range points {
		row := fmt.Sprintf("  %-19s %4s of words  %5d  ", point.Name, percent(point.Position), point.Scene+1)
		p.line(row, p.cut(p.clean(r.Scenes[point.Scene].Heading), p.width-len(row)))
	}
	p.prose(2, faint, "No event was read here: these are the scenes where the literature expects such events.")
}

// mostParts is how many characters the page lists at most.
const mostParts = 12

// cast adds a table of who speaks, how much and when, the largest part first. It
// says how many more there are.
func (p *page) cast(s *Study) {
	r := s.Analysis.Report
	if len(r.Characters) == 0 {
		return
	}
	p.section("WHO SPEAKS")
	name := 18
	if p.width < 70 {
		name = 14
	}
	room := min(60, p.width-2-name-4*8-2)
	p.line("  ", p.ink(faint, p.left("", name)+"speeches   words   share  scenes  when"))
	for i, c := range r.Characters[:min(mostParts, len(r.Characters))] {
		p.line("  ", p.left(p.clean(strings.ToUpper(c.Name)), name), right(grouped(c.Speeches), 8), right(grouped(c.Words), 8),
			right(percent(c.Share), 8), right(grouped(c.Scenes), 8), "  ", p.ink(accent, p.presence(r, i, room)))
	}
	if more := len(r.Characters) - mostParts; more > 0 {
		p.line("  ", p.ink(faint, fmt.Sprintf("and %s more", grouped(more))))
	}
}

// presence returns a strip of room columns: where in the script a character speaks,
// where it is silent between two speeches, and where it has not come yet or is gone.
func (p *page) presence(r *measure.Report, character, room int) string {
	cells := make([]string, room)
	c := &r.Characters[character]
	first, last := min(int(c.From*float64(room)), room-1), min(int(c.To*float64(room)), room-1)
	for i := range cells {
		cells[i] = p.away
		if i >= first && i <= last {
			cells[i] = p.silent
		}
	}
	for i := range r.Scenes {
		scene := &r.Scenes[i]
		for _, who := range scene.Characters {
			if who != character {
				continue
			}
			from := int(scene.Position * float64(room))
			to := int(math.Ceil((scene.Position + scene.Share) * float64(room)))
			for cell := max(first, from); cell < to && cell <= last; cell++ {
				cells[cell] = p.spoken
			}
		}
	}
	cells[first], cells[last] = p.spoken, p.spoken
	return strings.Join(cells, "")
}
