package ingest

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"kinodex/internal/film"
	"kinodex/internal/people"
)

// REQ AC-08, AC-09: ids of people reach the library from every source that states
// them, for those who are in the film's cast and for nobody else.
func TestIDsOfPeopleAreSeenInCasts(t *testing.T) {
	dir := t.TempDir()
	for name, body := range map[string]string{
		"title.basics.tsv": "tconst\ttitleType\tprimaryTitle\toriginalTitle\tisAdult\tstartYear\tendYear\truntimeMinutes\tgenres\n" +
			"tt0000001\tmovie\tThe Sea\tThe Sea\t0\t1990\t\\N\t90\tDrama\n" +
			"tt0000002\tmovie\tThe Hill\tThe Hill\t0\t1991\t\\N\t90\tDrama\n",
		"title.ratings.2023-05.tsv": "tconst\taverageRating\tnumVotes\ntt0000001\t7.1\t900\ntt0000002\t7.1\t900\n",
		"name.basics.tsv": "nconst\tprimaryName\tbirthYear\tdeathYear\tprimaryProfession\tknownForTitles\n" +
			"nm0000001\tAda Lamp\t1950\t\\N\tactress\ttt0000001,tt0000099\n" +
			"nm0000002\tBo Reed\t\\N\t\\N\tproducer\ttt0000002\n", // of another film than the one he plays in
		"netflix_titles.csv": "id,title,type,description,release_year,age_certification,runtime,genres,production_countries,seasons,imdb_id,imdb_score,imdb_votes,tmdb_popularity,tmdb_score\n" +
			"tm1,The Sea,MOVIE,Waves.,1990,,90,['drama'],['US'],,tt0000001,7.1,900,1,7\n",
		"netflix_credits.csv": "person_id,id,name,character,role\n11,tm1,Ada Lamp,Rosa,ACTOR\n12,tm1,Bo Reed,Tom,ACTOR\n13,tm1,Cy Moss,,DIRECTOR\n",
		"oscars.csv": "Ceremony\tYear\tClass\tCanonicalCategory\tCategory\tFilm\tFilmId\tName\tNominees\tNomineeIds\tWinner\tDetail\n" +
			"63\t1990\tWriting\tWRITING\tWRITING\tThe Sea\ttt0000001\tx\tBO REED|Di Fox\tnm0000005|nm0000006\tTrue\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var seen []people.Sighting
	films := 0
	_, err := Build(t.Context(), Options{
		Paths:   []string{dir},
		Sighted: func(s people.Sighting) { seen = append(seen, s) },
		Out: func(f *film.Film) error {
			films++
			return nil
		},
	})
	if err != nil || films != 2 {
		t.Fatal(films, err)
	}
	slices.SortFunc(seen, func(a, b people.Sighting) int {
		return cmp.Or(cmp.Compare(a.NamedbID, b.NamedbID), cmp.Compare(a.ServiceID, b.ServiceID))
	})
	want := []people.Sighting{
		{Film: 1, Name: "Ada Lamp", ServiceID: 11}, {Film: 1, Name: "Bo Reed", ServiceID: 12},
		{Film: 1, Name: "Ada Lamp", NamedbID: "nm0000001"}, {Film: 1, Name: "BO REED", NamedbID: "nm0000005"},
	}
	if !slices.Equal(seen, want) {
		t.Errorf("seen %+v\nwant %+v", seen, want)
	}
}
