// Package llm is a language model, whoever runs it: a question with a system
// text and parts goes in, an answer of a stated form comes out.
//
// Model is the interface. Package openai speaks the chat-completions protocol,
// which most servers of models understand, and anthropic the Messages protocol;
// both reach their server through an Endpoint. llmtest has a server that speaks
// both, faults included, for tests. Patient stands before either and adds what
// both need: a time limit, retries within a budget, a bound on questions at
// once, and the check of a structured answer against its schema.
//
// What was asked and answered is never logged and is in no error; nor are keys.
// The package imports the standard library and a checker of JSON Schema. Start
// reading at Model, then Patient.
package llm

import (
	"context"
	"encoding/json"
)

// Model is a language model. Implementations are safe for concurrent use.
type Model interface {
	// Name says who runs the model and what it is called.
	Name() Name
	// Answer answers one question. Its errors are ErrBusy, ErrRefused,
	// ErrMalformed and ErrUnavailable, wrapped in a Failure with what is fit for a
	// log; or that of ctx.
	Answer(ctx context.Context, q Question) (Answer, error)
}

// Name says which model answered.
type Name struct {
	Provider string // such as openai-compatible or anthropic
	Model    string
}

// Question is one question to a model.
type Question struct {
	// System tells the model what it is to do. It is ours: what strangers sent
	// belongs into Parts.
	System string
	// Parts are what it is to do it with: texts of ours, and what strangers sent.
	Parts []Part
	// Schema is the JSON Schema (2020-12) of the answer, an object; nil for plain
	// text. When its objects are closed (additionalProperties false) and all their
	// properties required, most servers hold their model to it word for word; what
	// may be absent is then a property that may be null.
	Schema json.RawMessage
	// SchemaName names the schema: letters, digits, underscores and dashes.
	SchemaName string
	// MostTokens bounds the length of the answer; 0 for UsualTokens.
	MostTokens int
}

// UsualTokens bounds an answer whose question does not.
const UsualTokens = 4096

// Part is a text or a picture.
type Part struct {
	Text string
	// Image is an encoded picture of the media type Type, image/jpeg, image/png or
	// image/webp; nil in a part of text.
	Image []byte
	Type  string
}

// Answer is what a model said.
type Answer struct {
	// Text is the answer. From a Patient model it is JSON that holds to the
	// question's schema when that had one.
	Text string
	// Asked and Said are how many tokens went in and came out, 0 when unknown.
	Asked, Said int
	// Cut is whether the answer ended because it had grown too long.
	Cut bool
}
