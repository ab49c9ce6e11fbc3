package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"kinodex/internal/apptest"
	"kinodex/internal/film"
	"kinodex/internal/library"
	"kinodex/internal/sources"
	"kinodex/internal/sources/sourcestest"
	"kinodex/internal/starter"
)

// drawnPosters writes posters of the films, and a file that is none.
func drawnPosters(t *testing.T, ids ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i, id := range ids {
		writeFile(t, filepath.Join(dir, id+".png"), string(apptest.Picture(uint64(i+1))))
	}
	writeFile(t, filepath.Join(dir, "tt9999999.jpg"), "not a picture")
	return dir
}

func ingestPosters(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if code := run(t.Context(), append([]string{"posters", "ingest"}, args...), &Globals{Out: &out, Err: &errs}); code != 0 {
		t.Fatalf("exit %d: %s", code, &errs)
	}
	return out.String()
}

// REQ P-08, F2-05, F2-06, F2-11: what was ingested is served by the next
// generation, which a running server picks up, and by every build after it.
func TestIngestedPostersAreServed(t *testing.T) {
	t.Parallel()
	h := open(t, "--no-snapshots")
	var page filmPage
	h.get("/api/v2/films?limit=2", &page)
	a, b := page.Data[0].FilmdbID, page.Data[1].FilmdbID
	dir := drawnPosters(t, a, b)
	out := ingestPosters(t, dir, "--data", h.data)
	for _, says := range []string{"2 new", "1 rejected", "tt9999999.jpg: the picture is not taken", "2 with a stored poster"} {
		if !strings.Contains(out, says) {
			t.Errorf("printed %s\nwithout %q", out, says)
		}
	}
	var f struct {
		Data struct {
			Full   string `json:"poster_full_url"`
			Poster struct{ Source string }
			Links  struct {
				Analysis string `json:"poster_analysis"`
			}
		}
	}
	for deadline := time.Now().Add(20 * time.Second); f.Data.Poster.Source != "storage"; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the server tells of %+v", f)
		}
		h.get("/api/v2/films/"+a, &f)
	}
	resp, err := http.Get(f.Data.Full)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != 200 || resp.Header.Get("Content-Type") != "image/jpeg" {
		t.Errorf("%s: %s", f.Data.Full, resp.Status)
	}
	var analysis struct {
		Data struct{ Analysis struct{ Version string } }
	}
	h.get(strings.TrimPrefix(f.Data.Links.Analysis, h.base), &analysis)
	if analysis.Data.Analysis.Version == "" {
		t.Errorf("%+v", analysis)
	}
	if again := ingestPosters(t, dir, "--data", h.data); !strings.Contains(again, "2 unchanged") || !strings.Contains(again, "already has all these posters") {
		t.Errorf("again: %s", again)
	}
}

// REQ P-08, F2-05: posters that lie in the bucket before a data directory is
// there are served by the first library in it, wherever the bucket is.
func TestAFreshServerTellsOfPostersThatAreStoredAlready(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("installs the starter library twice more")
	}
	const heat, nowhere = "tt0113277", "tt9999998"
	for name, at := range map[string]string{"its own": "", "elsewhere": "dir:" + filepath.Join(t.TempDir(), "elsewhere")} {
		t.Run(name, func(t *testing.T) {
			data := filepath.Join(t.TempDir(), "data")
			bucket := []string{}
			if at != "" {
				bucket = []string{"--bucket", at}
			}
			ingestPosters(t, append([]string{drawnPosters(t, heat, nowhere), "--data", data, "--no-publish"}, bucket...)...)
			h := openAt(t, data, bucket...)
			var f struct {
				Data struct {
					Poster struct{ URL, Source string }
				}
			}
			h.get("/api/v2/films/"+heat, &f)
			if f.Data.Poster.Source != "storage" {
				t.Fatalf("%+v", f)
			}
			resp, err := http.Get(f.Data.Poster.URL)
			if err != nil {
				t.Fatal(err)
			}
			if resp.Body.Close(); resp.StatusCode != 200 {
				t.Errorf("%s: %s", f.Data.Poster.URL, resp.Status)
			}
			if again := ingestPosters(t, append([]string{drawnPosters(t, heat, nowhere), "--data", data}, bucket...)...); !strings.Contains(again, "already has all these posters") {
				t.Errorf("the first library does not have them all: %s", again)
			}
		})
	}
}

func TestABuildPicksUpIngestedPosters(t *testing.T) {
	t.Parallel()
	const read = "tt0041959" // the program carries the reading of its poster
	data, source := filepath.Join(t.TempDir(), "data"), t.TempDir()
	writeFile(t, filepath.Join(source, "title.basics.tsv"),
		"tconst\ttitleType\tprimaryTitle\toriginalTitle\tisAdult\tstartYear\tendYear\truntimeMinutes\tgenres\n"+
			read+"\tmovie\tThe Third Man\tThe Third Man\t0\t1949\t\\N\t93\tFilm-Noir,Mystery,Thriller\n")
	writeFile(t, filepath.Join(source, "title.ratings.tsv"), "tconst\taverageRating\tnumVotes\n"+read+"\t8.1\t180000\n")
	at := "dir:" + filepath.Join(t.TempDir(), "elsewhere")
	out := ingestPosters(t, drawnPosters(t, read), "--data", data, "--bucket", at, "--no-publish")
	if strings.Contains(out, "serves now") {
		t.Errorf("printed %s", out)
	}
	for bucket, want := range map[string]int{at: 1, "": 0} {
		var errs bytes.Buffer
		args := []string{"build", "--data", data, "--films", source}
		if bucket != "" {
			args = append(args, "--bucket", bucket)
		}
		if code := run(t.Context(), args, &Globals{Out: io.Discard, Err: &errs}); code != 0 {
			t.Fatalf("exit %d: %s", code, &errs)
		}
		lib, err := library.Open(library.Root(data))
		if err != nil {
			t.Fatal(err)
		}
		if n := lib.Posters.Stored(); n != want {
			t.Errorf("bucket %q: %d stored posters in the library, want %d", bucket, n, want)
		}
		if n := lib.Posters.Len(); n != 1 {
			t.Errorf("bucket %q: %d posters were read, want 1: what is not stored, the program carries", bucket, n)
		}
		if !slices.ContainsFunc(lib.Manifest.Sources, func(s library.Source) bool { return s.File == "readings.ndjson.zst" }) {
			t.Errorf("bucket %q: the sources do not name the readings: %+v", bucket, lib.Manifest.Sources)
		}
		lib.Close()
	}
}

// An ingest that is interrupted leaves the generation that serves, and goes on
// where it was.
func TestAnInterruptedIngestGoesOn(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	var ids []string
	for n := range 40 {
		ids = append(ids, film.ID(n+1).String())
	}
	dir := drawnPosters(t, ids...)
	if code := run(t.Context(), []string{"build", "--data", data, "--films", oneFilm(t)}, &Globals{Out: io.Discard, Err: io.Discard}); code != 0 {
		t.Fatal("no library")
	}
	before, err := library.Verify(library.Root(data))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		defer cancel()
		for { // until some are stored
			if stored, _ := filepath.Glob(filepath.Join(data, "objects", "posters", "films", "*")); len(stored) > 2 || t.Context().Err() != nil {
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	if code := run(ctx, []string{"posters", "ingest", dir, "--data", data, "--workers", "1"}, &Globals{Out: io.Discard, Err: io.Discard}); code != 1 {
		t.Errorf("exit %d", code)
	}
	if after, err := library.Verify(library.Root(data)); err != nil || after.Generation != before.Generation {
		t.Errorf("%s serves, want %s (%v)", after.Generation, before.Generation, err)
	}
	out := ingestPosters(t, dir, "--data", data)
	var originals, fresh, kept int
	if _, err := fmt.Sscanf(out[strings.Index(out, ": ")+2:], "%d new", &fresh); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	fmt.Sscanf(out, "%d posters", &originals)
	fmt.Sscanf(out[strings.Index(out, "completed, ")+len("completed, "):], "%d unchanged", &kept)
	if originals != 41 || kept == 0 || fresh+kept != 40 {
		t.Errorf("%d originals, %d new, %d kept: %s", originals, fresh, kept, out)
	}
}

func TestWrongPosterPaths(t *testing.T) {
	t.Parallel()
	empty := filepath.Join(t.TempDir(), "notes.txt")
	writeFile(t, empty, "no list")
	for _, path := range []string{filepath.Join(t.TempDir(), "absent"), empty} {
		var errs bytes.Buffer
		if code := run(t.Context(), []string{"posters", "ingest", path, "--data", t.TempDir()}, &Globals{Out: io.Discard, Err: &errs}); code != 1 || errs.Len() == 0 {
			t.Errorf("%s: exit %d: %s", path, code, &errs)
		}
	}
}

// Posters that lie in a store at the other end of a network are served from it.
func TestPostersLieInS3(t *testing.T) {
	t.Parallel()
	bucket := freshBucket(t)
	h := open(t, "--bucket", bucket)
	var page filmPage
	h.get("/api/v2/films?limit=1", &page)
	ingestPosters(t, drawnPosters(t, page.Data[0].FilmdbID), "--data", h.data, "--bucket", bucket)
	var f struct {
		Data struct {
			Full *string `json:"poster_full_url"`
		}
	}
	for deadline := time.Now().Add(20 * time.Second); f.Data.Full == nil || !strings.HasPrefix(*f.Data.Full, h.base); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the server tells of no stored poster")
		}
		h.get("/api/v2/films/"+page.Data[0].FilmdbID, &f)
	}
	for ranges, want := range map[string]int{"": 200, "bytes=5-9": 206, "bytes=50-59,0-9": 206} {
		req, _ := http.NewRequest("GET", *f.Data.Full, nil)
		if ranges != "" {
			req.Header.Set("Range", ranges)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		if b, err := io.ReadAll(resp.Body); resp.StatusCode != want || err != nil || len(b) == 0 || resp.Header.Get("ETag") == "" {
			t.Errorf("range %q: %s, %d bytes, %v", ranges, resp.Status, len(b), err)
		}
		resp.Body.Close()
	}
}

// freshBucket names a bucket of its own on the S3 server of the tests.
func freshBucket(t *testing.T) string {
	t.Helper()
	at := os.Getenv("KINODEX_TEST_S3")
	if at == "" {
		t.Skip("KINODEX_TEST_S3 names no S3 server: make test-services")
	}
	u, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	u.Host = fmt.Sprintf("tests-%d", time.Now().UnixNano())
	store, err := url.Parse(u.Query().Get("endpoint"))
	if err != nil {
		t.Fatal(err)
	}
	client, err := minio.New(store.Host, &minio.Options{Creds: credentials.NewEnvAWS(), Region: u.Query().Get("region")})
	if err != nil {
		t.Fatal(err)
	}
	if err := client.MakeBucket(t.Context(), u.Host, minio.MakeBucketOptions{}); err != nil {
		t.Fatal(err)
	}
	return u.String()
}

// postersFetched runs posters fetch with the key of a stand-in server, and returns what it printed.
func postersFetched(t *testing.T, data string, srv *sourcestest.Server, args ...string) (out string, code int) {
	t.Helper()
	cmd, printed := sourcesProgram(data, srv, append([]string{"posters", "fetch", "--address", "moviedb=" + srv.URL + "/3/", "--rate", "40"}, args...)...)
	cmd.Env = append(cmd.Env, sources.MoviedbKey+"="+strings.Repeat("0f", 16))
	_ = cmd.Run()
	return printed.String(), cmd.ProcessState.ExitCode()
}

// Posters of the best known films are downloaded with the operator's key, stored and served; a second
// run asks for none again, whatever went wrong in the first (REQ F2-05, F2-98).
func TestPostersAreFetchedStoredAndServed(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("starts processes and installs the starter library; make test does")
	}
	films, err := starter.Films()
	if err != nil {
		t.Fatal(err)
	}
	slices.SortStableFunc(films, func(a, b *film.Film) int {
		return film.Value(b.Ratings.FilmdbVotes) - film.Value(a.Ratings.FilmdbVotes)
	})
	srv := sourcestest.New(t)
	srv.Moviedb.Wants(strings.Repeat("0f", 16))
	const top = 6
	for i, f := range films[:top] {
		number := *f.ExternalIDs.MoviedbID
		srv.Moviedb.Film(number, f.ID.String(), f.Title, fmt.Sprintf(`,"poster_path":"/p%d.png"`, i))
		srv.PutBytes(fmt.Sprintf("/t/p/w780/p%d.png", i), apptest.Picture(uint64(i+1)))
	}
	srv.PutBytes("/t/p/w780/p1.png", []byte("\x89PNG\r\n\x1a\n and no picture"))
	srv.Fail("/t/p/w780/p2.png", sourcestest.Cut(40), sourcestest.Status(503, "0"))
	srv.Fail("/t/p/w780/p3.png", sourcestest.Instead("text/html", "<h1>Hello</h1>"))
	data := filepath.Join(t.TempDir(), "data")

	if out, code := postersFetched(t, data, srv, "--top", "6"); code == 0 || !strings.Contains(out, "--accept-terms") || len(srv.Asked("/")) != 0 {
		t.Errorf("without terms accepted: %d, %s", code, out)
	}
	out, code := postersFetched(t, data, srv, "--top", "6", "--accept-terms")
	for _, says := range []string{"you accepted the terms of moviedb", "6 posters to download", "4 posters stored", "1 failed", "longer than six months: before ", "--renew", "4 with a stored poster", films[1].ID.String(), "sends no picture"} {
		if code != 0 || !strings.Contains(out, says) {
			t.Errorf("exit %d, printed %s\nwithout %q", code, out, says)
		}
	}
	if strings.Contains(out, strings.Repeat("0f", 16)) {
		t.Error("the key is printed")
	}
	srv.Asked("/")
	out, code = postersFetched(t, data, srv, "--top", "6")
	if code != 0 || !strings.Contains(out, "4 have a stored poster") || !strings.Contains(out, "2 posters to download") || !strings.Contains(out, "1 posters stored") {
		t.Errorf("again: %d, %s", code, out)
	}
	if left, _ := filepath.Glob(filepath.Join(data, "scratch", "posters-*")); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
	h := openAt(t, data)
	resp, err := http.Get(h.base + "/films/" + films[0].ID.String())
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	page, err := io.ReadAll(resp.Body)
	if err != nil || !bytes.Contains(page, []byte(`<img src="`+h.base+`/posters/`)) || !bytes.Contains(page, []byte(`alt="Poster of `)) {
		t.Errorf("the page of the film does not show its poster: %v", err)
	}
	for _, args := range [][]string{{"--top", "0"}, {"--top", "-1"}, {}, {"--top", "5", "--rate", "0"}, {"--top", "5", "--contact", "a\nb"}} {
		if out, code := postersFetched(t, data, srv, args...); code == 0 {
			t.Errorf("%v: %s", args, out)
		}
	}
}
