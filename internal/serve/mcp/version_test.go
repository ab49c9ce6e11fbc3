package mcp_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"kinodex/internal/apptest"
	"kinodex/internal/serve/mcp"
)

// modern is a request of the modern protocol, with the headers it needs, changed in pairs.
func (d *door) modern(method, params string, header ...string) *said {
	d.t.Helper()
	meta := `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`
	if params != "" {
		meta += "," + params
	}
	return d.post(`{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":{`+meta+`}}`,
		append([]string{"MCP-Protocol-Version", "2026-07-28", "Mcp-Method", method}, header...)...)
}

// REQ M-04: the modern protocol.
func TestTheModernEra(t *testing.T) {
	both(t, func(t *testing.T, open func(...func(*mcp.Options)) *door) {
		d := open()
		var found struct {
			SupportedVersions []string
			Capabilities      map[string]any
			Instructions      string
			TTL               *int   `json:"ttlMs"`
			Scope             string `json:"cacheScope"`
			ResultType        string
			Meta              map[string]struct{ Name, Version string } `json:"_meta"`
		}
		read := func(a *said, v any) {
			t.Helper()
			if a.status != 200 || a.Error != nil || json.Unmarshal(a.Result, v) != nil {
				t.Fatalf("%d %s", a.status, a.body)
			}
		}
		read(d.modern("server/discover", ""), &found)
		if !slices.Equal(found.SupportedVersions, sdk.SupportedProtocolVersions()) || found.Instructions == "" || found.ResultType != "complete" {
			t.Errorf("server/discover: %+v", found)
		}
		if s := found.Meta["io.modelcontextprotocol/serverInfo"]; s.Name != "kinodex" || s.Version != apptest.Version {
			t.Errorf("server/discover says it is %+v (V-02)", s)
		}
		for _, c := range []string{"logging", "tools.listChanged"} {
			if _, there := found.Capabilities[c]; there {
				t.Errorf("capability %s is offered", c)
			}
		}
		for _, method := range []string{"server/discover", "tools/list", "prompts/list", "resources/list", "resources/templates/list"} {
			for range 2 { // the second comes from memory
				found.TTL, found.Scope, found.ResultType = nil, "", ""
				read(d.modern(method, ""), &found)
				if found.TTL == nil || *found.TTL <= 0 || found.Scope != "public" || found.ResultType != "complete" {
					t.Errorf("%s: ttlMs %v, cacheScope %q, resultType %q", method, found.TTL, found.Scope, found.ResultType)
				}
			}
		}
		r := d.read(d.modern("tools/call", `"name":"search_films","arguments":{"query":"crossing"}`, "Mcp-Name", "search_films"))
		r.into(t, &struct{}{})
		found.ResultType = ""
		read(r.said, &found)
		if found.ResultType != "complete" || found.Meta["io.modelcontextprotocol/serverInfo"].Name != "kinodex" {
			t.Errorf("tools/call: %s", r.Result)
		}
		r = d.read(d.modern("tools/call", `"name":"get_film","arguments":{"id":"`+apptest.Absent+`"}`, "Mcp-Name", "get_film"))
		r.failed(t, "NOT_FOUND")
		read(r.said, &found)
		if found.ResultType != "complete" {
			t.Errorf("a toolError: %s", r.Result)
		}
	})
}

// REQ M-04, M-05, M-08: headers are held against the body, of the modern protocol only.
func TestHeadersAndBodyAgree(t *testing.T) {
	both(t, func(t *testing.T, open func(...func(*mcp.Options)) *door) {
		d := open()
		const name, film = "Mcp-Name", `"name":"get_film","arguments":{"id":"` + apptest.It + `"}`
		for _, c := range []struct {
			name           string
			method, params string
			header         []string
			status, code   int
		}{
			{"as it should be", "tools/call", film, []string{name, "get_film"}, 200, 0},
			{"name in base64", "tools/call", film, []string{name, "=?base64?Z2V0X2ZpbG0=?="}, 200, 0},
			{"name in bad base64", "tools/call", film, []string{name, "=?base64?Z2V0X2ZpbG0?="}, 400, -32020},
			{"no name", "tools/call", film, nil, 400, -32020},
			{"another name", "tools/call", film, []string{name, "search"}, 400, -32020},
			{"another case", "tools/call", film, []string{name, "Get_Film"}, 400, -32020},
			{"another method", "tools/call", film, []string{"Mcp-Method", "tools/list", name, "get_film"}, 400, -32020},
			{"no method", "tools/call", film, []string{"Mcp-Method", "", name, "get_film"}, 400, -32020},
			{"a resource's address is its name", "resources/read", `"uri":"film://` + apptest.It + `"`, []string{name, "film://" + apptest.It}, 200, 0},
			{"another address", "resources/read", `"uri":"film://` + apptest.It + `"`, []string{name, "film://" + apptest.Bare}, 400, -32020},
			{"another version", "tools/list", "", []string{"MCP-Protocol-Version", "2025-11-25"}, 400, -32020},
			{"a version of the future", "tools/list", "", []string{"MCP-Protocol-Version", "2099-01-01"}, 400, -32022},
			{"a version of the past", "tools/list", "", []string{"MCP-Protocol-Version", "1999-01-01"}, 400, -32022},
			{"no version in the header", "tools/list", "", []string{"MCP-Protocol-Version", ""}, 400, -32020},
			{"a method of the old era", "initialize", "", nil, 404, -32601},
			{"ping, too", "ping", "", nil, 404, -32601},
			{"unknown method", "tools/destroy", "", nil, 404, -32601},
			{"not offered", "subscriptions/listen", "", nil, 404, -32601},
			{"unknown tool", "tools/call", `"name":"rm"`, []string{name, "rm"}, 400, -32602},
		} {
			a := d.modern(c.method, c.params, c.header...)
			code := 0
			if a.Error != nil {
				code = a.Error.Code
			}
			if a.status != c.status || code != c.code {
				t.Errorf("%s: %d %d, want %d %d: %.300s", c.name, a.status, code, c.status, c.code, a.body)
			}
			if code == -32022 {
				var data struct {
					Supported []string
					Requested string
				}
				json.Unmarshal(a.Error.Data, &data)
				if !slices.Contains(data.Supported, "2026-07-28") || !slices.Contains(data.Supported, "2025-03-26") || !slices.Contains(c.header, data.Requested) {
					t.Errorf("%s: data %s", c.name, a.Error.Data)
				}
			}
		}
		modern := []string{"MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/list"}
		for name, params := range map[string]string{
			"no _meta": `{}`, "no version in _meta": `{"_meta":{}}`,
			"no capabilities": `{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}`,
		} {
			a := d.post(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":`+params+`}`, modern...)
			if a.status != 400 || a.Error == nil || a.Error.Code != -32602 {
				t.Errorf("%s: %d %s", name, a.status, a.body)
			}
		}
		// The old era has none of these rules.
		for _, version := range []string{"", "2025-03-26", "2025-06-18", "2025-11-25"} {
			a := d.post(search, "MCP-Protocol-Version", version, "Mcp-Method", "nonsense", "Mcp-Session-Id", "nonsense", "Last-Event-ID", "7")
			d.read(a).into(t, &struct{}{})
			if strings.Contains(string(a.Result), "resultType") {
				t.Errorf("version %q: %.200s", version, a.Result)
			}
		}
	})
}

// REQ M-04: the handshake of the old protocol.
func TestTheHandshake(t *testing.T) {
	d := open(t)
	for asked, want := range map[string]string{
		"2025-03-26": "2025-03-26", "2025-06-18": "2025-06-18", "2025-11-25": "2025-11-25", "2024-11-05": "2024-11-05",
		"2031-01-01": "2025-11-25", "2026-07-28": "2025-11-25",
	} {
		a := d.post(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"` + asked + `","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`)
		var r struct {
			ProtocolVersion, Instructions string
			ServerInfo                    struct{ Name, Version string }
		}
		if a.status != 200 || json.Unmarshal(a.Result, &r) != nil || r.ProtocolVersion != want || r.ServerInfo.Version != apptest.Version || r.Instructions == "" {
			t.Errorf("initialize %s: %d %s", asked, a.status, a.body)
		}
		if a.header.Get("Mcp-Session-Id") != "" {
			t.Error("a session was issued")
		}
	}
	for _, version := range []string{"1999-01-01", "hello", "2025-11-26"} {
		if a := d.post(search, "MCP-Protocol-Version", version); a.status != 400 || a.Error.Code != -32022 {
			t.Errorf("version %s: %d %s", version, a.status, a.body)
		}
	}
}
