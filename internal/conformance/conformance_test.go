package conformance_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/conformance"
	"kinodex/internal/serve"
)

// run checks a house whose answers are changed on the way by damage; nil for as they are.
func run(t *testing.T, plan access.Plan, damage func(r *http.Request, a *httptest.ResponseRecorder)) *conformance.Report {
	t.Helper()
	h := apptest.Open(t)
	return runAt(t, h, h.Key(plan), serve.Options{App: h.App}, damage)
}

// runAt is run with a key and a server of one's own.
func runAt(t *testing.T, h *apptest.House, key string, o serve.Options, damage func(r *http.Request, a *httptest.ResponseRecorder)) *conformance.Report {
	t.Helper()
	handler, err := serve.New(o)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a := httptest.NewRecorder()
		handler.ServeHTTP(a, r)
		if damage != nil {
			damage(r, a)
		}
		for name, values := range a.Header() {
			w.Header()[name] = values
		}
		if r.Method != http.MethodHead {
			w.Header().Del("Content-Length") // of what was damaged
		}
		w.WriteHeader(a.Code)
		w.Write(a.Body.Bytes())
	}))
	t.Cleanup(server.Close)
	report, err := conformance.Run(t.Context(), conformance.Options{URL: server.URL + "/", Key: key, Wait: func(_ context.Context, d time.Duration) error {
		h.Clock.Set(h.Clock.Now().Add(d))
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	if n := report.Passed + report.Failed + report.Skipped; n != len(report.Checks) || n < 120 {
		t.Errorf("%d checks, %d are counted", len(report.Checks), n)
	}
	return report
}

// The service passes, for a key of any plan that has keys.
func TestTheServicePasses(t *testing.T) {
	t.Parallel()
	for _, plan := range []access.Plan{access.Writer, access.Studio} {
		report := run(t, plan, nil)
		for _, c := range report.Checks {
			if c.Status == conformance.Fail || c.Status == conformance.Skip && (c.Detail == "" || plan == access.Studio && strings.Contains(c.Detail, "tier_not_allowed")) {
				t.Errorf("%v: %+v", plan, c)
			}
		}
		if report.Version != apptest.Version || report.Skipped > 40 {
			t.Errorf("version %q, %d skipped", report.Version, report.Skipped)
		}
	}
}

// A key of the sandbox has no budget: what is counted is skipped, with the reason.
func TestTheServicePassesForAKeyOfTheSandbox(t *testing.T) {
	t.Parallel()
	h := apptest.Open(t)
	told := false
	for _, c := range runAt(t, h, h.NewKey(access.Studio, access.Studio.DefaultScopes(), true), serve.Options{App: h.App}, nil).Checks {
		if c.Status == conformance.Fail {
			t.Errorf("%+v", c)
		}
		told = told || c.Group == "budget" && c.Status == conformance.Skip && strings.Contains(c.Detail, "sandbox")
	}
	if !told {
		t.Error("nothing says why the budget was not checked")
	}
}

// A server that asks to come back is waited for, by its tools as by REST.
func TestATardyServerPasses(t *testing.T) {
	t.Parallel()
	h := apptest.Open(t)
	waits := 0 // tools that were asked to wait
	var last string
	report := runAt(t, h, h.Key(access.Studio), serve.Options{App: h.App}, func(r *http.Request, a *httptest.ResponseRecorder) {
		if r.URL.Path != "/mcp" || !strings.Contains(a.Body.String(), `"content":[`) || strings.Contains(a.Body.String(), "UPSTREAM_ERROR") {
			return // no tool, or one that asks to wait by itself, as the sandbox does after so many requests
		}
		if asked := a.Body.String(); asked != last { // the first time
			last = asked
			waits++
			a.Body = bytes.NewBufferString(`{"jsonrpc":"2.0","id":"a","result":{"isError":true,"content":[{"type":"text","text":"{\"code\":\"UPSTREAM_ERROR\",\"details\":{\"retry_after_seconds\":60}}"}]}}`) // so long that the sandbox answers again, too
		}
	})
	for _, c := range report.Checks {
		if c.Status == conformance.Fail {
			t.Errorf("%+v", c)
		}
	}
	if waits < 5 {
		t.Errorf("%d tools were asked to wait", waits)
	}
}

// A server with one thing wrong fails, and the report says where.
func TestADamagedServerFails(t *testing.T) {
	t.Parallel()
	list := func(r *http.Request) bool { return r.URL.Path == "/api/v2/films" }
	body := func(a *httptest.ResponseRecorder, from, to string) {
		text := strings.Replace(a.Body.String(), from, to, 1)
		a.Body = bytes.NewBufferString(text)
	}
	for name, c := range map[string]struct {
		damage func(r *http.Request, a *httptest.ResponseRecorder)
		group  string
		says   string
	}{
		"another status": {func(r *http.Request, a *httptest.ResponseRecorder) {
			if a.Code == 404 {
				a.Code = 400
			}
		}, "errors", "status 400, want 404"},
		"a header is missing": {func(r *http.Request, a *httptest.ResponseRecorder) { a.Header().Del("ETag") }, "caching", "no ETag"},
		"a header is another": {func(r *http.Request, a *httptest.ResponseRecorder) {
			if a.Code == 401 {
				a.Header().Set("Cache-Control", "public")
			}
		}, "errors", "no-store"},
		"a field has another type": {func(r *http.Request, a *httptest.ResponseRecorder) {
			if strings.HasPrefix(r.URL.Path, "/api/v2/films/tt") {
				body(a, `"runtime":`, `"runtime":true,"old":`)
			}
		}, "examples", "not as described"},
		"a field is missing": {func(r *http.Request, a *httptest.ResponseRecorder) {
			if r.URL.Path == "/api/v1/stats" {
				body(a, `"summary":`, `"sum":`)
			}
		}, "examples", "summary"},
		"another order": {func(r *http.Request, a *httptest.ResponseRecorder) {
			if list(r) && strings.Contains(r.URL.RawQuery, "fields=year") {
				a.Body = bytes.NewBufferString(swapped(a.Body.String()))
			}
		}, "pages", "against the order by year"},
		"a total that is wrong": {func(r *http.Request, a *httptest.ResponseRecorder) { body(a, `"has_more":true`, `"has_more":false`) }, "pages", "has_more"},
		"errors of another shape": {func(r *http.Request, a *httptest.ResponseRecorder) {
			if a.Code == 400 {
				a.Body = bytes.NewBufferString(`{"message":"bad request"}`)
			}
		}, "bounds", "no error in the envelope"},
		"a bound that is not held": {func(r *http.Request, a *httptest.ResponseRecorder) {
			if r.URL.RawQuery == "top=201" {
				a.Code = 200
			}
		}, "bounds", "top=201"},
		"a budget that does not fall": {func(r *http.Request, a *httptest.ResponseRecorder) {
			if a.Header().Get("X-RateLimit-Remaining") != "" {
				a.Header().Set("X-RateLimit-Remaining", "77")
			}
		}, "budget", "X-RateLimit-Remaining"},
		"no pages of other origins": {func(r *http.Request, a *httptest.ResponseRecorder) { a.Header().Del("Access-Control-Allow-Origin") }, "browsers", "Access-Control-Allow-Origin"},
		"a tool is missing": {func(r *http.Request, a *httptest.ResponseRecorder) {
			body(a, `"name":"get_script"`, `"name":"get_text"`)
		}, "connector", "get_text"},
		"an operation is missing": {func(r *http.Request, a *httptest.ResponseRecorder) { body(a, `"/api/v2/atlas":`, `"/api/v2/map":`) }, "description", "/api/v2/atlas"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			report := run(t, access.Studio, c.damage)
			for _, check := range report.Checks {
				if check.Status == conformance.Fail && check.Group == c.group && strings.Contains(check.Detail+check.Name, c.says) {
					return
				}
			}
			failed := ""
			for _, check := range report.Checks {
				if check.Status == conformance.Fail {
					failed += fmt.Sprintf("\n%+v", check)
				}
			}
			t.Errorf("no failure in %s that says %q; there are:%.3000s", c.group, c.says, failed)
		})
	}
}

// swapped returns a page with its last film first.
func swapped(page string) string {
	start, end := strings.Index(page, `[{`), strings.Index(page, `}]`)
	if start < 0 || end < start {
		return page
	}
	films := strings.Split(page[start+1:end+1], `},{`)
	if len(films) < 2 {
		return page
	}
	for i, f := range films {
		films[i] = strings.TrimSuffix(strings.TrimPrefix(f, "{"), "}")
	}
	films[0], films[len(films)-1] = films[len(films)-1], films[0]
	return page[:start+1] + "{" + strings.Join(films, "},{") + "}" + page[end+1:]
}

// What is no server of the interface, and a key that is refused, end the run with a reason.
func TestWhatCannotBeAsked(t *testing.T) {
	other := httptest.NewServer(http.NotFoundHandler())
	defer other.Close()
	describes := func(text string) string {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, text) }))
		t.Cleanup(server.Close)
		return server.URL
	}
	h := apptest.Open(t)
	handler, err := serve.New(serve.Options{App: h.App})
	if err != nil {
		t.Fatal(err)
	}
	ours := httptest.NewServer(handler)
	defer ours.Close()
	for name, c := range map[string]struct{ url, key, says string }{
		"another server": {other.URL, "k", "no server of the interface"}, "a path too many": {ours.URL + "/api/v2", "k", "path too many"},
		"nobody there": {"http://127.0.0.1:1", "k", "ask the server"}, "a bad key": {ours.URL, "k", "the key is refused"},
		"a description of nothing":    {describes(`{}`), "k", "no server of the interface"},
		"a description of a pet shop": {describes(`{"openapi":"3.1.0","paths":{"/pets":{"get":{}}}}`), "k", "no server of the interface"},
		"a page":                      {describes(`<html>`), "k", "no server of the interface"},
		"a plan without keys":         {ours.URL, h.Key(access.Free), "the key is refused"},
	} {
		if _, err := conformance.Run(t.Context(), conformance.Options{URL: c.url, Key: c.key}); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
