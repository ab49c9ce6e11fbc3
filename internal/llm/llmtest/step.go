package llmtest

import (
	"net/http"
	"time"
)

// Step is how one question is answered.
type Step struct {
	text      string
	long      bool // stopped for its length
	declined  bool
	empty     bool
	cutOff    bool
	raw       []byte
	redirect  string
	hang      bool
	slow      time.Duration
	held      <-chan struct{}
	complaint *complaint
}

// complaint is a refusal with a status, in the words of the protocol.
type complaint struct {
	status               int
	kind, param, message string
	retryAfter           string
}

// Says answers with a text. To a question with a schema it is the JSON of the
// answer, sent whether or not it holds to the schema.
func Says(text string) Step { return Step{text: text} }

// TooLong answers with the beginning of a text, stopped for its length.
func TooLong(text string) Step { return Step{text: text, long: true} }

// Declines answers that the model will not.
func Declines() Step { return Step{declined: true} }

// Empty answers with nothing.
func Empty() Step { return Step{empty: true} }

// CutsOff breaks the connection in the middle of an answer.
func CutsOff() Step { return Step{text: "this will never arrive whole", cutOff: true} }

// Raw answers with status 200 and any body.
func Raw(body string) Step { return Step{raw: []byte(body)} }

// Hangs takes the question and says nothing.
func Hangs() Step { return Step{hang: true} }

// Redirects sends the client elsewhere.
func Redirects(to string) Step { return Step{redirect: to} }

// After waits before another step.
func After(wait time.Duration, s Step) Step { s.slow = wait; return s }

// Held waits before another step until a channel is closed.
func Held(until <-chan struct{}, s Step) Step { s.held = until; return s }

// Busy answers with status 429; retryAfter is the header, absent when empty.
func Busy(retryAfter string) Step {
	return Step{complaint: &complaint{status: http.StatusTooManyRequests, kind: "rate_limit_error", message: "Number of requests has exceeded your rate limit", retryAfter: retryAfter}}
}

// Overloaded answers with status 529.
func Overloaded() Step {
	return Step{complaint: &complaint{status: 529, kind: "overloaded_error", message: "Overloaded"}}
}

// NoQuota answers with status 429 because the account is empty.
func NoQuota() Step {
	return Step{complaint: &complaint{status: http.StatusTooManyRequests, kind: "insufficient_quota", message: "You exceeded your current quota"}}
}

// Status answers with any status.
func Status(status int) Step {
	return Step{complaint: &complaint{status: status, kind: "api_error", message: http.StatusText(status)}}
}

// Complains answers with status 400 about a field of the question.
func Complains(param, message string) Step {
	return Step{complaint: &complaint{status: http.StatusBadRequest, kind: "invalid_request_error", param: param, message: message}}
}

// play does what is not said in any protocol, and says whether that was all. done
// ends a wait with the test.
func (s Step) play(w http.ResponseWriter, r *http.Request, done <-chan struct{}) bool {
	wait := time.After(s.slow)
	if s.hang || s.held != nil {
		wait = nil
	}
	select {
	case <-wait:
	case <-s.held:
	case <-r.Context().Done():
		return true
	case <-done:
		return true
	}
	switch {
	case s.redirect != "":
		http.Redirect(w, r, s.redirect, http.StatusTemporaryRedirect)
	case s.raw != nil:
		write(w, http.StatusOK, s.raw)
	default:
		return false
	}
	return true
}
