package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"kinodex/internal/access"
)

// The tests here start this test program again, as the whole program, so that
// several servers share a ledger as they do in life.
const beProgram = "KINODEX_TEST_BE_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(beProgram) != "" || len(os.Args) > 1 && os.Args[1] == pdfTextCommand {
		main()
	}
	code := m.Run()
	if err := sameLibrary(); err != nil {
		fmt.Fprintln(os.Stderr, "a test has changed the library that all share:", err)
		code = 1
	}
	os.RemoveAll(sharedLibrary)
	os.Exit(code)
}

// server is a process that serves.
type server struct {
	*exec.Cmd
	base string
	log  *output
}

// readyWithin is how long a server may take to serve. A fresh one installs the
// starter library first, which takes minutes under the race detector on a machine
// that is busy.
const readyWithin = 5 * time.Minute

// startServer starts a server, with more environment, and waits until it serves. It makes no
// snapshots, which take longer than most tests, unless args have --snapshots.
func startServer(t testing.TB, env []string, args ...string) *server {
	t.Helper()
	return startProgram(t, env, append([]string{"serve", "--addr", "127.0.0.1:0", "--no-snapshots"}, args...)...)
}

// programOf is the program with arguments and more environment.
func programOf(t testing.TB, env []string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(append(os.Environ(), beProgram+"=yes"), env...)
	return cmd
}

// startProgram starts a command that serves, and waits until it does.
func startProgram(t testing.TB, env []string, args ...string) *server {
	t.Helper()
	s := &server{Cmd: programOf(t, env, args...), log: new(output)}
	s.Stdout, s.Stderr = s.log, s.log
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Process.Kill()
		s.Wait()
	})
	for deadline := time.Now().Add(readyWithin); ; time.Sleep(10 * time.Millisecond) {
		for line := range strings.Lines(s.log.String()) {
			var entry struct{ Msg, Addr string }
			if json.Unmarshal([]byte(line), &entry) == nil && entry.Msg == "serving" {
				s.base = "http://" + entry.Addr
				return s
			}
		}
		if time.Now().After(deadline) {
			t.Fatalf("not serving in time:\n%s", s.log)
		}
	}
}

// get asks with a key and gives the status, 0 when there was no whole answer.
func (s *server) get(client *http.Client, key, path string) int {
	req, err := http.NewRequest("GET", s.base+path, nil)
	if err != nil {
		return 0
	}
	req.Header.Set("X-API-Key", key)
	resp, err := client.Do(req)
	if err != nil {
		return 0
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		return 0
	}
	return resp.StatusCode
}

// store is a ledger that servers share: a data directory and what to say on the
// command line and in the environment.
type store struct {
	data string
	env  []string
}

// eachStore runs a test on every kind of ledger that is there.
func eachStore(t *testing.T, test func(t *testing.T, s store)) {
	t.Run("sqlite", func(t *testing.T) { test(t, store{data: newData(t)}) })
	t.Run("postgres", func(t *testing.T) {
		at := ownSchema(t, needs(t, "KINODEX_TEST_POSTGRES"))
		test(t, store{newData(t), []string{"KINODEX_LEDGER=" + at}})
	})
	t.Run("redis", func(t *testing.T) {
		at := needs(t, "KINODEX_TEST_REDIS") + "?prefix=test_" + access.RandomBase62(12)
		test(t, store{newData(t), []string{"KINODEX_METERS=" + at}})
	})
}

func needs(t *testing.T, variable string) string {
	t.Helper()
	at := os.Getenv(variable)
	if at == "" {
		t.Skipf("%s is not set; scripts/services.sh go test ... runs the tests beside a server of their own", variable)
	}
	return at
}

// ownSchema makes a schema that is dropped with the test.
func ownSchema(t *testing.T, at string) string {
	t.Helper()
	schema := strings.ToLower("test_" + access.RandomBase62(12))
	do := func(statement string) {
		conn, err := pgx.Connect(context.Background(), at)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(context.Background())
		if _, err := conn.Exec(context.Background(), statement); err != nil {
			t.Fatal(err)
		}
	}
	do("CREATE SCHEMA " + schema)
	t.Cleanup(func() { do("DROP SCHEMA " + schema + " CASCADE") })
	u, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set("search_path", schema)
	u.RawQuery = q.Encode()
	return u.String()
}

// tell runs a command on the store and gives what it printed as JSON.
func tell[T any](t *testing.T, s store, args ...string) (v T) {
	t.Helper()
	for _, e := range s.env {
		name, value, _ := strings.Cut(e, "=")
		t.Setenv(name, value)
	}
	return must[T](t, s.data, args...)
}

// REQ Q-10, across servers
func TestTwoServersShareABudgetExactly(t *testing.T) {
	eachStore(t, func(t *testing.T, s store) {
		servers := []*server{startServer(t, s.env, "--data", s.data), startServer(t, s.env, "--data", s.data)}
		key := tell[created](t, s, "key", "create", "--tier", "writer", "--name", "n")
		var won, refused atomic.Int32
		var all sync.WaitGroup
		for i := range 50 {
			all.Go(func() {
				switch servers[i%2].get(http.DefaultClient, key.Key, "/api/v2/films?limit=1") {
				case http.StatusOK:
					won.Add(1)
				case http.StatusTooManyRequests:
					refused.Add(1)
				}
			})
		}
		all.Wait()
		if won.Load() != 10 || refused.Load() != 40 {
			t.Errorf("%d were answered, %d refused, want 10 and 40", won.Load(), refused.Load())
		}
	})
}

// REQ A-06
func TestARevokedKeyIsRefusedByEveryServerWithinASecond(t *testing.T) {
	eachStore(t, func(t *testing.T, s store) {
		servers := []*server{startServer(t, s.env, "--data", s.data), startServer(t, s.env, "--data", s.data)}
		revoked := tell[created](t, s, "key", "create", "--tier", "studio", "--name", "n")
		suspended := tell[created](t, s, "key", "create", "--tier", "studio", "--name", "n")
		ask := func(key string, want int) {
			t.Helper()
			for i, srv := range servers {
				if got := srv.get(http.DefaultClient, key, "/api/v2/films?limit=1"); got != want {
					t.Errorf("server %d answers %d, want %d", i, got, want)
				}
			}
		}
		for range 30 { // so that both know the keys well
			ask(revoked.Key, http.StatusOK)
			ask(suspended.Key, http.StatusOK)
		}
		tell[map[string]string](t, s, "account", "suspend", suspended.Account)
		tell[map[string]string](t, s, "key", "revoke", revoked.ID)
		time.Sleep(time.Second)
		ask(revoked.Key, http.StatusUnauthorized)
		ask(suspended.Key, http.StatusUnauthorized)
		tell[map[string]string](t, s, "account", "resume", suspended.Account)
		ask(suspended.Key, http.StatusOK)
	})
}

// What clients were answered is never more than what is recorded, and at most
// the requests in flight are recorded above it.
//
// REQ Q-11
func TestKillingAServerUnderLoadForgetsNoAnswer(t *testing.T) {
	const clients = 16
	eachStore(t, func(t *testing.T, s store) {
		key := ""
		answered := 0
		for round := range 3 {
			srv := startServer(t, s.env, "--data", s.data)
			if key == "" {
				key = tell[created](t, s, "key", "create", "--tier", "studio", "--name", "n", "--account", "acme").Key
			}
			var got atomic.Int32
			var all sync.WaitGroup
			client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: clients}, Timeout: 10 * time.Second}
			for range clients {
				all.Go(func() {
					for {
						switch srv.get(client, key, "/api/v2/films?limit=1") {
						case http.StatusOK:
							got.Add(1)
						case http.StatusTooManyRequests:
							time.Sleep(time.Millisecond)
						default:
							return
						}
					}
				})
			}
			for deadline := time.Now().Add(20 * time.Second); got.Load() == 0 && time.Now().Before(deadline); {
				time.Sleep(time.Millisecond)
			}
			time.Sleep(time.Duration(50+90*round) * time.Millisecond)
			srv.Process.Kill()
			all.Wait()
			client.CloseIdleConnections()
			time.Sleep(200 * time.Millisecond) // for a commit that a database server is about
			answered += int(got.Load())
			accounts := tell[[]struct {
				ID   string
				Used int `json:"used_today"`
			}](t, s, "account", "list")
			used := accounts[0].Used
			if over := used - answered; over < 0 || over > clients || got.Load() == 0 {
				t.Fatalf("round %d: %d answered, %d recorded", round, answered, used)
			}
			answered = used
		}
		t.Logf("%d recorded over three kills", answered)
	})
}
