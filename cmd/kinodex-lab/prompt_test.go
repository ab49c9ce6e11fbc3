package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"kinodex/internal/cli"
)

// A maintainer sees which rule read which words, and what became of them.
func TestAPromptIsShownAsItIsRead(t *testing.T) {
	data := newData(t)
	ask := func(args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		if code := run(t.Context(), append([]string{"prompt", "--data", data}, args...), &cli.Streams{Out: &out, Err: &errs}); code != 0 {
			t.Fatalf("%q: exit %d: %s", args, code, &errs)
		}
		return out.String()
	}
	table := ask("a funny film like The Third Man, no horror")
	for _, words := range []string{"words", "rule", "The Third Man", "horror"} {
		if !strings.Contains(table, words) {
			t.Errorf("the table lacks %q:\n%s", words, table)
		}
	}
	var understood map[string]any
	if err := json.Unmarshal([]byte(ask("--json", "no horror")), &understood); err != nil || !strings.Contains(ask("--json", "no horror"), "Horror") {
		t.Errorf("%v, %v", understood, err)
	}
	var errs bytes.Buffer
	if code := run(t.Context(), []string{"prompt", "--data", data}, &cli.Streams{Out: &errs, Err: &errs}); code == 0 {
		t.Error("a prompt may be absent")
	}
}
