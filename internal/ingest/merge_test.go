package ingest

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
)

// basics is a film that is admitted whatever else is said about it.
func basics(id film.ID, more ...func(*source.Claim)) source.Claim {
	c := source.Claim{ID: id, Kind: source.Movie, Title: "A Film", Year: 2010, Runtime: 100, FilmdbRating: 7, FilmdbVotes: 500}
	for _, f := range more {
		f(&c)
	}
	return c
}

func one(format source.Format, period string, c source.Claim) testInput {
	family := source.Filmdb
	switch {
	case strings.HasPrefix(string(format), "moviedb"):
		family = source.Moviedb
	case strings.HasPrefix(string(format), "service"):
		family = source.Services
	case format == source.BudgetTable || format == source.GrossTable:
		family = source.BoxOffice
	case format == source.EncyclopediaFilm:
		family = source.Encyclopedia
	case format == source.AwardsTable:
		family = source.Academy
	case format == source.WikidataFilm:
		family = source.Wikidata
	case format == source.WikipediaPlot:
		family = source.Wikipedia
	}
	return testInput{family, format, period, []source.Claim{c}}
}

// firstFilm gives the first film of a build whose films all keep their promises.
func firstFilm(t *testing.T, inputs ...testInput) *film.Film {
	t.Helper()
	films, report := buildOf(t, inputs...)
	if len(films) == 0 {
		t.Fatalf("no film; refused: %v", report.Refused)
	}
	for _, f := range films {
		checkFilm(t, f)
	}
	return films[0]
}

func dollars(n int64) film.Amount { return film.Amount{Amount: n, Currency: "USD"} }

func TestNewestOfficialRatingsComeFirstAndOldOnesLast(t *testing.T) {
	official2023 := one(source.TitleRatings, "2023", source.Claim{ID: 1, FilmdbRating: 7.1, FilmdbVotes: 1000})
	official2017 := one(source.TitleRatings, "2017-12", source.Claim{ID: 1, FilmdbRating: 6.5, FilmdbVotes: 700})
	newerButOther := one(source.TitleRatings, "2023", source.Claim{ID: 2, FilmdbRating: 5, FilmdbVotes: 10})
	yearly := one(source.YearlyDetails, "2025", source.Claim{ID: 1, Kind: source.Movie, Title: "A Film", Year: 2010, FilmdbRating: 7.3, FilmdbVotes: 1100})
	ratingOnly := one(source.SearchDetails, "2023", source.Claim{ID: 1, Kind: source.Movie, FilmdbRating: 7.2})
	votesOnly := one(source.SearchList, "2023", source.Claim{ID: 1, Kind: source.Movie, Title: "A Film", Year: 2010, FilmdbVotes: 1050})
	for _, test := range []struct {
		name   string
		inputs []testInput
		rating float64
		votes  int
	}{
		{"newest official", []testInput{yearly, official2017, official2023}, 7.1, 1000},
		{"a page of the film before an old official file", []testInput{yearly, official2017, newerButOther}, 7.3, 1100},
		{"rating and votes of one time from two tables", []testInput{votesOnly, ratingOnly, official2017, newerButOther}, 7.2, 1050},
		{"the old official file when nothing else is left",
			[]testInput{one(source.TitleBasics, "2023", source.Claim{ID: 1, Kind: source.Movie, Title: "A Film", Year: 2010}), official2017, newerButOther}, 6.5, 700},
	} {
		f := firstFilm(t, test.inputs...)
		if f.Ratings.Filmdb == nil || *f.Ratings.Filmdb != test.rating || *f.Ratings.FilmdbVotes != test.votes {
			t.Errorf("%s: got %v of %v votes, want %v of %v", test.name, orNull(f.Ratings.Filmdb), orNull(f.Ratings.FilmdbVotes), test.rating, test.votes)
		}
	}
}

// REQ G-16, F1-32
func TestMoneyIsInDollarsOrUnknown(t *testing.T) {
	won := film.Amount{Amount: 12_215_500_000, Currency: "KRW"}
	year := func(y int) func(*source.Claim) { return func(c *source.Claim) { c.Year = y } }
	tests := []struct {
		name               string
		film               source.Claim
		yearly, moviedb    source.Claim
		budget, gross, roi string
		currency           string
		foreign            int64
	}{
		{name: "the film database's word first", film: basics(1),
			yearly: source.Claim{Budget: dollars(63_000_000), WorldGross: dollars(467_841_735)}, moviedb: source.Claim{Budget: dollars(60_000_000)},
			budget: "63000000", gross: "467841735", roi: "6.43"},
		{name: "another currency stays what it is", film: basics(1),
			yearly: source.Claim{Budget: won}, moviedb: source.Claim{Budget: dollars(11_000_000)},
			budget: "11000000", gross: "null", roi: "null", currency: "KRW", foreign: 12_215_500_000},
		{name: "the same figures without their currency are not dollars", film: basics(1),
			yearly: source.Claim{Budget: film.Amount{Amount: 40_000, Currency: "GBP"}}, moviedb: source.Claim{Budget: dollars(40_000)},
			budget: "null", gross: "null", roi: "null", currency: "GBP", foreign: 40_000},
		{name: "zero and a few dollars are unknown", film: basics(1),
			yearly: source.Claim{Budget: dollars(12), WorldGross: dollars(1)}, budget: "null", gross: "null", roi: "null"},
		{name: "less than its domestic part is not the world's", film: basics(1),
			yearly: source.Claim{DomesticGross: dollars(50_000_000), WorldGross: dollars(3_000_000)}, moviedb: source.Claim{WorldGross: dollars(90_000_000)},
			budget: "null", gross: "90000000", roi: "null"},
		{name: "a revival of an old film is not its gross", film: basics(1, year(1957)),
			yearly: source.Claim{Budget: dollars(350_000), WorldGross: dollars(2_945)}, budget: "350000", gross: "null", roi: "null"},
		{name: "nor is a tenth of what it cost", film: basics(1, year(1956)),
			yearly: source.Claim{Budget: dollars(9_000_000), WorldGross: dollars(400_000)}, budget: "9000000", gross: "null", roi: "null"},
		{name: "a flop of our days is its gross", film: basics(1),
			yearly: source.Claim{Budget: dollars(9_000_000), WorldGross: dollars(400_000)}, budget: "9000000", gross: "400000", roi: "-0.96"},
		{name: "a thousand dollars from a hundred thousand voters", film: basics(1, func(c *source.Claim) { c.FilmdbVotes = 100_000 }),
			yearly: source.Claim{WorldGross: dollars(1_266)}, budget: "null", gross: "null", roi: "null"},
		{name: "a budget in the money of another day", film: basics(1, year(1927)),
			moviedb: source.Claim{Budget: dollars(92_620_000)}, budget: "null", gross: "null", roi: "null"},
	}
	for _, test := range tests {
		test.yearly.ID, test.moviedb.ID = 1, 1
		f := firstFilm(t, one(source.TitleBasics, "2023", test.film), one(source.YearlyDetails, "2025", test.yearly), one(source.MoviedbYear, "2023", test.moviedb))
		b := f.BoxOffice
		if orNull(b.Budget) != test.budget || orNull(b.WorldwideGross) != test.gross || orNull(b.ROI) != test.roi {
			t.Errorf("%s: budget %s gross %s roi %s, want %s %s %s", test.name, orNull(b.Budget), orNull(b.WorldwideGross), orNull(b.ROI), test.budget, test.gross, test.roi)
		}
		if test.currency == "" != (b.BudgetOriginal == nil) ||
			b.BudgetOriginal != nil && *b.BudgetOriginal != (film.Amount{Amount: test.foreign, Currency: test.currency}) {
			t.Errorf("%s: original budget %+v", test.name, b.BudgetOriginal)
		}
	}
}

// REQ F2-07
func TestCastKeepsTheFullestBillingAndEveryonesCharacters(t *testing.T) {
	character := func(p source.Part, name string, id int) source.Part {
		p.Character, p.MoviedbID = name, id
		return p
	}
	f := firstFilm(t,
		one(source.TitleBasics, "2023", basics(1)),
		one(source.YearlyDetails, "2025", source.Claim{ID: 1, Cast: cast("José Ferrer", "Ann Doe", "Bo Li", "Ann Doe")}),
		one(source.ChartCrawl, "2026", source.Claim{ID: 1, Cast: []source.Part{
			character(cast("Jose Ferrer")[0], "Cyrano", 11), character(cast("Someone Else")[0], "Guard", 12),
		}}))
	var got []string
	for _, r := range f.Cast {
		got = append(got, r.Name+" as "+orNull(r.Character))
	}
	want := []string{"José Ferrer as Cyrano", "Ann Doe as null", "Bo Li as null"}
	if !slices.Equal(got, want) || f.Cast[0].MoviedbPersonID == nil || *f.Cast[0].MoviedbPersonID != 11 {
		t.Errorf("got %q, want %q", got, want)
	}
}

// REQ F2-10
func TestCrewIsGroupedAndTheDirectorIsTheFilms(t *testing.T) {
	f := firstFilm(t,
		one(source.YearlyDetails, "2025", basics(1, func(c *source.Claim) {
			c.Directors, c.Writers = persons("Lana W", "Lilly W"), persons("Lana W")
		})),
		one(source.FullCrawl, "2023", source.Claim{ID: 1, Crew: []source.Job{
			{Person: source.Person{Name: "Lana W"}, Department: "directing", Job: "Director"},
			{Person: source.Person{Name: "Bill Pope"}, Department: "camera", Job: "Director of Photography"},
			{Person: source.Person{Name: "Bill Pope"}, Department: "camera", Job: "Director of Photography"},
		}}))
	got, _ := json.Marshal(f.CrewSummary)
	want := `{"camera":[{"name":"Bill Pope","job":"Director of Photography"}],` +
		`"directing":[{"name":"Lana W","job":"Director"},{"name":"Lilly W","job":"Director"}],` +
		`"writing":[{"name":"Lana W","job":"Writer"}]}`
	if string(got) != want || *f.Director != "Lana W, Lilly W" {
		t.Errorf("got %s by %s\nwant %s", got, *f.Director, want)
	}
}

// Few sources name who photographed a film. The Academy's nominees for it did; a
// source that names someone is believed before them, and other awards tell nothing.
func TestWhoWasNominatedForCinematographyPhotographedTheFilm(t *testing.T) {
	nominee := func(category string) testInput {
		return one(source.AwardsTable, "2026", source.Claim{ID: 1, Nominees: persons("Lu Men"),
			Nominations: []source.Nomination{{Category: category, FirstYear: 2010, LastYear: 2010}}})
	}
	credited := func(job string) testInput {
		return one(source.FullCrawl, "2023", source.Claim{ID: 1, Crew: []source.Job{
			{Person: source.Person{Name: "Bill Pope"}, Department: "camera", Job: job}}})
	}
	for _, c := range []struct {
		name   string
		inputs []testInput
		want   []film.Credit
	}{
		{"nominated", []testInput{nominee("CINEMATOGRAPHY (Black-and-White)")}, []film.Credit{{Name: "Lu Men", Job: "Director of Photography"}}},
		{"nominated for something else", []testInput{nominee("FILM EDITING")}, nil},
		{"another is credited", []testInput{nominee("CINEMATOGRAPHY"), credited("director of photography")},
			[]film.Credit{{Name: "Bill Pope", Job: "director of photography"}}},
		{"only an operator is credited", []testInput{nominee("CINEMATOGRAPHY"), credited("Camera Operator")},
			[]film.Credit{{Name: "Bill Pope", Job: "Camera Operator"}, {Name: "Lu Men", Job: "Director of Photography"}}},
	} {
		f := firstFilm(t, append([]testInput{one(source.TitleBasics, "2023", basics(1))}, c.inputs...)...)
		if got := f.CrewSummary["camera"]; !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestCountriesAreStatedOrInferredAndSaySo(t *testing.T) {
	us, kr := "US", "KR"
	company := func(country *string) func(*source.Claim) {
		return func(c *source.Claim) {
			c.Companies = append(c.Companies, film.Company{Name: "Studio", Country: country}, film.Company{Name: "Other"})
		}
	}
	for _, test := range []struct {
		name      string
		moviedb   source.Claim
		countries []string
		how       string
	}{
		{"stated", source.Claim{Countries: []string{"FR", "BE"}, Language: "ja"}, []string{"FR", "BE"}, countriesStated},
		{"from the companies", claimOf(company(&kr)), []string{"KR"}, countriesInferred},
		{"from a language of one country", source.Claim{Language: "ja"}, []string{"JP"}, countriesInferred},
		{"not from a language of many", source.Claim{Language: "en"}, nil, ""},
		{"not from companies of two", claimOf(company(&kr), company(&us)), nil, ""},
		{"not when several languages are spoken", source.Claim{Language: "ja", Languages: []string{"ja", "en"}}, nil, ""},
	} {
		test.moviedb.ID = 1
		f := firstFilm(t, one(source.TitleBasics, "2023", basics(1)), one(source.MoviedbYear, "2023", test.moviedb))
		if !slices.Equal(f.Countries, test.countries) || f.Provenance["countries"].MetricType != test.how {
			t.Errorf("%s: %v %q, want %v %q", test.name, f.Countries, f.Provenance["countries"].MetricType, test.countries, test.how)
		}
	}
}

func claimOf(more ...func(*source.Claim)) source.Claim {
	var c source.Claim
	for _, f := range more {
		f(&c)
	}
	return c
}

func TestATableThatKeepsOneCountryIsCompleted(t *testing.T) {
	f := firstFilm(t,
		one(source.SearchDetails, "2023", basics(1, func(c *source.Claim) { c.Countries = []string{"US"} })),
		one(source.MoviedbYear, "2023", source.Claim{ID: 1, Countries: []string{"AU", "GB", "US"}}))
	if want := []string{"US", "AU", "GB"}; !slices.Equal(f.Countries, want) {
		t.Errorf("got %v, want %v", f.Countries, want)
	}
}

func TestOriginalLanguageIsStatedOrPlain(t *testing.T) {
	for _, test := range []struct {
		name      string
		stated    string
		spoken    []string
		countries []string
		want      string
		languages []string
	}{
		{"stated", "fr", []string{"en", "fr"}, nil, "fr", []string{"fr", "en"}},
		{"the only one", "", []string{"da"}, nil, "da", []string{"da"}},
		{"the first, of the first country", "", []string{"en", "ja"}, []string{"US", "JP"}, "en", []string{"en", "ja"}},
		{"the country's, though not first", "", []string{"en", "hi"}, []string{"IN"}, "hi", []string{"hi", "en"}},
		{"unclear", "", []string{"en", "fr"}, []string{"FR", "GB"}, "null", []string{"en", "fr"}},
	} {
		f := firstFilm(t,
			one(source.YearlyDetails, "2025", basics(1, func(c *source.Claim) { c.Languages, c.Countries = test.spoken, test.countries })),
			one(source.MoviedbYear, "2023", source.Claim{ID: 1, Language: test.stated}))
		if orNull(f.Language) != test.want || !slices.Equal(f.Languages, test.languages) {
			t.Errorf("%s: %s %v, want %s %v", test.name, orNull(f.Language), f.Languages, test.want, test.languages)
		}
	}
}

// REQ F2-17
func TestOscarsAreCountedWhereTheSourceCovers(t *testing.T) {
	nominated := func(id film.ID, category string, won bool, year int) source.Claim {
		return source.Claim{ID: id, Nominations: []source.Nomination{{Category: category, Won: won, FirstYear: year, LastYear: year}}}
	}
	year := func(y int) func(*source.Claim) { return func(c *source.Claim) { c.Year = y } }
	films, _ := buildOf(t,
		testInput{source.Filmdb, source.TitleBasics, "2023", []source.Claim{
			basics(1, year(2010)), basics(2, year(1950)), basics(3, year(1920)), basics(4, year(2015))}},
		testInput{source.Academy, source.AwardsTable, "2026", []source.Claim{
			nominated(1, "BEST PICTURE", true, 2010), nominated(1, "WRITING (Original Screenplay)", false, 2010),
			nominated(9, "BEST PICTURE", false, 1928), nominated(4, "BEST PICTURE", false, 2015)}})
	for i, want := range []string{"2 1 won", "0 0 null", "null null null", "1 0 nominated"} {
		a := films[i].Awards
		if got := orNull(a.OscarNoms) + " " + orNull(a.OscarWins) + " " + orNull(a.BestPicture); got != want {
			t.Errorf("film %d: %s, want %s", i+1, got, want)
		}
		checkFilm(t, films[i])
	}
}

// REQ F2-05, F2-06
func TestPostersComeInTheSizesOfTheirServer(t *testing.T) {
	for _, test := range []struct {
		name            string
		claim           source.Claim
		url, full, mini string
	}{
		{"a path", source.Claim{PosterPath: "/abc.jpg"},
			"https://image.tmdb.org/t/p/w500/abc.jpg", "https://image.tmdb.org/t/p/original/abc.jpg", "https://image.tmdb.org/t/p/w185/abc.jpg"},
		{"an address of some size", source.Claim{PosterURL: "https://image.tmdb.org/t/p/w342/abc.jpg"},
			"https://image.tmdb.org/t/p/w500/abc.jpg", "https://image.tmdb.org/t/p/original/abc.jpg", "https://image.tmdb.org/t/p/w185/abc.jpg"},
		{"a name with the size in it", source.Claim{PosterURL: "https://m.media-amazon.com/images/M/MV5Bxy@@._V1_FMjpg_UX400_.jpg"},
			"https://m.media-amazon.com/images/M/MV5Bxy@@._V1_SX500.jpg", "https://m.media-amazon.com/images/M/MV5Bxy@@._V1_.jpg", "https://m.media-amazon.com/images/M/MV5Bxy@@._V1_SX185.jpg"},
		{"another server", source.Claim{PosterURL: "https://pictures.example/a.jpg"},
			"https://pictures.example/a.jpg", "https://pictures.example/a.jpg", "https://pictures.example/a.jpg"},
		{"a picture that says there is none", source.Claim{PosterURL: "https://m.media-amazon.com/images/S/sash/none.png"}, "null", "null", "null"},
		{"none", source.Claim{}, "null", "null", "null"},
	} {
		test.claim.ID = 1
		f := firstFilm(t, one(source.TitleBasics, "2023", basics(1)), one(source.ListingCrawl, "2025", test.claim))
		if orNull(f.Poster.URL) != test.url || orNull(f.PosterFull) != test.full || orNull(f.PosterMini) != test.mini {
			t.Errorf("%s: %s %s %s", test.name, orNull(f.Poster.URL), orNull(f.PosterFull), orNull(f.PosterMini))
		}
		if want := map[bool]string{true: "null", false: "cdn"}[test.url == "null"]; orNull(f.Poster.Source) != want {
			t.Errorf("%s: source %s, want %s", test.name, orNull(f.Poster.Source), want)
		}
	}
}

func TestALoneRuntimeGivesWayToTwoThatAgree(t *testing.T) {
	length := func(n int) source.Claim { return source.Claim{ID: 1, Runtime: n} }
	for _, test := range []struct{ basics, yearly, moviedb, want int }{
		{120, 107, 99, 120}, {120, 99, 99, 99}, {120, 119, 99, 120}, {120, 0, 99, 120}, {0, 0, 99, 99},
	} {
		f := firstFilm(t,
			one(source.TitleBasics, "2023", basics(1, func(c *source.Claim) { c.Runtime = test.basics })),
			one(source.YearlyDetails, "2025", length(test.yearly)), one(source.MoviedbYear, "2023", length(test.moviedb)))
		if orNull(f.Runtime) != digits(test.want) {
			t.Errorf("%+v: %s", test, orNull(f.Runtime))
		}
	}
}

func TestPeopleKnownByIDAreNamed(t *testing.T) {
	byNumber := func(ids ...source.NameID) []source.Person {
		var list []source.Person
		for _, id := range ids {
			list = append(list, source.Person{NamedbID: id})
		}
		return list
	}
	directed := func(id film.ID, p []source.Person) source.Claim { return source.Claim{ID: id, Directors: p} }
	films, report := buildOf(t,
		testInput{source.Filmdb, source.TitleBasics, "2023", []source.Claim{basics(1), basics(2), basics(3), basics(4), basics(5)}},
		testInput{source.Filmdb, source.TitleCrew, "2019", []source.Claim{
			directed(1, byNumber(1)), directed(2, byNumber(1)), directed(3, byNumber(1, 9)),
			directed(4, byNumber(2)), directed(5, byNumber(2)),
		}},
		testInput{source.Moviedb, source.ChartCrawl, "2026", []source.Claim{
			directed(1, persons("Ada Maker")), directed(4, persons("Bo One")), directed(5, persons("Bo Two")),
		}})
	for i, want := range []string{"Ada Maker", "Ada Maker", "null", "Bo One", "Bo Two"} {
		if got := orNull(films[i].Director); got != want {
			t.Errorf("film %d is by %s, want %s", i+1, got, want)
		}
	}
	if n := report.Names; n.Wanted != 3 || n.Deduced != 1 {
		t.Errorf("names: %+v", n)
	}
}

func TestJoinedFiguresSaySoInTheirProvenance(t *testing.T) {
	f := firstFilm(t,
		one(source.TitleBasics, "2023", basics(1, func(c *source.Claim) { c.ReleaseDate = "2010-05-07" })),
		one(source.BudgetTable, "2019", source.Claim{Title: "A Film", Year: 2010, ReleaseDate: "2010-05-09", Budget: dollars(5_000_000)}))
	if p := f.Provenance["budget"]; p.Source != source.BoxOffice+" (joined)" || p.Period != "2019" {
		t.Errorf("provenance of the budget: %+v", p)
	}
}

func TestAFilmOfWhichLittleIsKnownHasThePriorScore(t *testing.T) {
	f := firstFilm(t, one(source.TitleBasics, "2023", source.Claim{ID: 1, Kind: source.Movie, Title: "A Film", Year: 2010, Runtime: 90, Directors: persons("Ada Maker")}))
	if p := f.Provenance["ratings.master_score"]; f.Ratings.MasterScore != film.PriorScore || p.MetricType != "composite_prior" {
		t.Errorf("score %v, %+v", f.Ratings.MasterScore, p)
	}
}

func TestMergePageStatesTheRules(t *testing.T) {
	page, err := os.ReadFile("../../docs/data/merge.md")
	if err != nil {
		t.Fatal(err)
	}
	text := string(page)
	if !strings.Contains(text, precedenceTable) {
		for line := range strings.Lines(precedenceTable) {
			if !strings.Contains(text, line) {
				t.Errorf("docs/data/merge.md lacks a row of internal/ingest/precedence.md: %s", line)
			}
		}
		t.Error("docs/data/merge.md has another table of precedence than internal/ingest/precedence.md: copy it")
	}
	for _, r := range refusals {
		if !strings.Contains(text, "`"+string(r)+"`") {
			t.Errorf("docs/data/merge.md does not explain the reason %s", r)
		}
	}
	for r := byMoviedbID; r < joinRules; r++ {
		if !strings.Contains(text, "`"+r.String()+"`") {
			t.Errorf("docs/data/merge.md does not explain the join %s", r)
		}
	}
	for _, kind := range MetricTypes {
		if !strings.Contains(text, "`"+kind+"`") {
			t.Errorf("docs/data/merge.md does not explain the metric type %s", kind)
		}
	}
}

// REQ F2-14
func TestGenresThatASourceCutOffAreCompletedByTheNext(t *testing.T) {
	listed := func(format source.Format, genres ...string) testInput {
		return one(format, "2023", basics(1, func(c *source.Claim) { c.Genres = genres }))
	}
	joined := one(source.ServicesTable, "2021", source.Claim{Title: "A Film", Year: 2010, Runtime: 100, Genres: []string{"Comedy", "Romance"}})
	for _, test := range []struct {
		name   string
		inputs []testInput
		want   []string
		from   string // the source of what was added; "" for nothing
	}{
		{"three of the table, and one of the movie database", []testInput{listed(source.TitleBasics, "Comedy", "Drama", "Music"), listed(source.MoviedbYear, "Comedy", "Romance")},
			[]string{"Comedy", "Drama", "Music", "Romance"}, source.Moviedb},
		{"those of the film's page before others", []testInput{listed(source.TitleBasics, "Comedy", "Drama", "Music"), listed(source.YearlyDetails, "Drama", "Musical"), listed(source.MoviedbYear, "Romance")},
			[]string{"Comedy", "Drama", "Music", "Musical"}, source.Filmdb},
		{"a list of results cuts off as the table does", []testInput{listed(source.SearchList, "Comedy", "Drama", "Music"), listed(source.MoviedbYear, "Romance")},
			[]string{"Comedy", "Drama", "Music", "Romance"}, source.Moviedb},
		{"two are all there are", []testInput{listed(source.TitleBasics, "Comedy", "Drama"), listed(source.MoviedbYear, "Romance")}, []string{"Comedy", "Drama"}, ""},
		{"a page names all", []testInput{listed(source.YearlyDetails, "Comedy", "Drama", "Music"), listed(source.MoviedbYear, "Romance")}, []string{"Comedy", "Drama", "Music"}, ""},
		{"the same by another source", []testInput{listed(source.TitleBasics, "Comedy", "Drama", "Music"), listed(source.MoviedbYear, "Drama")}, []string{"Comedy", "Drama", "Music"}, ""},
		{"a row that title and year joined adds none", []testInput{listed(source.TitleBasics, "Comedy", "Drama", "Music"), joined}, []string{"Comedy", "Drama", "Music"}, ""},
	} {
		f := firstFilm(t, test.inputs...)
		if p := f.Provenance["genres"]; !slices.Equal(f.Genres, test.want) || p.Source != test.from || p.Source != "" && p.MetricType != "completed" {
			t.Errorf("%s: %q, %+v; want %q, %q", test.name, f.Genres, p, test.want, test.from)
		}
	}
}

func TestADirectorHasOneNameInARecord(t *testing.T) {
	directs := func(names ...string) func(*source.Claim) {
		return func(c *source.Claim) {
			for _, name := range names {
				c.Directors = append(c.Directors, source.Person{Name: name})
			}
		}
	}
	plays := func(names ...string) func(*source.Claim) {
		return func(c *source.Claim) {
			for i, name := range names {
				c.Cast = append(c.Cast, source.Part{Person: source.Person{Name: name}, Order: i})
			}
		}
	}
	yearly := func(id film.ID, more ...func(*source.Claim)) testInput {
		return one(source.YearlyDetails, "2023", basics(id, more...))
	}
	crawl := func(id film.ID, more ...func(*source.Claim)) testInput {
		return one(source.FullCrawl, "2023", basics(id, more...))
	}
	twice := []testInput{yearly(2, directs("Charles Maker")), crawl(2, directs("Charlie Maker")), yearly(3, directs("Charles Maker")), crawl(3, directs("Charlie Maker"))}
	for _, test := range []struct {
		name   string
		inputs []testInput
		want   string // who is billed
	}{
		{"two sources of who directed it", []testInput{yearly(1, directs("Charles Maker")), crawl(1, directs("Charlie Maker"), plays("Charlie Maker", "Bo Player"))}, "Charles Maker, Bo Player"},
		{"beside another director", []testInput{yearly(1, directs("Ann Other", "Charles Maker")), crawl(1, directs("Charlie Maker", "Ann Other"), plays("Charlie Maker"))}, "Charles Maker"},
		{"two sources of other films", append([]testInput{yearly(1, directs("Charles Maker")), crawl(1, plays("Charlie Maker"))}, twice...), "Charles Maker"},
		{"nothing but a likeness", []testInput{yearly(1, directs("Ingmar Maker")), crawl(1, plays("Ingrid Maker"))}, "Ingrid Maker"},
		{"two people of one bill", []testInput{yearly(1, directs("Charles Maker")), crawl(1, directs("Charlie Maker"), plays("Charlie Maker", "Charles Maker"))}, "Charlie Maker, Charles Maker"},
		{"sources that disagree", []testInput{yearly(1, directs("Charles Maker")), crawl(1, directs("Charlie Other"), plays("Charlie Other"))}, "Charlie Other"},
	} {
		f := firstFilm(t, test.inputs...)
		var billed []string
		for _, r := range f.Cast {
			billed = append(billed, r.Name)
		}
		if got := strings.Join(billed, ", "); got != test.want {
			t.Errorf("%s: billed are %s, want %s", test.name, got, test.want)
		}
	}
}

func TestADirectorWhomTheFilmDatabaseDoesNotNameIsMarked(t *testing.T) {
	unnamed := one(source.TitleCrew, "2023", source.Claim{ID: 1, Directors: []source.Person{{NamedbID: 7}}})
	film := one(source.TitleBasics, "2023", basics(1, func(c *source.Claim) { c.OriginalTitle = "Ein Film" }))
	by := func(format source.Format, name string) testInput {
		return one(format, "2023", source.Claim{ID: 1, Directors: []source.Person{{Name: name}}})
	}
	told := func(overview string) testInput {
		return one(source.MoviedbYear, "2023", source.Claim{ID: 1, Overview: overview})
	}
	for _, test := range []struct {
		name       string
		inputs     []testInput
		want, mark string
	}{
		{"the film database", []testInput{film, by(source.YearlyDetails, "Ada Maker"), by(source.WikidataFilm, "Bo Other")}, "Ada Maker", ""},
		{"Wikidata, where that names nobody", []testInput{film, by(source.WikidataFilm, "Bo Other")}, "Bo Other", "credited"},
		{"its overview", []testInput{film, unnamed, told("A Film is a 2010 drama directed by Ada Maker and Bo Other, with nobody in it.")}, "Ada Maker, Bo Other", "told"},
		{"by the original title", []testInput{film, told("Ein Film is directed by Ada Maker.")}, "Ada Maker", "told"},
		{"an overview that speaks of another film", []testInput{film, told("Inspired by the film directed by Ada Maker, they begin anew.")}, "null", ""},
	} {
		f := firstFilm(t, test.inputs...)
		if got, mark := orNull(f.Director), f.Provenance["director"].MetricType; got != test.want || mark != test.mark {
			t.Errorf("%s: %s, marked %q; want %s, %q", test.name, got, mark, test.want, test.mark)
		}
	}
}
