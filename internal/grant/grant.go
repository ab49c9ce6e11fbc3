// Package grant has the rules of OAuth 2.1 by which clients of the connector sign
// people in: the authorization code flow with PKCE, for public clients (REQ
// It decides what a client may ask for, where a code may be sent, what a
// client may say of itself, and how long codes and tokens are valid. It has no
// store, and no HTTP but for the documents it fetches.
//
//   - Request: an authorization request (request.go);
//   - CheckRedirect, Redirects.Allow: where codes may be sent (redirect.go);
//   - Metadata: what a client says of itself when it registers, or in a document
//     at the address that is its id (metadata.go, document.go);
//   - Documents and PublicFetch: how such a document is fetched from an address
//     that a stranger named (documents.go, fetch.go);
//   - Redemption, Renewal: token requests (redeem.go).
//
// Package app stores grants by these rules; package serve/signin is the
// authorization server. Errors that a client sees are of type Error. The package
// imports access and text. Start reading at Request.
package grant

import (
	"fmt"
	"time"
)

// How long things are valid.
const (
	// CodeTTL is how long an authorization code may be exchanged. It is short,
	// since a code travels through a browser.
	CodeTTL = time.Minute
	// CodeRetention is how long an exchanged code is remembered, so that a second
	// use is noticed and ends the grant.
	CodeRetention = 24 * time.Hour
	// AccessTTL is how long an access token works, and so how long a stolen one does.
	AccessTTL = time.Hour
	// RefreshTTL is how long a refresh token may go unused.
	RefreshTTL = 30 * 24 * time.Hour
	// GrantTTL is how long a client may act in all before the person is asked again.
	GrantTTL = 365 * 24 * time.Hour
	// UnusedClientTTL is how long a registered client is kept that nobody has
	// allowed yet. One that comes later registers again.
	UnusedClientTTL = 24 * time.Hour
	// ClientTTL is how long a client that was allowed once is kept after its last
	// renewal: longer than a grant, since it asks again under the same id.
	ClientTTL = 2 * GrantTTL
)

// How many there may be.
const (
	// MaxClients bounds the registered clients that no account allows: as many of
	// those that never were allowed, and as many of those that once were. One takes
	// at most some 12 kB.
	MaxClients = 2_048
	// MaxGrants is how many grants an account may have at a time.
	MaxGrants = 50
)

// Code is an error code of OAuth, as it stands in the parameter or field "error".
type Code string

// The codes of RFC 6749, 7591 and 8707 that are used.
const (
	InvalidRequest  Code = "invalid_request"
	InvalidClient   Code = "invalid_client"
	InvalidGrant    Code = "invalid_grant"
	InvalidScope    Code = "invalid_scope"
	InvalidTarget   Code = "invalid_target"
	InvalidRedirect Code = "invalid_redirect_uri"
	InvalidMetadata Code = "invalid_client_metadata"
	AccessDenied    Code = "access_denied"

	UnsupportedGrantType    Code = "unsupported_grant_type"
	UnsupportedResponseType Code = "unsupported_response_type"
	TemporarilyUnavailable  Code = "temporarily_unavailable"
	ServerError             Code = "server_error"
)

// Error is a refusal as a client sees it: Why is the error_description. It never
// repeats what was sent, so it is safe to show and to log.
type Error struct {
	Code Code
	Why  string
}

// Error returns the code and the description.
func (e *Error) Error() string { return fmt.Sprintf("%s: %s", e.Code, e.Why) }

// Refuse returns an Error; why and args are those of fmt.Sprintf.
func Refuse(code Code, why string, args ...any) *Error {
	return &Error{Code: code, Why: fmt.Sprintf(why, args...)}
}
