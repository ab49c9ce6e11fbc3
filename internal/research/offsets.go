package research

import "unicode/utf8"

// offsets converts offsets in a text from bytes to characters (Unicode code
// points), which is what a client's own copy of the text is counted in. A
// conversion looks at no more than markEvery bytes.
type offsets struct {
	text  string
	plain bool  // a character is a byte
	marks []int // characters before every markEvery-th byte
	total int   // characters
}

// markEvery is how many bytes lie between two marks.
const markEvery = 1 << 10

// newOffsets prepares the conversion of offsets in a text of valid UTF-8. It takes
// time linear in the length of the text.
func newOffsets(text string) *offsets {
	o := &offsets{text: text, total: utf8.RuneCountInString(text)}
	if o.plain = o.total == len(text); o.plain {
		return o
	}
	n := 0
	for at := 0; at < len(text); at += markEvery {
		o.marks = append(o.marks, n)
		n += starts(text[at:min(at+markEvery, len(text))])
	}
	return o
}

// at returns how many characters stand before a byte. An offset outside the text counts
// as the nearer end.
func (o *offsets) at(offset int) int {
	offset = max(0, min(offset, len(o.text)))
	if o.plain || offset == 0 {
		return offset
	}
	if offset == len(o.text) {
		return o.total
	}
	mark := offset / markEvery
	return o.marks[mark] + starts(o.text[mark*markEvery:offset])
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
