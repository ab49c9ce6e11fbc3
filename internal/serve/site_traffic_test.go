package serve_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/serve/traffic"
)

// REQ F2-104: an operator sees what was asked in the last hour, how fast, and whom the service refused
// and why; nobody else does. Paths, keys and texts of callers are in none of its forms, and names that
// they make up take no memory.
func TestAnOperatorSeesTheLastHour(t *testing.T) {
	t.Parallel()
	s := open(t)
	free, boss := s.browser(), s.browser()
	account := free.signUp("ida@example.com", access.Free)
	boss.signUp("boss@example.com", access.Operator)
	boss.get("/admin/traffic").is(200).shownWell().shows("Nobody was refused")

	free.get("/admin/traffic").is(403)
	free.get("/admin/traffic.csv").is(403)
	s.browser().get("/admin/traffic").is(302)
	s.browser().get("/admin/traffic.json").is(401)
	for i := range 300 {
		s.ask(request{path: fmt.Sprintf("/made/up/%d?secret=kdx_live_made", i)})
		s.ask(request{path: fmt.Sprintf("/films/tt99%05d", i)})
	}
	s.ask(request{path: "/api/v2/films", header: map[string]string{"X-API-Key": "kdx_live_0123456789abcdef"}}).fails(401, "invalid_api_key")
	s.ask(request{path: "/api/v2/films", method: "MADEUP"})

	boss.get("/admin").is(200).shows("The last hour of this server", "/admin/traffic")
	boss.get("/admin/traffic").is(200).shownWell().shows("Requests a minute by status, UTC", "no such path", account.ID,
		"Authentication: the key or sign-in is unknown, expired or revoked", "Authentication: no key, and not signed in", "in the memory of this process alone")
	csv := boss.get("/admin/traffic.csv?table=by+route").is(200)
	var data struct{ Data traffic.Report }
	body := boss.get("/admin/traffic.json").is(200)
	if err := json.Unmarshal(body.body, &data); err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{string(csv.body), string(body.body), string(boss.get("/admin/traffic").body)} {
		for _, not := range []string{"/made/up", "kdx_live", "tt99", "MADEUP", "secret", "ida@"} {
			if strings.Contains(form, not) {
				t.Errorf("what a caller sent is shown: %q", not)
			}
		}
	}
	if n := strings.Count(string(csv.body), "\n"); n > 30 {
		t.Errorf("%d routes after a few kinds of requests", n)
	}
	found := map[string]int{}
	for _, r := range data.Data.Refusals {
		found[r.Code+" "+r.Account] += r.Count
	}
	for who, want := range map[string]int{"scope_not_allowed " + account.ID: 2, "invalid_api_key ": 1, "missing_api_key ": 1} {
		if found[who] != want {
			t.Errorf("%s: %d refusals, want %d of %v", who, found[who], want, found)
		}
	}
	if none := data.Data.Routes[0]; none.Requests < 300 || none.Rejected < 300 || none.P50 <= 0 || none.P99 < none.P50 {
		t.Errorf("%+v", none)
	}
	if n := len(data.Data.Minutes); n != traffic.Minutes {
		t.Errorf("%d minutes", n)
	}
}
