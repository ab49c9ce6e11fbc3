package sources

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
	"kinodex/internal/sources/sourcestest"
)

const moviedbKey = "0123456789abcdef0123456789abcdef"

// withKey is the options of somebody who has a key.
func withKey(o *Options) { o.MoviedbKey = moviedbKey }

// moviedbServer serves some films, a collection and the exports of yesterday.
func moviedbServer(t *testing.T, films int) *sourcestest.Server {
	srv := sourcestest.New(t)
	srv.Moviedb.Wants(moviedbKey)
	for id := range films {
		srv.Moviedb.Film(id+1, fmt.Sprintf("tt%07d", id+1), fmt.Sprintf("Film %d", id+1), `,"watch/providers":{"results":{"US":{"rent":[{"provider_name":"A"}]}}},`+
			`"videos":{"results":[{"iso_639_1":"en","key":"BdJKm16Co6M","name":"Trailer","site":"YouTube","type":"Trailer","official":true,"published_at":"2014-10-02T19:20:22.000Z"}]},`+
			`"images":{"backdrops":[{"file_path":"/backdrop1.jpg","width":1920,"height":1080,"iso_639_1":null}],"logos":[],"posters":[]}`)
	}
	srv.Moviedb.Collection(7, "Seven")
	srv.Export(time.Now().AddDate(0, 0, -1))
	return srv
}

// claims reads what is kept of a key as a build does.
func claims(t *testing.T, s *Store, key string) []source.Claim {
	t.Helper()
	var list []source.Claim
	for _, path := range s.Paths() {
		if k := s.state.Files[key]; k == nil || !strings.HasSuffix(path, k.Name) {
			continue
		}
		f, err := source.Open(path)
		if err == nil {
			err = f.Read(t.Context(), func(c *source.Claim) error { list = append(list, *c); return nil }, func(r source.Reject) { t.Errorf("rejected: %+v", r) }, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return list
}

func fetchMoviedb(t *testing.T, s *Store) (fetched int) {
	t.Helper()
	got, err := s.Fetch(t.Context(), []string{"moviedb"})
	if err != nil {
		t.Fatalf("%+v, %v", got, err)
	}
	for _, o := range got {
		if o.File == "movie records" {
			fetched = o.Rows
		}
	}
	return fetched
}

func TestTheMovieDatabaseIsAskedForEachFilmOnceAndThenForChanges(t *testing.T) {
	srv := moviedbServer(t, 30)
	s := open(t, t.TempDir(), srv, withKey)
	if n := fetchMoviedb(t, s); n != 30 {
		t.Fatalf("%d films fetched", n)
	}
	list := claims(t, s, "moviedb/movie.0000.ndjson.zst")
	if len(list) != 30 || list[4].ID.String() != "tt0000005" || list[4].MoviedbID != 5 || list[4].Title != "Film 5" || list[4].Overview != "About Film 5." {
		t.Fatalf("%d claims; %+v", len(list), list)
	}
	if p := list[4].Providers; len(p) != 1 || p[0] != (source.Provider{Country: "US", Offer: "rent", Name: "A"}) || list[4].Origin.Period != time.Now().UTC().Format("2006-01") {
		t.Errorf("%+v", list[4])
	}
	if v, i := list[4].Videos, list[4].Images; len(v) != 1 || v[0].Key != "BdJKm16Co6M" || len(i) != 1 || i[0].URL != source.ImageServer+"original/backdrop1.jpg" || film.Value(i[0].Width) != 1920 {
		t.Errorf("videos %+v, pictures %+v", v, i)
	}
	if s.state.Files["moviedb/collection.0000.ndjson.zst"] == nil {
		t.Error("no collection is kept")
	}
	for _, r := range srv.Asked("/3/movie/") {
		if r.Path == "/3/movie/5" && !strings.Contains(r.Query, "release_dates%2Ctranslations%2Calternative_titles%2Cvideos%2Cimages%2C") {
			t.Errorf("asked for %s", r.Query)
		}
	}
	before, _ := s.Fingerprint()
	if n := fetchMoviedb(t, s); n != 0 {
		t.Errorf("%d fetched again", n) // the first list of changes names all, which are the same
	}
	if after, _ := s.Fingerprint(); after != before {
		t.Error("nothing changed, and the fingerprint did")
	}
	srv.Asked("/")
	srv.Moviedb.Film(9, "tt0000009", "Another", "")
	if n := fetchMoviedb(t, s); n != 1 {
		t.Errorf("%d fetched of one that changed", n)
	}
	if asked := srv.Asked("/3/movie/"); len(asked) != 2 || asked[0].Path != "/3/movie/changes" || asked[1].Path != "/3/movie/9" {
		t.Errorf("asked %+v", asked)
	}
	if list := claims(t, s, "moviedb/movie.0000.ndjson.zst"); len(list) != 30 || list[8].Title != "Another" || list[7].Title != "Film 8" {
		t.Errorf("%d claims, %+v", len(list), list[8])
	}
}

// Faults of the interface are waited out; what was fetched before one that is not stays.
func TestTheMovieDatabaseIsAskedPatiently(t *testing.T) {
	srv := moviedbServer(t, 20)
	srv.Fail("/3/movie/3", sourcestest.Status(429, "0"), sourcestest.Status(503, ""), sourcestest.Instead("application/json", `{"id":3,"titl`))
	srv.Fail("/3/movie/9", sourcestest.Status(404, ""))
	dir := t.TempDir()
	s := open(t, dir, srv, withKey)
	if n := fetchMoviedb(t, s); n != 19 {
		t.Errorf("%d films fetched", n)
	}
	s.Close()
	srv.Moviedb.Wants("another")
	for id := range 5 {
		srv.Moviedb.Film(100+id, fmt.Sprintf("tt%07d", 100+id), "New", "")
	}
	srv.Export(time.Now())
	s = open(t, dir, srv, withKey)
	got, err := s.Fetch(t.Context(), []string{"moviedb"})
	if !errors.Is(err, ErrFailed) || !strings.Contains(got[len(got)-1].Reason, MoviedbKey) || strings.Contains(fmt.Sprint(got), moviedbKey) {
		t.Errorf("a key that is refused: %+v, %v", got, err)
	}
	if n := len(claims(t, s, "moviedb/movie.0000.ndjson.zst")); n != 19 {
		t.Errorf("%d films are kept", n)
	}
}

// A process that is stopped goes on where it was, and a line that it was writing is no
// film.
func TestRecordsGoOnAfterAStop(t *testing.T) {
	srv := moviedbServer(t, 40)
	dir := t.TempDir()
	s := open(t, dir, srv, withKey, func(o *Options) { o.Rate = 40 })
	ctx, stop := context.WithCancel(t.Context())
	s.o.Progress = func(name, _ string, done, _ int64) {
		if name == "moviedb/movies" && done == 20 {
			stop()
		}
	}
	if _, err := s.Fetch(ctx, []string{"moviedb"}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	s.Close()
	journal := dir + "/partial/moviedb-movie.ndjson"
	if err := os.WriteFile(journal, []byte(`{"fetched_at":"2026-01-02T00:00:00Z","etag":"","id":39,"original_title":"Cut`), 0o644); err != nil {
		t.Fatal(err)
	}
	srv.Asked("/")
	s = open(t, dir, srv, withKey)
	fetchMoviedb(t, s)
	asked := srv.Asked("/3/movie/")
	if len(asked) > 22 || len(claims(t, s, "moviedb/movie.0000.ndjson.zst")) != 40 {
		t.Errorf("%d requests, %d films", len(asked), len(claims(t, s, "moviedb/movie.0000.ndjson.zst")))
	}
}

func TestTheMostPopularFilmsAreAskedForWhenNotAllAreWanted(t *testing.T) {
	srv := moviedbServer(t, 30)
	s := open(t, t.TempDir(), srv, withKey, func(o *Options) { o.MoviedbFilms = 4 })
	fetchMoviedb(t, s)
	var ids []int
	for _, c := range claims(t, s, "moviedb/movie.0000.ndjson.zst") {
		ids = append(ids, c.MoviedbID)
	}
	if !slices.Equal(ids, []int{27, 28, 29, 30}) { // popularity rises with the id
		t.Errorf("%v", ids)
	}
}

func TestWithoutAKeyOnlyIDsAreFetched(t *testing.T) {
	srv := moviedbServer(t, 3)
	s := open(t, t.TempDir(), srv)
	got, err := s.Fetch(t.Context(), []string{"moviedb"})
	if err != nil || len(got) != 3 || got[2].Status != Skipped || !strings.Contains(got[2].Reason, MoviedbKey) {
		t.Errorf("%+v, %v", got, err)
	}
	if len(s.Paths()) != 0 || len(srv.Asked("/3/")) != 0 {
		t.Error("ids are no films, and the interface is not asked")
	}
}

// The key is in no message, whatever goes wrong, and goes to no other server.
func TestTheKeyIsToldToNobody(t *testing.T) {
	elsewhere := sourcestest.New(t)
	for _, key := range []string{moviedbKey, "eyJhbGciOi.a-token.of-the-newer-kind"} {
		for name, fault := range map[string]sourcestest.Fault{
			"redirect": sourcestest.Redirected(elsewhere.URL + "/3/movie/1"), "status": sourcestest.Status(418, ""), "wait": sourcestest.Status(429, "99999"),
			"cut": sourcestest.Cut(0), "garbage": sourcestest.Instead("text/html", "<html>"),
		} {
			srv := moviedbServer(t, 1)
			srv.Moviedb.Wants(key)
			for range mostTries {
				srv.Fail("/3/movie/1", fault)
			}
			var told strings.Builder
			dir := t.TempDir()
			s := open(t, dir, srv, func(o *Options) {
				o.MoviedbKey = key
				o.Tell = func(line string) { told.WriteString(line) }
			})
			got, err := s.Fetch(t.Context(), []string{"moviedb"})
			b, _ := json.Marshal([]any{got, s.Status()})
			state, _ := os.ReadFile(dir + "/state.json")
			if all := string(b) + told.String() + fmt.Sprint(err) + string(state); strings.Contains(all, key) || !errors.Is(err, ErrFailed) {
				t.Errorf("%s: %v: %s", name, err, all)
			}
		}
	}
	if asked := elsewhere.Asked("/"); len(asked) != 0 {
		t.Errorf("another server was asked: %+v", asked)
	}
}
