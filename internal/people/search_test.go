package people

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/film"
	"kinodex/internal/text"
)

// REQ AC-05, AC-07: a list is what looking at everyone gives, by falling
// popularity and then by id; its pages neither overlap nor leave anyone out.
func TestSearchIsWhatLookingAtEveryoneGives(t *testing.T) {
	films, sights := invented(5, 400)
	p := build(t, films, sights, nil)
	all := p.everyone()
	if !slices.IsSortedFunc(all, func(a, b Actor) int {
		if a.Popularity != b.Popularity {
			return int(10_000 * (b.Popularity - a.Popularity))
		}
		return strings.Compare(a.Slug, b.Slug)
	}) {
		t.Error("not by popularity and then by id")
	}
	if all[0].Popularity != 100 {
		t.Errorf("the most popular has %v", all[0].Popularity)
	}
	r := rand.New(rand.NewPCG(1, 5))
	names := []string{"", "", "ann", "ÄNNE", "an p", "p an", "de la", "ford 2", "oleg", "олег", "李", "o'd", "odell", "!!!", "x", "zzz", "jean-luc", "l j"}
	genres := []string{"", "", "drama", "DRA", "sci", "sci-fi", "e", "Western", "none"}
	for range 600 {
		q := Query{Name: names[r.IntN(len(names))], Genre: genres[r.IntN(len(genres))]}
		if r.IntN(2) == 0 {
			q.MinPopularity = ptr(float64(r.IntN(110) - 5))
		}
		if r.IntN(3) == 0 {
			q.Among = []string{"nobody"}
			for range r.IntN(20) {
				q.Among = append(q.Among, all[r.IntN(len(all))].Slug)
			}
		}
		var want []string
		for _, one := range all {
			if fits(q, one) {
				want = append(want, one.Slug)
			}
		}
		limit := 1 + r.IntN(9)
		var got []string
		for offset := 0; ; offset += limit {
			page, total := p.Search(q, offset, limit)
			if total != len(want) {
				t.Fatalf("%+v at %d: total %d, want %d", q, offset, total, len(want))
			}
			for _, one := range page {
				got = append(got, one.Slug)
			}
			if len(page) == 0 || len(got) > 60 {
				break
			}
		}
		if n := min(len(got), len(want)); !slices.Equal(got[:n], want[:n]) || len(got) < min(60, len(want)) {
			t.Fatalf("%+v: got %v, want %v", q, got, want)
		}
	}
}

func fits(q Query, p Actor) bool {
	for _, w := range text.Words(q.Name) {
		if !strings.Contains(text.Key(p.Name), w) {
			return false
		}
	}
	genre := ""
	if p.Career.TopGenre != nil {
		genre = text.Fold(*p.Career.TopGenre)
	}
	return (strings.TrimSpace(q.Name) == "" || len(text.Words(q.Name)) > 0) &&
		(q.Genre == "" || strings.Contains(genre, text.Fold(q.Genre))) &&
		(q.MinPopularity == nil || p.Popularity >= *q.MinPopularity) &&
		(q.Among == nil || slices.Contains(q.Among, p.Slug))
}

// REQ AC-08: all ids of a person give the same record; what is no id finds nobody.
func TestAllIDsGiveTheSamePerson(t *testing.T) {
	films, sights := invented(9, 300)
	p := build(t, films, sights, nil)
	met := 0
	for _, one := range p.everyone() {
		ids := []string{one.Slug, strings.ToUpper(one.Slug)}
		if one.MoviedbID != nil {
			ids = append(ids, fmt.Sprint(*one.MoviedbID))
		}
		if one.NamedbID != nil {
			ids = append(ids, *one.NamedbID, strings.ToUpper(*one.NamedbID))
		}
		met = max(met, len(ids))
		for _, id := range ids {
			if got, ok := p.Find(id); !ok || got.Slug != one.Slug {
				t.Errorf("%s gives %+v, want %s", id, got, one.Slug)
			}
		}
	}
	if met != 5 {
		t.Error("nobody has all ids")
	}
	for _, id := range []string{"", "0", "-1", "nm", "nm0000000", "nm99999999999", "99999999999", "4294967295", "ann-", "-", "tt0000001", "ann-pell-99", "ann pell"} {
		if got, ok := p.Find(id); ok {
			t.Errorf("%q gives %s", id, got.Slug)
		}
	}
}

// A name alone does not say who is meant; the films do.
func TestNamedByFilms(t *testing.T) {
	p := build(t, []*film.Film{
		made(1, 1921, cast(numbered("Cy Ford", 1))), made(2, 1990, cast(numbered("Cy Ford", 2))), made(3, 1991, cast(numbered("Cy Ford", 2))),
		made(4, 1991, cast(plays("Bo Lund", ""))),
	}, nil, nil)
	for _, c := range []struct {
		name  string
		films []film.ID
		want  string
	}{
		{"CY FORD", []film.ID{2, 3}, "cy-ford"}, {"Cy Ford", []film.ID{1, 99}, "cy-ford-2"}, {"Cy Ford", []film.ID{4}, ""},
		{"Cy Ford", nil, ""}, {"Bo Lund", []film.ID{4, 4}, "bo-lund"}, {"", []film.ID{4}, ""},
	} {
		one, ok := p.Named(c.name, c.films)
		if ok != (c.want != "") || ok && one.Slug != c.want {
			t.Errorf("%s of %v is %+v, want %s", c.name, c.films, one, c.want)
		}
	}
	if one, ok := p.In(1, "Cy Ford"); !ok || one.Slug != "cy-ford-2" {
		t.Errorf("in the first film it is %+v", one)
	}
}

// REQ R-45: a misspelt name finds whoever is meant, before people who are hardly known.
func TestAMisspeltNameFindsWhoIsMeant(t *testing.T) {
	var films []*film.Film
	for i := range 6 {
		f := made(film.ID(i+1), 2000+i, cast(plays("Scarlett Johansson", ""), plays("Matthew McConaughey", "")))
		f.Ratings.FilmdbVotes = ptr(500_000)
		films = append(films, f)
	}
	films[0].Cast = append(films[0].Cast, plays("Skye", ""))
	unknown := made(9, 2001, cast(plays("Scarlet Johanson", ""), plays("Mat Conagher", "")))
	unknown.Ratings.FilmdbVotes = ptr(20)
	p := build(t, append(films, unknown), nil, nil)
	for name, want := range map[string][]string{
		"scarlet johanson":   {"Scarlett Johansson", "Scarlet Johanson"},
		"mathew mcconaughey": {"Matthew McConaughey"},
		"matthew mcconaghy":  {"Matthew McConaughey"},
		"scarlett johansson": {"Scarlett Johansson"},
		"zzyzx quux":         nil,
		"zzzzqqq":            nil, // by its sound a letter from Skye
		"skie":               {"Skye"},
	} {
		page, total := p.Search(Query{Name: name}, 0, 5)
		var got []string
		for _, one := range page {
			got = append(got, one.Name)
		}
		if !slices.Equal(got, want) || total != len(want) {
			t.Errorf("%q: %q of %d, want %q", name, got, total, want)
		}
	}
}
