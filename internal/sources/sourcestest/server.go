// Package sourcestest has a server that stands in for those of film data: it serves files
// with entity tags and ranges, the movie database's interface, queries in SPARQL, and MediaWiki's
// interface. It fails as the real ones do when it is told to. Start reading at New.
package sourcestest

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// Server is the stand-in. Its methods may be called while it serves.
type Server struct {
	*httptest.Server
	Moviedb   Moviedb
	Wikipedia Wikipedia

	mu     sync.Mutex
	files  map[string]servedFile
	faults map[string][]Fault
	asked  []Request
	sparql func(query string) string
}

// servedFile is a file.
type servedFile struct {
	content  []byte
	modified time.Time
}

// Request is one that the server got.
type Request struct {
	Path, Query, Range, Agent, Referer string
	Conditional                        bool // with If-None-Match
	Status                             int  // answered; 0 when the connection was cut
}

// Fault answers one request in the place of the server. content is what the server would
// have sent.
type Fault func(w http.ResponseWriter, r *http.Request, content []byte)

// New starts a server, which the end of the test closes.
func New(t testing.TB) *Server {
	s := &Server{files: map[string]servedFile{}, faults: map[string][]Fault{}}
	s.Moviedb.init()
	s.Wikipedia.init()
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.Close)
	return s
}

// Put serves a file, which is new now. A name that ends in .gz is packed.
func (s *Server) Put(path, content string) {
	b := []byte(content)
	if strings.HasSuffix(path, ".gz") {
		b = Packed(content)
	}
	s.PutBytes(path, b)
}

// PutBytes serves a file as it is.
func (s *Server) PutBytes(path string, content []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files[path] = servedFile{content, time.Now().Add(-time.Hour).Truncate(time.Second)}
}

// Packed returns a text as gzip packs it.
func Packed(text string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte(text))
	_ = z.Close()
	return b.Bytes()
}

// Answer has queries in SPARQL answered by a function, at /sparql.
func (s *Server) Answer(sparql func(query string) string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sparql = sparql
}

// Fail has the next requests for a path answered by faults, one each. A nil fault lets its
// request through.
func (s *Server) Fail(path string, faults ...Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults[path] = append(s.faults[path], faults...)
}

// Asked returns the requests for paths that begin with a prefix, and forgets all.
func (s *Server) Asked(prefix string) []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []Request
	for _, r := range s.asked {
		if strings.HasPrefix(r.Path, prefix) {
			list = append(list, r)
		}
	}
	s.asked = nil
	return list
}

// recorder remembers the status of an answer.
type recorder struct {
	http.ResponseWriter
	status int
}

// WriteHeader passes the status on.
func (w *recorder) WriteHeader(status int) { w.status = status; w.ResponseWriter.WriteHeader(status) }

// Write sends p; without WriteHeader before, the status is 200.
func (w *recorder) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	return w.ResponseWriter.Write(p)
}

// Flush sends what was written.
func (w *recorder) Flush() { w.ResponseWriter.(http.Flusher).Flush() }

// serve answers a request and remembers it.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	rec := &recorder{ResponseWriter: w}
	s.mu.Lock()
	file, known := s.files[r.URL.Path]
	sparql := s.sparql
	var fault Fault
	if list := s.faults[r.URL.Path]; len(list) > 0 {
		fault, s.faults[r.URL.Path] = list[0], list[1:]
	}
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.asked = append(s.asked, Request{
			Path: r.URL.Path, Query: r.URL.RawQuery, Range: r.Header.Get("Range"), Agent: r.UserAgent(), Referer: r.Referer(),
			Conditional: r.Header.Get("If-None-Match") != "", Status: rec.status,
		})
	}()
	switch {
	case fault != nil:
		fault(rec, r, file.content)
	case known:
		rec.Header().Set("ETag", Tag(file.content))
		http.ServeContent(rec, r, "", file.modified, bytes.NewReader(file.content))
	case r.URL.Path == "/sparql" && sparql != nil:
		rec.Header().Set("Content-Type", "application/sparql-results+json")
		fmt.Fprint(rec, sparql(r.URL.Query().Get("query")))
	case strings.HasPrefix(r.URL.Path, "/3/"):
		s.Moviedb.serve(rec, r)
	case r.URL.Path == "/w/api.php":
		s.Wikipedia.serve(rec, r)
	default:
		http.NotFound(rec, r)
	}
}

// Tag returns the entity tag of a file.
func Tag(content []byte) string {
	sum := sha256.Sum256(content)
	return `"` + hex.EncodeToString(sum[:8]) + `"`
}

// Cut sends the file up to a byte and cuts the connection, also when a part is asked for.
func Cut(at int) Fault {
	return func(w http.ResponseWriter, r *http.Request, content []byte) {
		from := 0
		if n, _ := fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-", &from); n == 1 {
			w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, len(content)-1, len(content)))
		}
		w.Header().Set("ETag", Tag(content))
		w.Header().Set("Content-Length", fmt.Sprint(len(content)-from))
		if from > 0 {
			w.WriteHeader(http.StatusPartialContent)
		}
		w.Write(content[from:max(at, from)])
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
}

// Stall sends the file up to a byte and then nothing, until the client goes away.
func Stall(at int) Fault {
	return func(w http.ResponseWriter, r *http.Request, content []byte) {
		w.Header().Set("ETag", Tag(content))
		w.Header().Set("Content-Length", fmt.Sprint(len(content)))
		w.Write(content[:at])
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}
}

// Status answers with a status and Retry-After, if that is not empty.
func Status(status int, retryAfter string) Fault {
	return func(w http.ResponseWriter, _ *http.Request, _ []byte) {
		if retryAfter != "" {
			w.Header().Set("Retry-After", retryAfter)
		}
		http.Error(w, "not now", status)
	}
}

// Instead sends something else, as a server does that is not well.
func Instead(contentType, body string) Fault {
	return func(w http.ResponseWriter, _ *http.Request, _ []byte) {
		w.Header().Set("Content-Type", contentType)
		fmt.Fprint(w, body)
	}
}

// Truncated sends the first bytes of the file as if they were all of it.
func Truncated(at int) Fault {
	return func(w http.ResponseWriter, _ *http.Request, content []byte) { w.Write(content[:at]) }
}

// Redirected sends the client elsewhere.
func Redirected(to string) Fault {
	return func(w http.ResponseWriter, r *http.Request, _ []byte) { http.Redirect(w, r, to, http.StatusFound) }
}
