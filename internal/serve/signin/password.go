package signin

import (
	"net/http"

	"kinodex/internal/fault"
	"kinodex/internal/ledger"
	"kinodex/internal/serve/session"
)

// passwordForm is the form for a new password.
type passwordForm struct {
	Action string
	Token  string // of a reset link; without it the present password is asked for
	None   bool   // whether there is no present one to ask for
}

const (
	changePath = "/account/password"
	resetPath  = "/reset-password"
)

var errRepeat = fault.New(fault.InvalidParameter, "the two new passwords differ")

// showChange answers GET /account/password with the form for a new password, or with the form
// to sign in.
func (s *server) showChange(v *view) error {
	if !v.SignedIn() {
		return v.signInPage(http.StatusOK, changePath, "", "")
	}
	return v.changePage(http.StatusOK, "")
}

// changePage shows the form for a new password. For an account that has no password yet, it
// does not ask for the present one.
func (v *view) changePage(status int, problem string) error {
	account, err := v.server.app.Identity().Account(v.Context(), v.Caller)
	if err != nil {
		return err
	}
	v.Known()
	return v.show(status, "password", pageData{
		Title: "Change your password", Form: v.Seal("password"), Account: account, Problem: problem,
		Password: passwordForm{Action: changePath, None: account.Password == ""},
	})
}

// change sets the password of whoever is signed in. All sessions of the account end, this one
// too. A wrong present password and two new ones that differ show the form again.
func (s *server) change(v *view) error {
	if !v.SignedIn() {
		return v.signInPage(http.StatusForbidden, changePath, "", "your session has ended; sign in again")
	}
	err := v.Sealed("password")
	if err == nil && v.Form.Get("password") != v.Form.Get("repeat") {
		err = errRepeat
	}
	if err == nil {
		err = s.app.Identity().SetPassword(v.Context(), v.Caller, v.Form.Get("present"), v.Form.Get("password"))
	}
	if err != nil {
		return v.again(err, v.changePage)
	}
	v.SetCookie(session.SessionCookie, "", 0)
	return v.Redirect(v.Path("/sign-in?changed"))
}

// showReset shows what a reset link leads to. Looking at it uses nothing up, since
// mail programs look at links before people do.
func (s *server) showReset(v *view) error {
	token := v.R.URL.Query().Get("token")
	account, err := s.app.Identity().PasswordReset(v.Context(), token)
	if err != nil {
		return err
	}
	return v.resetPage(http.StatusOK, account, token, "")
}

// resetPage shows the form for a new password that a reset link leads to. The form carries
// the link's token.
func (v *view) resetPage(status int, account ledger.Account, token, problem string) error {
	v.Known()
	return v.show(status, "password", pageData{
		Title: "Set a new password", Form: v.Seal("reset", token), Account: account, Problem: problem,
		Password: passwordForm{Action: resetPath, Token: token},
	})
}

// reset sets the password of the account that a reset link is for. A link works once. Two new
// passwords that differ show the form again and do not use the link up. Nobody is signed in
// by it.
func (s *server) reset(v *view) error {
	token := v.Form.Get("token")
	account, err := s.app.Identity().PasswordReset(v.Context(), token)
	if err != nil {
		return err
	}
	err = v.Sealed("reset", token)
	if err == nil && v.Form.Get("password") != v.Form.Get("repeat") {
		err = errRepeat
	}
	if err == nil {
		err = s.app.Identity().ResetPassword(v.Context(), token, v.Form.Get("password"), v.Address())
	}
	if err != nil {
		return v.again(err, func(status int, problem string) error { return v.resetPage(status, account, token, problem) })
	}
	return v.Redirect(v.Path("/sign-in?changed"))
}
