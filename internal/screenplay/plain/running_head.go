package plain

import (
	"slices"
	"strings"
)

// runningHead is a line that may be a running head: the lines that have the
// same letters, as indexes into document.lines, and the last number in each,
// -1 for none.
type runningHead struct {
	lines   []int32
	numbers []int32
}

// markRunningHeads finds running heads: lines that come again and again with the same
// letters and a page number that counts up, or with the words of a revision.
func (p *document) markRunningHeads() {
	heads := map[string]*runningHead{}
	var order []string
	var key []byte
	for i := range p.lines {
		l := &p.lines[i]
		if l.role != scriptLine || len(l.text) > 90 || len(l.text) < 4 {
			continue
		}
		if !mayBeRunningHead(l.text) {
			continue
		}
		number := int32(-1)
		key, number = runningHeadKey(l.text, key[:0])
		if len(key) < 3 {
			continue
		}
		h := heads[string(key)]
		if h == nil {
			h = &runningHead{}
			heads[string(key)] = h
			order = append(order, string(key))
		}
		h.lines = append(h.lines, int32(i))
		h.numbers = append(h.numbers, number)
	}
	for _, k := range order {
		h := heads[k]
		if len(h.lines) >= 4 && (h.numbersIncrease() || h.isRevisionMark(p)) {
			for _, i := range h.lines {
				p.lines[i].role = artifactLine
			}
		}
	}
}

// mayBeRunningHead reports lines with a digit, and capitals with the words of a revision.
func mayBeRunningHead(s string) bool {
	small := false
	for i := range len(s) {
		b := s[i]
		if isDigit(b) {
			return true
		}
		small = small || b >= 'a' && b <= 'z'
	}
	return !small && isRevision(s)
}

// runningHeadKey appends to key the letters of a line, in capitals, and
// returns it with the line's last number of at most three digits, -1 for none.
func runningHeadKey(s string, key []byte) ([]byte, int32) {
	number, run, digits := int32(-1), int32(0), 0
	for i := range len(s) + 1 {
		if i < len(s) && s[i] >= '0' && s[i] <= '9' {
			run = min(run*10+int32(s[i]-'0'), 1<<20)
			digits++
			continue
		}
		if digits > 0 && digits <= 3 {
			number = run
		}
		run, digits = 0, 0
		if i < len(s) && (isASCIILetter(s[i]) || s[i] >= 0x80) {
			b := s[i]
			if b >= 'a' && b <= 'z' {
				b &^= 0x20
			}
			key = append(key, b)
		}
	}
	return key, number
}

// numbersIncrease reports whether at least five lines have numbers of which 70
// % are one or two more than the number before.
func (h *runningHead) numbersIncrease() bool {
	up := 0
	for i := 1; i < len(h.numbers); i++ {
		if d := h.numbers[i] - h.numbers[i-1]; d >= 1 && d <= 2 && h.numbers[i-1] >= 0 {
			up++
		}
	}
	return len(h.numbers) >= 5 && up*10 >= 7*(len(h.numbers)-1)
}

// isRevisionMark reports whether the lines are the same words of a revision.
func (h *runningHead) isRevisionMark(p *document) bool {
	return slices.ContainsFunc(h.lines[:1], func(i int32) bool { return isRevision(p.lines[i].text) })
}

// isRevision reports the words that title pages and running heads are made of,
// with a date or a number, or in capitals.
func isRevision(s string) bool {
	if len(s) > 90 {
		return false
	}
	low := strings.ToLower(s)
	marked := false
	for _, mark := range [...]string{"rev.", "rev ", "revis", "draft", "shooting script", "final script", "screenplay", "pages", "shooting", "copyright", " script"} {
		if strings.Contains(low, mark) {
			marked = true
			break
		}
	}
	return marked && (strings.ContainsAny(s, "0123456789") || strings.ToUpper(s) == s)
}
