package mcp_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"kinodex/internal/apptest"
	"kinodex/internal/identity"
	"kinodex/internal/serve/mcp"
	"kinodex/internal/serve/site/views"
)

const (
	extension = "io.modelcontextprotocol/ui"
	document  = "ui://kinodex/answer"
	form      = "text/html;profile=mcp-app"
)

// viewed are the tools that have a view, with what is asked of each and what the view must show.
var viewed = []struct{ tool, arguments, shows string }{
	{"predict_project_outcome", asked()["predict_project_outcome"][1], "Forecast: <bdi>The Brass Key</bdi>"},
	{"analyze_screenplay", asked()["analyze_screenplay"][0], `id="scene-40"`},
	{"analyze_screenplay", asked()["analyze_screenplay"][2], "Two drafts compared"},
}

func withViews(o *mcp.Options) {
	var err error
	if o.Views, err = views.New(); err != nil {
		panic(err)
	}
}

// viewer is the official client; it declares the extension with some settings, or nothing of it.
func viewer(settings map[string]any) *sdk.Client {
	can := &sdk.ClientCapabilities{}
	if settings != nil {
		can.AddExtension(extension, settings)
	}
	return sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, &sdk.ClientOptions{Capabilities: can})
}

// checkViews lists, reads and calls, and expects views or none of them.
func checkViews(t *testing.T, s *sdk.ClientSession, expected bool) {
	t.Helper()
	listed, err := s.ListTools(t.Context(), nil)
	if err != nil || len(listed.Tools) != 17 {
		t.Fatalf("%d tools, %v", len(listed.Tools), err)
	}
	leading := map[string]bool{}
	for _, tool := range listed.Tools {
		if tool.Meta == nil {
			continue
		}
		leading[tool.Name] = true
		ui, _ := tool.Meta["ui"].(map[string]any)
		if ui["resourceUri"] != document || fmt.Sprint(ui["visibility"]) != "[model]" {
			t.Errorf("%s has _meta %v", tool.Name, tool.Meta)
		}
	}
	if want := map[bool]int{true: 2, false: 0}[expected]; len(leading) != want {
		t.Errorf("views of %v, want %d", leading, want)
	}
	for _, v := range viewed {
		if expected && !leading[v.tool] {
			t.Errorf("%s leads to no view", v.tool)
		}
		r, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: v.tool, Arguments: json.RawMessage(v.arguments)})
		if err != nil || r.IsError {
			t.Fatalf("%s: %v %v", v.tool, err, r)
		}
		shown, there := r.Meta[mcp.ViewKey].(string)
		if there != expected || expected && !strings.Contains(shown, v.shows) {
			t.Errorf("%s %.40s: shown %t, %.300s", v.tool, v.arguments, there, shown)
		}
		if !expected {
			continue
		}
		for _, c := range r.Content {
			if text, ok := c.(*sdk.TextContent); ok && strings.Contains(text.Text, "<h1>") {
				t.Errorf("%s: the model is shown the view", v.tool)
			}
		}
	}
	refused, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: "predict_project_outcome", Arguments: json.RawMessage(`{"title":""}`)})
	if err != nil || !refused.IsError || refused.Meta[mcp.ViewKey] != nil {
		t.Errorf("a refusal: %v, %v", refused, err)
	}
	resources, err := s.ListResources(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range resources.Resources {
		if r.URI == document {
			t.Error("the document is in the list of resources")
		}
	}
	read, err := s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: document})
	if err != nil || len(read.Contents) != 1 || read.Contents[0].MIMEType != form || read.Contents[0].URI != document || !strings.HasPrefix(read.Contents[0].Text, "<!DOCTYPE html>") {
		t.Errorf("%v: %v", document, err)
	}
	if _, err := s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: document + "/../x"}); err == nil {
		t.Error("another address was read")
	}
}

// REQ F2-159: clients that declare the extension see views, and no others, in both eras of the protocol, over HTTP
// and over standard input.
func TestViewsAreForWhoDeclaresThem(t *testing.T) {
	versions := []string{"2025-06-18", "2025-11-25", "2026-07-28"}
	for name, declared := range map[string]struct {
		settings map[string]any
		expected bool
	}{
		"declared":          {map[string]any{"mimeTypes": []string{form}}, true},
		"among other forms": {map[string]any{"mimeTypes": []string{"text/uri-list", form}}, true},
		"another form":      {map[string]any{"mimeTypes": []string{"text/html"}}, false},
		"no form":           {map[string]any{}, false},
		"no list":           {map[string]any{"mimeTypes": form}, false},
		"undeclared":        {nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			both(t, func(t *testing.T, open func(...func(*mcp.Options)) *door) {
				d := open(withViews)
				for _, version := range versions {
					session, err := viewer(declared.settings).Connect(t.Context(), &sdk.StreamableClientTransport{
						Endpoint: d.url, HTTPClient: &http.Client{Transport: keyed{d.studio()}}, DisableStandaloneSSE: true,
					}, &sdk.ClientSessionOptions{ProtocolVersion: version})
					if err != nil {
						t.Fatal(err)
					}
					if got := session.InitializeResult().ProtocolVersion; got != version {
						t.Fatalf("the session is of %s, want %s", got, version)
					}
					checkViews(t, session, declared.expected)
					if err := session.Close(); err != nil {
						t.Errorf("%s: closing: %v", version, err)
					}
				}
			})
			d := open(t, withViews)
			for _, version := range versions {
				checkViews(t, d.pipeIn(viewer(declared.settings), identity.Credentials{Key: d.studio()}, version), declared.expected)
			}
		})
	}
}

// REQ F2-159: who does not declare the extension is answered byte for byte as by a service without views.
func TestOtherClientsKeepEveryByte(t *testing.T) {
	house := apptest.Open(t)
	same := func(o *mcp.Options) { o.BaseURL = "https://films.example" }
	with, without := openIn(t, house, same, withViews), openIn(t, house, same)
	key := without.studio()
	var asks []string
	for _, method := range []string{"tools/list", "resources/list", "resources/templates/list", "prompts/list", "server/discover", "initialize"} {
		asks = append(asks, `"`+method+`","params":{}`)
	}
	for _, v := range viewed {
		asks = append(asks, `"tools/call","params":{"name":"`+v.tool+`","arguments":`+v.arguments+`}`)
	}
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":%s}`
	others := []string{`{}`, `{"extensions":{}}`, `{"extensions":{"io.modelcontextprotocol/ui":null}}`, `{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":"text/html;profile=mcp-app"}}}`,
		`{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":[{"text/html;profile=mcp-app":1}]}}}`, `{"extensions":{"com.example/ui":{"mimeTypes":["text/html;profile=mcp-app"]}}}`}
	for _, ask := range asks {
		for _, version := range []string{"", "2025-03-26", "2025-11-25"} {
			header := []string{"Authorization", "Bearer " + key, "MCP-Protocol-Version", version, "Mcp-Session-Id", "nonsense"}
			body := `{"jsonrpc":"2.0","id":1,"method":` + ask + `}`
			a, b := with.post(body, header...), without.post(body, header...)
			if !bytes.Equal(a.body, b.body) || a.header.Get("Mcp-Session-Id") != "" {
				t.Errorf("version %q: %.60s: %.300s, want %.300s", version, ask, a.body, b.body)
			}
		}
		method, _, _ := strings.Cut(ask, ",")
		named := ""
		if _, rest, ok := strings.Cut(ask, `"name":"`); ok {
			named, _, _ = strings.Cut(rest, `"`)
		}
		for _, capabilities := range others {
			header := []string{"Authorization", "Bearer " + key, "MCP-Protocol-Version", "2026-07-28", "Mcp-Method", strings.Trim(method, `"`), "Mcp-Name", named, "Mcp-Session-Id", "views-"}
			body := strings.Replace(`{"jsonrpc":"2.0","id":1,"method":`+ask+`}`, `"params":{`, `"params":{`+fmt.Sprintf(meta, capabilities)+`,`, 1)
			body = strings.Replace(body, ",}}", "}}", 1)
			a, b := with.post(body, header...), without.post(body, header...)
			if !bytes.Equal(a.body, b.body) {
				t.Errorf("%s: %.60s: %.300s, want %.300s", capabilities, ask, a.body, b.body)
			}
		}
	}
}

// REQ F2-159: what the answer says to a model is the same with a view and without.
func TestAViewChangesNoAnswer(t *testing.T) {
	d := open(t, withViews)
	key := d.studio()
	for _, v := range viewed {
		body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + v.tool + `","arguments":` + v.arguments + `}}`
		for _, version := range []string{"", "2025-11-25"} {
			header := []string{"Authorization", "Bearer " + key, "MCP-Protocol-Version", version}
			plain, shown := d.read(d.post(body, header...)), d.read(d.post(body, append(header, "Mcp-Session-Id", "views-1")...))
			if !bytes.Equal(plain.payload, shown.payload) || !bytes.Equal(plain.Structured, shown.Structured) {
				t.Errorf("version %q: %s: %.300s, want %.300s", version, v.tool, shown.payload, plain.payload)
			}
			if !bytes.Contains(shown.body, []byte(`"_meta":{"`+mcp.ViewKey+`":`)) {
				t.Errorf("version %q: %s has no view", version, v.tool)
			}
		}
	}
}

// REQ F2-159: a view costs nothing of its own, and neither does a cut answer's part bring another.
func TestViewsAreFree(t *testing.T) {
	d := open(t, withViews)
	key := d.studio()
	header := []string{"Authorization", "Bearer " + key, "MCP-Protocol-Version", "2025-11-25", "Mcp-Session-Id", "views-1"}
	if a := d.post(`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"`+document+`"}}`, header...); a.Error != nil || d.used(key) != 0 {
		t.Errorf("the document costs %d: %.200s", d.used(key), a.body)
	}
	for i, v := range viewed {
		d.read(d.post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+v.tool+`","arguments":`+v.arguments+`}}`, header...))
		if d.used(key) != i+1 {
			t.Errorf("%s: %d are spent, want %d", v.tool, d.used(key), i+1)
		}
	}
	part := d.post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"analyze_screenplay","arguments":`+asked()["analyze_screenplay"][1]+`}}`, header...)
	if bytes.Contains(part.body, []byte(mcp.ViewKey)) {
		t.Errorf("a part has a view: %.200s", part.body)
	}
}

// REQ F2-159: in the handshake of the old protocol a client learns by which session id it is known to show views, and a
// page elsewhere may read it. Caches that several clients share keep no list that is for some alone.
func TestAHandshakeRemembersViews(t *testing.T) {
	d := open(t, withViews)
	hello := func(capabilities string) *said {
		return d.post(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":`+capabilities+`,"clientInfo":{"name":"t","version":"1"}}}`, "Origin", strings.TrimSuffix(d.url, mcp.Path))
	}
	declared := `{"extensions":{"` + extension + `":{"mimeTypes":["` + form + `"]}}}`
	one, other := hello(declared).header, hello(declared).header
	if a, b := one.Get("Mcp-Session-Id"), other.Get("Mcp-Session-Id"); len(a) < 25 || a == b || !strings.HasSuffix(one.Get("Access-Control-Expose-Headers"), ", Mcp-Session-Id") {
		t.Errorf("the ids are %q and %q; pages may read %q", a, b, one.Get("Access-Control-Expose-Headers"))
	}
	for _, capabilities := range []string{`{}`, `[]`, `"ui"`, `null`, `{"extensions":[]}`, `{"extensions":{"` + extension + `":true}}`} {
		if h := hello(capabilities).header; h.Get("Mcp-Session-Id") != "" || strings.Contains(h.Get("Access-Control-Expose-Headers"), "Session") {
			t.Errorf("%s: the session %q", capabilities, h.Get("Mcp-Session-Id"))
		}
	}
	for capabilities, scope := range map[string]string{declared: "private", `{}`: "public"} {
		for range 2 { // the second comes from memory
			a := d.post(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":`+capabilities+`}}}`,
				"MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/list")
			if !bytes.Contains(a.body, []byte(`"cacheScope":"`+scope+`"`)) || bytes.Contains(a.body, []byte(document)) != (scope == "private") {
				t.Errorf("%s: %.300s", capabilities, a.body)
			}
		}
	}
}
