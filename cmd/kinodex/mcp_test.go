package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// REQ M-43: the binary speaks the same seventeen tools over standard input, as
// whoever KINODEX_KEY says, and ends when its input does.
func TestMCPOverStandardInput(t *testing.T) {
	t.Parallel()
	data := newData(t)
	made := must[created](t, data, "key", "create", "--name", "an agent", "--tier", "writer")
	for mode, key := range map[string]string{"sandbox": "", "api_key": made.Key} {
		s, process := converse(t, data, key)
		tools, err := s.ListTools(t.Context(), nil)
		if err != nil || len(tools.Tools) != 17 {
			t.Fatalf("%s: tools, %v", mode, err)
		}
		ask := func(tool, arguments string) map[string]any {
			t.Helper()
			r, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
			if err != nil || r.IsError {
				t.Fatalf("%s: %s: %v %v", mode, tool, err, r)
			}
			return r.StructuredContent.(map[string]any)
		}
		rows := ask("search_films", `{"query":"third man","limit":3}`)["data"].([]any)
		if len(rows) == 0 {
			t.Fatalf("%s: nothing found in the starter library", mode)
		}
		found := ask("search", `{"query":"third man"}`)["results"].([]any)[0].(map[string]any)
		if url := found["url"].(string); !strings.HasPrefix(url, "http://127.0.0.1:8080/films/") {
			t.Errorf("%s: cited as %s", mode, url)
		}
		me := ask("get_account_status", `{}`)
		if me["mode"] != mode || me["used_today"] != 2.0 {
			t.Errorf("%s: account status %v", mode, me)
		}
		if err := s.Close(); err != nil {
			t.Errorf("%s: %v", mode, err)
		}
		if !process.ProcessState.Success() {
			t.Errorf("%s: ended with %v", mode, process.ProcessState)
		}
	}
}

// REQ M-43, M-08: each line that is sent is answered before the process ends, whatever
// stands on it, also when standard input ends right behind it.
func TestMCPAnswersEveryLineThatWasSent(t *testing.T) {
	t.Parallel()
	data := libraryOfTests(t)
	key := must[created](t, data, "key", "create", "--name", "an agent", "--tier", "studio").Key
	begin := func(version string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":"begin","method":"initialize","params":{"protocolVersion":%q,"capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`, version) +
			"\n" + `{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"
	}
	ping := func(id string) string { return `{"jsonrpc":"2.0","id":` + id + `,"method":"ping"}` }
	search := func(id int) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"search_films","arguments":{"query":"third man"}}}`, id)
	}
	var many strings.Builder
	for id := range 60 {
		many.WriteString(search(id) + "\n")
	}
	long := func(bytes int) string {
		return `{"jsonrpc":"2.0","id":"long","method":"ping","params":{"_meta":{"x":"` + strings.Repeat("y", bytes) + `"}}}`
	}
	newest, batches := begin("2025-11-25"), begin("2025-03-26")
	for _, c := range []struct {
		name, sent string
		want       map[string]int // id -> code, 0 for a result
		times      int            // how many answers there are, if not one for each id
	}{
		{"nothing", "", nil, 0},
		{"many calls and then the end", newest + many.String(), nil, 61},
		{"no line end behind the last call", newest + ping("1"), map[string]int{`"begin"`: 0, "1": 0}, 0},
		{"half a message at the end", newest + ping("1") + "\n" + ping("2")[:20], map[string]int{`"begin"`: 0, "1": 0, "null": -32700}, 0},
		{"no JSON", newest + "hello\n" + ping("1") + "\n", map[string]int{`"begin"`: 0, "null": -32700, "1": 0}, 0},
		{"no JSON at first", "hello\n" + newest + ping("1") + "\n", map[string]int{`"begin"`: 0, "null": -32700, "1": 0}, 0},
		{"two messages on a line", newest + ping("1") + ping("2") + "\n" + ping("3") + "\n", map[string]int{`"begin"`: 0, "null": -32700, "3": 0}, 0},
		{"invalid UTF-8", newest + strings.Replace(ping("1"), "ping", "pi\xffng", 1) + "\n" + ping("2") + "\n", map[string]int{`"begin"`: 0, "null": -32700, "2": 0}, 0},
		{"NUL", newest + "\x00\n" + ping("2") + "\n", map[string]int{`"begin"`: 0, "null": -32700, "2": 0}, 0},
		{"empty lines and those of Windows", newest + "\n\r\n  \n" + ping("1") + "\r\n\n", map[string]int{`"begin"`: 0, "1": 0}, 0},
		{"no message", newest + "17\n" + ping("1") + "\n", map[string]int{`"begin"`: 0, "null": -32600, "1": 0}, 0},
		{"another version of JSON-RPC", newest + `{"jsonrpc":"1.0","id":5,"method":"ping"}` + "\n" + ping("1") + "\n", map[string]int{`"begin"`: 0, "5": -32600, "1": 0}, 0},
		{"parameters that are a list", newest + `{"jsonrpc":"2.0","id":5,"method":"ping","params":[1]}` + "\n" + ping("1") + "\n", map[string]int{`"begin"`: 0, "5": -32602, "1": 0}, 0},
		{"an id of null", newest + ping("null") + "\n" + ping("1") + "\n", map[string]int{`"begin"`: 0, "null": -32600, "1": 0}, 0},
		{"an answer to nothing", newest + `{"jsonrpc":"2.0","id":9,"result":{}}` + "\n" + ping("1") + "\n", map[string]int{`"begin"`: 0, "1": 0}, 0},
		{"a long line", newest + long(4<<20) + "\n" + ping("1") + "\n", map[string]int{`"begin"`: 0, `"long"`: 0, "1": 0}, 0},
		{"a line that is too long", newest + long(64<<20) + "\n" + ping("1") + "\n", map[string]int{`"begin"`: 0, "null": -32600, "1": 0}, 0},
		{"a line that is too long and ends nowhere", newest + long(6<<20), map[string]int{`"begin"`: 0, "null": -32600}, 0},
		{"a batch where there are none", newest + "[" + ping("1") + "]\n" + ping("2") + "\n", map[string]int{`"begin"`: 0, "null": -32600, "2": 0}, 0},
		{"a batch before the beginning", "[" + ping("1") + "]\n" + newest + ping("2") + "\n", map[string]int{`"begin"`: 0, "null": -32600, "2": 0}, 0},
		{"a batch", batches + "[" + ping("1") + `,{"jsonrpc":"2.0","method":"notifications/initialized"},17,` + ping(`"b"`) + "]\n" + ping("2") + "\n",
			map[string]int{`"begin"`: 0, "1": 0, "null": -32600, `"b"`: 0, "2": 0}, 0},
		{"a batch of nothing", batches + "[]\n" + ping("2") + "\n", map[string]int{`"begin"`: 0, "null": -32600, "2": 0}, 0},
		{"a batch of notifications", batches + `[{"jsonrpc":"2.0","method":"notifications/initialized"}]` + "\n" + ping("2") + "\n", map[string]int{`"begin"`: 0, "2": 0}, 0},
		{"a batch of calls and then the end", batches + "[" + search(1) + "," + search(2) + "]", map[string]int{`"begin"`: 0, "1": 0, "2": 0}, 0},
		{"a batch with an id twice", batches + "[" + search(1) + "," + search(1) + "]\n" + ping("2"), map[string]int{`"begin"`: 0, "1": 0, "null": -32600, "2": 0}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			process := exec.CommandContext(ctx, os.Args[0], "mcp", "--data", data)
			process.Env = append(os.Environ(), "KINODEX_KEY="+key, beProgram+"=yes")
			process.Stdin = strings.NewReader(c.sent)
			var out, errs bytes.Buffer
			process.Stdout, process.Stderr = &out, &errs
			if err := process.Run(); err != nil {
				t.Fatalf("it ends with %v: %s", err, errs.String())
			}
			got, n := map[string]int{}, 0
			for line := range strings.Lines(out.String()) {
				if line[0] != '[' {
					line = "[" + line + "]"
				}
				var answers []struct {
					ID     json.RawMessage
					Result json.RawMessage
					Error  struct{ Code int }
				}
				if err := json.Unmarshal([]byte(line), &answers); err != nil {
					t.Fatalf("%v in %.300s", err, line)
				}
				for _, a := range answers {
					n++
					got[string(a.ID)] = a.Error.Code
					if a.Error.Code == 0 && a.Result == nil {
						t.Errorf("neither a result nor an error: %.300s", line)
					}
				}
			}
			if c.times == 0 {
				c.times = len(c.want)
			}
			if n != c.times || c.want != nil && !maps.Equal(got, c.want) {
				t.Errorf("%d answers, %v; want %d, %v; %s", n, got, c.times, c.want, errs.String())
			}
		})
	}
}

// converse starts the binary and connects the official client to it.
func converse(t *testing.T, data, key string) (*sdk.ClientSession, *exec.Cmd) {
	t.Helper()
	process := exec.Command(os.Args[0], "mcp", "--data", data)
	process.Env = append(os.Environ(), "KINODEX_KEY="+key, beProgram+"=yes")
	process.Stderr = os.Stderr
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	s, err := client.Connect(ctx, &sdk.CommandTransport{Command: process}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s, process
}
