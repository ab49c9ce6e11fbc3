package sources

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kinodex/internal/diskspace"
	"kinodex/internal/sources/sourcestest"
)

// fetchFrom fetches a source that was added, which must fail, and returns why.
func fetchFrom(t *testing.T, s *Store, address string) string {
	t.Helper()
	if err := s.Add("hostile", address, ""); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	got, err := s.Fetch(t.Context(), []string{"hostile"})
	if !errors.Is(err, ErrFailed) || len(got) != 1 {
		t.Fatalf("%+v, %v", got, err)
	}
	if took := time.Since(began); took > 30*time.Second {
		t.Errorf("it took %v", took)
	}
	return got[0].Reason
}

// under is how many bytes lie in a directory.
func under(t *testing.T, dir string) (bytes int64) {
	t.Helper()
	filepath.WalkDir(dir, func(_ string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			info, err := d.Info()
			if err != nil {
				t.Fatal(err)
			}
			bytes += info.Size()
		}
		return nil
	})
	return bytes
}

// endless is a body without an end.
func endless(w http.ResponseWriter, r *http.Request, _ []byte) {
	w.Header().Set("ETag", `"endless"`)
	block := make([]byte, 64<<10)
	for r.Context().Err() == nil {
		if _, err := w.Write(block); err != nil {
			return
		}
	}
}

// drip sends a byte now and then, sooner than would be an idle time.
func drip(w http.ResponseWriter, r *http.Request, _ []byte) {
	w.Header().Set("ETag", `"drip"`)
	for r.Context().Err() == nil {
		if _, err := w.Write([]byte("x")); err != nil {
			return
		}
		w.(http.Flusher).Flush()
		time.Sleep(5 * time.Millisecond)
	}
}

// byByte sends one byte and cuts the connection, which is progress each time.
func byByte(w http.ResponseWriter, r *http.Request, _ []byte) {
	from := 0
	fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-", &from)
	w.Header().Set("ETag", `"by byte"`)
	if from > 0 {
		w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-999999/1000000", from))
		w.WriteHeader(http.StatusPartialContent)
	}
	w.Write([]byte("x"))
	w.(http.Flusher).Flush()
	panic(http.ErrAbortHandler)
}

// beyond says that there are ten bytes, sends five, and of the rest more than there were.
func beyond(w http.ResponseWriter, r *http.Request, _ []byte) {
	w.Header().Set("ETag", `"beyond"`)
	if r.Header.Get("Range") == "" {
		w.Header().Set("Content-Length", "10")
		w.Write([]byte("12345"))
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
	w.Header().Set("Content-Range", "bytes 5-9/10")
	w.WriteHeader(http.StatusPartialContent)
	w.Write([]byte(strings.Repeat("x", 1000)))
}

// Of whatever a server sends, no more comes than was said and may be.
func TestAServerSendsNoMoreThanItMay(t *testing.T) {
	const most = 1 << 20
	for _, c := range []struct {
		name  string
		fault sourcestest.Fault
		says  string
	}{
		{"a body without end", endless, "--max-bytes"},
		{"a length that is too much", func(w http.ResponseWriter, r *http.Request, _ []byte) {
			w.Header().Set("Content-Length", fmt.Sprint(int64(1)<<60))
			w.Header().Set("ETag", `"long"`)
			endless(w, r, nil)
		}, "--max-bytes"},
		{"a byte now and then", drip, "less than 4 KB a second"},
		{"a byte a connection", byByte, "times without getting further"},
		{"more than it said", beyond, "more than it said"},
	} {
		t.Run(c.name, func(t *testing.T) {
			srv := sourcestest.New(t)
			srv.Put("/file.csv", "")
			for range 20 {
				srv.Fail("/file.csv", c.fault)
			}
			dir := t.TempDir()
			s := open(t, dir, srv, func(o *Options) {
				o.MaxBytes = most
				if c.name == "a byte now and then" {
					impatient(o)
				}
			})
			if why := fetchFrom(t, s, srv.URL+"/file.csv"); !strings.Contains(why, c.says) {
				t.Errorf("said is %q, want %q", why, c.says)
			}
			if n := under(t, filepath.Join(dir, partialName)); n > most+1<<10 {
				t.Errorf("%d bytes lie there", n)
			}
			if asked := len(srv.Asked("/file.csv")); asked > 2*mostTries {
				t.Errorf("asked %d times", asked)
			}
		})
	}
}

// A source's own bound holds where no other is given.
func TestEverySourceHasABound(t *testing.T) {
	s := open(t, t.TempDir(), sourcestest.New(t))
	for _, c := range append(s.Sources(), Source{Name: "added", Kind: Address}) {
		if most := s.most(c); most < 16<<20 || most > 16<<30 {
			t.Errorf("%s: %d bytes", c.Name, most)
		}
	}
}

// Queries have a bound, too, and a service that goes on for ever is not asked for halves.
func TestAnAnswerToAQueryHasABound(t *testing.T) {
	srv := sourcestest.New(t)
	srv.Answer(func(string) string {
		return `{"results":{"bindings":[` + strings.Repeat(`{"film":{"value":"x"}},`, 100_000)
	})
	s := open(t, t.TempDir(), srv, func(o *Options) { o.MaxBytes = 1 << 20 })
	got, err := s.Fetch(t.Context(), []string{"wikidata"})
	if !errors.Is(err, ErrFailed) || !strings.Contains(got[0].Reason, "--max-bytes") {
		t.Errorf("%+v, %v", got, err)
	}
	if n := len(srv.Asked("/sparql")); n != 1 {
		t.Errorf("asked %d times", n)
	}
}

// The ledger keeps its room, whether the length was said or not.
func TestAFullDiskEndsAFetchBeforeItIsFull(t *testing.T) {
	whole := sourcestest.Packed(ratings(20_000))
	for _, c := range []struct {
		name  string
		fault sourcestest.Fault // nil: the file with its length
		free  int64             // beside what is kept free
		asks  bool              // whether bytes come
	}{
		{"no room at all", nil, -1, false},
		{"less than the length", nil, int64(len(whole)) - 1, false},
		{"a length that is not said", endless, 1 << 20, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			srv := sourcestest.New(t)
			srv.PutBytes("/file.tsv.gz", whole)
			if c.fault != nil {
				srv.Fail("/file.tsv.gz", c.fault)
			}
			dir := t.TempDir()
			var full atomic.Bool
			full.Store(true)
			s := open(t, dir, srv, func(o *Options) {
				o.free = func(string) (int64, bool) {
					if !full.Load() {
						return 1 << 40, true
					}
					return diskspace.Spare + c.free - under(t, filepath.Join(dir, partialName)), true
				}
			})
			why := fetchFrom(t, s, srv.URL+"/file.tsv.gz")
			if !strings.Contains(why, "too full") || !strings.Contains(why, "64 MB stay free") {
				t.Errorf("said is %q", why)
			}
			if n := under(t, filepath.Join(dir, partialName)); n > max(c.free, 1<<10) {
				t.Errorf("%d bytes lie there, where %d have room", n, c.free)
			}
			full.Store(false)
			if got, err := s.Fetch(t.Context(), []string{"hostile"}); err != nil || got[0].Status != Fetched {
				t.Errorf("once there is room: %+v, %v", got, err)
			}
		})
	}
}

// serverAt starts a server at an address of this machine that counts who asks it.
func serverAt(t *testing.T, host string, handler http.Handler) (srv *httptest.Server, asked *atomic.Int32) {
	t.Helper()
	l, err := net.Listen("tcp", net.JoinHostPort(host, "0"))
	if err != nil {
		t.Skip(err)
	}
	asked = new(atomic.Int32)
	srv = &httptest.Server{Listener: l, Config: &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		handler.ServeHTTP(w, r)
	})}}
	srv.Start()
	t.Cleanup(srv.Close)
	return srv, asked
}

// A public source leads to public web servers alone. Here 127.0.0.3 stands for the public
// internet, and 127.0.0.1 for this machine.
func TestAPublicSourceLeadsNowhereElse(t *testing.T) {
	inside, asked := serverAt(t, "127.0.0.1", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "secret") }))
	_, port, _ := net.SplitHostPort(inside.Listener.Addr().String())
	for to, says := range map[string]string{
		"file:///etc/passwd":                      "neither https nor http",
		"ftp://127.0.0.3/x":                       "neither https nor http",
		"gopher://127.0.0.3/x":                    "neither https nor http",
		"http://127.0.0.1:" + port + "/":          "private network",
		"http://localhost:" + port + "/":          "private network",
		"http://0.0.0.0:" + port + "/":            "private network",
		"http://2130706433:" + port + "/":         "",
		"http://[::1]:" + port + "/":              "private network",
		"http://[::ffff:127.0.0.1]:" + port + "/": "private network",
		"http://[::ffff:7f00:1]:" + port + "/":    "private network",
		"http://169.254.169.254/latest/meta-data": "private network",
		"http://[fe80::1]/":                       "private network",
		"http://10.0.0.1/":                        "private network",
		"http://me:secret@127.0.0.3/":             "name or password",
		"/loop":                                   "more than 5 redirects",
	} {
		t.Run(to, func(t *testing.T) {
			outside, requests := serverAt(t, "127.0.0.3", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Location", to)
				w.WriteHeader(http.StatusFound)
			}))
			s := open(t, t.TempDir(), sourcestest.New(t), func(o *Options) {
				o.public = func(a netip.Addr) bool { return a == netip.MustParseAddr("127.0.0.3") }
			})
			if why := fetchFrom(t, s, outside.URL+"/file.csv"); !strings.Contains(why, says) || strings.Contains(why, "secret") {
				t.Errorf("said is %q, want %q", why, says)
			}
			if n := requests.Load(); n > mostTries {
				t.Errorf("asked %d times for what will not change", n)
			}
			if says != "" && to != "/loop" && requests.Load() != 1 {
				t.Errorf("asked %d times", requests.Load())
			}
		})
	}
	if n := asked.Load(); n != 0 {
		t.Errorf("this machine was asked %d times", n)
	}
}

// A name that is public when it is looked at and leads elsewhere when it is dialled, and one
// that has addresses of both kinds, reach nothing that is not public.
func TestANameThatChangesReachesNothing(t *testing.T) {
	inside, asked := serverAt(t, "127.0.0.1", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "secret") }))
	_, port, _ := net.SplitHostPort(inside.Listener.Addr().String())
	public := netip.MustParseAddr("127.0.0.3")
	for name, says := range map[string][]netip.Addr{"rebound": {public}, "both": {public, netip.MustParseAddr("127.0.0.1")}} {
		s := open(t, t.TempDir(), sourcestest.New(t), func(o *Options) { o.public = func(a netip.Addr) bool { return a == public } })
		c := s.newClient(Source{Address: "http://localhost:" + port + "/"})
		c.guard.lookup = func(context.Context, string) ([]netip.Addr, error) { return says, nil }
		if _, err := c.get(t.Context(), "http://localhost:"+port+"/", nil); !refuses(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := asked.Load(); n != 0 {
		t.Errorf("this machine was asked %d times", n)
	}
}

// A mirror in the operator's own network may lead to another server of it, and not to where
// clouds keep their secrets.
func TestAMirrorOfOnesOwnLeadsToItsNeighbours(t *testing.T) {
	srv := sourcestest.New(t)
	srv.Put("/elsewhere.tsv.gz", ratings(100))
	near, _ := serverAt(t, "127.0.0.2", http.RedirectHandler(srv.URL+"/elsewhere.tsv.gz", http.StatusFound))
	s := open(t, t.TempDir(), srv)
	if err := s.Add("near", near.URL+"/x.tsv.gz", ""); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Fetch(t.Context(), []string{"near"}); err != nil || got[0].Status != Fetched {
		t.Errorf("%+v, %v", got, err)
	}
	trap, _ := serverAt(t, "127.0.0.2", http.RedirectHandler("http://169.254.169.254/latest/meta-data", http.StatusFound))
	if why := fetchFrom(t, s, trap.URL+"/x"); !strings.Contains(why, "private network") {
		t.Errorf("said is %q", why)
	}
}

// What a fetch that was stopped left goes with its source, and nothing of others does.
func TestRemovingASourceRemovesWhatIsUnderWay(t *testing.T) {
	srv := sourcestest.New(t)
	dir := t.TempDir()
	s := open(t, dir, srv)
	for _, name := range []string{"a", "a-b"} {
		srv.Put("/"+name+"/file.csv", strings.Repeat("x", 5000))
		srv.Fail("/"+name+"/file.csv", sourcestest.Stall(3000))
		if err := s.Add(name, srv.URL+"/"+name+"/file.csv", ""); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		go func() {
			for ctx.Err() == nil { // until the bytes are there
				if info, err := os.Stat(filepath.Join(dir, partialName, name+"-file.csv")); err == nil && info.Size() == 3000 {
					stop()
				}
				time.Sleep(time.Millisecond)
			}
		}()
		if _, err := s.Fetch(ctx, []string{name}); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	under := func() (names []string) {
		entries, err := os.ReadDir(filepath.Join(dir, partialName))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return names
	}
	if got := fmt.Sprint(under()); got != "[a-b-file.csv a-b-file.csv.json a-file.csv a-file.csv.json]" {
		t.Fatal(got)
	}
	if err := s.Remove("a"); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(under()); got != "[a-b-file.csv a-b-file.csv.json]" {
		t.Errorf("without a there lie %s", got)
	}
	if err := s.Remove("a-b"); err != nil || len(under()) != 0 {
		t.Errorf("%v, and there lie %v", err, under())
	}
}
