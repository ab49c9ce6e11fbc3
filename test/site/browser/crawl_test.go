package browser

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestFamiliesOfPages(t *testing.T) {
	for path, want := range map[string]string{
		"/":                       "/",
		"/films":                  "/films",
		"/films?genre=War":        "/films?",
		"/films/12-heat":          "/films/*",
		"/films.csv?genre=War":    "/films.csv?",
		"/films.ics?genre=War":    "/films.ics?",
		"/guides/writers/dialog":  "/guides/*/*",
		"/people/al-pacino.json":  "/people/*.json",
		"/films/12-heat?explain=": "/films/*?",
	} {
		if got := familyOf(path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

func TestCrawlersVisitAFewOfEachFamily(t *testing.T) {
	c := NewCrawler(2, "/")
	c.Found("/films", "/films/1-a", "/films/2-b", "/films/3-c", "/films/1-a", "/films/4-d")
	var visited []string
	for path, more := c.Next(); more; path, more = c.Next() {
		visited = append(visited, path)
	}
	if want := []string{"/", "/films", "/films/1-a", "/films/2-b"}; !slices.Equal(visited, want) {
		t.Errorf("visited %v, want %v", visited, want)
	}
	if left := c.Left(1); !slices.Equal(left, []string{"/films/3-c"}) {
		t.Errorf("left %v", left)
	}
}

// perFamily is how many pages of a family a walk visits; KINODEX_TEST_BROWSER_PAGES
// changes it.
func perFamily() int {
	if n, err := strconv.Atoi(os.Getenv("KINODEX_TEST_BROWSER_PAGES")); err == nil {
		return n
	}
	return 3
}

// visit is what a walk found on a page.
type visit struct {
	path   string
	from   string // the page that leads here
	faults []string
	loaded []*Resource
	links  []string
	took   time.Duration
}

// walk visits what links lead to from the start, with two tabs of one person at once,
// and returns what was found, by path.
func walk(t *testing.T, first *Tab, crawler *Crawler, i *Inspector) map[string]*visit {
	t.Helper()
	second, err := first.Beside()
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	var mu sync.Mutex
	found := map[string]*visit{}
	from := map[string]string{} // by address, the first page that leads there
	busy := 0
	next := func() (path string, more bool) { // waits while the other tab may find more
		for {
			mu.Lock()
			path, more := crawler.Next()
			if more {
				busy++
			}
			idle := busy == 0
			mu.Unlock()
			if more || idle {
				return path, more
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	var workers sync.WaitGroup
	for _, tab := range []*Tab{first, second} {
		workers.Go(func() {
			for path, more := next(); more; path, more = next() {
				v := look(tab, path, i)
				mu.Lock()
				found[path] = v
				crawler.Found(v.links...)
				for _, to := range v.links {
					if from[to] == "" {
						from[to] = path
					}
				}
				busy--
				mu.Unlock()
			}
		})
	}
	workers.Wait()
	for path, v := range found {
		v.from = from[path]
	}
	return found
}

// look visits one page, or fetches what is data.
func look(tab *Tab, path string, i *Inspector) (v *visit) {
	v = &visit{path: path}
	started := time.Now()
	defer func() { v.took = time.Since(started) }()
	failed := func(err error) { v.faults = append(v.faults, err.Error()) }
	if err := tab.From(nextAddress()); err != nil {
		failed(err)
		return v
	}
	at, _, _ := strings.Cut(path, "?")
	if dataKind(at) != "" {
		if err := fetch(tab.home.String() + path); err != nil {
			failed(err)
		}
		return v
	}
	if err := tab.View(Phone, Light); err != nil { // how many covers load at once depends on the window
		failed(err)
		return v
	}
	tab.Loaded() // leaves out what the page before loaded when it was looked at in other widths
	status, err := tab.Open(path)
	if err != nil {
		failed(err)
		return v
	}
	v.loaded = tab.Loaded()
	if status != http.StatusOK {
		tab.Problems()
		failed(fmt.Errorf("status %d", status))
		return v
	}
	faults, err := i.Page(tab, path)
	v.faults = append(v.faults, faults...)
	if err != nil {
		failed(err)
	}
	if v.links, err = tab.Links(); err != nil {
		failed(err)
	}
	return v
}

// fetch asks for an address as a program would and says what is wrong with the answer.
func fetch(address string) error {
	req, err := http.NewRequest("GET", address, nil)
	if err != nil {
		return err
	}
	req.Header.Set("X-Forwarded-For", nextAddress())
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("status %d", resp.StatusCode)
	}
	if n, err := io.Copy(io.Discard, resp.Body); err != nil || n == 0 {
		return fmt.Errorf("%d bytes: %v", n, err)
	}
	return nil
}

// report fails a test for each page with faults, as a test of the page's address.
func report(t *testing.T, found map[string]*visit) {
	t.Helper()
	var paths []string
	for path := range found {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	var all strings.Builder
	for _, path := range paths {
		v := found[path]
		fmt.Fprintf(&all, "%s (%.1f s)\n", path, v.took.Seconds())
		for _, fault := range v.faults {
			fmt.Fprintf(&all, "\t%s\n", fault)
		}
		t.Run(path, func(t *testing.T) {
			for _, fault := range v.faults {
				t.Error(fault)
			}
			if t.Failed() {
				t.Logf("found by a link of %s", v.from)
			}
		})
	}
	if pictures != "" {
		name := strings.ReplaceAll(t.Name(), "/", "-") + ".txt"
		if err := os.WriteFile(filepath.Join(pictures, name), []byte(all.String()), 0o644); err != nil {
			t.Error(err)
		}
	}
}

// starts are the pages of the address that no link need lead to.
var starts = []string{"/", "/sign-in"}

func TestEveryPageIsSound(t *testing.T) {
	tab := person(t)
	crawler := NewCrawler(perFamily(), starts...)
	found := walk(t, tab, crawler, inspector(t, pictures))
	report(t, found)
	budgets(t, found)
	t.Run("links", func(t *testing.T) {
		for _, path := range crawler.Left(4) {
			if err := fetch(theService(t).URL + path); err != nil {
				t.Errorf("a link to %s: %v", path, err)
			}
		}
	})
}
