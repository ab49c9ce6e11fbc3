package main

import (
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"kinodex/internal/serve"
)

// A server whose bucket does not answer serves films, says what it lacks, and
// answers pictures and snapshots soon.
func TestAServerStartsWithoutItsBucket(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0") // accepts, and says nothing
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	srv := startServer(t, []string{"AWS_ACCESS_KEY_ID=k", "AWS_SECRET_ACCESS_KEY=s"}, "--data", newData(t), "--snapshots",
		"--bucket", "s3://films?region=us-east-1&endpoint=http://"+silent.Addr().String())
	if !strings.Contains(srv.log.String(), "the bucket does not answer") {
		t.Errorf("the log does not tell: %s", srv.log)
	}
	if status := srv.get(http.DefaultClient, "", "/readyz"); status != 200 {
		t.Errorf("/readyz answers %d", status)
	}
	began := time.Now()
	for degraded := []string(nil); !slices.Equal(degraded, []string{"bucket"}); { // nobody asked for a picture
		if time.Since(began) > 30*time.Second {
			t.Fatalf("/readyz says that it lacks %q", degraded)
		}
		time.Sleep(50 * time.Millisecond)
		degraded = srv.ready(t).Degraded
	}
	began = time.Now()
	if status := srv.get(http.DefaultClient, "", "/posters/0123456789abcdef-full.jpg"); status != 503 || time.Since(began) > time.Minute {
		t.Errorf("a picture: %d after %v", status, time.Since(began))
	}
}

// lines is a writer that hands on what was written.
type lines chan string

func (l lines) Write(p []byte) (int, error) {
	l <- string(p)
	return len(p), nil
}

// An operator is told when metrics and profiles are served no longer.
func TestAFailingAdminAddressIsLogged(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	logged := make(lines, 10)
	server := serveAdmin(listener, serve.NewMetrics(), slog.New(slog.NewTextHandler(logged, nil)))
	defer server.Close()
	<-logged // that it serves
	listener.Close()
	select {
	case line := <-logged:
		if !strings.Contains(line, "level=ERROR") || !strings.Contains(line, "metrics and profiles") {
			t.Errorf("logged %s", line)
		}
	case <-time.After(10 * time.Second):
		t.Error("nothing was logged")
	}
}

// Metrics and profiles are on their own address when there is one, and on no
// other.
func TestOperatorsHaveAnAddressOfTheirOwn(t *testing.T) {
	t.Parallel()
	srv := startServer(t, nil, "--data", newData(t), "--admin-addr", "127.0.0.1:0", "--log-clients", "truncated")
	var admin string
	for line := range strings.Lines(srv.log.String()) {
		var entry struct{ Msg, Addr string }
		if json.Unmarshal([]byte(line), &entry) == nil && strings.HasPrefix(entry.Msg, "serving metrics") {
			admin = "http://" + entry.Addr
		}
	}
	for _, path := range []string{"/metrics", "/debug/pprof/", "/debug/pprof/goroutine?debug=1"} {
		resp, err := http.Get(admin + path)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if resp.StatusCode != 200 || path == "/metrics" && !strings.Contains(string(body), `kinodex_build_info{`) {
			t.Errorf("%s: %d", path, resp.StatusCode)
		}
		if status := srv.get(http.DefaultClient, "", path); status != 404 {
			t.Errorf("%s on the public address: %d", path, status)
		}
	}
	srv.get(http.DefaultClient, "", "/healthz")
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if line, ok := srv.request("/healthz"); ok {
			if line.Client != "127.0.0.0/24" || line.Status != 200 || line.Duration == nil || *line.Duration > 1000 {
				t.Errorf("a request's line: %+v", line)
			}
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("no line has the route of the request: %s", srv.log)
		}
	}
}

// Where others reach the public address the metrics are not on it, unless the operator says so;
// the log says then how to get them.
func TestMetricsAreNotForWhoeverReachesTheService(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, addr string
		flags      []string
		status     int
	}{
		{"loopback", "127.0.0.1:0", nil, 200},
		{"loopback by name", "localhost:0", nil, 200},
		{"every address", "0.0.0.0:0", nil, 404},
		{"every address, unsaid", ":0", nil, 404},
		{"every address, as the operator wants", "0.0.0.0:0", []string{"--public-metrics"}, 200},
		{"an address of their own", "127.0.0.1:0", []string{"--admin-addr", "127.0.0.1:0"}, 404},
		{"both, as the operator wants", "127.0.0.1:0", []string{"--admin-addr", "127.0.0.1:0", "--public-metrics"}, 200},
	} {
		t.Run(c.name, func(t *testing.T) {
			srv := startServer(t, nil, append([]string{"--data", newData(t), "--addr", c.addr}, c.flags...)...)
			resp, err := http.Get(srv.base + "/metrics")
			if err != nil {
				t.Fatal(err)
			}
			body, _ := io.ReadAll(resp.Body)
			resp.Body.Close()
			if resp.StatusCode != c.status {
				t.Errorf("%d, want %d", resp.StatusCode, c.status)
			}
			if c.status == 404 && !strings.Contains(string(body), `{"error":{"code":"not_found"`) {
				t.Errorf("it does not say so in the interface's words: %s", body)
			}
			if told, want := strings.Contains(srv.log.String(), "--admin-addr 127.0.0.1:9090"), c.status == 404 && len(c.flags) == 0; told != want {
				t.Errorf("the log tells how to get them: %v, want %v\n%s", told, want, srv.log)
			}
		})
	}
}

// requestLine is what the log tells of a request.
type requestLine struct {
	Msg, Route, Client string
	Status             int
	Duration           *float64 `json:"duration_ms"`
}

// request gives the line of the first request to a route.
func (s *server) request(route string) (requestLine, bool) {
	for line := range strings.Lines(s.log.String()) {
		var told requestLine
		if json.Unmarshal([]byte(line), &told) == nil && told.Msg == "request" && told.Route == route {
			return told, true
		}
	}
	return requestLine{}, false
}

// Who starts a server by hand finds link and key below what it logged.
func TestTheWelcomeIsTheLastThatAStartPrints(t *testing.T) {
	t.Parallel()
	srv := startServer(t, []string{welcomeVariable + "=A link that signs you in"}, "--data", newData(t))
	for deadline := time.Now().Add(readyWithin); !strings.HasSuffix(srv.log.String(), "}\nA link that signs you in\n"); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("printed:\n%s", srv.log)
		}
	}
	if status := srv.get(http.DefaultClient, "", "/"); status != 200 {
		t.Fatalf("the first page is %d", status)
	}
}

// Who runs the script of "make run" on a fresh directory becomes the operator: below what is logged
// until the server is ready stand a link, which opens the pages for operators, and a key that works.
func TestAFirstStartByHandGivesTheOperatorALinkAndAKey(t *testing.T) {
	t.Parallel()
	shell, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("left out: no bash")
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr, data, log := free.Addr().String(), newData(t), new(output)
	free.Close()
	cmd := exec.Command(shell, "../../scripts/run.sh", os.Args[0], data, addr)
	cmd.Env, cmd.Stdout, cmd.Stderr = append(os.Environ(), beProgram+"=yes"), log, log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() }) // the script has become the server
	for deadline := time.Now().Add(time.Minute); !strings.Contains(log.String(), "Another key:"); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("nothing is told in time:\n%s", log)
		}
	}
	logged, told, _ := strings.Cut(log.String(), "Kinodex is ready: http://"+addr)
	if !strings.Contains(logged, `"msg":"serving"`) {
		t.Errorf("it is told before the server is ready:\n%s", log)
	}
	srv := &server{base: "http://" + addr}
	link := regexp.MustCompile(regexp.QuoteMeta(srv.base) + `(/sign-in/link\?token=\w+)`).FindStringSubmatch(told)
	key := regexp.MustCompile(`\n +(kdx_\w+)\n`).FindStringSubmatch(told)
	if link == nil || key == nil {
		t.Fatalf("link %q, key %q of:\n%s", link, key, log)
	}
	if status := srv.get(http.DefaultClient, key[1], "/api/v2/films?limit=1"); status != 200 {
		t.Errorf("a question with the key: %d", status)
	}
	p := newPersonAt(t, srv.base)
	_, page := p.ask("GET", link[1], "", "")
	p.submit(page)
	if res, _ := p.ask("GET", "/admin", "", ""); res.StatusCode != 200 {
		t.Errorf("the pages for operators: %d", res.StatusCode)
	}
	if _, out, _ := kinodex(t, data, "account", "list", "--json"); !strings.Contains(out, `"name": "Operator"`) && !strings.Contains(out, `"name":"Operator"`) {
		t.Errorf("the accounts are %s", out)
	}
}

// After SIGTERM /readyz says no while requests are still answered; then the
// process ends well.
func TestDrainingShowsBeforeTheListenerCloses(t *testing.T) {
	t.Parallel()
	srv := startServer(t, nil, "--data", newData(t), "--drain-notice", "2s")
	if err := srv.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	deadline := time.Now().Add(2 * time.Second)
	for srv.get(http.DefaultClient, "", "/readyz") != 503 {
		if time.Now().After(deadline) {
			t.Fatal("/readyz does not say no")
		}
		time.Sleep(20 * time.Millisecond)
	}
	if status := srv.get(http.DefaultClient, "", "/healthz"); status != 200 {
		t.Errorf("a request while draining: %d", status)
	}
	if err := srv.Wait(); err != nil {
		t.Errorf("the process ends with %v: %s", err, srv.log)
	}
}
