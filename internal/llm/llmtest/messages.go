package llmtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
)

// messages is the Messages protocol.
type messages struct{}

func (messages) String() string { return "anthropic" }

func (messages) allowed(h http.Header) bool { return h.Get("X-Api-Key") == Key }

type messagesQuestion struct {
	Model    string `json:"model"`
	Limit    int    `json:"max_tokens"`
	System   string `json:"system"`
	Messages []struct {
		Role    string `json:"role"`
		Content []struct {
			Type   string `json:"type"`
			Text   string `json:"text"`
			Source *struct {
				Type      string `json:"type"`
				MediaType string `json:"media_type"`
				Data      string `json:"data"`
			} `json:"source"`
		} `json:"content"`
	} `json:"messages"`
	Tools []struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Schema      json.RawMessage `json:"input_schema"`
	} `json:"tools"`
	Choice *struct {
		Type     string `json:"type"`
		Name     string `json:"name"`
		OnlyOnce bool   `json:"disable_parallel_tool_use"`
	} `json:"tool_choice"`
}

func (messages) read(h http.Header, body []byte, a *Request) error {
	if h.Get("Anthropic-Version") != "2023-06-01" {
		return errors.New("anthropic-version: header is required")
	}
	var q messagesQuestion
	if err := decode(body, &q); err != nil {
		return err
	}
	a.Model, a.System, a.MostTokens = q.Model, q.System, q.Limit
	switch {
	case q.Limit < 1:
		return errors.New("max_tokens: Field required")
	case len(q.Messages) != 1 || q.Messages[0].Role != "user" || len(q.Messages[0].Content) == 0:
		return errors.New("messages: expected one of the user, not empty")
	}
	for _, b := range q.Messages[0].Content {
		switch {
		case b.Type == "text" && b.Text != "" && b.Source == nil:
			a.Texts = append(a.Texts, b.Text)
		case b.Type == "image" && b.Source != nil && b.Source.Type == "base64" && b.Text == "":
			img, err := picture(b.Source.MediaType, b.Source.Data)
			if err != nil {
				return err
			}
			a.Images = append(a.Images, img)
		default:
			return fmt.Errorf("content: invalid block of type %q", b.Type)
		}
	}
	if len(q.Tools) == 0 && q.Choice == nil {
		return nil
	}
	if len(q.Tools) != 1 || q.Choice == nil || q.Choice.Type != "tool" || q.Choice.Name != q.Tools[0].Name {
		return errors.New("tool_choice: tool not found in the provided tools")
	}
	a.Form, a.Schema, a.SchemaName = "tool", q.Tools[0].Schema, q.Tools[0].Name
	return checkSchema(a.SchemaName, a.Schema)
}

func (messages) complain(c complaint) []byte {
	message := c.message
	if c.param != "" {
		message = c.param + ": " + message
	}
	return encode(map[string]any{"type": "error", "error": map[string]any{"type": c.kind, "message": message}, "request_id": "req_1"})
}

func (messages) answer(s Step, a Request) []byte {
	content, stop := []any{}, "end_turn"
	switch {
	case s.declined:
		stop = "refusal"
	case s.empty:
	case a.Form == "tool":
		stop = "tool_use"
		content = append(content, map[string]any{"type": "tool_use", "id": "toolu_1", "name": a.SchemaName, "input": input(s.text)})
	default:
		content = append(content, map[string]any{"type": "text", "text": s.text})
	}
	if s.long {
		stop = "max_tokens"
	}
	return encode(map[string]any{
		"id": "msg_1", "type": "message", "role": "assistant", "model": a.Model,
		"content": content, "stop_reason": stop, "stop_sequence": nil,
		"usage": map[string]any{"input_tokens": len(a.Body) / 4, "output_tokens": len(s.text) / 4},
	})
}

// input is what a tool is called with: always JSON, since the real server parses
// what its model writes, and an empty object when that was broken off.
func input(text string) any {
	if json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	return map[string]any{}
}
