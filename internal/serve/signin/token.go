package signin

import (
	"net/http"
	"net/url"

	"kinodex/internal/grant"
	"kinodex/internal/identity"
	"kinodex/internal/serve/session"
	"kinodex/internal/serve/wire"
)

// tokens are what a client gets (RFC 6749 section 5.1). ExpiresIn is in seconds.
type tokens struct {
	Access    string `json:"access_token"`
	Type      string `json:"token_type"`
	ExpiresIn int    `json:"expires_in"`
	Refresh   string `json:"refresh_token"`
	Scope     string `json:"scope"`
}

// form returns what a client posts to an endpoint for public clients. A client that shows
// credentials in Authorization is refused with invalid_client, and a parameter that is given
// twice is an error.
func form(x *wire.Exchange) (url.Values, error) {
	if x.R.Header.Get("Authorization") != "" {
		return nil, grant.Refuse(grant.InvalidClient, "clients have no secret here; send client_id in the body and no Authorization header")
	}
	body, err := session.Posted(x, "application/x-www-form-urlencoded", maxBody)
	if err != nil {
		return nil, err
	}
	values, refused := grant.ReadForm(string(body))
	if refused != nil {
		return nil, refused
	}
	return values, nil
}

// token answers POST /oauth/token: it exchanges a code or a refresh token for tokens. A code
// or a refresh token that comes a second time ends its grant (REQ A-18). No cache keeps the
// answer.
func (s *server) token(x *wire.Exchange) error {
	values, err := form(x)
	if err != nil {
		return err
	}
	var t identity.Tokens
	switch values.Get("grant_type") {
	case "authorization_code":
		r, refused := grant.ReadRedemption(values)
		if refused != nil {
			return refused
		}
		t, err = s.app.Identity().Redeem(x.Context(), r, x.Address())
	case "refresh_token":
		r, refused := grant.ReadRenewal(values)
		if refused != nil {
			return refused
		}
		t, err = s.app.Identity().Renew(x.Context(), r, x.Address())
	case "":
		err = grant.Refuse(grant.InvalidRequest, "grant_type is missing")
	default:
		err = grant.Refuse(grant.UnsupportedGrantType, "grant_type must be authorization_code or refresh_token")
	}
	if err != nil {
		return err
	}
	return send(x, http.StatusOK, tokens{
		Access: t.Access.Reveal(), Type: "Bearer", ExpiresIn: int(t.ExpiresIn.Seconds()),
		Refresh: t.Refresh.Reveal(), Scope: grant.ScopeText(t.Scopes),
	})
}

// revoke answers POST /oauth/revoke: it ends the grant of a token (RFC 7009). A token that
// does not exist is 200, since it opens nothing. A token of another client is refused.
func (s *server) revoke(x *wire.Exchange) error {
	values, err := form(x)
	if err != nil {
		return err
	}
	switch {
	case values.Get("token") == "":
		return grant.Refuse(grant.InvalidRequest, "token is missing")
	case values.Get("client_id") == "":
		return grant.Refuse(grant.InvalidClient, "client_id is missing")
	}
	if err := s.app.Identity().RevokeToken(x.Context(), values.Get("token"), values.Get("client_id"), x.Address()); err != nil {
		return err
	}
	return send(x, http.StatusOK, struct{}{})
}
