// Package session is what pages for people share about the browser that asks: who is
// signed in, the cookies that say so, forms that are tied to the browser they were
// shown in, and the headers that protect a page.
//
// It decides nothing but that: what an account may do is for the application. The
// package imports wire, app and what lies below. Start reading at Session.Open.
package session

import (
	"crypto/hmac"
	"net/http"
	"net/url"
	"strings"

	"mime"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/grant"
	"kinodex/internal/identity"
	"kinodex/internal/serve/wire"
)

// maxForm is how many bytes a form without files may have.
const maxForm = 64 << 10

// Session is one request by one browser. It is used by one goroutine and must not be
// kept after the request.
type Session struct {
	*wire.Exchange
	App *app.App
	// Browser names the browser and Token is that of its web session; either may be
	// empty.
	Browser, Token string
	// Caller is who is signed in. Its mode is access.Nobody when nobody is.
	Caller access.Caller
	// Form is what was posted, after ReadForm; nil before.
	Form url.Values
}

// New returns the session of an exchange. Nobody is signed in before Open.
func New(x *wire.Exchange, a *app.App) *Session { return &Session{Exchange: x, App: a} }

// Safe reports whether people reach the service over https or on their own machine.
// Elsewhere nobody can sign in: the cookie could be read on the way.
func (s *Session) Safe() bool { return s.Secure() || grant.IsLoopback(s.Base()) }

// errUnsafe refuses to sign in where the cookie could be read on the way.
var errUnsafe = fault.New(fault.ScopeNotAllowed, "Signing in needs an https address. Whoever runs this service: "+
	"put a proxy with a certificate before it, and say so with --base-url, or with --trusted-proxies.")

// RequireSafe returns a fault of kind ScopeNotAllowed unless Safe.
func (s *Session) RequireSafe() error {
	if s.Safe() {
		return nil
	}
	return errUnsafe
}

// Open reads the cookies and finds out who is signed in. A session that has ended, and an
// address that is not Safe, are no errors: then nobody is signed in.
func (s *Session) Open() error {
	s.Browser = s.Cookie(BrowserCookie)
	if s.Token = s.Cookie(SessionCookie); s.Token == "" || !s.Safe() {
		s.Token = ""
		return nil
	}
	caller, err := s.App.Identity().SignedInFrom(s.Context(), s.Token, identity.Browser{Address: s.Address(), Agent: s.R.UserAgent()})
	switch {
	case err == nil:
		s.Caller = caller
	case fault.Is(err, fault.InvalidKey):
		s.Token = ""
	default:
		return err
	}
	return nil
}

// SignedIn reports whether somebody is signed in.
func (s *Session) SignedIn() bool { return s.Caller.Mode == access.SignedIn }

// CheckOrigin returns a fault when the browser says that a request was sent from another
// site. Older browsers that do not say it are held by the form's token (see Sealed).
func (s *Session) CheckOrigin() error {
	guard := http.NewCrossOriginProtection()
	if u, err := url.Parse(s.Base()); err == nil {
		// The address that people see may not be the one that a proxy asks at.
		_ = guard.AddTrustedOrigin(u.Scheme + "://" + u.Host)
	}
	if guard.Check(s.R) != nil {
		return fault.New(fault.ScopeNotAllowed, "This form was sent from another site.")
	}
	return nil
}

// ReadForm reads a form without files that was posted, into Form. One from another site is
// a fault of kind ScopeNotAllowed, and one of more than 64 KiB of kind TooLarge. A body that
// is no form is a *grant.Error or a fault of a parameter.
func (s *Session) ReadForm() error {
	if err := s.CheckOrigin(); err != nil {
		return err
	}
	body, err := Posted(s.Exchange, "application/x-www-form-urlencoded", maxForm)
	if err != nil {
		return err
	}
	if s.Form, err = url.ParseQuery(string(body)); err != nil {
		return fault.Param("form", "what a page of this service sends")
	}
	return nil
}

// Posted returns the request's body. A body that is declared to be of another type than
// media, or that ends too soon, is a *grant.Error with code invalid_request. One of more than
// most bytes is a fault of kind TooLarge, and one that comes too slowly of kind
// RequestTimeout.
func Posted(x *wire.Exchange, media string, most int64) ([]byte, error) {
	declared, _, err := mime.ParseMediaType(x.R.Header.Get("Content-Type"))
	if err != nil || declared != media {
		return nil, grant.Refuse(grant.InvalidRequest, "Content-Type must be %s", media)
	}
	body, err := x.ReadForm(most)
	if fault.Is(err, fault.InvalidBody) {
		return nil, grant.Refuse(grant.InvalidRequest, "the body ended before it was complete")
	}
	return body, err
}

// Seal returns the token of a form. It ties the form to the browser, the session and what it
// is about. Known must have been called.
func (s *Session) Seal(about ...string) string {
	return s.App.Identity().Seal(append([]string{"form", s.Browser, s.Token}, about...)...)
}

// Sealed returns a fault of kind ScopeNotAllowed unless the form that was posted carries the
// token that Seal returns for about, in this browser and session. It compares in constant
// time.
func (s *Session) Sealed(about ...string) error {
	if s.Browser == "" || !hmac.Equal([]byte(s.Form.Get("form")), []byte(s.Seal(about...))) {
		return errStale
	}
	return nil
}

// errStale refuses a form whose token does not fit. Its kind gives 403.
var errStale = fault.New(fault.ScopeNotAllowed, "This page was open for too long, or cookies are off. Go back, load it again and try once more.")

// SealOnce is Seal for a form that works once, within an hour.
func (s *Session) SealOnce(about ...string) string {
	return s.App.Identity().SealOnce(append([]string{"form", s.Browser, s.Token}, about...)...)
}

// SealedOnce is Sealed for a form of SealOnce. It does not use the form up: Once does.
func (s *Session) SealedOnce(about ...string) error {
	if s.Browser == "" || !s.App.Identity().SealedOnce(s.Form.Get("form"), append([]string{"form", s.Browser, s.Token}, about...)...) {
		return errStale
	}
	return nil
}

// Once uses up the form that was posted. A form that was used already is a fault: of several
// requests with one form, exactly one succeeds. SealedOnce must have accepted it.
func (s *Session) Once() error {
	switch fresh, err := s.App.Identity().UseSeal(s.Context(), s.Form.Get("form")); {
	case err != nil:
		return err
	case !fresh:
		return fault.New(fault.ScopeNotAllowed, "This page works once, and was sent already. If you meant to do it again, do it here.")
	}
	return nil
}

// Redirect answers with a redirect: 303 after a POST, 302 otherwise. The address must have
// been checked; Redirect does not.
func (s *Session) Redirect(address string) error {
	status := http.StatusFound
	if s.R.Method == http.MethodPost {
		status = http.StatusSeeOther
	}
	s.Header().Set("Location", address)
	s.WriteHeader(status)
	return nil
}

// Path returns the address of one of our pages, without scheme and host. of begins with a
// slash.
func (s *Session) Path(of string) string { return s.Prefix() + of }

// Prefix returns the path under which the service is reached, without a trailing slash;
// mostly empty.
func (s *Session) Prefix() string {
	u, err := url.Parse(s.Base())
	if err != nil {
		return ""
	}
	return strings.TrimRight(u.EscapedPath(), "/")
}
