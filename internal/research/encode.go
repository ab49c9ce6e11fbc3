package research

import (
	"encoding/json"
	"math"
	"strconv"
	"unicode/utf8"
)

// text is JSON that is being written: the answers of the set keep the order of
// their features, which a map would lose, and are written many times a second.
type text struct{ b []byte }

// comma separates what follows from what stands before it in the same object or
// array.
func (t *text) comma() {
	if n := len(t.b); n > 0 && t.b[n-1] != '{' && t.b[n-1] != '[' && t.b[n-1] != ':' {
		t.b = append(t.b, ',')
	}
}

// key begins a member of an object. Keys are our own plain words.
func (t *text) key(name string) *text {
	t.comma()
	t.b = append(append(append(t.b, '"'), name...), `":`...)
	return t
}

// open begins an object or array, shut ends it.
func (t *text) open(bracket byte) *text {
	t.comma()
	t.b = append(t.b, bracket)
	return t
}

func (t *text) shut(bracket byte) { t.b = append(t.b, bracket) }

// number writes a number as it is, null for NaN.
func (t *text) number(v float64) {
	t.comma()
	if math.IsNaN(v) || math.IsInf(v, 0) {
		t.b = append(t.b, "null"...)
		return
	}
	t.b = strconv.AppendFloat(t.b, v+0, 'f', -1, 64)
}

// rounded writes a number with at most so many decimals.
func (t *text) rounded(v float64, decimals int) {
	scale := math.Pow10(decimals)
	t.number(math.Round(v*scale) / scale)
}

func (t *text) integer(v int) {
	t.comma()
	t.b = strconv.AppendInt(t.b, int64(v), 10)
}

// maybe writes an integer, null for 0.
func (t *text) maybe(v int) {
	if v == 0 {
		t.null()
		return
	}
	t.integer(v)
}

func (t *text) null() {
	t.comma()
	t.b = append(t.b, "null"...)
}

func (t *text) boolean(v bool) {
	t.comma()
	t.b = strconv.AppendBool(t.b, v)
}

// word writes a string. Most are plain; the rest is left to encoding/json.
func (t *text) word(s string) {
	t.comma()
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' || c >= utf8.RuneSelf {
			quoted, _ := json.Marshal(s) // never fails for a string
			t.b = append(t.b, quoted...)
			return
		}
	}
	t.b = append(append(append(t.b, '"'), s...), '"')
}

// words writes an array of strings.
func (t *text) words(all []string) {
	t.open('[')
	for _, s := range all {
		t.word(s)
	}
	t.shut(']')
}
