package signin

import (
	"net/http"

	"kinodex/internal/fault"
	"kinodex/internal/serve/wire"
)

func (s *server) showSignIn(v *view) error {
	if v.signedIn() {
		return v.to(v.path(next(v.R.URL.Query().Get("next"))))
	}
	return v.signInPage(http.StatusOK, next(v.R.URL.Query().Get("next")), "", "")
}

// signInPage shows the form that leads to one of our pages.
func (v *view) signInPage(status int, to, email, problem string) error {
	v.known()
	p := shownPage{
		Title: "Sign in", Form: v.seal("sign-in"), Next: to, Email: email, Problem: problem, SignUp: !v.server.Closed,
		Changed: v.R.Method == http.MethodGet && v.R.URL.Path == "/sign-in" && v.R.URL.Query().Has("changed"),
	}
	if v.server.Upstream != nil {
		p.Upstream = v.server.Upstream.Name()
	}
	return v.show(status, "sign-in", p)
}

func (s *server) signIn(v *view) error {
	to, email := next(v.form.Get("next")), v.form.Get("email")
	if err := v.sealed("sign-in"); err != nil {
		return v.again(err, func(status int, problem string) error { return v.signInPage(status, to, email, problem) })
	}
	token, session, err := s.app.SignIn(v.Context(), email, v.form.Get("password"), v.Address())
	if err != nil {
		return v.again(err, func(status int, problem string) error { return v.signInPage(status, to, email, problem) })
	}
	v.setCookie(sessionCookie, token.Reveal(), session.Expires.Sub(session.Created))
	return v.to(v.path(to))
}

// again shows a form once more, with what was wrong with it.
func (v *view) again(err error, show func(status int, problem string) error) error {
	f := wire.AsFault(err)
	if f.Kind == fault.Internal || v.R.Context().Err() != nil {
		return err
	}
	v.later(f)
	return show(shown(f.Kind), f.Message)
}

func (s *server) showSignUp(v *view) error {
	if v.signedIn() {
		return v.to(v.path(next(v.R.URL.Query().Get("next"))))
	}
	return v.signUpPage(http.StatusOK, shownPage{Next: next(v.R.URL.Query().Get("next"))})
}

func (v *view) signUpPage(status int, p shownPage) error {
	if v.server.Closed {
		return errClosed
	}
	v.known()
	p.Title, p.Form = "Create an account", v.seal("sign-up")
	return v.show(status, "sign-up", p)
}

var errClosed = fault.New(fault.ScopeNotAllowed, "accounts are opened by whoever runs this service")

func (s *server) signUp(v *view) error {
	if s.Closed {
		return errClosed
	}
	p := shownPage{Next: next(v.form.Get("next")), Name: v.form.Get("name"), Email: v.form.Get("email")}
	show := func(status int, problem string) error {
		p.Problem = problem
		return v.signUpPage(status, p)
	}
	if err := v.sealed("sign-up"); err != nil {
		return v.again(err, show)
	}
	token, session, err := s.app.SignUp(v.Context(), p.Name, p.Email, v.form.Get("password"), v.Address())
	if fault.Is(err, fault.Conflict) {
		err = fault.New(fault.Conflict, "an account with this email exists already; sign in instead")
	}
	if err != nil {
		return v.again(err, show)
	}
	v.setCookie(sessionCookie, token.Reveal(), session.Expires.Sub(session.Created))
	return v.to(v.path(p.Next))
}

func (s *server) showSignOut(v *view) error {
	v.known()
	return v.show(http.StatusOK, "sign-out", shownPage{Title: "Sign out", Form: v.seal("sign-out")})
}

func (s *server) signOut(v *view) error {
	if err := v.sealed("sign-out"); err != nil {
		return err
	}
	if err := s.app.SignOut(v.Context(), v.session, v.Address()); err != nil {
		return err
	}
	v.setCookie(sessionCookie, "", 0)
	return v.to(v.path("/sign-in"))
}
