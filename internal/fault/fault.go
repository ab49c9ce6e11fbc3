// Package fault has the only error that a client may see.
//
// Every rule that refuses something does so with a Fault: a Kind, which each dialect
// turns into its own terms (an HTTP status and code, a code of the connector), a
// message that is safe to show, and, where input was wrong, the parameter and what it
// allows. Any other error is a defect of ours: it is answered as Internal, and its
// cause is logged once.
//
// The package imports only the standard library; every other package may import it.
// Start reading at Kind.
package fault

import (
	"errors"
	"fmt"
	"time"
)

// Kind is what went wrong: the code of the interface, in snake_case (REQ E-03).
// Clients rely on these strings; they never change.
type Kind string

// The kinds, grouped by what the client can do about them.
const (
	MissingKey       Kind = "missing_api_key"
	InvalidKey       Kind = "invalid_api_key"
	TierNotAllowed   Kind = "tier_not_allowed"
	ScopeNotAllowed  Kind = "scope_not_allowed"
	SandboxForbidden Kind = "sandbox_not_allowed"

	InvalidParameter Kind = "invalid_parameter"
	MissingParameter Kind = "missing_parameter"
	UnknownParameter Kind = "unknown_parameter"
	InvalidBody      Kind = "invalid_body"
	InvalidCursor    Kind = "invalid_cursor"
	InvalidImage     Kind = "invalid_image"
	TooLarge         Kind = "payload_too_large"
	UnsupportedMedia Kind = "unsupported_media_type"
	RequestTimeout   Kind = "request_timeout"
	URITooLong       Kind = "uri_too_long"
	HeadersTooLarge  Kind = "headers_too_large"
	Conflict         Kind = "conflict"
	NoLiked          Kind = "no_liked_resolved"

	FilmNotFound     Kind = "film_not_found"
	ScriptNotFound   Kind = "script_not_found"
	ActorNotFound    Kind = "actor_not_found"
	NoSimilarity     Kind = "no_similarity_data"
	NoPosterAnalysis Kind = "no_poster_analysis"
	NotFound         Kind = "not_found"
	MethodNotAllowed Kind = "method_not_allowed"

	QuotaExceeded    Kind = "quota_exceeded"
	RateLimited      Kind = "rate_limited"
	Overloaded       Kind = "overloaded"
	LinkRefused      Kind = "link_refused"
	SnapshotNotReady Kind = "snapshot_not_ready"
	Upstream         Kind = "upstream_error"
	Internal         Kind = "internal_error"
)

// Fault is an error that a client may see. Message never has a secret, a submitted
// text or a file path in it. A Fault is immutable: Because and After return copies.
type Fault struct {
	Kind    Kind
	Message string
	// Param names the parameter or body field at fault, empty when none is.
	Param string
	// Allowed describes the values Param may take, e.g. "an integer from 1 to 500".
	Allowed string
	// RetryAfter is how long to wait before asking again; zero when waiting
	// does not help.
	RetryAfter time.Duration
	// Charged is set when the refusal costs as much as an answer, because working on
	// what was sent took all the time there is for one request.
	Charged bool

	cause error
}

// Error returns the message and, when there is one, the cause. It is for the log:
// clients get Message alone.
func (f *Fault) Error() string {
	if f.cause != nil {
		return fmt.Sprintf("%s: %v", f.Message, f.cause)
	}
	return f.Message
}

// Unwrap returns the cause, which is for the log and never for the client.
func (f *Fault) Unwrap() error { return f.cause }

// New returns a fault of a kind; format and args make its message as fmt.Sprintf does.
func New(kind Kind, format string, args ...any) *Fault {
	return &Fault{Kind: kind, Message: fmt.Sprintf(format, args...)}
}

// Param returns a fault of kind InvalidParameter for a parameter or a field of a body.
// The message reads "NAME must be ALLOWED" (REQ E-12), so allowed is a phrase such
// as "an integer from 1 to 500".
func Param(name, allowed string) *Fault {
	return &Fault{
		Kind:    InvalidParameter,
		Message: fmt.Sprintf("%s must be %s", name, allowed),
		Param:   name,
		Allowed: allowed,
	}
}

// Missing returns a fault of kind MissingParameter for a required parameter or field
// of a body. The message reads "NAME is required: ALLOWED".
func Missing(name, allowed string) *Fault {
	return &Fault{
		Kind:    MissingParameter,
		Message: fmt.Sprintf("%s is required: %s", name, allowed),
		Param:   name,
		Allowed: allowed,
	}
}

// Because returns a copy of the fault with a cause, for the log.
func (f *Fault) Because(err error) *Fault {
	g := *f
	g.cause = err
	return &g
}

// After returns a copy of the fault that says how long to wait before asking again.
func (f *Fault) After(wait time.Duration) *Fault {
	g := *f
	g.RetryAfter = wait
	return &g
}

// From returns the fault that err is or wraps. Any other error becomes the cause of an
// Internal fault, whose message says nothing of it. From(nil) is nil.
func From(err error) *Fault {
	if err == nil {
		return nil
	}
	var f *Fault
	if errors.As(err, &f) {
		return f
	}
	return New(Internal, "something went wrong on our side").Because(err)
}

// Is reports whether err is, or wraps, a fault of the kind.
func Is(err error, kind Kind) bool {
	var f *Fault
	return errors.As(err, &f) && f.Kind == kind
}
