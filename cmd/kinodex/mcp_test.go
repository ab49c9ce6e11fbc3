package main

import (
	"context"
	"encoding/json"
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
	bad := exec.Command(os.Args[0], "mcp", "--data", data)
	bad.Env = append(os.Environ(), "KINODEX_KEY=kdx_live_nonsense", beProgram+"=yes")
	if out, err := bad.CombinedOutput(); err == nil || strings.Contains(string(out), "nonsense") || !strings.Contains(string(out), "not valid") {
		t.Errorf("a bad key: %v, %s", err, out)
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
