package browser

import (
	"net/url"
	"slices"
	"strings"
)

// Crawler decides which pages a walk visits: those that links lead to, but of each
// family of pages a few only.
type Crawler struct {
	// PerFamily is how many pages of each family are visited at most.
	PerFamily int

	known   map[string]bool
	visited map[string]int
	queue   []string
	left    []string
}

// NewCrawler starts at a path.
func NewCrawler(perFamily int, start ...string) *Crawler {
	c := &Crawler{PerFamily: perFamily, known: map[string]bool{}, visited: map[string]int{}}
	c.Found(start...)
	return c
}

// Found adds addresses, given as paths with their queries. Those that are more of
// what is visited already are left out; Left has them.
func (c *Crawler) Found(paths ...string) {
	for _, path := range paths {
		if c.known[path] {
			continue
		}
		c.known[path] = true
		if family := familyOf(path); c.visited[family] < c.PerFamily {
			c.visited[family]++
			c.queue = append(c.queue, path)
		} else {
			c.left = append(c.left, path)
		}
	}
}

// Next takes the next address to visit, and says whether there is one.
func (c *Crawler) Next() (path string, more bool) {
	if len(c.queue) == 0 {
		return "", false
	}
	path, c.queue = c.queue[0], c.queue[1:]
	return path, true
}

// Left returns what was found and not visited, of each family at most n.
func (c *Crawler) Left(n int) []string {
	taken := map[string]int{}
	return slices.DeleteFunc(slices.Clone(c.left), func(path string) bool {
		family := familyOf(path)
		taken[family]++
		return taken[family] > n
	})
}

// familyOf returns what stands for all pages that are made alike: the first part of
// the path with the number of parts, the ending of data, and whether there is a
// query. Pages of the first level are families of their own.
//
//	/films            /films
//	/films/12-heat    /films/*
//	/films?genre=War  /films?
func familyOf(path string) string {
	at, err := url.Parse(path)
	if err != nil {
		return path
	}
	parts := strings.Split(strings.Trim(at.Path, "/"), "/")
	family := "/" + parts[0]
	if len(parts) > 1 {
		family += strings.Repeat("/*", len(parts)-1)
		if kind := dataKind(at.Path); kind != "" {
			family += "." + kind
		}
	}
	if at.RawQuery != "" {
		family += "?"
	}
	return family
}

// dataKind returns how the path of data ends: csv, json and the like; "" of a page.
func dataKind(path string) string {
	if path == "/oembed" {
		return "json"
	}
	last := path[strings.LastIndex(path, "/")+1:]
	for _, kind := range []string{"csv", "json", "ndjson", "md", "txt", "xml", "svg", "png", "zst", "yaml", "atom", "ics"} {
		if strings.HasSuffix(last, "."+kind) {
			return kind
		}
	}
	return ""
}
