package serve_test

import (
	"net/http"
	"strings"
	"testing"
)

// REQ K-03, E-09, E-12, L-08, L-10: what the admin group is sent that it
// should not be.
func TestHostileAdministration(t *testing.T) {
	t.Parallel()
	s := open(t)
	admin := s.admin()
	k := s.made(admin, `{"account":"acc_host","tier":"writer","name":"a"}`)
	one := adminKeys + "/" + k.ID
	secret := k.Key
	for _, c := range []struct {
		method, path, body string
		status             int
		code, param        string
	}{
		{"GET", adminKeys + "?limit=0", "", 400, "invalid_parameter", "limit"},
		{"GET", adminKeys + "?limit=201", "", 400, "invalid_parameter", "limit"},
		{"GET", adminKeys + "?limit=x", "", 400, "invalid_parameter", "limit"},
		{"GET", adminKeys + "?offset=-1", "", 400, "invalid_parameter", "offset"},
		{"GET", adminKeys + "?offset=9999999999", "", 400, "invalid_parameter", "offset"},
		{"GET", adminKeys + "?offset=1&offset=1", "", 400, "invalid_parameter", "offset"},
		{"GET", adminKeys + "?account=" + strings.Repeat("a", 201), "", 400, "invalid_parameter", "account"},
		{"GET", adminKeys + "?account=a%00b", "", 400, "invalid_parameter", "account"},
		{"GET", adminKeys + "?account=%1b%5b2J", "", 400, "invalid_parameter", "account"},
		{"GET", adminKeys + "?account=%ff", "", 400, "invalid_parameter", "account"},
		{"GET", "/api/v1/admin/audit?limit=201", "", 400, "invalid_parameter", "limit"},
		{"GET", "/api/v1/admin/audit?before=0", "", 400, "invalid_parameter", "before"},
		{"GET", "/api/v1/admin/audit?before=-1", "", 400, "invalid_parameter", "before"},
		{"GET", "/api/v1/admin/audit?before=1.5", "", 400, "invalid_parameter", "before"},
		{"GET", "/api/v1/admin/audit?before=", "", 400, "invalid_parameter", "before"},
		{"GET", "/api/v1/admin/audit?actor=a%0Ab", "", 400, "invalid_parameter", "actor"},
		{"GET", "/api/v1/admin/audit?target=%E2%80%AE", "", 400, "invalid_parameter", "target"},
		{"GET", "/api/v1/admin/audit?action=" + strings.Repeat("a", 201), "", 400, "invalid_parameter", "action"},
		{"GET", adminKeys + "/nothing", "", 404, "not_found", ""},
		{"GET", adminKeys + "/key_0000000000000000", "", 404, "not_found", ""},
		{"GET", adminKeys + "/" + secret, "", 404, "not_found", ""},
		{"GET", adminKeys + "/%27%20or%201=1--", "", 404, "not_found", ""},
		{"DELETE", adminKeys + "/key_0000000000000000", "", 404, "not_found", ""},
		{"DELETE", adminKeys, "", 405, "method_not_allowed", ""},
		{"PUT", one, `{}`, 405, "method_not_allowed", ""},
		{"GET", one + "/rotate", "", 405, "method_not_allowed", ""},
		{"POST", adminKeys, "", 400, "invalid_body", "body"},
		{"POST", adminKeys, `{"name":"a"`, 400, "invalid_body", "body"},
		{"POST", adminKeys, `{"name":"a","name":"b","tier":"writer"}`, 400, "invalid_body", "body"},
		{"POST", adminKeys, `[]`, 400, "invalid_parameter", "body"},
		{"POST", adminKeys, `{}`, 400, "missing_parameter", "name"},
		{"POST", adminKeys, `{"name":"a"}`, 400, "missing_parameter", "tier"},
		{"POST", adminKeys, `{"name":"a","account":"acc_new"}`, 400, "missing_parameter", "tier"},
		{"POST", adminKeys, `{"name":"a","tier":"gold"}`, 400, "invalid_parameter", "tier"},
		{"POST", adminKeys, `{"name":"a","tier":1}`, 400, "invalid_parameter", "tier"},
		{"POST", adminKeys, `{"name":" ","tier":"writer"}`, 400, "invalid_parameter", "name"},
		{"POST", adminKeys, `{"name":"` + strings.Repeat("é", 101) + `","tier":"writer"}`, 400, "invalid_parameter", "name"},
		{"POST", adminKeys, `{"name":["a"],"tier":"writer"}`, 400, "invalid_parameter", "name"},
		{"POST", adminKeys, `{"name":"a","account":"../etc","tier":"writer"}`, 400, "invalid_parameter", "account"},
		{"POST", adminKeys, `{"name":"a","account":"acc_host","tier":"studio"}`, 409, "conflict", ""},
		{"POST", adminKeys, `{"name":"a","tier":"writer","scopes":"read"}`, 400, "invalid_parameter", "scopes"},
		{"POST", adminKeys, `{"name":"a","tier":"writer","scopes":["read,admin"]}`, 400, "invalid_parameter", "scopes"},
		{"POST", adminKeys, `{"name":"a","tier":"writer","scopes":["root"]}`, 400, "invalid_parameter", "scopes"},
		{"POST", adminKeys, `{"name":"a","tier":"writer","scopes":[""]}`, 400, "invalid_parameter", "scopes"},
		{"POST", adminKeys, `{"name":"a","tier":"writer","sandbox":"yes"}`, 400, "invalid_parameter", "sandbox"},
		{"POST", adminKeys, `{"name":"a","tier":"writer","expires_at":"tomorrow"}`, 400, "invalid_parameter", "expires_at"},
		{"POST", adminKeys, `{"name":"a","tier":"writer","expires_at":5}`, 400, "invalid_parameter", "expires_at"},
		{"POST", adminKeys, `{"name":"a","tier":"writer","expires_at":"2020-01-01T00:00:00Z"}`, 400, "invalid_parameter", "expires_at"},
		{"POST", adminKeys, `{"name":"a","tier":"writer","expires_at":"0001-01-01T00:00:00Z"}`, 400, "invalid_parameter", "expires_at"},
		{"POST", adminKeys, `{"name":"` + strings.Repeat("a", 1<<20) + `"}`, 413, "payload_too_large", ""},
		{"PATCH", one, `{}`, 400, "missing_parameter", "name, scopes or expires_at"},
		{"PATCH", one, ``, 400, "invalid_body", "body"},
		{"PATCH", one, `{"name":""}`, 400, "invalid_parameter", "name"},
		{"PATCH", one, `{"scopes":["x"]}`, 400, "invalid_parameter", "scopes"},
		{"PATCH", one, `{"expires_at":"2020-01-01T00:00:00Z"}`, 400, "invalid_parameter", "expires_at"},
		{"PATCH", adminKeys + "/nothing", `{"name":"b"}`, 404, "not_found", ""},
		{"POST", one + "/rotate", `{"overlap_hours":-1}`, 400, "invalid_parameter", "overlap_hours"},
		{"POST", one + "/rotate", `{"overlap_hours":720.1}`, 400, "invalid_parameter", "overlap_hours"},
		{"POST", one + "/rotate", `{"overlap_hours":1e300}`, 400, "invalid_parameter", "overlap_hours"},
		{"POST", one + "/rotate", `{"overlap_hours":-1e300}`, 400, "invalid_parameter", "overlap_hours"},
		{"POST", one + "/rotate", `{"overlap_hours":"1"}`, 400, "invalid_parameter", "overlap_hours"},
		{"POST", adminKeys + "/nothing/rotate", ``, 404, "not_found", ""},
	} {
		a := s.with(admin, c.method, c.path, c.body)
		if a.status != c.status {
			t.Errorf("%.100s %.60s: status %d, want %d: %.200s", a.what, c.body, a.status, c.status, a.body)
			continue
		}
		p := a.fails(c.status, c.code)
		if p.Param != c.param || c.param != "" && p.Allowed == "" {
			t.Errorf("%.100s %.60s: param %q allowed %q, want %q", a.what, c.body, p.Param, p.Allowed, c.param)
		}
		if strings.Contains(string(a.body), secret) {
			t.Errorf("%.100s: the answer repeats the key (E-12)", a.what)
		}
		a.has("Cache-Control", "no-store")
	}
	if keys := s.with(admin, "GET", adminKeys+"?account=acc_host", "").is(200); !strings.Contains(string(keys.body), `"total":1,`) {
		t.Errorf("a refused request made a key: %s", keys.body)
	}
	a := s.ask(request{method: http.MethodPost, path: adminKeys, body: `{"name":"a","tier":"writer"}`, header: map[string]string{"X-API-Key": admin, "Content-Type": "text/plain"}})
	a.fails(415, "unsupported_media_type")
}
