package taste

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/taste/tastetest"
)

// REQ F2-39, F2-42
func TestSequelsComeFirst(t *testing.T) {
	x := build(t, tastetest.Films(), "")
	got, source, ok := x.Similar(doc(t, x, "The Glass Vault"), 5)
	if !ok || source != Content {
		t.Fatalf("%v %q", ok, source)
	}
	if all := titles(x, got); len(all) == 0 || all[0] != "The Glass Vault II" || !slices.Contains(all, "Paper Thieves") {
		t.Errorf("like The Glass Vault: %q", all)
	}
}

// REQ F2-39, F2-40
func TestSimilarFilmsAreOthersEachOnce(t *testing.T) {
	films := tastetest.Crowd(300)
	x := build(t, films, "")
	for i := range films {
		d := catalog.Doc(i)
		all, _, ok := x.Similar(d, 100)
		if !ok {
			t.Fatalf("%v: no data", d)
		}
		if len(all) == 0 || len(all) > MostSimilar {
			t.Fatalf("%v: %d films", d, len(all))
		}
		if seen := slices.Compact(slices.Sorted(slices.Values(all))); len(seen) != len(all) || slices.Contains(all, d) {
			t.Errorf("%v: %v", d, all)
		}
		few, _, _ := x.Similar(d, 7)
		if !slices.Equal(few, all[:min(7, len(all))]) {
			t.Errorf("%v: the first 7 are %v, of 100 they are %v", d, few, all[:7])
		}
	}
}

// REQ F2-41
func TestOnlyFilmsWithContentHaveSimilarOnes(t *testing.T) {
	films := tastetest.Films()
	x := build(t, films, "")
	for i, f := range films {
		like, _, ok := x.Similar(catalog.Doc(i), 100)
		if ok != film.HasContent(f) {
			t.Errorf("%s: similarity data %v, content %v", f.Title, ok, film.HasContent(f))
		}
		for _, d := range like {
			if !film.HasContent(films[d]) {
				t.Errorf("%s is like %s, of which nothing is known", films[d].Title, f.Title)
			}
		}
	}
}

func TestTheBytesDoNotDependOnTheCores(t *testing.T) {
	films := tastetest.Crowd(400)
	var likes strings.Builder
	likes.WriteString("userId,filmdb_id,rating\n")
	for i := range 4000 {
		fmt.Fprintf(&likes, "%d,%s,5\n", i%97, films[i*i%200].ID)
	}
	dir := t.TempDir()
	many := write(t, films, likes.String(), filepath.Join(dir, "many"))
	before := runtime.GOMAXPROCS(1)
	one := write(t, films, likes.String(), filepath.Join(dir, "one"))
	runtime.GOMAXPROCS(before)
	if !bytes.Equal(one, many) {
		t.Error("one core writes other bytes than many")
	}
}

func TestSmallCatalogues(t *testing.T) {
	for _, n := range []int{0, 1, 2, 10} {
		x := build(t, tastetest.Crowd(n), "")
		if err := x.Verify(); err != nil {
			t.Errorf("%d films: %v", n, err)
		}
		for d := range n {
			if _, _, ok := x.Similar(catalog.Doc(d), 10); !ok {
				t.Errorf("%d films: no data for film %d", n, d)
			}
		}
		x.Recommend(Request{Prompt: "a funny film like Film 0 about word1", Limit: 6})
		x.Recommend(Request{Prompt: "anything good", Limit: 6})
		if n > 1 {
			x.Suggest(Wish{Liked: []catalog.Doc{0}, Disliked: []catalog.Doc{1}, Limit: 10})
		}
	}
}

// before reports whether one film comes before the other, which may be missing, among the films
// most like the film of a title.
func before(t *testing.T, x *Taste, of, one, other string) bool {
	t.Helper()
	all, _, _ := x.Similar(doc(t, x, of), MostSimilar)
	names := titles(x, all)
	a, b := slices.Index(names, one), slices.Index(names, other)
	return a >= 0 && (b < 0 || a < b)
}

// varied returns the films of rows and some that are like the film of a title, but for what
// change makes of each.
func varied(of string, change ...func(f *film.Film)) []*film.Film {
	films := tastetest.Films()
	model := films[slices.IndexFunc(films, func(f *film.Film) bool { return f.Title == of })]
	for i, c := range change {
		f := *model
		f.ID, f.ExternalIDs.MoviedbID = film.ID(900+i), ptr(8000+i)
		f.Title, f.Director, f.CrewSummary, f.Cast = fmt.Sprint("Variation ", i), nil, nil, nil
		c(&f)
		films = append(films, &f)
	}
	return films
}

func TestAWordThatTitlesShareByChanceIsNoLikeness(t *testing.T) {
	x := build(t, varied("The Glass Vault",
		func(f *film.Film) { f.Title = "Plain Tomb" },
		func(f *film.Film) { f.Title = "Tomb of Glass" },
		func(f *film.Film) { f.Title = "Vault of the Dead" }), "")
	if all, _, _ := x.Similar(doc(t, x, "The Glass Vault"), MostSimilar); slices.Index(titles(x, all), "Plain Tomb") > slices.Index(titles(x, all), "Tomb of Glass") {
		t.Errorf("a shared word of the title makes a film more alike: %q", titles(x, all))
	}
}

func TestAnUnknownFilmOfAColleagueComesAfterAWellKnownOneOfTheKind(t *testing.T) {
	x := build(t, varied("The Glass Vault",
		func(f *film.Film) {
			f.Title, f.Keywords, f.Overview, f.Ratings.FilmdbVotes = "Early Work", []string{"wedding"}, ptr("A wedding by the sea."), ptr(60)
			f.Cast, f.Genres = []film.Role{{Name: "Otto Brandis"}}, []string{"Crime"}
		},
		func(f *film.Film) { f.Title, f.Keywords = "Safe Crackers", []string{"heist", "bank"} }), "")
	if !before(t, x, "The Glass Vault", "Safe Crackers", "Early Work") {
		t.Error("what nobody knows comes first because of a colleague")
	}
}

func TestAFilmWithoutKeywordsTakesThoseOfTheFilmsLikeIt(t *testing.T) {
	x := build(t, varied("The Glass Vault",
		func(f *film.Film) {
			f.Title, f.Keywords, f.Director, f.Overview = "Untold", nil, ptr("Mara Quill"), ptr("A crew of thieves plans again.")
			f.Cast = []film.Role{{Name: "Otto Brandis"}, {Name: "Lena Ferro"}}
		},
		func(f *film.Film) { f.Title, f.Keywords, f.Overview = "With Weddings", []string{"wedding"}, nil },
		func(f *film.Film) { f.Title, f.Keywords, f.Overview = "With Heists", []string{"heist"}, nil }), "")
	if !before(t, x, "Untold", "With Heists", "With Weddings") {
		all, _, _ := x.Similar(doc(t, x, "Untold"), 10)
		t.Errorf("like Untold: %q", titles(x, all))
	}
}

func TestABuildCanBeStopped(t *testing.T) {
	b := NewBuilder()
	for i, f := range tastetest.Crowd(50) {
		b.Add(catalog.Doc(i), f)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := b.Write(ctx, filepath.Join(t.TempDir(), File), nil); err == nil {
		t.Error("a cancelled build wrote a file")
	}
}

func TestImportedLikesJoinFilms(t *testing.T) {
	films := tastetest.Films()
	// Everybody who likes The Salt Road likes The Well at Midnight, which shares
	// nothing with it; nobody else likes either.
	var likes strings.Builder
	likes.WriteString("user,moviedb_id,rating\n")
	for i := range 60 {
		if i%2 == 0 {
			fmt.Fprintf(&likes, "p%d,9014,5\np%d,9004,4.5\n", i, i)
		}
		fmt.Fprintf(&likes, "p%d,%d,4\np%d,9007,2\np%d,junk,x\n", i, 9000+i%13+1, i, i)
	}
	without, with := build(t, films, ""), build(t, films, likes.String())
	road, well := doc(t, with, "The Salt Road"), doc(t, with, "The Well at Midnight")
	place := func(x *Taste) int {
		all, _, _ := x.Similar(road, 100)
		return slices.Index(all, well)
	}
	if _, source, _ := with.Similar(road, 1); source != Collaborative {
		t.Errorf("source %q", source)
	}
	if was, is := place(without), place(with); is < 0 || was >= 0 && is >= was {
		t.Errorf("The Well at Midnight was at %d, is at %d", was, is)
	}
	if !with.LikedTogether(road, well) || with.LikedTogether(road, doc(t, with, "The Understudy")) {
		t.Error("what is liked together is not what the ratings say")
	}
	later, err := without.WithCoLikes(context.Background(), strings.NewReader(likes.String()))
	if err != nil {
		t.Fatal(err)
	}
	first := later.Suggest(Wish{Liked: []catalog.Doc{road}, Limit: 2}).Films
	at := slices.IndexFunc(first, func(s Suggestion) bool { return s.Doc == well })
	if at < 0 || !slices.Contains(first[at].Reasons, "Liked by people who liked The Salt Road") {
		t.Errorf("who likes The Salt Road is given %+v", first)
	}
}

// Films that came after the ratings, or that few people rated, are no worse for it.
func TestFilmsThatRatingsDoNotTellOfAreSuggestedToo(t *testing.T) {
	films := tastetest.Crowd(600)
	rated := func(d catalog.Doc) bool { return d%3 != 0 }
	var likes strings.Builder
	likes.WriteString("user,filmdb_id,rating\n")
	for person := range 200 {
		for i := range 30 {
			if d := (person*7 + i*i*13) % 600; rated(catalog.Doc(d)) {
				fmt.Fprintf(&likes, "p%d,%s,5\n", person, films[d].ID)
			}
		}
	}
	content := build(t, films, "")
	imported, err := content.WithCoLikes(t.Context(), strings.NewReader(likes.String()))
	if err != nil {
		t.Fatal(err)
	}
	share := func(x *Taste) float64 {
		n, of := 0, 0
		for i := range 60 {
			for _, s := range x.Suggest(Wish{Liked: []catalog.Doc{catalog.Doc(i), catalog.Doc(5 * i), catalog.Doc(599 - i)}, Limit: 10}).Films {
				if of++; !rated(s.Doc) {
					n++
				}
			}
		}
		return float64(n) / float64(of)
	}
	before, after := share(content), share(imported)
	if after < before/10 || after > 2*before {
		t.Errorf("%.2f of the suggestions are films without ratings, %.2f were before the import", after, before)
	}
}

func TestRatingsThatCannotBeRead(t *testing.T) {
	for name, csv := range map[string]string{
		"empty": "", "no film column": "userId,rating\n1,5\n", "no rating": "userId,filmdb_id\n1,tt1\n", "broken quotes": "userId,filmdb_id,rating\n\"1,tt1,5\n",
	} {
		if _, err := NewBuilder().CoLikes(strings.NewReader(csv)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func FuzzRatings(f *testing.F) {
	f.Add("userId,filmdb_id,rating\n1,tt0000101,5\n2,tt0000102,NaN\n")
	f.Add("user,tmdbId,rating\n1,9000,9.5\n")
	f.Fuzz(func(t *testing.T, csv string) {
		b := NewBuilder()
		b.CoLikes(strings.NewReader(csv)) // must not panic
	})
}
