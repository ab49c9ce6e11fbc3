package source

import (
	"context"
	"testing"

	"kinodex/internal/film"
)

func TestOfficialTablesAreReadWithTheirNulls(t *testing.T) {
	got := reading(t, "title.basics.2019-03.tsv", "\ufefftconst\ttitleType\tprimaryTitle\toriginalTitle\tisAdult\tstartYear\tendYear\truntimeMinutes\tgenres\n"+
		"tt0000101\tmovie\tThe \"Quiet\" Harbour\tDer stille Hafen\t0\t1931\t\\N\t88\tDrama,Sci-Fi\n"+
		"tt0000102\ttvEpisode\tEpisode 3\tEpisode 3\t0\t\\N\t\\N\t\\N\t\\N\n"+
		"tt0000103\tmovie\tLate Show\tLate Show\t1\t1999\t\\N\t\\N\tAdult,Comedy\r\n"+
		"not an id\tmovie\tX\tX\t0\t1999\t\\N\t\\N\t\\N\n"+
		"tt0000104\tA title that slipped\tmovie\tY\t0\t1999\t\\N\t\\N\t\\N\n"+
		"tt0000105\tmovie\n")
	got.is(t, TitleBasics, 3)
	got.rejected(t, NoID, ShiftedColumns, ShiftedColumns)
	c := got.claims[0]
	same(t, "origin", c.Origin, Origin{Source: Filmdb, Format: TitleBasics, File: "title.basics.2019-03.tsv", Line: 2, Period: "2019-03"})
	same(t, "title", c.Title, `The "Quiet" Harbour`)
	same(t, "original", c.OriginalTitle, "Der stille Hafen")
	same(t, "year, runtime", []int{c.Year, c.Runtime}, []int{1931, 88})
	same(t, "genres", c.Genres, []string{"Drama", "Sci-Fi"})
	same(t, "kinds", []Kind{c.Kind, got.claims[1].Kind}, []Kind{Movie, Episode})
	same(t, "unknown year", got.claims[1].Year, 0)
	same(t, "adult", got.claims[2].Adult, true)
	same(t, "line of the first reject", got.rejects[0].Origin.Line, 5)
}

func TestCommaFormOfTheOfficialTablesIsTheSameFormat(t *testing.T) {
	got := reading(t, "whatever.csv", "tconst,titleType,primaryTitle,originalTitle,isAdult,startYear,endYear,runtimeMinutes,genres\r\n"+
		"tt0000101,movie,\"Hello, \"\"you\"\"\",Hello,0,2001,,118,\"Comedy,Romance\"\r\n"+
		"tt0000102,movie,,,0,2001,,,\r\n")
	got.is(t, TitleBasics, 1)
	got.rejected(t, NoTitle)
	same(t, "title", got.claims[0].Title, `Hello, "you"`)
	same(t, "genres", got.claims[0].Genres, []string{"Comedy", "Romance"})
}

func TestRatingsAreReadWithTheirPeriod(t *testing.T) {
	got := reading(t, "title_ratings_2023.csv", "tconst,averageRating,numVotes\r\ntt0000001,5.7,1974\r\ntt0000002,,\r\n")
	got.is(t, TitleRatings, 1)
	got.rejected(t, NothingStated)
	same(t, "rating", got.claims[0].FilmdbRating, 5.7)
	same(t, "votes", got.claims[0].FilmdbVotes, 1974)
	same(t, "period", got.claims[0].Origin.Period, "2023")
}

func TestCrewAndPrincipalsNamePeopleByID(t *testing.T) {
	crew := reading(t, "crew.csv", "\"tconst\",\"directors\",\"writers\"\n\"tt0000101\",,\"nm0000007,nm0000008\"\n\"tt0000102\",,\n")
	crew.is(t, TitleCrew, 1)
	crew.rejected(t, NothingStated)
	same(t, "writers", crew.claims[0].Writers, []Person{{NamedbID: 7}, {NamedbID: 8}})

	cast := reading(t, "principals.tsv", "tconst\tordering\tnconst\tcategory\tjob\tcharacters\n"+
		"tt0000101\t1\tnm0000001\tactor\t\\N\t[\"Jack\",\"The \\\"King\\\"\"]\n"+
		"tt0000101\t2\tnm0000002\tdirector\t\\N\t\\N\n"+
		"tt0000101\t3\tnm0000003\tcinematographer\t\\N\t\\N\n"+
		"tt0000102\t1\tnm0000004\tself\t\\N\t[\"Himself\"]\n"+
		"tt0000102\t2\tnm0000004\tarchive_footage\t\\N\t\\N\n")
	cast.is(t, TitlePrincipals, 2)
	cast.repaired(t, "archive_footage", 1)
	c := cast.claims[0]
	same(t, "cast", c.Cast, []Part{{Person: Person{NamedbID: 1}, Character: `Jack / The "King"`, Order: 0}})
	same(t, "directors", c.Directors, []Person{{NamedbID: 2}})
	same(t, "crew", c.Crew, []Job{{Person: Person{NamedbID: 3}, Department: "camera", Job: "Director of Photography"}})
}

func TestNamesAreReadApartFromClaims(t *testing.T) {
	got := reading(t, "name.basics.tsv", "nconst\tprimaryName\tknownForTitles\nnm0000001\tAda Lamp\ttt0000007,tt0000012\nnm0000002\t\\N\t\\N\nnm0000003\tBo Reed\t\\N\n")
	got.is(t, NameBasics, 0)
	var names []Name
	var rejects []Reject
	err := got.file.ReadNames(context.Background(), func(n Name) error {
		names = append(names, n)
		return nil
	}, func(r Reject) { rejects = append(rejects, r) }, nil)
	same(t, "error", err, nil)
	same(t, "names", names, []Name{{1, "Ada Lamp", []film.ID{7, 12}}, {ID: 3, Name: "Bo Reed"}})
	same(t, "rejects", len(rejects), 1)
}

func TestYearlyTablesLoseTheirFaults(t *testing.T) {
	const head = "Title,Year,Duration,MPA,Rating,Votes,méta_score,description,Movie Link,writers,directors,stars,budget,opening_weekend_Gross," +
		"grossWorldWWide,gross_US_Canada,release_date,countries_origin,filming_locations,production_company,awards_content,genres,Languages\n"
	link := func(id string) string { return "https://www.example.org/title/" + id + "/?ref_=sr" }
	got := reading(t, "t.csv", head+
		`1. 1984: The Play,1956,1h 7m,R,7.1,1.2M,66,Add a Plot,`+link("tt0000201")+`,"['A B', ""C O'D"", 'A B']",['E F'],"['G H', 'I J']",`+
		`"$18,000 (estimated)",,"$9,297",$12,"February 27, 1956","['West Germany', 'Soviet Union', 'Oz']",,['K & L'],"Awards, 2 wins","['Time Travel', `+
		`'Drama', 'Horror']","['None', 'German']"`+"\n"+
		`12. Plain,1956,PG-13,,,9.9K,,A man walks.,`+link("tt0000202")+`,,,,"FRF30,000,000 (estimated)",,,,April 1957,,,,,[],"['English', 'Klingon', 'French']"`+"\n"+
		`3. Gold,1956,50m,,,432,,It is gold.,`+link("tt0000203")+`,,,,"XAU1,000,000 (estimated)",,,,1957,,,,,,`+"\n"+
		`4. Lost,1956,,,,,,,nowhere,,,,,,,,,,,,,,`+"\n")
	got.is(t, YearlyDetails, 3)
	got.rejected(t, ShiftedColumns)
	c := got.claims[0]
	same(t, "id", c.ID.String(), "tt0000201")
	same(t, "title", c.Title, "1984: The Play")
	same(t, "votes", []int{c.FilmdbVotes, got.claims[1].FilmdbVotes, got.claims[2].FilmdbVotes}, []int{1_200_000, 9_900, 432})
	same(t, "runtimes", []int{c.Runtime, got.claims[1].Runtime, got.claims[2].Runtime}, []int{67, 0, 50})
	same(t, "critics", []any{c.CriticScore, c.CriticMeasure}, []any{66.0, WeightedAverage})
	same(t, "overview", c.Overview, "")
	same(t, "writers", c.Writers, []Person{{Name: "A B"}, {Name: "C O'D"}})
	same(t, "budget", c.Budget, film.Amount{Amount: 18_000, Currency: "USD"})
	same(t, "foreign budget", got.claims[1].Budget, film.Amount{Amount: 30_000_000, Currency: "FRF"})
	same(t, "budget in gold", got.claims[2].Budget, film.Amount{})
	same(t, "world gross", c.WorldGross, film.Amount{Amount: 9_297, Currency: "USD"})
	same(t, "junk gross", c.DomesticGross, film.Amount{})
	same(t, "dates", []string{c.ReleaseDate, got.claims[1].ReleaseDate}, []string{"1956-02-27", ""})
	same(t, "countries", c.Countries, []string{"DE", "SU"})
	same(t, "genres", c.Genres, []string{"Drama", "Horror"})
	same(t, "keywords", c.Keywords, []string{"time travel"})
	same(t, "languages", []any{c.Language, c.Languages}, []any{"de", []string{"de"}})
	same(t, "spoken", []any{got.claims[1].Language, got.claims[1].Languages}, []any{"", []string{"en", "fr"}})
	same(t, "company", c.Companies[0].Name, "K & L")
	for fault, times := range map[string]int{
		"overview_placeholder": 1, "certificate_for_runtime": 1, "votes_rounded": 2, "money_junk": 1,
		"money_currency_unknown": 1, "date_without_day": 2, "unknown_country": 1,
		"language_without_code": 1, "interest_as_keyword": 1,
	} {
		got.repaired(t, fault, times)
	}
}

func TestSearchTablesLoseTheirFaults(t *testing.T) {
	list := reading(t, "list.csv", ",_id,movie_title,year,mpaa_rating,runtime,genre,rating,metascore,summary,director,stars,votes,gross_revenue_us_canada,imdb_url,image_url\n"+
		`0,1,Dawn,1979,R,"1,440","Crime, Drama",,62        ,"Some go up a hill and ...                See full summary »","A B, C D","     E F, G H","1,704",,https://x/title/tt0000301/?ref,`+"\n"+
		`1,2,Dusk,II) ,,,,,,Add a Plot,,,$0.10M,,https://x/title/tt0000302/,`+"\n"+
		`2,3,,1980,,,,,,,,,,,https://x/title/tt0000303/,`+"\n")
	list.is(t, SearchList, 2)
	list.rejected(t, NoTitle)
	c := list.claims[0]
	same(t, "overview", []any{c.Overview, c.OverviewCut}, []any{"Some go up a hill and …", true})
	same(t, "people", []any{c.Directors, c.Cast[0].Name, len(c.Cast)}, []any{[]Person{{Name: "A B"}, {Name: "C D"}}, "E F", 2})
	same(t, "numbers", []any{c.FilmdbVotes, c.Runtime, c.CriticScore}, []any{1704, 1440, 62.0})
	same(t, "no votes for a gross", list.claims[1].FilmdbVotes, 0)
	for fault, times := range map[string]int{"year_lost": 1, "gross_for_votes": 1, "overview_cut": 1, "overview_placeholder": 1} {
		list.repaired(t, fault, times)
	}

	details := reading(t, "details.csv", "_id,imdb_url,aggregate_rating_score,popularity_score,release_date_us,country_of_origin,also_known_as,"+
		"estimated_budget,opening_weekend_domestic_date,opening_weekend_domestic_gross,worldwide_gross,image_url_big\n"+
		`1,https://x/title/tt0000301/?r,4.5,,"Jun 3, 1990",United States,,20000,,,13136,"https://img/A@._V1_UY98_CR3,0,67,98_AL_.jpg@._V1_FMjpg_UX400_.jpg"`+"\n"+
		"2,https://x/title/tt0000302/,,,\"September 20, 1990 (Portugal)\",Italy,,CA50000,,,,https://img/B._V1_FMjpg_UX400_.jpg\n"+
		"3,https://x/title/tt0000303/,,,1990,,,FRF\u00a0500000,,,,\n")
	details.is(t, SearchDetails, 3)
	same(t, "unmarked budget", details.claims[0].Budget, film.Amount{Amount: 20_000, Currency: "USD"})
	same(t, "marked budgets", []film.Amount{details.claims[1].Budget, details.claims[2].Budget}, []film.Amount{{Amount: 50_000, Currency: "CAD"}, {Amount: 500_000, Currency: "FRF"}})
	same(t, "dates", []string{details.claims[0].ReleaseDate, details.claims[1].ReleaseDate, details.claims[2].ReleaseDate}, []string{"1990-06-03", "1990-09-20", ""})
	same(t, "poster written twice", details.claims[0].PosterURL, "https://img/A@._V1_FMjpg_UX400_.jpg")
	details.repaired(t, "release_abroad", 1)
	details.repaired(t, "poster_address", 1)
}

func TestFiveThousandKeepsABudgetOnlyWhereItsCurrencyIsPlain(t *testing.T) {
	const head = "director_name,duration,actor_1_name,actor_2_name,actor_3_name,gross,genres,movie_title,num_voted_users,plot_keywords,movie_imdb_link,language,country,budget,title_year,imdb_score\r\n"
	row := func(id, country, budget string) string {
		return "A B,178,C D,,E F,760505847,Action|Sci-Fi,Sky\u00a0,88,moon|a sea,http://x/title/" + id + "/?ref,English," + country + "," + budget + ",2009,7.9\r\n"
	}
	got := reading(t, "m.csv", head+row("tt0000401", "USA", "237000000")+row("tt0000402", "South Korea", "12215500000")+row("tt0000401", "USA", "1")+row("tt0000403", "Official site", "5000"))
	got.is(t, FiveThousand, 3)
	got.rejected(t, Repeated)
	same(t, "title", got.claims[0].Title, "Sky")
	same(t, "budgets", []film.Amount{got.claims[0].Budget, got.claims[1].Budget, got.claims[2].Budget}, []film.Amount{{Amount: 237_000_000, Currency: "USD"}, {}, {}})
	same(t, "cast", []string{got.claims[0].Cast[0].Name, got.claims[0].Cast[1].Name}, []string{"C D", "E F"})
	same(t, "keywords", got.claims[0].Keywords, []string{"moon", "a sea"})
	got.repaired(t, "money_currency_unknown", 2)
	got.repaired(t, "unknown_country", 1)
}

func TestPosterIndexLeavesOutWhatCannotBeRead(t *testing.T) {
	got := reading(t, "i.csv", "imdb_id,title,year,rated,released,runtime,genre,director,writer,actors,plot,language,country,awards,poster,metascore,imdb_rating,imdb_votes\r\n"+
		"tt0000501,Moon,1902,N/A,4-Oct-1902,13 min,\"Short, Fantasy\",Georges M_\xa9li_\xacs,\"A B (novel), A B (screenplay)\",\"C D, E F\",They go.,N/A,\"France, UK\",N/A,http://x/p.jpg,N/A,8.2,\"28,826\"\r\n")
	got.is(t, PosterIndex, 1)
	c := got.claims[0]
	same(t, "kind and genres", []any{c.Kind, c.Genres}, []any{Short, []string{"Fantasy"}})
	same(t, "people", []any{len(c.Directors), c.Writers, c.Cast[1].Name}, []any{0, []Person{{Name: "A B"}}, "E F"})
	same(t, "facts", []any{c.Runtime, c.FilmdbVotes, c.ReleaseDate, c.Countries, c.CriticScore}, []any{13, 28826, "1902-10-04", []string{"FR", "GB"}, 0.0})
	got.repaired(t, "letters_lost", 1)
}

func TestYearsThatLostTheirCenturyAreThatOfTheFilm(t *testing.T) {
	const head = "imdb_id,title,year,released,plot,poster,imdb_rating,imdb_votes\n"
	for _, test := range []struct{ year, released, want string }{
		{"2002", "4-Oct-02", "2002-10-04"},
		{"1939", "12-Jan-40", "1940-01-12"},
		{"1999", "3-Feb-00", "2000-02-03"},
		{"1954", "26-Apr-54", "1954-04-26"},
		{"1954", "26-Apr-71", ""},
		{"", "26-Apr-71", ""},
		{"1954", "26-Apr-1954", "1954-04-26"},
	} {
		got := reading(t, "i.csv", head+"tt0000701,T,"+test.year+","+test.released+",A plot.,,7.0,50\n")
		got.is(t, PosterIndex, 1)
		same(t, test.released+" of "+test.year, got.claims[0].ReleaseDate, test.want)
		if failed := got.file.Tally.Columns["released"].Failed; (failed == 1) != (test.want == "") {
			t.Errorf("%s of %q: counted as failed %d times", test.released, test.year, failed)
		}
	}
}

func TestIDsOfPeople(t *testing.T) {
	for text, want := range map[string]NameID{
		"nm0000123": 123, "nm123": 123, "nm12345678": 12345678, "nm4294967295": 4294967295,
		"nm4294967296": 0, "nm99999999999999999999": 0, "nm0000000": 0, "nm": 0, "": 0, "tt0000123": 0, "nm12x": 0, "NM0000123": 0,
	} {
		if got := parseNameID([]byte(text)); got != want {
			t.Errorf("%q is %d, want %d", text, got, want)
		}
	}
	for id, want := range map[NameID]string{0: "", 123: "nm0000123", 12345678: "nm12345678"} {
		if got := id.String(); got != want {
			t.Errorf("%d is %q, want %q", id, got, want)
		}
	}
}
