package index

import (
	"strings"
	"testing"

	"kinodex/internal/text"
)

// BenchmarkSearch asks each kind of question of an invented corpus.
func BenchmarkSearch(b *testing.B) {
	docs := corpus(30000, 60000, 11)
	ix := build(b, docs)
	words := func(s string, from, n int) string {
		w := text.Words(s)
		return strings.Join(w[from:min(len(w), from+n)], " ")
	}
	for class, question := range map[string]func(d *Document) string{
		"title":            func(d *Document) string { return d.Title },
		"title+year":       func(d *Document) string { return d.Title + " 1950" },
		"typo":             func(d *Document) string { return "x" + d.Title },
		"director+keyword": func(d *Document) string { return d.Directors[0] + " " + d.Keywords[0] },
		"plot":             func(d *Document) string { return words(d.Prose[0], 3, 4) },
		"common word":      func(*Document) string { return "ka" },
		"common words":     func(*Document) string { return "ka lo" },
	} {
		b.Run(class, func(b *testing.B) {
			questions := make([]string, 1000)
			for i := range questions {
				questions[i] = question(&docs[i*29])
			}
			var m Matches
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				ix.Search(questions[i%len(questions)], &m)
			}
		})
	}
}

// BenchmarkBuild is the cost of indexing, per document.
func BenchmarkBuild(b *testing.B) {
	docs := corpus(10000, 30000, 12)
	for b.Loop() {
		sectionsOf(b, docs)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(docs)), "ns/doc")
}
