package serve_test

import (
	"mime"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"kinodex/internal/apptest"
	"kinodex/internal/serve"
)

// REQ G-03, F2-06, SN-13: files are served as the description says: statuses,
// media types, headers, and that no key is wanted.
func TestFilesAreServedAsDescribed(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.snapshot(t)
	doc := load(t, s)
	link := s.local(s.get("/api/v2/catalog/snapshot").is(302).header.Get("Location"))
	bare, _, _ := strings.Cut(link, "?")
	for route, addresses := range map[string]struct{ good, bad string }{
		"/posters/{name}": {s.picture(), "/posters/0000000000000000-full.jpg"},
		"/objects/{key}":  {link, bare},
	} {
		op := doc.Paths.Find(route).Get
		if op.Security == nil || len(*op.Security) != 1 || len((*op.Security)[0]) != 0 {
			t.Errorf("%s: a key is wanted, says the description", route)
		}
		tag := s.ask(request{path: addresses.good}).header.Get("ETag")
		for _, c := range []struct {
			path, header, value string
			status              int
		}{
			{addresses.good, "", "", 200}, {addresses.good, "Range", "bytes=0-9", 206}, {addresses.good, "Range", "bytes=0-9,20-29", 206},
			{addresses.good, "If-None-Match", tag, 304}, {addresses.good, "Range", "bytes=999999999-", 416}, {addresses.bad, "", "", 0},
		} {
			r := request{path: c.path}
			if c.header != "" {
				r.header = map[string]string{c.header: c.value}
				if op.Parameters.GetByInAndName("header", c.header) == nil {
					t.Errorf("%s: %s is not described", route, c.header)
				}
			}
			a := s.ask(r)
			if c.status == 0 {
				described(t, doc, http.MethodGet, route, a)
				continue
			}
			response := op.Responses.Value(strconv.Itoa(a.is(c.status).status))
			if response == nil {
				t.Errorf("%s: status %d is not described", route, a.status)
				continue
			}
			media, _, _ := mime.ParseMediaType(a.header.Get("Content-Type"))
			if content := response.Value.Content; len(content) > 0 && content[media] == nil {
				t.Errorf("%s: %d is sent as %q, which is not described", route, a.status, media)
			}
			for name := range response.Value.Headers {
				if a.header.Get(name) == "" {
					t.Errorf("%s: %d has no %s", route, a.status, name)
				}
			}
		}
		if head := s.ask(request{path: addresses.good, method: http.MethodHead}).is(200); len(head.body) != 0 {
			t.Errorf("%s: HEAD has a body", route)
		}
	}
	u, _ := url.Parse(link)
	told := doc.Paths.Find("/objects/{key}").Get.Parameters
	for name := range u.Query() {
		if told.GetByInAndName("query", name) == nil {
			t.Errorf("the link's %s is not described", name)
		}
	}
	// Whoever fills the path in from the description escapes the slashes of the key.
	escaped := "/objects/" + url.PathEscape(strings.TrimPrefix(u.Path, "/objects/")) + "?" + u.RawQuery
	s.ask(request{path: escaped}).is(200)
}

// A service whose files lie elsewhere does not describe links of its own.
func TestNoLinksAreDescribedThatAreNotServed(t *testing.T) {
	t.Parallel()
	h := apptest.Open(t)
	handler, err := serve.New(serve.Options{App: h.App})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	defer server.Close()
	s := &site{House: h, t: t, url: server.URL}
	if load(t, s).Paths.Find("/objects/{key}") != nil {
		t.Error("links are described")
	}
}
