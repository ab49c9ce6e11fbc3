package serve_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"kinodex/internal/serve"
)

// demonstration opens a service that is one.
func demonstration(t *testing.T) *site {
	t.Helper()
	return open(t, func(o *serve.Options) { o.Demonstration = true })
}

// REQ F2-142: a demonstration refuses whatever is not reading and says why, also to who holds the key of
// an administrator, at paths that do not exist and at paths that only look like those that are answered.
func TestADemonstrationRefusesToBeChanged(t *testing.T) {
	t.Parallel()
	s := demonstration(t)
	admin := s.admin()
	var described struct {
		Paths map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal(s.ask(request{path: "/openapi.json"}).is(200).body, &described); err != nil {
		t.Fatal(err)
	}
	tries := []request{
		{method: "POST", path: "/sign-in"}, {method: "POST", path: "/sign-up"}, {method: "POST", path: "/sign-in/link"}, {method: "POST", path: "/sign-in/passkey"},
		{method: "POST", path: "/oauth/register"}, {method: "POST", path: "/oauth/token"}, {method: "POST", path: "/oauth/authorize"},
		{method: "POST", path: "/account/keys"}, {method: "POST", path: "/account/delete"}, {method: "POST", path: "/admin/accounts"}, {method: "POST", path: "/forecast"},
		{method: "POST", path: "/nowhere"}, {method: "PUT", path: "/mcp"}, {method: "DELETE", path: "/mcp"}, {method: "PUT", path: "/recommend"},
		{method: "POST", path: "/recommend/../admin/accounts"}, {method: "POST", path: "//mcp"}, {method: "POST", path: "/mcp/../account/keys"},
		{method: "post", path: "/sign-in"}, {method: "PROPFIND", path: "/"},
	}
	for path, methods := range described.Paths {
		for method := range methods {
			if method = strings.ToUpper(method); method != http.MethodGet && method != http.MethodHead && method != "PARAMETERS" {
				tries = append(tries, request{method: method, path: strings.ReplaceAll(path, "{id}", "key_1")})
			}
		}
	}
	if len(tries) < 40 {
		t.Fatalf("%d requests are tried; the description has lost its operations", len(tries))
	}
	for _, r := range tries {
		r.body, r.header = `{}`, map[string]string{"X-API-Key": admin, "Content-Type": "application/json"}
		a := s.ask(r)
		if a.status != http.StatusForbidden || !strings.Contains(string(a.body), "this server is a demonstration") {
			t.Errorf("%s: %d: %.300s", a.what, a.status, a.body)
		}
	}
}

// REQ F2-142: a demonstration can be read: pages, the interface with the key that is published, and the
// connector.
func TestADemonstrationIsRead(t *testing.T) {
	t.Parallel()
	s := demonstration(t)
	s.ask(request{path: "/films"}).is(200)
	s.ask(request{method: "OPTIONS", path: "/api/v2/films"}).is(204)
	s.ask(request{path: "/api/v2/films", header: map[string]string{"X-Sandbox": "1"}}).is(200)
	a := s.ask(request{method: "POST", path: "/mcp", body: `{"jsonrpc":"2.0","id":1,"method":"ping"}`,
		header: map[string]string{"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}})
	if a.status != 200 || strings.Contains(string(a.body), "demonstration") {
		t.Errorf("the connector: %d: %s", a.status, a.body)
	}
	if a := s.ask(request{method: "POST", path: "/recommend"}); strings.Contains(string(a.body), "demonstration") {
		t.Errorf("an export of ratings: %d: %s", a.status, a.body)
	}
}

// REQ F2-142: every page of the sign-in says that there are no accounts, and has no form. Pages that need
// an account lead there.
func TestADemonstrationHasNoAccounts(t *testing.T) {
	t.Parallel()
	s := demonstration(t)
	for _, path := range []string{"/sign-in", "/sign-up", "/sign-in/link?token=x", "/reset-password", "/oauth/authorize?client_id=x", "/account/password"} {
		page := string(s.ask(request{path: path}).is(200).body)
		if !strings.Contains(page, "This server is a demonstration. It has no accounts") || strings.Contains(page, "<form") && strings.Contains(page, `name="password"`) {
			t.Errorf("%s: %.2000s", path, page)
		}
	}
	for _, path := range []string{"/account", "/admin"} {
		if a := s.ask(request{path: path}).is(http.StatusFound); !strings.HasPrefix(a.header.Get("Location"), "/sign-in") {
			t.Errorf("%s leads to %s", path, a.header.Get("Location"))
		}
	}
	if page := string(open(t).ask(request{path: "/sign-in"}).is(200).body); strings.Contains(page, "demonstration") {
		t.Error("every server says that it is a demonstration")
	}
}
