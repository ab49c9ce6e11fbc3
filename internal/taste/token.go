package taste

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"kinodex/internal/text"
)

// token is a word of a prompt.
type token struct {
	word    string // folded
	owner   bool   // it ended in 's, which was cut off
	capital bool   // it began with a capital letter
	dashed  bool   // a dash joins it to the word before
	clause  int    // which clause it is in: clauses end at commas, full stops, …
	quote   int    // which quotation it is in, from 1; 0 for none
}

// mostTokens bounds the work a prompt makes; what is beyond is not read.
const mostTokens = 400

// tokens returns the words of a prompt in order, at most mostTokens. Words are those of
// text.Tokens; marks around them decide clauses and quotations.
func tokens(prompt string) []token {
	var all []token
	clause, quote, quotes := 0, 0, 0
	for _, chunk := range strings.Fields(prompt) {
		bare := strings.TrimFunc(chunk, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
		if bare == "" {
			clause++
			continue
		}
		at := strings.Index(chunk, bare)
		before, after := chunk[:at], chunk[at+len(bare):]
		if strings.ContainsAny(before, "(,;:!?") {
			clause++
		}
		if strings.ContainsAny(before, "\"“«") {
			quotes++
			quote = quotes
		}
		first, _ := utf8.DecodeRuneInString(bare)
		core, owner := bare, false
		for _, s := range []string{"'s", "’s"} {
			if cut, has := strings.CutSuffix(core, s); has {
				core, owner = cut, true
			}
		}
		n := 0
		for w := range text.Tokens(core) {
			if len(all) == mostTokens {
				return all
			}
			all = append(all, token{word: w, capital: unicode.IsUpper(first), dashed: n > 0, clause: clause, quote: quote})
			n++
		}
		if n > 0 {
			all[len(all)-1].owner = owner
		}
		if strings.ContainsAny(after, "\"”»") {
			quote = 0
		}
		// The full stop of an initial or an abbreviation ends nothing.
		if strings.ContainsAny(after, ",;:!?)") || strings.Contains(after, ".") && utf8.RuneCountInString(bare) > 2 {
			clause++
		}
	}
	return all
}
