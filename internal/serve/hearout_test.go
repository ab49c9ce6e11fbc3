package serve_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"kinodex/internal/access"
)

// REQ L-08, E-12: a client that sends all of a body before it reads, as many
// do, gets the refusal rather than a connection that was reset.
func TestARefusalReachesAClientThatIsStillSending(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, c := range []struct {
		path, key string
		bytes     int
		chunked   bool
		status    int
	}{
		{"/api/v1/scripts/analyze", s.Key(access.Studio), 12 << 20, false, 413},
		{"/api/v1/scripts/analyze", s.Key(access.Studio), 12 << 20, true, 413},
		{"/api/v2/films/batch", s.Key(access.Studio), 3 << 20, false, 413},
		{"/api/v1/scripts/analyze", "nobody's", 5 << 20, false, 401},
		{"/nowhere", "", 5 << 20, false, 404},
	} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		conn.SetDeadline(time.Now().Add(20 * time.Second))
		length := fmt.Sprintf("Content-Length: %d", c.bytes)
		if c.chunked {
			length = "Transfer-Encoding: chunked"
		}
		fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nX-API-Key: %s\r\nContent-Type: application/json\r\n%s\r\n\r\n", c.path, c.key, length)
		piece := strings.Repeat("x", 1<<16)
		for sent := 0; sent < c.bytes; sent += len(piece) {
			part := piece
			if c.chunked {
				part = fmt.Sprintf("%x\r\n%s\r\n", len(piece), piece)
			}
			if _, err := io.WriteString(conn, part); err != nil {
				t.Fatalf("%s: after %d of %d bytes: %v", c.path, sent, c.bytes, err)
			}
		}
		if c.chunked {
			io.WriteString(conn, "0\r\n\r\n")
		}
		res, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatalf("%s: %v", c.path, err)
		}
		if res.StatusCode != c.status {
			t.Errorf("%s with %d bytes: %s, want %d", c.path, c.bytes, res.Status, c.status)
		}
	}
}

// A client that never sends what it announced is answered at once.
func TestARefusalDoesNotWaitForTheBody(t *testing.T) {
	t.Parallel()
	s := open(t)
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(2 * time.Second))
	fmt.Fprintf(conn, "POST /api/v1/scripts/analyze HTTP/1.1\r\nHost: x\r\nX-API-Key: %s\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n", s.Key(access.Studio))
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil || res.StatusCode != 413 {
		t.Errorf("got %v, %v, want 413 before the body", res, err)
	}
}
