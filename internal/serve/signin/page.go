package signin

import (
	"crypto/hmac"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/grant"
	"kinodex/internal/serve/wire"
)

// view is one request for a page, by one browser. It is used by one goroutine.
type view struct {
	*wire.Exchange
	server *server
	// browser names the browser, session is the token of its web session; either
	// may be empty. caller is who is signed in, nobody when nobody is.
	browser, session string
	caller           access.Caller
	form             url.Values // what was posted
}

// page returns the handler of a page for people. Before handle it sets the headers that
// protect a page, refuses to sign in without https, finds out who is signed in, and reads a
// form that was posted. An error of handle is shown as a page.
func (s *server) page(handle func(*view) error) handler {
	return func(w http.ResponseWriter, r *http.Request) {
		x := w.(*wire.Exchange)
		defer x.Within()()
		v := &view{Exchange: x, server: s}
		v.protect()
		if err := v.open(); err != nil {
			v.fail(err)
			return
		}
		if err := handle(v); err != nil {
			v.fail(err)
		}
	}
}

// open reads the cookies, the session and, of a POST, the form. A session that has ended is
// no error: then nobody is signed in. An address without https is a fault, except on one's
// own machine.
func (v *view) open() error {
	if !strings.HasPrefix(v.Base(), "https://") && !grant.IsLoopback(v.Base()) {
		return fault.New(fault.ScopeNotAllowed, "Signing in needs an https address. Whoever runs this service: "+
			"put a proxy with a certificate before it, and say so with --base-url, or with --trusted-proxies.")
	}
	v.browser, v.session = v.cookie(browserCookie), v.cookie(sessionCookie)
	if v.session != "" {
		caller, err := v.server.app.SignedIn(v.Context(), v.session, v.Address())
		switch {
		case err == nil:
			v.caller = caller
		case fault.Is(err, fault.InvalidKey):
			v.session = ""
		default:
			return err
		}
	}
	if v.R.Method != http.MethodPost {
		return nil
	}
	return v.read()
}

// read reads a form that was posted. A form from another site is a fault, by what the browser
// says of where it comes from; older browsers that do not say it are held by the form's token
// (see sealed). A body that is no form is an error.
func (v *view) read() error {
	guard := http.NewCrossOriginProtection()
	if u, err := url.Parse(v.Base()); err == nil {
		// The address that people see may not be the one that a proxy asks at.
		guard.AddTrustedOrigin(u.Scheme + "://" + u.Host)
	}
	if guard.Check(v.R) != nil {
		return fault.New(fault.ScopeNotAllowed, "This form was sent from another site.")
	}
	body, err := posted(v.Exchange, "application/x-www-form-urlencoded")
	if err != nil {
		return err
	}
	v.form, err = url.ParseQuery(string(body))
	if err != nil {
		return fault.Param("form", "what a page of this service sends")
	}
	return nil
}

// seal returns the token of a form. It ties the form to the browser, the session and what it
// is about. known must have been called.
func (v *view) seal(about ...string) string {
	return v.server.app.Seal(append([]string{"form", v.browser, v.session}, about...)...)
}

// sealed returns errStale unless the form that was posted carries the token that seal returns
// for about, in this browser and session. It compares in constant time.
func (v *view) sealed(about ...string) error {
	if v.browser == "" || !hmac.Equal([]byte(v.form.Get("form")), []byte(v.seal(about...))) {
		return errStale
	}
	return nil
}

// errStale refuses a form whose token does not fit. Its kind gives 403.
var errStale = fault.New(fault.ScopeNotAllowed, "This page was open for too long, or cookies are off. Go back, load it again and try once more.")

// sealOnce is seal for a form that works once, within an hour.
func (v *view) sealOnce(about ...string) string {
	return v.server.app.SealOnce(append([]string{"form", v.browser, v.session}, about...)...)
}

// sealedOnce is sealed for a form of sealOnce. It does not use the form up: once does.
func (v *view) sealedOnce(about ...string) error {
	if v.browser == "" || !v.server.app.SealedOnce(v.form.Get("form"), append([]string{"form", v.browser, v.session}, about...)...) {
		return errStale
	}
	return nil
}

// once uses up the form that was posted. A form that was used already is a fault: of several
// requests with one form, exactly one succeeds. sealedOnce must have accepted it.
func (v *view) once() error {
	switch fresh, err := v.server.app.UseSeal(v.Context(), v.form.Get("form")); {
	case err != nil:
		return err
	case !fresh:
		return fault.New(fault.ScopeNotAllowed, "This page works once, and was sent already. If you meant to do it again, do it here.")
	}
	return nil
}

// signedIn reports whether somebody is signed in.
func (v *view) signedIn() bool { return v.caller.Mode == access.SignedIn }

// to answers with a redirect: 303 after a POST, 302 otherwise. The address must have been
// checked; to does not.
func (v *view) to(address string) error {
	status := http.StatusFound
	if v.R.Method == http.MethodPost {
		status = http.StatusSeeOther
	}
	v.Header().Set("Location", address)
	v.WriteHeader(status)
	return nil
}

// path returns the address of one of our pages, without scheme and host. of begins with a
// slash.
func (v *view) path(of string) string { return prefix(v.Exchange) + of }

// next returns where to go after signing in: the address asked for when it is one of three
// pages of ours, or else the list of connections. It never returns an address of another
// host.
func next(asked string) string {
	u, err := url.Parse(asked)
	ours := err == nil && u.Scheme == "" && u.Host == "" && u.User == nil && u.Opaque == "" &&
		strings.HasPrefix(asked, "/") && !strings.HasPrefix(asked, "//") && !strings.ContainsAny(asked, "\\#\r\n\t")
	if ours && (u.Path == "/oauth/authorize" || u.Path == "/account/connections" || u.Path == "/account/password") && u.Path == u.EscapedPath() {
		return asked
	}
	return "/account/connections"
}

// fail answers with a page that tells an error. What is our failure is logged and shown
// without its cause. Nothing is shown to a client that has gone.
func (v *view) fail(err error) {
	var e *grant.Error
	f := wire.AsFault(err)
	switch {
	case errors.As(err, &e):
		v.refused(http.StatusBadRequest, e.Why, "")
	case v.R.Context().Err() != nil:
		v.Fail(err) // nobody is there to be shown a page
	case f.Kind != fault.Internal:
		v.later(f)
		v.refused(shown(f.Kind), f.Message, "")
	default:
		v.Report(err)
		v.refused(http.StatusInternalServerError, "Something went wrong on our side.", "")
	}
}

// later sets Retry-After where a fault says when to come back (REQ E-11), and reports a
// failure of ours.
func (v *view) later(f *fault.Fault) {
	if wait := wire.RetryAfter(f); wait != "" {
		v.Header().Set("Retry-After", wait)
	}
	if wire.Status(f.Kind) >= http.StatusInternalServerError {
		v.Report(f)
	}
}

// shown returns the status of a page that tells a fault: that of the interface, but 403 for
// 401, since a page has no challenge that a browser could answer.
func shown(kind fault.Kind) int {
	if status := wire.Status(kind); status != http.StatusUnauthorized {
		return status
	}
	return http.StatusForbidden
}
