package taste

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/catalog"
	"kinodex/internal/taste/tastetest"
)

// REQ R-37
func TestSuggestionsAreNewDescendingAndReasoned(t *testing.T) {
	x := build(t, tastetest.Crowd(400), "")
	r := rand.New(rand.NewPCG(3, 3))
	for range 60 {
		w := Wish{Limit: 1 + r.IntN(100), Popularity: 2*r.Float64() - 1}
		for range 1 + r.IntN(12) {
			w.Liked = append(w.Liked, catalog.Doc(r.IntN(400)))
		}
		for range r.IntN(4) {
			w.Disliked = append(w.Disliked, catalog.Doc(r.IntN(400)))
		}
		got := x.Suggest(w)
		if len(got.Films) == 0 || len(got.Films) > w.Limit || got.Input.Scored < len(got.Films) {
			t.Fatalf("%d films of %d, limit %d", len(got.Films), got.Input.Scored, w.Limit)
		}
		seen := map[catalog.Doc]bool{}
		for i, s := range got.Films {
			if seen[s.Doc] || slices.Contains(w.Liked, s.Doc) || slices.Contains(w.Disliked, s.Doc) {
				t.Errorf("%v is given again", s.Doc)
			}
			seen[s.Doc] = true
			if len(s.Reasons) == 0 || s.Score < 0 || s.Score > 100 || i > 0 && s.Score > got.Films[i-1].Score {
				t.Errorf("place %d: %+v", i, s)
			}
		}
	}
}

// REQ R-40
func TestDislikingAFilmSinksItsNeighbours(t *testing.T) {
	if testing.Short() {
		t.Skip("asks at length in one goroutine, where the race detector finds nothing")
	}
	x := build(t, tastetest.Crowd(500), "")
	place := func(w Wish, d catalog.Doc) int {
		all := x.Suggest(w).Films
		if i := slices.IndexFunc(all, func(s Suggestion) bool { return s.Doc == d }); i >= 0 {
			return i
		}
		return len(all)
	}
	cases := 0
	for i := range 80 {
		w := Wish{Liked: []catalog.Doc{catalog.Doc(i), catalog.Doc(2 * i), catalog.Doc(499 - i)}, Limit: 60}
		for _, s := range x.Suggest(w).Films[:5] {
			near, _, _ := x.Similar(s.Doc, 2)
			for _, bad := range near {
				if slices.Contains(w.Liked, bad) {
					continue
				}
				after := w
				after.Disliked = []catalog.Doc{bad}
				neighbours, _, _ := x.Similar(bad, 10)
				for _, n := range neighbours {
					if was := place(w, n); was < w.Limit {
						cases++
						if is := place(after, n); is <= was {
							t.Fatalf("likes %v: %v was at %d and is at %d although %v, which is like it, is disliked", w.Liked, n, was, is, bad)
						}
					}
				}
			}
		}
	}
	if cases < 200 {
		t.Fatalf("only %d cases", cases)
	}
}

func TestThePenaltyOfADislikeIsTold(t *testing.T) {
	x := build(t, tastetest.Films(), "")
	bad := doc(t, x, "Paper Thieves")
	got := x.Suggest(Wish{Liked: []catalog.Doc{doc(t, x, "The Glass Vault")}, Disliked: []catalog.Doc{bad}, Limit: 20})
	lowered := 0
	for _, s := range got.Films {
		for _, p := range s.Penalties {
			if p.Disliked != bad || p.Factor <= 0 || p.Factor >= 1 {
				t.Errorf("%+v", p)
			}
			lowered++
		}
	}
	if len(got.Input.Effects) != 1 || got.Input.Effects[0].Disliked != bad || got.Input.Effects[0].Lowered != lowered || lowered == 0 {
		t.Errorf("effects %+v, %d penalties", got.Input.Effects, lowered)
	}
}

func TestTheDialTurnsFromHiddenToFamous(t *testing.T) {
	x := build(t, tastetest.Crowd(500), "")
	mean := func(dial float64) float64 {
		sum := 0.0
		for i := range 30 {
			for _, s := range x.Suggest(Wish{Liked: []catalog.Doc{catalog.Doc(i), catalog.Doc(100 + i)}, Popularity: dial, Limit: 10}).Films {
				sum += float64(x.model.Fame[s.Doc])
			}
		}
		return sum
	}
	if hidden, plain, famous := mean(-1), mean(0), mean(1); hidden >= plain || plain >= famous {
		t.Errorf("fame %.2f, %.2f, %.2f from hidden to famous", hidden, plain, famous)
	}
}

// REQ R-35
func TestTheProfileNamesWhatTheLikesShare(t *testing.T) {
	x := build(t, tastetest.Films(), "")
	got := x.Suggest(Wish{Liked: []catalog.Doc{doc(t, x, "The Glass Vault"), doc(t, x, "The Glass Vault II"), doc(t, x, "Paper Thieves")}, Limit: 5}).Profile
	if got.Genres[0] != "Crime" || got.Keywords[0] != "heist" || got.Directors[0] != "Mara Quill" || !slices.Contains(got.Actors[:2], "Otto Brandis") {
		t.Errorf("%+v", got)
	}
}

func TestReasonsSayWhatIsShared(t *testing.T) {
	x := build(t, tastetest.Films(), "")
	got := x.Suggest(Wish{Liked: []catalog.Doc{doc(t, x, "The Glass Vault")}, Limit: 3}).Films
	all := strings.Join(got[0].Reasons, "\n")
	for _, want := range []string{"Directed by Mara Quill, like The Glass Vault", "With Otto Brandis, like The Glass Vault"} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q among %q", want, got[0].Reasons)
		}
	}
}

// REQ R-39
func TestNamesAreResolved(t *testing.T) {
	films := tastetest.Films()
	remake := *films[0]
	remake.ID, remake.Year, remake.Ratings.FilmdbVotes = 900, ptr(2020), ptr(10)
	original := *films[5]
	original.ID, original.Title, original.OriginalTitle = 901, "Lamp Road", ptr("Tōrō-dōri")
	x := build(t, append(films, &remake, &original), "")
	for name, want := range map[string]string{
		"tt0000101": "tt0000101", "TT0000101": "tt0000101", " tt0000101 ": "tt0000101",
		"the glass vault": "tt0000101", "Glass Vault": "tt0000101", "Glass Vault, The": "tt0000101",
		"The Glass Vault (2020)": "tt0000900", "The Glass Vault (1995)": "tt0000101", "Glass Vault, The (2020)": "tt0000900",
		"Toro-dori": "tt0000901", "nobodys harbour": "tt0000116",
		"The Glass Vault (1966)": "", "tt9999999": "", "no such film": "", "": "", "()": "", "(1995)": "", "!!!": "",
	} {
		d, ok := x.Resolve(name)
		got := ""
		if ok {
			got = x.films.ID(d).String()
		}
		if got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
}

// REQ R-42
func TestFilmsOfATitleAndYear(t *testing.T) {
	x := build(t, tastetest.Films(), "")
	for _, c := range []struct {
		title string
		year  int
		want  string
	}{
		{"the glass vault", 1995, "1995"}, {"Glass Vault, The", 1995, "1995"}, {"glass vault", 1996, "1995"}, {"glass vault", 1994, "1995"},
		{"glass vault", 1997, ""}, {"glass vault", 0, "1995"}, {"", 0, ""}, {"the", 0, ""}, {"Le dernier quai", 1960, "1959"},
	} {
		got := ""
		for _, d := range x.Titled(c.title, c.year) {
			got += fmt.Sprint(x.model.Year[d])
		}
		if got != c.want {
			t.Errorf("%q of %d: %q, want %q", c.title, c.year, got, c.want)
		}
	}
}
