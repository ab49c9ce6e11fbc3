package signin

import (
	"net/http"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/identity"
	"kinodex/internal/ledger"
	"kinodex/internal/serve/session"
	"kinodex/internal/serve/wire"
)

// showSignIn answers GET /sign-in with the form, or sends who is signed in already to the
// page that next names.
func (s *server) showSignIn(v *view) error {
	if v.SignedIn() {
		return v.Redirect(v.Path(next(v.R.URL.Query().Get("next"))))
	}
	return v.signInPage(http.StatusOK, next(v.R.URL.Query().Get("next")), "", "")
}

// signInPage shows the form to sign in. to is the page that it leads to, one that the
// function next returned or the address of this request. problem is what was wrong with the
// form before; empty for none.
func (v *view) signInPage(status int, to, email, problem string) error {
	v.Known()
	p := pageData{
		Title: "Sign in", Form: v.Seal("sign-in"), Next: to, Email: email, Problem: problem, SignUp: v.server.app.Identity().SignUpMode() == identity.SignUpOpen,
		Changed: v.R.Method == http.MethodGet && v.R.URL.Path == "/sign-in" && v.R.URL.Query().Has("changed"),
	}
	if v.server.Upstream != nil {
		p.Upstream = v.server.Upstream.Name()
	}
	return v.show(status, "sign-in", p)
}

// signIn begins a session, sets its cookie and sends the browser to next. A wrong password,
// an unknown email and a stale form show the form again with the reason. The password is
// never shown again.
func (s *server) signIn(v *view) error {
	to, email := next(v.Form.Get("next")), v.Form.Get("email")
	if err := v.Sealed("sign-in"); err != nil {
		return v.again(err, func(status int, problem string) error { return v.signInPage(status, to, email, problem) })
	}
	token, begun, err := s.app.Identity().SignIn(v.Context(), email, v.Form.Get("password"), v.Address())
	if err != nil {
		return v.again(err, func(status int, problem string) error { return v.signInPage(status, to, email, problem) })
	}
	v.SetCookie(session.SessionCookie, token.Reveal(), begun.Expires.Sub(begun.Created))
	return v.Redirect(v.Path(to))
}

// again shows a form once more by show, with the message of err and a status that fits it. A
// failure of ours is returned instead, and so is any error when the client has gone.
func (v *view) again(err error, show func(status int, problem string) error) error {
	f := wire.AsFault(err)
	if f.Kind == fault.Internal || v.R.Context().Err() != nil {
		return err
	}
	v.later(f)
	return show(shown(f.Kind), f.Message)
}

// showSignUp answers GET /sign-up with the form for a new account, or sends who is signed in
// already to the page that next names. With a token it is the page of an invitation, which
// is not used up by looking at it.
func (s *server) showSignUp(v *view) error {
	q := v.R.URL.Query()
	if v.SignedIn() {
		return v.Redirect(v.Path(next(q.Get("next"))))
	}
	p := pageData{Next: next(q.Get("next")), Token: q.Get("token")}
	if p.Token != "" && s.Pages && q.Get("next") == "" {
		p.Next = "/account" // a guest has come for no client; there are the plan and keys
	}
	return v.signUpPage(http.StatusOK, p)
}

// signUpPage shows the form for a new account, with what p holds. Who may not open one is
// told so.
func (v *view) signUpPage(status int, p pageData) error {
	if err := v.mayOpen(&p); err != nil {
		return err
	}
	v.Known()
	p.Title, p.Form = "Create an account", v.Seal("sign-up", p.Token)
	return v.show(status, "sign-up", p)
}

// mayOpen returns a fault unless an account may be opened here: with the invitation of
// p.Token, whose email it puts into p, or, without a token, by everybody.
func (v *view) mayOpen(p *pageData) error {
	switch mode := v.server.app.Identity().SignUpMode(); {
	case p.Token != "":
		i, err := v.server.app.Identity().Invitation(v.Context(), p.Token)
		if err == nil && i.Email != "" {
			p.Email, p.Fixed = string(i.Email), true
		}
		return err
	case mode == identity.SignUpInvite:
		return errInvited
	case mode != identity.SignUpOpen:
		return errClosed
	}
	return nil
}

// The refusals to open an account. Their kind gives 403.
var (
	errClosed  = fault.New(fault.ScopeNotAllowed, "accounts are opened by whoever runs this service")
	errInvited = fault.New(fault.ScopeNotAllowed, "an account is opened with an invitation; ask whoever runs this service for one")
)

// signUp opens an account and begins a session for it. An email that has an account already,
// a stale form and a refused password show the form again, with the name and email that were
// typed.
func (s *server) signUp(v *view) error {
	p := pageData{Next: next(v.Form.Get("next")), Name: v.Form.Get("name"), Email: v.Form.Get("email"), Token: v.Form.Get("token")}
	if err := v.mayOpen(&p); err != nil {
		return err
	}
	show := func(status int, problem string) error {
		p.Problem = problem
		return v.signUpPage(status, p)
	}
	if err := v.Sealed("sign-up", p.Token); err != nil {
		return v.again(err, show)
	}
	token, begun, err := v.opened(p, v.Form.Get("password"))
	if fault.Is(err, fault.Conflict) {
		err = fault.New(fault.Conflict, "an account with this email exists already; sign in instead")
	}
	if err != nil {
		return v.again(err, show)
	}
	v.SetCookie(session.SessionCookie, token.Reveal(), begun.Expires.Sub(begun.Created))
	return v.Redirect(v.Path(p.Next))
}

// opened opens the account that a form asks for, with its invitation if there is one.
func (v *view) opened(p pageData, password string) (access.SessionToken, ledger.Session, error) {
	if p.Token != "" {
		return v.server.app.Identity().SignUpInvited(v.Context(), p.Token, p.Name, p.Email, password, v.Address())
	}
	return v.server.app.Identity().SignUp(v.Context(), p.Name, p.Email, password, v.Address())
}

// showSignOut answers GET /sign-out with a form that asks. Nothing ends by opening the page.
func (s *server) showSignOut(v *view) error {
	v.Known()
	return v.show(http.StatusOK, "sign-out", pageData{Title: "Sign out", Form: v.Seal("sign-out")})
}

// signOut ends the session of this browser and forgets its cookie. A stale form is refused. A
// session that has ended already is no error.
func (s *server) signOut(v *view) error {
	if err := v.Sealed("sign-out"); err != nil {
		return err
	}
	if err := s.app.Identity().SignOut(v.Context(), v.Token, v.Address()); err != nil {
		return err
	}
	v.SetCookie(session.SessionCookie, "", 0)
	return v.Redirect(v.Path("/sign-in"))
}
