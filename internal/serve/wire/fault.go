package wire

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/serve/openapi"
)

// Code is how HTTP says a kind of fault.
type Code struct {
	Kind    fault.Kind
	Status  int
	Meaning string // for the error table, in Markdown
}

// codes are all of them (REQ E-02, E-03), in the order of the error table.
var codes = [...]Code{
	{fault.InvalidParameter, http.StatusBadRequest, "A parameter or field has an invalid value; `param` names it and `allowed` says which values are valid."},
	{fault.MissingParameter, http.StatusBadRequest, "A required parameter or field is missing; `param` names it."},
	{fault.UnknownParameter, http.StatusBadRequest, "The path has no such query parameter; `param` names it and `allowed` the nearest valid ones. Version 2 only; names that begin with `_` or `utm_` are ignored."},
	{fault.InvalidBody, http.StatusBadRequest, "The body is not one JSON value in UTF-8, names a key twice or nests deeper than 64, or a file cannot be read. The message says why."},
	{fault.InvalidCursor, http.StatusBadRequest, "The cursor was changed, or belongs to other filters or another sort. Start over without one."},
	{fault.InvalidImage, http.StatusBadRequest, "The picture is not a whole JPEG, PNG or still WebP of at most 8,000 pixels a side and 16 million in all, or has another type than `mime_type`."},
	{fault.NoLiked, http.StatusBadRequest, "None of the liked films is in the catalogue: every id and title is unknown."},
	{fault.MissingKey, http.StatusUnauthorized, "No key was sent. Send it in the `X-API-Key` header."},
	{fault.InvalidKey, http.StatusUnauthorized, "The key is malformed, unknown, expired or revoked."},
	{fault.TierNotAllowed, http.StatusForbidden, "The key is valid, but its plan does not include this operation."},
	{fault.ScopeNotAllowed, http.StatusForbidden, "The key lacks the scope that this operation needs."},
	{fault.SandboxForbidden, http.StatusForbidden, "This operation is not part of the sandbox."},
	{fault.FilmNotFound, http.StatusNotFound, "No film has this id."},
	{fault.ScriptNotFound, http.StatusNotFound, "No analysed screenplay has this id."},
	{fault.ActorNotFound, http.StatusNotFound, "No actor has this id or name."},
	{fault.NoSimilarity, http.StatusNotFound, "The film has no similarity data."},
	{fault.NoPosterAnalysis, http.StatusNotFound, "The film has no poster analysis."},
	{fault.NotFound, http.StatusNotFound, "There is nothing at this path, or no key has this id."},
	{fault.MethodNotAllowed, http.StatusMethodNotAllowed, "The path does not have this method; the `Allow` header lists its methods."},
	{fault.RequestTimeout, http.StatusRequestTimeout, "The body came too slowly: less than 4,096 bytes a second for five seconds, or not all of it within 30 seconds."},
	{fault.Conflict, http.StatusConflict, "The request conflicts with the current state: " +
		"the account already made five keys, the key is revoked, or an `Idempotency-Key` was used with another body. " +
		"With a `Retry-After`, the same request is being executed; send it again after that time."},
	{fault.TooLarge, http.StatusRequestEntityTooLarge, "The body has more bytes than this operation accepts."},
	{fault.URITooLong, http.StatusRequestURITooLong, "The address has more than 8,192 bytes."},
	{fault.UnsupportedMedia, http.StatusUnsupportedMediaType, "The body is declared as another type than plain JSON."},
	{fault.QuotaExceeded, http.StatusTooManyRequests, "The day's budget is used up. It is renewed at 00:00 UTC, in `Retry-After` seconds."},
	{fault.RateLimited, http.StatusTooManyRequests, "Too many requests at once, or too many answers of the sandbox. The day's budget does not matter. Wait for `Retry-After` seconds."},
	{fault.HeadersTooLarge, http.StatusRequestHeaderFieldsTooLarge, "The headers have more than 16,384 bytes."},
	{fault.Internal, http.StatusInternalServerError, "The service made a mistake. The log has it under `request_id`. It cost nothing."},
	{fault.Overloaded, http.StatusServiceUnavailable, "The service is too busy, or an answer took longer than 30 seconds. It cost nothing. Wait for `Retry-After` seconds. Studio requests are refused last."},
	{fault.LinkRefused, http.StatusForbidden, "A link to a stored object was changed, has expired or was never given out. Ask the service for a new one."},
	{fault.SnapshotNotReady, http.StatusServiceUnavailable, "The snapshot is not ready yet. Wait for `Retry-After` seconds."},
	{fault.Upstream, http.StatusServiceUnavailable, "A store or another service that the answer needs did not answer. Wait for `Retry-After` seconds."},
}

// Codes gives all of them, in the order of the error table.
func Codes() []Code { return slices.Clone(codes[:]) }

// Status is the HTTP status of a kind; 500 for one that HTTP has no word for.
func Status(kind fault.Kind) int {
	for i := range codes {
		if codes[i].Kind == kind {
			return codes[i].Status
		}
	}
	return http.StatusInternalServerError
}

// Error is the only error body there is, in every version of REST (REQ E-01, E-04
// to E-06).
type Error struct {
	Error ErrorDetail `json:"error"`
}

// ErrorDetail says what went wrong.
type ErrorDetail struct {
	Code      fault.Kind `json:"code" doc:"What went wrong, in a word that never changes."`
	Message   string     `json:"message" doc:"The same in a sentence, for people."`
	Status    int        `json:"status" doc:"The HTTP status."`
	Param     string     `json:"param,omitempty" doc:"The parameter or field at fault."`
	Allowed   string     `json:"allowed,omitempty" doc:"What it may be."`
	RequestID string     `json:"request_id" doc:"Names this request in our logs; also in X-Request-Id."`
	DocsURL   string     `json:"docs_url" doc:"Where the error table explains the code."`
}

// NewDescription returns a description of the interface without operations, with this
// package's errors.
func NewDescription(info *huma.Info) *huma.OpenAPI {
	e := openapi.Errors{
		Envelope: reflect.TypeFor[Error](),
		Example: func(f *fault.Fault, status int) any {
			return Error{ErrorDetail{
				Code: f.Kind, Message: f.Message, Status: status, Param: f.Param, Allowed: f.Allowed,
				RequestID: "req_k7m2vw9xq4t8bn3c", DocsURL: "https://kinodex.example/docs/errors#" + string(f.Kind),
			}}
		},
	}
	for _, c := range codes {
		e.Codes = append(e.Codes, c.Kind)
	}
	return openapi.New(info, e)
}

// retryDefault is how long to wait when a fault of status 503 or 429 does not
// say (REQ E-11).
const retryDefault = time.Minute

// AsFault returns the fault that an error is answered with: an answer that took too long is our
// being too busy.
func AsFault(err error) *fault.Fault {
	f := fault.From(err)
	if f.Kind == fault.Internal && errors.Is(err, context.DeadlineExceeded) {
		return fault.New(fault.Overloaded, "the answer took too long; nothing was spent").Because(err)
	}
	return f
}

// RetryAfter is the header of that name for a fault, in seconds; empty when waiting
// does not help. Every 429 and 503 has one (REQ E-11).
func RetryAfter(f *fault.Fault) string {
	wait := f.RetryAfter
	if status := Status(f.Kind); wait <= 0 && (status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable) {
		wait = retryDefault
	}
	if wait <= 0 {
		return ""
	}
	return strconv.Itoa(int((wait + time.Second - 1) / time.Second))
}

// Fail answers with an error, after what Failures.Settle does about it. When the
// answer has begun already, it panics with http.ErrAbortHandler, which cuts the
// connection, so that the client cannot take what it got for the whole.
func (x *Exchange) Fail(err error) {
	if gone := x.R.Context().Err(); gone != nil && errors.Is(err, gone) {
		x.abandon()
	}
	x.Refuse(x.front.Settle(x.Context(), x.occasion(), x.Visit, err))
}

// Refuse answers with a fault as Fail does, but neither logs nor counts it as a failure,
// and gives nothing back.
func (x *Exchange) Refuse(f *fault.Fault) {
	status := Status(f.Kind)
	if x.status != 0 {
		panic(http.ErrAbortHandler)
	}
	x.front.CountRefusal(x.Visit, f)
	h := x.Header()
	delete(h, "Etag")
	delete(h, "Last-Modified")
	if status == http.StatusUnauthorized {
		h["Www-Authenticate"] = challenge
		if x.Dialect != nil && x.Dialect.Challenge != nil {
			h["Www-Authenticate"] = x.value(x.Dialect.Challenge(x.Base(), f.Kind))
		}
	}
	if wait := RetryAfter(f); wait != "" {
		h["Retry-After"] = x.value(wait)
	}
	x.bill()
	says := envelope
	if x.Dialect != nil && x.Dialect.Says != nil {
		says = x.Dialect.Says
	}
	body := says(x, f, status)
	x.tag, x.cacheTag = "", ""
	x.Send(status, body)
}

// IsRefusal reports whether a status refuses a caller for who it is, what it may,
// or how much is asked at once.
func IsRefusal(status int) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return true
	}
	return false
}

// Detail tells a fault as every dialect does.
// Secrets are redacted in its texts.
func (x *Exchange) Detail(f *fault.Fault, status int) ErrorDetail {
	message := f.Message
	if f.Kind == fault.MissingKey && x.Dialect != nil && x.Dialect.KeyPlaces != "" {
		message = "an API key is required: send it in " + x.Dialect.KeyPlaces
	}
	return ErrorDetail{
		Code: f.Kind, Message: access.Redact(message), Status: status, Param: access.Redact(f.Param), Allowed: access.Redact(f.Allowed),
		RequestID: x.ID, DocsURL: x.Base() + "/docs/errors#" + string(f.Kind),
	}
}

// envelope writes the error body of REST.
func envelope(x *Exchange, f *fault.Fault, status int) []byte {
	body, _ := json.Marshal(Error{x.Detail(f, status)})
	return body
}

var challenge = []string{`ApiKey realm="api"`}
