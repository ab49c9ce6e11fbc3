package taste

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/taste/tastetest"
)

// Films that pass the filters are recommended, fewer than asked for only when fewer
// pass: what the prompt wants beyond them is let go, the last first, and told (REQ
// F2-48).
func TestFewerFilmsOnlyWhenFewerPassTheFilters(t *testing.T) {
	films := tastetest.Crowd(400)
	x := build(t, films, "")
	r := rand.New(rand.NewPCG(12, 12))
	for _, prompt := range []string{
		"a storm at sea", "something about word7", "funny", "highly rated", "horror comedy", "a hidden gem from the 90s",
		"what now", "zzyzx qwxq", "oscar winning", "French, under 60 minutes", "directed by Director b, from the fifties",
	} {
		for range 20 {
			from := float64(1950 + r.IntN(50))
			q := &film.Query{Filters: film.Filters{YearMin: &from, Language: []string{"", "en", "fr"}[r.IntN(3)], MinRating: ptr(float64(r.IntN(8)))}}
			pass := x.films.Find(q, film.Page{Limit: len(films)}).Total
			limit := 1 + r.IntN(50)
			got := x.Recommend(Request{Prompt: prompt, Filters: q, Limit: limit})
			if len(got.Films) != min(limit, pass) {
				t.Fatalf("%q: %d of %d films that pass %+v, asked for %d; let go %+v", prompt, len(got.Films), pass, q, limit, got.Unmet)
			}
			docs := map[catalog.Doc]bool{}
			for _, p := range got.Films {
				if docs[p.Doc] || p.Reason == "" {
					t.Fatalf("%q: %d twice, or without a reason: %q", prompt, p.Doc, p.Reason)
				}
				docs[p.Doc] = true
			}
			for _, l := range got.Unmet {
				if l.From < 0 || l.From >= len(got.Films) || l.What == "" {
					t.Fatalf("%q: let go %+v of %d films", prompt, got.Unmet, len(got.Films))
				}
			}
		}
	}
}

func TestWhatIsNotMetIsTold(t *testing.T) {
	x := build(t, tastetest.Films(), "")
	for _, c := range []struct {
		prompt string
		limit  int
		want   []UnmetConstraint
	}{
		{"about a detective", 1, nil},
		{"a submarine in a volcano", 1, []UnmetConstraint{{"unknown", 0}}},
		{"western from 1901", 1, []UnmetConstraint{{"years", 0}, {"genres", 0}}},
	} {
		got := x.Recommend(Request{Prompt: c.prompt, Filters: &film.Query{Filters: film.Filters{Language: "ko"}}, Limit: c.limit})
		if len(got.Films) != c.limit || !slices.Equal(got.Unmet, c.want) {
			t.Errorf("%q: %d films, let go %+v, want %+v; understood %+v", c.prompt, len(got.Films), got.Unmet, c.want, *got.Understood)
		}
	}
	// What the prompt rules out stays out, and without filters nothing is let go.
	if got := x.Recommend(Request{Prompt: "no thriller", Filters: &film.Query{Filters: film.Filters{Language: "ko"}}, Limit: 50}); len(got.Unmet) > 0 {
		t.Errorf("no thriller: %d films, let go %+v", len(got.Films), got.Unmet)
	}
	if got := x.Recommend(Request{Prompt: "no thriller from South Korea", Limit: 50}); len(got.Unmet) > 0 || len(got.Films) != 1 {
		t.Errorf("without filters: %d films, let go %+v", len(got.Films), got.Unmet)
	}
	// A keyword of several words is sought by each of them before it is let go.
	if got := x.Recommend(Request{Prompt: "a time travel robot murder", Filters: &film.Query{Filters: film.Filters{Language: "en"}}, Limit: 2}); len(got.Films) != 2 {
		t.Errorf("%+v", got)
	}
	split := x.Recommend(Request{Prompt: "time travel", Filters: &film.Query{Filters: film.Filters{Genre: "Animation"}}, Limit: 1})
	if len(split.Films) != 1 || len(split.Unmet) == 0 || split.Unmet[0].What != "phrases" {
		t.Errorf("time travel, animated: let go %+v", split.Unmet)
	}
	first := x.Recommend(Request{Prompt: "a heist", Filters: &film.Query{Filters: film.Filters{Language: "en"}}, Limit: 50})
	if len(first.Films) < 3 || len(first.Unmet) != 1 || first.Unmet[0].What != "themes" || first.Unmet[0].From == 0 {
		t.Errorf("a heist: %d films, let go %+v", len(first.Films), first.Unmet)
	}
}
