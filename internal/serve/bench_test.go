package serve_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/film"
	"kinodex/internal/ledger"
	"kinodex/internal/library"
	"kinodex/internal/serve"
	"kinodex/internal/serve/admission"
)

// large is a house of many films, served with a log as in production.
type large struct {
	handler http.Handler
	key     string
	log     io.Writer
}

func openLarge(t testing.TB, films int) *large {
	t.Helper()
	root := filepath.Join(t.TempDir(), "library")
	draft, err := library.Begin(root, library.Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	known := apptest.Films()
	for i := range films {
		f := *known[i%len(known)]
		f.ID = film.ID(1000 + i)
		f.BoxOffice.WorldwideGross = nil // nothing to learn forecasts from, which takes longer than all else here
		if err := draft.Add(&f); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := draft.Publish(t.Context(), library.Manifest{Builder: "bench"}, time.Now(), nil); err != nil {
		t.Fatal(err)
	}
	holder, err := library.NewHolder(root, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { holder.Close() })
	// A budget that no benchmark uses up: a fresh day every 4,000 looks at the
	// clock, of which a request takes two.
	var looks atomic.Int64
	clock := func() time.Time { return time.Unix(looks.Add(1)/4000*86400, 0) }
	l := &large{log: io.Discard}
	memory := ledger.NewMemory()
	account := ledger.Account{ID: "acc_bench", Plan: access.Studio}
	if err := memory.CreateAccount(t.Context(), account); err != nil {
		t.Fatal(err)
	}
	key, token := ledger.NewKey(account.ID, "bench", access.Studio.DefaultScopes(), false, clock())
	if err := memory.CreateKey(t.Context(), key); err != nil {
		t.Fatal(err)
	}
	l.key = token.Reveal()
	a, err := app.New(t.Context(), app.Options{Holder: holder, Ledger: memory, Now: clock, Version: apptest.Version})
	if err != nil {
		t.Fatal(err)
	}
	if l.handler, err = serve.New(serve.Options{
		App: a, Logger: slog.New(slog.NewJSONHandler(io.Discard, nil)), Limits: admission.Limits{Streams: 64},
	}); err != nil {
		t.Fatal(err)
	}
	return l
}

const fifty = "/api/v2/films?limit=50&sort=year:desc&min_rating=5&genre=Drama"

// answered is what a route sends, for the bare handler to send again.
func (l *large) answered(t testing.TB, path string) []byte {
	w := httptest.NewRecorder()
	r := httptest.NewRequest("GET", "http://kinodex.example"+path, nil)
	r.Header.Set("X-API-Key", l.key)
	l.handler.ServeHTTP(w, r)
	if w.Code != 200 {
		t.Fatalf("%s: %d %.200s", path, w.Code, w.Body)
	}
	return w.Body.Bytes()
}

// bare sends the same bytes with nothing but net/http.
func bare(body []byte) http.Handler {
	mux := http.NewServeMux()
	length := strconv.Itoa(len(body))
	mux.HandleFunc("GET /api/v2/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.Header().Set("Content-Length", length)
		w.Write(body)
	})
	return mux
}

// sink is a ResponseWriter that costs nothing but its header.
type sink struct{ header http.Header }

func (s *sink) Header() http.Header         { return s.header }
func (s *sink) Write(p []byte) (int, error) { return len(p), nil }
func (s *sink) WriteHeader(int)             {}

func allocations(t testing.TB, h http.Handler, key string) float64 {
	r := httptest.NewRequest("GET", "http://kinodex.example"+fifty, nil)
	r.Header.Set("X-API-Key", key)
	return testing.AllocsPerRun(500, func() {
		h.ServeHTTP(&sink{http.Header{}}, r)
	})
}

// A list of 50 films makes at most 40 allocations, from naming the request to
// logging it, the caller and the budget included.
func TestAListAllocatesLittle(t *testing.T) {
	if raced {
		t.Skip("the race detector allocates for itself")
	}
	l := openLarge(t, 2000)
	base := allocations(t, bare(l.answered(t, fifty)), l.key)
	got := allocations(t, l.handler, l.key)
	t.Logf("%.0f allocations, bare net/http %.0f", got, base)
	if got > 40 {
		t.Errorf("%.0f allocations, want at most 40", got)
	}
}

func BenchmarkListInProcess(b *testing.B) {
	l := openLarge(b, 2000)
	for name, h := range map[string]http.Handler{"kinodex": l.handler, "bare": bare(l.answered(b, fifty))} {
		b.Run(name, func(b *testing.B) {
			r := httptest.NewRequest("GET", "http://kinodex.example"+fifty, nil)
			r.Header.Set("X-API-Key", l.key)
			b.ReportAllocs()
			for b.Loop() {
				h.ServeHTTP(&sink{http.Header{}}, r)
			}
		})
	}
}

// line is one keep-alive connection that asks and throws the answers away.
type line struct {
	conn net.Conn
	in   *bufio.Reader
	ask  []byte
}

func dial(t testing.TB, url, path, key string) *line {
	conn, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return &line{conn, bufio.NewReaderSize(conn, 64<<10), fmt.Appendf(nil, "GET %s HTTP/1.1\r\nHost: kinodex.example\r\nX-API-Key: %s\r\n\r\n", path, key)}
}

// once asks and reads one answer; it gives the bytes of body. It allocates
// nothing, so that the server is what is measured.
func (l *line) once(t testing.TB) int {
	if _, err := l.conn.Write(l.ask); err != nil {
		t.Fatal(err)
	}
	length, chunked := 0, false
	for {
		h, err := l.in.ReadSlice('\n')
		if err != nil {
			t.Fatal(err)
		}
		if len(h) == 2 {
			break
		}
		if v, ok := bytes.CutPrefix(h, []byte("Content-Length: ")); ok {
			length = atoi(v)
		}
		chunked = chunked || bytes.HasPrefix(h, []byte("Transfer-Encoding: chunked"))
	}
	if !chunked {
		if _, err := l.in.Discard(length); err != nil {
			t.Fatal(err)
		}
		return length
	}
	for total := 0; ; {
		h, err := l.in.ReadSlice('\n')
		if err != nil {
			t.Fatal(err)
		}
		size, err := strconv.ParseInt(string(bytes.TrimSpace(h)), 16, 64)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.in.Discard(int(size) + 2); err != nil {
			t.Fatal(err)
		}
		if size == 0 {
			return total
		}
		total += int(size)
	}
}

func atoi(b []byte) (n int) {
	for _, c := range b {
		if c < '0' || c > '9' {
			break
		}
		n = n*10 + int(c-'0')
	}
	return n
}

// spent is the processor time this process, clients included, has used. On a
// machine that is busy with other things it is a steadier measure than the
// clock.
func spent() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkListOverLoopback compares with a bare handler that sends the same
// bytes, turn by turn in one run; "share" is our throughput as a part of its, by
// the clock and by processor time.
func BenchmarkListOverLoopback(b *testing.B) {
	l := openLarge(b, 2000)
	body := l.answered(b, fifty)
	ours, theirs := httptest.NewServer(l.handler), httptest.NewServer(bare(body))
	defer ours.Close()
	defer theirs.Close()
	a, z := dial(b, ours.URL, fifty, l.key), dial(b, theirs.URL, fifty, l.key)
	const turn = 200
	var kinodex, plain, kinodexCPU, plainCPU time.Duration
	for b.Loop() {
		began, used := time.Now(), spent()
		for range turn {
			if n := a.once(b); n != len(body) {
				b.Fatalf("%d bytes, want %d", n, len(body))
			}
		}
		half, usedHalf := time.Now(), spent()
		for range turn {
			z.once(b)
		}
		kinodex += half.Sub(began)
		kinodexCPU += usedHalf - used
		plain += time.Since(half)
		plainCPU += spent() - usedHalf
	}
	requests := float64(b.N * turn)
	b.ReportMetric(float64(plain)/float64(kinodex), "share")
	b.ReportMetric(float64(plainCPU)/float64(kinodexCPU), "share-cpu")
	b.ReportMetric(float64(kinodex.Nanoseconds())/requests, "ns/list")
	b.ReportMetric(float64(plain.Nanoseconds())/requests, "ns/bare")
	b.ReportMetric(float64(len(body)), "bytes/list")
}

// BenchmarkStreamOverLoopback compares with copying the same bytes to a socket
// in buffers of the same size, turn by turn in one run.
func BenchmarkStreamOverLoopback(b *testing.B) {
	const path = "/api/v2/films/stream"
	l := openLarge(b, 20_000)
	body := l.answered(b, path)
	ours := httptest.NewServer(l.handler)
	defer ours.Close()
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	defer on.Close()
	go func() {
		conn, err := on.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		in := bufio.NewReader(conn)
		for {
			for {
				h, err := in.ReadSlice('\n')
				if err != nil {
					return
				}
				if len(h) == 2 {
					break
				}
			}
			fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n", len(body))
			for rest := body; len(rest) > 0; {
				n := min(len(rest), 128<<10)
				if _, err := conn.Write(rest[:n]); err != nil {
					return
				}
				rest = rest[n:]
			}
		}
	}()
	a, z := dial(b, ours.URL, path, l.key), dial(b, "http://"+on.Addr().String(), path, l.key)
	var kinodex, raw time.Duration
	for b.Loop() {
		began := time.Now()
		if n := a.once(b); n != len(body) {
			b.Fatalf("%d bytes, want %d", n, len(body))
		}
		half := time.Now()
		z.once(b)
		kinodex += half.Sub(began)
		raw += time.Since(half)
	}
	b.SetBytes(int64(len(body)))
	b.ReportMetric(float64(raw)/float64(kinodex), "share")
	b.ReportMetric(float64(len(body))*float64(b.N)/kinodex.Seconds()/1e6, "MB/s-stream")
	b.ReportMetric(float64(len(body))*float64(b.N)/raw.Seconds()/1e6, "MB/s-raw")
}
