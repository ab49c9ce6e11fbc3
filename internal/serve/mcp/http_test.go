package mcp_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/serve/mcp"
)

const search = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_films","arguments":{"query":"crossing"}}}`

// REQ M-01, M-02, M-03, M-07: the specification's own example, as the first
// request there ever was, whatever Accept says.
func TestABareCallWorks(t *testing.T) {
	both(t, func(t *testing.T, open func(...func(*mcp.Options)) *door) {
		d := open()
		for _, accept := range []string{"application/json, text/event-stream", "application/json", "*/*", "text/html", ""} {
			r := d.read(d.post(search, "Accept", accept))
			if *r.IsError || !strings.HasPrefix(r.header.Get("Content-Type"), "application/json") {
				t.Errorf("Accept %q: %s, %.200s", accept, r.header.Get("Content-Type"), r.payload)
			}
			if r.header.Get("Mcp-Session-Id") != "" {
				t.Error("a session was issued (M-04)")
			}
			r.into(t, &struct{}{})
		}
	})
}

// REQ M-08, M-13: what is no message, no method, no tool.
func TestErrorsOfTheProtocol(t *testing.T) {
	both(t, func(t *testing.T, open func(...func(*mcp.Options)) *door) {
		d := open()
		for _, c := range []struct {
			name, body string
			status     int
			code       int
			id         string
		}{
			{"no JSON", `{"jsonrpc":`, 400, -32700, "null"},
			{"nothing", ``, 400, -32700, "null"},
			{"two values", `{} {}`, 400, -32700, "null"},
			{"a key twice", `{"id":1,"id":2}`, 400, -32700, "null"},
			{"not UTF-8", "\"\xff\"", 400, -32700, "null"},
			{"deeper than 64", strings.Repeat("[", 70) + strings.Repeat("]", 70), 400, -32700, "null"},
			{"a batch", `[` + search + `]`, 400, -32600, "null"},
			{"an empty batch", `[]`, 400, -32600, "null"},
			{"a number", `7`, 400, -32600, "null"},
			{"a string", `"tools/call"`, 400, -32600, "null"},
			{"no version", `{"id":1,"method":"ping"}`, 400, -32600, "1"},
			{"another version", `{"jsonrpc":"1.0","id":1,"method":"ping"}`, 400, -32600, "1"},
			{"no method", `{"jsonrpc":"2.0","id":1}`, 400, -32600, "1"},
			{"a method that is none", `{"jsonrpc":"2.0","id":"x","method":5}`, 400, -32600, `"x"`},
			{"id null", `{"jsonrpc":"2.0","id":null,"method":"ping"}`, 400, -32600, "null"},
			{"id true", `{"jsonrpc":"2.0","id":true,"method":"ping"}`, 400, -32600, "null"},
			{"id of parts", `{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, 400, -32600, "null"},
			{"a response", `{"jsonrpc":"2.0","id":1,"result":{}}`, 400, -32600, "1"},
			{"params of another kind", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[1]}`, 200, -32602, "1"},
			{"method of another case", `{"jsonrpc":"2.0","id":1,"Method":"ping"}`, 400, -32600, "1"},
			{"unknown method", `{"jsonrpc":"2.0","id":1,"method":"tools/destroy"}`, 200, -32601, "1"},
			{"a method of the new era", `{"jsonrpc":"2.0","id":1,"method":"server/discover"}`, 200, -32601, "1"},
			{"a method not offered", `{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"info"}}`, 200, -32601, "1"},
			{"no tool", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}`, 200, -32602, "1"},
			{"unknown tool", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"rm"}}`, 200, -32602, "1"},
			{"unknown prompt", `{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"rm"}}`, 200, -32602, "1"},
			{"unknown resource", `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}`, 200, -32602, "1"},
		} {
			a := d.post(c.body)
			if a.status != c.status || a.Error == nil || a.Error.Code != c.code || string(a.ID) != c.id || a.Error.Message == "" {
				t.Errorf("%s: %d %s, want %d, %d for id %s", c.name, a.status, a.body, c.status, c.code, c.id)
			}
		}
	})
}

// REQ M-13: the id comes back as it was sent; what has none gets no answer.
func TestIDs(t *testing.T) {
	both(t, func(t *testing.T, open func(...func(*mcp.Options)) *door) {
		d := open()
		for _, id := range []string{`1`, `0`, `-7`, `"a"`, `"7"`, `""`, `"é\n"`, `9007199254740993`, `123456789012345678901234567890`} {
			for _, method := range []string{`"ping"`, `"tools/list"`, `"tools/call","params":{"name":"get_account_status"}`} {
				a := d.post(`{"jsonrpc":"2.0","id":` + id + `,"method":` + method + `}`)
				if a.status != 200 || string(a.ID) != id {
					t.Errorf("%s with id %s: %d, id %s", method, id, a.status, a.ID)
				}
			}
		}
		for _, method := range []string{"notifications/initialized", "notifications/cancelled", "tools/call", "no/such"} {
			a := d.post(`{"jsonrpc":"2.0","method":"` + method + `","params":{"name":"search_films"}}`)
			if a.status != http.StatusAccepted || len(a.body) != 0 {
				t.Errorf("notification %s: %d %q", method, a.status, a.body)
			}
		}
		if left := d.read(d.post(search)).header.Get("X-Ratelimit-Remaining"); left != "24" && left != "" {
			t.Errorf("a notification was counted: %s left", left)
		}
	})
}

// REQ L-08, M-08: bodies.
func TestBodies(t *testing.T) {
	d := open(t)
	large := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"analyze_screenplay","arguments":{"text":"` + strings.Repeat("a", 5<<20) + `"}}}`
	a := d.post(large)
	var detail struct{ Code, DocsURL string }
	json.Unmarshal(a.Error.Data, &detail)
	if a.status != 413 || a.Error.Code != -32600 || detail.Code != "payload_too_large" {
		t.Errorf("too large: %d %s", a.status, a.body)
	}
	if a := d.post(search, "Content-Type", "text/plain"); a.status != 415 || a.Error.Code != -32600 {
		t.Errorf("another type: %d %s", a.status, a.body)
	}
	for _, declared := range []string{"application/json", "application/json; charset=utf-8", ""} {
		if a := d.post(search, "Content-Type", declared); a.status != 200 {
			t.Errorf("Content-Type %q: %d %s", declared, a.status, a.body)
		}
	}
}

// REQ: a bad credential is a matter of HTTP, with where to get a good
// one; none at all is the sandbox.
func TestCredentials(t *testing.T) {
	d := open(t)
	good, bad := d.studio(), access.NewToken(false).Reveal()
	for _, c := range []struct {
		name   string
		header []string
		status int
		mode   string
	}{
		{"none", nil, 200, "sandbox"},
		{"bearer", []string{"Authorization", "Bearer " + good}, 200, "api_key"},
		{"bearer, lower case", []string{"Authorization", "bearer " + good}, 200, "api_key"},
		{"key header", []string{"X-API-Key", good}, 200, "api_key"},
		{"basic is no credential of ours", []string{"Authorization", "Basic dXNlcjpwYXNz"}, 200, "sandbox"},
		{"unknown", []string{"Authorization", "Bearer " + bad}, 401, ""},
		{"malformed", []string{"Authorization", "Bearer hello"}, 401, ""},
		{"empty", []string{"Authorization", "Bearer "}, 401, ""},
		{"a refresh token", []string{"Authorization", "Bearer kdr_" + strings.Repeat("a", 40)}, 401, ""},
		{"unknown in the key header", []string{"X-API-Key", bad}, 401, ""},
	} {
		for _, method := range []string{`"tools/call","params":{"name":"get_account_status"}`, `"tools/list"`, `"initialize","params":{}`} {
			a := d.post(`{"jsonrpc":"2.0","id":1,"method":`+method+`}`, c.header...)
			if a.status != c.status {
				t.Errorf("%s, %s: %d %s", c.name, method, a.status, a.body)
				continue
			}
			if c.status == 401 {
				base := strings.TrimSuffix(d.url, mcp.Path)
				want := `Bearer error="invalid_token", resource_metadata="` + base + `/.well-known/oauth-protected-resource/mcp"`
				if got := a.header.Get("WWW-Authenticate"); got != want {
					t.Errorf("%s: WWW-Authenticate %s, want %s", c.name, got, want)
				}
				if strings.Contains(string(a.body), bad) {
					t.Errorf("%s: the key is said back (E-12)", c.name)
				}
				continue
			}
			if strings.Contains(method, "status") {
				var me struct{ Mode string }
				d.read(a).into(t, &me)
				if me.Mode != c.mode {
					t.Errorf("%s: mode %s, want %s (M-33)", c.name, me.Mode, c.mode)
				}
			}
		}
	}
	// Clients sign in when they are refused, which the address can ask for.
	plain := d.url
	d.url += "?sign_in=1"
	a := d.post(search)
	want := `Bearer resource_metadata="` + strings.TrimSuffix(plain, mcp.Path) + `/.well-known/oauth-protected-resource/mcp"`
	if got := a.header.Get("WWW-Authenticate"); a.status != 401 || got != want {
		t.Errorf("asked to sign in: %d, %s, want %s", a.status, got, want)
	}
	if a := d.post(search, "Authorization", "Bearer "+good); a.status != 200 {
		t.Errorf("asked to sign in, with a key: %d", a.status)
	}
	d.url = plain
	// A key in the address is not looked at: others on the way log addresses.
	d.url += "?key=" + bad
	if a := d.post(search); a.status != 200 {
		t.Errorf("a key in the address: %d", a.status)
	}
}

// REQ M-40: pages of others, and names that were made to point here.
func TestTrespassers(t *testing.T) {
	ours := func(o *mcp.Options) {
		o.BaseURL, o.Origins = "https://films.example", []string{"https://agent.example"}
	}
	any := func(o *mcp.Options) { o.Origins = []string{"*"} }
	for _, c := range []struct {
		name   string
		change func(*mcp.Options)
		header []string
		status int
	}{
		{"no page", ours, nil, 200},
		{"a page of ours", ours, []string{"Origin", "https://films.example"}, 200},
		{"a page that is named", ours, []string{"Origin", "https://agent.example"}, 200},
		{"the same by another scheme", ours, []string{"Origin", "http://agent.example"}, 403},
		{"a page of others", ours, []string{"Origin", "https://evil.example"}, 403},
		{"a file", ours, []string{"Origin", "null"}, 403},
		{"no origin at all", ours, []string{"Origin", "evil"}, 403},
		{"a page on this machine", ours, []string{"Origin", "http://localhost:6274"}, 200},
		{"all pages", any, []string{"Origin", "https://evil.example"}, 200},
		{"a name made to point here", ours, []string{"Host", "evil.example"}, 403},
		{"and a page of that name", ours, []string{"Host", "evil.example", "Origin", "http://evil.example"}, 403},
		{"our own name", ours, []string{"Host", "films.example"}, 200},
		{"localhost", ours, []string{"Host", "localhost:8080"}, 200},
		{"the address", ours, []string{"Host", "[::1]:8080"}, 200},
		{"a page on this machine, asking for ours", ours, []string{"Host", "films.example", "Origin", "http://localhost:6274"}, 403},
	} {
		d := open(t, c.change)
		a := d.post(search, c.header...)
		if a.status != c.status {
			t.Errorf("%s: %d, want %d: %.200s", c.name, a.status, c.status, a.body)
		}
		if c.status == 403 && (a.Error == nil || a.Error.Message == "") {
			t.Errorf("%s: %s does not say why", c.name, a.body)
		}
	}
}

// REQ M-33, M-42, Q-06, Q-07, Q-08, Q-14, A-21: what is counted.
func TestWhatCounts(t *testing.T) {
	both(t, func(t *testing.T, open func(...func(*mcp.Options)) *door) {
		d := open()
		key := d.NewKey(access.Producer, access.Producer.DefaultScopes(), false)
		ask := func(body string) *said { return d.post(body, "Authorization", "Bearer "+key) }
		spent := 0
		expect := func(what string, n int) {
			t.Helper()
			spent += n
			if got := d.used(key); got != spent {
				t.Errorf("%s: %d used, want %d", what, got, spent)
				spent = got
			}
		}
		d.call(key, "search_films", `{}`).into(t, &struct{}{})
		expect("a call", 1)
		d.call(key, "get_film", `{"id":"`+apptest.Absent+`"}`).failed(t, "NOT_FOUND")
		expect("NOT_FOUND", 1)
		d.call(key, "get_account_status", `{}`).into(t, &struct{}{})
		expect("get_account_status", 0)
		d.call(key, "search_films", `{"limit":0}`).failed(t, "INVALID_INPUT")
		d.call(key, "search_films", `{"cursor":"x"}`).failed(t, "INVALID_INPUT")
		expect("INVALID_INPUT", 0)
		d.call(key, "ai_rewrite_scene", `{}`).failed(t, "SCOPE_NOT_LICENSED")
		expect("SCOPE_NOT_LICENSED", 0)
		for _, free := range []string{
			`"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}`, `"ping"`, `"tools/list"`,
			`"prompts/list"`, `"prompts/get","params":{"name":"script_coverage","arguments":{"title":"x"}}`, `"resources/list"`, `"resources/templates/list"`,
			`"completion/complete","params":{"ref":{"type":"ref/resource","uri":"guide://{discipline}/{slug}"},"argument":{"name":"discipline","value":""}}`,
			`"tools/call","params":{"name":"no_such_tool"}`,
		} {
			ask(`{"jsonrpc":"2.0","id":1,"method":` + free + `}`)
		}
		expect("lists and the handshake", 0)
		if a := ask(`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"film://` + apptest.Crossing + `"}}`); a.Error != nil {
			t.Errorf("resources/read: %s", a.body)
		}
		expect("resources/read", 1)
		d.Break("get_script")
		d.call(key, "get_script", `{"id":"`+apptest.Crossing+`"}`).failed(t, "UPSTREAM_ERROR")
		expect("a failure of ours", 0)
	})
}

// REQ M-42: the pool of an address, to its end.
func TestTheKeylessPool(t *testing.T) {
	both(t, func(t *testing.T, open func(...func(*mcp.Options)) *door) {
		d := open()
		for n := range 25 {
			if r := d.call("", "search_films", `{"limit":1}`); *r.IsError {
				t.Fatalf("call %d: %s", n+1, r.payload)
			}
		}
		no := d.call("", "search_films", `{"limit":1}`).failed(t, "QUOTA_EXCEEDED")
		if want := "2026-03-15T00:00:00Z"; no.ResetsAt != want {
			t.Errorf("resets_at %s, want %s (M-11)", no.ResetsAt, want)
		}
		var me struct {
			Mode       string
			Tier       *string
			Scopes     []string
			DailyLimit int       `json:"daily_limit"`
			UsedToday  int       `json:"used_today"`
			ResetsAt   time.Time `json:"resets_at"`
		}
		d.call("", "get_account_status", `{}`).into(t, &me)
		if me.Mode != "sandbox" || me.Tier != nil || !slices.Equal(me.Scopes, []string{"read"}) || me.DailyLimit != 25 || me.UsedToday != 25 {
			t.Errorf("account status %+v", me)
		}
		// Others are not the poorer for it, and midnight renews it.
		d.call(d.Key(access.Writer), "search_films", `{}`).into(t, &struct{}{})
		d.Clock.Set(me.ResetsAt)
		d.call("", "search_films", `{}`).into(t, &struct{}{})
	})
}

// REQ: calls are billed in headers as on REST.
func TestTheBillIsInTheHeaders(t *testing.T) {
	d := open(t)
	key := d.NewKey(access.Writer, access.Writer.DefaultScopes(), false)
	for n := 1; n <= 10; n++ {
		r := d.call(key, "search_films", `{"limit":1}`)
		if got := r.header.Get("X-RateLimit-Remaining"); got != fmt.Sprint(10-n) {
			t.Errorf("call %d: %s left", n, got)
		}
		if got := r.header.Get("X-RateLimit-Warning"); (got != "") != (n >= 8) {
			t.Errorf("call %d: warning %q", n, got)
		}
		if cache := r.header.Get("Cache-Control"); cache != "no-store" {
			t.Errorf("Cache-Control %q", cache)
		}
	}
	r := d.call(key, "search_films", `{}`)
	r.failed(t, "QUOTA_EXCEEDED")
	if r.header.Get("X-RateLimit-Remaining") != "0" {
		t.Error("the refusal is not billed")
	}
}

// REQ M-09, E-08: a panic in a tool is a failure of ours, and the process lives.
func TestATurnForTheWorse(t *testing.T) {
	both(t, func(t *testing.T, open func(...func(*mcp.Options)) *door) {
		failures := make(chan string, 10)
		d := open(func(o *mcp.Options) { o.Failures.Failed = func(route string, _ error) { failures <- route } })
		d.Break("get_film")
		no := d.call(d.studio(), "get_film", `{"id":"`+apptest.It+`"}`).failed(t, "UPSTREAM_ERROR")
		if strings.Contains(no.Message, "nil") || strings.Contains(no.Message, "panic") {
			t.Errorf("the panic is told to strangers: %s", no.Message)
		}
		if route := <-failures; route != "/mcp tool get_film" {
			t.Errorf("counted as %s", route)
		}
		d.call(d.studio(), "search_films", `{}`).into(t, &struct{}{})
	})
}
