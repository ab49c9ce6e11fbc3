package serve_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/film"
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
	if _, err := serve.New(serve.Options{App: s.App, Compat: []string{"tmdb", "imdb"}}); err == nil || !strings.Contains(err.Error(), `"imdb"`) || !strings.Contains(err.Error(), "omdb, stremio, tmdb") {
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
		"discover/movie?with_runtime.gte=98&with_runtime.lte=98&vote_average.lte=8.6&vote_count.lte=182500&with_genres=10752":        {501},
		"discover/movie?with_runtime.gte=99&with_runtime.lte=98":                                                                     {},
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
		"discover/movie?with_companies=287": 5, "discover/movie?with_origin_country=US|Britain": 5, "discover/movie?with_original_language=english": 5, "discover/movie?with_genres=28|": 5, "discover/movie?with_genres=action": 5,
		"discover/movie?sort_by=best": 5, "discover/movie?vote_count.gte=-1": 5, "discover/movie?release_date.lte=1999": 5, "find/tt0000101": 5,
	} {
		if a := s.get("/tmdb/3/" + path); a.status != 400 || a.object()["status_code"] != float64(code) || a.object()["success"] != false {
			t.Errorf("%s: %d %s, want code %d", path, a.status, a.body, code)
		}
	}
	for path, names := range map[string]string{"discover/movie?with_origin_country=US|": "with_origin_country", "discover/movie?with_original_language=en|french": "with_original_language"} {
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
	for path, media := range map[string]any{"person/11006/movie_credits": nil, "person/11006/combined_credits": "movie"} {
		crew := s.get("/tmdb/3/" + path).object()["crew"].([]any)
		if !slices.Equal(ids(crew), []int{525, 525}) {
			t.Fatalf("%s: worked on %v", path, crew)
		}
		one, two := crew[0].(map[string]any), crew[1].(map[string]any)
		if one["job"] != "Director" || one["department"] != "Directing" || two["job"] != "Screenplay" || two["department"] != "Writing" || one["credit_id"] == two["credit_id"] || one["media_type"] != media {
			t.Errorf("%s: worked as %v", path, crew)
		}
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

// REQ F2-134, F2-135: a request's language gives the title of that language or country and its
// region the release date there, where the record has them. Which films are found stays the
// same, and so does all of a film of which the record knows no more.
func TestAnswersForALanguageAndARegion(t *testing.T) {
	t.Parallel()
	s := foreign(t)
	const anyone, italian = "Everyone Came", "Tutti al tavolo"
	for _, c := range []struct{ path, name, want string }{
		{"movie/510?language=it-IT", "title", italian}, // of a country, in no stated language
		{"movie/510?language=it", "title", italian},
		{"movie/510?language=it-CH", "title", anyone},
		{"movie/510?language=ru-RU", "title", "Пришли все"},
		{"movie/510?language=ru-KZ", "title", "Пришли все"},
		{"movie/510?language=ja-JP", "title", "全員集合"},
		{"movie/510?language=en-IT", "title", anyone}, // the title of Italy is hardly English
		{"movie/510?language=de-DE", "title", anyone},
		{"movie/510?language=it-IT", "original_title", anyone},
		{"movie/510?language=en-US", "title", anyone},
		{"movie/510?language=", "title", anyone},
		{"movie/510?language=%00%FF", "title", anyone},
		{"movie/510?language=en,en", "title", anyone},
		{"movie/501?language=de", "title", "Die Überfahrt"},
		{"movie/501?language=de", "original_title", "The Crossing"},
		{"movie/506?language=pl-PL", "title", "Żółta łódź"},
		{"movie/506?language=en-US", "title", "Yellow Boat"},
		{"movie/506?language=pl-PL", "original_title", "Żółta łódź"},
		{"movie/510?region=GB", "release_date", "2000-02-11"},
		{"movie/510?region=US", "release_date", "1999-12-24"},
		{"movie/510?region=FR", "release_date", "1999-12-24"},
		{"movie/510?region=gb", "release_date", "2000-02-11"},
		{"movie/510?region=Europe", "release_date", "1999-12-24"},
		{"movie/501?region=US", "release_date", "1948-10-02"}, // a certification without a day
		{"search/movie?query=everyone+came&language=it&region=GB", "results.0.title", italian},
		{"search/movie?query=everyone+came&language=it&region=GB", "results.0.original_title", anyone},
		{"search/movie?query=everyone+came&language=it&region=GB", "results.0.release_date", "2000-02-11"},
		{"search/multi?query=everyone+came&language=ja", "results.0.title", "全員集合"},
		{"discover/movie?with_genres=10402,18&language=ru&region=GB", "results.0.title", "Пришли все"},
		{"discover/movie?with_genres=10402,18&language=ru&region=GB", "results.0.release_date", "2000-02-11"},
		{"find/tt0000110?external_source=imdb_id&language=it", "movie_results.0.title", italian},
		{"find/Q110?external_source=wikidata_id&language=it", "movie_results.0.title", italian},
		{"person/11001/movie_credits?language=it", "cast.0.title", italian},
	} {
		if got, _ := at(s.get("/tmdb/3/"+c.path).object(), c.name); got != c.want {
			t.Errorf("%s: %s is %q, want %q", c.path, c.name, got, c.want)
		}
	}
	all := s.get("/tmdb/3/discover/movie").object()["total_results"]
	if abroad := s.get("/tmdb/3/discover/movie?language=ja-JP&region=JP").object()["total_results"]; abroad != all {
		t.Errorf("%v films of %v", abroad, all)
	}
}

// REQ F2-136: discover knows people, keywords, genres, languages and countries by the values that
// answers have, with commas for all and | for any; certifications are of a country.
func TestDiscoverReadsAlternatives(t *testing.T) {
	t.Parallel()
	s := foreign(t)
	keyword := func(film int, name string) int {
		for _, one := range s.get(fmt.Sprintf("/tmdb/3/movie/%d/keywords", film)).object()["keywords"].([]any) {
			if k := one.(map[string]any); k["name"] == name {
				return int(k["id"].(float64))
			}
		}
		t.Fatalf("%d has no keyword %s", film, name)
		return 0
	}
	heist, desert, sea := keyword(502, "heist"), keyword(515, "desert"), keyword(516, "sea")
	const joe, ann, gus = 10200, 10201, 11006
	everything := int(s.get("/tmdb/3/discover/movie").object()["total_results"].(float64))
	for _, c := range []struct {
		query string
		want  []int
	}{
		{fmt.Sprintf("with_cast=%d", joe), []int{502, 515}},
		{fmt.Sprintf("with_cast=%d,%d", joe, ann), []int{502}},
		{fmt.Sprintf("with_cast=%d|%d", joe, ann), []int{502, 515, 518, 531}},
		{fmt.Sprintf("with_cast=%d,%d|%d", joe, ann, gus), []int{502}}, // the first and one of the others
		{fmt.Sprintf("with_cast=%d", gus), []int{510}},
		{fmt.Sprintf("with_crew=%d", gus), []int{525}},
		{fmt.Sprintf("with_people=%d", gus), []int{510, 525}},
		{fmt.Sprintf("with_people=%d&with_crew=%d", gus, gus), []int{525}},
		{fmt.Sprintf("with_people=%d,%d", gus, joe), nil},
		{fmt.Sprintf("with_crew=%d", joe), nil},
		{"with_cast=1", nil}, {"with_crew=2000000000", nil}, // nobody
		{fmt.Sprintf("with_cast=1|%d", joe), []int{502, 515}},
		{fmt.Sprintf("with_keywords=%d", heist), []int{502, 515, 537}},
		{fmt.Sprintf("with_keywords=%d,%d", heist, desert), []int{515}},
		{fmt.Sprintf("with_keywords=%d|%d", heist, desert), []int{502, 515, 536, 537}},
		{fmt.Sprintf("with_keywords=%d&without_keywords=%d", heist, desert), []int{502, 537}},
		{fmt.Sprintf("with_keywords=%d&without_genres=80,53", heist), nil},
		{fmt.Sprintf("with_keywords=%d&without_genres=80", heist), []int{502}},
		{fmt.Sprintf("with_keywords=%d&with_cast=%d&with_genres=53|27&with_original_language=en", heist, joe), []int{502, 515}},
		{"with_keywords=818", nil},
		{"with_genres=10752|10402", []int{501, 510, 512}},
		{"with_genres=18,36|53", []int{514, 524, 538, 539}},
		{"with_original_language=pl|ja", []int{505, 506, 509}},
		{"with_origin_country=SN|SE", []int{1000000103, 512, 519}},
		{"with_origin_country=SN,FR", []int{1000000103}},
		{"certification=PG-13&certification_country=US", []int{510}},
		{"certification=PG-13|Approved&certification_country=US", []int{501, 510}},
		{"certification=PG-13,Approved&region=US", []int{501, 510}},
		{"certification=12&certification_country=GB&region=US", []int{510}},
		{"certification=PG-13&certification_country=GB", nil},
		{"certification=&certification_country=US&with_genres=10752", []int{501}},
	} {
		a := s.get("/tmdb/3/discover/movie?" + c.query)
		if a.status != 200 {
			t.Errorf("%s: %d %s", c.query, a.status, a.body)
			continue
		}
		got := ids(a.object()["results"])
		slices.Sort(got)
		slices.Sort(c.want)
		if !slices.Equal(got, c.want) || a.object()["total_results"] != float64(len(c.want)) {
			t.Errorf("%s: %v, want %v", c.query, got, c.want)
		}
	}
	if got := ids(s.get(fmt.Sprintf("/tmdb/3/keyword/%d/movies", sea)).object()["results"]); !slices.Equal(got, []int{516, 517, 1000000103}) {
		t.Errorf("of the sea: %v", got)
	}
	some := s.get("/tmdb/3/discover/movie?without_genres=18&page=2").object()
	if n := int(some["total_results"].(float64)); n >= everything || n < 20 || len(some["results"].([]any)) != n-20 {
		t.Errorf("%d of %d films, %d on the second page", n, everything, len(some["results"].([]any)))
	}
	for query, name := range map[string]string{
		"with_cast=joe": "with_cast", "with_cast=,1": "with_cast", "with_crew=0": "with_crew", "with_people=-1": "with_people", "with_keywords=1||2": "with_keywords",
		"without_keywords=sea": "without_keywords", "without_genres=1": "without_genres", "with_original_language=en,fr,": "with_original_language",
		"with_crew=" + strings.Repeat("1|", 20) + "1": "with_crew", "with_keywords=" + strings.Repeat("1,", 100) + "1": "with_keywords",
		"certification=PG": "certification_country", "certification=PG&certification_country=USA": "certification", "certification=|&region=US": "certification",
		"certification.lte=PG&certification_country=US": "certification.lte", "with_companies=1": "with_companies", "with_watch_providers=8&watch_region=US": "with_watch_providers",
		"with_release_type=3": "with_release_type",
	} {
		a := s.get("/tmdb/3/discover/movie?" + query)
		if text, _ := at(a.object(), "status_message"); a.status != 400 || a.object()["status_code"] != 5.0 || !strings.Contains(text, name) {
			t.Errorf("%s: %d %s", query, a.status, a.body)
		}
	}
}

// REQ F2-137: a collection has its films, the oldest first.
func TestACollectionHasItsFilms(t *testing.T) {
	t.Parallel()
	s := foreign(t)
	for _, path := range []string{"9001", "9001-giants-of-the-deep"} {
		o := s.get("/tmdb/3/collection/" + path + "?language=en-US").object()
		if o["id"] != 9001.0 || o["name"] != "Giants of the Deep Collection" || o["overview"] != "" || o["poster_path"] != nil || !slices.Equal(ids(o["parts"]), []int{516, 517}) {
			t.Errorf("%s: %v", path, o)
		}
		if text, _ := at(o, "parts.0.media_type"); text != "movie" {
			t.Errorf("%s: the first part is a %q", path, text)
		}
	}
	for _, path := range []string{"9002", "0", "-9001", "x", "Giants%20of%20the%20Deep", "99999999999999999999"} {
		if a := s.get("/tmdb/3/collection/" + path); a.status != 404 || a.object()["status_code"] != 34.0 {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
}

// REQ F2-138: the films that changed in some days are those of the snapshots of these days; where no
// change is known there is none, though the library is full of films.
func TestFilmsThatChangedInSomeDays(t *testing.T) {
	t.Parallel()
	s := foreign(t)
	changed := func(query string) (int, []int) {
		o := s.get("/tmdb/3/movie/changes?" + query).object()
		return int(o["total_results"].(float64)), ids(o["results"])
	}
	if n, found := changed(""); n != 0 || len(found) != 0 {
		t.Errorf("without a snapshot %d changed: %v", n, found)
	}
	first := s.snapshot(t)
	films := apptest.Films()
	for _, f := range films {
		if f.ID.String() == apptest.Ensemble || f.ID.String() == "tt0000103" {
			f.Title += " Again"
		}
	}
	s.Clock.Set(s.Clock.Now().Add(72 * time.Hour))
	s.PublishFilms(films)
	if _, err := s.Holder.Reload(); err != nil {
		t.Fatal(err)
	}
	second := s.snapshot(t)
	time.Sleep(2100 * time.Millisecond) // for as long the newest version is believed to be
	if first.Version == second.Version {
		t.Fatal("one version")
	}
	s.Clock.Set(second.GeneratedAt.Add(time.Hour))
	day := func(add int) string { return second.GeneratedAt.AddDate(0, 0, add).Format(time.DateOnly) }
	both := []int{510, 1000000103}
	for query, want := range map[string][]int{
		"": both, "start_date=" + day(0): both, "start_date=" + day(0) + "&end_date=" + day(0): both, "end_date=" + day(0): both,
		"start_date=" + day(-14) + "&end_date=" + day(1): both, "end_date=" + day(-1): nil, "start_date=" + day(1): nil, "page=2": nil,
		"start_date=" + day(1) + "&end_date=" + day(-1): nil,
	} {
		_, found := changed(query)
		slices.Sort(found)
		if !slices.Equal(found, want) {
			t.Errorf("%q: %v, want %v", query, found, want)
		}
	}
	s.Clock.Set(second.GeneratedAt.Add(25 * time.Hour))
	if n, found := changed(""); n != 0 {
		t.Errorf("a day later: %v", found)
	}
	for _, query := range []string{"start_date=yesterday", "end_date=2026", "page=0"} {
		if a := s.get("/tmdb/3/movie/changes?" + query); a.status != 400 {
			t.Errorf("%s: %d", query, a.status)
		}
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

// REQ CO-09, F2-139: what programs ask for is answered, with what they read of it, or refused as
// the recording says; the table of docs/compat.md is made of that.
func TestRecordedRequestsAreAnswered(t *testing.T) {
	t.Parallel()
	s := foreign(t)
	text, err := os.ReadFile("testdata/compat_requests.txt")
	if err != nil {
		t.Fatal(err)
	}
	joe := ids(s.get("/tmdb/3/search/person?query=joe+marsh").object()["results"])[0]
	fill := strings.NewReplacer("KEY", s.Key(access.Studio), "JOE", strconv.Itoa(joe),
		"HEIST", strconv.Itoa(film.NumberOf("heist")), "DESERT", strconv.Itoa(film.NumberOf("desert")))
	calls := map[string]*recorded{}
	asked := 0
	for line := range strings.Lines(string(text)) {
		path, reads, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok || line[0] == '#' {
			continue
		}
		status, of := 200, "200"
		if rest, ok := strings.CutPrefix(reads, "status="); ok {
			of, reads, _ = strings.Cut(rest, " ")
			status, _ = strconv.Atoi(of)
		}
		a := s.ask(request{path: fill.Replace(path)})
		if a.status != status {
			t.Errorf("%s: %d, want %d: %s", path, a.status, status, a.body)
			continue
		}
		if call, ok := strings.CutPrefix(path, "/tmdb/3/"); ok {
			asked++
			record(calls, call, a)
		}
		for _, read := range reading.FindAllString(reads, -1) {
			name, want, bound := strings.Cut(read, "=")
			if got, there := at(a.object(), name); !there || bound && got != strings.Trim(want, `"`) {
				t.Errorf("%s: %s is %s, want %s: %.400s", path, name, got, want, a.body)
			}
		}
	}
	if asked != 100 {
		t.Errorf("%d requests of the recording", asked)
	}
	page, err := os.ReadFile("../../docs/compat.md")
	if err != nil {
		t.Fatal(err)
	}
	if table := tableOf(calls); !strings.Contains(string(page), table) {
		t.Errorf("docs/compat.md has another table of the recording than\n%s", table)
	}
}

// recorded are the requests of a recording for one path.
type recorded struct {
	asked, answered int
	parameters      []string // of those that were answered
	refused         []string // what was not
}

// named is a part of a path that names one of many.
var named = regexp.MustCompile(`/(\d+|tt\d+|JOE|HEIST|Q\d+)\b`)

// record adds a request to the calls.
func record(calls map[string]*recorded, call string, a *answer) {
	path, query, _ := strings.Cut(call, "?")
	path = named.ReplaceAllString(path, "/{id}")
	of := calls[path]
	if of == nil {
		of = &recorded{}
		calls[path] = of
	}
	of.asked++
	if a.status != 200 {
		why := strconv.Itoa(a.status)
		if message, _ := at(a.object(), "status_message"); a.status == 400 {
			name, _, _ := strings.Cut(message, " ")
			why += " for `" + name + "`"
		}
		of.refused = append(of.refused, why)
		return
	}
	of.answered++
	sent, _ := url.ParseQuery(query)
	for name, values := range sent {
		if name != "api_key" && values[0] != "" {
			of.parameters = append(of.parameters, "`"+name+"`")
		}
	}
}

// tableOf writes the calls as docs/compat.md has them.
func tableOf(calls map[string]*recorded) string {
	table := "| call | asked | passes | with | does not |\n|---|---|---|---|---|\n"
	list := func(of []string) string {
		slices.Sort(of)
		return strings.Join(slices.Compact(of), ", ")
	}
	for _, path := range slices.Sorted(maps.Keys(calls)) {
		c := calls[path]
		table += fmt.Sprintf("| `%s` | %d | %d | %s | %s |\n", path, c.asked, c.answered, list(c.parameters), list(c.refused))
	}
	return table
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
