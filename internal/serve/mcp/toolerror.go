package mcp

import (
	"time"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/serve/encode"
)

// The codes of the connector (REQ M-10).
const (
	quotaExceeded    = "QUOTA_EXCEEDED"
	tierNotLicensed  = "TIER_NOT_LICENSED"
	scopeNotLicensed = "SCOPE_NOT_LICENSED"
	notFound         = "NOT_FOUND"
	invalidInput     = "INVALID_INPUT"
	upstreamError    = "UPSTREAM_ERROR"
)

// codes is the one table of how the connector says a kind of fault. What is not in
// it is our own failure, and may pass.
var codes = map[fault.Kind]string{
	fault.QuotaExceeded: quotaExceeded,

	fault.TierNotAllowed:   tierNotLicensed,
	fault.ScopeNotAllowed:  scopeNotLicensed,
	fault.SandboxForbidden: scopeNotLicensed,

	fault.FilmNotFound: notFound, fault.ScriptNotFound: notFound, fault.ActorNotFound: notFound,
	fault.NoSimilarity: notFound, fault.NoPosterAnalysis: notFound, fault.NotFound: notFound,

	fault.InvalidParameter: invalidInput, fault.MissingParameter: invalidInput, fault.UnknownParameter: invalidInput, fault.InvalidCursor: invalidInput,
	fault.InvalidBody: invalidInput, fault.InvalidImage: invalidInput, fault.TooLarge: invalidInput,
	fault.UnsupportedMedia: invalidInput, fault.RequestTimeout: invalidInput, fault.NoLiked: invalidInput,

	fault.RateLimited: upstreamError, fault.Overloaded: upstreamError, fault.SnapshotNotReady: upstreamError,
	fault.Upstream: upstreamError, fault.Conflict: upstreamError, fault.Internal: upstreamError,
}

// toolError is a refusal as a tool tells it (REQ M-11).
type toolError struct {
	Code      string  `json:"code"`
	Message   string  `json:"message"`
	Retryable bool    `json:"retryable"`
	Field     string  `json:"field,omitempty"`
	Allowed   string  `json:"allowed,omitempty"`
	ResetsAt  string  `json:"resets_at,omitempty"`
	Details   details `json:"details"`
}

type details struct {
	// Kind is what REST calls it, which is finer.
	Kind       fault.Kind `json:"kind"`
	RetryAfter int        `json:"retry_after_seconds,omitempty"`
}

// toolErrorOf turns a fault into a tool error. The bill says when the budget is renewed.
func toolErrorOf(f *fault.Fault, bill access.Bill) *toolError {
	d := &toolError{Code: codes[f.Kind], Message: access.Redact(f.Message), Field: access.Redact(f.Param), Allowed: access.Redact(f.Allowed), Details: details{Kind: f.Kind}}
	switch d.Code {
	case "":
		d.Code, d.Retryable = upstreamError, true
	case upstreamError:
		d.Retryable = true
	case quotaExceeded:
		d.ResetsAt = bill.Reset.UTC().Format(time.RFC3339)
	}
	if f.RetryAfter > 0 {
		d.Details.RetryAfter = int((f.RetryAfter + time.Second - 1) / time.Second)
	}
	return d
}

// appendTo appends the error as a JSON object.
func (d *toolError) appendTo(dst []byte) []byte {
	b, _ := encode.Append(dst, d, "") // strings, bools and numbers
	return b
}
