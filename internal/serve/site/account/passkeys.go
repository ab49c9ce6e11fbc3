package account

import (
	"net/http"

	"kinodex/internal/fault"
	"kinodex/internal/identity"
	"kinodex/internal/serve/session"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/wire"
)

// tie returns what ties a question to a device to this browser and form.
func tie(v *page.View, about string) []string { return []string{"passkey", v.Browser, v.Token, about} }

// passkeysView is the page of passkeys. Options is what a device is asked for a new one, as
// JSON; empty where passkeys do not work.
type passkeysView struct {
	all            []identity.Passkey
	options, state string
	form, problem  string
}

// showPasskeys answers GET /account/passkeys.
func showPasskeys(v *page.View) error { return passkeysPageOf(v, "") }

func passkeysPageOf(v *page.View, problem string) error {
	v.Known()
	shown := passkeysView{form: v.Seal("passkeys"), problem: problem}
	var err error
	if shown.all, err = v.App.Identity().Passkeys(v.Context(), v.Caller); err != nil {
		return err
	}
	if identity.PasskeysAt(v.Base()) {
		shown.state = v.App.Identity().SealOnce(tie(v, "add")...)
		options, err := v.App.Identity().AskNewPasskey(v.Context(), v.Caller, v.Base(), shown.state)
		if err != nil {
			return err
		}
		shown.options = string(options)
	}
	return answer(v, "Your passkeys", page.Answer{Content: passkeysPage(shown), Scripts: []string{"passkey"}})
}

// changePasskeys adds, names or removes a passkey.
func changePasskeys(v *page.View) error {
	err := v.Sealed("passkeys")
	if err == nil {
		switch id := v.Form.Get("id"); v.Form.Get("do") {
		case "add":
			err = v.App.Identity().AddPasskey(v.Context(), v.Caller, v.Base(), v.Form.Get("name"), v.Form.Get("answer"), v.Form.Get("state"), tie(v, "add")...)
		case "name":
			err = v.App.Identity().NamePasskey(v.Context(), v.Caller, id, v.Form.Get("name"))
		case "remove":
			err = v.App.Identity().EndPasskey(v.Context(), v.Caller, id)
		default:
			err = fault.Param("do", "add, name or remove")
		}
	}
	if err != nil {
		return again(v, err, func(problem string) error { return passkeysPageOf(v, problem) })
	}
	return v.Redirect(v.Path("/account/passkeys"))
}

// askPasskey answers GET /sign-in/passkey with a button that asks the device. It names no
// account, whoever exists.
func askPasskey(v *page.View) error {
	to := session.Next(v.Query().Get("next"), "/account")
	if v.SignedIn() {
		return v.Redirect(v.Path(to))
	}
	return signInPageOf(v, to, http.StatusOK, "")
}

func signInPageOf(v *page.View, to string, status int, problem string) error {
	if err := v.RequireSafe(); err != nil {
		return err
	}
	v.Known()
	state, options := v.App.Identity().SealOnce(tie(v, "sign in")...), ""
	if identity.PasskeysAt(v.Base()) {
		asked, err := v.App.Identity().AskPasskey(v.Base(), state)
		if err != nil {
			return err
		}
		options = string(asked)
	}
	v.Header().Set("Cache-Control", "no-store")
	return v.Answer(page.Answer{
		Title: "Sign in with a passkey", Content: signInPage(options, state, to, problem), Scripts: []string{"passkey"}, Bare: true, Status: status,
	})
}

// signIn begins a session for the account whose passkey the device showed. The state is the
// form's token: it is of this browser, and works once.
func signIn(v *page.View) error {
	to := session.Next(v.Form.Get("next"), "/account")
	if err := v.RequireSafe(); err != nil {
		return err
	}
	token, begun, err := v.App.Identity().SignInByPasskey(v.Context(), v.Base(), v.Form.Get("answer"), v.Address(), v.Form.Get("state"), tie(v, "sign in")...)
	if err != nil {
		f := fault.From(err)
		if wait := wire.RetryAfter(f); wait != "" {
			v.Header().Set("Retry-After", wait)
		}
		status := wire.Status(f.Kind)
		if status == http.StatusUnauthorized {
			status = http.StatusForbidden
		}
		return again(v, err, func(problem string) error { return signInPageOf(v, to, status, problem) })
	}
	v.SetCookie(session.SessionCookie, token.Reveal(), begun.Expires.Sub(begun.Created))
	return v.Redirect(v.Path(to))
}
