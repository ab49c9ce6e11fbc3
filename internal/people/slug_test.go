package people

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"kinodex/internal/film"
	"kinodex/internal/text"
)

var (
	slugForm   = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	slugNumber = regexp.MustCompile(`-[0-9]+$`)
)

// REQ AC-12: lower case, ASCII, hyphens; of several the others have numbers.
func TestSlugs(t *testing.T) {
	for seed := range uint64(6) {
		films, sights := invented(seed, 200)
		met := map[string]bool{}
		for _, one := range build(t, films, sights, nil).everyone() {
			if met[one.Slug] || !slugForm.MatchString(one.Slug) {
				t.Errorf("%q of %q: twice, or not a slug", one.Slug, one.Name)
			}
			met[one.Slug] = true
			if base := slugOf(one.Name); one.Slug != base && slugNumber.ReplaceAllString(one.Slug, "") != base {
				t.Errorf("%q is the slug of %q", one.Slug, one.Name)
			}
		}
		for slug := range met {
			if stem := slugNumber.ReplaceAllString(slug, ""); text.Slug(slug) != slug || stem != slug && slug != stem+"-2" && slug == stem+"-3" && !met[stem+"-2"] {
				t.Errorf("%s without %s-2", slug, stem)
			}
		}
	}
}

// The bare slug is that of who is mostly meant.
func TestTheBestKnownHasTheBareSlug(t *testing.T) {
	silent := made(1, 1921, cast(numbered("Harrison Ford", 11)))
	wars := made(2, 1977, cast(numbered("Harrison Ford", 3)))
	wars.Ratings.FilmdbVotes = ptr(1_000_000)
	p := build(t, []*film.Film{silent, wars}, nil, nil)
	if one, _ := p.Find("3"); one.Slug != "harrison-ford" {
		t.Errorf("the best known is %s", one.Slug)
	}
}

// REQ AC-12: a library that is built anew, of the same films or of more, leaves
// everyone their slug, whoever becomes better known meanwhile.
func TestSlugsStay(t *testing.T) {
	if testing.Short() {
		t.Skip("asks at length in one goroutine, where the race detector finds nothing")
	}
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(seed, 7))
		names := []string{"Ann Pell", "Änne Pell", "Anne Pell", "Ann Pell 2", "Bo", "李", "Олег"}
		var films []*film.Film
		for id := film.ID(1); id <= 120; id++ {
			var roles []film.Role
			for range r.IntN(4) {
				who := r.IntN(30) // the number says which of the names it is
				roles = append(roles, numbered(names[who%len(names)], 1+who))
			}
			f := made(id, 1950+r.IntN(70), cast(roles...))
			f.Ratings.FilmdbVotes = ptr(r.IntN(2_000_000))
			films = append(films, f)
		}
		var before *Collection
		was := map[int64]string{}
		for _, share := range []int{4, 3, 2, 1, 1} { // more films every time, then the same
			var some []*film.Film
			for _, f := range films {
				if int(f.ID)*7%4 >= share-1 {
					some = append(some, f)
				}
			}
			p := build(t, some, nil, before)
			for _, one := range p.everyone() {
				if slug, known := was[*one.MoviedbID]; known && slug != one.Slug {
					t.Errorf("seed %d, %d films: %d was %s, is %s", seed, len(some), *one.MoviedbID, slug, one.Slug)
				}
				was[*one.MoviedbID] = one.Slug
			}
			before = p
		}
	}
}

// REQ AC-12: the slug of whoever is gone is not given to another of the name
// while the one of then is remembered by a film.
func TestANewcomerTakesNobodysSlug(t *testing.T) {
	old := []*film.Film{made(5, 1990, cast(numbered("Ann Pell", 1)))}
	before := build(t, old, nil, nil)
	star := made(6, 2020, cast(numbered("Ann Pell", 2)))
	star.Ratings.FilmdbVotes = ptr(3_000_000)
	p := build(t, append(old, star), nil, before)
	if got := p.filmsOf(t, "ann-pell"); !slices.Equal(got, []film.ID{5}) {
		t.Errorf("ann-pell is in %v", got)
	}
	if got := p.filmsOf(t, "ann-pell-2"); !slices.Equal(got, []film.ID{6}) {
		t.Errorf("ann-pell-2 is in %v", got)
	}
}
