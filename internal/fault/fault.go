// Package fault holds the one error a stranger may see.
//
// Every rule in the house that says no says it with a Fault: a Kind that doors
// turn into their own words (an HTTP status and code, a connector code), a
// message fit for a stranger, and, where input was wrong, the parameter and
// the range it allows. Anything that is not a Fault is a defect of ours: doors
// answer it as Internal and log the cause once.
//
// The package imports only the standard library; every other package may
// import it. Start reading at Kind.
package fault

import (
	"errors"
	"fmt"
	"time"
)

// Kind says what went wrong, in the stable snake_case words of the interface
// (TRACE E-03). The words are part of the contract and never change.
type Kind string

// The kinds, grouped by what the caller can do about them.
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

// Fault is an error fit for a stranger. Message never holds a secret, a
// submitted text or a file path.
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
	// Charged is set when the refusal is paid for like an answer: what was sent used
	// up all the work there is for one request.
	Charged bool

	cause error
}

// Error gives the message, and the cause when there is one, for the log.
func (f *Fault) Error() string {
	if f.cause != nil {
		return fmt.Sprintf("%s: %v", f.Message, f.cause)
	}
	return f.Message
}

// Unwrap gives the cause, which is for the log and never for the stranger.
func (f *Fault) Unwrap() error { return f.cause }

// New makes a fault of a kind.
func New(kind Kind, format string, args ...any) *Fault {
	return &Fault{Kind: kind, Message: fmt.Sprintf(format, args...)}
}

// Param says that a parameter or body field has a value it may not have.
// The message names both the parameter and what it allows (TRACE E-12).
func Param(name, allowed string) *Fault {
	return &Fault{
		Kind:    InvalidParameter,
		Message: fmt.Sprintf("%s must be %s", name, allowed),
		Param:   name,
		Allowed: allowed,
	}
}

// Missing says that a required parameter or body field is absent.
func Missing(name, allowed string) *Fault {
	return &Fault{
		Kind:    MissingParameter,
		Message: fmt.Sprintf("%s is required: %s", name, allowed),
		Param:   name,
		Allowed: allowed,
	}
}

// Because attaches the cause, for the log.
func (f *Fault) Because(err error) *Fault {
	g := *f
	g.cause = err
	return &g
}

// After says how long to wait before asking again.
func (f *Fault) After(wait time.Duration) *Fault {
	g := *f
	g.RetryAfter = wait
	return &g
}

// From gives the fault inside err, or an Internal fault that keeps err as its
// cause and tells the stranger nothing of it. From(nil) is nil.
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

// Is reports whether err is a fault of the kind.
func Is(err error, kind Kind) bool {
	var f *Fault
	return errors.As(err, &f) && f.Kind == kind
}
