package production

import (
	_ "embed"
	"strings"
)

//go:embed lexicon.tsv
var lexiconTable string

// pattern is a word or a phrase of the lexicon.
type pattern struct {
	words []string // folded; * is any word
	tag   Tag      // empty for what only sounds like something
	sure  bool
}

// lexicon has the patterns by their first word.
var lexicon = readLexicon(lexiconTable)

// readLexicon reads the table of lexicon.tsv, which says how it is written.
func readLexicon(table string) map[string][]pattern {
	all := map[string][]pattern{}
	for line := range strings.Lines(table) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") || len(fields) != 3 {
			continue
		}
		tag := Tag(fields[0])
		if tag == "-" {
			tag = ""
		}
		for entry := range strings.SplitSeq(fields[2], ", ") {
			for _, words := range formsOf(strings.Fields(entry)) {
				all[words[0]] = append(all[words[0]], pattern{words, tag, fields[1] == "sure"})
			}
		}
	}
	return all
}

// formsOf returns the forms of an entry, one of whose words may end in /n or /v.
func formsOf(entry []string) [][]string {
	for i, w := range entry {
		stem, mark, marked := strings.Cut(w, "/")
		if !marked {
			continue
		}
		forms := []string{stem, withS(stem)}
		if mark == "v" {
			forms = append(forms, withIng(stem))
		}
		var all [][]string
		for _, form := range forms {
			words := append([]string(nil), entry...)
			words[i] = form
			all = append(all, words)
		}
		return all
	}
	return [][]string{entry}
}

// withS returns the plural of a noun, or the third person of a verb.
func withS(w string) string {
	n := len(w)
	switch {
	case strings.HasSuffix(w, "man"):
		return w[:n-2] + "en"
	case strings.HasSuffix(w, "fe"):
		return w[:n-2] + "ves"
	case strings.HasSuffix(w, "y") && n > 1 && !strings.ContainsRune("aeiou", rune(w[n-2])):
		return w[:n-1] + "ies"
	case strings.HasSuffix(w, "s"), strings.HasSuffix(w, "x"), strings.HasSuffix(w, "z"), strings.HasSuffix(w, "ch"), strings.HasSuffix(w, "sh"):
		return w + "es"
	}
	return w + "s"
}

// doubled are the verbs that double their last letter.
var doubled = setOf("hit slap stab skid trip spin drop plan drag whip hug rob shut run cut jam bat dip flip slip strip wrap shred")

// withIng returns the present participle of a verb.
func withIng(w string) string {
	n := len(w)
	switch {
	case doubled[w]:
		return w + w[n-1:] + "ing"
	case strings.HasSuffix(w, "e") && !strings.HasSuffix(w, "ee"):
		return w[:n-1] + "ing"
	}
	return w + "ing"
}
