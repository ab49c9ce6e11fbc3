package main

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kinodex/internal/ledger/sqldb"
	"kinodex/internal/library"
)

// examined runs kinodex doctor --json and returns what each check found, the worst of each.
func examined(t *testing.T, args ...string) (found map[string]finding, code int) {
	t.Helper()
	var out, log bytes.Buffer
	code = run(t.Context(), append([]string{"doctor", "--json"}, args...), &Globals{Out: &out, Err: &log})
	var list []finding
	if err := json.Unmarshal(out.Bytes(), &list); err != nil {
		t.Fatalf("%v: %s%s", err, &out, &log)
	}
	found = map[string]finding{}
	order := []verdict{"", fine, warning, failing}
	for _, f := range list {
		if (f.Do == "") != (f.Result == fine) {
			t.Errorf("%+v: only what is not well says what to do", f)
		}
		if slices.Index(order, f.Result) > slices.Index(order, found[f.Check].Result) {
			found[f.Check] = f
		}
	}
	return found, code
}

// A machine on which all is well passes, also while its server runs, and the doctor changes nothing.
func TestDoctorOfAHealthyMachine(t *testing.T) {
	t.Parallel()
	data := newData(t)
	srv := startServer(t, nil, "--data", data)
	found, code := examined(t, "--data", data, "--addr", strings.TrimPrefix(srv.base, "http://"), "--base-url", "https://films.example.com", "--free-disk", "1")
	if code != 0 {
		t.Errorf("exit %d: %+v", code, found)
	}
	for _, check := range []string{"data", "disk", "library", "ledger", "bucket", "address", "configuration"} {
		if found[check].Result != fine {
			t.Errorf("%s: %+v", check, found[check])
		}
	}
	if !strings.Contains(found["address"].Detail, `"status":"ready"`) {
		t.Errorf("the server that runs is not asked: %+v", found["address"])
	}
	if left, _ := filepath.Glob(filepath.Join(data, "objects", "doctor", "*")); len(left) > 0 {
		t.Errorf("the probe is left behind: %v", left)
	}
}

// On a fresh machine nothing is wrong, and nothing is made.
func TestDoctorOfAFreshMachine(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "fresh")
	found, code := examined(t, "--data", data, "--addr", "127.0.0.1:0", "--free-disk", "1")
	if code != 0 || found["data"].Result != warning || found["ledger"].Result != fine {
		t.Errorf("exit %d: %+v", code, found)
	}
	if _, err := os.Stat(data); err == nil {
		t.Error("the doctor made the data directory")
	}
}

// Each thing that keeps a server from serving is found, with what to do, and fails the command.
func TestDoctorFindsWhatIsWrong(t *testing.T) {
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := closed.Addr().String()
	closed.Close()
	stranger := httptest.NewServer(http.NotFoundHandler())
	defer stranger.Close()
	refusing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(401) }))
	defer refusing.Close()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("not a ledger, not a directory"), 0o600); err != nil {
		t.Fatal(err)
	}
	yesterday := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Date", time.Now().AddDate(0, 0, -1).UTC().Format(http.TimeFormat))
		w.WriteHeader(403)
	}))
	defer yesterday.Close()
	newer := filepath.Join(t.TempDir(), "newer.db")
	makeNewer(t, newer)
	damaged := newData(t)
	current, err := os.ReadFile(filepath.Join(damaged, "library", "current"))
	if err != nil {
		t.Fatal(err)
	}
	pack := filepath.Join(damaged, "library", strings.TrimSpace(string(current)), "research.pack")
	b, err := os.ReadFile(pack)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Remove(pack), os.WriteFile(pack, b[:100], 0o644)); err != nil { // another file: the pack is everybody's
		t.Fatal(err)
	}
	t.Setenv("AWS_ACCESS_KEY_ID", "k")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "s")
	for name, c := range map[string]struct {
		check string
		args  []string
	}{
		"a data directory that is a file": {"data", []string{"--data", file}},
		"a damaged library":               {"library", []string{"--data", damaged}},
		"a file that is no ledger":        {"ledger", []string{"--ledger", "sqlite:" + file}},
		"a ledger of a newer program":     {"ledger", []string{"--ledger", "sqlite:" + newer}},
		"an address that is no ledger":    {"ledger", []string{"--ledger", "mysql://db/k"}},
		"a database that is away":         {"ledger", []string{"--ledger", "postgres://k@" + nobody + "/k?connect_timeout=2"}},
		"meters that are away":            {"meters", []string{"--meters", "redis://" + nobody + "/0"}},
		"a bucket that is away":           {"bucket", []string{"--bucket", "s3://b?region=us-east-1&endpoint=http://" + nobody}},
		"a library bucket that is away":   {"library bucket", []string{"--library", "s3://b?region=us-east-1&endpoint=http://" + nobody}},
		"a library bucket that is none":   {"library bucket", []string{"--library", "dir:" + file + "-missing"}},
		"flags that contradict":           {"configuration", []string{"--library", "dir:" + t.TempDir(), "--update-every", "24h"}},
		"a bucket whose clock is wrong":   {"clock", []string{"--bucket", "s3://b?region=us-east-1&endpoint=" + yesterday.URL}},
		"a library's, likewise":           {"clock", []string{"--library", "s3://b?region=us-east-1&endpoint=" + yesterday.URL}},
		"a provider that is away":         {"model", []string{"--llm", "openai:http://" + nobody + "/v1?model=m"}},
		"a key that is refused":           {"model", []string{"--llm", "openai:" + refusing.URL + "/v1?model=m"}},
		"a base URL that is none":         {"configuration", []string{"--base-url", "films.example.com"}},
		"plans that are missing":          {"configuration", []string{"--plans", file + "-missing"}},
		"an address that somebody took":   {"address", []string{"--addr", strings.TrimPrefix(stranger.URL, "http://")}},
		"an address of another machine":   {"address", []string{"--addr", "192.0.2.1:80"}},
	} {
		t.Run(name, func(t *testing.T) {
			args := append([]string{"--timeout", "5s", "--free-disk", "1"}, c.args...)
			if !slices.Contains(args, "--data") {
				args = append(args, "--data", filepath.Join(t.TempDir(), "fresh"))
			}
			if !slices.Contains(args, "--addr") {
				args = append(args, "--addr", "127.0.0.1:0")
			}
			found, code := examined(t, args...)
			if f := found[c.check]; code != 1 || f.Result != failing || f.Do == "" {
				t.Errorf("exit %d: %+v", code, found)
			}
		})
	}
}

// A replica is looked at as one: what counts is what the bucket of the library names, and what
// this machine lacks of it. What cannot serve is found before a replica is started.
func TestDoctorOfAReplica(t *testing.T) {
	home, bucket, data := filepath.Join(t.TempDir(), "data"), t.TempDir(), filepath.Join(t.TempDir(), "replica")
	t.Setenv("KINODEX_LIBRARY", "dir:"+bucket) // as the server has it
	replica := []string{"--data", data, "--addr", "127.0.0.1:0", "--library-poll", "1s", "--free-disk", "999999999"}
	expect := func(check string, result verdict, code int, says string) {
		t.Helper()
		found, exit := examined(t, replica...)
		if f := found[check]; exit != code || f.Result != result || !strings.Contains(f.Detail+" → "+f.Do, says) {
			t.Errorf("exit %d, %s: want %s and %q of %+v", exit, check, result, says, f)
		}
	}
	expect("library bucket", warning, 0, "nothing was published")
	generation := built(t, home, 10)
	done(t, "library", "publish", "--data", home)
	expect("library", fine, 0, "kinodex serve fetches the one that the bucket names")
	expect("library bucket", fine, 0, "of it are to be fetched")
	expect("disk", fine, 0, "are free") // --free-disk is for those who build
	srv := startServer(t, nil, "--data", data, "--library-poll", "100ms")
	srv.readyWith(t, "it serves", func(r readiness) bool { return r.Generation == generation })
	expect("library", fine, 0, generation)
	expect("library bucket", fine, 0, "all of it is on this disk")
	srv.Process.Kill()
	srv.Wait()

	// A starter library that was published is a library like any other.
	here := filepath.Join(library.Root(data), generation, "manifest.json")
	starter, err := os.ReadFile(here)
	if err != nil {
		t.Fatal(err)
	}
	rewritten(t, here, strings.Replace(string(starter), `"generation"`, `"label": "`+library.StarterLabel+`", "generation"`, 1))
	expect("library", fine, 0, generation)

	data = filepath.Join(t.TempDir(), "empty")
	replica[1] = data
	pack := filepath.Join(bucket, "packs")
	if err := os.Rename(pack, pack+".away"); err != nil {
		t.Fatal(err)
	}
	expect("library bucket", failing, 1, "is not in the bucket")
	if err := os.Rename(pack+".away", pack); err != nil {
		t.Fatal(err)
	}
	current := filepath.Join(bucket, "current.json")
	pointer, err := os.ReadFile(current)
	if err != nil {
		t.Fatal(err)
	}
	format := fmt.Sprintf(`"format": %d`, library.Format)
	newer := strings.Replace(string(pointer), format, fmt.Sprintf(`"format": %d`, library.Format+1), 1)
	if newer == string(pointer) {
		t.Fatalf("the pointer tells no format: %s", pointer)
	}
	rewritten(t, current, newer)
	expect("library bucket", failing, 1, "kinodex library rollback")
	rewritten(t, current, string(pointer))
	manifest := filepath.Join(bucket, "generations", generation, "manifest.json")
	rewritten(t, manifest, "{}")
	expect("library bucket", failing, 1, "--mend")
	if err := os.Remove(manifest); err != nil {
		t.Fatal(err)
	}
	expect("library bucket", failing, 1, "has no manifest")
}

// rewritten replaces a file, as buckets in directories do.
func rewritten(t *testing.T, path, text string) {
	t.Helper()
	if err := errors.Join(os.WriteFile(path+".new", []byte(text), 0o644), os.Rename(path+".new", path)); err != nil {
		t.Fatal(err)
	}
}

// makeNewer makes a ledger as a newer program would leave it.
func makeNewer(t *testing.T, path string) {
	t.Helper()
	l, err := sqldb.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	setSchema(t, path, sqldb.Schema()+1)
}

// A ledger that the program would migrate is a warning: back it up first. The doctor leaves it as it is.
func TestDoctorTellsOfAMigration(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "older.db")
	makeNewer(t, path)
	setSchema(t, path, sqldb.Schema()-1)
	found, code := examined(t, "--data", filepath.Join(t.TempDir(), "fresh"), "--addr", "127.0.0.1:0", "--ledger", "sqlite:"+path, "--free-disk", "1")
	if f := found["ledger"]; code != 0 || f.Result != warning || !strings.Contains(f.Do, "backup") {
		t.Errorf("exit %d: %+v", code, f)
	}
	if has, err := sqldb.SchemaOf(t.Context(), path); has != sqldb.Schema()-1 || err != nil {
		t.Errorf("the doctor migrated the ledger to %d, %v", has, err)
	}
}

// PostgreSQL and Redis are asked for what a server needs of them.
func TestDoctorAsksTheDatabases(t *testing.T) {
	books, meters := ownSchema(t, needs(t, "KINODEX_TEST_POSTGRES")), needs(t, "KINODEX_TEST_REDIS")
	t.Setenv("KINODEX_LEDGER", books)
	t.Setenv("KINODEX_METERS", meters)
	fresh := []string{"--data", filepath.Join(t.TempDir(), "fresh"), "--addr", "127.0.0.1:0", "--free-disk", "1"}
	found, code := examined(t, fresh...)
	if code != 0 || found["meters"].Result != fine || found["clock"].Result != fine || !strings.Contains(found["ledger"].Detail, "no tables of Kinodex yet") {
		t.Errorf("exit %d: %+v", code, found)
	}
	startServer(t, nil, "--data", newData(t))
	if found, code = examined(t, fresh...); code != 0 || found["ledger"].Result != fine || !strings.Contains(found["ledger"].Detail, "schema") {
		t.Errorf("exit %d: %+v", code, found)
	}
	t.Setenv("PGOPTIONS", "-c default_transaction_read_only=on")
	if found, code = examined(t, fresh...); code != 1 || !strings.Contains(found["ledger"].Detail, "takes no writes") {
		t.Errorf("exit %d: %+v", code, found)
	}
}

// The health check says yes of a server that is alive and no of one that is not there.
func TestHealthCheck(t *testing.T) {
	t.Parallel()
	srv := startServer(t, nil, "--data", newData(t))
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(srv.base, "http://"))
	for name, c := range map[string]struct {
		args []string
		code int
	}{
		"alive":                {[]string{"--addr", "127.0.0.1:" + port}, 0},
		"ready":                {[]string{"--addr", "127.0.0.1:" + port, "--ready"}, 0},
		"of every interface":   {[]string{"--addr", ":" + port}, 0},
		"where nobody is":      {[]string{"--addr", "127.0.0.1:1"}, 1},
		"of no address at all": {[]string{"--addr", "nonsense"}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			if code := run(t.Context(), append([]string{"healthcheck"}, c.args...), &Globals{Out: &out, Err: &out}); code != c.code {
				t.Errorf("exit %d: %s", code, &out)
			}
		})
	}
}

// setSchema writes a version of the schema into an SQLite file.
func setSchema(t *testing.T, path string, version int) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(fmt.Sprintf("PRAGMA user_version = %d", version)); err != nil {
		t.Fatal(err)
	}
}

// The key of a model goes to its server alone, and a snapshot's manifest leads to no other
// address than its own.
func TestWhatIsAskedLeadsNowhereElse(t *testing.T) {
	var asked atomic.Int32
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer elsewhere.Close()
	leads := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusTemporaryRedirect))
	defer leads.Close()
	t.Setenv("KINODEX_LLM_KEY", "secret")
	c := &checkUp{DoctorCmd: DoctorCmd{ServeCmd: ServeCmd{LLM: "anthropic:" + leads.URL + "?model=m"}}}
	c.model(t.Context())
	if leadsHere(t.Context(), &leads.URL) {
		t.Error("a server that leads elsewhere is taken for ours")
	}
	if n := asked.Load(); n != 0 {
		t.Errorf("the other server was asked %d times", n)
	}
}
