package door

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"kinodex/bench/loopback"
)

func TestALoadAsksAsOftenAsItSaysAndInTurns(t *testing.T) {
	var one, two atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/one":
			one.Add(1)
		case "/two":
			two.Add(1)
		default:
			w.WriteHeader(http.StatusTooManyRequests)
		}
		w.Write([]byte("four"))
	}))
	defer server.Close()
	address := strings.TrimPrefix(server.URL, "http://")
	get := func(path string) []byte { return loopback.Get(address, path) }
	l := load{address: address, requests: [][]byte{get("/one"), get("/two")}, n: 101, connections: 7, want: 200}
	got, err := l.run()
	if err != nil {
		t.Fatal(err)
	}
	if one.Load() != 51 || two.Load() != 50 || len(got.times) != 101 || got.bytes != 404 {
		t.Errorf("%d and %d answers, %d times, %d bytes", one.Load(), two.Load(), len(got.times), got.bytes)
	}
	l.requests = append(l.requests, get("/spent"))
	if _, err := l.run(); err == nil || !strings.Contains(err.Error(), "429") {
		t.Errorf("a refused request did not end the load: %v", err)
	}
}

// The raw side of a bare server must send just the bytes, for the comparison with
// a stream to be one of equals.
func TestRawCopyIsTheFileItself(t *testing.T) {
	raw, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	address := raw.Addr().String()
	want := strings.Repeat("a film\n", 300_000)
	go serveRaw(raw, []byte(want))
	for range 2 {
		c, err := loopback.Dial(address)
		if err != nil {
			t.Fatal(err)
		}
		status, body, err := c.Ask(loopback.Get(address, "/"), nil)
		c.Close()
		if err != nil || status != 200 || string(body) != want {
			t.Fatalf("status %d, %d bytes, %v", status, len(body), err)
		}
	}
}
