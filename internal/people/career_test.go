package people

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"

	"kinodex/internal/film"
	"kinodex/internal/text"
)

// REQ AC-09: the figures of a career are those of its films, and null where
// nothing is known.
func TestCareers(t *testing.T) {
	a := made(1, 1990, cast(plays("Ann Pell", "Rosa")))
	a.Ratings.Filmdb, a.Ratings.MasterScore, a.BoxOffice.WorldwideGross, a.Genres = ptr(6.1), 50.25, ptr(int64(3_000_000_000)), []string{"Drama", "Comedy"}
	b := made(2, 1995, cast(plays("Ann Pell", "Self")))
	b.Ratings.Filmdb, b.Ratings.MasterScore, b.BoxOffice.WorldwideGross, b.Genres = ptr(7.2), 60.5, ptr(int64(1)), []string{"Comedy"}
	c := made(3, 0, cast(plays("Ann Pell", "")))
	c.Ratings = film.Ratings{MasterScore: 44}
	c.Genres = []string{"Western", "Drama"}
	footage := made(4, 2020, cast(plays("Ann Pell", "Self (Archive Footage)"), plays("Ed Hale", "Himself (archival)")))
	footage.Ratings.Filmdb, footage.Genres = ptr(1.0), []string{"War", "War"}
	p := build(t, []*film.Film{a, b, c, footage}, nil, nil)
	for slug, want := range map[string]string{
		"ann-pell": `{"film_count":4,"avg_rating":6.65,"avg_master_score":51.58,"total_gross":3000000001,"top_genre":"Comedy","first_year":1990,"last_year":1995}`,
		"ed-hale":  `{"film_count":1,"avg_rating":null,"avg_master_score":null,"total_gross":null,"top_genre":null,"first_year":null,"last_year":null}`,
	} {
		one, _ := p.Find(slug)
		if got, _ := json.Marshal(one.Career); string(got) != want {
			t.Errorf("%s: %s, want %s", slug, got, want)
		}
	}
	if one, _ := p.Find("ed-hale"); one.Popularity != 0 {
		t.Errorf("archive footage makes popular: %v", one.Popularity)
	}
}

// Two genres of as many films: the one whose films have more votes.
func TestTheTopGenreOfEquals(t *testing.T) {
	quiet, loud := made(1, 1990, cast(plays("Bo", ""))), made(2, 1991, cast(plays("Bo", "")))
	quiet.Genres, loud.Genres = []string{"Drama"}, []string{"War"}
	loud.Ratings.FilmdbVotes = ptr(1001)
	p := build(t, []*film.Film{quiet, loud}, nil, nil)
	if one, _ := p.Find("bo"); *one.Career.TopGenre != "War" {
		t.Errorf("top genre %s", *one.Career.TopGenre)
	}
}

// Popularity rises with votes, falls with the place in the billing and with age,
// and halves in its square every twenty years.
func TestPopularity(t *testing.T) {
	known := func(id film.ID, year, votes int, roles ...film.Role) *film.Film {
		f := made(id, year, cast(roles...))
		f.Ratings.FilmdbVotes = &votes
		return f
	}
	p := build(t, []*film.Film{
		known(1, 2020, 999_999, plays("First", ""), plays("Second", ""), plays("Unnamed", "Cook (uncredited)")),
		known(2, 2020, 2_499, plays("Small", "")),
		known(3, 2000, 999_999, plays("Old", "")),
		known(4, 0, 999_999, plays("Undated", "")),
	}, nil, nil)
	want := map[string]float64{
		"first":   1,
		"second":  5.0 / 6,
		"unnamed": 5.0 / 7 / 4,
		"small":   math.Sqrt(2500.0 / 1_000_000),
		"old":     0.5,
		"undated": 0.25,
	}
	for slug, pull := range want {
		one, _ := p.Find(slug)
		if got, want := one.Popularity, math.Round(10_000*math.Sqrt(pull))/100; math.Abs(got-want) > 1e-9 {
			t.Errorf("%s has %v, want %v", slug, got, want)
		}
	}
}

// The picture most films have, and the spelling most films have, of equals the
// newest.
func TestNameAndPicture(t *testing.T) {
	with := func(id film.ID, year int, name, picture string) *film.Film {
		r := plays(name, "")
		r.ProfileURL = &picture
		return made(id, year, cast(r))
	}
	p := build(t, []*film.Film{
		with(1, 1990, "Zoe Lee", "https://a.example/1"), with(2, 2000, "Zoé Lee", "https://a.example/2"),
		with(3, 1980, "Bo Li", "https://a.example/3"), with(4, 1981, "Bo Li", "https://a.example/3"), with(5, 1999, "BO LI", "https://a.example/4"),
		made(6, 1999, cast(plays("Nobody", ""))),
	}, nil, nil)
	for slug, want := range map[string]string{"zoe-lee": "Zoé Lee https://a.example/2", "bo-li": "Bo Li https://a.example/3"} {
		if one, _ := p.Find(slug); fmt.Sprint(one.Name, " ", *one.HeadshotURL) != want {
			t.Errorf("%s is %s with %s", slug, one.Name, *one.HeadshotURL)
		}
	}
	if one, _ := p.Find("nobody"); one.HeadshotURL != nil {
		t.Errorf("a picture out of nothing: %s", *one.HeadshotURL)
	}
}

// Who stands for a genre: the strongest first, with their films of it.
func TestGenres(t *testing.T) {
	films, sights := invented(4, 400)
	p := build(t, films, sights, nil)
	for _, genre := range p.Genres() {
		list := p.ByGenre(genre, perGenre)
		if len(list) == 0 || list[0].Strength != 1 {
			t.Fatalf("%s: %d people", genre, len(list))
		}
		for i, r := range list {
			if i > 0 && r.Strength > list[i-1].Strength {
				t.Errorf("%s: place %d is stronger than the one before", genre, i)
			}
			count := 0
			for _, a := range p.Films(r.Actor) {
				if f := films[a.Doc]; slices.Contains(f.Genres, genre) && seen(f, r.Actor) {
					count++
				}
			}
			if count != r.Films {
				t.Errorf("%s: %s has %d films, says %d", genre, r.Actor.Slug, count, r.Films)
			}
		}
	}
	both := p.Cast(Casting{Genres: []string{"drama", "Western", "western", "none"}, Limit: 5})
	if len(both) != 5 || both[0].Strength < both[4].Strength || both[0].Strength > 1 {
		t.Errorf("cast %+v", both)
	}
	if got := p.Cast(Casting{Limit: 3}); got != nil {
		t.Errorf("no genre gives %v", got)
	}
	if got := p.ByGenre("none", 3); got != nil {
		t.Errorf("an unknown genre gives %v", got)
	}
}

// seen reports whether a film shows the person otherwise than in archive footage.
func seen(f *film.Film, p Actor) bool {
	return slices.ContainsFunc(f.Cast, func(r film.Role) bool {
		if text.Key(r.Name) != text.Key(p.Name) || r.Character == nil {
			return text.Key(r.Name) == text.Key(p.Name)
		}
		footage, _ := billingOf(*r.Character)
		return !footage
	})
}
