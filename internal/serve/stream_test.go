package serve_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/serve"
)

// REQ SN-01 to SN-05, G-14: every film once, by id, in list mode, one line
// each, for the price of one request.
func TestTheStreamIsTheWholeCatalogue(t *testing.T) {
	t.Parallel()
	s := open(t)
	list := s.get("/api/v2/films?limit=500").page()
	a := s.get("/api/v2/films/stream").is(200).has("X-RateLimit-Remaining", "9998").has("Content-Length", "")
	byID := map[string]map[string]any{}
	for _, f := range list.Data {
		byID[f["filmdb_id"].(string)] = f
	}
	var ids []string
	for line := range bytes.Lines(a.body) {
		var f map[string]any
		if line[len(line)-1] != '\n' || json.Unmarshal(line, &f) != nil {
			t.Fatalf("line %q", line)
		}
		id := f["filmdb_id"].(string)
		ids = append(ids, id)
		got, _ := json.Marshal(f)
		want, _ := json.Marshal(byID[id])
		if !bytes.Equal(got, want) {
			t.Errorf("%s differs from the list's", id)
		}
	}
	if len(ids) != list.Meta.Total {
		t.Errorf("%d lines, the list has %d films", len(ids), list.Meta.Total)
	}
	if !slices.IsSortedFunc(ids, func(a, b string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return bytes.Compare([]byte(a), []byte(b))
	}) {
		t.Errorf("order: %v", ids)
	}
	posters := bytes.Count(s.get("/api/v2/films/stream?has_poster=true").body, []byte{'\n'})
	if want := s.get("/api/v2/films?has_poster=true").page().Meta.Total; posters != want {
		t.Errorf("%d lines with a poster, want %d", posters, want)
	}
	line, _, _ := bytes.Cut(s.get("/api/v2/films/stream?fields=title,ratings.filmdb").body, []byte{'\n'})
	if want := `{"filmdb_id":"tt0000101","title":"The Crossing","ratings":{"filmdb":8.6}}`; string(line) != want {
		t.Errorf("projected line %s, want %s", line, want)
	}
	tag := a.header.Get("ETag")
	s.ask(request{path: "/api/v2/films/stream", header: map[string]string{"X-API-Key": s.Key(access.Studio), "If-None-Match": tag}}).is(304)
}

// REQ SN-05: who hangs up has paid once, and the service goes on.
func TestAStreamThatIsAbandoned(t *testing.T) {
	t.Parallel()
	s := open(t)
	req, err := http.NewRequest("GET", s.url+"/api/v2/films/stream", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("X-API-Key", s.Key(access.Producer))
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(res.Body).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	s.ask(request{path: "/api/v2/films/" + apptest.Crossing, header: map[string]string{"X-API-Key": s.Key(access.Producer)}}).
		is(200).has("X-RateLimit-Remaining", "198")
}

// Streams of a catalogue that no buffer on the way can hold.
func TestLargeStreams(t *testing.T) {
	l := openLarge(t, 6_000)
	t.Run("constant memory", func(t *testing.T) { constantMemory(t, l) })
	t.Run("fifty slow readers", func(t *testing.T) { slowReaders(t, l) })
	t.Run("early flush", func(t *testing.T) { earlyFlush(t, l) })
	t.Run("lost clients", func(t *testing.T) { lostClients(t, l) })
}

// REQ SN-05: memory does not grow with the catalogue.
func constantMemory(t *testing.T, l *large) {
	size := len(l.answered(t, "/api/v2/films/stream"))
	for _, coding := range []string{"identity", "gzip", "zstd"} {
		r := httptest.NewRequest("GET", "/api/v2/films/stream", nil)
		r.Header.Set("X-API-Key", l.key)
		r.Header.Set("Accept-Encoding", coding)
		l.handler.ServeHTTP(&sink{http.Header{}}, r) // fills the pools
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		l.handler.ServeHTTP(&sink{http.Header{}}, r)
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took > 4<<20 || size < 8<<20 {
			t.Errorf("%s: a stream of %d bytes allocated %d", coding, size, took)
		}
	}
}

// REQ SN-06: fifty clients that have read a little and then read nothing hold
// no more than what is on the way to each.
func slowReaders(t *testing.T, l *large) {
	const readers, mayHold = 50, 1 << 20
	resume := make(chan struct{})
	var reading, done sync.WaitGroup
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	for range readers {
		reading.Add(1)
		done.Go(func() {
			r := httptest.NewRequest("GET", "/api/v2/films/stream", nil)
			r.Header.Set("X-API-Key", l.key)
			w := &stalled{header: http.Header{}, began: sync.OnceFunc(reading.Done), resume: resume}
			l.handler.ServeHTTP(w, r)
			if w.total < 8<<20 {
				t.Errorf("a slow reader got %d bytes", w.total)
			}
		})
	}
	reading.Wait()
	if after := heap(); after > before+readers*mayHold {
		t.Errorf("%d slow readers hold %d bytes, want at most %d each", readers, after-before, mayHold)
	}
	close(resume)
	done.Wait()
}

// stalled stops reading after the first megabyte until it is told to go on.
type stalled struct {
	header http.Header
	began  func()
	resume chan struct{}
	total  int
}

func (s *stalled) Header() http.Header { return s.header }
func (s *stalled) WriteHeader(int)     {}
func (s *stalled) Flush()              {}
func (s *stalled) Write(p []byte) (int, error) {
	if s.total += len(p); s.total > 1<<20 {
		s.began()
		<-s.resume
	}
	return len(p), nil
}

// REQ SN-05: the first films arrive before the last are written, coded or not.
func earlyFlush(t *testing.T, l *large) {
	for _, coding := range []string{"identity", "gzip", "zstd"} {
		w := &flushes{header: http.Header{}}
		r := httptest.NewRequest("GET", "/api/v2/films/stream", nil)
		r.Header.Set("X-API-Key", l.key)
		r.Header.Set("Accept-Encoding", coding)
		l.handler.ServeHTTP(w, r)
		if w.first == 0 || w.first > 32<<10 || w.total < 4*w.first {
			t.Errorf("%s: first flush after %d bytes of %d", coding, w.first, w.total)
		}
	}
}

type flushes struct {
	header       http.Header
	first, total int
}

func (f *flushes) Header() http.Header         { return f.header }
func (f *flushes) Write(p []byte) (int, error) { f.total += len(p); return len(p), nil }
func (f *flushes) WriteHeader(int)             {}
func (f *flushes) Flush() {
	if f.first == 0 {
		f.first = f.total
	}
}

// REQ SN-06: a client that stops reading is cut off, and one that hangs up
// ends the work.
func lostClients(t *testing.T, l *large) {
	serve.SetPatience(l.handler, 100*time.Millisecond)
	ended := make(chan any, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() { ended <- recover() }()
		l.handler.ServeHTTP(w, r)
	}))
	defer server.Close()
	for _, hangsUp := range []bool{false, true} {
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		conn.Write([]byte("GET /api/v2/films/stream HTTP/1.1\r\nHost: x\r\nX-API-Key: " + l.key + "\r\n\r\n"))
		if hangsUp {
			conn.Read(make([]byte, 1000))
			conn.Close()
		}
		select {
		case how := <-ended:
			if how != http.ErrAbortHandler {
				t.Errorf("hangs up %v: ended with %v", hangsUp, how)
			}
		case <-time.After(20 * time.Second):
			t.Fatalf("hangs up %v: still streaming", hangsUp)
		}
	}
}
