package kinodex

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// Error is an error that the service answered with.
type Error struct {
	Code      Code   `json:"code"`
	Message   string `json:"message"`
	Status    int    `json:"status"`
	Param     string `json:"param"`      // the parameter or field at fault
	Allowed   string `json:"allowed"`    // what it may be
	RequestID string `json:"request_id"` // names the request in the service's logs
	DocsURL   string `json:"docs_url"`
	// RetryAfter is how long the service asks to wait; 0 when waiting does not help.
	RetryAfter time.Duration `json:"-"`
}

// Error returns the message, the code and the request.
func (e *Error) Error() string {
	return fmt.Sprintf("kinodex: %s (%s, status %d, request %s)", e.Message, e.Code, e.Status, e.RequestID)
}

// Is reports whether the target is the error's code.
func (e *Error) Is(target error) bool {
	code, ok := target.(Code)
	return ok && code == e.Code
}

// Code is what went wrong, in a word that never changes. A code is an error, for
// errors.Is. Services may know more codes than this client.
type Code string

// Error returns the code.
func (c Code) Error() string { return string(c) }

// ConnectionError says that no whole answer came, after all tries.
type ConnectionError struct {
	Tries int
	Err   error
}

// Error says what failed and how often.
func (e *ConnectionError) Error() string {
	return fmt.Sprintf("kinodex: no answer after %d tries: %v", e.Tries, e.Err)
}

// Unwrap returns what the last try failed with.
func (e *ConnectionError) Unwrap() error { return e.Err }

// ErrCorrupt says that a download is not the file that the service described.
var ErrCorrupt = errors.New("kinodex: the download is not what the manifest describes")

// readError makes an error of an answer that is one. A body that is not the service's own,
// such as a proxy's page, gives an error without a code.
func readError(r *http.Response, body []byte) *Error {
	var envelope struct {
		Error *Error `json:"error"`
	}
	if json.Unmarshal(body, &envelope) != nil || envelope.Error == nil {
		envelope.Error = &Error{Message: http.StatusText(r.StatusCode)}
	}
	e := envelope.Error
	e.Status = r.StatusCode
	if e.RequestID == "" {
		e.RequestID = r.Header.Get("X-Request-Id")
	}
	e.RetryAfter = retryAfter(r.Header)
	return e
}
