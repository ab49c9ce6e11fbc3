package serve_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/ledger"
)

// REQ, E-11, Q-12: what the sandbox gives an account is bounded, at all
// doors together and however it is asked for; beyond it 429 says when to come back,
// and nothing is spent.
func TestTheSandboxIsNoWayToTakeTheCatalogue(t *testing.T) {
	t.Parallel()
	s := open(t)
	key := s.Key(access.Writer)
	sandbox := func(r request) *answer {
		r.header = map[string]string{"X-API-Key": key, "X-Sandbox": "1", "Content-Type": "application/json"}
		return s.ask(r)
	}
	films := `"` + strings.Join(slices.Repeat([]string{apptest.Crossing}, 100), `","`) + `"`
	batch := request{method: "POST", path: "/api/v2/films/batch", body: `{"films":[` + films + `]}`}
	first := s.Clock.Now()
	for range access.SandboxFilms / 100 {
		sandbox(batch).is(200)
	}
	call, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/call",
		"params": map[string]any{"name": "search_films", "arguments": map[string]any{"limit": 5}}})
	for range 2 {
		for _, r := range []request{batch, {path: "/api/v2/films?limit=1"}, {path: "/api/v1/films?limit=1"}, {path: "/api/v2/films/" + apptest.Crossing},
			{path: "/api/v1/search?q=river"}, {path: "/api/v2/films/" + apptest.Crossing + "/similar"}} {
			a := sandbox(r)
			a.fails(429, "rate_limited")
			a.has("Retry-After", "60").has("X-RateLimit-Limit", "").has("Cache-Control", "no-store")
		}
		if a := sandbox(request{method: "POST", path: "/mcp", body: string(call)}).is(200); !strings.Contains(string(a.body), `"isError":true`) ||
			!strings.Contains(string(a.body), `rate_limited`) {
			t.Errorf("the connector: %s", a.body)
		}
	}
	sandbox(request{path: "/api/v1/me"}).is(200)
	sandbox(request{path: "/api/v2/films?limit=x"}).fails(400, "invalid_parameter")
	if used := s.used(key); used != 0 {
		t.Errorf("%d spent", used)
	}
	s.with(key, "GET", "/api/v2/films?limit=1", "").is(200).has("X-RateLimit-Remaining", "9")
	if used, _ := s.Ledger.Used(t.Context(), s.Caller(key).Account, ledger.DayOf(first)); used != 0 {
		t.Error("counted under the account's name")
	}
}

// REQ A-14: a list that is asked again is counted again, though its answer is at
// hand; what the asker holds already is not.
func TestListsThatAreAtHandAreCountedInTheSandbox(t *testing.T) {
	t.Parallel()
	s := open(t)
	key := s.NewKey(access.Writer, access.Writer.DefaultScopes(), true)
	header := map[string]string{"X-API-Key": key}
	counted := func() int {
		caller := s.Caller(key)
		n, err := s.Ledger.Used(t.Context(), caller.SandboxMeter()+":films", ledger.DayOf(s.Clock.Now()))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	var bodies []string
	for n := 1; n <= 3; n++ {
		a := s.ask(request{path: "/api/v2/films?limit=4", header: header}).is(200)
		bodies = append(bodies, string(a.body))
		if counted() != 4*n {
			t.Errorf("%d counted after %d lists of 4", counted(), n)
		}
		header = map[string]string{"X-API-Key": key}
		if n == 3 {
			header["If-None-Match"] = a.header.Get("ETag")
		}
	}
	if bodies[0] != bodies[1] || bodies[1] != bodies[2] {
		t.Error("the same list differs")
	}
	s.ask(request{path: "/api/v2/films?limit=4", header: header}).is(304)
	if counted() != 12 {
		t.Errorf("%d counted after what is unchanged", counted())
	}
}

// REQ: without a key it is 25 a day, and no other bound.
func TestTheKeylessSandboxHasItsOwnBudget(t *testing.T) {
	t.Parallel()
	s := open(t)
	header := map[string]string{"X-Sandbox": "1"}
	for n := range 25 {
		s.ask(request{path: "/api/v2/films?limit=500", header: header}).is(200).has("X-RateLimit-Remaining", fmt.Sprint(24-n))
	}
	s.ask(request{path: "/api/v2/films", header: header}).fails(429, "quota_exceeded")
}
