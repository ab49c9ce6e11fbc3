package wire

import (
	"net/http"
	"strings"
	"sync/atomic"
	"time"
)

// tagFor is the entity tag of a body in a coding. Strong tags name bytes, so
// each coding has its own (TRACE F2-54, F2-55).
func tagFor(tag string, c Coding) string {
	if c == Identity || tag == "" {
		return tag
	}
	return tag[:len(tag)-1] + "-" + c.String() + `"`
}

// matching gives the entity tag in an If-None-Match header that names the tag
// in any coding, or "" when none does. "*" names none: whether anything is
// there is not known before the question is asked.
func matching(header []string, tag string) string {
	for _, line := range header {
		for candidate := range strings.SplitSeq(line, ",") {
			candidate = strings.TrimPrefix(strings.TrimSpace(candidate), "W/")
			for c := Identity; c <= Zstd; c++ {
				if len(candidate) > 2 && candidate == tagFor(tag, c) {
					return candidate
				}
			}
		}
	}
	return ""
}

// Known offers the entity tag of the answer to come, made of what was asked,
// without keys and marks of trackers, and the base, and tells the visit whether the client holds it (TRACE F2-54). Call
// it before the question is asked.
func (x *Exchange) Known() {
	x.tag = x.Visit.Tag(x.R.URL.Path, question(x.R.URL.RawQuery), x.Base())
	h := x.Header()
	if held := matching(x.R.Header["If-None-Match"], x.tag); held != "" {
		x.Visit.Holds(true)
		h["Etag"] = x.value(held)
	}
	h["Last-Modified"] = x.front.modified.of(x.Visit.BuiltAt())
}

// moment is a time as a header value, kept for as long as it is the same time.
type moment struct{ last atomic.Pointer[written] }

type written struct {
	at    time.Time
	value []string
}

func (m *moment) of(t time.Time) []string {
	w := m.last.Load()
	if w == nil || !w.at.Equal(t) {
		w = &written{t, []string{t.UTC().Format(http.TimeFormat)}}
		m.last.Store(w)
	}
	return w.value
}

// unchanged answers 304.
func (x *Exchange) unchanged() { x.WriteHeader(http.StatusNotModified) }
