package signin

import (
	"net/http"
	"net/url"
	"time"

	"kinodex/internal/grant"
)

// connection is a client that may act for the account. Host is empty for a client that
// registered. Since, Used and Expire are days in words, and Form is the token of the form
// that ends it.
type connection struct {
	ID, Name, Host      string
	Scopes              string
	Since, Used, Expire string
	Form                string
}

// connections answers GET /account/connections with the grants of the account that have not
// ended, or with the form to sign in.
func (s *server) connections(v *view) error {
	if !v.SignedIn() {
		return v.signInPage(http.StatusOK, "/account/connections", "", "")
	}
	account, err := s.app.Identity().Account(v.Context(), v.Caller)
	if err != nil {
		return err
	}
	all, err := s.app.Identity().Connections(v.Context(), v.Caller)
	if err != nil {
		return err
	}
	v.Known()
	p := pageData{Title: "Connections", Account: account}
	for _, g := range all {
		c := connection{
			ID: g.ID, Name: g.Name, Scopes: grant.ScopeText(g.Scopes), Since: day(g.Created), Used: day(g.Used),
			Expire: day(g.Expires), Form: v.Seal("disconnect", g.ID),
		}
		if u, err := url.Parse(g.Client); err == nil && grant.IsDocument(g.Client) {
			c.Host = u.Hostname()
		}
		p.Connections = append(p.Connections, c)
	}
	return v.show(http.StatusOK, "connections", p)
}

// day returns the day of t in English, in the time zone of t.
func day(t time.Time) string { return t.Format("2 January 2006") }

// disconnect ends a grant, with all its tokens. A grant of another account is not touched,
// and is no error.
func (s *server) disconnect(v *view) error {
	if !v.SignedIn() {
		return v.signInPage(http.StatusForbidden, "/account/connections", "", "your session has ended; sign in again")
	}
	id := v.Form.Get("id")
	if err := v.Sealed("disconnect", id); err != nil {
		return err
	}
	if err := s.app.Identity().Disconnect(v.Context(), v.Caller, id); err != nil {
		return err
	}
	return v.Redirect(v.Path("/account/connections"))
}
