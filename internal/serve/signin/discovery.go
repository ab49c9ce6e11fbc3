package signin

import (
	"encoding/json"
	"net/http"

	"kinodex/internal/access"
	"kinodex/internal/serve/wire"
)

// resourceMetadata says where a client gets tokens for the connector (RFC 9728; REQ A-18).
type resourceMetadata struct {
	Resource             string   `json:"resource"`
	AuthorizationServers []string `json:"authorization_servers"`
	Scopes               []string `json:"scopes_supported"`
	BearerMethods        []string `json:"bearer_methods_supported"`
	Name                 string   `json:"resource_name"`
}

// protectedResource answers with the metadata of the connector. It is the same at the path
// with /mcp and without.
func (s *server) protectedResource(x *wire.Exchange) error {
	return public(x, resourceMetadata{resource(x), []string{x.Base()}, access.Grantable.Names(), []string{"header"}, "Kinodex"})
}

// serverMetadata says what the authorization server does (RFC 8414; REQ A-18), and nothing
// that it does not do.
type serverMetadata struct {
	Issuer            string   `json:"issuer"`
	Authorize         string   `json:"authorization_endpoint"`
	Token             string   `json:"token_endpoint"`
	Register          string   `json:"registration_endpoint"`
	Revoke            string   `json:"revocation_endpoint"`
	Scopes            []string `json:"scopes_supported"`
	ResponseTypes     []string `json:"response_types_supported"`
	ResponseModes     []string `json:"response_modes_supported"`
	GrantTypes        []string `json:"grant_types_supported"`
	TokenAuthMethods  []string `json:"token_endpoint_auth_methods_supported"`
	RevokeAuthMethods []string `json:"revocation_endpoint_auth_methods_supported"`
	ChallengeMethods  []string `json:"code_challenge_methods_supported"`
	SaysIssuer        bool     `json:"authorization_response_iss_parameter_supported"`
	ClientDocuments   bool     `json:"client_id_metadata_document_supported"`
	ProtectedResource []string `json:"protected_resources"`
}

// authorizationServer answers with the metadata of the authorization server. Its issuer is
// the address that the service is reached at. Clients are public: no method to authenticate
// them is offered.
func (s *server) authorizationServer(x *wire.Exchange) error {
	base := x.Base()
	none := []string{"none"}
	return public(x, serverMetadata{
		Issuer:            base,
		Authorize:         base + "/oauth/authorize",
		Token:             base + "/oauth/token",
		Register:          base + "/oauth/register",
		Revoke:            base + "/oauth/revoke",
		Scopes:            access.Grantable.Names(),
		ResponseTypes:     []string{"code"},
		ResponseModes:     []string{"query"},
		GrantTypes:        []string{"authorization_code", "refresh_token"},
		TokenAuthMethods:  none,
		RevokeAuthMethods: none,
		ChallengeMethods:  []string{"S256"},
		SaysIssuer:        true,
		ClientDocuments:   s.app.Identity().ClientDocuments(),
		ProtectedResource: []string{resource(x)},
	})
}

// public answers with v as JSON that any cache may keep for 300 seconds. v must be the same
// for everyone who asks at this address.
func public(x *wire.Exchange, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	x.Header().Set("Cache-Control", "public, max-age=300")
	x.Header().Set("Vary", "Accept-Encoding")
	x.Send(http.StatusOK, append(x.Body(), body...))
	return nil
}
