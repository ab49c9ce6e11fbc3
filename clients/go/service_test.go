package kinodex_test

import (
	"bytes"
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kinodex.example/kinodex"
)

// service is the real program, on a library of its own or on a full one.
type service struct {
	program, data, address string
	process                *exec.Cmd
}

// serving starts the program that KINODEX names on the starter library, or skips the test.
// KINODEX_TEST_LIBRARY names the data directory of a full library to serve in its place;
// accounts and keys are made beside it, in a ledger of the test's own.
func serving(t *testing.T) (*service, string) {
	program := os.Getenv("KINODEX")
	if program == "" {
		t.Skip("KINODEX names no program; make test-clients sets it")
	}
	s := &service{program: program, data: t.TempDir()}
	if full := os.Getenv("KINODEX_TEST_LIBRARY"); full != "" {
		if out, err := exec.Command("cp", "-rl", filepath.Join(full, "library"), s.data).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.address = free.Addr().String()
	free.Close()
	key, err := exec.Command(program, "key", "create", "--data", s.data, "--account", "reader", "--tier", "studio", "--name", "test", "--json").Output()
	if err != nil {
		t.Fatal(err)
	}
	_, shown, _ := strings.Cut(string(key), `"key"`)
	shown = strings.Split(shown, `"`)[1]
	s.start(t)
	t.Cleanup(s.kill)
	return s, shown
}

// start starts the program and waits until it serves.
func (s *service) start(t *testing.T) {
	s.process = exec.Command(s.program, "serve", "--data", s.data, "--addr", s.address)
	if err := s.process.Start(); err != nil {
		t.Fatal(err)
	}
	for until := time.Now().Add(2 * time.Minute); ; time.Sleep(100 * time.Millisecond) {
		r, err := http.Get(s.base() + "/readyz")
		if err == nil {
			r.Body.Close()
			if r.StatusCode == http.StatusOK {
				return
			}
		}
		if time.Now().After(until) {
			t.Fatalf("the service is not ready: %v", err)
		}
	}
}

// kill ends the program as a loss of power would.
func (s *service) kill() {
	s.process.Process.Kill()
	s.process.Wait()
}

func (s *service) base() string { return "http://" + s.address }

// A walk over all films meets every film once, though the service is killed in its middle.
func TestAWalkSurvivesAKilledService(t *testing.T) {
	s, key := serving(t)
	client := kinodex.New(s.base(), kinodex.WithKey(key), kinodex.WithMaxRetries(12))
	first, err := client.ListFilms(t.Context(), &kinodex.ListFilmsParams{Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	seen, params := map[string]bool{}, &kinodex.ListFilmsParams{Fields: "title"}
	if first.Meta.Total < 5000 {
		params.Limit = 100
	}
	started := make(chan bool)
	for film, err := range client.AllFilms(t.Context(), params) {
		if err != nil {
			t.Fatalf("after %d films: %v", len(seen), err)
		}
		if seen[film.FilmdbID] {
			t.Fatalf("%s came twice", film.FilmdbID)
		}
		if seen[film.FilmdbID] = true; len(seen) == first.Meta.Total/2 {
			s.kill()
			go func() { time.Sleep(time.Second); s.start(t); close(started) }()
		}
	}
	<-started
	if len(seen) != first.Meta.Total || len(seen) == 0 {
		t.Errorf("%d of %d films", len(seen), first.Meta.Total)
	}
	t.Logf("%d films", len(seen))
}

func TestTheStreamAndTheSnapshotHaveEveryFilm(t *testing.T) {
	s, key := serving(t)
	if out, err := exec.Command(s.program, "snapshot", "build", "--data", s.data).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	client := kinodex.New(s.base(), kinodex.WithKey(key))
	first, err := client.ListFilms(t.Context(), &kinodex.ListFilmsParams{Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	streamed := 0
	for _, err := range client.StreamFilms(t.Context(), &kinodex.StreamFilmsParams{Fields: "title"}) {
		if err != nil {
			t.Fatal(err)
		}
		streamed++
	}
	path, stored := filepath.Join(t.TempDir(), "films.ndjson.gz"), 0
	manifest, err := client.DownloadSnapshot(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range kinodex.ReadSnapshot(path) {
		if err != nil {
			t.Fatal(err)
		}
		stored++
	}
	table := filepath.Join(t.TempDir(), "films.parquet")
	if _, err := client.DownloadSnapshot(t.Context(), table, kinodex.WithQuery("file", "parquet")); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(table); err != nil || !bytes.HasPrefix(b, []byte("PAR1")) {
		t.Errorf("no Parquet file: %v", err)
	}
	if total := first.Meta.Total; streamed != total || stored != total || manifest.FilmCount != total {
		t.Errorf("%d films, %d streamed, %d stored, %d in the manifest", total, streamed, stored, manifest.FilmCount)
	}
}

// A count is the total of the list, and films come with none of it.
func TestFilmsAreCounted(t *testing.T) {
	s, key := serving(t)
	client := kinodex.New(s.base(), kinodex.WithKey(key))
	for _, params := range []*kinodex.ListFilmsParams{nil, {Genre: "Drama", YearMax: 1959, Limit: 3}, {Genre: "Drama", YearMin: 9999}} {
		page, err := client.ListFilms(t.Context(), params)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := client.CountFilms(t.Context(), params); err != nil || n != page.Meta.Total {
			t.Errorf("%+v: %d of %d films, %v", params, n, page.Meta.Total, err)
		}
	}
	if _, err := client.CountFilms(t.Context(), &kinodex.ListFilmsParams{Decade: "soon"}); !errors.Is(err, kinodex.CodeInvalidParameter) {
		t.Error(err)
	}
}

// Whoever has the newest snapshot hears of no change.
func TestTheChangesSinceTheSnapshotAreListed(t *testing.T) {
	s, key := serving(t)
	if out, err := exec.Command(s.program, "snapshot", "build", "--data", s.data).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	client := kinodex.New(s.base(), kinodex.WithKey(key))
	taken, err := client.GetSnapshot(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	page, err := client.ListFilmChanges(t.Context(), &kinodex.ListFilmChangesParams{Since: taken.Manifest.Version})
	if err != nil || len(page.Data) != 0 || page.Meta.Version != taken.Manifest.Version {
		t.Errorf("%+v, %v", page, err)
	}
	for _, err := range client.AllFilmChanges(t.Context(), &kinodex.ListFilmChangesParams{Since: "another"}) {
		if !errors.Is(err, kinodex.CodeNotFound) {
			t.Error(err)
		}
	}
}

// What the README shows first works as it stands there.
func TestTheFirstFiveThings(t *testing.T) {
	s, key := serving(t)
	t.Chdir("../../docs/examples")
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	if err := errors.Join(firstFive(ctx, s.base(), key), options(ctx, s.base(), key)); err != nil {
		t.Fatal(err)
	}
	client := kinodex.New(s.base(), kinodex.WithKey(key+"x"))
	if _, err := client.GetFilm(ctx, "tt0111161", nil); !errors.Is(err, kinodex.CodeInvalidAPIKey) {
		t.Error(err)
	}
}
