package deploy_test

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

// cluster is what scripts/cluster.sh runs.
type cluster struct {
	t       *testing.T
	dir     string
	port    int
	program string
	env     []string
}

// freePorts finds ten ports in a row that nobody listens on.
func freePorts(t *testing.T) int {
	t.Helper()
	for first := 21000; first < 31000; first += 10 {
		free := 0
		for p := first; p < first+10; p++ {
			if l, err := net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(p)); err == nil {
				l.Close()
				free++
			}
		}
		if free == 10 {
			return first
		}
	}
	t.Fatal("no ten free ports in a row")
	return 0
}

// script runs scripts/cluster.sh.
func (c *cluster) script(args ...string) string {
	c.t.Helper()
	return c.run("../scripts/cluster.sh", args...)
}

// kinodex runs a command of the program, with the addresses that the script tells.
func (c *cluster) kinodex(args ...string) string {
	c.t.Helper()
	return c.run("bash", append([]string{"-c", `eval "$(../scripts/cluster.sh env)" && exec "$KINODEX" "$@"`, "bash"}, args...)...)
}

func (c *cluster) run(name string, args ...string) string {
	c.t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = c.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		logs, _ := exec.Command("sh", "-c", "tail -n 5 "+c.dir+"/log/*").CombinedOutput()
		c.t.Fatalf("%s %s: %v\n%s\n%s", name, strings.Join(args, " "), err, out, logs)
	}
	return string(out)
}

// ready asks an address until it is ready and answers from the generation, any one when that is empty.
func (c *cluster) ready(port int, generation string) string {
	c.t.Helper()
	var last string
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		resp, err := http.Get("http://127.0.0.1:" + strconv.Itoa(port) + "/readyz")
		if err != nil {
			last = err.Error()
			continue
		}
		var state struct{ Generation, Status string }
		json.NewDecoder(resp.Body).Decode(&state)
		resp.Body.Close()
		last = state.Status + " " + state.Generation
		if resp.StatusCode == 200 && (generation == "" || state.Generation == generation) {
			return state.Generation
		}
	}
	c.t.Fatalf("port %d: want generation %q, got %s", port, generation, last)
	return ""
}

var keyShape = regexp.MustCompile(`kdx_[A-Za-z0-9_]+`)

// What docs/operations.md tells an operator of many machines works with the processes of the compose file:
// they come up, a library is published and taken back, a machine is lost and comes back, the ledger is
// restored from a backup, and all of it ends and starts again with its data.
func TestManyMachinesOnOne(t *testing.T) {
	if os.Getenv("KINODEX_TEST_DEPLOY") == "" {
		t.Skip("left out: starts nine processes (make test-deploy)")
	}
	for _, name := range []string{"haproxy", "versitygw", "redis-server"} {
		tool(t, name)
	}
	program := released(t, "kinodex-linux-"+runtime.GOARCH)
	c := &cluster{t: t, dir: t.TempDir(), port: freePorts(t), program: program}
	os.Chmod(filepath.Dir(c.dir), 0o755) // PostgreSQL runs as somebody else
	c.env = append(os.Environ(), "CLUSTER="+c.dir, "PORT="+strconv.Itoa(c.port), "KINODEX="+program)
	t.Cleanup(func() { c.script("down") })
	if out := c.script("up"); !strings.Contains(out, "kinodex1 is not ready yet: ") || !strings.Contains(out, "wait for a library: ") || strings.Contains(out, "ready: http") {
		t.Errorf("up, without a library, says\n%s", out)
	}

	// A library is built, which here is the starter library, and published.
	build := filepath.Join(c.dir, "build")
	c.run("sh", "-c", `"$KINODEX" mcp --data "$1" </dev/null`, "sh", build)
	c.kinodex("library", "publish", "--data", build, "--swap-in", "1s")
	first := c.ready(c.port+1, "")
	c.ready(c.port+2, first)
	c.ready(c.port, first)
	if out := c.script("doctor"); strings.Count(out, "all of it is on this disk") != 2 || strings.Contains(out, "starter library") {
		t.Errorf("doctor says\n%s", out)
	}

	// An account and its key work at both replicas.
	account := regexp.MustCompile(`acc_\w+`).FindString(c.kinodex("account", "create", "--name", "Me", "--tier", "studio"))
	key := keyShape.FindString(c.kinodex("key", "create", "--account", account, "--name", "laptop"))
	ask := func() int {
		q, _ := http.NewRequest("GET", "http://127.0.0.1:"+strconv.Itoa(c.port)+"/api/v2/films?limit=1", nil)
		q.Header.Set("X-API-Key", key)
		q.Close = true
		resp, err := http.DefaultClient.Do(q)
		if err != nil {
			return 0
		}
		resp.Body.Close()
		return resp.StatusCode
	}
	if got := ask(); got != 200 {
		t.Fatalf("a key: %d", got)
	}

	// A machine is lost: within seconds nobody notices, and it comes back by itself once started.
	c.script("stop", "kinodex1")
	time.Sleep(3 * time.Second)
	if out := c.script("status"); !strings.Contains(out, "stopped") || strings.Count(out, ", ready") != 2 {
		t.Errorf("status, with one replica lost:\n%s", out)
	}
	for range 20 {
		if got := ask(); got != 200 {
			t.Errorf("with one replica lost: %d", got)
		}
	}
	c.script("start", "kinodex1")
	c.ready(c.port+1, first)

	// A generation is published, both replicas change to it, and it is taken back.
	c.kinodex("build", "--data", build, "--films", someFilms(t), "--publish", "--swap-in", "1s")
	second := c.published()
	if second == first {
		t.Fatalf("the bucket still names %s", first)
	}
	c.ready(c.port+1, second)
	c.ready(c.port+2, second)
	c.kinodex("library", "rollback", "--swap-in", "1s")
	c.ready(c.port+1, first)
	c.ready(c.port+2, first)

	// The ledger is dumped, the database is lost, and what the dump had is there again.
	dump := filepath.Join(c.dir, "kinodex.dump")
	c.addressed(`"$(ls -d /usr/lib/postgresql/*/bin/pg_dump | tail -1)" --format=custom --file="$1" "$KINODEX_LEDGER"`, dump)
	began := time.Now()
	if out := c.script("down"); strings.Count(out, " ended\n") != 6 || time.Since(began) > 20*time.Second {
		t.Errorf("down took %v and says\n%s", time.Since(began), out)
	}
	if err := os.RemoveAll(filepath.Join(c.dir, "postgres")); err != nil {
		t.Fatal(err)
	}
	c.script("start", "postgres")
	c.addressed(`"$(ls -d /usr/lib/postgresql/*/bin/pg_restore | tail -1)" --single-transaction --no-owner --dbname="$KINODEX_LEDGER" "$1"`, dump)
	if out := c.script("up"); !strings.Contains(out, "ready: http://127.0.0.1:"+strconv.Itoa(c.port)) {
		t.Errorf("up says\n%s", out)
	}
	c.ready(c.port, first)
	if got := ask(); got != 200 {
		t.Errorf("with the ledger that was restored: %d", got)
	}
	if out := c.script("status"); strings.Count(out, "runs, pid") != 6 {
		t.Errorf("status:\n%s", out)
	}
}

// addressed runs a line of the shell with the addresses that the script tells.
func (c *cluster) addressed(line string, args ...string) {
	c.t.Helper()
	c.run("bash", append([]string{"-c", `eval "$(../scripts/cluster.sh env)" && ` + line, "bash"}, args...)...)
}

// published returns the generation that the bucket names.
func (c *cluster) published() string {
	c.t.Helper()
	var p struct{ Generation string }
	decode(c.t, []byte(c.kinodex("library", "published", "--json")), &p)
	return p.Generation
}

// someFilms writes source files of a hundred films.
func someFilms(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	titles := "tconst\ttitleType\tprimaryTitle\toriginalTitle\tisAdult\tstartYear\tendYear\truntimeMinutes\tgenres\n"
	ratings := "tconst\taverageRating\tnumVotes\n"
	for i := range 100 {
		titles += fmt.Sprintf("tt%07d\tmovie\tFilm %d\tFilm %d\t0\t1995\t\\N\t120\tDrama\n", i+1, i, i)
		ratings += fmt.Sprintf("tt%07d\t7.1\t1000\n", i+1)
	}
	for name, rows := range map[string]string{"title.basics.tsv": titles, "title.ratings.tsv": ratings} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(rows), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
