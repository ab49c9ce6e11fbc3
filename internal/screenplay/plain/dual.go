package plain

import (
	"strings"

	"kinodex/internal/screenplay"
)

// dualPart says what part of a dual dialogue a line is: two speeches that stand side by
// side, each in its own column.
type dualPart uint8

const (
	noDual dualPart = iota
	dualCue
	dualSpeech
)

// cell is one column's part of a line: its bytes in the source and where it begins on the
// page.
type cell struct{ start, end, column int }

// leastGap is how many columns must lie between two columns of speech.
const leastGap = 3

// leastCueGap is how many columns must lie between two cues.
const leastCueGap = 8

// splitDualDialogue puts speeches that stand side by side one after the other: where two
// names stand on one line with a gap between them, the lines below are
// divided between them down to the next blank line. Action beside a narrator's voice stays
// as it is. It must run before surfaces are extracted.
func (p *document) splitDualDialogue() {
	names := map[string]int{} // how many lines, or halves of lines, each name is
	var rows []int
	for i := 0; i+1 < len(p.lines); i++ {
		left, right, ok := p.dualCues(i)
		if ok {
			rows = append(rows, i)
			names[cueKey(p.source[left.start:left.end])]++
			names[cueKey(p.source[right.start:right.end])]++
		}
	}
	if len(rows) == 0 {
		return
	}
	for i := range p.lines {
		names[cueKey(p.lines[i].text)]++
	}
	var lines []line
	done := 0 // lines up to here are in lines
	for _, i := range rows {
		if i < done {
			continue
		}
		left, right, _ := p.dualCues(i)
		end := p.dualEnd(i)
		first, second, both := p.divideColumns(i+1, end, (left.column+left.end-left.start+right.column)/2)
		if !both || p.isParagraphHead(left, first, names) || p.isParagraphHead(right, second, names) {
			continue
		}
		lines = append(lines, p.lines[done:i]...)
		lines = append(lines, p.cellLine(i, left, dualCue))
		lines = append(lines, first...)
		lines = append(lines, p.cellLine(i, right, dualCue))
		lines = append(lines, second...)
		done = end
	}
	if done > 0 {
		p.lines = append(lines, p.lines[done:]...)
	}
}

// isParagraphHead reports whether capitals begin a paragraph of action beside a speech: no
// name that comes again, in the column of the lines below it.
func (p *document) isParagraphHead(cue cell, below []line, names map[string]int) bool {
	return names[cueKey(p.source[cue.start:cue.end])] < 2 && cue.column <= int(below[0].indent)+1
}

// dualCues divides line i into two cues; ok is false when it does not hold two.
func (p *document) dualCues(i int) (left, right cell, ok bool) {
	l := &p.lines[i]
	if raw := p.source[l.start:l.end]; l.role != scriptLine || len(raw) > 100 || l.letterSpaced || strings.IndexByte(raw, '\t') < 0 && !strings.Contains(raw, "    ") {
		return left, right, false
	}
	cells := p.cells(l)
	if len(cells) != 2 || cells[1].column-cells[0].column-(cells[0].end-cells[0].start) < leastCueGap {
		return left, right, false
	}
	a, b := p.source[cells[0].start:cells[0].end], p.source[cells[1].start:cells[1].end]
	return cells[0], cells[1], mayBeDualCue(a) && mayBeDualCue(b)
}

// mayBeDualCue reports whether a part of a line may be one of two cues: no scene number,
// no mark of the page and no half of a bracket.
func mayBeDualCue(s string) bool {
	first, _, _ := strings.Cut(s, " ")
	return len(s) > 1 && isASCIILetter(s[0]) && screenplay.IsCue(s) && !screenplay.IsSceneNumber(first) && !isContinued(s) && !isRevision(s) &&
		strings.Count(s, "(") == strings.Count(s, ")")
}

// dualEnd returns the line that ends the dual dialogue under the cues on line i: the first
// behind a blank line, or a cue or heading of its own.
func (p *document) dualEnd(i int) int {
	end := i + 1
	for ; end < len(p.lines) && end-i <= 40; end++ {
		l := &p.lines[end]
		if l.role != scriptLine || l.blanks > p.lines[i+1].blanks || screenplay.IsHeading(l.text) {
			break
		}
		if _, _, again := p.dualCues(end); again || len(p.cells(l)) == 1 && screenplay.IsCue(l.text) && strings.ToUpper(l.text) == l.text {
			break
		}
	}
	return end
}

// divideColumns divides the lines from..to between two columns, of which the second begins
// near a boundary. both is false unless each gets a line.
func (p *document) divideColumns(from, to, boundary int) (first, second []line, both bool) {
	for i := from; i < to; i++ {
		for _, c := range p.cellsAt(&p.lines[i], boundary) {
			if c.column >= boundary-leastGap*2 && (c.column >= boundary || len(first) > 0) {
				second = append(second, p.cellLine(i, c, dualSpeech))
			} else {
				first = append(first, p.cellLine(i, c, dualSpeech))
			}
		}
	}
	return first, second, len(first) > 0 && len(second) > 0
}

// cellLine makes a line of its own of a cell of line i.
func (p *document) cellLine(i int, c cell, part dualPart) line {
	l := p.lines[i]
	l.start, l.end, l.dual = int32(c.start), int32(c.end), part
	l.text = p.cleaner.line(p.source[c.start:c.end])
	l.indent = uint8(min(c.column, maxColumn))
	if part == dualSpeech {
		l.blanks = 0
	}
	return l
}

// cells divides a line where leastGap columns and more are empty.
func (p *document) cells(l *line) []cell {
	var cells []cell
	column := int(l.indent)
	open, gap := -1, 0
	for i := int(l.start); i < int(l.end); i++ {
		switch b := p.source[i]; {
		case b == ' ' || b == '\t':
			width := 1
			if b == '\t' {
				width = tabWidth - column%tabWidth
			}
			column += width
			gap += width
			continue
		case b&0xc0 == 0x80: // inside a character
			continue
		}
		if open < 0 || gap >= leastGap {
			if open >= 0 {
				cells[open].end = len(strings.TrimRight(p.source[:i], " \t"))
			}
			open = len(cells)
			cells = append(cells, cell{start: i, column: column})
		}
		gap = 0
		column++
	}
	if open >= 0 {
		cells[open].end = int(l.end)
	}
	return cells
}

// cellsAt divides a line in two where its columns of speech meet, in one where it is of one
// column only.
func (p *document) cellsAt(l *line, boundary int) []cell {
	all := p.cells(l)
	if len(all) < 2 {
		return all
	}
	best := 1
	for i := 1; i < len(all); i++ {
		if near(all[i].column, boundary) < near(all[best].column, boundary) {
			best = i
		}
	}
	first, second := all[0], all[best]
	first.end, second.end = all[best-1].end, all[len(all)-1].end
	return []cell{first, second}
}

// near returns how far apart two columns are.
func near(a, b int) int { return max(a-b, b-a) }
