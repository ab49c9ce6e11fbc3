package wire

import (
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"kinodex/internal/app"
)

// tagFor is the entity tag of a body in a coding. Strong tags name bytes, so
// each coding has its own (REQ F2-54, F2-55).
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

// Tagged asks a question whose answer has an entity tag, made of what was asked,
// without keys and marks of trackers, the base, and the versions of what it depends
// on beside the library. When the client holds the answer it sends 304, which costs
// nothing, and answered is true: then the handler is done.
// A caller who may not ask, or asks what makes no sense, is refused first (REQ
// F2-54, Q-08).
func Tagged[A any](x *Exchange, q app.Prepared[A], versions ...string) (found A, answered bool, err error) {
	held := x.tagAnswer(versions...)
	if err := q.Admit(); err != nil {
		return found, false, err
	}
	if held != "" {
		x.notModified(held)
		return found, true, nil
	}
	found, err = Asked(x, q)
	return found, false, err
}

// Asked asks a question whose answer is made anew each time and has no entity tag.
func Asked[A any](x *Exchange, q app.Prepared[A]) (A, error) {
	if err := q.Admit(); err != nil {
		var none A
		return none, err
	}
	x.timed.parsed = time.Now()
	found, err := q.Answer(x.Context())
	x.timed.found = time.Now()
	return found, err
}

// Cached is Tagged for an answer that is worth keeping as it is sent. When the
// response cache has it, the question is charged and the cached body sent, and
// answered is true: then the handler is done.
func Cached[A any](x *Exchange, q app.Prepared[A]) (found A, answered bool, err error) {
	held := x.tagAnswer()
	if err := q.Admit(); err != nil {
		return found, false, err
	}
	if held != "" {
		x.notModified(held)
		return found, true, nil
	}
	return fromCache(x, q, x.tag)
}

// Untagged is Cached for an answer that is sent without an entity tag, as those of
// version 1 are: it is never answered with 304.
func Untagged[A any](x *Exchange, q app.Prepared[A]) (found A, answered bool, err error) {
	return fromCache(x, q, x.questionTag())
}

// fromCache charges a question and sends the body that the response cache has under
// a tag; without one it answers the question, and what is sent then is offered to the
// cache. CSV is not kept.
func fromCache[A any](x *Exchange, q app.Prepared[A], tag string) (found A, answered bool, err error) {
	if x.csv { // it has headers of its own
		found, err = Asked(x, q)
		return found, false, err
	}
	x.timed.parsed = time.Now()
	if err := q.Charge(x.Context()); err != nil {
		return found, false, err
	}
	x.cacheTag = tag
	coding := x.coding()
	if body := x.front.responses.get(tagFor(tag, coding)); body != nil && !x.Visit.CountsFilms() {
		x.bill()
		x.timed.hit = true
		x.sendCoded(contentJSON, http.StatusOK, body, coding)
		return found, true, nil
	}
	found, err = q.Answer(x.Context())
	x.timed.found = time.Now()
	return found, false, err
}

// tagAnswer makes the entity tag of the answer to come. It returns the tag by which
// the client says that it holds the answer, in the coding it has, or "".
func (x *Exchange) tagAnswer(versions ...string) (held string) {
	x.tag = x.questionTag(versions...)
	x.Header()["Last-Modified"] = x.front.modified.of(x.Visit.BuiltAt())
	return matching(x.R.Header["If-None-Match"], x.tag)
}

// questionTag returns the entity tag of the answer to what was asked, with the base
// that it is written with, and versions of what it depends on beside the library.
func (x *Exchange) questionTag(versions ...string) string {
	parts := append(make([]string, 0, 6), x.R.URL.Path, question(x.R.URL.RawQuery), x.Base()) // on the stack
	parts = append(parts, versions...)
	if x.csv {
		parts = append(parts, "csv")
	}
	return x.Visit.Tag(parts...)
}

// notModified answers 304 with the tag of what the client holds.
func (x *Exchange) notModified(held string) {
	x.Header()["Etag"] = x.value(held)
	x.WriteHeader(http.StatusNotModified)
}

// moment is a time as a header value, kept for as long as it is the same time.
type moment struct{ last atomic.Pointer[headerTime] }

type headerTime struct {
	at    time.Time
	value []string
}

func (m *moment) of(t time.Time) []string {
	w := m.last.Load()
	if w == nil || !w.at.Equal(t) {
		w = &headerTime{t, []string{t.UTC().Format(http.TimeFormat)}}
		m.last.Store(w)
	}
	return w.value
}
