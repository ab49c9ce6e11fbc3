package source

import (
	"testing"

	"kinodex/internal/film"
)

const yearHead = "imdb_id,adult,backdrop_path,belongs_to_collection,budget,genres,homepage,id,original_language,original_title,overview,popularity," +
	"poster_path,production_companies,production_countries,release_date,revenue,runtime,spoken_languages,status,tagline,title,video,vote_average," +
	"vote_count,certification\r\n"

func TestYearTablesReadPrintedListsAndPassOverPlaceholders(t *testing.T) {
	got := reading(t, "final_2015.csv", yearHead+
		"0,,,,,,,,,,,,,,,,,,,,,,,,,\r\n"+
		`tt0000601,0.0,/b.jpg,,65000000.0,"[{'id': 18, 'name': 'Drama'}, {'id': 878, 'name': 'Science Fiction'}, `+
		`{'id': 10770, 'name': 'TV Movie'}]",,268253.0,cn,原題,A story.,2.7,/40k326IEGBbAtt.jpg,"[{'id': 7, 'logo_path': None, `+
		`'name': ""Rock 'n' Roll"", 'origin_country': ''}, {'id': 8, 'logo_path': '/x.png', 'name': 'Two', 'origin_country': 'XG'}]",`+
		`"[{'iso_3166_1': 'XC', 'name': 'Czechoslovakia'}, {'iso_3166_1': 'US', 'name': 'USA'}]",2015-06-12,12.0,124.0,"[{'english_name': 'No Language', `+
		`'iso_639_1': 'xx', 'name': ''}, {'english_name': 'English', 'iso_639_1': 'en', 'name': 'English'}]",Released,A line.,The Title,0.0,6.68,19131.0,PG`+"\r\n"+
		`tt0000602,1.0,,,0.0,[],,268254.0,en,T,,0.6,,[],[],,0.0,0.0,[],Post Production,,T,0.0,3.0,0.0,`+"\r\n"+
		`tt0000603,a sentence that slipped,,,0.0,[],,268255.0,en,T,,0.6,,[],[],,0.0,0.0,[],Released,,T,0.0,3.0,1.0,`+"\r\n")
	got.is(t, MoviedbYear, 2)
	got.rejected(t, Placeholder, ShiftedColumns)
	c := got.claims[0]
	same(t, "ids", []any{c.ID.String(), c.MoviedbID}, []any{"tt0000601", 268253})
	same(t, "genres", c.Genres, []string{"Drama", "Sci-Fi"})
	same(t, "kind", c.Kind, TVMovie)
	same(t, "language", []any{c.Language, c.Languages}, []any{"zh", []string{"en"}})
	same(t, "countries", c.Countries, []string{"CS", "US"})
	same(t, "companies", []any{c.Companies[0].Name, c.Companies[0].Country, *c.Companies[1].Country, *c.Companies[1].ID}, []any{"Rock 'n' Roll", (*string)(nil), "DD", 8})
	same(t, "money", []film.Amount{c.Budget, c.WorldGross}, []film.Amount{{Amount: 65_000_000, Currency: "USD"}, {}})
	same(t, "date", []any{c.ReleaseDate, c.Year, c.Runtime}, []any{"2015-06-12", 2015, 124})
	same(t, "rating", []any{c.MoviedbRating, c.MoviedbVotes, c.PosterPath}, []any{6.68, 19131, "/40k326IEGBbAtt.jpg"})
	d := got.claims[1]
	same(t, "unreleased adult film nobody rated", []any{d.Adult, d.Unreleased, d.MoviedbRating, d.Runtime}, []any{true, true, 0.0, 0})
	same(t, "period", c.Origin.Period, "2023")
	got.repaired(t, "money_junk", 1)
	got.repaired(t, "money_zero", 2)
}

func TestDumpsAreReadInEveryOrderOfDates(t *testing.T) {
	const head = "id, budget ,imdb_id,original_title,production_companies,release_date, revenue ,runtime_minutes,spoken_languages,title,vote_average,vote_count,,\n"
	row := func(id, date string) string {
		return id + ",\" $2,500.00 \",tt" + id + ",T,[]," + date + ", $1.00 ,114,[],T,5.6,10,,\n"
	}
	for _, test := range []struct{ name, rows, want string }{
		{"month first, told by the second row", row("10001", "12/4/2015") + row("10002", "9/28/1995"), "2015-12-04"},
		{"day first, told by the second row", row("10001", "10/12/2009") + row("10002", "19/05/2007"), "2009-12-10"},
		{"never told", row("10001", "10/12/2009"), ""},
		{"told both ways", row("10001", "10/12/2009") + row("10002", "19/05/2007") + row("10003", "9/28/1995"), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := reading(t, "m.csv", head+test.rows)
			if got.file.Format != MoviedbDump {
				t.Fatalf("format %q", got.file.Format)
			}
			c := got.claims[0]
			same(t, "date", c.ReleaseDate, test.want)
			if c.Year == 0 {
				t.Error("the year is plain in any order")
			}
			same(t, "money", []film.Amount{c.Budget, c.WorldGross}, []film.Amount{{Amount: 2500, Currency: "USD"}, {}})
		})
	}
}

func TestBlankRowsAreRejectedOneByOne(t *testing.T) {
	got := reading(t, "m.csv", "adult,budget,id,imdb_id,original_title,release_date,spoken_languages,title,vote_average\r\n"+
		"FALSE,0,862,tt0000701,T,10/30/1995,[],T,7.7\r\n,,,,,,,,\r\n,,,,,,,,\r\nFALSE,0,x62,tt0000702,T,1995-10-30,[],T,7.7\r\n")
	got.is(t, MoviedbDump, 1)
	got.rejected(t, BlankRow, BlankRow, ShiftedColumns)
	same(t, "line", got.rejects[1].Origin.Line, 4)
}

func TestGenreNumbersHaveNames(t *testing.T) {
	got := reading(t, "m.csv", ",genre_ids,id,original_language,original_title,popularity,release_date,title,vote_average,vote_count\n0,\"[12, 878, 4]\",444,en,T,33.5,2010-11-19,T,7.7,1\n")
	got.is(t, MoviedbGenreIDs, 1)
	same(t, "genres", got.claims[0].Genres, []string{"Adventure", "Sci-Fi"})
}

func TestCreditsKeepWhatIsCompleteOfARowCutOff(t *testing.T) {
	got := reading(t, "credits.csv", "cast,crew,id\n"+
		`"[{'cast_id': 14, 'character': 'Woody (voice)', 'id': 31, 'name': 'A B', 'order': 3, 'profile_path': '/pQFoyx7rp09.jpg'}]",`+
		`"[{'department': 'Directing', 'id': 9, 'job': 'Director', 'name': ""D'Arcy""}, `+
		`{'department': 'Costume & Make-Up', 'id': 8, 'job': 'Wigs', 'name': 'W'}, `+
		`{'department': 'Writing', 'id': 9, 'job': 'Screenplay', 'name': ""D'Arcy""}, {'department': 'Weather', 'id': 7, 'job': 'Rain', 'name': 'R'}]",862`+"\n"+
		"[],[],863\n[],[],x\n[],[],\n")
	got.is(t, CreditsTable, 1)
	got.rejected(t, NothingStated, ShiftedColumns, NoID)
	c := got.claims[0]
	darcy := Person{Name: "D'Arcy", MoviedbID: 9}
	same(t, "cast", c.Cast, []Part{{Person: Person{Name: "A B", MoviedbID: 31}, Character: "Woody (voice)", Order: 3, Profile: "/pQFoyx7rp09.jpg"}})
	same(t, "directors and writers", [][]Person{c.Directors, c.Writers}, [][]Person{{darcy}, {darcy}})
	same(t, "departments", []string{c.Crew[0].Department, c.Crew[1].Department, c.Crew[2].Department, c.Crew[3].Department}, []string{"directing", "costume", "writing", "crew"})

	cut := reading(t, "credits5000.csv", "movie_id,title,cast,crew\r\n"+
		`99,T,"[{""character"": ""William \""Bill\"" T"", ""id"": 5, ""name"": ""St\u00e9n"", ""order"": 0}, {""character"": ""Half a`)
	cut.is(t, CreditsTable, 1)
	same(t, "the complete one", cut.claims[0].Cast, []Part{{Person: Person{Name: "Stén", MoviedbID: 5}, Character: `William "Bill" T`}})
	cut.repaired(t, "cut_row", 1)
	cut.repaired(t, "cut_list", 1)
}

func TestKeywordsComeByNumber(t *testing.T) {
	got := reading(t, "k.csv", "tmdb_id,keywords\n188,\"[{'id': 6, 'name': 'high school'}, {'id': 7, 'name': 'high school'}]\"\n189,[]\n")
	got.is(t, KeywordsTable, 1)
	got.rejected(t, NothingStated)
	same(t, "claim", []any{got.claims[0].MoviedbID, got.claims[0].Keywords}, []any{188, []string{"high school"}})
}

func TestFilmDocumentsOfEveryCrawlAreRead(t *testing.T) {
	for _, test := range []struct {
		format Format
		doc    string
		check  func(*testing.T, Claim)
	}{
		{ChartCrawl, `{"tmdb_id": 100, "title": "T", "poster_url": "https://img/t/p/w342/6pJB2t3MbQUy9m.jpg", "trailer_key": null, "budget": 1350000, "revenue": 0, "genres": ["Comedy"],
			"director": "A B, C D", "cast": [{"name": "E", "character": "Big \"C\"", "profile": "https://img/t/p/w185/tkYWG9gY2Qp.jpg"}], "imdb_id": "tt0000801", "vote_average": 8.1, "vote_count": 7, "release_date": "1998-08-28"}`,
			func(t *testing.T, c Claim) {
				same(t, "poster", c.PosterPath, "/6pJB2t3MbQUy9m.jpg")
				same(t, "directors", c.Directors, []Person{{Name: "A B"}, {Name: "C D"}})
				same(t, "cast", c.Cast, []Part{{Person: Person{Name: "E"}, Character: `Big "C"`, Profile: "/tkYWG9gY2Qp.jpg"}})
				same(t, "money", []film.Amount{c.Budget, c.WorldGross}, []film.Amount{{Amount: 1_350_000, Currency: "USD"}, {}})
			}},
		{ListingCrawl, `{"title": "Pirates", "release_date": "", "vote_average": 0, "genres": "Comedy, Drama", "overview": "", "poster_path": "https://img/t/p/w500null", "imdb_id": null, "id": 83, "type": "movie"}`,
			func(t *testing.T, c Claim) {
				same(t, "claim", []any{c.ID.String(), c.MoviedbID, c.Genres, c.PosterPath, c.MoviedbRating}, []any{"tt0000000", 83, []string{"Comedy", "Drama"}, "", 0.0})
			}},
		{SmallCrawl, `{"overview": "O.", "popularity": 15.1, "original_title": "T", "runtime": 105, "release_date": "1998-08-28", "vote_average": 8.1, ` +
			`"vote_count": 6, "status": "Released", "tagline": "E=mc\u00b2", "spoken_languages": "es|en", "cast": "A B|C D", "id": 84}`,
			func(t *testing.T, c Claim) {
				same(t, "claim", []any{c.OriginalTitle, c.Languages, len(c.Cast), c.Cast[1].Name, c.Tagline}, []any{"T", []string{"es", "en"}, 2, "C D", "E=mc²"})
			}},
		{FullCrawl, `{"id": 85, "title": "T", "imdb_id": "tt0000805", "production_companies": ["X"], "production_countries": ["US"], ` +
			`"credits": {"cast": [{"name": "A", "character": "B"}], "crew": [{"name": "D", "department": "Directing", "job": "Director"}]}, ` +
			`"keywords": ["sea"], "summaries": ["It is long.\u2014Ada Lamp <ada@example.org>", "A sea\u2014of ice", "No plot yet", "It goes on. See full summary", 5, {"a": "b"}], "synopsis": "All of it."}`,
			func(t *testing.T, c Claim) {
				same(t, "claim", []any{c.Companies[0].Name, c.Countries, c.Keywords, c.Directors, len(c.Crew)}, []any{"X", []string{"US"}, []string{"sea"}, []Person{{Name: "D"}}, 1})
				same(t, "synopses, whole and without who wrote them (REQ F2-154)", c.Synopses, []string{"It is long.", "A sea—of ice", "All of it."})
			}},
		{MoviedbFilm, `{"adult": false, "id": 86, "imdb_id": "tt0000806", "original_title": "T", "overview": "O", "release_date": "2001-01-01", ` +
			`"vote_average": 7.0, "genres": [{"id": 28, "name": "Action"}], "keywords": {"keywords": [{"id": 1, "name": "sea"}]}}`,
			func(t *testing.T, c Claim) {
				same(t, "claim", []any{c.Genres, c.Keywords, c.Year}, []any{[]string{"Action"}, []string{"sea"}, 2001})
			}},
	} {
		t.Run(string(test.format), func(t *testing.T) {
			got := reading(t, "1.json", test.doc)
			got.is(t, test.format, 1)
			test.check(t, got.claims[0])
		})
	}
}

func TestDocumentsThatAreNoFilmsAreRejected(t *testing.T) {
	got := reading(t, "d.json", `{"title": "Show", "poster_path": "", "imdb_id": "NO ID", "id": 1, "type": "tv"}
{"title": "Caf`+"\xe9"+`", "poster_path": "", "imdb_id": "tt0000901", "id": 2, "type": "movie", "overview": "NO OVERVIEW", "release_date": "NO DATE"}
{"title": "", "poster_path": "", "imdb_id": "tt0000902", "id": 3, "type": "movie"}
{"something": "else"}
{"title": "cut`)
	got.is(t, ListingCrawl, 1)
	got.rejected(t, NotAFilm, NoTitle, UnknownShape, BadDocument)
	same(t, "title saved in the code page", []any{got.claims[0].Title, got.claims[0].Overview}, []any{"Café", ""})
	got.repaired(t, "code_page", 1)
}
