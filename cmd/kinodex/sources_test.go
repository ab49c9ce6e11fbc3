package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kinodex/internal/library"
	"kinodex/internal/serve"
	"kinodex/internal/snapshot"
	"kinodex/internal/sources"
	"kinodex/internal/sources/sourcestest"
)

// filmdbFiles serves the film database's daily files with n films, of which some have
// other votes than in another edition.
func filmdbFiles(srv *sourcestest.Server, n, edition int) {
	basics := strings.Builder{}
	basics.WriteString("tconst\ttitleType\tprimaryTitle\toriginalTitle\tisAdult\tstartYear\tendYear\truntimeMinutes\tgenres\n")
	ratings, crew := new(strings.Builder), new(strings.Builder)
	ratings.WriteString("tconst\taverageRating\tnumVotes\n")
	crew.WriteString("tconst\tdirectors\twriters\n")
	for i := range n {
		id := fmt.Sprintf("tt%07d", 1000+i)
		fmt.Fprintf(&basics, "%s\tmovie\tThe Film of Number %d\tThe Film of Number %d\t0\t%d\t\\N\t%d\tDrama,%s\n", id, i, i, 1950+i%70, 80+i%60, []string{"Crime", "Comedy", "War"}[i%3])
		votes := 1000 + i*37%5000
		if i%100 == 0 {
			votes += edition
		}
		fmt.Fprintf(ratings, "%s\t%d.%d\t%d\n", id, 4+i%5, i%10, votes)
		fmt.Fprintf(crew, "%s\tnm0000001\t\\N\n", id)
	}
	for name, content := range map[string]string{
		"title.basics": basics.String(), "title.ratings": ratings.String(), "title.crew": crew.String(),
		"title.principals": "tconst\tordering\tnconst\tcategory\tjob\tcharacters\ntt0001000\t1\tnm0000002\tactor\t\\N\t[\"Her\"]\n",
		"name.basics":      "nconst\tprimaryName\tbirthYear\tdeathYear\tprimaryProfession\tknownForTitles\nnm0000001\tAnn Director\t\\N\t\\N\tdirector\ttt0001000\nnm0000002\tBo Actor\t\\N\t\\N\tactor\ttt0001000\n",
		"title.akas":       "titleId\tordering\ttitle\tregion\tlanguage\ttypes\tattributes\tisOriginalTitle\ntt0001000\t1\tDer Film\tDE\t\\N\t\\N\t\\N\t0\n",
		"title.episode":    "tconst\tparentTconst\tseasonNumber\tepisodeNumber\ntt0099999\tt0099998\t1\t1\n",
	} {
		srv.Put("/imdb/"+name+".tsv.gz", content)
	}
}

// sourcesProgram is a command of the whole program on a data directory and a stand-in
// server.
func sourcesProgram(data string, srv *sourcestest.Server, args ...string) (*exec.Cmd, *output) {
	cmd, out := exec.Command(os.Args[0], append(args, "--data", data)...), new(output)
	cmd.Env = append(os.Environ(), beProgram+"=yes", "KINODEX_ADDRESS=filmdb="+srv.URL+"/imdb/")
	cmd.Stdout, cmd.Stderr = out, out
	return cmd, out
}

// A fetch that is killed in the middle, and another that the server cuts off, end with the
// whole files, of which a library is built. After the server's files have changed, an update
// whose fetch is cut off too brings the library up to date: what it tells, what a server that
// runs serves, and the feed of changes agree.
func TestAFetchThatIsKilledGoesOnAndIsBuiltFromAndUpdated(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("starts processes and builds a library; make test does")
	}
	srv := sourcestest.New(t)
	filmdbFiles(srv, 3000, 0)
	data := filepath.Join(t.TempDir(), "data")
	const basics = "/imdb/title.basics.tsv.gz"
	srv.Fail(basics, sourcestest.Stall(5000), sourcestest.Cut(9000))
	first, out := sourcesProgram(data, srv, "sources", "fetch", "filmdb", "--accept-terms")
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	part := filepath.Join(sourcesRoot(data), "partial", "filmdb-title.basics.tsv.gz")
	for deadline := time.Now().Add(readyWithin); ; time.Sleep(time.Millisecond) {
		if info, err := os.Stat(part); err == nil && info.Size() == 5000 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("nothing comes: %s", out)
		}
	}
	first.Process.Kill()
	first.Wait()
	if build, out := sourcesProgram(data, srv, "build"); build.Run() == nil || !strings.Contains(out.String(), "kinodex sources fetch") {
		t.Errorf("a build of nothing says %s", out)
	}
	srv.Asked("/")
	second, out := sourcesProgram(data, srv, "sources", "fetch")
	if err := second.Run(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var ranges []string
	for _, r := range srv.Asked(basics) {
		if r.Range != "" {
			ranges = append(ranges, r.Range)
		}
	}
	if strings.Join(ranges, " ") != "bytes=5000- bytes=9000-" {
		t.Errorf("asked for the parts %q", ranges)
	}
	build, out := sourcesProgram(data, srv, "build")
	if err := build.Run(); err != nil || !strings.Contains(out.String(), "serves now: 3000 films") {
		t.Fatalf("%v: %s", err, out)
	}
	m, err := library.Verify(library.Root(data))
	if err != nil || m.Films != 3000 {
		t.Errorf("%+v, %v", m, err)
	}
	h := openAt(t, data, "--no-snapshots")
	if films, _ := served(t, h); films != 3000 {
		t.Errorf("%d films are served", films)
	}
	filmdbFiles(srv, 3030, 7) // 30 more, and other votes of every hundredth
	srv.Fail(basics, sourcestest.Cut(9000))
	srv.Asked("/")
	third, out := sourcesProgram(data, srv, "update", "--json")
	var said strings.Builder
	third.Stdout = &said
	var u Update
	if err := errors.Join(third.Run(), json.Unmarshal([]byte(said.String()), &u)); err != nil {
		t.Fatalf("%v: %s%s", err, &said, out)
	}
	if !slices.ContainsFunc(srv.Asked(basics), func(r sourcestest.Request) bool { return r.Range == "bytes=9000-" }) {
		t.Error("the update's fetch did not go on where it was cut off")
	}
	if c := u.Changes; !u.Built || c == nil || c.Films != 3030 || c.Added != 30 || c.Removed != 0 || c.Fields["ratings"] != 30 {
		t.Fatalf("%+v, %+v", u, u.Changes)
	}
	h.await(t, u.Generation)
	if films, feed := served(t, h); films != 3030 || feed == nil || feed.Puts != u.Changes.Added+u.Changes.Changed || feed.Deletes != 0 {
		t.Errorf("%d films are served; the feed has %+v, the update %+v", films, feed, u.Changes)
	}
}

func TestSourcesTellWhatTheyAreAndHowTheyStand(t *testing.T) {
	t.Setenv(sources.MoviedbKey, "a-key-that-nobody-sees")
	data := filepath.Join(t.TempDir(), "data")
	for _, args := range [][]string{{"sources", "list"}, {"sources", "list", "--json"}, {"sources", "status"}, {"sources", "status", "--json"}} {
		code, out, errs := kinodex(t, data, args...)
		if code != 0 || errs != "" || !strings.Contains(out, "wikidata") || strings.Contains(out, "nobody-sees") {
			t.Errorf("%v: %d, %s%s", args, code, out, errs)
		}
	}
	list := must[[]sources.Standing](t, data, "sources", "list")
	for _, s := range list {
		if s.Gives == "" || s.Terms == "" || !strings.HasPrefix(s.TermsAt, "https://") || s.Size == "" || s.Address == "" || s.AcceptedAt != nil {
			t.Errorf("%+v", s)
		}
	}
	for _, c := range []struct {
		says string
		args []string
	}{
		{"--accept-terms", []string{"sources", "fetch"}},
		{"--accept-terms", []string{"sources", "fetch", "filmdb"}},
		{"name the sources", []string{"sources", "fetch", "--accept-terms"}},
		{"there are filmdb, moviedb, wikidata, wikipedia", []string{"sources", "fetch", "imdb"}},
		{"title.ratings", []string{"sources", "fetch", "filmdb/title.rating", "--accept-terms"}},
		{"no address can be given", []string{"sources", "fetch", "--address", "imdb=http://127.0.0.1:1/"}},
		{"want an address", []string{"sources", "fetch", "--address", "filmdb=127.0.0.1"}},
		{"at most 5", []string{"sources", "fetch", "--wikipedia-rate", "100"}},
		{"at most 40", []string{"sources", "fetch", "--moviedb-rate", "1000"}},
		{"neither an address nor", []string{"sources", "add", "mine", filepath.Join(data, "nowhere")}},
		{"there is no source", []string{"sources", "remove", "mine"}},
		{"kinodex sources fetch", []string{"build"}},
	} {
		if code, out, errs := kinodex(t, data, c.args...); code != 1 || !strings.Contains(errs, c.says) {
			t.Errorf("%v: %d, %s%s, want %q", c.args, code, out, errs, c.says)
		}
	}
}

// served is how many films a server has, and the changes of its newest snapshot.
func served(t *testing.T, h *house) (films int, changes *snapshot.Changes) {
	t.Helper()
	var page filmPage
	h.get("/api/v2/films?limit=1", &page)
	return page.Meta.Total, h.snapshot(t).Changes
}

// snapshot makes the snapshot of what the data directory has and returns its manifest.
func (h *house) snapshot(t *testing.T) *snapshot.Manifest {
	t.Helper()
	var out, errs strings.Builder
	if code := run(t.Context(), []string{"snapshot", "build", "--data", h.data, "--base-url", "https://films.example.com"}, &Globals{Out: &out, Err: &errs}); code != 0 {
		t.Fatalf("%s%s", &out, &errs)
	}
	bucket, err := openBucket(t.Context(), h.data, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer bucket.Close()
	m, err := snapshot.Current(t.Context(), bucket)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// An update builds only when something changed, and what it tells, what is served and the
// feed of changes agree.
func TestAnUpdateTellsWhatIsServedAndFed(t *testing.T) {
	if testing.Short() {
		t.Skip("builds libraries; make test does")
	}
	srv := sourcestest.New(t)
	filmdbFiles(srv, 1000, 0)
	data := filepath.Join(t.TempDir(), "data")
	t.Setenv("KINODEX_ADDRESS", "filmdb="+srv.URL+"/imdb/")
	for _, args := range [][]string{{"sources", "fetch", "filmdb", "--accept-terms"}, {"build"}} {
		if code, out, errs := kinodex(t, data, args...); code != 0 {
			t.Fatalf("%v: %s%s", args, out, errs)
		}
	}
	update := func() (u Update) {
		t.Helper()
		code, out, errs := kinodex(t, data, "update", "--json")
		if err := json.Unmarshal([]byte(out), &u); err != nil || code != 0 {
			t.Fatalf("status %d, %v: %s%s", code, err, out, errs)
		}
		return u
	}
	if u := update(); u.Built || u.Changes != nil || u.Generation != serving(t, data) {
		t.Errorf("nothing changed, and %+v", u)
	}
	var off Update
	if code, out, errs := kinodex(t, data, "update", "--encoder", "off", "--json"); code != 0 || json.Unmarshal([]byte(out), &off) != nil || !off.Built {
		t.Errorf("without vectors it is another library, and nothing was built: status %d, %s%s", code, out, errs)
	}
	if u := update(); !u.Built {
		t.Errorf("with vectors again it is another library, and nothing was built: %+v", u)
	}
	h := openAt(t, data, "--no-snapshots")
	if films, _ := served(t, h); films != 1000 {
		t.Errorf("%d films are served", films)
	}
	filmdbFiles(srv, 1030, 7) // 30 more, and other votes of every hundredth
	u := update()
	if c := u.Changes; !u.Built || c == nil || c.Added != 30 || c.Removed != 0 || c.Changed < 10 || c.Fields["ratings"] != 10 || c.Films != 1030 {
		t.Fatalf("%+v, %+v", u, u.Changes)
	}
	if first, err := library.Verify(library.Root(data)); err != nil || u.LearnedAt == nil || !first.LearnedAt.Equal(*u.LearnedAt) || !first.LearnedAt.Before(first.BuiltAt.Add(time.Second)) {
		t.Errorf("models learned at %v, %v", u.LearnedAt, err)
	}
	h.await(t, u.Generation)
	if films, feed := served(t, h); films != 1030 || feed == nil || feed.Puts != u.Changes.Added+u.Changes.Changed || feed.Deletes != 0 {
		t.Errorf("%d films are served; the feed has %+v, the update %+v", films, feed, u.Changes)
	}
	filmdbFiles(srv, 990, 7)
	bucket := "dir:" + t.TempDir()
	if code, out, errs := kinodex(t, data, "update", "--publish", "--library", bucket, "--json"); code != 0 || json.Unmarshal([]byte(out), &u) != nil {
		t.Fatalf("%d, %s%s", code, out, errs)
	}
	var out strings.Builder
	if code := run(t.Context(), []string{"library", "published", "--library", bucket}, &Globals{Out: &out, Err: &out}); code != 0 || !strings.Contains(out.String(), u.Generation) {
		t.Errorf("published: %s", &out)
	}
	h.await(t, u.Generation)
	if films, feed := served(t, h); films != 990 || u.Changes.Removed != 40 || feed.Deletes != 40 || feed.Puts != u.Changes.Changed {
		t.Errorf("%d films are served; the feed has %+v, the update %+v", films, feed, u.Changes)
	}
	// A source that fails leaves what it gave, and is told.
	srv.Fail("/imdb/title.ratings.tsv.gz", sourcestest.Instead("text/html", "<!DOCTYPE html>"))
	code, text, _ := kinodex(t, data, "update")
	if code != 1 || !strings.Contains(text, "nothing changed") || !strings.Contains(text, "DOCTYPE") {
		t.Errorf("status %d: %s", code, text)
	}
}

// await waits until the server answers from a generation.
func (h *house) await(t *testing.T, generation string) {
	t.Helper()
	for deadline := time.Now().Add(readyWithin); ; time.Sleep(20 * time.Millisecond) {
		if _, b := h.do("GET", "/metrics", ""); strings.Contains(string(b), generation) {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s does not serve", generation)
		}
	}
}

// What a server starts to bring its library up to date cannot harm it: it is counted, and
// ended when it takes too much memory.
func TestAServerUpdatesItsLibraryInAnotherProcess(t *testing.T) {
	if testing.Short() {
		t.Skip("builds libraries; make test does")
	}
	srv := sourcestest.New(t)
	filmdbFiles(srv, 300, 0)
	data := filepath.Join(t.TempDir(), "data")
	t.Setenv("KINODEX_ADDRESS", "filmdb="+srv.URL+"/imdb/")
	t.Setenv(beProgram, "yes")
	if code, out, errs := kinodex(t, data, "sources", "fetch", "filmdb", "--accept-terms"); code != 0 {
		t.Fatalf("%s%s", out, errs)
	}
	var results []serve.UpdateResult
	log := new(output)
	u := updater{data: data, every: time.Hour, memory: 4e9, log: newLog(log, 0), observe: func(r serve.UpdateResult, _ time.Duration) { results = append(results, r) }}
	u.once(t.Context())
	u.once(t.Context())
	filmdbFiles(srv, 320, 1)
	srv.Fail("/imdb/title.crew.tsv.gz", sourcestest.Status(404, ""))
	u.once(t.Context())
	// The update that is ended comes last: a request it sent may reach the server later.
	filmdbFiles(srv, 340, 2)
	u.memory = 1e6
	u.once(t.Context())
	want := []serve.UpdateResult{serve.UpdateBuilt, serve.UpdateUnchanged, serve.UpdateFailed, serve.UpdateFailed}
	if !slices.Equal(results, want) {
		t.Errorf("%v, want %v: %s", results, want, log)
	}
	for _, says := range []string{"the library was updated", "no source changed", "--update-memory", "not everything was fetched"} {
		if !strings.Contains(log.String(), says) {
			t.Errorf("the log does not say %q: %s", says, log)
		}
	}
	// What one source lacked did not keep the others from being built, and what was ended left
	// that to serve.
	if m, err := library.Verify(library.Root(data)); err != nil || m.Films != 320 {
		t.Errorf("%d films, %v", m.Films, err)
	}
}
