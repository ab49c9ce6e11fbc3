package sources

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kinodex/internal/sources/sourcestest"
)

// jpeg is the beginning of a JPEG file and n bytes.
func jpeg(n int) []byte {
	return append([]byte("\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01"), make([]byte, n)...)
}

// postersServer serves n films with posters, which are wanted.
func postersServer(t *testing.T, n int) (srv *sourcestest.Server, wanted []WantedPoster) {
	srv = sourcestest.New(t)
	srv.Moviedb.Wants(moviedbKey)
	for id := 1; id <= n; id++ {
		w := WantedPoster{fmt.Sprintf("tt%07d", id), id}
		srv.Moviedb.Film(id, w.Film, "A film", fmt.Sprintf(`,"poster_path":"/poster%d.jpg"`, id))
		srv.PutBytes(posterPath(id), jpeg(1000*id))
		wanted = append(wanted, w)
	}
	return srv, wanted
}

func posterPath(id int) string { return fmt.Sprintf("/t/p/w780/poster%d.jpg", id) }

// outcomes returns what became of each film, and the files in the directory.
func outcomes(got []Outcome, dir string) (status, reason map[string]string, files int) {
	status, reason = map[string]string{}, map[string]string{}
	for _, o := range got {
		status[o.File], reason[o.File] = o.Status, o.Reason
	}
	entries, _ := os.ReadDir(dir)
	return status, reason, len(entries)
}

// Posters are downloaded with a key, each by its film, and the key goes to the interface alone.
func TestPostersAreFetched(t *testing.T) {
	t.Parallel()
	srv, wanted := postersServer(t, 12)
	srv.Moviedb.Film(13, "tt0000013", "No poster", `,"poster_path":null`)
	srv.Moviedb.Film(14, "tt0000099", "Another film", `,"poster_path":"/poster1.jpg"`)
	wanted = append(wanted, WantedPoster{"tt0000013", 13}, WantedPoster{"tt0000014", 14}, WantedPoster{"tt0000015", 15})
	dir := t.TempDir()
	got, err := open(t, t.TempDir(), srv, withKey).FetchPosters(t.Context(), wanted, dir)
	if err != nil || len(got) != 15 {
		t.Fatalf("%+v, %v", got, err)
	}
	status, reason, files := outcomes(got, dir)
	if status["tt0000003"] != Fetched || status["tt0000013"] != Skipped || status["tt0000014"] != Failed || status["tt0000015"] != Skipped || files != 12 {
		t.Errorf("%v, %v, %d files", status, reason, files)
	}
	if b, err := os.ReadFile(filepath.Join(dir, "tt0000003.jpg")); err != nil || len(b) != len(jpeg(3000)) {
		t.Errorf("%d bytes, %v", len(b), err)
	}
	for _, r := range srv.Asked("/t/p/") {
		if r.Query != "" || r.Referer != "" || r.Agent != "Kinodex/test" {
			t.Errorf("a server of pictures was told %+v", r)
		}
	}
}

// A server that is not well is asked again; what it sends instead of a picture is not kept.
func TestFaultsOfAServerOfPostersAreOvercome(t *testing.T) {
	t.Parallel()
	srv, wanted := postersServer(t, 12)
	again := []int{1, 2, 3, 4, 5}
	srv.Fail(posterPath(1), sourcestest.Cut(100), sourcestest.Cut(900))
	srv.Fail(posterPath(2), sourcestest.Status(http.StatusServiceUnavailable, ""), sourcestest.Status(http.StatusTooManyRequests, "0"))
	srv.Fail(posterPath(3), sourcestest.Stall(50))
	srv.Fail("/3/movie/4", sourcestest.Status(http.StatusBadGateway, ""), sourcestest.Instead("application/json", `{"poster_path":`))
	srv.Fail(posterPath(5), sourcestest.Redirected(srv.URL+posterPath(6)))
	bad := map[int]string{7: "no picture", 8: "more than it may", 9: "403", 10: "names no picture", 11: "malformed"}
	srv.Fail(posterPath(7), sourcestest.Instead("text/html", "<h1>Hello</h1>"))
	for range mostTries { // on a busy machine one may stall before it is too long
		srv.Fail(posterPath(8), func(w http.ResponseWriter, r *http.Request, _ []byte) {
			w.Header().Set("Content-Type", "image/jpeg")
			endless(w, r, nil)
		})
	}
	srv.Fail(posterPath(9), sourcestest.Status(http.StatusForbidden, ""))
	srv.Fail("/3/movie/10", sourcestest.Instead("application/json", `{"poster_path":"/../../3/account.jpg"}`))
	srv.Fail("/3/movie/11", sourcestest.Instead("application/json", `{"poster_path":{}}`))
	dir := t.TempDir()
	got, err := open(t, t.TempDir(), srv, withKey, impatient).FetchPosters(t.Context(), wanted, dir)
	if err != nil {
		t.Fatal(err)
	}
	status, reason, files := outcomes(got, dir)
	for _, id := range again {
		if film := wanted[id-1].Film; status[film] != Fetched {
			t.Errorf("%s: %s, %s", film, status[film], reason[film])
		}
	}
	for id, why := range bad {
		if film := wanted[id-1].Film; status[film] != Failed || !strings.Contains(reason[film], why) {
			t.Errorf("%s: %s, %q, want %q", film, status[film], reason[film], why)
		}
	}
	if files != 12-len(bad) {
		t.Errorf("%d files", files)
	}
	if b, _ := os.ReadFile(filepath.Join(dir, wanted[0].Film+".jpg")); len(b) != len(jpeg(1000)) {
		t.Errorf("a picture that was cut off has %d bytes", len(b))
	}
}

// What would ask in vain, or elsewhere, ends at once.
func TestPostersThatAreNotFetched(t *testing.T) {
	t.Parallel()
	srv, wanted := postersServer(t, 40)
	fetch := func(change ...func(*Options)) error {
		_, err := open(t, t.TempDir(), srv, change...).FetchPosters(t.Context(), wanted, t.TempDir())
		return err
	}
	fails := func(err error, why string) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), why) || strings.Contains(err.Error(), moviedbKey) {
			t.Errorf("%v, want %q", err, why)
		}
	}
	fails(fetch(), MoviedbKey)
	fails(fetch(func(o *Options) { o.MoviedbKey = strings.Repeat("f", 32) }), "refuses the key")
	fails(fetch(withKey, func(o *Options) { o.free = func(string) (int64, bool) { return 1, true } }), "the disk is too full")
	if n := len(srv.Asked("/t/p/")); n != 0 {
		t.Errorf("%d pictures were asked for", n)
	}
	s, err := Open(t.TempDir(), Options{MoviedbKey: moviedbKey, Addresses: map[string]string{"moviedb": srv.URL + "/3/"}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	_, err = s.FetchPosters(t.Context(), wanted, t.TempDir())
	fails(err, "terms have not been accepted")

	// Where pictures are is not believed when it is nowhere that they could be.
	for _, answer := range []string{`{}`, `{"images":{"secure_base_url":"file:///etc/"}}`, `{"images":{"secure_base_url":"https://me:pw@elsewhere.example/"}}`, `{"images":{"secure_base_url":"//x/"}}`, `[]`} {
		srv.Moviedb.Configure(answer)
		fails(fetch(withKey), "where posters are")
	}
	srv.Moviedb.Configure("")
	// A server that fails for all is asked no more.
	for _, w := range wanted {
		srv.Fail(posterPath(w.Moviedb), sourcestest.Status(http.StatusForbidden, ""))
	}
	fails(fetch(withKey), "10 posters in a row failed")
	if n := len(srv.Asked("/t/p/")); n > mostFailed+atOnce {
		t.Errorf("%d pictures were asked for", n)
	}
}

// A server of pictures inside of the operator's network is not asked because the public interface
// says so.
func TestPostersLeadNowhereElse(t *testing.T) {
	t.Parallel()
	srv, wanted := postersServer(t, 3)
	srv.Moviedb.Configure(`{"images":{"secure_base_url":"http://169.254.169.254/latest/","poster_sizes":["w780"]}}`)
	got, err := open(t, t.TempDir(), srv, withKey).FetchPosters(t.Context(), wanted, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range got {
		if o.Status != Failed || !strings.Contains(o.Reason, "not followed") {
			t.Errorf("%+v", o)
		}
	}
}

// A fetch that is stopped leaves whole pictures.
func TestAFetchOfPostersThatIsStopped(t *testing.T) {
	t.Parallel()
	srv, wanted := postersServer(t, 8)
	srv.Fail(posterPath(5), sourcestest.Stall(10))
	ctx, cancel := context.WithTimeout(t.Context(), 150*time.Millisecond)
	defer cancel()
	dir := t.TempDir()
	_, err := open(t, t.TempDir(), srv, withKey).FetchPosters(ctx, wanted, dir)
	if err == nil {
		t.Error("no error")
	}
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if info, err := e.Info(); err != nil || info.Size() < 1000 {
			t.Errorf("%s is left, %v", e.Name(), err)
		}
	}
}

func TestTheSizeOfPosters(t *testing.T) {
	for want, sizes := range map[string][]string{
		"w780": {"w92", "w780", "original"}, "w500": {"w92", "w500", "w1280", "original"}, "w92": {"w92", "h900", "wide"},
	} {
		if got := sizeOf(sizes); got != want {
			t.Errorf("%v: %s, want %s", sizes, got, want)
		}
	}
	if got := sizeOf(nil); got != "w780" {
		t.Errorf("nothing said: %s", got)
	}
}
