package search

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"kinodex/internal/catalog"
	"kinodex/internal/text"
)

// BenchmarkAsk asks questions made of the films of a library in turn, at the
// default limit. KINODEX_DATA_LIBRARY names the folder of one; without it the films
// are invented.
func BenchmarkAsk(b *testing.B) {
	s := &Search{}
	if dir := os.Getenv("KINODEX_DATA_LIBRARY"); dir != "" {
		c, err := catalog.Open(dir)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { c.Close() })
		var scripts []catalog.Doc
		for d := 0; d < c.Len(); d += 150 {
			scripts = append(scripts, catalog.Doc(d))
		}
		s = New(c, scripts)
	} else {
		s = open(b, crowd(3000), 5, 500, 1000)
	}
	var classes [6][]string
	r := rand.New(rand.NewPCG(42, 42))
	for len(classes[0]) < 300 {
		d := catalog.Doc(r.IntN(s.films.Len()))
		if votes, _ := s.films.Number("filmdb_votes", d); votes < float64(r.IntN(3000)) {
			continue
		}
		f, err := s.films.Film(d)
		if err != nil {
			b.Fatal(err)
		}
		add := func(class int, text string) {
			if q := (Question{Text: text, Limit: 20}); q.Check() == nil {
				classes[class] = append(classes[class], text)
			}
		}
		add(0, f.Title)
		w := text.Words(f.Title)
		add(1, w[len(w)-1])
		if f.Director != nil {
			add(2, *f.Director)
		}
		if len(f.Cast) > 0 {
			add(3, f.Cast[r.IntN(len(f.Cast))].Name)
		}
		if f.Overview != nil {
			w := text.Words(*f.Overview)
			add(4, strings.Join(w[min(3, len(w)):min(len(w), 6)], " "))
		}
		if len(f.Keywords) > 0 {
			add(5, f.Keywords[0])
		}
	}
	all := slices.Concat(classes[:]...)
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for i, name := range []string{"title", "title word", "director", "cast", "plot", "keyword", "mixed"} {
		questions := all
		if i < len(classes) {
			questions = classes[i]
		}
		if len(questions) == 0 {
			continue
		}
		b.Run(name, func(b *testing.B) { measure(b, s, questions) })
	}
}

func measure(b *testing.B, s *Search, questions []string) {
	ask := func(i int) { s.Ask(Question{Text: questions[i%len(questions)], Type: All, Limit: 20}).Results() }
	for i := range questions {
		ask(i)
	}
	took := make([]time.Duration, 0, 1<<16)
	b.ReportAllocs()
	b.ResetTimer()
	for i := 0; b.Loop(); i++ {
		start := time.Now()
		ask(i)
		if len(took) < cap(took) {
			took = append(took, time.Since(start))
		}
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Nanoseconds())/1000, "p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Nanoseconds())/1000, "p99-µs")
}
