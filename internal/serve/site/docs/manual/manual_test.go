package manual_test

import (
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"kinodex"
	"kinodex/internal/serve/site/docs/manual"
	"kinodex/internal/serve/site/markdown"
)

// elsewhere are the documents that the site shows at addresses of their own.
var elsewhere = map[string]string{
	"docs/api/errors.md": "/docs/errors", "internal/serve/pages/migration.md": "/docs/migration",
}

func open(t *testing.T) *manual.Manual {
	t.Helper()
	m, err := manual.New(kinodex.Documents, elsewhere)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func page(t *testing.T, d *manual.Document) *markdown.Page {
	t.Helper()
	p, err := d.Page()
	if err != nil {
		t.Fatalf("%s: %v", d.Path, err)
	}
	return p
}

var (
	hrefs = regexp.MustCompile(`href="([^"]*)"`)
	ids   = regexp.MustCompile(` id="([^"]*)"`)
	level = regexp.MustCompile(`<h([1-6])`)
)

// Every link of every document leads to a page there is, every anchor to a place on
// it; no document has two places of one name, and none loses its title.
func TestEveryLinkAndAnchorOfTheManualResolves(t *testing.T) {
	m := open(t)
	places := map[string][]string{"/docs/errors": nil, "/docs/migration": nil}
	for _, g := range m.Groups() {
		places[manual.Prefix] = append(places[manual.Prefix], g.ID)
		if len(g.Documents) == 0 || g.Title == "" || g.Says == "" {
			t.Errorf("group %s: %d documents, %q, %q", g.ID, len(g.Documents), g.Title, g.Says)
		}
		for _, d := range g.Documents {
			p := page(t, d)
			if p.Title == "" || d.Title == "" || m.At(d.Address) != d {
				t.Errorf("%s at %s: title %q, listed as %q", d.Path, d.Address, p.Title, d.Title)
			}
			var has []string
			for _, match := range ids.FindAllStringSubmatch(p.Body, -1) {
				if slices.Contains(has, match[1]) {
					t.Errorf("%s has two places named %q", d.Path, match[1])
				}
				has = append(has, match[1])
			}
			places[d.Address] = has
		}
	}
	for _, g := range m.Groups() {
		for _, d := range g.Documents {
			for _, match := range hrefs.FindAllStringSubmatch(page(t, d).Body, -1) {
				to := html.UnescapeString(match[1])
				if strings.HasPrefix(to, "https://") || strings.HasPrefix(to, "http://") {
					continue
				}
				address, anchor, anchored := strings.Cut(to, "#")
				if address == "" {
					address = d.Address
				}
				has, known := places[address]
				if anchor, _ = url.PathUnescape(anchor); !known || anchored && has != nil && !slices.Contains(has, anchor) {
					t.Errorf("%s links to %s, which is not there", d.Path, to)
				}
			}
		}
	}
}

// Headings begin at the second level, below the page's title, and skip none; nothing
// of a document is markup that the policy forbids.
func TestDocumentsFitAPage(t *testing.T) {
	for _, g := range open(t).Groups() {
		for _, d := range g.Documents {
			body, last := page(t, d).Body, 1
			for _, m := range level.FindAllStringSubmatch(body, -1) {
				now := int(m[1][0] - '0')
				if now == 1 || now > last+1 {
					t.Errorf("%s: heading of level %d after %d", d.Path, now, last)
				}
				last = now
			}
			for _, bad := range []string{"<script", "<style", " style=", " on", "<!--"} {
				if at := strings.Index(body, bad); at >= 0 && (bad != " on" || regexp.MustCompile(`<[^>]* on\w+="`).MatchString(body)) {
					t.Errorf("%s: %q in the page", d.Path, bad)
				}
			}
		}
	}
}

// Every document of the repository is in the manual, once.
func TestEveryDocumentHasAPlace(t *testing.T) {
	n := map[string]int{}
	for _, g := range open(t).Groups() {
		for _, d := range g.Documents {
			n[d.Path]++
		}
	}
	for _, name := range []string{"README.md", "CHANGELOG.md", "NOTICE", "docs/connector.md", "docs/cards/tier.md", "docs/decisions/0069-names-are-the-fields.md"} {
		if n[name] != 1 {
			t.Errorf("%s stands %d times in the manual", name, n[name])
		}
	}
	if n["docs/api/errors.md"] != 0 {
		t.Error("a document that is shown elsewhere is in the manual")
	}
}

// Links lead to pages, folders to their group; what is no document is text.
func TestWhereLinksLead(t *testing.T) {
	m, err := manual.New(fstest.MapFS{
		"docs/a.md":       {Data: []byte("# A\n")},
		"docs/api/b.md":   {Data: []byte("no heading\n")},
		"docs/errors.md":  {Data: []byte("# Errors\n")},
		"docs/sub/c.txt":  {Data: []byte("c")},
		"internal/x/y.go": {Data: []byte("package x")},
	}, map[string]string{"docs/errors.md": "/docs/errors"})
	if err != nil {
		t.Fatal(err)
	}
	link := m.Links("docs/api/b.md")
	for destination, want := range map[string]string{
		"../a.md": "/docs/manual/a", "../a.md#x": "/docs/manual/a#x", "b.md": "/docs/manual/api/b", "../errors.md#not_found": "/docs/errors#not_found",
		"../decisions/": "/docs/manual#decisions", "../cards": "/docs/manual#cards",
		"../../internal/x/y.go": "", "../sub/c.txt": "", "../../../etc/passwd": "", "/etc/passwd": "", "javascript:x": "", "": "", "mailto:a@b": "",
	} {
		if got, ok := link(destination); got != want || ok != (want != "") {
			t.Errorf("%q leads to %q, %v, want %q", destination, got, ok, want)
		}
	}
	if d := m.At("/docs/manual/api/b"); d == nil || d.Title != "b.md" {
		t.Errorf("without a heading: %+v", d)
	}
}
