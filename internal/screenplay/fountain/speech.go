package fountain

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"kinodex/internal/screenplay"
)

// IsCue reports whether the line after a blank line names who speaks: forced by
// @, or capitals with at least one letter outside the brackets, and a line of
// text under it.
// The line must not be blank.
func (w *fountainWriter) IsCue(l fountainLine) bool {
	under := w.at + 1
	for under < len(w.lines) && w.lines[under].gone {
		under++
	}
	if under == len(w.lines) || w.lines[under].blank() {
		return false
	}
	text := strings.TrimSpace(l.text)
	if text[0] == '@' {
		return strings.TrimLeft(text[1:], " \t^") != ""
	}
	if text[0] == '!' || isFountainPageBreak(strings.TrimSpace(w.lines[under].text)) {
		return false
	}
	name, _, _ := strings.Cut(strings.TrimRight(text, "^ \t"), "(")
	if strings.ContainsRune(name, '^') || hasLower(name) || strings.HasSuffix(strings.TrimSpace(name), " TO:") {
		return false
	}
	letters, cased := 0, false
	for _, r := range name {
		if unicode.IsLetter(r) {
			letters++
			cased = cased || unicode.IsUpper(r)
		}
	}
	// Scripts without capitals make every line look like a cue: a short one
	// that ends no sentence is.
	last, _ := utf8.DecodeLastRuneInString(strings.TrimSpace(name))
	return cased || letters > 0 && letters <= 12 && !strings.ContainsRune("。．！？，、.!?,:：", last)
}

// speech reads a cue and what is said under it.
// A cue that ends in ^ is dual together with the cue of the speech before it, if
// only blank lines stand between the two speeches.
func (w *fountainWriter) speech(cue fountainLine) {
	text := strings.TrimPrefix(strings.TrimSpace(cue.text), "@")
	dual := strings.HasSuffix(text, "^")
	partner := w.lastCue
	at := len(w.script.Elements)
	e := w.one(screenplay.Character, cue, strings.TrimRight(text, "^ \t"))
	if dual && partner >= 0 {
		e.Dual = true
		w.script.Elements[partner].Dual = true
	}
	for w.at < len(w.lines) {
		l := w.lines[w.at]
		switch {
		case l.gone:
			w.at++
			continue
		case l.blank() && !w.heldOpen(l):
		case l.blank():
			w.dialogue()
			continue
		case isFountainPageBreak(strings.TrimSpace(l.text)):
		case strings.TrimSpace(l.text)[0] == '~':
			w.lyric()
			continue
		case w.parentheticalEnd() > w.at:
			w.parenthetical(w.parentheticalEnd())
			continue
		default:
			w.dialogue()
			continue
		}
		break
	}
	w.lastCue, w.open = at, fresh
}

// heldOpen reports whether a blank line holds two spaces that keep the speech
// going.
func (w *fountainWriter) heldOpen(l fountainLine) bool { return l.spaces >= 2 && !w.padded }

// dialogue reads the lines of a speech up to a parenthetical, a lyric or its
// end. Breaks between lines are the writer's and stay.
// It adds no element when only blank lines were held open.
func (w *fountainWriter) dialogue() {
	e := screenplay.Element{Kind: screenplay.Dialogue, Start: -1}
	var b strings.Builder
	breaks := 0
	for ; w.at < len(w.lines); w.at++ {
		l := w.lines[w.at]
		if l.gone {
			continue
		}
		if l.blank() {
			if !w.heldOpen(l) {
				break
			}
			breaks++
			continue
		}
		trimmed := strings.TrimSpace(l.text)
		if e.Start >= 0 && (trimmed[0] == '~' || isFountainPageBreak(trimmed) || w.parentheticalEnd() > w.at) {
			break
		}
		if e.Start < 0 {
			if trimmed[0] == '~' || isFountainPageBreak(trimmed) || w.parentheticalEnd() > w.at {
				return // only blank lines were held open
			}
			e.Start = l.start
		} else {
			b.WriteString("\n\n\n"[:min(breaks+1, 3)])
		}
		breaks = 0
		b.WriteString(strings.TrimSpace(Unmarked(trimmed)))
		e.End = l.end
	}
	if e.Start >= 0 {
		e.Text = b.String()
		w.add(e)
	}
}

// longestParenthetical is how many lines one may wrap over.
const longestParenthetical = 5

// parentheticalEnd gives the line after the parenthetical that begins at the
// line to read, or that line itself when none does.
// A parenthetical has at most longestParenthetical lines, and no blank one.
func (w *fountainWriter) parentheticalEnd() int {
	first := strings.TrimSpace(w.lines[w.at].text)
	if !strings.HasPrefix(first, "(") && !strings.HasPrefix(first, "（") {
		return w.at
	}
	for i := w.at; i < len(w.lines) && i < w.at+longestParenthetical && !w.lines[i].blank(); i++ {
		text := strings.TrimSpace(w.lines[i].text)
		if strings.HasSuffix(text, ")") || strings.HasSuffix(text, "）") {
			return i + 1
		}
		if strings.ContainsAny(text, ")") {
			break
		}
	}
	return w.at
}

// parenthetical reads the lines up to end, exclusive, as one parenthetical. Its
// text is the lines joined by spaces.
func (w *fountainWriter) parenthetical(end int) {
	e := screenplay.Element{Kind: screenplay.Parenthetical, Start: w.lines[w.at].start, End: w.lines[end-1].end}
	var parts []string
	for ; w.at < end; w.at++ {
		parts = append(parts, strings.TrimSpace(Unmarked(w.lines[w.at].text)))
	}
	e.Text = strings.Join(parts, " ")
	w.add(e)
}

// lyric reads the lines of a song: those that begin with ~, one after the other.
// Its text is the lines without the mark, joined by line feeds. The pointer is
// valid until the next element is added.
func (w *fountainWriter) lyric() *screenplay.Element {
	e := screenplay.Element{Kind: screenplay.Lyric, Start: w.lines[w.at].start}
	var parts []string
	for ; w.at < len(w.lines); w.at++ {
		l := w.lines[w.at]
		if l.gone {
			continue
		}
		verse, sung := strings.CutPrefix(strings.TrimSpace(l.text), "~")
		if !sung {
			break
		}
		parts = append(parts, strings.TrimSpace(Unmarked(verse)))
		e.End = l.end
	}
	e.Text = strings.Join(parts, "\n")
	return w.add(e)
}
