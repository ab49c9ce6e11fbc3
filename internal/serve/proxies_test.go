package serve_test

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// proxyConfigs are how each proxy is told to listen at one address, to pass
// bodies on as they come, and to keep its connections to the service.
var proxyConfigs = map[string]string{
	"HAProxy": `global
    maxconn 100
defaults
    mode http
    timeout connect 5s
    timeout client 30s
    timeout server 30s
    option http-keep-alive
    http-reuse always
frontend in
    bind %[1]s
    option forwardfor
    default_backend out
backend out
    server kinodex %[2]s
`,
	"nginx": `daemon off;
%[4]s
pid %[3]s/pid;
error_log %[3]s/error.log;
worker_processes 1;
events { worker_connections 64; }
http {
    access_log off;
    client_body_temp_path %[3]s/body;
    proxy_temp_path %[3]s/proxy;
    fastcgi_temp_path %[3]s/fastcgi;
    uwsgi_temp_path %[3]s/uwsgi;
    scgi_temp_path %[3]s/scgi;
    upstream kinodex { server %[2]s; keepalive 8; }
    server {
        listen %[1]s;
        location / {
            proxy_pass http://kinodex;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_request_buffering off;
        }
    }
}
`,
}

// startProxy starts a proxy before the service and gives its address.
func startProxy(t *testing.T, name, back string) (address string) {
	t.Helper()
	program := os.Getenv("KINODEX_TEST_" + strings.ToUpper(name))
	if program == "" {
		t.Skipf("needs KINODEX_TEST_%s (make test-services)", strings.ToUpper(name))
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address = free.Addr().String()
	free.Close()
	dir, user := t.TempDir(), ""
	if os.Getuid() == 0 {
		user = "user root;" // nginx would else work as somebody who may not enter dir
	}
	config := filepath.Join(dir, "config")
	if err := os.WriteFile(config, fmt.Appendf(nil, proxyConfigs[name], address, back, dir, user), 0o600); err != nil {
		t.Fatal(err)
	}
	arguments := []string{"-db", "-f", config}
	if name == "nginx" {
		arguments = []string{"-p", dir, "-e", filepath.Join(dir, "error.log"), "-c", config}
	}
	var said bytes.Buffer
	cmd := exec.Command(program, arguments...)
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGTERM)
		cmd.Wait()
		if t.Failed() {
			t.Logf("%s said: %s", name, said.String())
		}
	})
	for range 100 {
		if c, err := net.Dial("tcp", address); err == nil {
			c.Close()
			return address
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("%s does not listen", name)
	return ""
}

// Nobody behind a proxy gets the answer to what stands in a body that somebody
// else sent, though the proxy keeps its connections to the service and shares them
// between its clients.
func TestNobodyBehindAProxyGetsAnothersAnswer(t *testing.T) {
	for name := range proxyConfigs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			proxied := &site{House: s.House, t: t, url: "http://" + startProxy(t, name, strings.TrimPrefix(s.url, "http://"))}
			for _, head := range []string{
				"POST /api/v2/films/batch HTTP/1.1\r\nContent-Type: application/json", // 401
				"POST /nowhere HTTP/1.1", // 404
				"DELETE /readyz HTTP/1.1",
			} {
				for _, chunked := range []bool{false, true} {
					proxied.smuggle(t, head, chunked)
				}
			}
		})
	}
}

// headless is the beginning of a request, which what comes next completes.
const headless = "GET /nowhere/smuggled HTTP/1.1\r\nX-Rest: "

// smuggle sends a request whose body comes late and is the beginning of another,
// and then asks as somebody else would.
func (s *site) smuggle(t *testing.T, head string, chunked bool) {
	t.Helper()
	length, body := fmt.Sprintf("Content-Length: %d", len(headless)), headless
	if chunked {
		length, body = "Transfer-Encoding: chunked", fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(headless), headless)
	}
	attacker := s.dial(t)
	attacker.say("%s\r\nHost: x\r\n%s\r\n\r\n", head, length)
	if res := attacker.hear(http.MethodPost); res.StatusCode < 400 || res.StatusCode >= 500 {
		t.Errorf("%.20s… was answered %s, want a refusal", head, res.Status)
	}
	time.Sleep(3300 * time.Millisecond) // longer than the service reads on
	io.WriteString(attacker, body)      // an error means that it is closed
	time.Sleep(100 * time.Millisecond)
	victim := s.dial(t)
	victim.say("GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n")
	if res := victim.hear(http.MethodGet); res.StatusCode != http.StatusOK {
		t.Errorf("after %.20s… (chunked: %v) somebody else got %s", head, chunked, res.Status)
	}
}
