// Package openai asks a model over the chat-completions protocol, which hosted
// providers and the servers people run themselves (Ollama, vLLM, llama.cpp and
// others) understand.
//
// Servers differ in what they know of it. A question begins with the newest form
// of structured answers; a server that says with status 400 that it does not
// understand that part is asked in the next older one, and remembered. Whatever
// the form, llm.Patient checks the answer. The package imports llm. Start reading
// at Model.Answer.
package openai

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"sync"
	"sync/atomic"

	"kinodex/internal/llm"
)

// Provider is what the models of this protocol say of who runs them.
const Provider = "openai-compatible"

// Home is the address of the protocol's makers.
const Home = "https://api.openai.com/v1"

// Model is a model behind the protocol. It implements llm.Model.
type Model struct {
	endpoint *llm.Endpoint
	name     string

	newLimit atomic.Bool // whether the server wants max_completion_tokens
	forms    sync.Map    // name of a schema to the form the server understands it in
}

// New makes a model of a name at an address such as http://localhost:11434/v1.
// key may be empty: servers on one's own machine often want none.
func New(base, model, key string) (*Model, error) {
	headers := map[string]string{}
	if key != "" {
		headers["Authorization"] = "Bearer " + key
	}
	endpoint, err := llm.NewEndpoint(base, "/chat/completions", headers)
	if err != nil {
		return nil, err
	}
	return &Model{endpoint: endpoint, name: model}, nil
}

// Name says which model it is.
func (m *Model) Name() llm.Name { return llm.Name{Provider: Provider, Model: m.name} }

// Answer asks, in older forms when the server does not understand the newer ones.
func (m *Model) Answer(ctx context.Context, q llm.Question) (llm.Answer, error) {
	at := plain
	if q.Schema != nil {
		at = firstForm(q.Schema)
		if known, ok := m.forms.Load(q.SchemaName); ok {
			at = max(at, known.(form))
		}
	}
	newLimit := m.newLimit.Load()
	for {
		body, err := m.endpoint.Post(ctx, m.write(q, at, newLimit))
		f := (*llm.Failure)(nil)
		switch {
		case err == nil:
			m.remember(q.SchemaName, at, newLimit)
			return read(body)
		case !errors.As(err, &f) || !errors.Is(err, llm.ErrRefused):
			return llm.Answer{}, err
		case !newLimit && f.Mentions("max_completion_tokens"):
			newLimit = true
		case at < described && f.Mentions("response_format", "response format", "json_schema", "json schema", "json_object"):
			at++
		default:
			return llm.Answer{}, err
		}
	}
}

// remember what the server understood, for the next question.
func (m *Model) remember(schema string, at form, newLimit bool) {
	if newLimit {
		m.newLimit.Store(true)
	}
	if at != strict && at != plain {
		m.forms.Store(schema, at)
	}
}

// reply is what of a server's answer is read.
type reply struct {
	Choices []struct {
		Message struct {
			Content *string `json:"content"`
			Refusal *string `json:"refusal"`
		} `json:"message"`
		Finish string `json:"finish_reason"`
	} `json:"choices"`
	Usage struct {
		Asked int `json:"prompt_tokens"`
		Said  int `json:"completion_tokens"`
	} `json:"usage"`
	// Error is set by some relays, with status 200.
	Error json.RawMessage `json:"error"`
}

func read(body []byte) (llm.Answer, error) {
	var r reply
	if err := json.Unmarshal(body, &r); err != nil {
		return llm.Answer{}, llm.Fail(llm.ErrMalformed, "the reply is not of the protocol")
	}
	if len(r.Choices) == 0 {
		if len(r.Error) > 0 && string(r.Error) != "null" {
			return llm.Answer{}, llm.Fail(llm.ErrUnavailable, "the reply is an error")
		}
		return llm.Answer{}, llm.Fail(llm.ErrMalformed, "the reply has no choices")
	}
	c := r.Choices[0]
	if c.Finish == "content_filter" || c.Message.Refusal != nil && *c.Message.Refusal != "" {
		return llm.Answer{}, llm.Fail(llm.ErrRefused, "the model declined")
	}
	text := afterThought(*cmp.Or(c.Message.Content, new("")))
	cut := c.Finish == "length"
	if text == "" && !cut {
		return llm.Answer{}, llm.Fail(llm.ErrMalformed, "it is empty")
	}
	return llm.Answer{Text: text, Asked: r.Usage.Asked, Said: r.Usage.Said, Cut: cut}, nil
}
