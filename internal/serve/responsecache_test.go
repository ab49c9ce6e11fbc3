package serve_test

import (
	"bytes"
	"strconv"
	"strings"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/library"
)

// What is asked for again is answered with the same bytes and charged each time
// (REQ Q-08), in every coding; another sandbox, question or generation is another
// answer.
func TestWhatIsAskedAgainIsTheSameAndChargedAgain(t *testing.T) {
	t.Parallel()
	for path, other := range map[string]string{
		"/api/v2/films?limit=40&sort=title:asc": "/api/v2/films?limit=39&sort=title:asc",
		"/api/v1/actors?limit=40":               "/api/v1/actors?limit=39",
		"/api/v1/actors/ann-pell":               "/api/v1/actors?limit=1",
		"/api/v1/scripts?limit=40":              "/api/v1/scripts?limit=1",
		"/api/v1/stats":                         "/api/v1/model",
	} {
		t.Run(path, func(t *testing.T) { askedAgain(t, path, other) })
	}
}

func askedAgain(t *testing.T, path, another string) {
	s := open(t)
	tagged := strings.HasPrefix(path, "/api/v2/")
	ask := func(path string, header ...string) *answer {
		h := map[string]string{"X-API-Key": s.Key(access.Studio)}
		for i := 0; i < len(header); i += 2 {
			h[header[i]] = header[i+1]
		}
		return s.ask(request{path: path, header: h}).is(200)
	}
	left := func(a *answer) int {
		n, err := strconv.Atoi(a.header.Get("X-RateLimit-Remaining"))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for _, coding := range []string{"identity", "gzip", "zstd"} {
		first := ask(path, "Accept-Encoding", coding)
		for n := 1; n <= 4; n++ {
			again := ask(path, "Accept-Encoding", coding)
			if !bytes.Equal(again.body, first.body) || again.header.Get("ETag") != first.header.Get("ETag") ||
				again.header.Get("Content-Encoding") != first.header.Get("Content-Encoding") {
				t.Errorf("%s: the answer changed when asked again", coding)
			}
			if left(again) != left(first)-n {
				t.Errorf("%s: %d left after %d more requests, %d before", coding, left(again), n, left(first))
			}
			if (again.header.Get("Last-Modified") != "") != tagged || again.header.Get("Vary") == "" || again.header.Get("Cache-Control") != first.header.Get("Cache-Control") {
				t.Errorf("%s: headers are missing: %v", coding, again.header)
			}
		}
	}
	plain := ask(path)
	if sandbox := ask(path, "X-Sandbox", "1"); !bytes.Contains(sandbox.body, []byte(`"sandbox":true`)) || bytes.Contains(plain.body, []byte(`"sandbox"`)) {
		t.Error("the sandbox got the answer of another, or the other way round")
	}
	if other := ask(another); bytes.Equal(other.body, plain.body) {
		t.Error("another question got the same answer")
	}
	s.ask(request{path: path}).is(401) // what is kept is not for everyone

	s.Clock.Set(s.Clock.Now().Add(time.Hour))
	s.Publish()
	if _, err := s.Holder.Reload(); err != nil {
		t.Fatal(err)
	}
	if fresh := ask(path); tagged && fresh.header.Get("ETag") == plain.header.Get("ETag") {
		t.Error("another generation has the same entity tag")
	}
}

// What was kept of one generation is not answered for the next, with or without an
// entity tag, in any coding.
func TestANewGenerationIsAnsweredAnew(t *testing.T) {
	t.Parallel()
	s := open(t)
	ask := func(path, coding string) *answer {
		return s.ask(request{path: path, header: map[string]string{"X-API-Key": s.Key(access.Studio), "Accept-Encoding": coding}}).is(200)
	}
	paths := []string{"/api/v1/actors?limit=40", "/api/v1/actors/ann-pell", "/api/v1/scripts?limit=40", "/api/v1/stats", "/api/v2/films?limit=40"}
	before := map[string][]byte{}
	for _, path := range paths {
		for _, coding := range []string{"identity", "gzip", "zstd"} {
			for range 3 { // the third is answered with what was kept
				before[path+coding] = ask(path, coding).body
			}
		}
	}
	s.publishDifferent()
	for _, path := range paths {
		for _, coding := range []string{"identity", "gzip", "zstd"} {
			if bytes.Equal(ask(path, coding).body, before[path+coding]) {
				t.Errorf("%s, %s: another generation has the answer of the one before", path, coding)
			}
		}
	}
}

// publishDifferent publishes and serves a generation of films that differ: two of
// them are missing, and the others have another title.
func (s *site) publishDifferent() {
	s.t.Helper()
	draft, err := library.Begin(s.Library, library.Inputs{Scripts: apptest.Scripts()})
	if err != nil {
		s.t.Fatal(err)
	}
	defer draft.Discard()
	for i, f := range apptest.Films() {
		f.Title += " Again"
		if i >= 2 {
			err = draft.Add(f)
		}
		if err != nil {
			s.t.Fatal(err)
		}
	}
	if _, err := draft.Publish(s.t.Context(), library.Manifest{Builder: "test"}, s.Clock.Now(), nil); err != nil {
		s.t.Fatal(err)
	}
	if changed, err := s.Holder.Reload(); err != nil || !changed {
		s.t.Fatal(changed, err)
	}
}
