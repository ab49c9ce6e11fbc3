package search

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// REQ R-10: at most 160 characters around the match, cut between words.
func TestExcerptsAreCutBetweenWordsAroundTheMatch(t *testing.T) {
	long := strings.TrimSpace(strings.Repeat("one two three ", 30))
	for name, c := range map[string]struct {
		text  string
		match string
	}{
		"at the start":  {"needle " + long, "needle"},
		"in the middle": {long + " needle " + long, "needle"},
		"at the end":    {long + " needle", "needle"},
		"wide letters":  {strings.ReplaceAll(long, "e", "é") + " nëedlé " + long, "nëedlé"},
		"no spaces":     {strings.Repeat("雨", 200) + "新" + strings.Repeat("宿", 200), "新"},
		"one word":      {strings.Repeat("a", 200) + " " + strings.Repeat("n", 300), strings.Repeat("n", 300)},
		"just too long": {long[:146] + " needle xxxxx y", "needle"},
	} {
		at := strings.Index(c.text, c.match)
		got := excerpt([]byte(c.text), span{at, at + len(c.match)})
		if n := utf8.RuneCountInString(got); n > SnippetLength || n < 140 {
			t.Errorf("%s: %d characters", name, n)
		}
		inner := strings.TrimSuffix(strings.TrimPrefix(got, ellipsis), ellipsis)
		place := strings.Index(c.text, inner)
		if place < 0 {
			t.Errorf("%s: %q is no part of the text", name, got)
			continue
		}
		if !strings.Contains(inner, c.match) && name != "one word" {
			t.Errorf("%s: %q has no %s", name, got, c.match)
		}
		if strings.HasPrefix(got, ellipsis) != (place > 0) || strings.HasSuffix(got, ellipsis) != (place+len(inner) < len(c.text)) {
			t.Errorf("%s: ellipses of %q", name, got)
		}
		if !strings.Contains(c.text, " ") || name == "one word" {
			continue
		}
		if place > 0 && c.text[place-1] != ' ' || place+len(inner) < len(c.text) && c.text[place+len(inner)] != ' ' {
			t.Errorf("%s: %q cuts a word", name, got)
		}
	}
	if got := excerpt([]byte(" short "), span{1, 3}); got != "short" {
		t.Errorf("%q", got)
	}
}

func FuzzExcerpt(f *testing.F) {
	f.Add(strings.Repeat("ab cé ", 60), 30, 33)
	f.Add(strings.Repeat("雨", 161), 0, 3)
	f.Fuzz(func(t *testing.T, s string, from, to int) {
		if !utf8.ValidString(s) || from < 0 || to < from || to > len(s) {
			return
		}
		if from < len(s) && !utf8.RuneStart(s[from]) || to < len(s) && !utf8.RuneStart(s[to]) {
			return
		}
		got := excerpt([]byte(s), span{from, to})
		if utf8.RuneCountInString(got) > SnippetLength || !utf8.ValidString(got) {
			t.Errorf("%q", got)
		}
		if utf8.RuneCountInString(s) <= SnippetLength && got != strings.TrimFunc(s, unicode.IsSpace) {
			t.Errorf("%q is cut to %q", s, got)
		}
	})
}
