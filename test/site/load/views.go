package main

import (
	"fmt"
	"html"
	"io"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// asker asks for pages, each from an address of its own, as a proxy tells it.
type asker struct {
	home   string
	client *http.Client
	asked  atomic.Uint32
}

func newAsker(home string) *asker {
	return &asker{home: home, client: &http.Client{
		Timeout:       10 * time.Second,
		Transport:     &http.Transport{MaxIdleConnsPerHost: 256, MaxIdleConns: 256},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// view is one page that was asked for.
type view struct {
	family string
	took   time.Duration
	bytes  int64
	err    error
}

// get asks for a page and returns it, compressed or not as the transport has it.
func (a *asker) get(path string) ([]byte, error) {
	req, err := http.NewRequest("GET", a.home+path, nil)
	if err != nil {
		return nil, err
	}
	n := a.asked.Add(1)
	req.Header.Set("X-Forwarded-For", fmt.Sprintf("10.%d.%d.%d", n>>16&255, n>>8&255, n&255))
	req.Header.Set("Accept", "text/html")
	resp, err := a.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("status %d of %s", resp.StatusCode, path)
	}
	return body, err
}

var href = regexp.MustCompile(`<a\s[^>]*?href="(/[^"#]*)`)

// perFamily bounds how many pages of one family are asked for.
const perFamily = 150

// discover finds pages by following links from the first one.
func (a *asker) discover(most int) ([]string, error) {
	known, count := map[string]bool{"/": true}, map[string]int{}
	queue, pages := []string{"/"}, []string(nil)
	for len(queue) > 0 && len(pages) < most {
		path := queue[0]
		queue = queue[1:]
		body, err := a.get(path)
		if err != nil {
			if path == "/" {
				return nil, err
			}
			continue // what needs a person, or is gone, is not a page to look at
		}
		if !strings.Contains(http.DetectContentType(body), "html") {
			continue
		}
		pages = append(pages, path)
		for _, found := range href.FindAllSubmatch(body, -1) {
			to := html.UnescapeString(string(found[1]))
			family := familyOf(to)
			if known[to] || count[family] >= perFamily || strings.HasPrefix(to, "//") {
				continue
			}
			known[to] = true
			count[family]++
			queue = append(queue, to)
		}
	}
	return pages, nil
}

// familyOf returns what stands for pages that are made alike: /films of /films/12-heat
// apart from /films itself and from /films with a query.
func familyOf(path string) string {
	at, err := url.Parse(path)
	if err != nil {
		return path
	}
	first, rest, deep := strings.Cut(strings.TrimPrefix(at.Path, "/"), "/")
	family := "/" + first
	if deep && rest != "" {
		family += "/…"
	}
	if at.RawQuery != "" {
		family += "?"
	}
	return family
}

func families(pages []string) map[string][]string {
	by := map[string][]string{}
	for _, page := range pages {
		by[familyOf(page)] = append(by[familyOf(page)], page)
	}
	return by
}

// views asks for pages at a rate, families in turn and the pages of each in turn, for
// a time, and returns what came.
func (a *asker) views(pages []string, rate int, period time.Duration) []view {
	by := families(pages)
	names := slices.Sorted(maps.Keys(by))
	total := int(period.Seconds() * float64(rate))
	out := make([]view, total)
	var all sync.WaitGroup
	start := time.Now()
	for n := range total {
		due := start.Add(time.Duration(n) * time.Second / time.Duration(rate))
		time.Sleep(time.Until(due))
		name := names[n%len(names)]
		path := by[name][n/len(names)%len(by[name])]
		all.Go(func() {
			body, err := a.get(path)
			out[n] = view{name, time.Since(due), int64(len(body)), err}
		})
	}
	all.Wait()
	return out
}

func quantile(views []view, q float64) time.Duration {
	took := make([]time.Duration, len(views))
	for i, v := range views {
		took[i] = v.took
	}
	slices.Sort(took)
	return took[min(int(q*float64(len(took))), len(took)-1)]
}

// line prints the figures of some views.
func line(name string, views []view) {
	var bytes int64
	for _, v := range views {
		bytes += v.bytes
	}
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	fmt.Printf("%-28s %8d %9.1f %9.1f %9.1f %9.1f\n", name, len(views), ms(quantile(views, 0.5)),
		ms(quantile(views, 0.99)), ms(quantile(views, 1)), float64(bytes)/float64(len(views))/1000)
}
