package catalog

import (
	"testing"

	"kinodex/internal/film"
)

// BenchmarkFindCommon asks for words that a great part of the films have.
func BenchmarkFindCommon(b *testing.B) {
	c := benchmarkCatalog(b)
	for _, q := range []string{"the", "a", "love", "man", "in", "the man", "in the", "the of", "love story", "new york", "a man who",
		"the love of a woman", "john", "1999", "drama", "young", "life of a young man in the city", "of the dead", "a day in the life"} {
		b.Run(q, func(b *testing.B) {
			question := film.Query{Text: q}
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				n = c.Find(&question, film.Page{Limit: 50}).Total
			}
			b.ReportMetric(float64(n), "films")
		})
	}
}
