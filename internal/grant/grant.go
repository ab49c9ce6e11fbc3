// Package grant has the rules of the sign-in that clients of the connector use:
// OAuth 2.1 with PKCE, for public clients (TRACE A-18). What a client may ask
// for, where an answer to it may be sent, what a client may say of itself, and
// how long codes and tokens are good, is decided here, without HTTP and without
// a store.
//
//   - Request: what a client asks a person for (request.go);
//   - CheckRedirect, Redirects.Allow: where codes may be sent (redirect.go);
//   - Metadata: what a client says of itself when it registers, or in a document
//     at the address that is its id (metadata.go, document.go);
//   - Documents and Guarded: how such a document is had, when the address was
//     named by a stranger (documents.go, fetch.go);
//   - Redemption, Renewal: what a client sends for tokens (redeem.go).
//
// Package app keeps grants with these rules, package serve/signin is the door.
// It imports access and text. Start reading at Request.
package grant

import (
	"fmt"
	"time"
)

// How long things are good.
const (
	// CodeFor is short, since a code is on its way through a browser. CodeKept
	// is how long one that was exchanged is remembered, so that a second use is
	// noticed.
	CodeFor  = time.Minute
	CodeKept = 24 * time.Hour
	// AccessFor bounds what a stolen access token is worth.
	AccessFor = time.Hour
	// RefreshFor is how long a client may be silent, GrantFor how long it may
	// act in all before the person is asked again.
	RefreshFor = 30 * 24 * time.Hour
	GrantFor   = 365 * 24 * time.Hour
	// ClientFor is how long a registered client that nobody lets in is kept: its
	// person is about to. One that comes later registers again. ClientKept how long one that was let in is, since it last renewed: longer
	// than its grant, since it asks again by the same id.
	ClientFor  = 24 * time.Hour
	ClientKept = 2 * GrantFor
)

// How many there may be.
const (
	// MostClients is how many registered clients are kept that no account lets
	// in, of those that never were let in and of those that were. What one says
	// of itself has some 12 kB at most.
	MostClients = 2_048
	// MostGrants is how many grants an account has at once.
	MostGrants = 50
)

// Code is one of OAuth's words for what is wrong. They never change.
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

// Error is a refusal as a client is told it. Why never holds what was sent.
type Error struct {
	Code Code
	Why  string
}

// Error gives the code and why.
func (e *Error) Error() string { return fmt.Sprintf("%s: %s", e.Code, e.Why) }

// Refuse makes a refusal.
func Refuse(code Code, why string, args ...any) *Error {
	return &Error{Code: code, Why: fmt.Sprintf(why, args...)}
}
