package mcp_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"kinodex/internal/serve/mcp"
)

// sample draws an answer of every kind there is: texts, lists and objects in
// objects, with quotes and letters of several bytes in them.
func sample(r *rand.Rand, size int) map[string]any {
	words := []string{"night", `"quoted"`, `back\slash`, "été", "新宿", "a,b", "{", "]", ""}
	text := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteString(words[r.IntN(len(words))] + " ")
		}
		return b.String()
	}
	list := func(n int) []any {
		all := make([]any, n)
		for i := range all {
			all[i] = map[string]any{"n": i, "name": text(r.IntN(4)), "of": []any{i, text(1)}}
		}
		return all
	}
	inner := map[string]any{}
	for i := range 1 + r.IntN(4) {
		inner[fmt.Sprint("d", i)] = list(r.IntN(size))
	}
	return map[string]any{"id": "x", "n": 7.5, "none": nil, "long": text(r.IntN(size)), "list": list(r.IntN(size)), "inner": inner, "empty": []any{}, "flag": true}
}

// REQ M-39: a cut answer is valid, short enough, says what it lacks, and what it
// lacks can be read on, to the last.
func TestCutAnswersCanBeReadOn(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 26))
	for range 200 {
		whole := sample(r, 400)
		payload, _ := json.Marshal(whole)
		const budget = 8000
		got := mcp.Fit(nil, payload, budget, "ask again")
		if len(payload) <= budget {
			if string(got) != string(payload) {
				t.Fatal("a short answer was changed")
			}
			continue
		}
		var cut struct {
			Truncated bool
			Rest      struct {
				How   string
				Parts []struct {
					Part          string
					Offset, Total int
				}
			}
		}
		var fields map[string]any
		if err := json.Unmarshal(got, &cut); err != nil || json.Unmarshal(got, &fields) != nil {
			t.Fatalf("%v: %.300s", err, got)
		}
		if len(got) > budget+100*len(cut.Rest.Parts) || !cut.Truncated || len(cut.Rest.Parts) == 0 || cut.Rest.How != "ask again" {
			t.Fatalf("%d bytes, %+v", len(got), cut)
		}
		for _, part := range cut.Rest.Parts {
			want, shown := at(whole, part.Part), at(fields, part.Part)
			if read := readOn(t, payload, part.Part, part.Offset); !same(shown, read, want, part.Offset) {
				t.Fatalf("%s from %d on: %.200v", part.Part, part.Offset, read)
			}
		}
		for key, v := range whole {
			if !strings.Contains(fmt.Sprint(cut.Rest.Parts), key) && fmt.Sprint(fields[key]) != fmt.Sprint(toJSON(v)) {
				t.Errorf("%s was changed and is not among %v", key, cut.Rest.Parts)
			}
		}
	}
}

// at follows a path of keys.
func at(object map[string]any, path string) any {
	var v any = object
	for key := range strings.SplitSeq(path, ".") {
		v = v.(map[string]any)[key]
	}
	return toJSON(v)
}

func toJSON(v any) (w any) {
	b, _ := json.Marshal(v)
	json.Unmarshal(b, &w)
	return w
}

// readOn reads a part from an offset to its end, in as many pieces as it takes.
func readOn(t *testing.T, payload []byte, part string, offset int) (all []any) {
	t.Helper()
	for {
		b, err := mcp.AppendPart(nil, payload, part, offset)
		if err != nil || len(b) > mcp.AnswerBytes {
			t.Fatalf("%s from %d on: %d bytes, %v", part, offset, len(b), err)
		}
		var piece struct {
			Items []any
			Text  *string
			Next  *int `json:"next_offset"`
		}
		if err := json.Unmarshal(b, &piece); err != nil {
			t.Fatalf("%v: %.200s", err, b)
		}
		if all = append(all, piece.Items...); piece.Text != nil {
			all = append(all, *piece.Text)
		}
		if piece.Next == nil {
			return all
		}
		offset = *piece.Next
	}
}

// same reports whether what was shown and what was read on make the whole.
func same(shown any, read []any, whole any, offset int) bool {
	if text, ok := whole.(string); ok {
		var rest string
		for _, piece := range read {
			rest += piece.(string)
		}
		return string([]rune(text)[:offset])+"…" == shown && string([]rune(text)[offset:]) == rest
	}
	return fmt.Sprint(append(shown.([]any), read...)) == fmt.Sprint(whole)
}

// FuzzDecode: whatever is sent, there is a message or a reason why there is none,
// and an id that is given back is one.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		search, `[]`, `7`, `{"jsonrpc":"2.0","id":"a","method":"ping","params":null}`, `{"jsonrpc":"2.0","id":-1,"method":"x","params":{"_meta":{}}}`,
		`{"id":null}`, `{"id":1e3}`, `{"jsonrpc":"2.0","method":"\u0000"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if !json.Valid(body) {
			return // the door has refused it
		}
		id, method, code := mcp.Decode(body)
		var v any
		if id != "" && (json.Unmarshal([]byte(id), &v) != nil || v == nil) {
			t.Errorf("id %s", id)
		}
		if code == 0 && !json.Valid(body) || code == 0 && method == "" && !strings.Contains(string(body), `"method"`) {
			t.Errorf("%s passed as %q", body, method)
		}
	})
}

// REQ M-02
func TestAPayloadIsQuotedAsText(t *testing.T) {
	for _, payload := range []string{`{}`, `""`, `{"title":"She said \"no\" \\ and – left"}`, `["a","b",["c\n"]]`, `{"a":"` + strings.Repeat(`\\"`, 3000) + `"}`} {
		quoted := mcp.Quoted([]byte("before"), []byte(payload))
		var text string
		if err := json.Unmarshal(quoted[len("before"):], &text); err != nil || text != payload || string(quoted[:6]) != "before" {
			t.Errorf("%.50s is quoted as %.50s: %v", payload, quoted, err)
		}
	}
}
