package mcp

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"

	"kinodex/internal/film"
)

// An agent reads an answer whole, and its client may cut it, anywhere, at 25,000
// tokens. So answers have at most answerBytes bytes, about three to a token, and one
// that has more is cut here, where it hurts least: its longest lists first, and
// texts when no list is left (REQ M-39).
const answerBytes = 60_000

// cut is a list or a text of an answer that can be shortened.
type cut struct {
	path  string   // keys, joined by dots
	items [][]byte // of a list
	runes []rune   // of a text
	size  int      // bytes of what is kept
	keep  int
}

func (c *cut) total() int { return max(len(c.items), len(c.runes)) }

// halve keeps half of what is kept.
func (c *cut) halve() {
	c.keep = (c.keep + 1) / 2
	c.size = 0
	for _, item := range c.items[:min(c.keep, len(c.items))] {
		c.size += len(item) + 1
	}
	if c.runes != nil {
		c.size = len(string(c.runes[:c.keep]))
	}
}

// fit appends a payload of at most budget bytes, or as few as can be. One that is
// cut has the members truncated, which is true, and rest, which says what lacks and
// how to read it.
func fit(dst, payload []byte, budget int, how string) []byte {
	if len(payload) <= budget {
		return append(dst, payload...)
	}
	cuts := cuttable(nil, payload, "")
	size := len(payload) + 500 + len(how)
	for size > budget {
		longest := slices.MaxFunc(cuts, func(a, b *cut) int { return cmp.Compare(a.weight(), b.weight()) })
		if longest.weight() == 0 {
			break
		}
		before := longest.size
		longest.halve()
		size += longest.size - before
	}
	byPath := map[string]*cut{}
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

// weight is how much it helps to shorten: lists before texts, and neither when
// there is little left of it.
func (c *cut) weight() int {
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

// cuttable finds the lists and texts of an object, and of the objects in it. Those
// within a list stay whole.
func cuttable(all []*cut, object []byte, under string) []*cut {
	for key, value := range members(object) {
		path := under + key
		switch value[0] {
		case '{':
			all = cuttable(all, value, path+".")
		case '[':
			list := items(value)
			all = append(all, &cut{path: path, items: list, size: len(value), keep: len(list)})
		case '"':
			if len(value) > 1000 {
				runes := []rune(plainText(value))
				all = append(all, &cut{path: path, runes: runes, size: len(value), keep: len(runes)})
			}
		}
	}
	return all
}

// appendCut appends an object as the cuts leave it.
func appendCut(dst, object []byte, under string, cuts map[string]*cut) []byte {
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

// plainText is the text of a JSON string.
func plainText(value []byte) (s string) {
	if json.Unmarshal(value, &s) != nil {
		return ""
	}
	return s
}
