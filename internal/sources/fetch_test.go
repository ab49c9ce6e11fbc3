package sources

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kinodex/internal/sources/sourcestest"
)

const ratingsHead = "tconst\taverageRating\tnumVotes\n"

// ratings is a table of n films.
func ratings(n int) string {
	var b strings.Builder
	b.WriteString(ratingsHead)
	for i := range n {
		fmt.Fprintf(&b, "tt%07d\t%d.%d\t%d\n", i+1, i%9+1, i*7%10, i*i%100000+5)
	}
	return b.String()
}

// open opens a store on a stand-in server, with terms accepted.
func open(t *testing.T, dir string, srv *sourcestest.Server, change ...func(*Options)) *Store {
	t.Helper()
	o := Options{
		Addresses: map[string]string{"filmdb": srv.URL + "/imdb/", "moviedb": srv.URL + "/3/", ExportsName: srv.URL + "/p/exports/", "wikidata": srv.URL + "/sparql", "wikipedia": srv.URL + "/w/api.php"},
		Agent:     "Kinodex/test", backoff: time.Millisecond, stall: time.Minute, Rate: 1000, WikipediaRate: 1000,
	}
	for _, c := range change {
		c(&o)
	}
	s, err := Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	for _, name := range []string{"filmdb", "moviedb", "wikidata", "wikipedia"} {
		if err := s.Accept(name); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// impatient has a server that sends nothing count as stalled soon. Only tests in which one stalls are
// impatient: on a busy machine a server that is well may take as long.
func impatient(o *Options) { o.stall = 300 * time.Millisecond }

// kept returns the content of a kept file; "" when there is none.
func kept(t *testing.T, s *Store, key string) string {
	t.Helper()
	k := s.state.Files[key]
	if k == nil {
		return ""
	}
	b, err := os.ReadFile(filepath.Join(s.dir, filesName, k.Name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// ratingsPath is where the stand-in server has the table of ratings.
const ratingsPath, ratingsKey = "/imdb/title.ratings.tsv.gz", "filmdb/title.ratings.tsv.gz"

// fetchRatings fetches the table of ratings and returns its outcome.
func fetchRatings(t *testing.T, s *Store) Outcome {
	t.Helper()
	got, err := s.Fetch(t.Context(), []string{"filmdb/title.ratings"})
	if len(got) != 1 || (got[0].Status == Failed) != errors.Is(err, ErrFailed) {
		t.Fatalf("%+v, %v", got, err)
	}
	return got[0]
}

func TestAFileIsFetchedOnceAndThenAskedFor(t *testing.T) {
	srv := sourcestest.New(t)
	srv.Put(ratingsPath, ratings(500))
	s := open(t, t.TempDir(), srv)
	if o := fetchRatings(t, s); o.Status != Fetched || o.Rows != 500 {
		t.Errorf("%+v", o)
	}
	if o := fetchRatings(t, s); o.Status != Unchanged {
		t.Errorf("again: %+v", o)
	}
	asked := srv.Asked("/imdb/")
	if len(asked) != 2 || asked[0].Conditional || asked[1].Status != 304 || asked[0].Agent != "Kinodex/test" {
		t.Errorf("asked %+v", asked)
	}
	name := s.state.Files[ratingsKey].Name
	if !strings.Contains(name, "title.ratings."+time.Now().Add(-time.Hour).UTC().Format("2006-01")+".tsv.gz") {
		t.Errorf("kept as %s, which does not tell the month", name)
	}
	if paths := s.Paths(); len(paths) != 1 || !strings.HasSuffix(paths[0], name) {
		t.Errorf("a build reads %v", paths)
	}
	before, _ := s.Fingerprint()
	srv.Put(ratingsPath, ratings(501))
	if o := fetchRatings(t, s); o.Status != Fetched || o.Rows != 501 {
		t.Errorf("changed: %+v", o)
	}
	if after, _ := s.Fingerprint(); after == before {
		t.Error("the fingerprint does not tell that the file changed")
	}
	if files, _ := os.ReadDir(filepath.Join(s.dir, filesName)); len(files) != 1 {
		t.Errorf("%d files are kept, the replaced one too", len(files))
	}
}

// Whatever a server does on the way, the file comes whole in the end.
func TestFaultsOfAServerAreOvercome(t *testing.T) {
	whole := sourcestest.Packed(ratings(20_000))
	half := len(whole) / 2
	for _, c := range []struct {
		name   string
		faults []sourcestest.Fault
		ranges []string // of the requests, in order
	}{
		{"cut twice", []sourcestest.Fault{sourcestest.Cut(half), sourcestest.Cut(half + 100)}, []string{"", fmt.Sprintf("bytes=%d-", half), fmt.Sprintf("bytes=%d-", half+100)}},
		{"busy", []sourcestest.Fault{sourcestest.Status(429, "0"), sourcestest.Status(503, ""), sourcestest.Status(502, "")}, []string{"", "", "", ""}},
		{"stops sending", []sourcestest.Fault{sourcestest.Stall(half)}, []string{"", fmt.Sprintf("bytes=%d-", half)}},
		{"redirects", []sourcestest.Fault{sourcestest.Redirected("/elsewhere/title.ratings.tsv.gz")}, []string{"", ""}},
	} {
		t.Run(c.name, func(t *testing.T) {
			srv := sourcestest.New(t)
			srv.PutBytes(ratingsPath, whole)
			srv.PutBytes("/elsewhere/title.ratings.tsv.gz", whole)
			srv.Fail(ratingsPath, c.faults...)
			s := open(t, t.TempDir(), srv, func(o *Options) {
				if c.name == "stops sending" {
					impatient(o)
				}
			})
			if o := fetchRatings(t, s); o.Status != Fetched || o.Rows != 20_000 {
				t.Fatalf("%+v", o)
			}
			if kept(t, s, ratingsKey) != string(whole) {
				t.Error("other bytes are kept")
			}
			var ranges []string
			for _, r := range srv.Asked("/") {
				ranges = append(ranges, r.Range)
			}
			if !slices.Equal(ranges, c.ranges) {
				t.Errorf("asked for %q, want %q", ranges, c.ranges)
			}
		})
	}
}

// A file that changed while half of it was had is fetched from its beginning.
func TestAFileThatChangedIsNotPutTogetherFromTwo(t *testing.T) {
	srv := sourcestest.New(t)
	srv.Put(ratingsPath, ratings(20_000))
	changed := sourcestest.Packed(ratings(19_000)) // not in the answer, which the client would not wait for
	srv.Fail(ratingsPath, sourcestest.Cut(1000), func(http.ResponseWriter, *http.Request, []byte) {
		srv.PutBytes(ratingsPath, changed)
		panic(http.ErrAbortHandler)
	})
	s := open(t, t.TempDir(), srv)
	if o := fetchRatings(t, s); o.Status != Fetched || o.Rows != 19_000 {
		t.Errorf("%+v", o)
	}
}

// What is not good does not replace what is.
func TestAGoodFileIsNeverReplacedByABadOne(t *testing.T) {
	for _, c := range []struct {
		name string
		bad  sourcestest.Fault
		says string
	}{
		{"a page about an error", sourcestest.Instead("text/html", "<!DOCTYPE html>\n<title>Oops</title>"), "<!DOCTYPE html>"},
		{"garbage", sourcestest.Instead("application/gzip", "\x1f\x8b\x08\x00 no gzip at all"), "shape"},
		{"another table", sourcestest.Instead("application/gzip", string(sourcestest.Packed("tconst\tdirectors\twriters\ntt0000001\tnm0000001\t\\N\n"))), "title_crew"},
		{"the first half as if it were all", sourcestest.Truncated(2000), "EOF"},
		{"nothing", sourcestest.Instead("application/gzip", ""), "shape"},
		{"a table of no rows", sourcestest.Instead("application/gzip", string(sourcestest.Packed(ratingsHead))), "no rows"},
		{"far fewer rows", sourcestest.Instead("application/gzip", string(sourcestest.Packed(ratings(90)))), "--allow-shrink"},
		{"half a row at the end", sourcestest.Instead("application/gzip", string(sourcestest.Packed(ratings(1000)+"tt0099999\t7"))), "cut off"},
		{"not there", sourcestest.Status(404, ""), "404"},
		{"forbidden", sourcestest.Status(403, ""), "403"},
		{"gone for hours", sourcestest.Status(503, "36000"), "come back in 10h"},
	} {
		t.Run(c.name, func(t *testing.T) {
			srv := sourcestest.New(t)
			srv.Put(ratingsPath, ratings(1000))
			s := open(t, t.TempDir(), srv)
			fetchRatings(t, s)
			good := kept(t, s, ratingsKey)
			srv.Put(ratingsPath, ratings(1200))
			srv.Fail(ratingsPath, c.bad)
			o := fetchRatings(t, s)
			if o.Status != Failed || !strings.Contains(o.Reason, c.says) {
				t.Errorf("%+v, want a reason with %q", o, c.says)
			}
			if kept(t, s, ratingsKey) != good {
				t.Error("the good file is gone")
			}
			if o := fetchRatings(t, s); o.Status != Fetched || o.Rows != 1200 {
				t.Errorf("once the server is well again: %+v", o)
			}
		})
	}
}

// A length that is wrong is the server's fault; what is in the file decides.
func TestAWrongLengthIsNotBelieved(t *testing.T) {
	srv := sourcestest.New(t)
	srv.Put(ratingsPath, ratings(1000))
	srv.Fail(ratingsPath, longer, longer, longer)
	s := open(t, t.TempDir(), srv)
	if o := fetchRatings(t, s); o.Status != Fetched || o.Rows != 1000 {
		t.Errorf("%+v", o)
	}
}

func TestADownloadGoesOnInAnotherProcess(t *testing.T) {
	srv := sourcestest.New(t)
	whole := sourcestest.Packed(ratings(20_000))
	srv.PutBytes(ratingsPath, whole)
	dir := t.TempDir()
	first := open(t, dir, srv)
	srv.Fail(ratingsPath, sourcestest.Stall(3000))
	ctx, stop := context.WithCancel(t.Context())
	go func() {
		for { // until the bytes are there
			if info, err := os.Stat(filepath.Join(dir, partialName, "filmdb-title.ratings.tsv.gz")); err == nil && info.Size() == 3000 {
				stop()
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	if _, err := first.Fetch(ctx, []string{"filmdb/title.ratings"}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if _, err := Open(dir, Options{}); !errors.Is(err, ErrBusy) {
		t.Errorf("a second process at the same time: %v", err)
	}
	first.Close()
	srv.Asked("/")
	second := open(t, dir, srv)
	if st := second.Status()[0]; len(st.Partial) != 1 || st.Partial[0].Bytes != 3000 {
		t.Errorf("under way: %+v", st.Partial)
	}
	if o := fetchRatings(t, second); o.Status != Fetched || kept(t, second, ratingsKey) != string(whole) {
		t.Errorf("%+v", o)
	}
	if asked := srv.Asked("/"); len(asked) == 0 || asked[len(asked)-1].Range != "bytes=3000-" {
		t.Errorf("asked %+v", asked)
	}
	if st := second.Status()[0]; len(st.Partial) != 0 {
		t.Errorf("still under way: %+v", st.Partial)
	}
}

// Parts that do not fit together are found out, and the file is fetched anew.
func TestADamagedPartIsFetchedAnew(t *testing.T) {
	srv := sourcestest.New(t)
	srv.Put(ratingsPath, ratings(20_000))
	dir := t.TempDir()
	s := open(t, dir, srv)
	p, err := s.partial(ratingsKey, srv.URL+ratingsPath)
	if err != nil {
		t.Fatal(err)
	}
	state := fmt.Sprintf(`{"address":%q,"etag":%q,"length":-1}`, srv.URL+ratingsPath, sourcestest.Tag(sourcestest.Packed(ratings(20_000))))
	for path, content := range map[string]string{p.path: strings.Repeat("\x00", 2000), p.path + ".json": state} {
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if o := fetchRatings(t, s); o.Status != Fetched || o.Rows != 20_000 {
		t.Errorf("%+v", o)
	}
}

func TestTermsAreAcceptedFirst(t *testing.T) {
	srv := sourcestest.New(t)
	dir := t.TempDir()
	s, err := Open(dir, Options{Addresses: map[string]string{"filmdb": srv.URL}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, names := range [][]string{nil, {"filmdb"}, {"moviedb"}} {
		if _, err := s.Fetch(t.Context(), names); err == nil || !strings.Contains(err.Error(), "--accept-terms") {
			t.Errorf("%v: %v", names, err)
		}
	}
	if len(srv.Asked("/")) != 0 {
		t.Error("the server was asked all the same")
	}
	if err := s.Accept("filmdb"); err != nil {
		t.Fatal(err)
	}
	if st := s.Status()[0]; st.AcceptedAt == nil || time.Since(*st.AcceptedAt) > time.Minute {
		t.Errorf("accepted at %v", st.AcceptedAt)
	}
	// Terms that are not those of then are to be accepted again.
	a := s.state.Terms["filmdb"]
	a.Terms = "anything goes"
	s.state.Terms["filmdb"] = a
	if _, err := s.Fetch(t.Context(), []string{"filmdb"}); !errors.Is(err, ErrTerms) {
		t.Errorf("other terms: %v", err)
	}
}

func TestWhatAPersonAddsIsCheckedAndFetched(t *testing.T) {
	srv := sourcestest.New(t)
	const oscars = "Ceremony\tYear\tClass\tFilmId\tWinner\n1\t1994\tActing\ttt0109830\tTrue\n"
	srv.Put("/data/oscars.csv", oscars)
	s := open(t, t.TempDir(), srv)
	folder := t.TempDir()
	for _, c := range []struct{ name, at, digest, says string }{
		{"Oscars!", srv.URL, "", "small letters"},
		{"oscars", "ftp://example.com/x", "", "https://"},
		{"oscars", "https://me:secret@example.com/x", "", "password"},
		{"oscars", filepath.Join(folder, "none"), "", "neither"},
		{"oscars", srv.URL, "12", "64"},
		{"oscars", srv.URL + "/data/oscars.csv?token=hush", strings.Repeat("0", 64), ""},
		{"mine", folder, "", ""},
	} {
		err := s.Add(c.name, c.at, c.digest)
		if (err == nil) != (c.says == "") || err != nil && (!strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "secret")) {
			t.Errorf("add %s %s: %v", c.name, c.at, err)
		}
	}
	got, err := s.Fetch(t.Context(), []string{"oscars"})
	if !errors.Is(err, ErrFailed) || !strings.Contains(got[0].Reason, "SHA-256") || strings.Contains(got[0].Reason, "hush") {
		t.Errorf("another digest: %+v, %v", got, err)
	}
	if err := s.Add("oscars", srv.URL+"/data/oscars.csv?token=hush", ""); err != nil {
		t.Fatal(err)
	}
	if got, err = s.Fetch(t.Context(), []string{"oscars", "mine"}); err != nil || got[0].Status != Fetched || got[1].Status != Skipped {
		t.Errorf("%+v, %v", got, err)
	}
	if paths := s.Paths(); len(paths) != 2 || filepath.Base(paths[0]) != "oscars.csv" || paths[1] != folder {
		t.Errorf("a build reads %v", paths)
	}
	if err := s.Remove("oscars"); err != nil || len(s.Paths()) != 1 {
		t.Errorf("removed: %v, %v", err, s.Paths())
	}
	if _, err := s.Fetch(t.Context(), []string{"oscars"}); err == nil || !strings.Contains(err.Error(), "there are filmdb") {
		t.Errorf("a name that is gone: %v", err)
	}
}
