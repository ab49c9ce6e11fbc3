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
)

// REQ F2-39, F2-42
func TestSequelsComeFirst(t *testing.T) {
	x := build(t, made(), "")
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
	films := crowdOf(300)
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
	films := made()
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
	films := crowdOf(400)
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
		x := build(t, crowdOf(n), "")
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

func TestABuildCanBeStopped(t *testing.T) {
	b := NewBuilder()
	for i, f := range crowdOf(50) {
		b.Add(catalog.Doc(i), f)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := b.Write(ctx, filepath.Join(t.TempDir(), File), nil); err == nil {
		t.Error("a cancelled build wrote a file")
	}
}

func TestImportedLikesJoinFilms(t *testing.T) {
	films := made()
	// Everybody who likes The Salt Road likes Seoul Nocturne, which shares
	// nothing with it; nobody else likes either.
	var likes strings.Builder
	likes.WriteString("user,moviedb_id,rating\n")
	for i := range 60 {
		if i%2 == 0 {
			fmt.Fprintf(&likes, "p%d,9014,5\np%d,9003,4.5\n", i, i)
		}
		fmt.Fprintf(&likes, "p%d,%d,4\np%d,9007,2\np%d,junk,x\n", i, 9000+i%13+1, i, i)
	}
	without, with := build(t, films, ""), build(t, films, likes.String())
	road, nocturne := doc(t, with, "The Salt Road"), doc(t, with, "Seoul Nocturne")
	place := func(x *Taste) int {
		all, _, _ := x.Similar(road, 100)
		return slices.Index(all, nocturne)
	}
	if _, source, _ := with.Similar(road, 1); source != Collaborative {
		t.Errorf("source %q", source)
	}
	if was, is := place(without), place(with); is < 0 || was >= 0 && is >= was {
		t.Errorf("Seoul Nocturne was at %d, is at %d", was, is)
	}
	if !with.LikedTogether(road, nocturne) || with.LikedTogether(road, doc(t, with, "The Understudy")) {
		t.Error("what is liked together is not what the ratings say")
	}
	later, err := without.WithCoLikes(context.Background(), strings.NewReader(likes.String()))
	if err != nil {
		t.Fatal(err)
	}
	first := later.Suggest(Wish{Liked: []catalog.Doc{road}, Limit: 1}).Films[0]
	if first.Doc != nocturne {
		t.Errorf("who likes The Salt Road is given %s", later.title(uint32(first.Doc)))
	}
	if !slices.Contains(first.Reasons, "Liked by people who liked The Salt Road") {
		t.Errorf("reasons %q", first.Reasons)
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
