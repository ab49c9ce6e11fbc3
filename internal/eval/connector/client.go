package connector

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"kinodex/internal/tokens"
)

// modern is the version from which on a request carries what it needs, and a client knows
// structured content for what a model is shown.
const modern = "2026-07-28"

// client speaks a version of the protocol to a server.
type client struct {
	Server
	version string
}

// answer is the result of a call.
type answer struct {
	refused bool
	payload map[string]any
	read    int // tokens of what the client shows the model
}

// result is what a server says of a call.
type result struct {
	Content    []struct{ Text string } `json:"content"`
	Structured json.RawMessage         `json:"structuredContent"`
	IsError    bool                    `json:"isError"`
}

// call calls a tool. The model is shown the text, and by a client of the modern version what there is:
// the text and the structured content.
func (c *client) call(ctx context.Context, tool string, arguments map[string]any) (*answer, error) {
	var r result
	if err := c.ask(ctx, "tools/call", map[string]any{"name": tool, "arguments": arguments}, &r); err != nil {
		return nil, err
	}
	if len(r.Content) != 1 {
		return nil, fmt.Errorf("%s: %d contents", tool, len(r.Content))
	}
	a := &answer{refused: r.IsError, read: tokens.Count(r.Content[0].Text)}
	payload := []byte(r.Content[0].Text)
	if c.version >= modern && r.Structured != nil {
		payload = r.Structured
		a.read += tokens.Count(string(r.Structured))
	}
	if err := json.Unmarshal(payload, &a.payload); err != nil {
		return nil, fmt.Errorf("%s: %w", tool, err)
	}
	return a, nil
}

// toolList is an answer of tools/list.
type toolList struct {
	Tools []struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		InputSchema json.RawMessage `json:"inputSchema"`
	} `json:"tools"`
	whole json.RawMessage
}

// list asks which tools there are.
func (c *client) list(ctx context.Context) (*toolList, error) {
	var l toolList
	if err := c.ask(ctx, "tools/list", map[string]any{}, &l.whole); err != nil {
		return nil, err
	}
	return &l, json.Unmarshal(l.whole, &l)
}

// tokens counts names, descriptions and input schemas, which are what a model is shown, and all.
func (l *toolList) tokens() (read, all int) { return tokensOf(l.Tools), tokens.Count(string(l.whole)) }

// takes returns the names of the arguments of each tool.
func (l *toolList) takes() map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for _, t := range l.Tools {
		var schema struct {
			Properties map[string]json.RawMessage `json:"properties"`
		}
		_ = json.Unmarshal(t.InputSchema, &schema) // what cannot be read takes nothing
		all[t.Name] = map[string]bool{}
		for name := range schema.Properties {
			all[t.Name][name] = true
		}
	}
	return all
}

// mostAnswer is how many bytes of an answer are read.
const mostAnswer = 8 << 20

// ask sends a request and reads its result into v.
func (c *client) ask(ctx context.Context, method string, params map[string]any, v any) error {
	if c.version >= modern {
		params["_meta"] = map[string]any{
			"io.modelcontextprotocol/protocolVersion": c.version, "io.modelcontextprotocol/clientCapabilities": map[string]any{},
		}
	}
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.URL, bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	r.Header.Set("MCP-Protocol-Version", c.version)
	r.Header.Set("Mcp-Method", method)
	if name, ok := params["name"].(string); ok {
		r.Header.Set("Mcp-Name", name)
	}
	if c.Key != "" {
		r.Header.Set("Authorization", "Bearer "+c.Key)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(io.LimitReader(res.Body, mostAnswer))
	if err != nil {
		return err
	}
	var said struct {
		Result json.RawMessage `json:"result"`
		Error  *struct {
			Message string `json:"message"`
		} `json:"error"`
	}
	switch err := json.Unmarshal(text, &said); {
	case err != nil:
		return fmt.Errorf("%s: status %d, no JSON: %w", method, res.StatusCode, err)
	case said.Error != nil:
		return fmt.Errorf("%s: %s", method, said.Error.Message)
	}
	return json.Unmarshal(said.Result, v)
}
