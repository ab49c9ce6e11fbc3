package grant

import (
	"net/url"
	"strings"

	"kinodex/internal/access"
)

// Redemption is a token request of grant type authorization_code: a client exchanges
// a code for its first tokens (RFC 6749 section 4.1.3). Code, Verifier and Client are
// not empty; whether they are right, the store knows.
type Redemption struct {
	Code, Verifier, Client string
	Redirect               string // empty when it was not sent, as OAuth 2.1 has it
	Resource               string // empty when it was not sent
}

// Renewal is a token request of grant type refresh_token: a client exchanges a refresh
// token for its next tokens (RFC 6749 section 6). Refresh and Client are not empty.
type Renewal struct {
	Refresh, Client, Resource string
	Scope                     string // empty for the same as before
}

// ReadForm reads the form that a client posts. A parameter that is given twice is an
// error, which does not repeat its name.
func ReadForm(body string) (url.Values, *Error) {
	form, err := url.ParseQuery(body)
	if err != nil {
		return nil, Refuse(InvalidRequest, "the body must be application/x-www-form-urlencoded")
	}
	for name, values := range form {
		if len(values) > 1 && name != "resource" {
			return nil, Refuse(InvalidRequest, "a parameter is given more than once")
		}
	}
	if len(form["resource"]) > 1 {
		return nil, Refuse(InvalidTarget, "resource is given more than once; a token is for one resource")
	}
	return form, nil
}

// ReadRedemption reads a token request of grant type authorization_code.
func ReadRedemption(form url.Values) (Redemption, *Error) {
	r := Redemption{form.Get("code"), form.Get("code_verifier"), form.Get("client_id"), form.Get("redirect_uri"), form.Get("resource")}
	switch {
	case r.Client == "":
		return r, Refuse(InvalidClient, "client_id is missing")
	case r.Code == "":
		return r, Refuse(InvalidRequest, "code is missing")
	case r.Verifier == "":
		return r, Refuse(InvalidRequest, "code_verifier is missing: PKCE is required")
	}
	return r, nil
}

// ReadRenewal reads a token request of grant type refresh_token.
func ReadRenewal(form url.Values) (Renewal, *Error) {
	r := Renewal{form.Get("refresh_token"), form.Get("client_id"), form.Get("resource"), form.Get("scope")}
	switch {
	case r.Client == "":
		return r, Refuse(InvalidClient, "client_id is missing")
	case r.Refresh == "":
		return r, Refuse(InvalidRequest, "refresh_token is missing")
	}
	return r, nil
}

// Narrow returns the scopes of the next access token: those granted, or those of them
// that are asked for. Scopes beyond the grant are left out; the error is InvalidScope
// when nothing is left.
func (r Renewal) Narrow(granted access.Scopes) (access.Scopes, *Error) {
	if strings.TrimSpace(r.Scope) == "" {
		return granted, nil
	}
	asked, err := parseScope(r.Scope)
	if err != nil || asked&granted == 0 {
		return 0, Refuse(InvalidScope, "scope must have one of those that were granted: %s", ScopeText(granted))
	}
	return asked & granted, nil
}
