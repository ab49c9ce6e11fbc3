package ingest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
)

// tellingRow returns a row about a film of this title and year that tells of it in these words.
func tellingRow(format source.Format, c source.Claim) testInput {
	c.Kind, c.Runtime, c.FilmdbRating = source.Movie, 100, 7
	return one(format, "2023", c)
}

func TestAnOverviewOfAnotherFilmGoes(t *testing.T) {
	const his, hers, third = "A professor marries a widow for her daughter.", "Urbane and lost, he remembers a summer.", "A mayor hides who lives in the tower."
	row := func(format source.Format, c source.Claim, director string) testInput {
		if director != "" {
			c.Directors = []source.Person{{Name: director}}
		}
		return tellingRow(format, c)
	}
	known := []testInput{ // film 1, of which two rows tell
		row(source.YearlyDetails, source.Claim{ID: 1, Title: "Lolita", Year: 1962, FilmdbVotes: 900, Overview: his}, "Ada Maker"),
		row(source.MoviedbYear, source.Claim{ID: 1, Title: "Lolita", Year: 1962, Overview: his}, "Ada Maker"),
	}
	for _, test := range []struct {
		name     string
		other    []testInput // film 2
		overview string      // of film 2; "null" for none
		mark     string
	}{
		{"the next source has its own", []testInput{
			row(source.FullCrawl, source.Claim{ID: 2, Title: "Lolita", Year: 1997, Overview: his}, "Bo Other"),
			row(source.SmallCrawl, source.Claim{ID: 2, Title: "Lolita", Year: 1997, Overview: hers}, ""),
		}, hers, "replaced"},
		{"one story told again", []testInput{row(source.MoviedbYear, source.Claim{ID: 2, Title: "Lolita, Again", Year: 1997, Overview: his}, "Bo Other")}, his, ""},
		{"two films of one director", []testInput{row(source.MoviedbYear, source.Claim{ID: 2, Title: "The Widow", Year: 1964, Overview: his}, "Ada Maker")}, his, ""},
		{"nothing in common", []testInput{row(source.MoviedbYear, source.Claim{ID: 2, Title: "The Tower", Year: 1997, Overview: his}, "Bo Other")}, "null", "withheld"},
		{"a service that gives the id of another film", []testInput{row(source.ServiceTitles, source.Claim{ID: 3, Title: "The Mayor", Year: 2015, FilmdbVotes: 99_000, Overview: third}, ""),
			row(source.MoviedbYear, source.Claim{ID: 2, Title: "The Tower", Year: 1997, Overview: third}, "Bo Other")}, third, ""},
		{"its own words", []testInput{row(source.MoviedbYear, source.Claim{ID: 2, Title: "The Tower", Year: 1997, Overview: third}, "Bo Other")}, third, ""},
	} {
		films, _ := buildOf(t, append(test.other, known...)...)
		for _, f := range films {
			checkFilm(t, f)
		}
		if got := orNull(films[0].Overview); got != his || films[0].Provenance["overview"].MetricType != "" {
			t.Errorf("%s: the film that it is of has %q, %+v", test.name, got, films[0].Provenance["overview"])
		}
		if got, mark := orNull(films[1].Overview), films[1].Provenance["overview"].MetricType; got != test.overview || mark != test.mark {
			t.Errorf("%s: %q, marked %q; want %q, %q", test.name, got, mark, test.overview, test.mark)
		}
	}
}

// A corpus that mixes up namesakes gave a Western of 1959 the keyword of a film about a warlock.
func TestKeywordsOfARowWithoutPeopleNeedATitleOfItsOwn(t *testing.T) {
	western := tellingRow(source.YearlyDetails, source.Claim{ID: 1, Title: "Warlock", Year: 1959, FilmdbVotes: 9000, Keywords: []string{"gunfight"}, Directors: []source.Person{{Name: "Ada Maker"}}})
	unknown := tellingRow(source.YearlyDetails, source.Claim{ID: 3, Title: "Warlock", Year: 2001, FilmdbVotes: 400})
	namesake := tellingRow(source.YearlyDetails, source.Claim{ID: 2, Title: "Warlock", Year: 1989, FilmdbVotes: 9000})
	corpus := one(source.CorpusMetadata, "2012", source.Claim{Title: "Warlock", Year: 1959, Runtime: 101, Keywords: []string{"time travel"}})
	byPeople := one(source.EncyclopediaFilm, "2023", source.Claim{Title: "Warlock", Year: 1959, Keywords: []string{"revenge"}, Directors: []source.Person{{Name: "Ada Maker"}}})
	for _, test := range []struct {
		name   string
		inputs []testInput
		want   int
	}{
		{"with a namesake", []testInput{western, corpus, namesake}, 1},
		{"alone of its title", []testInput{western, corpus}, 2},
		{"with a namesake that hardly anybody knows", []testInput{western, corpus, unknown}, 2},
		{"with that and another", []testInput{western, corpus, namesake, unknown}, 1},
		{"joined by who directed it", []testInput{western, byPeople, namesake}, 2},
	} {
		if f := firstFilm(t, test.inputs...); len(f.Keywords) != test.want {
			t.Errorf("%s: keywords are %q, want %d", test.name, f.Keywords, test.want)
		}
	}
}

// REQ F2-154: what else the sources tell of a film is kept beside its overview, within bounds.
func TestFurtherSynopses(t *testing.T) {
	const (
		first  = "A man relives the same day, over and over."
		second = "A weatherman is stuck in a small town in the snow."
		third  = "Phil drives to a festival and cannot leave."
		his    = "A professor marries a widow for her daughter."
	)
	row := func(format source.Format, c source.Claim) testInput {
		c.ID, c.Title, c.Year = 1, "The Day", 1993
		c.Directors = []source.Person{{Name: "Ada Maker"}}
		return tellingRow(format, c)
	}
	overview := row(source.MoviedbYear, source.Claim{Overview: first})
	another := []testInput{
		tellingRow(source.YearlyDetails, source.Claim{ID: 2, Title: "Lolita", Year: 1962, FilmdbVotes: 900, Overview: his, Directors: []source.Person{{Name: "Bo Other"}}}),
		tellingRow(source.MoviedbYear, source.Claim{ID: 2, Title: "Lolita", Year: 1962, Overview: his, Directors: []source.Person{{Name: "Bo Other"}}}),
	}
	long := strings.Repeat("snow ", longestSynopsis)
	numbered := func(n, bytes int) (texts []string) {
		for i := range n {
			t := fmt.Sprintf("%d %s", i, long)
			texts = append(texts, strings.TrimSpace(t[:bytes]))
		}
		return texts
	}
	for _, test := range []struct {
		name   string
		inputs []testInput
		want   []string
	}{
		{"none", []testInput{overview}, nil},
		{"another source's, as sources are believed", []testInput{row(source.SearchList, source.Claim{Overview: third}), overview, row(source.YearlyDetails, source.Claim{Overview: second})}, []string{second, third}},
		{"several of one source", []testInput{row(source.FullCrawl, source.Claim{Overview: first, Synopses: []string{second, third}})}, []string{second, third}},
		{"the same text", []testInput{overview, row(source.YearlyDetails, source.Claim{Overview: strings.ToUpper(first)})}, nil},
		{"the same text twice", []testInput{overview, row(source.YearlyDetails, source.Claim{Overview: second}), row(source.SearchList, source.Claim{Overview: strings.ToUpper(second)})}, []string{second}},
		{"one that was cut off", []testInput{overview, row(source.SearchList, source.Claim{Overview: second + " …", OverviewCut: true})}, nil},
		{"one too short to tell", []testInput{overview, row(source.YearlyDetails, source.Claim{Overview: "A man. A day."})}, nil},
		{"another film's", append(another, overview, row(source.YearlyDetails, source.Claim{Overview: his})), nil},
		{"another film's among several", append(another, row(source.FullCrawl, source.Claim{Overview: first, Synopses: []string{his, second}})), []string{second}},
		{"no overview", append(another, row(source.YearlyDetails, source.Claim{Overview: his})), nil},
		{"too many", []testInput{overview, row(source.FullCrawl, source.Claim{Synopses: numbered(mostSynopses+3, 100)})}, numbered(mostSynopses, 100)},
		{"a long one", []testInput{overview, row(source.FullCrawl, source.Claim{Synopses: []string{long}})}, []string{strings.TrimSpace(long[:longestSynopsis])}},
	} {
		var got []string
		var told []string
		buildWith(t, Options{
			Synopses: func(texts []string) { told = texts },
			Out: func(f *film.Film) error {
				if f.ID == 1 {
					got = told
				}
				told = nil
				return nil
			},
		}, test.inputs...)
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %d texts %.300q, want %d %.300q", test.name, len(got), got, len(test.want), test.want)
		}
	}
}

// REQ F2-154: a film that much is told of takes no more room than the bound of all its texts.
func TestFurtherSynopsesAreBoundedTogether(t *testing.T) {
	var c source.Claim
	for i := range mostSynopses {
		c.Synopses = append(c.Synopses, fmt.Sprint(i, strings.Repeat(" snow", longestSynopsis)))
	}
	c.ID, c.Title, c.Year, c.Overview, c.Directors = 1, "The Day", 1993, "A man relives the same day.", []source.Person{{Name: "Ada Maker"}}
	sum := 0
	buildWith(t, Options{Synopses: func(texts []string) {
		for _, s := range texts {
			sum += len(s)
		}
	}, Out: func(*film.Film) error { return nil }}, tellingRow(source.FullCrawl, c))
	if sum > mostSynopsesText || sum < mostSynopsesText-longestSynopsis {
		t.Errorf("%d bytes, want %d at most", sum, mostSynopsesText)
	}
}
