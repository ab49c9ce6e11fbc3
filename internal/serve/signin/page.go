package signin

import (
	"errors"
	"net/http"

	"kinodex/internal/fault"
	"kinodex/internal/grant"
	"kinodex/internal/serve/session"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/wire"
)

// view is one request for a page, by one browser. It is used by one goroutine.
type view struct {
	*session.Session
	server *server
}

// page returns the handler of a page for people. Before handle it sets the headers that
// protect a page, refuses to sign in without https, finds out who is signed in, and reads a
// form that was posted. An error of handle is shown as a page.
func (s *server) page(handle func(*view) error) handler {
	return func(w http.ResponseWriter, r *http.Request) {
		x := w.(*wire.Exchange)
		defer x.Within()()
		v := &view{session.New(x, s.app), s}
		v.Protect(page.Policy)
		if s.Demonstration {
			if err := v.show(http.StatusOK, "demonstration", pageData{Title: "There are no accounts here"}); err != nil {
				v.fail(err)
			}
			return
		}
		if err := v.open(); err != nil {
			v.fail(err)
			return
		}
		if err := handle(v); err != nil {
			v.fail(err)
		}
	}
}

// open opens the session and, of a POST, reads the form. An address without https is a
// fault, except on one's own machine.
func (v *view) open() error {
	if err := v.RequireSafe(); err != nil {
		return err
	}
	if err := v.Open(); err != nil || v.R.Method != http.MethodPost {
		return err
	}
	return v.ReadForm()
}

// next returns where to go after signing in: the page of ours that was asked for, or else the
// list of connections.
func next(asked string) string { return session.Next(asked, "/account/connections") }

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
		v.CountRefusal(f)
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
