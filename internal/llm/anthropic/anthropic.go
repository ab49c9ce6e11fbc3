// Package anthropic asks a model over the Messages protocol.
//
// A structured answer is the input of a tool that the model is made to call: its
// schema is the answer's. The package imports llm. Start reading at Model.Answer.
package anthropic

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"strings"

	"kinodex/internal/llm"
)

// Provider is what the models of this protocol say of who runs them.
const Provider = "anthropic"

// Home is the address of the protocol's makers.
const Home = "https://api.anthropic.com"

// Version is that of the protocol.
const Version = "2023-06-01"

// Model is a model behind the protocol. It implements llm.Model.
type Model struct {
	endpoint *llm.Endpoint
	name     string
}

// New makes a model of a name at an address such as Home.
func New(base, model, key string) (*Model, error) {
	headers := map[string]string{"anthropic-version": Version}
	if key != "" {
		headers["x-api-key"] = key
	}
	endpoint, err := llm.NewEndpoint(base, "/v1/messages", headers)
	if err != nil {
		return nil, err
	}
	return &Model{endpoint, model}, nil
}

// Name says which model it is.
func (m *Model) Name() llm.Name { return llm.Name{Provider: Provider, Model: m.name} }

// Answer asks.
func (m *Model) Answer(ctx context.Context, q llm.Question) (llm.Answer, error) {
	body, err := m.endpoint.Post(ctx, m.write(q))
	if err != nil {
		return llm.Answer{}, err
	}
	if q.Schema == nil {
		return read(body, "")
	}
	return read(body, q.SchemaName)
}

// question is what is sent.
type question struct {
	Model    string    `json:"model"`
	Limit    int       `json:"max_tokens"`
	System   string    `json:"system,omitempty"`
	Messages []message `json:"messages"`
	Tools    []tool    `json:"tools,omitempty"`
	Choice   *choice   `json:"tool_choice,omitempty"`
}

type message struct {
	Role    string  `json:"role"`
	Content []block `json:"content"`
}

type block struct {
	Type   string  `json:"type"`
	Text   string  `json:"text,omitempty"`
	Source *source `json:"source,omitempty"`
}

type source struct {
	Type      string `json:"type"`
	MediaType string `json:"media_type"`
	Data      string `json:"data"`
}

type tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Schema      json.RawMessage `json:"input_schema"`
}

type choice struct {
	Type     string `json:"type"`
	Name     string `json:"name"`
	OnlyOnce bool   `json:"disable_parallel_tool_use"`
}

func (m *Model) write(q llm.Question) question {
	out := question{Model: m.name, Limit: cmp.Or(q.MostTokens, llm.UsualTokens), System: q.System}
	said := message{Role: "user"}
	for _, p := range q.Parts {
		if p.Image == nil {
			said.Content = append(said.Content, block{Type: "text", Text: p.Text})
			continue
		}
		said.Content = append(said.Content, block{
			Type: "image", Source: &source{"base64", p.Type, base64.StdEncoding.EncodeToString(p.Image)},
		})
	}
	out.Messages = []message{said}
	if q.Schema != nil {
		out.Tools = []tool{{q.SchemaName, "Takes the answer. Call it once, with the whole answer.", q.Schema}}
		out.Choice = &choice{"tool", q.SchemaName, true}
	}
	return out
}

// reply is what of a server's answer is read.
type reply struct {
	Type    string `json:"type"`
	Content []struct {
		Type  string          `json:"type"`
		Text  string          `json:"text"`
		Name  string          `json:"name"`
		Input json.RawMessage `json:"input"`
	} `json:"content"`
	Stop  string `json:"stop_reason"`
	Usage struct {
		Asked int `json:"input_tokens"`
		Said  int `json:"output_tokens"`
	} `json:"usage"`
}

// read takes the answer from a reply: the input of the tool, or, without one,
// the texts.
func read(body []byte, toolName string) (llm.Answer, error) {
	var r reply
	if err := json.Unmarshal(body, &r); err != nil || r.Type != "message" {
		return llm.Answer{}, llm.Fail(llm.ErrMalformed, "the reply is not of the protocol")
	}
	if r.Stop == "refusal" {
		return llm.Answer{}, llm.Fail(llm.ErrRefused, "the model declined")
	}
	a := llm.Answer{Asked: r.Usage.Asked, Said: r.Usage.Said}
	a.Cut = r.Stop == "max_tokens" || r.Stop == "model_context_window_exceeded"
	var texts []string
	for _, b := range r.Content {
		switch {
		case toolName != "" && b.Type == "tool_use" && b.Name == toolName && len(b.Input) > 0:
			a.Text = string(b.Input)
			return a, nil
		case toolName == "" && b.Type == "text":
			texts = append(texts, b.Text)
		}
	}
	a.Text = strings.TrimSpace(strings.Join(texts, ""))
	if a.Text == "" && !a.Cut {
		return llm.Answer{}, llm.Fail(llm.ErrMalformed, "it is empty")
	}
	return a, nil
}
