package ingest

import (
	"slices"
	"testing"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
)

func TestAFilmOfTwoIDsIsOneFilm(t *testing.T) {
	told := "A reporter asks what happened, and somebody tells her."
	first := func(change func(*source.Claim)) source.Claim {
		return basics(1, func(c *source.Claim) {
			c.Title, c.Directors, c.Overview, c.Cast = "She Said", persons("Maria S"), told, cast("Ann Doe", "Bo Li", "Cy Moss")
			c.Language = "en"
			change(c)
		})
	}
	same := func(*source.Claim) {}
	for _, test := range []struct {
		name   string
		second func(*source.Claim)
		one    bool
	}{
		{"the same", same, true},
		{"with names turned round and a minute more", func(c *source.Claim) { c.Directors, c.Runtime = persons("S Maria"), 101 }, true},
		{"told in other words, played by the same", func(c *source.Claim) { c.Overview = "Two women." }, true},
		{"a later distributor's, in the same words", func(c *source.Claim) { c.Year, c.Cast = 2014, nil }, true},
		{"a later one in other words", func(c *source.Claim) { c.Year, c.Overview = 2014, "Two women." }, false},
		{"a remake", func(c *source.Claim) { c.Year = 2018 }, false},
		{"another length", func(c *source.Claim) { c.Runtime = 80 }, false},
		{"another cast and other words", func(c *source.Claim) { c.Overview, c.Cast = "Two women.", cast("Di Fox", "Ed Poe") }, false},
		{"another director", func(c *source.Claim) { c.Directors = persons("Ida L") }, false},
		{"a year behind the title", func(c *source.Claim) { c.Title = "She Said (2010)" }, true},
		{"a version in another language", func(c *source.Claim) { c.Language = "hi" }, false},
		{"a second part", func(c *source.Claim) { c.Title, c.OriginalTitle = "She Said II", "She Said" }, false},
		{"another title", func(c *source.Claim) { c.Title = "He Said" }, false},
		{"no length, same words and cast", func(c *source.Claim) { c.Runtime = 0 }, true},
		{"no length, same words", func(c *source.Claim) { c.Runtime, c.Cast = 0, nil }, false},
	} {
		second := first(test.second)
		second.ID, second.FilmdbVotes = 2, 20
		films, report := buildOf(t, testInput{source.Filmdb, source.YearlyDetails, "2023", []source.Claim{first(same), second}},
			one(source.MoviedbYear, "2023", source.Claim{ID: 2, Tagline: "Speak."}))
		if got := len(films) == 1 && report.Refused[string(refusedDuplicate)] == 1; got != test.one || films[0].ID != 1 {
			t.Errorf("%s: %d films, refused %v", test.name, len(films), report.Refused)
		}
		if test.one && orNull(films[0].Tagline) != "Speak." {
			t.Errorf("%s: what only the second id has is lost", test.name)
		}
	}
}

func TestWhereAFilmComesFromIsInferredFromItsPeople(t *testing.T) {
	by := func(id film.ID, country string, director string, players ...string) source.Claim {
		return basics(id, func(c *source.Claim) {
			c.Directors, c.Cast = persons(director), cast(players...)
			if country != "" {
				c.Countries = []string{country}
			}
		})
	}
	known := []source.Claim{
		by(1, "FR", "Ada Maker", "P One", "P Two", "P Three"), by(2, "FR", "Ada Maker", "P One", "P Two", "P Three"),
		by(3, "US", "Bo Far"), by(4, "FR", "Bo Far"), by(5, "US", "Cy Once"),
	}
	for _, test := range []struct {
		name string
		film source.Claim
		want []string
	}{
		{"the director's country", by(6, "", "Ada Maker"), []string{"FR"}},
		{"not of a director of two", by(6, "", "Bo Far"), nil},
		{"not of one film", by(6, "", "Cy Once"), nil},
		{"the players' country", by(6, "", "Di New", "P One", "P Three", "P Two"), []string{"FR"}},
		{"not of two players", by(6, "", "Di New", "P One", "P Three"), nil},
		{"not of a film in another language", func() source.Claim { c := by(6, "", "Ada Maker"); c.Language = "en"; return c }(), nil},
	} {
		films, _ := buildOf(t, testInput{source.Filmdb, source.YearlyDetails, "2023", append(slices.Clone(known), test.film)})
		last := films[len(films)-1]
		if !slices.Equal(last.Countries, test.want) {
			t.Errorf("%s: %v, want %v", test.name, last.Countries, test.want)
		}
		if how := last.Provenance["countries"].MetricType; test.want != nil && how != countriesInferred {
			t.Errorf("%s: %s", test.name, how)
		}
	}
}

func TestNamesFollowFromWhoIsLeft(t *testing.T) {
	id := func(ids ...source.NameID) (people []source.Person) {
		for _, i := range ids {
			people = append(people, source.Person{NamedbID: i})
		}
		return people
	}
	directed := func(f film.ID, ids []source.NameID, names ...string) []testInput {
		return []testInput{
			one(source.TitleCrew, "2023", source.Claim{ID: f, Directors: id(ids...)}),
			one(source.YearlyDetails, "2023", basics(f, func(c *source.Claim) { c.Directors = persons(names...) })),
		}
	}
	inputs := directed(1, []source.NameID{1}, "Ada Maker")
	inputs = append(inputs, directed(2, []source.NameID{2, 1}, "Maker Ada", "Bo Far")...)
	inputs = append(inputs, one(source.TitleBasics, "2023", basics(3)), one(source.TitleCrew, "2023", source.Claim{ID: 3, Directors: id(2)}),
		one(source.TitleBasics, "2023", basics(4)), one(source.TitleCrew, "2023", source.Claim{ID: 4, Directors: id(9)}))
	films, _ := buildOf(t, inputs...)
	if len(films) != 4 || orNull(films[2].Director) != "Bo Far" || films[3].Director != nil {
		t.Errorf("directors: %v and %v, want Bo Far and null", orNull(films[2].Director), orNull(films[3].Director))
	}
}
