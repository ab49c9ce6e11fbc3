package signin

import (
	"net/http"

	"kinodex/internal/fault"
	"kinodex/internal/grant"
	"kinodex/internal/serve/session"
	"kinodex/internal/serve/wire"
)

// registration is what was stored of a client's metadata (RFC 7591 section 3.2.1). Clients
// are public: they get no secret.
type registration struct {
	ID            string   `json:"client_id"`
	IssuedAt      int64    `json:"client_id_issued_at"`
	Name          string   `json:"client_name"`
	URI           string   `json:"client_uri,omitempty"`
	Redirects     []string `json:"redirect_uris"`
	AuthMethod    string   `json:"token_endpoint_auth_method"`
	GrantTypes    []string `json:"grant_types"`
	ResponseTypes []string `json:"response_types"`
}

// register answers POST /oauth/register with 201 and the client's id (RFC 7591; REQ A-18).
// Metadata that is refused is a *grant.Error. Registrations are limited for each network and
// in all; one too many is a fault of kind RateLimited.
func (s *server) register(x *wire.Exchange) error {
	body, err := session.Posted(x, "application/json", maxBody)
	if err != nil {
		return err
	}
	if malformed := wire.CheckJSON(body); malformed != nil {
		return grant.Refuse(grant.InvalidMetadata, "%s", fault.From(malformed).Message)
	}
	c, err := s.app.Identity().RegisterClient(x.Context(), body, x.Address())
	if err != nil {
		return err
	}
	return send(x, http.StatusCreated, registration{
		ID: c.ID, IssuedAt: c.Created.Unix(), Name: c.Name, URI: c.URI, Redirects: c.Redirects, AuthMethod: "none",
		GrantTypes: []string{"authorization_code", "refresh_token"}, ResponseTypes: []string{"code"},
	})
}
