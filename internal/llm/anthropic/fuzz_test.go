package anthropic

import (
	"errors"
	"testing"

	"kinodex/internal/llm"
)

// Whatever a server sends, it is an answer or a failure.
func FuzzReply(f *testing.F) {
	for _, body := range []string{
		`{"type":"message","content":[{"type":"text","text":"a"},{"type":"tool_use","name":"answer","input":{"a":1}}],"stop_reason":"max_tokens"}`, `{"type":"error"}`, `[]`, `null`, `{"type":"message","content":null}`,
	} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		a, err := read(body, "answer")
		var failure *llm.Failure
		if err == nil && a.Text == "" && !a.Cut || err != nil && (!errors.As(err, &failure) || a.Text != "") {
			t.Errorf("%q is read as %+v, %v", body, a, err)
		}
	})
}
