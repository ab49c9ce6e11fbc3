package wire

import (
	"net/http"
	"strings"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/identity"
)

// What a dialect needs that answers many operations at one path, and so learns what
// is asked only from the body: the steps of Handle, one by one. The order is for the
// dialect to keep (REQ A-16).

// Bearer reads what the caller shows in a header, as credentials does, but no key
// from the address, where it would be logged by others on the way.
func (x *Exchange) Bearer() identity.Credentials {
	c := identity.Credentials{Key: x.R.Header.Get("X-Api-Key"), Sandbox: sandbox(x.R.Header), Address: x.front.Proxies.Client(x.R)}
	if c.Key != "" {
		return published(c)
	}
	scheme, token, _ := strings.Cut(x.R.Header.Get("Authorization"), " ")
	if strings.EqualFold(scheme, "Bearer") {
		if c.Key = strings.TrimSpace(token); c.Key == "" {
			c.Key = "none" // shown, and not good
		}
	}
	return published(c)
}

// Recognise names the caller by what it showed and opens its visit.
func (x *Exchange) Recognise(a *app.App, shown identity.Credentials) error {
	x.private = true
	caller, err := a.Identity().Caller(x.Context(), shown)
	if err != nil {
		return err
	}
	x.Visit, err = a.Visit(caller)
	return err
}

// Within gives the answer the deadline of answers, and how to forget it.
func (x *Exchange) Within() (cancel func()) { return x.within(x.front.Deadline) }

// Post reads the request's body, at most limit bytes of JSON. One that cannot be had
// is a fault of kind UnsupportedMedia, TooLarge, RateLimited, Overloaded,
// RequestTimeout, or InvalidBody when it ends too soon. The caller is recognised
// before: who has no key has less of the memory.
func (x *Exchange) Post(limit int64) (body []byte, err error) {
	err = x.readBody(limit, false)
	return x.posted, err
}

// CheckJSON says whether a body is one JSON value that can be read in one way only,
// as a fault of kind InvalidBody.
func CheckJSON(body []byte) error { return checkJSON(body) }

// Enter takes a place for the work to come, a heavy one if it keeps a processor
// busy for long, unless a place is held already; Leave gives it back, as does
// sending an answer.
func (x *Exchange) Enter(heavy bool) error {
	if x.place.Held() {
		return nil
	}
	if heavy {
		return x.enter(x.front.Admission.Heavy)
	}
	return x.enter(x.front.Admission.Work)
}

// Leave gives the place back, if one is held.
func (x *Exchange) Leave() { x.place.Leave() }

// Origin is the scheme and host the service is reached at by this request, as a
// trusted proxy says or else the request itself.
func (x *Exchange) Origin() (scheme, host string) { return x.front.Proxies.Origin(x.R) }

// Forwarded reports whether a trusted proxy sent the request.
func (x *Exchange) Forwarded() bool { return x.front.Proxies.trusts(peer(x.R)) }

// Revalidate gives the answer an entity tag that is made of what was asked, and sends 304
// and returns true when the client holds that answer. It is for answers that follow from the
// address and the library alone; the caller must have been allowed to ask.
func (x *Exchange) Revalidate() bool {
	held := x.tagAnswer()
	if held != "" {
		x.notModified(held)
	}
	return held != ""
}

// RevalidateAt is Revalidate for an answer that follows from versions of other things, too, and that
// last changed at a time. A client that sends no entity tag holds it when it names that very time
// (If-Modified-Since): a later one may be that of a library which served in between.
func (x *Exchange) RevalidateAt(changed time.Time, versions ...string) bool {
	held := x.tagAnswer(versions...)
	at := changed.UTC().Format(http.TimeFormat)
	x.Header()["Last-Modified"] = []string{at}
	if len(x.R.Header["If-None-Match"]) == 0 && x.R.Header.Get("If-Modified-Since") == at {
		held = tagFor(x.tag, x.coding())
	}
	if held != "" {
		x.notModified(held)
	}
	return held != ""
}

// SendAs is Send for a body of another content type.
func (x *Exchange) SendAs(contentType string, status int, body []byte) {
	x.send([]string{contentType}, status, body)
}

// ReadFiles reads the request's body, at most limit bytes of a form that may have files, for
// Files.
func (x *Exchange) ReadFiles(limit int64) error { return x.readBody(limit, true) }

// OpenVisit opens the visit of a caller that was recognised.
func (x *Exchange) OpenVisit(a *app.App, caller access.Caller) (err error) {
	x.private = true
	x.Visit, err = a.Visit(caller)
	return err
}
