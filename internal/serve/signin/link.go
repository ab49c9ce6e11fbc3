package signin

import (
	"net/http"

	"kinodex/internal/ledger"
	"kinodex/internal/serve/session"
)

// linkPath is where a sign-in link leads.
const linkPath = "/sign-in/link"

// showLink answers GET /sign-in/link with a button. Looking at the page uses nothing up,
// since mail programs and chats look at links before people do.
func (s *server) showLink(v *view) error {
	token := v.R.URL.Query().Get("token")
	_, account, err := s.app.Identity().SignInLink(v.Context(), token)
	if err != nil {
		return err
	}
	return v.linkPage(http.StatusOK, account, token, "")
}

// linkPage shows the button that uses a sign-in link.
func (v *view) linkPage(status int, account ledger.Account, token, problem string) error {
	v.Known()
	return v.show(status, "link", pageData{
		Title: "Sign in", Form: v.Seal("link", token), Account: account, Problem: problem, Token: token,
	})
}

// useLink begins a session for the account of a sign-in link. A link works once. A session
// of this browser that was on ends, whoever's it was.
func (s *server) useLink(v *view) error {
	token := v.Form.Get("token")
	_, account, err := s.app.Identity().SignInLink(v.Context(), token)
	if err != nil {
		return err
	}
	if err := v.Sealed("link", token); err != nil {
		return v.again(err, func(status int, problem string) error { return v.linkPage(status, account, token, problem) })
	}
	secret, begun, err := s.app.Identity().SignInByLink(v.Context(), token, v.Address())
	if err != nil {
		return err
	}
	if v.SignedIn() {
		if err := s.app.Identity().SignOut(v.Context(), v.Token, v.Address()); err != nil {
			return err
		}
	}
	v.SetCookie(session.SessionCookie, secret.Reveal(), begun.Expires.Sub(begun.Created))
	if s.Pages {
		return v.Redirect(v.Path("/"))
	}
	return v.Redirect(v.Path(next("")))
}
