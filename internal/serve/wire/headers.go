package wire

import (
	"net/http"
	"strconv"
	"strings"

	"kinodex/internal/fault"
)

// Header values that never change are made once and shared by all answers; a
// header's slice is never written to. Keys are in net/http's canonical form.
var (
	contentJSON   = []string{"application/json; charset=utf-8"}
	contentNDJSON = []string{"application/x-ndjson"}
	contentText   = []string{"text/plain; charset=utf-8"}
	contentHTML   = []string{"text/html; charset=utf-8"}
	contentCSV    = []string{"text/csv; charset=utf-8; header=present"}

	codings   = [...][]string{nil, {"gzip"}, {"zstd"}}
	anyOrigin = []string{"*"}
	exposed   = []string{"ETag, X-Request-Id, X-Service-Version, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-RateLimit-Warning, " +
		"RateLimit, RateLimit-Policy, Retry-After, Idempotent-Replayed, Link, Deprecation, WWW-Authenticate, Server-Timing, X-Total-Count, X-Next-Cursor, " +
		"X-Did-You-Mean, X-Match, X-Unknown-Genres, X-Unknown-Ids"}
	vary      = []string{"X-API-Key, Authorization, X-Sandbox, Accept-Encoding"}
	varyTable = []string{vary[0] + ", Accept"}
	noStore   = []string{"no-store"}

	privateNoStore = []string{"private, no-store"}
)

// Dialect is what one version of the interface adds to every answer under its
// path.
type Dialect struct {
	// Prefix is where its paths start: /api/v2.
	Prefix string
	// CacheControl is what a GET that may be cached carries; answers of other
	// statuses and methods carry no-store (REQ F2-50, F2-51, F2-53).
	CacheControl []string
	// PrivateCacheControl takes its place when Front.PrivateCache is set.
	PrivateCacheControl []string
	// Pinned is set where a request may name the version it was written for.
	Pinned bool
	// Timed is set where answers carry Server-Timing.
	Timed bool
	// Announce adds headers of the dialect's own; nil for none.
	Announce func(h http.Header, base string)
	// Says writes the body of an error; nil for the envelope of the interface.
	Says func(x *Exchange, f *fault.Fault, status int) []byte
	// KeyParam is a parameter that a key may stand in beside api_key and key; its name must
	// hold "key" and be hidden from logs (see isSecret). Empty for none.
	KeyParam string
	// KeyPlaces is where clients of the dialect put a key, for who sends none; empty for where
	// those of the interface do.
	KeyPlaces string
	// Challenge is the WWW-Authenticate of a 401, for a bad credential or for none;
	// nil for that of API keys.
	Challenge func(base string, why fault.Kind) string
}

// Covers reports whether a path is under the dialect's prefix.
func (d *Dialect) Covers(path string) bool {
	rest, ok := strings.CutPrefix(path, d.Prefix)
	return ok && (rest == "" || rest[0] == '/')
}

// seal sets the headers of the dialect, last thing before they are sent.
func (d *Dialect) seal(x *Exchange, status int) {
	h := x.Header()
	h["Vary"] = vary
	if x.tables {
		h["Vary"] = varyTable
	}
	h["Cache-Control"] = noStore
	if !x.private && cacheable(x.R.Method, status) {
		linked := x.linked && status < http.StatusBadRequest
		h["Cache-Control"] = d.cacheControl(x.front.PrivateCache, linked)
		if linked { // the link is one account's, whatever the interface says of every GET (RFC 9213)
			h["Cdn-Cache-Control"] = noStore
		}
	}
	if d.Announce != nil {
		d.Announce(h, x.Base())
	}
}

// cacheControl is what an answer that may be cached carries. Where caches are for
// their own client only, no cache keeps a link that opens without a key.
func (d *Dialect) cacheControl(private, linked bool) []string {
	switch {
	case !private:
		return d.CacheControl
	case linked:
		return privateNoStore
	}
	return d.PrivateCacheControl
}

// cacheable: what follows from the address, the key and the library alone. A
// refusal, an error of ours and whatever was posted is not.
func cacheable(method string, status int) bool {
	if method != http.MethodGet && method != http.MethodHead {
		return false
	}
	switch status {
	case http.StatusOK, http.StatusFound, http.StatusNotModified, http.StatusBadRequest, http.StatusNotFound:
		return true
	}
	return false
}

// bill tells what the request cost and what is left of the day's budget, in
// the words of custom and of the draft standard (REQ ).
func (x *Exchange) bill() {
	if x.Visit == nil {
		return
	}
	b := x.Visit.Bill()
	if !b.Metered {
		return
	}
	// One string holds them all; the headers are parts of it.
	var text [160]byte
	out := text[:0]
	var ends [5]int
	out = strconv.AppendInt(out, int64(b.Limit), 10)
	ends[0] = len(out)
	out = strconv.AppendInt(out, int64(b.Remaining()), 10)
	ends[1] = len(out)
	out = strconv.AppendInt(out, b.Reset.Unix(), 10)
	ends[2] = len(out)
	out = append(out, `"daily";q=`...)
	out = strconv.AppendInt(out, int64(b.Limit), 10)
	out = append(out, `;w=86400`...)
	ends[3] = len(out)
	out = append(out, `"daily";r=`...)
	out = strconv.AppendInt(out, int64(b.Remaining()), 10)
	out = append(out, `;t=`...)
	out = strconv.AppendInt(out, int64(b.WaitSeconds()), 10)
	ends[4] = len(out)

	all, h, start := string(out), x.Header(), 0
	for i, name := range budgetHeaders {
		h[name] = x.value(all[start:ends[i]])
		start = ends[i]
	}
	if w := b.Warning(); w != "" {
		h["X-Ratelimit-Warning"] = x.value(w)
	}
}

var budgetHeaders = [...]string{
	"X-Ratelimit-Limit", "X-Ratelimit-Remaining", "X-Ratelimit-Reset", "Ratelimit-Policy", "Ratelimit",
}
