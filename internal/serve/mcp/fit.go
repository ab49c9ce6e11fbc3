package mcp

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"

	"kinodex/internal/film"
)

// answerBytes is how many bytes an answer has at most, about three for a token: clients may
// cut an answer anywhere at 25,000 tokens. A longer answer is cut here instead: its longest
// lists first, and texts when no list is left (REQ M-39).
const answerBytes = 60_000

// excerpt is a list or a text of an answer that can be shortened. Of items and runes at least one
// is nil. keep is how many items or characters are kept.
type excerpt struct {
	path  string   // keys, joined by dots
	items [][]byte // of a list
	runes []rune   // of a text
	size  int      // bytes of what is kept
	keep  int
}

// total returns how many items or characters there are.
func (c *excerpt) total() int { return max(len(c.items), len(c.runes)) }

// halve keeps half of what is kept, rounded up.
func (c *excerpt) halve() {
	c.keep = (c.keep + 1) / 2
	c.size = 0
	for _, item := range c.items[:min(c.keep, len(c.items))] {
		c.size += len(item) + 1
	}
	if c.runes != nil {
		c.size = len(string(c.runes[:c.keep]))
	}
}

// fit appends a payload of at most budget bytes, or as few as can be: no list is cut below
// one item, no text below 100 characters, and other values are not cut. A payload that is cut
// has the members truncated, which is true, and rest, with how and with the parts that were
// cut: the path, the offset to go on from, and the total of each.
func fit(dst, payload []byte, budget int, how string) []byte {
	if len(payload) <= budget {
		return append(dst, payload...)
	}
	cuts := cuttable(nil, payload, "")
	size := len(payload) + 500 + len(how)
	for size > budget {
		longest := slices.MaxFunc(cuts, func(a, b *excerpt) int { return cmp.Compare(a.weight(), b.weight()) })
		if longest.weight() == 0 {
			break
		}
		before := longest.size
		longest.halve()
		size += longest.size - before
	}
	byPath := map[string]*excerpt{}
	for _, c := range cuts {
		if c.keep < c.total() {
			byPath[c.path] = c
		}
	}
	dst = appendCut(dst, payload, "", byPath)
	dst = append(dst[:len(dst)-1], `,"truncated":true,"rest":{"how":`...)
	dst = append(film.AppendText(dst, how), `,"parts":[`...)
	for _, c := range cuts {
		if byPath[c.path] == nil {
			continue
		}
		if dst[len(dst)-1] != '[' {
			dst = append(dst, ',')
		}
		dst = film.AppendText(append(dst, `{"part":`...), c.path)
		dst = strconv.AppendInt(append(dst, `,"offset":`...), int64(c.keep), 10)
		dst = append(strconv.AppendInt(append(dst, `,"total":`...), int64(c.total()), 10), '}')
	}
	return append(dst, `]}}`...)
}

// weight returns how much it helps to shorten the cut: lists before texts, and 0 when there
// is little left of it.
func (c *excerpt) weight() int {
	switch {
	case c.keep <= 1:
		return 0
	case c.runes != nil && c.keep <= 200:
		return 0
	case c.runes != nil:
		return c.size / 4
	}
	return c.size
}

// cuttable appends the lists and the long texts of an object, and of the objects in it. What
// lies within a list stays whole. under is the path of the object, with a dot behind it.
func cuttable(all []*excerpt, object []byte, under string) []*excerpt {
	for key, value := range members(object) {
		path := under + key
		switch value[0] {
		case '{':
			all = cuttable(all, value, path+".")
		case '[':
			list := items(value)
			all = append(all, &excerpt{path: path, items: list, size: len(value), keep: len(list)})
		case '"':
			if len(value) > 1000 {
				runes := []rune(plainText(value))
				all = append(all, &excerpt{path: path, runes: runes, size: len(value), keep: len(runes)})
			}
		}
	}
	return all
}

// appendCut appends an object as the cuts leave it.
func appendCut(dst, object []byte, under string, cuts map[string]*excerpt) []byte {
	return appendEdited(dst, object, func(key string, value []byte) (string, []byte) {
		c := cuts[under+key]
		switch {
		case c != nil && c.runes != nil:
			return key, film.AppendText(nil, string(c.runes[:c.keep])+"…")
		case c != nil:
			return key, appendArray(nil, c.items[:c.keep])
		case value[0] == '{':
			return key, appendCut(nil, value, under+key+".", cuts)
		}
		return key, value
	})
}

// plainText returns the text of a JSON string; empty for anything else.
func plainText(value []byte) (s string) {
	if json.Unmarshal(value, &s) != nil {
		return ""
	}
	return s
}
