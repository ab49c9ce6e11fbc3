package source

import (
	"testing"

	"kinodex/internal/film"
)

func TestNominationsCountForEveryFilmTheyName(t *testing.T) {
	got := reading(t, "oscars.csv", "Ceremony\tYear\tClass\tCanonicalCategory\tCategory\tFilm\tFilmId\tName\tNominees\tNomineeIds\tWinner\tDetail\n"+
		"1\t1927/28\tActing\tACTOR IN A LEADING ROLE\tACTOR\tA|B\ttt0001001|tt0001002|tt0001001\tX\tAda Lamp|Oil Works\tnm0000001|co1\tTrue\n"+
		"67\t1994\tTitle\tBEST PICTURE\tBEST PICTURE\tThe \"C\"\ttt0001003\tY\tY\n"+
		"67\t1994\tSciTech\tTECHNICAL AWARD\tT\t\t\tZ\tZ\t\tTrue\n"+
		"67\t1994\tDirecting\tDIRECTING\tD\t\t\tZ\tZ\t\t\n")
	got.is(t, AwardsTable, 3)
	got.rejected(t, NotCompetitive, NoFilm)
	same(t, "first", got.claims[1].Nominations, []Nomination{{Category: "ACTOR IN A LEADING ROLE", Won: true, FirstYear: 1927, LastYear: 1928}})
	same(t, "nominees", got.claims[1].Nominees, []Person{{Name: "Ada Lamp", NamedbID: 1}})
	same(t, "short row", got.claims[2].Nominations, []Nomination{{Category: "BEST PICTURE", FirstYear: 1994, LastYear: 1994}})
}

func TestBoxOfficeTablesAreJoinedByTitleAndYear(t *testing.T) {
	budgets := reading(t, "tn.csv", "id,release_date,movie,production_budget,domestic_gross,worldwide_gross\n"+
		"1,\"Dec 18, 2009\",Cafâ€™s PokÃ©,\"$425,000,000\",$0,\"$2,776,345,279\"\n"+
		"2,\"Dec 18, 2009\",Nothing,$0,$0,$0\n3,Unknown,Dateless,\"$5,000\",$0,$0\n")
	budgets.is(t, BudgetTable, 1)
	budgets.rejected(t, NothingStated, NoID)
	c := budgets.claims[0]
	same(t, "claim", []any{c.Title, c.Year, c.Budget, c.DomesticGross, c.WorldGross}, []any{"Caf’s Poké", 2009, film.Amount{Amount: 425_000_000, Currency: "USD"}, film.Amount{}, film.Amount{Amount: 2_776_345_279, Currency: "USD"}})
	budgets.repaired(t, "mojibake", 1)
	budgets.repaired(t, "money_zero", 6)

	grosses := reading(t, "bom.csv", "title,studio,domestic_gross,foreign_gross,year\n"+
		"Alice (2010),BV,334200000.0,691300000,2010\nWars,BV,936700000.0,\"1,131.6\",2015\nAway,X,,5000000,2015\nHome,X,7000000.0,,2015\n")
	grosses.is(t, GrossTable, 3)
	grosses.rejected(t, NothingStated)
	same(t, "title", grosses.claims[0].Title, "Alice")
	same(t, "worlds", []int64{grosses.claims[0].WorldGross.Amount, grosses.claims[1].WorldGross.Amount, grosses.claims[2].WorldGross.Amount}, []int64{1_025_500_000, 2_068_300_000, 0})

	totals := reading(t, "t.json", `{"updated": "2026-04-30T06:02:36", "count": 2, "by_title": {"q": {"title": "ignored"}}, `+
		`"by_slug": {"qa-1990": {"title": "Q&amp;A", "year": 1990, "total_gross": 11207891}, "qa": {"title": "Q&A", "year": 1990, "total_gross": 11207891}}}`)
	totals.is(t, ChartTotals, 1)
	totals.rejected(t, Repeated)
	same(t, "claim", []any{totals.claims[0].Title, totals.claims[0].DomesticGross, totals.claims[0].Origin.Period}, []any{"Q&A", film.Amount{Amount: 11_207_891, Currency: "USD"}, "2026-04"})
}

func TestServiceTablesSayWhereFilmsAreShown(t *testing.T) {
	const head = "id,title,type,description,release_year,age_certification,runtime,genres,production_countries,seasons,imdb_id,imdb_score,imdb_votes,tmdb_popularity,tmdb_score\r\n"
	const rows = "tm1,The General,MOVIE,Steam.,1926,,78,\"['scifi', 'documentation', 'european']\",\"['US', 'SU', 'Lebanon', 'XX']\",,tt0001101,8.2,89766.0,8.6,8.0\r\nts2,Show,SHOW,,1999,,30,[],[],4.0,tt0001102,8.2,10.0,1,8\r\n"
	got := reading(t, "netflix_titles.csv", head+rows)
	got.is(t, ServiceTitles, 2)
	c := got.claims[0]
	same(t, "listing", []any{c.ListingID, c.ID.String(), c.Genres, c.Countries, c.FilmdbVotes}, []any{"tm1", "tt0001101", []string{"Sci-Fi", "Documentary"}, []string{"US", "SU", "LB"}, 89766})
	same(t, "provider", c.Providers, []Provider{{Country: "US", Offer: "flatrate", Name: "Netflix"}})
	same(t, "series", got.claims[1].Kind, Series)
	same(t, "unnamed service", len(reading(t, "titles.csv", head+rows).claims[0].Providers), 0)

	credits := reading(t, "credits.csv", "person_id,id,name,character,role\r\n1,tm1,A B,Johnny,ACTOR\r\n2,tm1,C D,,DIRECTOR\r\n3,tm2,E F,,ACTOR\r\n4,tm2,G,,CATERER\r\n")
	credits.is(t, ServiceCredits, 2)
	credits.rejected(t, ShiftedColumns)
	same(t, "people", []any{credits.claims[0].ListingID, credits.claims[0].Cast, credits.claims[0].Directors}, []any{"tm1", []Part{{Person: Person{Name: "A B", ServiceID: 1}, Character: "Johnny"}}, []Person{{Name: "C D", ServiceID: 2}}})

	table := reading(t, "s.csv", ",ID,Title,Year,Age,IMDb,Rotten Tomatoes,Netflix,Hulu,Prime Video,Disney+,Type,Directors,Genres,Country,Language,Runtime\r\n"+
		"0,1,Dream,2010,13+,8.8,87%,1,0,1,0,0,\"A B,C D\",\"Action,Sci-Fi\",\"United States,United Kingdom\",\"English,Japanese\",148\r\n")
	table.is(t, ServicesTable, 1)
	d := table.claims[0]
	same(t, "critics", []any{d.CriticScore, d.CriticMeasure}, []any{87.0, PercentPositive})
	same(t, "services", []string{d.Providers[0].Name, d.Providers[1].Name}, []string{"Netflix", "Amazon Prime Video"})
	same(t, "facts", []any{d.Countries, d.Languages, len(d.Directors)}, []any{[]string{"US", "GB"}, []string{"en", "ja"}, 2})
}

func TestLinksGiveBackTheLettersOfIDs(t *testing.T) {
	got := reading(t, "links.csv", "movieId,imdbId,tmdbId\r\n1,0114709,862\r\n2,0113497,\r\n3,,5\r\n")
	got.is(t, IDLinks, 1)
	got.rejected(t, NothingStated, NoID)
	same(t, "pair", []any{got.claims[0].ID.String(), got.claims[0].MoviedbID}, []any{"tt0114709", 862})
}

func TestEncyclopediaTellsDirectorsWhereItSaysSo(t *testing.T) {
	got := reading(t, "movies-1920s.json", `[
  {"title": "813", "year": 1920, "cast": ["A B"], "genres": ["Mystery", "Silent", "Spy"], "href": "x", "extract": "813 is a 1920 film directed by Ada Lamp and Scott O'Hara, written by X."},
  {"title": "Short One", "year": 1901, "cast": [], "genres": ["Short"], "extract": "Directed by nobody we know."},
  {"title": "", "year": 1901, "cast": [], "genres": []}
]`)
	got.is(t, EncyclopediaFilm, 2)
	got.rejected(t, NoTitle)
	c := got.claims[0]
	same(t, "directors", c.Directors, []Person{{Name: "Ada Lamp"}, {Name: "Scott O'Hara"}})
	same(t, "genres", []any{c.Genres, c.Keywords}, []any{[]string{"Mystery"}, []string{"spy"}})
	same(t, "second", []any{got.claims[1].Kind, got.claims[1].Directors, got.claims[1].Origin.Line}, []any{Short, []Person(nil), 2})
}

func TestCorpusIsKnownWithoutAHeader(t *testing.T) {
	got := reading(t, "movie.metadata.tsv", "975900\t/m/03vyhn\tGhosts\t2001-08-24\t14010832\t98.0\t{\"/m/02h40lc\": \"English "+
		"Language\"}\t{\"/m/09c7w0\": \"United States of America\"}\t{\"/m/1\": \"Science Fiction\", \"/m/2\": \"Television movie\", \"/m/3\": \"Space western\"}\n"+
		"975901\t/m/03vyhx\tUndated\t\t\t\t{}\t{}\t{}\n975902\tshifted\n")
	got.is(t, CorpusMetadata, 1)
	got.rejected(t, NoID, ShiftedColumns)
	c := got.claims[0]
	same(t, "claim", []any{c.Title, c.Year, c.ReleaseDate, c.WorldGross, c.Runtime, c.Languages, c.Countries, c.Genres, c.Kind, c.Keywords, c.Origin.Line},
		[]any{"Ghosts", 2001, "2001-08-24", film.Amount{Amount: 14_010_832, Currency: "USD"}, 98, []string{"en"}, []string{"US"}, []string{"Sci-Fi"}, TVMovie, []string{"space western"}, 1})
}

func TestRecognisedFilesThatAreNotReadSayWhy(t *testing.T) {
	for name, content := range map[string]string{
		"episode.tsv":  "tconst\tparentTconst\tseasonNumber\tepisodeNumber\ntt0000002\ttt0000001\t1\t9\n",
		"ratings.csv":  "userId,movieId,rating,timestamp\n1,1,4.0,964982703\n",
		"weekend.json": `{"updated": "x", "date_from": "1995-01-06", "date_to": "1995-01-08", "chart": []}`,
		"film.json":    `{"key": "a", "title": "A", "movie_url": "/m", "weekends": []}`,
		"notes.txt":    "Just words.\nAnd more.\n",
		"p.jpg":        "\xff\xd8\xff\xe0 picture",
	} {
		got := reading(t, name, content)
		if got.file.Unused == "" || len(got.claims)+len(got.rejects) != 0 {
			t.Errorf("%s: unused for %q, %d claims", name, got.file.Unused, len(got.claims))
		}
	}
}
