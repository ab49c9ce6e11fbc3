package serve_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/serve"
	"kinodex/internal/serve/admission"
)

// sending opens a connection that announces a JSON body of so many bytes and
// sends only the first part of it.
func (s *site) sending(path, key string, announced, sent int) net.Conn {
	s.t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(30 * time.Second))
	if key != "" {
		key = "X-API-Key: " + key + "\r\n"
	}
	fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\n%sContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", path, key, announced)
	if _, err := io.WriteString(conn, strings.Repeat(" ", sent)); err != nil {
		s.t.Fatal(err)
	}
	return conn
}

// held waits until so many bytes of bodies are in memory, by /metrics.
func (s *site) held(least int) {
	s.t.Helper()
	for range 400 {
		for line := range strings.Lines(string(s.ask(request{path: "/metrics"}).body)) {
			var n float64
			if _, err := fmt.Sscanf(line, "kinodex_http_request_body_held_bytes %g", &n); err == nil && int(n) >= least {
				return
			}
		}
		time.Sleep(5 * time.Millisecond)
	}
	s.t.Fatalf("%d bytes of bodies never were in memory", least)
}

// REQ L-08, L-11, Q-15: bodies of callers without a key, sent in part and left
// so, keep no upload out that comes with a key.
func TestUnfinishedBodiesWithoutAKeyKeepNoUploadOut(t *testing.T) {
	s := open(t, func(o *serve.Options) { o.Limits = admission.Limits{Bodies: 4 << 20} })
	for range 40 {
		s.sending("/mcp", "", 5<<20, 300<<10)
	}
	s.held(1 << 20)
	text := strings.Repeat("No heading, only words and words and words. ", 1<<20/44)
	for _, plan := range []access.Plan{access.Writer, access.Studio} {
		body := `{"text":"` + text + `"}`
		s.with(s.Key(plan), "POST", analyzePath, body).is(200)
	}
}

// REQ: nor do those of one account keep out the uploads of others.
func TestUnfinishedBodiesOfOneAccountKeepNoUploadOut(t *testing.T) {
	s := open(t, func(o *serve.Options) { o.Limits = admission.Limits{Bodies: 64 << 20} })
	one := s.Key(access.Writer)
	for range 12 {
		s.sending(analyzePath, one, 5<<20, 3<<20)
	}
	s.held(12 << 20)
	s.with(one, "POST", analyzePath, `{"text":"`+strings.Repeat("a", 4<<20)+`"}`).fails(429, "rate_limited")
	s.with(s.Key(access.Producer), "POST", analyzePath, `{"text":"`+strings.Repeat("No heading, only words. ", 4<<20/24)+`"}`).is(200)
	if used := s.used(one); used != 0 {
		t.Errorf("bodies that never came cost %d", used)
	}
}

// REQ L-11: a body that comes too slowly, or stops coming, is ended with 408, and
// what was read of it is forgotten.
func TestASlowBodyIsEnded(t *testing.T) {
	s := open(t, func(o *serve.Options) {
		o.Limits = admission.Limits{Bodies: 4 << 20, BodyWindow: 200 * time.Millisecond}
	})
	for _, path := range []string{"/mcp", analyzePath} {
		conn := s.sending(path, s.Key(access.Producer), 1<<20, 500<<10)
		res, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil { // as when nothing ends the body
			t.Fatal(err)
		}
		said, _ := io.ReadAll(res.Body)
		if res.StatusCode != 408 || !strings.Contains(string(said), "request_timeout") || !res.Close {
			t.Errorf("%s: %s, closed %v: %s", path, res.Status, res.Close, said)
		}
	}
	if !strings.Contains(string(s.ask(request{path: "/metrics"}).body), "kinodex_http_request_body_held_bytes 0\n") {
		t.Error("the memory of bodies that were ended is not given back")
	}
	if used := s.used(s.Key(access.Producer)); used != 0 {
		t.Errorf("they cost %d", used)
	}
}

// REQ L-11: a body may come in pieces as long as it comes, and its answer may take
// longer than its pieces.
func TestABodyMayComeInPieces(t *testing.T) {
	s, h := openHeld(t, admission.Limits{BodyWindow: 300 * time.Millisecond}, 0)
	body := `{"text":"` + strings.ReplaceAll(apptest.Screenplay(40), "\n", `\n`) + `"}`
	body = strings.ReplaceAll(body, "\t", " ")
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nX-API-Key: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", analyzePath, s.Key(access.Producer), len(body))
	for piece := range 10 {
		time.Sleep(60 * time.Millisecond)
		io.WriteString(conn, body[piece*len(body)/10:(piece+1)*len(body)/10])
	}
	<-h.arrived
	time.Sleep(600 * time.Millisecond) // no deadline of the body ends the answer
	close(h.letGo)
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil || res.StatusCode != 200 {
		t.Fatalf("%v, %v", res, err)
	}
	io.Copy(io.Discard, res.Body)
	time.Sleep(400 * time.Millisecond) // nor the next request on the connection
	fmt.Fprintf(conn, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
	if res, err := http.ReadResponse(bufio.NewReader(conn), nil); err != nil || res.StatusCode != 200 {
		t.Errorf("the next request: %v, %v", res, err)
	}
}

// REQ L-11: forms are no different, whoever reads them: one that stops coming is ended, and
// one whose client went away is nobody's failure.
func TestAFormThatStopsIsEnded(t *testing.T) {
	const form, json, files = "application/x-www-form-urlencoded", "application/json", "multipart/form-data; boundary=x"
	s := open(t, func(o *serve.Options) { o.Limits = admission.Limits{BodyWindow: 200 * time.Millisecond} })
	var all sync.WaitGroup
	for path, media := range map[string]string{
		"/sign-in": form, "/sign-up": form, "/sign-out": form, "/reset-password": form, "/account/password": form,
		"/oauth/token": form, "/oauth/revoke": form, "/oauth/register": json, "/recommend": files, "/mcp": json,
	} {
		for _, goes := range []bool{false, true} {
			all.Go(func() {
				conn := s.dial(t)
				conn.say("POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: %s\r\nContent-Length: 1000\r\n\r\n--x\r\nemail=ida", path, media)
				if goes {
					conn.Close()
					return
				}
				began := time.Now()
				res, err := http.ReadResponse(conn.in, nil)
				if err != nil {
					t.Errorf("%s: %v after %v", path, err, time.Since(began))
					return
				}
				said, _ := io.ReadAll(res.Body)
				if res.StatusCode != 408 || !res.Close || !strings.Contains(string(said), "too slowly") {
					t.Errorf("%s: %s, closed %v: %s", path, res.Status, res.Close, said)
				}
			})
		}
	}
	all.Wait()
	for _, line := range strings.Split(s.log.String(), "\n") {
		if strings.Contains(line, `"ERROR"`) {
			t.Errorf("the log has %s", line)
		}
	}
}
