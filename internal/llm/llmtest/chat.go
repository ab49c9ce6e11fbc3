package llmtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// chat is the chat-completions protocol.
type chat struct{}

func (chat) String() string { return "openai" }

func (chat) allowed(h http.Header) bool { return h.Get("Authorization") == "Bearer "+Key }

type chatQuestion struct {
	Model    string `json:"model"`
	Messages []struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
	} `json:"messages"`
	OldLimit *int  `json:"max_tokens"`
	NewLimit *int  `json:"max_completion_tokens"`
	Stream   *bool `json:"stream"`
	Format   *struct {
		Type   string `json:"type"`
		Schema *struct {
			Name   string          `json:"name"`
			Schema json.RawMessage `json:"schema"`
			Strict bool            `json:"strict"`
		} `json:"json_schema"`
	} `json:"response_format"`
}

func (chat) read(_ http.Header, body []byte, a *Request) error {
	var q chatQuestion
	if err := decode(body, &q); err != nil {
		return err
	}
	if len(q.Messages) == 0 {
		return errors.New("messages: expected at least one")
	}
	a.Model = q.Model
	for _, limit := range []*int{q.OldLimit, q.NewLimit} {
		if limit != nil {
			a.MostTokens = *limit
		}
	}
	if q.OldLimit != nil && q.NewLimit != nil || a.MostTokens < 1 {
		return errors.New("max_tokens or max_completion_tokens must be one positive number")
	}
	for _, m := range q.Messages {
		if err := readChat(m.Role, m.Content, a); err != nil {
			return err
		}
	}
	if q.Format == nil {
		return nil
	}
	a.Form = q.Format.Type
	switch s := q.Format.Schema; {
	case a.Form == "json_object" && strings.Contains(string(body), "JSON"):
		return nil
	case a.Form == "json_object":
		return errors.New("'messages' must contain the word 'json' to use response_format")
	case a.Form != "json_schema" || s == nil:
		return fmt.Errorf("response_format: invalid type %q", a.Form)
	default:
		a.Schema, a.SchemaName, a.Strict = s.Schema, s.Name, s.Strict
		if err := checkSchema(s.Name, s.Schema); err != nil || !s.Strict {
			return err
		}
		return checkStrict(s.Schema)
	}
}

func readChat(role string, content json.RawMessage, a *Request) error {
	var text string
	if json.Unmarshal(content, &text) == nil {
		switch {
		case role == "system" && text != "":
			a.System = text
		case role == "user" && text != "":
			a.Texts = append(a.Texts, text)
		default:
			return fmt.Errorf("invalid message of %q", role)
		}
		return nil
	}
	var parts []struct {
		Type  string `json:"type"`
		Text  string `json:"text"`
		Image *struct {
			URL string `json:"url"`
		} `json:"image_url"`
	}
	if err := decode(content, &parts); err != nil || role != "user" || len(parts) == 0 {
		return fmt.Errorf("invalid content of a message of %q", role)
	}
	for _, p := range parts {
		switch {
		case p.Type == "text" && p.Text != "" && p.Image == nil:
			a.Texts = append(a.Texts, p.Text)
		case p.Type == "image_url" && p.Image != nil && p.Text == "":
			rest, isData := strings.CutPrefix(p.Image.URL, "data:")
			mediaType, data, encoded := strings.Cut(rest, ";base64,")
			if !isData || !encoded {
				return errors.New("image_url: not a data URL")
			}
			img, err := picture(mediaType, data)
			if err != nil {
				return err
			}
			a.Images = append(a.Images, img)
		default:
			return fmt.Errorf("invalid part of type %q", p.Type)
		}
	}
	return nil
}

// checkStrict refuses what the real server refuses of a strict schema.
func checkStrict(schema json.RawMessage) error {
	var s struct {
		Properties map[string]json.RawMessage `json:"properties"`
		Required   []string                   `json:"required"`
		Additional any                        `json:"additionalProperties"`
		Items      json.RawMessage            `json:"items"`
		AnyOf      []json.RawMessage          `json:"anyOf"`
		Defs       map[string]json.RawMessage `json:"$defs"`
		AllOf, Not any
	}
	if err := json.Unmarshal(schema, &s); err != nil {
		return err
	}
	if s.Properties != nil && (s.Additional != false || len(s.Required) != len(s.Properties)) {
		return errors.New("invalid schema for response_format: 'additionalProperties' must be false and 'required' must name every property")
	}
	if s.AllOf != nil || s.Not != nil {
		return errors.New("invalid schema for response_format: 'allOf' and 'not' are not permitted")
	}
	below := s.AnyOf
	if s.Items != nil {
		below = append(below, s.Items)
	}
	for _, named := range []map[string]json.RawMessage{s.Properties, s.Defs} {
		for _, one := range named {
			below = append(below, one)
		}
	}
	for _, one := range below {
		if err := checkStrict(one); err != nil {
			return err
		}
	}
	return nil
}

func (chat) complain(c complaint) []byte {
	return encode(map[string]any{"error": map[string]any{"message": c.message, "type": c.kind, "param": orNull(c.param), "code": c.kind}})
}

func (chat) answer(s Step, a Request) []byte {
	said := map[string]any{"role": "assistant", "content": s.text, "refusal": nil}
	finish := "stop"
	switch {
	case s.declined:
		said["content"], said["refusal"] = nil, "I'm sorry, I can't help with that."
	case s.empty:
		said["content"] = ""
	case s.long:
		finish = "length"
	}
	return encode(map[string]any{
		"id": "chatcmpl-1", "object": "chat.completion", "created": 1700000000, "model": a.Model,
		"choices": []any{map[string]any{"index": 0, "message": said, "logprobs": nil, "finish_reason": finish}},
		"usage":   map[string]any{"prompt_tokens": len(a.Body) / 4, "completion_tokens": len(s.text) / 4, "total_tokens": (len(a.Body) + len(s.text)) / 4},
	})
}

func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

func encode(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // maps of strings and numbers
	}
	return b
}
