package page

import (
	"net/http"
	"strings"

	"kinodex/internal/fault"
	"kinodex/internal/serve/session"
	"kinodex/internal/serve/wire"
)

// PrefersHTML reports whether an Accept header names HTML and no plainer form before it. The
// */* of programs names nothing.
func PrefersHTML(accept string) bool {
	for item := range strings.SplitSeq(accept, ",") {
		media, params, _ := strings.Cut(item, ";")
		switch strings.ToLower(strings.TrimSpace(media)) {
		case "text/html", "application/xhtml+xml":
			return !strings.Contains(strings.ReplaceAll(params, " ", "")+";", "q=0;")
		case "text/plain", "text/markdown":
			return false
		}
	}
	return false
}

// forPrograms are the paths whose answers are for programs, whatever they accept.
var forPrograms = []string{"/api/", "/mcp", "/oauth/", "/.well-known/", "/objects/", "/posters/", "/static/"}

// ShowNowhere answers a request for a path that has nothing with a page of status 404, and
// reports whether it did: only a browser that follows a link or an address is shown a page.
func (s *Site) ShowNowhere(x *wire.Exchange) bool {
	if x.R.Method != http.MethodGet || !PrefersHTML(x.R.Header.Get("Accept")) {
		return false
	}
	for _, prefix := range forPrograms {
		if strings.HasPrefix(x.R.URL.Path, prefix) {
			return false
		}
	}
	defer x.Within()()
	v := &View{Session: session.New(x, s.App), Site: s, route: &Route{}, path: x.R.URL.Path}
	v.Protect(Policy)
	if err := v.Open(); err != nil {
		v.fail(err)
		return true
	}
	v.fail(fault.New(fault.NotFound, "there is no page at this address"))
	return true
}
