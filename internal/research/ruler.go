package research

import "unicode/utf8"

// ruler turns places in a text that are counted in bytes into places counted in
// characters (Unicode code points), which is what a client's own copy of the text
// is counted in.
type ruler struct {
	text  string
	plain bool  // a character is a byte
	marks []int // characters before every markEvery-th byte
	total int
}

const markEvery = 1 << 10

func newRuler(text string) *ruler {
	r := &ruler{text: text, total: utf8.RuneCountInString(text)}
	if r.plain = r.total == len(text); r.plain {
		return r
	}
	n := 0
	for at := 0; at < len(text); at += markEvery {
		r.marks = append(r.marks, n)
		n += starts(text[at:min(at+markEvery, len(text))])
	}
	return r
}

// at gives the characters before a byte, which lies within the text.
func (r *ruler) at(offset int) int {
	offset = max(0, min(offset, len(r.text)))
	if r.plain || offset == 0 {
		return offset
	}
	if offset == len(r.text) {
		return r.total
	}
	mark := offset / markEvery
	return r.marks[mark] + starts(r.text[mark*markEvery:offset])
}

// starts counts the bytes that begin a character of valid UTF-8.
func starts(s string) (n int) {
	for i := range len(s) {
		if utf8.RuneStart(s[i]) {
			n++
		}
	}
	return n
}
