package source

import (
	"testing"

	"kinodex/internal/film"
)

const akasHead = "titleId\tordering\ttitle\tregion\tlanguage\ttypes\tattributes\tisOriginalTitle\n"

// REQ F2-70
func TestTitlesByCountryBecomeOneClaimAFilm(t *testing.T) {
	got := reading(t, "title.akas.tsv", akasHead+
		"tt0000001\t1\tCarmencita\t\\N\t\\N\toriginal\t\\N\t1\n"+
		"tt0000001\t2\tКарменсита\tRU\t\\N\timdbDisplay\t\\N\t0\n"+
		"tt0000001\t3\tКарменсита\tRU\t\\N\timdbDisplay\t\\N\t0\n"+
		"tt0000001\t4\tDie Tänzerin\tXWG\tde\tworking\x02tv\t\\N\t0\n"+
		"tt0000001\t5\tカルメンシータ\tJP\tja\t\\N\tliteral title\t0\n"+
		"tt0000001\t6\tCarmencita abroad\tXWW\ten\tfestival\t\\N\t0\n"+
		"tt0000001\t7\t\\N\tFR\t\\N\t\\N\t\\N\t0\n"+
		"nm0000001\t1\tNo film\tFR\t\\N\t\\N\t\\N\t0\n"+
		"tt0000002\t1\tLe clown\tFR\t\\N\t\\N\t\\N\t0\n")
	got.is(t, TitleAkas, 2)
	got.rejected(t, NoTitle, NoID)
	same(t, "film", []any{got.claims[0].ID.String(), got.claims[1].ID.String()}, []any{"tt0000001", "tt0000002"})
	same(t, "titles", got.claims[0].Titles, []film.Title{
		{Title: "Carmencita", Kind: film.Known("original")}, {Title: "Карменсита", Region: film.Known("RU")}, {Title: "Die Tänzerin", Region: film.Known("DE"), Language: film.Known("de"), Kind: film.Known("working")},
		{Title: "カルメンシータ", Region: film.Known("JP"), Language: film.Known("ja")}, {Title: "Carmencita abroad", Language: film.Known("en"), Kind: film.Known("festival")},
	})
	same(t, "the last film", got.claims[1].Titles, []film.Title{{Title: "Le clown", Region: film.Known("FR")}})
}

// REQ F2-70 to F2-72, F2-77
func TestRecordsGiveTitlesReleasesAndCollections(t *testing.T) {
	got := reading(t, "r.ndjson", `{"fetched_at":"2026-11-01T00:00:00Z","id":5,"imdb_id":"tt0000105","title":"A","original_title":"B","overview":"","release_date":"2001-02-03","vote_average":1,"vote_count":1,`+
		`"external_ids":{"imdb_id":"tt0000105","wikidata_id":"Q7","facebook_id":"A.film","twitter_id":null},"belongs_to_collection":{"id":77,"name":"The A Collection","poster_path":null},`+
		`"alternative_titles":{"titles":[{"iso_3166_1":"DE","title":"Der A","type":""},{"iso_3166_1":"US","title":"Project A","type":"Working title"},{"iso_3166_1":"XX","title":"Ah","type":"romanization"},{"iso_3166_1":"FR","title":""}]},`+
		`"translations":{"translations":[{"iso_3166_1":"SA","iso_639_1":"ar","data":{"title":"ألف","overview":"x"}},{"iso_3166_1":"FR","iso_639_1":"fr","data":{"title":"","overview":"y"}}]},`+
		`"release_dates":{"results":[{"iso_3166_1":"GB","release_dates":[{"certification":"12A","release_date":"2001-03-01T00:00:00.000Z","type":3},{"certification":"","release_date":"","type":1}]},`+
		`{"iso_3166_1":"US","release_dates":[{"certification":"NR","release_date":"2001-02-03T00:00:00.000Z","type":6},{"certification":"<b>","release_date":"soon","type":9}]}]}}`+"\n")
	got.is(t, MoviedbRecord, 1)
	c := got.claims[0]
	same(t, "titles", c.Titles, []film.Title{{Title: "Der A", Region: film.Known("DE")},
		{Title: "Project A", Region: film.Known("US"), Kind: film.Known("working")}, {Title: "Ah", Kind: film.Known("alternative")},
		{Title: "ألف", Region: film.Known("SA"), Language: film.Known("ar"), Kind: film.Known("translation")}})
	same(t, "releases", c.Releases, []film.Release{{Country: "GB", Date: film.Known("2001-03-01"), Certification: film.Known("12A"), Kind: film.Known("theatrical")}, {Country: "US", Date: film.Known("2001-02-03"), Kind: film.Known("television")}})
	same(t, "collection", c.Collection, &film.Collection{ID: 77, Name: "The A Collection"})
	same(t, "ids elsewhere", c.Externals, []film.ExternalID{{Database: "wikidata", ID: "Q7"}})
	got.repaired(t, "certification_unreadable", 1)
}

// REQ F2-77
func TestWikidataGivesItsOwnIdsAndThoseOfOthers(t *testing.T) {
	got := reading(t, "w.ndjson", `{"wikidata_id":"Q42198","imdb_id":"tt0000105","external_ids":{"P1258":"m/heat","P6127":"heat-1995","P1712":"movie/<heat>","P999":"x"}}`+"\n"+
		`{"wikidata_id":"Q8","imdb_id":"tt0000106","external_ids":null,"countries":["FR"],"languages":["fr"],"labels":{"xx":"None","ru":"","fr":"La Chaleur","ja":" ヒート ","hi":null,"de":["x"]}}`+"\n"+
		`{"wikidata_id":null,"imdb_id":"tt0000107"}`+"\n")
	got.is(t, WikidataFilm, 2)
	got.rejected(t, NothingStated)
	same(t, "ids", got.claims[0].Externals, []film.ExternalID{{Database: "letterboxd", ID: "heat-1995"}, {Database: "rottentomatoes", ID: "m/heat"}, {Database: "wikidata", ID: "Q42198"}})
	same(t, "labels", got.claims[1].Titles, []film.Title{ // REQ F2-149
		{Title: "La Chaleur", Language: film.Known("fr")}, {Title: "ヒート", Language: film.Known("ja"), Kind: film.Known("translation")},
	})
	same(t, "its own alone", got.claims[1].Externals, []film.ExternalID{{Database: "wikidata", ID: "Q8"}})
}

// REQ F2-71, F2-72
func TestTablesGiveCertificationsOfTheUnitedStatesAndCollections(t *testing.T) {
	const row = "%s,0.0,,\"{'id': 9, 'name': 'The T Collection', 'poster_path': None}\",0.0,[],,268254,en,T,,0.6,,[],[],2001-01-02,0.0,0.0,[],Released,,T,0.0,3.0,1.0,"
	got := reading(t, "final_2015.csv", yearHead+"tt0000602"+row[2:]+"PG-13\r\n"+"tt0000603"+row[2:]+"NR\r\n")
	got.is(t, MoviedbYear, 2)
	same(t, "certified", got.claims[0].Releases, []film.Release{{Country: "US", Certification: film.Known("PG-13")}})
	same(t, "not rated", got.claims[1].Releases, []film.Release(nil))
	same(t, "collection", got.claims[0].Collection, &film.Collection{ID: 9, Name: "The T Collection"})
}

// REQ F2-70, F2-71
func TestPagesGiveAnotherTitleAndWhereTheyDateTheRelease(t *testing.T) {
	got := reading(t, "imdb_1990_details.csv", "_id,imdb_url,aggregate_rating_score,release_date_us,country_of_origin,also_known_as\n"+
		"1,https://www.imdb.com/title/tt0000701/,5.6,\"March 5, 1990 (Germany)\",Germany,Марс атакує!\n"+
		"2,https://www.imdb.com/title/tt0000702/,5.6,\"March 6, 1990\",United States,\n")
	got.is(t, SearchDetails, 2)
	same(t, "title", got.claims[0].Titles, []film.Title{{Title: "Марс атакує!"}})
	same(t, "abroad", got.claims[0].Releases, []film.Release{{Country: "DE", Date: film.Known("1990-03-05")}})
	same(t, "at home", got.claims[1].Releases, []film.Release{{Country: "US", Date: film.Known("1990-03-06")}})
	same(t, "none", got.claims[1].Titles, []film.Title(nil))
}
