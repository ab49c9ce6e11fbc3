package serve_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/serve"
)

// smuggled is a request that stands in the body of another.
const smuggled = "GET /healthz HTTP/1.1\r\nHost: smuggled\r\nX-Request-Id: smuggled-request\r\n\r\n"

// wired is a connection as a client holds it.
type wired struct {
	net.Conn
	t  *testing.T
	in *bufio.Reader
}

func (s *site) dial(t *testing.T) wired {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return wired{conn, t, bufio.NewReader(conn)}
}

// patience is how long the other side may take for one thing, on a machine that is busy too.
const patience = time.Minute

func (c wired) say(format string, args ...any) {
	c.t.Helper()
	c.SetDeadline(time.Now().Add(patience))
	if _, err := fmt.Fprintf(c, format, args...); err != nil {
		c.t.Fatal(err)
	}
}

// hear reads an answer to a request of a method.
func (c wired) hear(method string) *http.Response {
	c.t.Helper()
	c.SetDeadline(time.Now().Add(patience))
	res, err := http.ReadResponse(c.in, &http.Request{Method: method})
	if err != nil {
		c.t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, res.Body); err != nil {
		c.t.Fatal(err)
	}
	return res
}

// ended fails when there comes anything more than the end of the connection.
func (c wired) ended() {
	c.t.Helper()
	c.SetDeadline(time.Now().Add(patience))
	rest, err := io.ReadAll(c.in)
	if len(rest) > 0 {
		c.t.Errorf("after the answer came %.200q, want the end of the connection", rest)
	}
	if late := net.Error(nil); errors.As(err, &late) && late.Timeout() {
		c.t.Error("the connection stays open")
	}
}

// The rest of a body that was not read is no request, whenever it comes: the
// answer says that the connection closes, and it does.
func TestARefusedBodyIsNeverTheNextRequest(t *testing.T) {
	t.Parallel()
	s := open(t)
	key := s.Key(access.Studio)
	whole, refused := t, map[string]wired{}
	for name, c := range map[string]struct {
		head   string
		status int
	}{
		"without a key":         {"POST /api/v2/films/batch HTTP/1.1\r\nContent-Type: application/json", 401},
		"beyond the plan":       {"POST /api/v1/ai/coverage HTTP/1.1\r\nContent-Type: application/json\r\nX-API-Key: " + s.Key(access.Free), 403},
		"at no path":            {"POST /nowhere HTTP/1.1", 404},
		"with no such method":   {"DELETE /api/v2/films HTTP/1.1\r\nX-API-Key: " + key, 405},
		"of another media type": {"POST /api/v2/films/batch HTTP/1.1\r\nContent-Type: text/csv\r\nX-API-Key: " + key, 415},
		"too large":             {"POST /api/v2/films/batch HTTP/1.1\r\nContent-Type: application/json\r\nX-API-Key: " + key + "\r\nX-Pad: %d", 413},
		"to the connector":      {"POST /mcp HTTP/1.1\r\nContent-Type: application/json\r\nX-API-Key: nobody's", 401},
		"from a foreign page":   {"POST /mcp HTTP/1.1\r\nContent-Type: application/json\r\nOrigin: https://elsewhere.example", 403},
		"to the sign-in":        {"POST /oauth/token HTTP/1.1\r\nContent-Type: text/csv", 400},
		"with GET":              {"GET /api/v2/films?limit=1 HTTP/1.1\r\nX-API-Key: " + key, 200},
		"with HEAD":             {"HEAD /api/v2/films?limit=1 HTTP/1.1\r\nX-API-Key: " + key, 200},
		"with a stream":         {"GET /api/v2/films/stream HTTP/1.1\r\nX-API-Key: " + key, 200},
		"with OPTIONS":          {"OPTIONS /api/v2/films HTTP/1.1", 204},
	} {
		for _, coding := range []string{"Content-Length", "chunked"} {
			if name == "too large" && coding == "chunked" {
				continue // refused only once so much has come: TestARefusalReachesAClientThatIsStillSending
			}
			t.Run(name+", "+coding, func(t *testing.T) {
				method, _, _ := strings.Cut(c.head, " ")
				declared := len(smuggled)
				if name == "too large" {
					declared = 2 << 20
					c.head = fmt.Sprintf(c.head, declared)
				}
				length := fmt.Sprintf("Content-Length: %d", declared)
				if coding == "chunked" {
					length = "Transfer-Encoding: chunked"
				}
				conn := s.dial(whole)
				refused[name+", "+coding] = conn
				conn.t = t
				conn.say("%s\r\nHost: 127.0.0.1\r\n%s\r\n\r\n", c.head, length)
				res := conn.hear(method)
				if res.StatusCode != c.status {
					t.Errorf("answered %s, want %d", res.Status, c.status)
				}
				if !res.Close {
					t.Error("the answer does not say Connection: close")
				}
			})
		}
	}
	time.Sleep(3300 * time.Millisecond) // longer than anybody waits for the rest
	for name, conn := range refused {
		t.Run(name+", the rest", func(t *testing.T) {
			conn.t = t
			io.WriteString(conn, smuggled) // an error means that it is closed
			conn.ended()
		})
	}
}

// A small body that has come whole is taken, and the connection serves on; what
// follows it is the next request.
func TestASmallRefusedBodyKeepsTheConnection(t *testing.T) {
	t.Parallel()
	s := open(t)
	for name, send := range map[string]string{
		"Content-Length": fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(smuggled), smuggled),
		"chunked":        fmt.Sprintf("Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n", len(smuggled), smuggled),
	} {
		t.Run(name, func(t *testing.T) {
			conn := s.dial(t)
			conn.say("POST /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\n%sGET /readyz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Request-Id: the-next-request\r\n\r\n", send)
			if res := conn.hear("POST"); res.StatusCode != 404 || res.Close {
				t.Errorf("answered %s, closing %v, want 404 and no closing", res.Status, res.Close)
			}
			if res := conn.hear("GET"); res.StatusCode != 200 || res.Header.Get("X-Request-Id") != "the-next-request" {
				t.Errorf("then came %s of %s, want the answer to the request that follows", res.Status, res.Header.Get("X-Request-Id"))
			}
		})
	}
}

// A client that asks before it sends a body is not asked to send one that is
// refused.
func TestARefusedBodyIsNotAskedFor(t *testing.T) {
	t.Parallel()
	s := open(t)
	conn := s.dial(t)
	conn.say("POST /api/v2/films/batch HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n", len(smuggled))
	res := conn.hear("POST")
	if res.StatusCode != 401 || !res.Close {
		t.Errorf("answered %s, closing %v, want 401 and closing", res.Status, res.Close)
	}
	time.Sleep(3300 * time.Millisecond)
	io.WriteString(conn, smuggled)
	conn.ended()

	conn = s.dial(t)
	body := `{"films":["tt0113277"]}`
	conn.say("POST /api/v2/films/batch HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: %s\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n",
		s.Key(access.Studio), len(body))
	if res := conn.hear("POST"); res.StatusCode != 100 {
		t.Fatalf("answered %s, want to be asked for the body", res.Status)
	}
	conn.say("%s", body)
	if res := conn.hear("POST"); res.StatusCode != 200 || res.Close {
		t.Errorf("answered %s, closing %v, want 200 and no closing", res.Status, res.Close)
	}
}

// REQ L-11: a body whose end does not come in time is no different from one that
// nobody wants.
func TestABodyThatStopsHalfWayEndsTheConnection(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *serve.Options) { o.Limits.BodyWindow = 500 * time.Millisecond })
	conn := s.dial(t)
	conn.say("POST /api/v2/films/batch HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n{",
		s.Key(access.Studio), len(smuggled)+1)
	if res := conn.hear("POST"); res.StatusCode != 408 || !res.Close {
		t.Errorf("answered %s, closing %v, want 408 and closing", res.Status, res.Close)
	}
	time.Sleep(3300 * time.Millisecond)
	io.WriteString(conn, smuggled)
	conn.ended()
}

// REQ G-12: nothing here leads in a circle.
func TestAPathLeadsNowhereElse(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, path := range []string{"/objects", "/objects/", "/objects/?name=x", "/objects//", "/posters//", "/docs/nothing/", "/mcp/x/", "/%6fbjects/", "/objects%2F"} {
		for _, method := range []string{"GET", "HEAD", "POST", "DELETE"} {
			if a := s.ask(request{method: method, path: path}); a.status != 404 || a.header.Get("Location") != "" {
				t.Errorf("%s: %d to %q, want 404", a.what, a.status, a.header.Get("Location"))
			}
		}
	}
}
