package account

import (
	"strings"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/identity"
	"kinodex/internal/serve/site/page"
)

// keysView is the page of keys. Made is a key that was just made, which is shown this once.
type keysView struct {
	keys    []identity.Key
	made    *identity.NewKey
	scopes  []string // those that the plan has
	form    string   // its token
	problem string
	name    string // what was typed
}

// showKeys answers GET /account/keys.
func showKeys(v *page.View) error { return keysPageOf(v, keysView{}) }

func keysPageOf(v *page.View, shown keysView) error {
	var err error
	if shown.keys, err = v.App.Identity().OwnKeys(v.Context(), v.Caller); err != nil {
		return err
	}
	v.Known()
	shown.form = v.SealOnce("keys")
	if v.Caller.Plan.Keys() {
		shown.scopes = v.Caller.Plan.DefaultScopes().Names()
	}
	a := page.Answer{Content: keysPage(shown)}
	if shown.made != nil {
		a.Scripts = []string{"docs"} // keeps the new key for the examples
	}
	return answer(v, "Your keys", a)
}

// changeKeys creates, replaces or revokes a key. A new key is in the answer and nowhere else;
// the form works once, so that loading the answer again makes no second key.
func changeKeys(v *page.View) error {
	shown := keysView{name: v.Form.Get("name")}
	err := v.SealedOnce("keys")
	if err == nil {
		err = v.Once()
	}
	if err == nil {
		shown.made, err = changed(v)
	}
	if err != nil {
		return again(v, err, func(problem string) error {
			shown.problem = problem
			return keysPageOf(v, shown)
		})
	}
	if shown.made == nil {
		return v.Redirect(v.Path("/account/keys"))
	}
	shown.name = ""
	return keysPageOf(v, shown)
}

// overlap is how long a key that was replaced works on.
const overlap = 24 * time.Hour

// changed does what the form asks for. It returns a key if one was made.
func changed(v *page.View) (*identity.NewKey, error) {
	id := v.Form.Get("id")
	switch v.Form.Get("do") {
	case "create":
		scopes, err := access.ParseScopes(strings.Join(v.Form["scope"], ","))
		if err != nil {
			return nil, fault.Param("scopes", "at least one")
		}
		made, err := v.App.Identity().CreateOwnKey(v.Context(), v.Caller, v.Form.Get("name"), &scopes)
		return orNone(made, err)
	case "rotate":
		made, err := v.App.Identity().RotateOwnKey(v.Context(), v.Caller, id, overlap)
		return orNone(made, err)
	case "revoke":
		return nil, v.App.Identity().RevokeOwnKey(v.Context(), v.Caller, id)
	}
	return nil, fault.Param("do", "create, rotate or revoke")
}

func orNone(made identity.NewKey, err error) (*identity.NewKey, error) {
	if err != nil {
		return nil, err
	}
	return &made, nil
}
