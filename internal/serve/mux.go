package serve

import (
	"net/http"
	"slices"
	"strings"

	"kinodex/internal/fault"
	"kinodex/internal/serve/wire"
)

// mux finds the operation of a request: first its path, where a literal segment
// wins over a wildcard (REQ SN-04), then its method. It differs from
// http.ServeMux in that a path is one resource whatever the method, so that
// GET /films/batch is "no such method" rather than the film called batch, and in
// that whatever it refuses is an error of the interface (REQ G-09).
type mux struct {
	paths http.ServeMux
	table map[string]*resource
	// nowhere answers for a path that has nothing, if it wants to; nil for never.
	nowhere func(x *wire.Exchange) bool
}

// resource is one path and its methods.
type resource struct {
	pattern string
	methods map[string]http.HandlerFunc
	allow   []string // the value of the Allow header
	page    bool     // whether GET is what a browser loads to show a page
}

// pages is the mux for what browsers load to show a page: pages and what they are made of.
type pages struct{ *mux }

// HandleFunc is that of the mux, which remembers of GET that it is part of a page.
func (p pages) HandleFunc(pattern string, handler func(http.ResponseWriter, *http.Request)) {
	p.mux.HandleFunc(pattern, handler)
	if method, at, _ := strings.Cut(pattern, " "); method == http.MethodGet {
		p.table[at].page = true
	}
}

// shows reports whether a request of a route is part of showing a page. The data of a page, as
// CSV or JSON, is not: programs ask for it.
func (m *mux) shows(route string, r *http.Request) bool {
	res := m.table[route]
	data := strings.HasSuffix(r.URL.Path, ".csv") || strings.HasSuffix(r.URL.Path, ".json")
	return res != nil && res.page && !data && (r.Method == http.MethodGet || r.Method == http.MethodHead)
}

// newMux returns a mux that has nothing at any path.
func newMux() *mux {
	m := &mux{table: map[string]*resource{}}
	m.paths.HandleFunc("/", m.noPath)
	return m
}

// noPath answers 404 in the words of the interface, and browsers with a page.
func (m *mux) noPath(w http.ResponseWriter, _ *http.Request) {
	x := w.(*wire.Exchange)
	if m.nowhere == nil || !m.nowhere(x) {
		x.Fail(errNoPath)
	}
}

var errNoPath = fault.New(fault.NotFound, "there is nothing at this path; the interface is described at /openapi.json")

// HandleFunc adds an operation; the pattern is a method and a path.
// GET brings HEAD with it. All operations must be added before the first request.
func (m *mux) HandleFunc(pattern string, handler func(http.ResponseWriter, *http.Request)) {
	method, path, _ := strings.Cut(pattern, " ")
	res := m.table[path]
	if res == nil {
		res = &resource{pattern: path, methods: map[string]http.HandlerFunc{}}
		m.table[path] = res
		m.paths.Handle(path, res)
		if strings.HasSuffix(path, "...}") {
			// From the path above http.ServeMux would lead to the same with a slash,
			// which is the path above again.
			m.paths.HandleFunc(path[:strings.LastIndexByte(path, '/')], m.noPath)
		}
	}
	res.methods[method] = handler
	if method == http.MethodGet {
		res.methods[http.MethodHead] = handler // HEAD mirrors GET (REQ G-11)
	}
	var allow []string
	for method := range res.methods {
		allow = append(allow, method)
	}
	allow = append(allow, http.MethodOptions)
	slices.Sort(allow)
	res.allow = []string{strings.Join(allow, ", ")}
}

// has reports whether there is an operation of a pattern of HandleFunc.
func (m *mux) has(pattern string) bool {
	method, path, _ := strings.Cut(pattern, " ")
	res := m.table[path]
	return res != nil && res.methods[method] != nil
}

// ServeHTTP answers an exchange. A trailing slash is the same resource (REQ
// G-12); a path that is not in its plain form is nobody's.
func (m *mux) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := r.URL.Path
	if len(path) > 1 && path[len(path)-1] == '/' {
		r.URL.Path = path[:len(path)-1]
		r.URL.RawPath = strings.TrimSuffix(r.URL.RawPath, "/")
		path = r.URL.Path
	}
	if !plain(path) {
		w.(*wire.Exchange).Fail(errNoPath)
		return
	}
	m.paths.ServeHTTP(w, r)
}

// plain reports whether a path starts with a slash and has no empty and no dot
// segments, for which http.ServeMux would answer with a redirect in HTML.
func plain(path string) bool {
	if path == "/" {
		return true
	}
	if path == "" || path[0] != '/' {
		return false
	}
	for segment := range strings.SplitSeq(path[1:], "/") {
		if segment == "" || segment == "." || segment == ".." {
			return false
		}
	}
	return true
}

// ServeHTTP calls the handler of the request's method, answers OPTIONS by itself, and
// refuses every other method with 405 and the Allow header.
func (res *resource) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x := w.(*wire.Exchange)
	x.Route = res.pattern
	if handler := res.methods[r.Method]; handler != nil {
		handler(w, r)
		return
	}
	x.Header()["Allow"] = res.allow
	if r.Method == http.MethodOptions {
		preflight(x, res.allow)
		return
	}
	x.Fail(fault.New(fault.MethodNotAllowed, "this path has the methods %s", res.allow[0]))
}

// preflight answers what browsers ask before a request from another origin: any
// origin may, with the headers the interface knows (REQ G-11).
func preflight(x *wire.Exchange, allow []string) {
	h := x.Header()
	h["Access-Control-Allow-Methods"] = allow
	h["Access-Control-Allow-Headers"] = crossOriginHeaders
	h["Access-Control-Max-Age"] = oneDay
	x.WriteHeader(http.StatusNoContent)
}

var (
	crossOriginHeaders = []string{"X-API-Key, Authorization, Content-Type, X-Sandbox, X-Service-Version, If-None-Match, Idempotency-Key, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID"}
	oneDay             = []string{"86400"}
)
