package taste

import (
	"testing"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/taste/tastetest"
)

// A crowd of 3,000 made-up films; figures for a full catalogue are in
// docs/api/recommend.md.
func BenchmarkTaste(b *testing.B) {
	x := build(b, tastetest.Crowd(3000), "")
	var liked []catalog.Doc
	for i := range 20 {
		liked = append(liked, catalog.Doc(i*149))
	}
	for name, ask := range map[string]func(){
		"similar": func() { x.Similar(7, 20) },
		"suggest": func() { x.Suggest(Wish{Liked: liked, Disliked: liked[:1], Limit: 20}) },
		"recommend": func() {
			x.Recommend(Request{Prompt: "a funny film like Film 12 from the 90s about word7", Filters: &film.Query{Filters: film.Filters{Language: "en"}}, Limit: 6})
		},
		"neighbours": func() {
			s := x.borrow()
			x.model.neighboursOf(7, s)
			x.giveBack(s)
		},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				ask()
			}
		})
	}
}
