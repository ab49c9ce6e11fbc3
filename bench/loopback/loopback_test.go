package loopback

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestAnswersAreReadWholeOneAfterTheOther(t *testing.T) {
	long := bytes.Repeat([]byte("film "), 100_000)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/long":
			w.Header().Set("Content-Length", fmt.Sprint(len(long)))
			w.Write(long)
		case "/chunks":
			for range 3 {
				w.Write(long)
				w.(http.Flusher).Flush()
			}
		case "/unchanged":
			w.WriteHeader(http.StatusNotModified)
		default:
			http.Error(w, r.Header.Get("X-Said"), http.StatusTeapot)
		}
	}))
	defer server.Close()
	address := strings.TrimPrefix(server.URL, "http://")
	c, err := Dial(address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for range 2 { // twice, for the second answer tells whether the first was read to its end
		for _, want := range []struct {
			path   string
			status int
			body   []byte
		}{
			{"/long", 200, long}, {"/chunks", 200, bytes.Repeat(long, 3)},
			{"/unchanged", 304, nil}, {"/other", 418, []byte("hello\n")},
		} {
			request := Get(address, want.path, "X-Said", "hello")
			status, body, err := c.Ask(request, nil)
			if err != nil || status != want.status || !bytes.Equal(body, want.body) {
				t.Errorf("%s: status %d, %d bytes, %v", want.path, status, len(body), err)
			}
			status, n, err := c.Drop(request)
			if err != nil || status != want.status || n != int64(len(want.body)) {
				t.Errorf("%s dropped: status %d, %d bytes, %v", want.path, status, n, err)
			}
		}
	}
}

func TestAConnectionTheServerGaveUpIsMadeAnew(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Write([]byte("film")) }))
	defer server.Close()
	address := strings.TrimPrefix(server.URL, "http://")
	c, err := Dial(address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for range 3 {
		if status, _, err := c.Drop(Get(address, "/")); err != nil || status != 200 {
			t.Fatalf("status %d, %v", status, err)
		}
		server.CloseClientConnections()
	}
	server.Close()
	if _, _, err := c.Drop(Get(address, "/")); err == nil {
		t.Error("a server that is gone answered")
	}
}
