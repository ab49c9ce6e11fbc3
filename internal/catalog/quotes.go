package catalog

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"kinodex/internal/naming"
	"kinodex/internal/text"
)

// quotesText has famous lines of films, one a row: the line, the title of the film and its year. No field of a
// record has what is said in a film, and people type it to find one.
//
//go:embed quotes.tsv
var quotesText string

// Bounds of texts that may have a famous line.
const (
	leastQuoted = 3  // words
	mostQuoted  = 24 // words
	// sureQuote is how many words a line has at least of which one may be missing.
	sureQuote = 5
	// mostAround is how many words may stand around a line: "which movie has the line …".
	mostAround = 8
)

// quoting are words by which people say that they quote, folded.
var quoting = strings.Fields("line quote quoted quotes says said say")

// quote is a famous line and the film it is of.
type quote struct {
	words int      // different ones of the line
	title []string // words
	year  float64
}

// quotes returns the famous lines, and which have a word.
var quotes = sync.OnceValues(func() (all []quote, by map[string][]uint16) {
	by = map[string][]uint16{}
	for line := range strings.Lines(quotesText) {
		cells := strings.Split(strings.TrimSpace(line), "\t")
		words := distinctWords(text.Words(text.Fold(cells[0])))
		for _, w := range words {
			by[w] = append(by[w], uint16(len(all)))
		}
		year, _ := strconv.Atoi(cells[2]) // a test holds the rows to their form
		all = append(all, quote{len(words), text.Words(text.Fold(cells[1])), float64(year)})
	}
	return all, by
})

// distinctWords returns some words once each, sorted.
func distinctWords(words []string) []string {
	words = slices.Clone(words)
	slices.Sort(words)
	return slices.Compact(words)
}

// quoted reads a famous line, of which one word may be missing where it has many, with a few words around it.
func (r *reading) quoted() bool {
	if len(r.words) < leastQuoted || len(r.words) > mostQuoted {
		return false
	}
	all, by := quotes()
	had := make([]uint8, len(all))
	words := distinctWords(r.words)
	best, most := -1, 0
	around := 0
	if slices.ContainsFunc(quoting, func(w string) bool { return slices.Contains(words, w) }) {
		around = mostAround
	}
	for _, w := range words {
		for _, i := range by[w] {
			had[i]++
		}
	}
	for i := range all {
		n := int(had[i])
		missing := all[i].words - n
		if n > most && (missing == 0 || missing == 1 && all[i].words >= sureQuote) && len(words)-n <= max(around, min(mostAround, n)) {
			best, most = i, n
		}
	}
	if best < 0 {
		return false
	}
	g, q := r.c.known(), &all[best]
	docs := slices.DeleteFunc(slices.Clone(g.titled(naming.LooseKey(q.title))), func(d uint32) bool { return r.c.year.values[d] != q.year })
	return r.lead(docs[:min(1, len(docs))], false)
}
