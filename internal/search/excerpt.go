package search

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// SnippetLength is how many characters a snippet has at most (REQ R-10).
const SnippetLength = 160

const ellipsis = "…"

// excerpt gives a text if it is short enough, else the part around a place in it,
// cut between words with an ellipsis at each cut.
func excerpt(s []byte, around span) string {
	if utf8.RuneCount(s) <= SnippetLength {
		return strings.TrimSpace(string(s))
	}
	all := []rune(string(s))
	from := utf8.RuneCount(s[:around.from])
	to := min(from+utf8.RuneCount(s[around.from:around.to]), from+SnippetLength-2)
	start := max(0, from-(SnippetLength-2-(to-from))/2)
	end := start + SnippetLength - 2
	switch {
	case start == 0:
		end = SnippetLength - 1
	case end >= len(all)-1:
		start, end = len(all)-SnippetLength+1, len(all)
	}
	// Where a script has no spaces, or a word no end, the cut stays where it is.
	if start > 0 && !unicode.IsSpace(all[start-1]) {
		if i := slices.IndexFunc(all[start:from], unicode.IsSpace); i >= 0 {
			start += i
		}
	}
	if end < len(all) && !unicode.IsSpace(all[end]) {
		for i := end - 1; i >= to; i-- {
			if unicode.IsSpace(all[i]) {
				end = i
				break
			}
		}
	}
	cut := strings.TrimSpace(string(all[start:end]))
	if start > 0 {
		cut = ellipsis + cut
	}
	if end < len(all) {
		cut += ellipsis
	}
	return cut
}
