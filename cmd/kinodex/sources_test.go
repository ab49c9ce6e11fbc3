package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kinodex/internal/library"
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
// whole files, of which a library is built.
func TestAFetchThatIsKilledGoesOnAndIsBuiltFrom(t *testing.T) {
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
	m, err := library.Verify(libraryRoot(data))
	if err != nil || m.Films != 3000 {
		t.Errorf("%+v, %v", m, err)
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
		{"there are filmdb, moviedb, wikidata", []string{"sources", "fetch", "imdb"}},
		{"title.ratings", []string{"sources", "fetch", "filmdb/title.rating", "--accept-terms"}},
		{"no address can be given", []string{"sources", "fetch", "--address", "imdb=http://127.0.0.1:1/"}},
		{"want an address", []string{"sources", "fetch", "--address", "filmdb=127.0.0.1"}},
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
