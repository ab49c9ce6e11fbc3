package openai

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"strings"

	"kinodex/internal/llm"
)

// form is how a structured answer is asked for.
type form int

// The forms, the newest first. A question without schema is plain.
const (
	strict    form = iota // the schema, which the server holds the model to
	loose                 // the schema, as good as the server can
	object                // any JSON object; the schema is described in the system text
	described             // the schema is described in the system text
	plain
)

// question is what is sent.
type question struct {
	Model     string          `json:"model"`
	Messages  []message       `json:"messages"`
	OldLimit  int             `json:"max_tokens,omitempty"`
	NewLimit  int             `json:"max_completion_tokens,omitempty"`
	Structure *responseFormat `json:"response_format,omitempty"`
}

type message struct {
	Role    string `json:"role"`
	Content any    `json:"content"` // a string or []part
}

type part struct {
	Type  string `json:"type"`
	Text  string `json:"text,omitempty"`
	Image *image `json:"image_url,omitempty"`
}

type image struct {
	URL string `json:"url"`
}

type responseFormat struct {
	Type   string      `json:"type"`
	Schema *jsonSchema `json:"json_schema,omitempty"`
}

type jsonSchema struct {
	Name   string          `json:"name"`
	Schema json.RawMessage `json:"schema"`
	Strict bool            `json:"strict"`
}

// write gives the question in a form.
func (m *Model) write(q llm.Question, at form, newLimit bool) question {
	system, out := q.System, question{Model: m.name}
	switch at {
	case strict, loose:
		out.Structure = &responseFormat{"json_schema", &jsonSchema{q.SchemaName, q.Schema, at == strict}}
	case object:
		out.Structure = &responseFormat{Type: "json_object"}
		system = withSchema(system, q.Schema)
	case described:
		system = withSchema(system, q.Schema)
	}
	if system != "" {
		out.Messages = append(out.Messages, message{"system", system})
	}
	out.Messages = append(out.Messages, message{"user", content(q.Parts)})
	if limit := cmp.Or(q.MostTokens, llm.UsualTokens); newLimit {
		out.NewLimit = limit
	} else {
		out.OldLimit = limit
	}
	return out
}

// withSchema tells of the schema in words. "JSON" must be among them: servers
// refuse to give an object otherwise.
func withSchema(system string, schema json.RawMessage) string {
	return strings.TrimSpace(system + "\n\nAnswer with one JSON object and nothing before or after it. It must hold to this JSON Schema:\n" + string(schema))
}

// content gives texts alone as one string, which the simplest servers take, and
// pictures as data URLs.
func content(parts []llm.Part) any {
	var texts []string
	var out []part
	for _, p := range parts {
		if p.Image == nil {
			texts = append(texts, p.Text)
			out = append(out, part{Type: "text", Text: p.Text})
			continue
		}
		out = append(out, part{Type: "image_url", Image: &image{"data:" + p.Type + ";base64," + base64.StdEncoding.EncodeToString(p.Image)}})
	}
	if len(texts) == len(parts) {
		return strings.Join(texts, "\n\n")
	}
	return out
}

// firstForm is strict when every object of a schema is closed and requires all
// its properties, which is what servers demand of such schemas.
func firstForm(schema json.RawMessage) form {
	var s any
	if json.Unmarshal(schema, &s) == nil && isClosed(s) {
		return strict
	}
	return loose
}

func isClosed(schema any) bool {
	switch s := schema.(type) {
	case []any:
		for _, one := range s {
			if !isClosed(one) {
				return false
			}
		}
	case map[string]any:
		if properties, ok := s["properties"].(map[string]any); ok {
			required, _ := s["required"].([]any)
			if s["additionalProperties"] != false || len(required) != len(properties) {
				return false
			}
			for _, one := range properties {
				if !isClosed(one) {
					return false
				}
			}
		}
		for _, key := range []string{"items", "anyOf", "$defs"} {
			if !isClosed(below(s[key], key)) {
				return false
			}
		}
	}
	return true
}

// below gives the schemas under a keyword: $defs has them by name.
func below(value any, key string) any {
	named, ok := value.(map[string]any)
	if key != "$defs" || !ok {
		return value
	}
	var all []any
	for _, one := range named {
		all = append(all, one)
	}
	return all
}

// afterThought drops the thinking that some servers leave in front of an answer.
func afterThought(text string) string {
	text = strings.TrimSpace(text)
	if rest, thinking := strings.CutPrefix(text, "<think>"); thinking {
		_, text, _ = strings.Cut(rest, "</think>")
	}
	return strings.TrimSpace(text)
}
