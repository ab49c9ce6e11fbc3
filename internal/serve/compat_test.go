package serve_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/serve"
)

// foreign opens a house that answers the interfaces of others.
func foreign(t *testing.T) *site {
	t.Helper()
	return open(t, func(o *serve.Options) { o.Compat = []string{"omdb", "tmdb", "tmdb"} })
}

// object reads the body.
func (a *answer) object() (o map[string]any) {
	a.t.Helper()
	if err := json.Unmarshal(a.body, &o); err != nil {
		a.t.Fatalf("%s: %v: %s", a.what, err, a.body)
	}
	return o
}

// ids are the numbers of a list of objects.
func ids(list any) (all []int) {
	for _, one := range list.([]any) {
		all = append(all, int(one.(map[string]any)["id"].(float64)))
	}
	return all
}

// REQ CO-01: the interfaces of others are answered only where the operator says so, and a name
// that is none is refused when the service starts.
func TestInterfacesOfOthersAreOffUnlessNamed(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, path := range []string{"/tmdb/3/configuration", "/tmdb/3/movie/501", "/tmdb/t/p/w500/tt0000101.jpg", "/omdb/?i=tt0000101"} {
		if a := s.get(path); a.status != 404 || a.object()["error"] == nil {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
	if _, err := serve.New(serve.Options{App: s.App, Compat: []string{"tmdb", "imdb"}}); err == nil || !strings.Contains(err.Error(), `"imdb"`) || !strings.Contains(err.Error(), "omdb, tmdb") {
		t.Errorf("an unknown interface: %v", err)
	}
}

// REQ CO-02, CO-03, CO-04: a film by its number there, by our number and by its id is one film,
// and has the record's facts and nothing else.
func TestAFilmInTheShapeOfTheMovieDatabase(t *testing.T) {
	t.Parallel()
	s := foreign(t)
	for _, c := range []struct {
		path string
		id   int
		imdb string
	}{
		{"501", 501, apptest.Crossing}, {"501-the-crossing", 501, apptest.Crossing}, {"tt0000101", 501, apptest.Crossing},
		{"1000000101", 501, apptest.Crossing}, {"1000000103", 1000000103, "tt0000103"}, {"tt0000103", 1000000103, "tt0000103"},
	} {
		a := s.get("/tmdb/3/movie/" + c.path)
		if o := a.object(); a.status != 200 || o["id"] != float64(c.id) || o["imdb_id"] != c.imdb {
			t.Errorf("%s: %d %s", c.path, a.status, a.body)
		}
	}
	o := s.get("/tmdb/3/movie/501").object()
	for name, want := range map[string]any{
		"title": "The Crossing", "original_title": "The Crossing", "original_language": "de", "release_date": "1948-10-02", "runtime": 98.0,
		"budget": 410000.0, "revenue": 2150000.0, "vote_average": 8.6, "vote_count": 182500.0, "tagline": "One river. Two worlds.", "status": "Released",
		"backdrop_path": nil, "belongs_to_collection": nil, "homepage": "", "adult": false, "video": false,
	} {
		if o[name] != want {
			t.Errorf("%s is %v, want %v", name, o[name], want)
		}
	}
	if got := ids(o["genres"]); !slices.Equal(got, []int{18, 10752}) {
		t.Errorf("genres %v", got)
	}
	bare := s.get("/tmdb/3/movie/" + apptest.Bare).object()
	for name, want := range map[string]any{"overview": "", "release_date": "", "runtime": 0.0, "poster_path": nil, "original_language": "", "vote_count": 0.0} {
		if bare[name] != want {
			t.Errorf("of a film of which nothing is known, %s is %v, want %v", name, bare[name], want)
		}
	}
	for _, name := range []string{"genres", "origin_country", "production_companies", "production_countries", "spoken_languages"} {
		if list, ok := bare[name].([]any); !ok || len(list) != 0 {
			t.Errorf("of a film of which nothing is known, %s is %v, want a list", name, bare[name])
		}
	}
}

// REQ CO-05: parts of a film are answers of their own and parts of the film's answer, the same,
// and cost nothing more; lists of other films are questions of their own.
func TestAnAnswerHasThePartsThatAreAppended(t *testing.T) {
	t.Parallel()
	s := foreign(t)
	parts := []string{"credits", "keywords", "images", "release_dates", "alternative_titles", "external_ids", "videos", "translations", "watch/providers"}
	whole := s.get("/tmdb/3/movie/510?append_to_response=" + url.QueryEscape(strings.Join(parts, ",")+",nonsense")).object()
	for _, part := range parts {
		alone := s.get("/tmdb/3/movie/510/" + part).object()
		if alone["id"] != 510.0 {
			t.Errorf("%s is of %v", part, alone["id"])
		}
		delete(alone, "id")
		a, _ := json.Marshal(alone)
		b, _ := json.Marshal(whole[part])
		if string(a) != string(b) {
			t.Errorf("%s alone is %s, appended %s", part, a, b)
		}
	}
	if whole["nonsense"] != nil {
		t.Error("a part that is none")
	}
	cast := whole["credits"].(map[string]any)["cast"].([]any)
	if first := cast[0].(map[string]any); len(cast) != 18 || first["name"] != "Ada Crane" || first["character"] != "The Bride" || first["id"] == 0.0 {
		t.Errorf("%d in the cast, first %v", len(cast), first)
	}
	key := s.Key(access.Writer)
	used := func(path string) int {
		n, _ := strconv.Atoi(s.ask(request{path: path, header: map[string]string{"X-API-Key": key}}).header.Get("X-Ratelimit-Remaining"))
		return n
	}
	left := used("/tmdb/3/movie/510")
	for _, c := range []struct {
		parts string
		cost  int
	}{{"credits,images,watch/providers", 1}, {"similar", 2}, {"similar,recommendations", 3}} {
		now := used("/tmdb/3/movie/510?append_to_response=" + c.parts)
		if left-now != c.cost {
			t.Errorf("%s cost %d, want %d", c.parts, left-now, c.cost)
		}
		left = now
	}
	for left > 1 {
		left = used("/tmdb/3/movie/510")
	}
	if a := s.ask(request{path: "/tmdb/3/movie/510?append_to_response=similar", header: map[string]string{"X-API-Key": key}}); a.status != 429 || a.object()["status_code"] != 25.0 {
		t.Errorf("more than is left: %d %s", a.status, a.body)
	}
	if used("/tmdb/3/configuration"); used("/tmdb/3/movie/510") != 0 {
		t.Error("what was refused cost something")
	}
	if a := s.get("/tmdb/3/movie/510?append_to_response=" + strings.Join(numbered(21), ",")); a.status != 400 || a.object()["status_code"] != 27.0 {
		t.Errorf("21 parts: %d %s", a.status, a.body)
	}
}

func numbered(n int) (names []string) {
	for i := range n {
		names = append(names, fmt.Sprintf("part%d", i))
	}
	return names
}

// REQ CO-06: films are searched by their titles, found by ids elsewhere, and discovered by
// conditions; a condition that is not answered is refused, never ignored.
func TestListsInTheShapeOfTheMovieDatabase(t *testing.T) {
	t.Parallel()
	s := foreign(t)
	for path, want := range map[string][]int{
		"search/movie?query=the+crossing":                                 {501, 502, 1000000103},
		"search/movie?query=the+crossing&year=1984":                       {502},
		"search/movie?query=the+crossing&primary_release_year=2011&year=": {1000000103},
		"search/movie?query=ferryman":                                     {}, // in an overview
		"search/movie?query=zolta+lodz":                                   {506},
		"search/movie?query=the+crossing&page=2":                          {},
		"discover/movie?with_genres=10752":                                {501},
		"discover/movie?with_genres=10402,18":                             {510},
		"discover/movie?with_origin_country=SN":                           {1000000103},
		"discover/movie?with_original_language=pl":                        {506},
		"discover/movie?primary_release_date.gte=1948-01-01&release_date.lte=1954-12-31T00:00:00Z&sort_by=primary_release_date.desc": {509, 501},
		"discover/movie?vote_count.gte=0&vote_average.gte=8.2&primary_release_date.lte=1960-01-01&with_keywords=":                    {501, 509},
		"discover/movie?primary_release_date.gte=2000-01-01&year=1990":                                                               {},
	} {
		a := s.get("/tmdb/3/" + path)
		if a.status != 200 {
			t.Errorf("%s: %d %s", path, a.status, a.body)
			continue
		}
		if got := ids(a.object()["results"]); !slices.Equal(got, want) && !(len(got) == 0 && len(want) == 0) {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
	all := s.get("/tmdb/3/discover/movie").object()
	n := int(all["total_results"].(float64))
	if pages := int(all["total_pages"].(float64)); pages != (n+19)/20 || len(all["results"].([]any)) != min(20, n) {
		t.Errorf("%d films on %d pages, %d on the first", n, pages, len(all["results"].([]any)))
	}
	for path, code := range map[string]int{
		"search/movie?query=+": 5, "search/movie": 5, "search/movie?query=a&page=501": 22, "search/movie?query=a&page=x": 22, "search/movie?query=a&year=84": 5,
		"discover/movie?with_cast=287": 5, "discover/movie?with_origin_country=US|GB": 5, "discover/movie?with_original_language=english": 5, "discover/movie?with_genres=28|12": 5, "discover/movie?with_genres=action": 5,
		"discover/movie?sort_by=best": 5, "discover/movie?vote_count.gte=-1": 5, "discover/movie?release_date.lte=1999": 5, "find/tt0000101": 5,
	} {
		if a := s.get("/tmdb/3/" + path); a.status != 400 || a.object()["status_code"] != float64(code) || a.object()["success"] != false {
			t.Errorf("%s: %d %s, want code %d", path, a.status, a.body, code)
		}
	}
	for path, names := range map[string]string{"discover/movie?with_origin_country=US|GB": "with_origin_country", "discover/movie?with_original_language=en|fr": "with_original_language"} {
		if a := s.get("/tmdb/3/" + path); !strings.HasPrefix(a.object()["status_message"].(string), names+" must be ") {
			t.Errorf("%s: %s", path, a.body)
		}
	}
	for id, want := range map[string][]int{"tt0000101": {501}, "tt0000103": {1000000103}, "tt9999999": {}, "nm0000000": {}} {
		found := s.get("/tmdb/3/find/" + id + "?external_source=imdb_id").object()
		if got := ids(found["movie_results"]); !slices.Equal(got, want) && len(want) > 0 || len(found["tv_results"].([]any)) > 0 {
			t.Errorf("%s: %v", id, found)
		}
	}
}

// REQ CO-07: an actor's number leads to the actor and the films, from the cast and from a search.
func TestActorsInTheShapeOfTheMovieDatabase(t *testing.T) {
	t.Parallel()
	s := foreign(t)
	found := s.get("/tmdb/3/search/person?query=marsh").object()
	results := found["results"].([]any)
	if len(results) != 1 {
		t.Fatalf("%v", found)
	}
	joe := int(results[0].(map[string]any)["id"].(float64))
	one := s.get(fmt.Sprintf("/tmdb/3/person/%d?append_to_response=movie_credits,external_ids,images", joe)).object()
	if one["name"] != "Joe Marsh" || one["birthday"] != nil || one["biography"] != "" {
		t.Errorf("%d: %v", joe, one)
	}
	alone := s.get(fmt.Sprintf("/tmdb/3/person/%d/movie_credits", joe)).object()
	films := ids(alone["cast"])
	slices.Sort(films)
	if !slices.Equal(films, []int{502, 515}) || alone["id"] != float64(joe) {
		t.Errorf("plays in %v", alone)
	}
	cast := s.get("/tmdb/3/movie/502/credits").object()["cast"].([]any)
	if id := cast[0].(map[string]any)["id"]; id != float64(joe) {
		t.Errorf("the cast has %v, the search %d", id, joe)
	}
	multi := s.get("/tmdb/3/search/multi?query=marsh").object()["results"].([]any)
	if last := multi[len(multi)-1].(map[string]any); last["media_type"] != "person" || last["id"] != float64(joe) {
		t.Errorf("multi: %v", multi)
	}
	for _, path := range []string{"person/1", "person/2000000000", "person/0", "person/x/movie_credits", "movie/999999", "movie/0", "movie/x/credits", "movie/99/similar", "movie/99/recommendations", "tv/1399"} {
		if a := s.get("/tmdb/3/" + path); a.status != 404 || a.object()["status_code"] != 34.0 {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
}

// REQ CO-08: a picture is a path behind the address that the configuration names, and leads to
// where the picture is, for everyone.
func TestPicturesAreFoundBehindTheConfigurationsAddress(t *testing.T) {
	t.Parallel()
	s := foreign(t)
	at := s.get("/tmdb/3/configuration").object()["images"].(map[string]any)["secure_base_url"].(string)
	if !strings.HasPrefix(at, s.url) {
		t.Fatal(at)
	}
	for _, id := range []int{501, 502} { // a stored poster, and one elsewhere
		path := s.get(fmt.Sprintf("/tmdb/3/movie/%d", id)).object()["poster_path"].(string)
		want := s.get(fmt.Sprintf("/api/v2/films/tt%07d", id-400)).object()["data"].(map[string]any)
		for size, address := range map[string]any{"original": want["poster_full_url"], "w92": want["poster_mini_url"]} {
			a := s.ask(request{path: strings.TrimPrefix(at, s.url) + size + path})
			if got := a.header.Get("Location"); a.status != 302 || got != address {
				t.Errorf("%s of %d: %d %s, want %v", size, id, a.status, got, address)
			}
		}
	}
	if a := s.ask(request{path: "/tmdb/t/p/w500/kqjL17yufvn9OVLyXYpvtyrFfak.jpg"}); a.header.Get("Location") != "https://image.tmdb.org/t/p/w500/kqjL17yufvn9OVLyXYpvtyrFfak.jpg" {
		t.Errorf("%d %v", a.status, a.header)
	}
	for _, path := range []string{"w500/tt9999999.jpg", "w500/..%2f..%2fetc.jpg", "w500/%2f%2fexample.com.jpg", "@example.com/kqjL17yufvn9OVLyXYpvtyrFfak.jpg", "w500/a.jpg", "w500/tt0000130.jpg"} {
		if a := s.ask(request{path: "/tmdb/t/p/" + path}); a.status != 404 || a.header.Get("Location") != "" {
			t.Errorf("%s: %d %v", path, a.status, a.header.Get("Location"))
		}
	}
}

// REQ CO-11: a client that takes a host name alone finds each interface where its own host has
// it, and what is ours at the root stays where it is.
func TestInterfacesOfOthersAreAnsweredAtTheRootOfTheHost(t *testing.T) {
	t.Parallel()
	s := foreign(t)
	key := s.Key(access.Writer)
	for root, prefixed := range map[string]string{
		"/3/movie/501?append_to_response=credits&api_key=" + key: "/tmdb/3/movie/501?append_to_response=credits&api_key=" + key,
		"/3/search/movie?query=crossing&api_key=" + key:          "/tmdb/3/search/movie?query=crossing&api_key=" + key,
		"/3/movie/9?api_key=" + key:                              "/tmdb/3/movie/9?api_key=" + key,
		"/3/nonsense/?api_key=" + key:                            "/tmdb/3/nonsense/?api_key=" + key,
		"/3/movie/501":                                           "/tmdb/3/movie/501",
		"/?i=tt0000101&apikey=" + key:                            "/omdb/?i=tt0000101&apikey=" + key,
		"/?s=crossing&apikey=" + key:                             "/omdb/?s=crossing&apikey=" + key,
		"/?i=tt0000101&apikey=nope":                              "/omdb/?i=tt0000101&apikey=nope",
	} {
		got, want := s.ask(request{path: root}), s.ask(request{path: prefixed})
		if got.status != want.status || string(got.body) != string(want.body) || got.header.Get("Cache-Control") != want.header.Get("Cache-Control") {
			t.Errorf("%s: %d %s\nwith the prefix: %d %s", root, got.status, got.body, want.status, want.body)
		}
	}
	if strings.Contains(s.log.String(), key[len(key)-12:]) {
		t.Error("the log tells a key")
	}
	for _, path := range []string{"/", "/?i=tt0000101", "/?q=apikey"} {
		if a := s.ask(request{path: path}); a.status != 200 || !strings.HasPrefix(a.header.Get("Content-Type"), "text/html") {
			t.Errorf("%s: %d %s", path, a.status, a.header.Get("Content-Type"))
		}
	}
	for _, path := range []string{"/3", "/30/movie/501", "/4/movie/501", "/movie/501"} {
		if a := s.ask(request{path: path}); a.status != 404 || strings.Contains(string(a.body), "status_code") {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
	off := open(t)
	if a := off.get("/3/movie/501"); a.status != 404 || strings.Contains(string(a.body), "status_code") {
		t.Errorf("an interface that is off: %d %s", a.status, a.body)
	}
}

// REQ CO-02: keys, plans, scopes and budgets are those of the other interfaces, and refusals come
// in the shape that clients read. A key in the address is not logged.
func TestForeignInterfacesAskForOurKeys(t *testing.T) {
	t.Parallel()
	s := foreign(t)
	key := s.Key(access.Writer)
	for _, path := range []string{"/tmdb/3/movie/501?api_key=" + key, "/omdb/?i=tt0000101&apikey=" + key, "/omdb?i=tt0000101&api_key=" + key} {
		if a := s.ask(request{path: path}); a.status != 200 || a.header.Get("Cache-Control") != "private, max-age=300" {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
	if a := s.ask(request{path: "/tmdb/3/movie/501", header: map[string]string{"Authorization": "Bearer " + key}}); a.status != 200 {
		t.Errorf("Bearer: %d", a.status)
	}
	if a := s.ask(request{path: "/api/v2/films?apikey=" + key}); a.status != 401 {
		t.Errorf("apikey is taken elsewhere: %d", a.status)
	}
	if !s.log.tells("apikey=REDACTED") || strings.Contains(s.log.String(), key[len(key)-12:]) {
		t.Error("the log tells a key")
	}
	for path, want := range map[string]string{
		"/tmdb/3/movie/501":              `{"success":false,"status_code":7,"status_message":"an API key is required: send it in the api_key parameter or the Authorization header (Bearer)"`,
		"/tmdb/3/movie/501?api_key=nope": `{"success":false,"status_code":7,"status_message":`,
		"/omdb/?i=tt0000101":             `{"Response":"False","Error":"an API key is required: send it in the apikey parameter"`,
	} {
		if a := s.ask(request{path: path}); a.status != 401 || !strings.HasPrefix(string(a.body), want) {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
	free := s.Key(access.Free)
	if a := s.ask(request{path: "/tmdb/3/movie/501?api_key=" + free}); a.status != 403 || a.object()["status_code"] != 3.0 {
		t.Errorf("a plan without keys: %d %s", a.status, a.body)
	}
	if a := s.ask(request{method: "POST", path: "/tmdb/3/movie/501?api_key=" + key}); a.status != 405 || a.object()["status_code"] != 4.0 {
		t.Errorf("POST: %d %s", a.status, a.body)
	}
}

// REQ CO-10: films in the shape of OMDb, by id, by title and by words.
func TestFilmsInTheShapeOfOMDb(t *testing.T) {
	t.Parallel()
	s := foreign(t)
	o := s.get("/omdb/?i=" + apptest.Crossing + "&plot=full&tomatoes=true").object()
	for name, want := range map[string]any{
		"Title": "The Crossing", "Year": "1948", "Released": "02 Oct 1948", "Runtime": "98 min", "Genre": "Drama, War", "Director": "Ilse Brandt",
		"Actors": "Karl Wehner, Rosa Lindt", "Language": "German, French", "Country": "Germany", "Awards": "Won 2 Oscars", "imdbRating": "8.6",
		"imdbVotes": "182,500", "imdbID": apptest.Crossing, "Type": "movie", "Rated": "N/A", "BoxOffice": "N/A", "Response": "True",
	} {
		if o[name] != want {
			t.Errorf("%s is %v, want %v", name, o[name], want)
		}
	}
	for query, id := range map[string]string{"t=the+crossing": apptest.Crossing, "t=The+Crossing&y=1984": apptest.CrossingTwin, "t=crossing&y=1984%E2%80%931985&type=movie": apptest.CrossingTwin} {
		if got := s.get("/omdb/?" + query).object(); got["imdbID"] != id {
			t.Errorf("%s: %v", query, got)
		}
	}
	list := s.get("/omdb/?s=crossing&r=json").object()
	if list["totalResults"] != "3" || len(list["Search"].([]any)) != 3 || list["Response"] != "True" {
		t.Errorf("%v", list)
	}
	for query, says := range map[string]string{
		"i=tt9999999": "Movie not found!", "i=abc": "Incorrect IMDb ID.", "t=no+such+film": "Movie not found!", "s=ferryman": "Movie not found!",
		"s=crossing&type=series": "Movie not found!", "t=crossing&Season=1": "Movie not found!", "s=crossing&page=2": "Movie not found!",
	} {
		if a := s.get("/omdb/?" + query); a.status != 200 || string(a.body) != `{"Response":"False","Error":"`+says+`"}` {
			t.Errorf("%s: %d %s", query, a.status, a.body)
		}
	}
	for _, query := range []string{"", "i=", "r=xml&i=tt0000101", "type=book&s=crossing", "s=crossing&page=0", "s=crossing&y=new", "s=crossing&y=1984abc", "s=crossing&y=19841"} {
		if a := s.get("/omdb/?" + query); a.status != 400 || a.object()["Response"] != "False" {
			t.Errorf("%s: %d %s", query, a.status, a.body)
		}
	}
}

// REQ CO-04: what a film is called elsewhere, its releases, its collection, its videos and its
// pictures are those of the record. What is not known is left out or empty.
func TestTitlesReleasesAndCollectionsInTheShapeOfTheMovieDatabase(t *testing.T) {
	t.Parallel()
	s := foreign(t)
	for path, want := range map[string]string{
		"510/alternative_titles": `{"id":510,"titles":[{"iso_3166_1":"IT","title":"Tutti al tavolo","type":""},{"iso_3166_1":"JP","title":"全員集合","type":""}]}`,
		"510/translations": `{"id":510,"translations":[{"iso_3166_1":"RU","iso_639_1":"ru","name":"Russian","english_name":"Russian",` +
			`"data":{"homepage":"","overview":"","runtime":0,"tagline":"","title":"Пришли все"}}]}`,
		"510/release_dates": `{"id":510,"results":[{"iso_3166_1":"GB","release_dates":[{"certification":"12","descriptors":[],"iso_639_1":"","note":"","release_date":"2000-02-11T00:00:00.000Z","type":3}]},` +
			`{"iso_3166_1":"US","release_dates":[{"certification":"PG-13","descriptors":[],"iso_639_1":"","note":"","release_date":"1999-12-24T00:00:00.000Z","type":3}]}]}`,
		"510/releases": `{"id":510,"countries":[{"certification":"12","descriptors":[],"iso_3166_1":"GB","primary":false,"release_date":"2000-02-11"},` +
			`{"certification":"PG-13","descriptors":[],"iso_3166_1":"US","primary":false,"release_date":"1999-12-24"}]}`,
		"501/release_dates": `{"id":501,"results":[{"iso_3166_1":"US","release_dates":[{"certification":"Approved","descriptors":[],"iso_639_1":"","note":"","type":0}]}]}`,
		"501/releases":      `{"id":501,"countries":[{"certification":"Approved","descriptors":[],"iso_3166_1":"US","primary":false}]}`,
		"502/release_dates": `{"id":502,"results":[]}`, "502/releases": `{"id":502,"countries":[]}`,
		"502/alternative_titles": `{"id":502,"titles":[]}`, "502/translations": `{"id":502,"translations":[]}`,
		"510/videos": `{"id":510,"results":[{"iso_639_1":"en","iso_3166_1":"","name":"Official Trailer","key":"everyone-01","site":"YouTube","size":0,"type":"Trailer","official":true,"published_at":"2015-05-20T12:00:00Z","id":"tt0000110-video-0"},` +
			`{"iso_639_1":"","iso_3166_1":"","name":"","key":"2","site":"Elsewhere","size":0,"type":"","id":"tt0000110-video-1"}]}`,
		"502/videos": `{"id":502,"results":[]}`,
		"510/images": `{"id":510,"backdrops":[{"aspect_ratio":1.778,"file_path":"/everyone-wide.jpg","height":1080,"iso_639_1":null,"vote_average":0,"vote_count":0,"width":1920}],"logos":[],` +
			`"posters":[{"aspect_ratio":0,"file_path":"/20790886c25df829.jpg","height":0,"iso_639_1":null,"vote_average":0,"vote_count":0,"width":0},` +
			`{"aspect_ratio":0,"file_path":"/everyone-it.jpg","height":0,"iso_639_1":"it","vote_average":0,"vote_count":0,"width":0}]}`,
	} {
		if a := s.get("/tmdb/3/movie/" + path); a.status != 200 || strings.TrimSpace(string(a.body)) != want {
			t.Errorf("%s: %d\n%s, want\n%s", path, a.status, a.body, want)
		}
	}
	if text, _ := at(s.get("/tmdb/3/movie/510").object(), "backdrop_path"); text != "/everyone-wide.jpg" {
		t.Errorf("the backdrop is %s", text)
	}
	if text, _ := at(s.get("/tmdb/3/movie/510/external_ids").object(), "wikidata_id"); text != "Q110" {
		t.Errorf("the id in Wikidata is %s", text)
	}
	for id, want := range map[string][]int{"Q110": {510}, "Q999": nil} {
		if o := s.get("/tmdb/3/find/" + id + "?external_source=wikidata_id"); o.status != 200 || !slices.Equal(ids(o.object()["movie_results"]), want) {
			t.Errorf("%s: %d %s", id, o.status, o.body)
		}
	}
	if text, _ := at(s.get("/tmdb/3/movie/516").object(), "belongs_to_collection"); text != `{"backdrop_path":null,"id":9001,"name":"Giants of the Deep Collection","poster_path":null}` {
		t.Errorf("the collection is %s", text)
	}
}

// REQ CO-04: genres have their numbers there, or numbers of ours.
func TestGenresHaveNumbers(t *testing.T) {
	t.Parallel()
	s := foreign(t)
	for _, one := range s.get("/tmdb/3/genre/movie/list").object()["genres"].([]any) {
		g := one.(map[string]any)
		found := s.get(fmt.Sprintf("/tmdb/3/discover/movie?with_genres=%.0f", g["id"]))
		if found.status != 200 || found.object()["total_results"] == 0.0 {
			t.Errorf("%v: %d %s", g, found.status, found.body)
		}
	}
}

// REQ CO-09: what programs ask for is answered, with what they read of it.
func TestRecordedRequestsAreAnswered(t *testing.T) {
	t.Parallel()
	s := foreign(t)
	text, err := os.ReadFile("testdata/compat_requests.txt")
	if err != nil {
		t.Fatal(err)
	}
	joe := ids(s.get("/tmdb/3/search/person?query=joe+marsh").object()["results"])[0]
	fill := strings.NewReplacer("KEY", s.Key(access.Studio), "JOE", strconv.Itoa(joe))
	asked := 0
	for line := range strings.Lines(string(text)) {
		path, reads, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok || line[0] == '#' {
			continue
		}
		asked++
		a := s.ask(request{path: fill.Replace(path)})
		if a.status != 200 {
			t.Errorf("%s: %d %s", path, a.status, a.body)
			continue
		}
		for _, read := range reading.FindAllString(reads, -1) {
			name, want, bound := strings.Cut(read, "=")
			if got, there := at(a.object(), name); !there || bound && got != strings.Trim(want, `"`) {
				t.Errorf("%s: %s is %s, want %s: %.400s", path, name, got, want, a.body)
			}
		}
	}
	if asked < 25 {
		t.Errorf("%d requests", asked)
	}
}

var reading = regexp.MustCompile(`(?:[^\s"]|"[^"]*")+`)

// at returns the value at a path of keys and places, as text, and whether it is there.
func at(v any, path string) (text string, there bool) {
	for key := range strings.SplitSeq(path, ".") {
		switch of := v.(type) {
		case map[string]any:
			if v, there = of[key]; !there {
				return "", false
			}
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i >= len(of) {
				return "", false
			}
			v = of[i]
		default:
			return "", false
		}
	}
	if s, ok := v.(string); ok {
		return s, true
	}
	b, _ := json.Marshal(v)
	return string(b), true
}
