package serve_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/serve"
	"kinodex/internal/serve/admission"
)

// call calls a tool of the connector with the key of a Studio account, and reads
// the payload into v.
func (s *site) call(tool string, arguments any, v any) {
	s.t.Helper()
	body, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": map[string]any{"name": tool, "arguments": arguments},
	})
	if err != nil {
		s.t.Fatal(err)
	}
	a := s.post("/mcp", string(body)).is(200)
	var said struct {
		Result struct {
			Content []struct{ Text string }
			IsError bool
		}
	}
	if err := json.Unmarshal(a.body, &said); err != nil || len(said.Result.Content) != 1 || said.Result.IsError {
		s.t.Fatalf("%s %.200s: %.300s", tool, body, a.body)
	}
	if err := json.Unmarshal([]byte(said.Result.Content[0].Text), v); err != nil {
		s.t.Fatalf("%s: %v", tool, err)
	}
}

// REQ M-06, G-09, G-11: the connector has one method, and browsers may ask it.
func TestTheConnectorsPath(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, method := range []string{"GET", "DELETE", "PUT"} {
		a := s.ask(request{method: method, path: "/mcp", header: map[string]string{"Accept": "text/event-stream"}})
		a.is(http.StatusMethodNotAllowed).has("Allow", "OPTIONS, POST").has("Cache-Control", "no-store")
		if !strings.Contains(string(a.body), `"jsonrpc":"2.0"`) {
			t.Errorf("%s: %s", method, a.body)
		}
	}
	pre := s.ask(request{method: "OPTIONS", path: "/mcp", header: map[string]string{"Origin": "http://localhost:1", "Access-Control-Request-Method": "POST"}}).is(204)
	for _, name := range []string{"Authorization", "Content-Type", "MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"} {
		if !strings.Contains(pre.header.Get("Access-Control-Allow-Headers"), name) {
			t.Errorf("pages may not send %s", name)
		}
	}
	a := s.ask(request{method: "POST", path: "/mcp/", header: map[string]string{"Origin": s.url}, body: `{"jsonrpc":"2.0","id":1,"method":"ping"}`})
	a.is(200).has("X-Service-Version", "2.4.0").has("Access-Control-Allow-Origin", "*").has("Cache-Control", "no-store")
	if !strings.Contains(a.header.Get("Access-Control-Expose-Headers"), "WWW-Authenticate") {
		t.Error("pages cannot read where to sign in")
	}
	s.ask(request{method: "POST", path: "/mcp/nothing"}).is(404)
	long := s.ask(request{method: "POST", path: "/mcp?" + strings.Repeat("a", 9000)}).is(414)
	if !strings.Contains(string(long.body), `"jsonrpc":"2.0"`) {
		t.Errorf("%s", long.body)
	}
}

// A call has one line in the log and one count in the metrics, and neither tells
// what was asked.
func TestCallsAreLoggedAndCounted(t *testing.T) {
	t.Parallel()
	s := open(t)
	const secret = "unrepeatable"
	s.call("search_films", map[string]any{"query": secret}, &struct{}{})
	s.post("/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_film","arguments":{"id":"`+secret+`"}}}`).is(200)
	s.ask(request{method: "POST", path: "/mcp", body: `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`}).is(200)
	if !s.log.tells(`"tool":"get_film","mode":"api_key","code":"NOT_FOUND"`) || !s.log.tells(`"tool":"search_films","mode":"api_key"`) {
		t.Errorf("the log is %s", s.log)
	}
	if n := strings.Count(s.log.String(), `"tool":"search_films"`); n != 1 {
		t.Errorf("%d lines for one call", n)
	}
	if strings.Contains(s.log.String(), secret) || strings.Contains(s.log.String(), s.Key(access.Studio)) {
		t.Error("the log tells what was asked, or by which key")
	}
	told := string(s.ask(request{path: "/metrics"}).body)
	for _, line := range []string{
		`kinodex_tool_calls_total{code="OK",tool="search_films"} 1`, `kinodex_tool_calls_total{code="NOT_FOUND",tool="get_film"} 1`,
		`kinodex_http_requests_total{method="POST",route="/mcp search_films",status="200"} 1`,
		`kinodex_http_requests_total{method="POST",route="/mcp tools/list",status="200"} 1`,
	} {
		if !strings.Contains(told, line) {
			t.Errorf("the metrics lack %s", line)
		}
	}
}

// REQ, M-42: one pool for an address, whatever the surface; a sandbox
// key spends nothing and its answers say so.
func TestTheSandboxOfTheConnector(t *testing.T) {
	t.Parallel()
	s := open(t)
	ask := func() *answer {
		return s.ask(request{method: "POST", path: "/mcp", body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_films"}}`})
	}
	for n := range 12 {
		ask().is(200).has("X-RateLimit-Remaining", fmt.Sprint(24-2*n))
		s.ask(request{path: "/api/v2/films", header: map[string]string{"X-Sandbox": "1"}}).is(200)
	}
	ask().is(200).has("X-RateLimit-Remaining", "0")
	if a := ask().is(200); !strings.Contains(string(a.body), "QUOTA_EXCEEDED") {
		t.Errorf("%s", a.body)
	}
	test := s.NewKey(access.Writer, access.Writer.DefaultScopes(), true)
	for range 12 {
		a := s.ask(request{method: "POST", path: "/mcp", header: map[string]string{"Authorization": "Bearer " + test}, body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_films"}}`}).is(200)
		if !strings.Contains(string(a.body), `\"sandbox\":true`) || a.header.Get("X-RateLimit-Limit") != "" {
			t.Fatalf("%.200s", a.body)
		}
	}
}

// Whoever asks for nothing but what is free is not kept out by a spent budget or a
// full house (REQ M-33, Q-14).
func TestWhatIsFreeIsFree(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *serve.Options) { o.Limits.PerSecond = 0.001 })
	for range 5 {
		s.call("get_account_status", nil, &struct{}{})
		s.post("/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`).is(200)
	}
	s.call("get_film", map[string]any{"id": apptest.It}, &struct{}{})
	a := s.post("/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_film","arguments":{"id":"`+apptest.It+`"}}}`).is(200)
	if !strings.Contains(string(a.body), "UPSTREAM_ERROR") || !strings.Contains(string(a.body), "retry_after_seconds") {
		t.Errorf("beyond the pace: %s", a.body)
	}
}

// However many come without a key, whoever has one finds a place at once, and the
// rest of them is told to come again, which costs nothing (REQ Q-15, M-09).
func TestACrowdWithoutKeysKeepsNobodyOut(t *testing.T) {
	t.Parallel()
	s, h := openHeld(t, admission.Limits{AtWork: 4, Waiting: 8, Patience: time.Minute}, 0)
	const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_films"}}`
	answers := make(chan *answer, 50)
	var wg sync.WaitGroup
	come := func(header map[string]string) {
		wg.Go(func() { answers <- s.ask(request{method: "POST", path: "/mcp", body: body, header: header}) })
	}
	for range 20 {
		come(nil)
	}
	for range 2 { // half of the places
		if meter := <-h.arrived; !strings.HasPrefix(meter, "address:") {
			t.Errorf("%s is at work", meter)
		}
	}
	if !s.gate(`kinodex_admission_rejected_total{limiter="work"} 10`) || !s.gate(`kinodex_admission_waiting{limiter="work"} 8`) {
		t.Fatal("the queue is not full")
	}
	for _, plan := range []access.Plan{access.Writer, access.Studio} {
		come(map[string]string{"Authorization": "Bearer " + s.Key(plan)})
		if meter := <-h.arrived; !strings.HasPrefix(meter, "account:") {
			t.Errorf("%s goes before %s", meter, plan)
		}
	}
	close(h.letGo)
	wg.Wait()
	close(answers)
	answered, told := 0, 0
	for a := range answers {
		switch a.is(200); {
		case !strings.Contains(string(a.body), `"isError":true`):
			answered++
		case strings.Contains(string(a.body), `\"code\":\"UPSTREAM_ERROR\"`) && strings.Contains(string(a.body), `\"retry_after_seconds\":1`):
			told++
		default:
			t.Errorf("%s", a.body)
		}
	}
	if answered != 12 || told != 10 {
		t.Errorf("%d answered, %d told to come again", answered, told)
	}
}

// To read a long text is work: it waits for a heavy place, of which callers without
// a key have half, so that those with one are heard.
func TestLongTextsWaitToBeRead(t *testing.T) {
	t.Parallel()
	s, h := openHeld(t, admission.Limits{Heavy: 3, Patience: 20 * time.Millisecond}, 0)
	text, _ := json.Marshal(apptest.Screenplay(150))
	body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"analyze_screenplay","arguments":{"text":` + string(text) + `}}}`
	var wg sync.WaitGroup
	for _, header := range []map[string]string{nil, {"Authorization": "Bearer " + s.Key(access.Writer)}} {
		wg.Go(func() { s.ask(request{method: "POST", path: "/mcp", body: body, header: header}).is(200) })
		<-h.arrived
	}
	for _, more := range []string{body, body[:len(body)-1]} { // the second is no JSON, which nobody looks at
		a := s.ask(request{method: "POST", path: "/mcp", body: more, header: map[string]string{"Authorization": "Bearer " + s.Key(access.Producer)}}).is(503).has("Retry-After", "5")
		if !strings.Contains(string(a.body), `"jsonrpc":"2.0","id":null,"error":{"code":-32000`) {
			t.Errorf("%s", a.body)
		}
	}
	// Short ones are read all the same.
	if a := s.ask(request{method: "POST", path: "/mcp", body: `{`}).is(400); !strings.Contains(string(a.body), "-32700") {
		t.Errorf("%s", a.body)
	}
	close(h.letGo)
	wg.Wait()
}
