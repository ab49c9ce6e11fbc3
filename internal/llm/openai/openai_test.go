package openai_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"kinodex/internal/llm"
	"kinodex/internal/llm/llmtest"
	"kinodex/internal/llm/openai"
)

const (
	closed = `{"type":"object","properties":{"a":{"anyOf":[{"type":"null"},{"type":"object","properties":{"b":{"type":"string"}},"required":["b"],"additionalProperties":false}]}},"required":["a"],"additionalProperties":false}`
	open   = `{"type":"object","properties":{"a":{"type":"array","items":{"type":"object","properties":{"b":{"type":"string"}}}}},"required":["a"],"additionalProperties":false}`
)

func question(schema string) llm.Question {
	return llm.Question{System: "Answer.", Parts: []llm.Part{{Text: "Well?"}}, Schema: json.RawMessage(schema), SchemaName: "answer"}
}

func start(t *testing.T) (*llmtest.Server, *openai.Model) {
	s := llmtest.Start(t)
	m, err := openai.New(s.OpenAI(), llmtest.Model, llmtest.Key)
	if err != nil {
		t.Fatal(err)
	}
	return s, m
}

func TestTheServerHoldsTheModelToASchemaOnlyWhereItCan(t *testing.T) {
	for schema, strict := range map[string]bool{closed: true, open: false} {
		s, m := start(t)
		s.Script(llmtest.Says(`{"a":null}`))
		if _, err := m.Answer(t.Context(), question(schema)); err != nil || s.Asked()[0].Strict != strict {
			t.Errorf("%s: strict %v, %v", schema, s.Asked()[0].Strict, err)
		}
	}
}

// A server that does not know the newer parts of the protocol is asked in older
// ones, once it has said so; the next question begins with what it understood.
func TestOlderServersAreAskedInOlderForms(t *testing.T) {
	unknown := llmtest.Complains("response_format", "response_format of this type is not supported")
	for _, c := range []struct {
		name  string
		steps []llmtest.Step
		forms string // what was asked with
	}{
		{"knows all", []llmtest.Step{llmtest.Says("{}")}, "[json_schema+strict json_schema+strict]"},
		{"not so strict", []llmtest.Step{unknown, llmtest.Says("{}")}, "[json_schema+strict json_schema json_schema]"},
		{"objects only", []llmtest.Step{unknown, unknown, llmtest.Says("{}")}, "[json_schema+strict json_schema json_object json_object]"},
		{"nothing of it", []llmtest.Step{unknown, unknown, unknown, llmtest.Says("{}")}, "[json_schema+strict json_schema json_object  ]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, m := start(t)
			s.Script(append(c.steps, llmtest.Says("{}"))...)
			for range 2 {
				if a, err := m.Answer(t.Context(), question(closed)); err != nil || a.Text != "{}" {
					t.Fatalf("%+v, %v", a, err)
				}
			}
			var forms []string
			for _, a := range s.Asked() {
				form := a.Form
				if a.Strict {
					form += "+strict"
				}
				forms = append(forms, form)
				if inSystem := strings.Contains(a.System, closed); inSystem != (a.Form != "json_schema") || !strings.HasPrefix(a.System, "Answer.") {
					t.Errorf("with %q the system text is %q", a.Form, a.System)
				}
			}
			if fmt.Sprint(forms) != c.forms {
				t.Errorf("asked with %q, want %s", forms, c.forms)
			}
		})
	}
}

func TestWhatIsWrongOtherwiseIsNotAskedInAnotherForm(t *testing.T) {
	for _, step := range []llmtest.Step{llmtest.Complains("messages", "too long"), llmtest.Status(500), llmtest.Status(403)} {
		s, m := start(t)
		s.Script(step)
		if _, err := m.Answer(t.Context(), question(closed)); err == nil || len(s.Asked()) != 1 {
			t.Errorf("asked %d times, %v", len(s.Asked()), err)
		}
	}
}

func TestAModelThatWantsTheNewLimitGetsIt(t *testing.T) {
	s, m := start(t)
	s.Script(llmtest.Complains("max_tokens", "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."), llmtest.Says("{}"), llmtest.Says("{}"))
	for range 2 {
		if _, err := m.Answer(t.Context(), question(closed)); err != nil {
			t.Fatal(err)
		}
	}
	var limits []bool
	for _, a := range s.Asked() {
		limits = append(limits, strings.Contains(string(a.Body), `"max_completion_tokens":4096`))
	}
	if fmt.Sprint(limits) != "[false true true]" {
		t.Errorf("the new limit was sent: %v", limits)
	}
}

func TestWhatServersAddIsLeftOut(t *testing.T) {
	for name, c := range map[string]struct {
		reply, text string
		want        error
	}{
		"thinking":             {`{"choices":[{"message":{"content":"<think>\nhm, {\n</think>\n\n{\"a\":null}"},"finish_reason":"stop"}]}`, `{"a":null}`, nil},
		"endless thinking":     {`{"choices":[{"message":{"content":"<think>hm"},"finish_reason":"stop"}]}`, "", llm.ErrMalformed},
		"unknown fields":       {`{"choices":[{"message":{"content":"{}","reasoning":"x","tool_calls":[]},"finish_reason":null}],"system_fingerprint":1}`, "{}", nil},
		"null content":         {`{"choices":[{"message":{"content":null},"finish_reason":"stop"}]}`, "", llm.ErrMalformed},
		"a filter":             {`{"choices":[{"message":{"content":"{}"},"finish_reason":"content_filter"}]}`, "", llm.ErrRefused},
		"an error of a relay":  {`{"error":{"message":"no","code":502}}`, "", llm.ErrUnavailable},
		"no choices":           {`{"choices":[]}`, "", llm.ErrMalformed},
		"content of odd shape": {`{"choices":[{"message":{"content":{"a":1}}}]}`, "", llm.ErrMalformed},
	} {
		s, m := start(t)
		s.Script(llmtest.Raw(c.reply))
		if a, err := m.Answer(t.Context(), question(closed)); !errors.Is(err, c.want) || a.Text != c.text {
			t.Errorf("%s: %+v, %v", name, a, err)
		}
	}
}
