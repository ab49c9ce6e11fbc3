package llm

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// How a model fails its caller. They come wrapped in a Failure.
var (
	// ErrBusy is a model that has too much to do; asking later may help.
	ErrBusy = errors.New("the language model is busy")
	// ErrUnavailable is a model that cannot be reached or fails; asking later may
	// help.
	ErrUnavailable = errors.New("the language model is not available")
	// ErrRefused is a model that will not take the question: a wrong key, a wrong
	// address, a question that is too long. Asking again does not help.
	ErrRefused = errors.New("the language model refused the question")
	// ErrMalformed is an answer that is not of the form asked for.
	ErrMalformed = errors.New("the language model gave a malformed answer")
)

// Failure is how a question to a model failed. What it prints is fit for a log:
// it holds no key, and nothing of the question or the answer.
type Failure struct {
	// Kind is ErrBusy, ErrUnavailable, ErrRefused or ErrMalformed.
	Kind error
	// Why is our own account of it, such as a status or a name of the protocol.
	Why string
	// After is how long the server asked to be left alone; 0 when it did not say.
	After time.Duration

	cause error  // from the network
	said  string // the server's own words, which may quote the question or the key
}

// Fail makes a failure.
func Fail(kind error, format string, args ...any) *Failure {
	return &Failure{Kind: kind, Why: fmt.Sprintf(format, args...)}
}

// Error gives the kind and our account of it.
func (f *Failure) Error() string {
	text := f.Kind.Error()
	if f.Why != "" {
		text += ": " + f.Why
	}
	if f.cause != nil {
		text += ": " + f.cause.Error()
	}
	return text
}

// Unwrap gives the kind, and the cause when there is one.
func (f *Failure) Unwrap() []error {
	if f.cause != nil {
		return []error{f.Kind, f.cause}
	}
	return []error{f.Kind}
}

// GoString keeps the server's own words out of what %#v prints.
func (f *Failure) GoString() string { return fmt.Sprintf("&llm.Failure{%q}", f.Error()) }

// Mentions says whether the server's own words, which are shown to nobody,
// contain any of some words in lower case. It is how a driver learns what a
// server does not understand.
func (f *Failure) Mentions(words ...string) bool {
	for _, w := range words {
		if strings.Contains(f.said, w) {
			return true
		}
	}
	return false
}

// RetryAfter is how long to wait before asking again after an error of a Model:
// what the server asked for, or a guess; 0 when asking again does not help.
func RetryAfter(err error) time.Duration {
	switch f := (*Failure)(nil); {
	case errors.As(err, &f) && f.After > 0:
		return f.After
	case errors.Is(err, ErrBusy), errors.Is(err, ErrUnavailable):
		return usualRest
	}
	return 0
}

// usualRest is how long a model is left alone that does not say for how long.
const usualRest = 10 * time.Second
