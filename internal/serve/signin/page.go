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

// view is one request for a page, by one browser.
type view struct {
	*wire.Exchange
	server *server
	// browser names the browser, session is the token of its web session; either
	// may be empty. caller is who is signed in, nobody when nobody is.
	browser, session string
	caller           access.Caller
	form             url.Values // what was posted
}

// page makes a handler of one that answers people. What every page is about
// comes first: that passwords go over https only, that a form was sent from a page
// of ours, and who is signed in.
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

// open reads what a page needs.
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

// read reads a form that one of our pages sent. A browser says where it comes
// from; what it may not say itself, the form's token does (see sealed).
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

// seal is the token of a form: it ties the form to the browser, the session and
// what it is about.
func (v *view) seal(about ...string) string {
	return v.server.app.Seal(append([]string{"form", v.browser, v.session}, about...)...)
}

// sealed refuses a form that was not shown to this browser, in this session.
func (v *view) sealed(about ...string) error {
	if v.browser == "" || !hmac.Equal([]byte(v.form.Get("form")), []byte(v.seal(about...))) {
		return errStale
	}
	return nil
}

var errStale = fault.New(fault.ScopeNotAllowed, "This page was open for too long, or cookies are off. Go back, load it again and try once more.")

// sealOnce is seal for a form that works once, and for an hour.
func (v *view) sealOnce(about ...string) string {
	return v.server.app.SealOnce(append([]string{"form", v.browser, v.session}, about...)...)
}

// sealedOnce is sealed for such a form. It does not use the form up: see once.
func (v *view) sealedOnce(about ...string) error {
	if v.browser == "" || !v.server.app.SealedOnce(v.form.Get("form"), append([]string{"form", v.browser, v.session}, about...)...) {
		return errStale
	}
	return nil
}

// once uses up a form that works once, and refuses one that was.
func (v *view) once() error {
	switch fresh, err := v.server.app.UseSeal(v.Context(), v.form.Get("form")); {
	case err != nil:
		return err
	case !fresh:
		return fault.New(fault.ScopeNotAllowed, "This page works once, and was sent already. If you meant to do it again, do it here.")
	}
	return nil
}

// signedIn reports whether somebody is.
func (v *view) signedIn() bool { return v.caller.Mode == access.SignedIn }

// to sends the browser on, to an address that was checked.
func (v *view) to(address string) error {
	status := http.StatusFound
	if v.R.Method == http.MethodPost {
		status = http.StatusSeeOther
	}
	v.Header().Set("Location", address)
	v.WriteHeader(status)
	return nil
}

// path gives the address of one of our pages, within our own host.
func (v *view) path(of string) string { return prefix(v.Exchange) + of }

// next is where to go after signing in: one of our pages, and nowhere else.
func next(asked string) string {
	u, err := url.Parse(asked)
	ours := err == nil && u.Scheme == "" && u.Host == "" && u.User == nil && u.Opaque == "" &&
		strings.HasPrefix(asked, "/") && !strings.HasPrefix(asked, "//") && !strings.ContainsAny(asked, "\\#\r\n\t")
	if ours && (u.Path == "/oauth/authorize" || u.Path == "/account/connections" || u.Path == "/account/password") && u.Path == u.EscapedPath() {
		return asked
	}
	return "/account/connections"
}

// fail shows what went wrong.
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

// later says when to come back, if that helps (REQ E-11), and reports a failure of
// ours.
func (v *view) later(f *fault.Fault) {
	if wait := wire.RetryAfter(f); wait != "" {
		v.Header().Set("Retry-After", wait)
	}
	if wire.Status(f.Kind) >= http.StatusInternalServerError {
		v.Report(f)
	}
}

// shown is the status of a page that tells a fault. A page has no challenge to
// answer a 401 with.
func shown(kind fault.Kind) int {
	if status := wire.Status(kind); status != http.StatusUnauthorized {
		return status
	}
	return http.StatusForbidden
}
