package catalog

import (
	"slices"
	"testing"

	"kinodex/internal/film"
)

// REQ F2-21: a genre is found by the names people have for it.
func TestGenresAreFoundByTheirOtherNames(t *testing.T) {
	films := []*film.Film{
		{ID: 1, Title: "One", Genres: []string{"Sci-Fi", "Drama"}}, {ID: 2, Title: "Two", Genres: []string{"Film-Noir"}},
		{ID: 3, Title: "Three", Genres: []string{"Romance", "Comedy"}}, {ID: 4, Title: "Four", Genres: []string{"Comedy"}},
		{ID: 5, Title: "Five", Genres: []string{"Science Fiction"}},
	}
	c := open(t, build(t, films))
	for name, want := range map[string][]film.ID{
		"scifi": {1, 5}, "SCI FI": {1, 5}, "sci_fi": {1, 5}, "Sci-Fi": {1}, "science fiction": {5}, "sf": {1, 5},
		"film noir": {2}, "noir": {2}, "romcom": {3}, "romantic comedy": {3}, "comedies": {3, 4}, "dramas": {1},
		"sci": nil, "-": nil, "quux": nil,
	} {
		q := &film.Query{Filters: film.Filters{Genre: name}, Sort: film.Sort{Field: "title"}}
		got := c.idsOf(c.Find(q, film.Page{Limit: 10}).Docs)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s finds %v, want %v", name, got, want)
		}
	}
}

// REQ F2-21: a genre that no film has is named, with those it may have been.
func TestUnknownGenresAreNamedWithTheNearest(t *testing.T) {
	animated := open(t, build(t, []*film.Film{{ID: 1, Title: "One", Genres: []string{"Animation", "Drama", "Sci-Fi"}}}))
	for name, want := range map[string]string{"animee": "Animation", "Animaton": "Animation", "sience fiction": "Sci-Fi", "dramma": "Drama"} {
		got := animated.UnknownGenres(&film.Query{Filters: film.Filters{Genre: name}})
		if len(got) != 1 || !slices.Equal(got[0].Nearest, []string{want}) {
			t.Errorf("%s is near %+v, want %s", name, got, want)
		}
	}
	c := open(t, build(t, []*film.Film{
		{ID: 1, Title: "One", Genres: []string{"Sci-Fi", "Drama"}}, {ID: 2, Title: "Two", Genres: []string{"Drama", "Documentary"}},
	}))
	unknown := c.UnknownGenres(&film.Query{Filters: film.Filters{Genre: "drama,Sci-Fy,quux,Sci-Fy,scifi"}})
	want := []UnknownGenre{{"Sci-Fy", []string{"Sci-Fi"}}, {"quux", []string{"Drama", "Documentary", "Sci-Fi"}}}
	if len(unknown) != 2 || unknown[0].Genre != want[0].Genre || !slices.Equal(unknown[0].Nearest, want[0].Nearest) ||
		unknown[1].Genre != want[1].Genre || !slices.Equal(unknown[1].Nearest, want[1].Nearest) {
		t.Errorf("%+v, want %+v", unknown, want)
	}
	if got := c.UnknownGenres(&film.Query{Filters: film.Filters{Genre: "dr"}, GenreParts: true}); got != nil {
		t.Errorf("part of a name is unknown: %v", got)
	}
}
