package openai

import (
	"errors"
	"testing"

	"kinodex/internal/llm"
)

// Whatever a server sends, it is an answer or a failure.
func FuzzReply(f *testing.F) {
	for _, body := range []string{
		`{"choices":[{"message":{"content":"<think>a</think>b"},"finish_reason":"length"}],"usage":{"prompt_tokens":1}}`, `{"choices":[{"message":{"refusal":"no"}}]}`, `{"error":{}}`, `[]`, `null`, `{"choices":[{"message":{"content":"\u0000"}}]}`,
	} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		a, err := read(body)
		var failure *llm.Failure
		if err == nil && a.Text == "" && !a.Cut || err != nil && (!errors.As(err, &failure) || a.Text != "") {
			t.Errorf("%q is read as %+v, %v", body, a, err)
		}
	})
}
