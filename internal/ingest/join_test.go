package ingest

import (
	"testing"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
	"kinodex/internal/naming"
)

func persons(names ...string) []source.Person {
	var list []source.Person
	for _, n := range names {
		list = append(list, source.Person{Name: n})
	}
	return list
}

func cast(names ...string) []source.Part {
	var list []source.Part
	for i, n := range names {
		list = append(list, source.Part{Person: source.Person{Name: n}, Order: i})
	}
	return list
}

func TestTitlesAreComparedWithoutWhatSourcesWriteDifferently(t *testing.T) {
	for _, same := range [][2]string{
		{"The Matrix", "Matrix, The"}, {"Amélie", "Amelie"}, {"Kate & Leopold", "Kate and Leopold"},
		{"Rocky II", "Rocky 2"}, {"Se7en", "SE7EN"}, {"It's a Wonderful Life", "Its a Wonderful Life"},
		{"Mission: Impossible", "Mission - Impossible"}, {"The The", "the"}, {"Les Misérables", "Misérables, Les"},
	} {
		if a, b := naming.TitleKey(same[0]), naming.TitleKey(same[1]); a != b || a == "" {
			t.Errorf("%q and %q are one title, got %q and %q", same[0], same[1], a, b)
		}
	}
	for _, different := range [][2]string{
		{"Alien", "Aliens"}, {"Rocky", "Rocky II"}, {"X", "I"}, {"Up", "Up!!! 2"}, {"It", "It Follows"},
	} {
		if a, b := naming.TitleKey(different[0]), naming.TitleKey(different[1]); a == b {
			t.Errorf("%q and %q are two titles, got %q for both", different[0], different[1], a)
		}
	}
}

// The films that a row without id may mean, in the tests of joins.
func library() []source.Claim {
	return []source.Claim{
		{ID: 1, Kind: source.Movie, Title: "Hamlet", Year: 1948, Runtime: 154, Directors: persons("Laurence Olivier"),
			Cast: cast("Laurence Olivier", "Jean Simmons", "Eileen Herlie"), FilmdbRating: 7.6, FilmdbVotes: 18000},
		{ID: 2, Kind: source.Movie, Title: "Hamlet", Year: 2000, Runtime: 112, Directors: persons("Michael Almereyda"),
			Cast: cast("Ethan Hawke", "Kyle MacLachlan", "Diane Venora"), FilmdbRating: 5.9, FilmdbVotes: 11000},
		{ID: 3, Kind: source.Movie, Title: "Hamlet", Year: 2000, Runtime: 178, Directors: persons("Campbell Scott"),
			Cast: cast("Campbell Scott", "Blair Brown"), FilmdbRating: 6.9, FilmdbVotes: 500},
		{ID: 4, Kind: source.Movie, Title: "The Lives of Others", OriginalTitle: "Das Leben der Anderen", Year: 2006, Runtime: 137,
			Directors: persons("Florian Henckel von Donnersmarck"), FilmdbRating: 8.4, FilmdbVotes: 400000},
		{ID: 5, Kind: source.Movie, Title: "Obscure Thing", Year: 2010, Runtime: 80, FilmdbRating: 5, FilmdbVotes: 12},
		{ID: 6, Kind: source.Movie, Title: "Famous Thing", Year: 2010, Runtime: 80, ReleaseDate: "2010-05-07", FilmdbRating: 7, FilmdbVotes: 90000},
		{ID: 7, Kind: source.Series, Title: "Famous Show", Year: 2010, Runtime: 45, FilmdbRating: 8, FilmdbVotes: 90000},
		{ID: 8, MoviedbID: 80, Kind: source.Movie, Title: "Known to Both", Year: 1999, Runtime: 100, Directors: persons("A Maker"), FilmdbRating: 7, FilmdbVotes: 900},
	}
}

func TestRowsWithoutAnIDFindTheirFilm(t *testing.T) {
	tests := []struct {
		name string
		row  source.Claim
		film film.ID // 0 when it must not be joined
		by   string  // rule, or reason why not
	}{
		{"by the movie database's id", source.Claim{MoviedbID: 80, Overview: "x"}, 8, "moviedb_id"},
		{"namesakes of one year, by director",
			source.Claim{Title: "Hamlet", Year: 2000, Directors: persons("Campbell Scott")}, 3, "title_year_director"},
		{"namesakes of one year, by cast",
			source.Claim{Title: "Hamlet", Year: 2000, Cast: cast("Ethan Hawke", "Bill Murray", "Sam Shepard")}, 2, "title_year_cast"},
		{"namesakes of one year, by runtime",
			source.Claim{Title: "Hamlet", Year: 2000, Runtime: 176}, 3, "title_year_runtime"},
		{"namesakes of one year, by nothing", source.Claim{Title: "Hamlet", Year: 2000}, 0, unmatchedAmbiguous},
		{"namesakes of one year, by another director",
			source.Claim{Title: "Hamlet", Year: 2000, Directors: persons("Kenneth Branagh")}, 0, unmatchedContradicted},
		{"a year off, by director",
			source.Claim{Title: "Das Leben der Anderen", Year: 2007, Directors: persons("Florian Henckel von Donnersmarck")}, 4, "title_year_director"},
		{"two years off", source.Claim{Title: "Hamlet", Year: 1950, Directors: persons("Laurence Olivier")}, 0, unmatchedNotFound},
		{"a year off, by title alone", source.Claim{Title: "Famous Thing", Year: 2011}, 0, unmatchedWeak},
		{"famous, by title and year", source.Claim{Title: "Famous Thing", Year: 2010}, 6, "title_year_unique"},
		{"a year off, by the day of release",
			source.Claim{Title: "Famous Thing", Year: 2011, ReleaseDate: "2010-05-20"}, 6, "title_year_date"},
		{"obscure, by title and year", source.Claim{Title: "Obscure Thing", Year: 2010}, 0, unmatchedWeak},
		{"obscure, by runtime", source.Claim{Title: "Obscure Thing", Year: 2010, Runtime: 81}, 5, "title_year_runtime"},
		{"half an hour longer", source.Claim{Title: "Famous Thing", Year: 2010, Runtime: 125}, 0, unmatchedContradicted},
		{"a series' name", source.Claim{Title: "Famous Show", Year: 2010, Kind: source.Movie}, 0, unmatchedContradicted},
		{"without a year", source.Claim{Title: "Hamlet"}, 0, unmatchedNoYear},
		{"without a title", source.Claim{Year: 2000}, 0, unmatchedNoTitle},
	}
	for _, test := range tests {
		test.row.Tagline = "joined"
		films, report := buildOf(t,
			testInput{source.Filmdb, source.TitleBasics, "2023", library()},
			testInput{source.Encyclopedia, "unmatched", "2022", []source.Claim{test.row}})
		var got film.ID
		for _, f := range films {
			if f.Tagline != nil {
				got = f.ID
			}
		}
		if got != test.film {
			t.Errorf("%s: joined to %v, want %v", test.name, got, test.film)
		}
		if test.film != 0 && report.Joined[test.by] != 1 || test.film == 0 && report.Unjoined[test.by] != 1 {
			t.Errorf("%s: joined %v, not joined %v, want %s", test.name, report.Joined, report.Unjoined, test.by)
		}
	}
}

func TestRowsJoinedByIDDoNotMakeTheirFilmItsOwnNamesake(t *testing.T) {
	films, report := buildOf(t,
		testInput{source.Filmdb, source.TitleBasics, "2023", library()},
		testInput{source.Moviedb, "record", "2022", []source.Claim{{MoviedbID: 80, Title: "Known to Both", Year: 1999}}},
		testInput{source.BoxOffice, "unmatched", "2022", []source.Claim{{Title: "Known to Both", Year: 1999, Tagline: "joined"}}})
	if f := films[len(films)-1]; f.ID != 8 || f.Tagline == nil {
		t.Errorf("joined %v, not joined %v", report.Joined, report.Unjoined)
	}
}

func TestTwoRowsOfOneTitleAndYearAreNotJoinedOnThatAlone(t *testing.T) {
	films, report := buildOf(t,
		testInput{source.Filmdb, source.TitleBasics, "2023", library()},
		testInput{source.BoxOffice, "unmatched", "2022", []source.Claim{
			{Title: "Famous Thing", Year: 2010, WorldGross: film.Amount{Amount: 5_000_000, Currency: "USD"}},
			{Title: "Famous Thing", Year: 2010, WorldGross: film.Amount{Amount: 7_000, Currency: "USD"}},
		}})
	for _, f := range films {
		if f.BoxOffice.WorldwideGross != nil {
			t.Errorf("%s took %d", f.Title, *f.BoxOffice.WorldwideGross)
		}
	}
	if report.Unjoined[unmatchedAmbiguous] != 2 {
		t.Errorf("not joined: %v", report.Unjoined)
	}
}

func TestCreditsOfAListingFollowItsTitle(t *testing.T) {
	films, report := buildOf(t,
		testInput{source.Filmdb, source.TitleBasics, "2023", library()},
		testInput{source.Services, "titles", "2022", []source.Claim{
			{ID: 6, ListingID: "tm6", Title: "Famous Thing", Year: 2010},
			{ListingID: "tm4", Title: "The Lives of Others", Year: 2006, Runtime: 137},
		}},
		testInput{source.Services, "credits", "2022", []source.Claim{
			{ListingID: "tm6", Cast: cast("Someone")}, {ListingID: "tm4", Cast: cast("Ulrich Mühe")},
			{ListingID: "tm9", Cast: cast("Nobody")},
		}})
	names := map[film.ID]string{}
	for _, f := range films {
		if len(f.Cast) > 0 {
			names[f.ID] = f.Cast[0].Name
		}
	}
	if names[6] != "Someone" || names[4] != "Ulrich Mühe" {
		t.Errorf("cast of the listings: %v", names)
	}
	if report.Joined["listing_id"] != 2 || report.Unjoined[unmatchedListing] != 1 {
		t.Errorf("joined %v, not joined %v", report.Joined, report.Unjoined)
	}
}

func TestOneIDOfTheMovieDatabaseGoesToOneFilm(t *testing.T) {
	record := source.Format("record")
	films, report := buildOf(t,
		testInput{source.Filmdb, source.TitleBasics, "2023", []source.Claim{
			{ID: 22879, Kind: source.Movie, Title: "A Farewell to Arms", Year: 1932, Runtime: 89, FilmdbVotes: 9, FilmdbRating: 6},
			{ID: 50379, Kind: source.Movie, Title: "A Farewell to Arms", Year: 1957, Runtime: 152, FilmdbVotes: 9, FilmdbRating: 6},
		}},
		testInput{source.Links, "links_1", "2017", []source.Claim{{ID: 50379, MoviedbID: 22649}}},
		testInput{source.Links, "links_2", "2019", []source.Claim{{ID: 50379, MoviedbID: 22649}}},
		testInput{source.Moviedb, record, "2023", []source.Claim{{ID: 22879, MoviedbID: 22649, Title: "A Farewell to Arms", Year: 1932}}},
	)
	if films[0].ExternalIDs.MoviedbID == nil || *films[0].ExternalIDs.MoviedbID != 22649 {
		t.Errorf("the film of the movie database's own record has id %v", films[0].ExternalIDs.MoviedbID)
	}
	if films[1].ExternalIDs.MoviedbID != nil {
		t.Errorf("the film that two lists of links name has id %d too", *films[1].ExternalIDs.MoviedbID)
	}
	if c := report.Fields["filmdb_id"]; c == nil || c.Differed != 1 || len(c.Sample) != 1 {
		t.Errorf("the conflict is reported as %+v", c)
	}
}
