package deploy_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// freePort returns a port that nobody listens on.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

// proxies start the examples before two replicas at the given ports, without TLS, and return
// the address that clients ask.
var proxies = map[string]func(t *testing.T, replicas [2]string) string{
	"haproxy": func(t *testing.T, replicas [2]string) string {
		haproxy, port := tool(t, "haproxy"), freePort(t)
		t.Setenv("KINODEX_PUBLIC", "127.0.0.1:"+port)
		t.Setenv("KINODEX_STATISTICS", "127.0.0.1:"+freePort(t))
		t.Setenv("KINODEX_REPLICA1", "127.0.0.1:"+replicas[0])
		t.Setenv("KINODEX_REPLICA2", "127.0.0.1:"+replicas[1])
		return starts(t, port, haproxy, "-db", "-f", "compose/haproxy.cfg")
	},
	"nginx": func(t *testing.T, replicas [2]string) string {
		nginx, dir, port := tool(t, "nginx"), t.TempDir(), freePort(t)
		cert, key := certificate(t, dir)
		site := strings.NewReplacer("/etc/ssl/certs/films.example.com.pem", cert, "/etc/ssl/private/films.example.com.key", key,
			"listen 443 ssl http2;", "listen 127.0.0.1:"+port+";", "listen [::]:443 ssl http2;", "",
			"listen 80;", "listen 127.0.0.1:"+freePort(t)+";", "listen [::]:80;", "",
			"127.0.0.1:8080 ", "127.0.0.1:"+replicas[0]+" ", "127.0.0.1:8081 ", "127.0.0.1:"+replicas[1]+" ").Replace(text(t, "nginx/kinodex.conf"))
		main := filepath.Join(dir, "nginx.conf")
		temporary := ""
		for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
			temporary += kind + "_temp_path " + dir + ";\n"
		}
		conf := "daemon off;\nmaster_process off;\npid " + dir + "/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n" + temporary + site + "}\n"
		if err := os.WriteFile(main, []byte(conf), 0o600); err != nil {
			t.Fatal(err)
		}
		return starts(t, port, nginx, "-c", main, "-p", dir, "-e", "stderr")
	},
	"caddy": func(t *testing.T, replicas [2]string) string {
		caddy, dir, port := tool(t, "caddy"), t.TempDir(), freePort(t)
		site := strings.NewReplacer("films.example.com {", "http://127.0.0.1:"+port+" {", "127.0.0.1:8080 127.0.0.1:8081", "127.0.0.1:"+replicas[0]+" 127.0.0.1:"+replicas[1]).
			Replace(text(t, "caddy/Caddyfile"))
		file := filepath.Join(dir, "Caddyfile")
		if err := os.WriteFile(file, []byte("{\n\tadmin off\n}\n"+site), 0o600); err != nil {
			t.Fatal(err)
		}
		t.Setenv("XDG_DATA_HOME", dir)
		t.Setenv("XDG_CONFIG_HOME", dir)
		return starts(t, port, caddy, "run", "--adapter", "caddyfile", "--config", file)
	},
}

// starts runs a proxy until the test ends, and returns its address once it takes connections.
func starts(t *testing.T, port, name string, args ...string) string {
	t.Helper()
	var log strings.Builder
	cmd := exec.Command(name, args...)
	cmd.Stdout, cmd.Stderr = &log, &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { cmd.Wait(); close(ended) }()
	t.Cleanup(func() { cmd.Process.Kill(); <-ended })
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		conn, err := net.Dial("tcp", "127.0.0.1:"+port)
		if err == nil {
			conn.Close()
			return "http://127.0.0.1:" + port
		}
		select {
		case <-ended:
			t.Fatalf("%s ended: %s", filepath.Base(name), log.String())
		default:
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s does not listen", filepath.Base(name))
		}
	}
}

// said is an answer of a proxy or of a replica behind it.
type said struct {
	status                         int
	retry, caching, medium, origin string
	exposed                        string
	text                           string
	Error                          struct {
		Code, Message string
		Status        int
		RequestID     string `json:"request_id"`
	}
}

// asks asks for films. The host is that of the examples.
func asks(t *testing.T, base string) (s said) {
	t.Helper()
	q, err := http.NewRequest("GET", base+"/api/v2/films", nil)
	if err != nil {
		t.Fatal(err)
	}
	q.Close = true
	resp, err := (&http.Client{Timeout: 30 * time.Second}).Do(q)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	json.Unmarshal(body, &s)
	s.status, s.retry, s.text = resp.StatusCode, resp.Header.Get("Retry-After"), string(body)
	s.caching, s.medium = resp.Header.Get("Cache-Control"), resp.Header.Get("Content-Type")
	s.origin, s.exposed = resp.Header.Get("Access-Control-Allow-Origin"), resp.Header.Get("Access-Control-Expose-Headers")
	return s
}

// wellFormed is what names of requests look like.
var wellFormed = regexp.MustCompile(`^[A-Za-z0-9._-]{8,64}$`)

// is expects an error of the proxy's own in the form of the service's errors, which pages of any
// origin may read.
func (s said) is(t *testing.T, status int, retry string) {
	t.Helper()
	if s.status != status || s.retry != retry || s.Error.Code != "upstream_error" || s.Error.Status != status || s.Error.Message == "" ||
		!wellFormed.MatchString(s.Error.RequestID) || s.caching != "no-store" || s.medium != "application/json" ||
		s.origin != "*" || !strings.Contains(s.exposed, "Retry-After") {
		t.Errorf("want %d with Retry-After %q, got %+v", status, retry, s)
	}
}

// Before replicas that are away the examples answer as the service would: 503, when to ask
// again, and an error that programs read. What a replica has taken and not answered is no 503,
// since it may have been counted. What a replica says itself passes as it is.
func TestTheProxiesSayWhenNoServerIsReady(t *testing.T) {
	for name, start := range proxies {
		t.Run(name+", no replica", func(t *testing.T) {
			base := start(t, [2]string{freePort(t), freePort(t)})
			// Caddy knows once it has looked.
			for deadline := time.Now().Add(10 * time.Second); asks(t, base).status != 503 && time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
			}
			for range 3 {
				asks(t, base).is(t, 503, "2")
			}
		})
		t.Run(name+", a replica that breaks off", func(t *testing.T) {
			base := start(t, [2]string{answering(t, func(w http.ResponseWriter) { panic(http.ErrAbortHandler) }), freePort(t)})
			asks(t, base).is(t, 502, "")
		})
		t.Run(name+", a replica that refuses", func(t *testing.T) {
			port := answering(t, func(w http.ResponseWriter) {
				w.Header().Set("Retry-After", "7")
				w.WriteHeader(503)
				fmt.Fprint(w, `{"error":{"code":"overloaded"}}`)
			})
			s := asks(t, start(t, [2]string{port, port}))
			if s.status != 503 || s.retry != "7" || s.Error.Code != "overloaded" {
				t.Errorf("what the replica says is changed: %+v", s)
			}
		})
	}
}

// answering runs a replica that is ready and answers everything else as it is told. It returns
// its port.
func answering(t *testing.T, with func(w http.ResponseWriter)) string {
	t.Helper()
	replica := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/readyz" {
			with(w)
		}
	}))
	t.Cleanup(replica.Close)
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(replica.URL, "http://"))
	return port
}
