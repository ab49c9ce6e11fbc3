package taste

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/taste/tastetest"
)

// likes is a member who likes some films.
func likes(t testing.TB, x *Taste, titles ...string) GroupMember {
	var g GroupMember
	for _, title := range titles {
		g.Liked = append(g.Liked, doc(t, x, title))
	}
	return g
}

// given are the titles of a group's films, best first.
func given(x *Taste, p *GroupPicks) (all []string) {
	for _, f := range p.Films {
		all = append(all, x.title(uint32(f.Doc)))
	}
	return all
}

// REQ F2-85, F2-86: a fit and a reason for each member, the mean and the least of the fits, and no
// film that suits anybody too little.
func TestTogetherSuitsEverybody(t *testing.T) {
	x := build(t, tastetest.Crowd(600), "")
	w := GroupWish{Limit: 20, Members: []GroupMember{likes(t, x, "Film 3", "Film 8"), {Prompt: "a comedy about word7"}, likes(t, x, "Film 100"), {Prompt: "in French"}}}
	got := x.Together(w)
	if len(got.Films) == 0 || got.Note != "" {
		t.Fatalf("%d films, %q", len(got.Films), got.Note)
	}
	seen := map[catalog.Doc]bool{}
	for _, f := range got.Films {
		mean, least := 0.0, 1.0
		for _, fit := range f.Fits {
			mean, least = mean+fit.Fit/4, min(least, fit.Fit)
			if fit.Fit < LeastFit || fit.Fit > 1 || !strings.HasSuffix(fit.Reason, ".") {
				t.Errorf("%s: %+v", x.title(uint32(f.Doc)), fit)
			}
		}
		if len(f.Fits) != 4 || math.Abs(mean-f.Mean) > 1e-9 || least != f.Least || seen[f.Doc] {
			t.Errorf("%+v", f)
		}
		seen[f.Doc] = true
	}
}

// The members' order changes nothing but the order of what is said of them, and the same wish gets
// the same films.
func TestTogetherNobodyIsFirst(t *testing.T) {
	x := build(t, tastetest.Crowd(300), "")
	a, b, c := likes(t, x, "Film 5"), GroupMember{Prompt: "a horror film, not from Japan"}, likes(t, x, "Film 9", "Film 10")
	want := x.Together(GroupWish{Limit: 10, Members: []GroupMember{a, b, c}})
	for range 5 {
		if got := x.Together(GroupWish{Limit: 10, Members: []GroupMember{a, b, c}}); !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v, want %+v", got, want)
		}
	}
	if turned := x.Together(GroupWish{Limit: 10, Members: []GroupMember{c, a, b}}); !slices.Equal(given(x, turned), given(x, want)) || len(want.Films) == 0 {
		t.Errorf("%q, want %q", given(x, turned), given(x, want))
	}
}

// REQ F2-84: what somebody refuses is not among the films, whoever else would like it most.
func TestTogetherKeepsEveryVeto(t *testing.T) {
	films := tastetest.Crowd(400)
	x := build(t, films, "")
	members := func(v Vetoes) []GroupMember {
		return []GroupMember{likes(t, x, "Film 1", "Film 2"), {Prompt: "something about word3", Vetoes: v}}
	}
	film := func(d catalog.Doc) *film.Film { return films[d] }
	free := x.Together(GroupWish{Limit: 50, Members: members(Vetoes{})})
	if len(free.Films) == 0 {
		t.Fatal("no films without vetoes")
	}
	best := free.Films[0].Doc
	for what, of := range map[string]struct {
		v     Vetoes
		loses func(d catalog.Doc) bool
	}{
		"a film":                {Vetoes{Films: []catalog.Doc{best}}, func(d catalog.Doc) bool { return d == best }},
		"its genre":             {Vetoes{Genres: []string{strings.ToUpper(film(best).Genres[0])}}, func(d catalog.Doc) bool { return slices.Contains(film(d).Genres, film(best).Genres[0]) }},
		"its director":          {Vetoes{People: []string{strings.ToLower(*film(best).Director)}}, func(d catalog.Doc) bool { return *film(d).Director == *film(best).Director }},
		"somebody in its cast":  {Vetoes{People: []string{film(best).Cast[0].Name}}, func(d catalog.Doc) bool { return inCast(film(d), film(best).Cast[0].Name) }},
		"several of everything": {Vetoes{Genres: []string{"drama", "horror"}, People: []string{"Director A", "Director B"}}, func(d catalog.Doc) bool { return film(d).Genres[0] == "Drama" || film(d).Genres[0] == "Horror" }},
	} {
		got := x.Together(GroupWish{Limit: 50, Members: members(of.v)})
		if len(got.Films) == 0 {
			t.Errorf("%s: no films: %s", what, got.Note)
		}
		for _, f := range got.Films {
			if of.loses(f.Doc) {
				t.Errorf("%s is vetoed, and %s is recommended", what, x.title(uint32(f.Doc)))
			}
		}
	}
	got := x.Together(GroupWish{Limit: 5, Members: members(Vetoes{People: []string{"Nobody At All", "Actor 1"}})})
	if !slices.Equal(got.UnknownPeople[1], []string{"Nobody At All"}) || got.UnknownPeople[0] != nil {
		t.Errorf("unknown people %q", got.UnknownPeople)
	}
}

func inCast(f *film.Film, name string) bool {
	return slices.ContainsFunc(f.Cast, func(r film.Role) bool { return r.Name == name })
}

// REQ F2-84: the conditions of the group hold for every film; what is unknown of a film meets none.
func TestTogetherKeepsTheConditions(t *testing.T) {
	films := tastetest.Crowd(400)
	x := build(t, films, "")
	two := []GroupMember{likes(t, x, "Film 1"), likes(t, x, "Film 2")}
	got := x.Together(GroupWish{Members: two, Minutes: 100, Languages: []string{"FR", "ja"}, Genres: []string{"comedy", "Crime"}, Exclude: []catalog.Doc{7}, Limit: 50})
	if len(got.Films) == 0 {
		t.Fatal(got.Note)
	}
	for _, p := range got.Films {
		f := films[p.Doc]
		if *f.Runtime > 100 || *f.Language == "en" || f.Genres[0] != "Comedy" && f.Genres[0] != "Crime" || p.Doc == 7 || p.Doc == 1 || p.Doc == 2 {
			t.Errorf("%s: %d minutes, %s, %s", f.Title, *f.Runtime, *f.Language, f.Genres)
		}
	}
	seen := got.Films[0].Doc
	two[1].Seen = []catalog.Doc{seen}
	for _, p := range x.Together(GroupWish{Members: two, Limit: 50}).Films {
		if p.Doc == seen {
			t.Errorf("%s was seen, and is recommended", films[seen].Title)
		}
	}
}

// REQ F2-86: when nothing is left, or everything suits somebody too little, the answer says so.
func TestTogetherSaysWhatLeavesNoFilm(t *testing.T) {
	x := build(t, tastetest.Films(), "")
	crime, quiet := likes(t, x, "The Glass Vault"), likes(t, x, "Two Clocks")
	everything := quiet
	everything.Genres = x.films.Genres()
	for says, w := range map[string]GroupWish{
		"Allow more minutes":    {Members: []GroupMember{crime, quiet}, Minutes: 1},
		"further languages":     {Members: []GroupMember{crime, quiet}, Languages: []string{"sv"}},
		"The vetoes leave":      {Members: []GroupMember{crime, everything}},
		"Have somebody rule":    {Members: []GroupMember{{Prompt: "no comedy, no drama"}, quiet}, Genres: []string{"Comedy", "Drama"}},
		"suits somebody too li": {Members: []GroupMember{{Prompt: "a comedy from 1993"}, {Prompt: "a horror film from 2016"}}, Among: func(d catalog.Doc) bool { return d == doc(t, x, "Winter Count") }},
	} {
		w.Limit = 5
		got := x.Together(w)
		if len(got.Films) != 0 || !strings.Contains(got.Note, says) {
			t.Errorf("%q: %q, %q", says, given(x, got), got.Note)
		}
	}
}

// Two people who want opposite things get what neither of them refuses, and each is told what they
// do not get.
func TestTogetherWhoWantOppositeThings(t *testing.T) {
	films := tastetest.Crowd(600)
	x := build(t, films, "")
	got := x.Together(GroupWish{Limit: 30, Members: []GroupMember{{Prompt: "a horror film"}, {Prompt: "a comedy, no horror"}}})
	if len(got.Films) == 0 {
		t.Fatal(got.Note)
	}
	for _, p := range got.Films {
		if films[p.Doc].Genres[0] == "Horror" {
			t.Errorf("%s is a horror film", films[p.Doc].Title)
		}
		if !slices.Equal(p.Fits[0].Unmet, []string{"genres"}) || p.Fits[0].Fit > unmetShare || (films[p.Doc].Genres[0] == "Comedy") != (len(p.Fits[1].Unmet) == 0) {
			t.Errorf("%s: %+v", films[p.Doc].Title, p.Fits)
		}
	}
	if first := films[got.Films[0].Doc]; first.Genres[0] != "Comedy" {
		t.Errorf("first is %s, which neither asked for", first.Genres)
	}
}

// A film that both like counts for more than one that one of them alone likes more.
func TestTogetherFindsWhatBothLike(t *testing.T) {
	x := build(t, tastetest.Films(), "")
	got := x.Together(GroupWish{Limit: 1, Members: []GroupMember{likes(t, x, "Paper Thieves", "The Glass Vault"), {Prompt: "a thriller"}}})
	if all := given(x, got); !slices.Equal(all, []string{"The Glass Vault II"}) {
		t.Errorf("%q, %s", all, got.Note)
	}
	for _, f := range got.Films {
		if f.Fits[0].Reason == f.Fits[1].Reason || !strings.Contains(f.Fits[0].Reason, "The Glass Vault") {
			t.Errorf("%+v", f.Fits)
		}
	}
}

// Imported ratings have a say for members without a prompt, as in suggestions.
func TestTogetherWithImportedRatings(t *testing.T) {
	films := tastetest.Crowd(200)
	var rows strings.Builder
	rows.WriteString("userId,filmdb_id,rating\n")
	for user := range 40 {
		for k := range 6 {
			rows.WriteString(strings.Join([]string{"u" + string(rune('A'+user)), films[(user*3+k*7)%60].ID.String(), "5"}, ",") + "\n")
		}
	}
	x := build(t, films, rows.String())
	got := x.Together(GroupWish{Limit: 20, Members: []GroupMember{likes(t, x, "Film 3"), likes(t, x, "Film 10")}})
	if len(got.Films) == 0 {
		t.Fatal(got.Note)
	}
	if s := x.borrow(); slices.ContainsFunc(s.bonus, func(b float32) bool { return b != 0 }) || slices.ContainsFunc(s.fits, func(b float32) bool { return b != 0 }) || slices.ContainsFunc(s.wants, func(b float32) bool { return b != 0 }) {
		t.Error("the working memory was not given back empty")
	}
}
