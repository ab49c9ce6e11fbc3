package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// house is a running server on a fresh data directory.
type house struct {
	t    *testing.T
	data string
	base string
	key  string
	stop func() int // drains and gives the exit status
}

// output collects what a command prints while it runs.
type output struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.String()
}

// open serves a data directory with the starter library, with more of a command
// line if given, and makes a key while the server runs.
func open(t *testing.T, more ...string) *house {
	t.Helper()
	return openAt(t, newData(t), more...)
}

// openAt is open for a data directory that may not be there yet.
func openAt(t *testing.T, data string, more ...string) *house {
	t.Helper()
	h := &house{t: t, data: data}
	ctx, cancel := context.WithCancel(context.Background())
	log := new(output)
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, append([]string{"serve", "--addr", "127.0.0.1:0", "--data", h.data}, more...), &Globals{Out: io.Discard, Err: log})
	}()
	h.stop = sync.OnceValue(func() int { cancel(); return <-ended })
	t.Cleanup(func() { h.stop() })
	for deadline := time.Now().Add(readyWithin); h.base == ""; time.Sleep(10 * time.Millisecond) {
		for line := range strings.Lines(log.String()) {
			var entry struct{ Msg, Addr string }
			if json.Unmarshal([]byte(line), &entry) == nil && entry.Msg == "serving" {
				h.base = "http://" + entry.Addr
			}
		}
		if time.Now().After(deadline) {
			t.Fatalf("not serving in time:\n%s", log)
		}
	}
	h.key = h.newKey("studio")
	return h
}

func (h *house) newKey(tier string) string {
	h.t.Helper()
	var out, errs bytes.Buffer
	args := []string{"key", "create", "--data", h.data, "--tier", tier, "--name", "test", "--json"}
	if code := run(h.t.Context(), args, &Globals{Out: &out, Err: &errs}); code != 0 {
		h.t.Fatalf("key create: exit %d: %s", code, &errs)
	}
	var made struct{ ID, Key, Account, Tier string }
	if err := json.Unmarshal(out.Bytes(), &made); err != nil || made.Key == "" || made.Tier != tier || made.Account == "" || made.ID == "" {
		h.t.Fatalf("key create printed %s (%v)", &out, err)
	}
	return made.Key
}

func (h *house) do(method, path, body string) (*http.Response, []byte) {
	h.t.Helper()
	req, err := http.NewRequest(method, h.base+path, strings.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	req.Header.Set("X-API-Key", h.key)
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		h.t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	return resp, b
}

func (h *house) get(path string, into any) {
	h.t.Helper()
	resp, b := h.do("GET", path, "")
	if resp.StatusCode != 200 {
		h.t.Fatalf("GET %s: %d %s", path, resp.StatusCode, b)
	}
	if err := json.Unmarshal(b, into); err != nil {
		h.t.Fatalf("GET %s: %v", path, err)
	}
}

type filmPage struct {
	Data []struct {
		FilmdbID string `json:"filmdb_id"`
		Title    string `json:"title"`
		Year     *int   `json:"year"`
		Ratings  struct {
			Filmdb      *float64 `json:"filmdb"`
			MasterScore float64  `json:"master_score"`
		} `json:"ratings"`
	} `json:"data"`
	Meta struct {
		Total, Offset, Limit int
		NextCursor           *string `json:"next_cursor"`
		HasMore              bool    `json:"has_more"`
	} `json:"meta"`
}

// A stranger's first hour with a fresh data directory, through the whole
// program.
func TestAFreshMachineServesRealFilms(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("installs the starter library and asks it at length; make test does")
	}
	h := openAt(t, filepath.Join(t.TempDir(), "data"))

	t.Run("alive and ready", func(t *testing.T) {
		for _, path := range []string{"/healthz", "/readyz", "/metrics", "/openapi.json"} {
			resp, err := http.Get(h.base + path)
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if resp.StatusCode != 200 {
				t.Errorf("%s: %d", path, resp.StatusCode)
			}
		}
	})
	t.Run("no anonymous catalogue", func(t *testing.T) { // REQ A-11
		for _, path := range []string{"/api/v1/films", "/api/v2/films", "/api/v2/films/stream", "/api/v2/films/tt0113277"} {
			resp, err := http.Get(h.base + path)
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if resp.StatusCode != 401 {
				t.Errorf("%s: %d, want 401", path, resp.StatusCode)
			}
		}
	})
	t.Run("search, filter and sort", func(t *testing.T) {
		var page filmPage
		h.get("/api/v2/films?q=heat&min_rating=7", &page)
		if len(page.Data) == 0 || page.Data[0].Title != "Heat" {
			t.Errorf("q=heat gives %+v", page.Data[:min(3, len(page.Data))])
		}
		h.get("/api/v2/films?genre=crime,drama&decade=1970s&sort=filmdb_rating:desc&limit=5", &page)
		for i, f := range page.Data {
			if *f.Year < 1970 || *f.Year > 1979 || i > 0 && *f.Ratings.Filmdb > *page.Data[i-1].Ratings.Filmdb {
				t.Errorf("out of place: %+v", f)
			}
		}
		if len(page.Data) != 5 {
			t.Errorf("%d crime dramas of the 1970s, want 5", len(page.Data))
		}
		h.get("/api/v2/films?q=it", &page) // REQ R-12
		if page.Data[0].Title != "It" {
			t.Errorf("q=it finds %q first", page.Data[0].Title)
		}
	})

	var total int
	t.Run("a cursor walk meets every film once", func(t *testing.T) { // REQ F2-33, F2-34
		seen := map[string]bool{}
		next := "?limit=500&sort=title:asc"
		for {
			var page filmPage
			h.get("/api/v2/films"+next, &page)
			if page.Meta.Offset != len(seen) {
				t.Fatalf("offset %d after %d films", page.Meta.Offset, len(seen))
			}
			for _, f := range page.Data {
				if seen[f.FilmdbID] {
					t.Fatalf("%s comes twice", f.FilmdbID)
				}
				seen[f.FilmdbID] = true
			}
			total = page.Meta.Total
			if page.Meta.HasMore != (page.Meta.NextCursor != nil) {
				t.Fatal("has_more and next_cursor disagree")
			}
			if page.Meta.NextCursor == nil {
				break
			}
			next = "?limit=500&sort=title:asc&cursor=" + url.QueryEscape(*page.Meta.NextCursor)
		}
		if len(seen) != total || total < 2000 {
			t.Errorf("met %d films, total says %d", len(seen), total)
		}
	})
	t.Run("the stream has as many lines as the total", func(t *testing.T) { // REQ G-14, SN-02
		resp, b := h.do("GET", "/api/v2/films/stream?fields=title", "")
		lines, last := 0, ""
		for sc := bufio.NewScanner(bytes.NewReader(b)); sc.Scan(); lines++ {
			var f struct {
				FilmdbID string `json:"filmdb_id"`
			}
			if err := json.Unmarshal(sc.Bytes(), &f); err != nil {
				t.Fatalf("line %d: %v", lines+1, err)
			}
			if len(f.FilmdbID) == len(last) && f.FilmdbID <= last {
				t.Fatalf("%s after %s", f.FilmdbID, last)
			}
			last = f.FilmdbID
		}
		if lines != total || !strings.HasPrefix(resp.Header.Get("Content-Type"), "application/x-ndjson") {
			t.Errorf("%d lines of %s, total is %d", lines, resp.Header.Get("Content-Type"), total)
		}
	})
	t.Run("v1 serves the same films", func(t *testing.T) { // REQ G-15
		var page struct {
			Data []map[string]any
			Meta struct{ Total int }
		}
		h.get("/api/v1/films?limit=1", &page)
		if page.Meta.Total != total || len(page.Data[0]) != 21 {
			t.Errorf("total %d with %d fields, want %d with 21", page.Meta.Total, len(page.Data[0]), total)
		}
	})
	t.Run("detail and batch", func(t *testing.T) {
		var detail struct{ Data map[string]any }
		h.get("/api/v2/films/tt0113277", &detail)
		if detail.Data["title"] != "Heat" || detail.Data["production_companies"] == nil {
			t.Errorf("detail of Heat: %v", detail.Data["title"])
		}
		resp, b := h.do("POST", "/api/v2/films/batch",
			`{"films":["tt0113277",{"title":"Amélie","year":2001},"tt9999999",{"moviedb_id":238}]}`)
		var batch struct {
			Data []struct{ Film *struct{ Title string } }
		}
		if err := json.Unmarshal(b, &batch); err != nil || resp.StatusCode != 200 {
			t.Fatalf("%d %s %v", resp.StatusCode, b, err)
		}
		var titles []string
		for _, d := range batch.Data {
			if d.Film == nil {
				titles = append(titles, "-")
			} else {
				titles = append(titles, d.Film.Title)
			}
		}
		if want := []string{"Heat", "Amélie", "-", "The Godfather"}; !slices.Equal(titles, want) {
			t.Errorf("batch gives %q, want %q", titles, want)
		}
	})
	t.Run("a budget ends", func(t *testing.T) { // REQ Q-04
		h := *h
		h.key = h.newKey("writer")
		for n := 1; n <= 11; n++ {
			resp, _ := h.do("GET", "/api/v2/films?limit=1", "")
			if want := map[bool]int{true: 200, false: 429}[n <= 10]; resp.StatusCode != want {
				t.Errorf("request %d: %d, want %d", n, resp.StatusCode, want)
			}
		}
	})
	t.Run("a new generation is picked up without a restart", func(t *testing.T) {
		var out, errs bytes.Buffer
		if code := run(t.Context(), []string{"build", "--data", h.data, "--films", oneFilm(t)}, &Globals{Out: &out, Err: &errs}); code != 0 {
			t.Fatalf("build: exit %d: %s", code, &errs)
		}
		for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(50 * time.Millisecond) {
			var page filmPage
			h.get("/api/v2/films", &page)
			if page.Meta.Total == 1 {
				break
			}
			if time.Now().After(deadline) {
				t.Fatalf("still %d films after ten seconds", page.Meta.Total)
			}
		}
	})
	if code := h.stop(); code != 0 {
		t.Errorf("drained with exit status %d", code)
	}
}

func TestWhoKeepsAnswersIsForTheOperatorToSay(t *testing.T) {
	t.Parallel()
	h := open(t, "--no-snapshots", "--cache-control", "private")
	resp, err := http.Get(h.base + "/api/v2/films/tt0113277?api_key=" + h.key)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if got := resp.Header.Get("Cache-Control"); resp.StatusCode != 200 || !strings.HasPrefix(got, "private,") {
		t.Errorf("%s with Cache-Control %q, want private", resp.Status, got)
	}
}
