package conformance

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
)

// tools are those of the connector, in alphabetical order.
var tools = []string{
	"ai_rewrite_scene", "ai_script_coverage", "analyze_screenplay", "fetch", "get_account_status", "get_catalog_stats", "get_film",
	"get_poster_analysis", "get_script", "get_similar_films", "get_style_guide", "list_style_guides", "predict_project_outcome",
	"recommend_films", "search", "search_films", "search_scripts",
}

// rpcResponse is an answer of the connector.
type rpcResponse struct {
	JSONRPC string
	ID      json.RawMessage
	Error   *struct{ Code int }
	Result  *struct {
		IsError bool
		Tools   []struct{ Name string }
		Content []struct{ Type, Text string }
	}
}

// refusal is what a tool says in place of an answer.
type refusal struct {
	Code    string
	Details struct {
		RetryAfter int `json:"retry_after_seconds"`
	}
}

// refusal reads the text of a tool's answer; it is empty for anything else.
func (c *rpcResponse) refusal() (f refusal, err error) {
	if c.Result == nil || len(c.Result.Content) == 0 {
		return f, nil
	}
	return f, json.Unmarshal([]byte(c.Result.Content[0].Text), &f)
}

// call sends a request to the connector, in the sandbox, and reads its answer. Asked to come
// later because too much was asked at once, it does, once: a tool says that in its answer.
func (r *runner) call(method string, params any) (*reply, *rpcResponse, error) {
	a, c, err := r.callOnce(method, params)
	if err != nil {
		return a, c, err
	}
	f, _ := c.refusal()
	if f.Code != "UPSTREAM_ERROR" {
		return a, c, nil
	}
	if waited, err := r.wait(f.Details.RetryAfter); !waited || err != nil {
		return a, c, err
	}
	return r.callOnce(method, params)
}

func (r *runner) callOnce(method string, params any) (*reply, *rpcResponse, error) {
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": "a", "method": method, "params": params})
	if err != nil {
		return nil, nil, err
	}
	a, err := r.ask(question{method: http.MethodPost, path: "/mcp", body: string(body), header: map[string]string{"Accept": "application/json, text/event-stream"}})
	if err != nil {
		return nil, nil, err
	}
	var c rpcResponse
	if err := errors.Join(a.is(http.StatusOK), a.json(&c)); err != nil {
		return a, nil, err
	}
	a.what += " " + method
	if c.JSONRPC != "2.0" || string(c.ID) != `"a"` {
		return a, nil, a.differs("jsonrpc %q, id %s", c.JSONRPC, c.ID)
	}
	return a, &c, nil
}

// connector checks that the tools are there and refuse as the interface says. The connector's
// protocol has conformance suites of its own.
func (r *runner) connector() {
	r.group = "connector"
	r.check("it has the seventeen tools", func() error {
		a, c, err := r.call("tools/list", map[string]any{})
		if err != nil {
			return err
		}
		var names []string
		if c.Result != nil {
			for _, t := range c.Result.Tools {
				names = append(names, t.Name)
			}
		}
		if slices.Sort(names); !slices.Equal(names, tools) {
			return a.differs("the tools are %q", names)
		}
		return nil
	})
	tool := func(name string, arguments map[string]any, code string) {
		r.check(fmt.Sprintf("%s %v", name, arguments), func() error {
			a, c, err := r.call("tools/call", map[string]any{"name": name, "arguments": arguments})
			switch {
			case err != nil:
				return err
			case c.Result == nil || len(c.Result.Content) == 0 || c.Result.Content[0].Type != "text":
				return a.differs("no text in the result: %s", a.short())
			case c.Result.IsError != (code != ""):
				return a.differs("isError is %v: %s", c.Result.IsError, a.short())
			}
			f, err := c.refusal()
			if err != nil {
				return a.differs("the text is not JSON: %v", err)
			}
			if f.Code != code {
				return a.differs("code %q, want %q", f.Code, code)
			}
			return nil
		})
	}
	tool("get_account_status", map[string]any{}, "")
	tool("search_films", map[string]any{"limit": 2}, "")
	tool("search_films", map[string]any{"limit": 101}, "INVALID_INPUT")
	tool("search_films", map[string]any{"title": "heat"}, "INVALID_INPUT")
	tool("get_film", map[string]any{"id": "tt999999999"}, "NOT_FOUND")
	tool("analyze_screenplay", map[string]any{"text": "too short"}, "INVALID_INPUT")
	r.check("a tool that is none is an error of the protocol", func() error {
		a, c, err := r.call("tools/call", map[string]any{"name": "no_such_tool", "arguments": map[string]any{}})
		if err != nil {
			return err
		}
		if c.Error == nil || c.Error.Code != -32602 {
			return a.differs("want error -32602: %s", a.short())
		}
		return nil
	})
}
