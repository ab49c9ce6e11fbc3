package anthropic_test

import (
	"errors"
	"testing"

	"kinodex/internal/llm"
	"kinodex/internal/llm/anthropic"
	"kinodex/internal/llm/llmtest"
)

func TestRepliesOfTheProtocol(t *testing.T) {
	const schema = `{"type":"object"}`
	for name, c := range map[string]struct {
		schema, reply, text string
		cut                 bool
		want                error
	}{
		"texts are joined":            {"", `{"type":"message","content":[{"type":"text","text":"A "},{"type":"text","text":"cat."}],"stop_reason":"end_turn"}`, "A cat.", false, nil},
		"thinking is left out":        {"", `{"type":"message","content":[{"type":"thinking","thinking":"hm","text":"hm"},{"type":"text","text":"A cat."}],"stop_reason":"end_turn"}`, "A cat.", false, nil},
		"words before the tool":       {schema, `{"type":"message","content":[{"type":"text","text":"Well."},{"type":"tool_use","name":"answer","input":{"a":1}}],"stop_reason":"tool_use"}`, `{"a":1}`, false, nil},
		"another tool":                {schema, `{"type":"message","content":[{"type":"tool_use","name":"other","input":{"a":1}}],"stop_reason":"tool_use"}`, "", false, llm.ErrMalformed},
		"words and no tool":           {schema, `{"type":"message","content":[{"type":"text","text":"{\"a\":1}"}],"stop_reason":"end_turn"}`, "", false, llm.ErrMalformed},
		"the tool broken off":         {schema, `{"type":"message","content":[{"type":"tool_use","name":"answer","input":{}}],"stop_reason":"max_tokens"}`, "{}", true, nil},
		"the context is full":         {"", `{"type":"message","content":[],"stop_reason":"model_context_window_exceeded"}`, "", true, nil},
		"a refusal with words":        {"", `{"type":"message","content":[{"type":"text","text":"No."}],"stop_reason":"refusal"}`, "", false, llm.ErrRefused},
		"an error with status 200":    {"", `{"type":"error","error":{"type":"overloaded_error"}}`, "", false, llm.ErrMalformed},
		"a reply of another protocol": {"", `{"choices":[{"message":{"content":"A cat."}}]}`, "", false, llm.ErrMalformed},
	} {
		t.Run(name, func(t *testing.T) {
			s := llmtest.Start(t)
			m, err := anthropic.New(s.Anthropic(), llmtest.Model, llmtest.Key)
			if err != nil {
				t.Fatal(err)
			}
			s.Script(llmtest.Raw(c.reply))
			q := llm.Question{Parts: []llm.Part{{Text: "Well?"}}, SchemaName: "answer"}
			if c.schema != "" {
				q.Schema = []byte(c.schema)
			}
			if a, err := m.Answer(t.Context(), q); !errors.Is(err, c.want) || a.Text != c.text || a.Cut != c.cut {
				t.Errorf("%+v, %v", a, err)
			}
		})
	}
}
