package serve_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/serve"
)

// An operator's account is never refused for a budget and is told of none; a
// configured budget and reach hold at every door.
func TestPlansAreWhatTheOperatorSays(t *testing.T) {
	t.Parallel()
	s := open(t)
	policy, err := access.ReadPolicy(strings.NewReader(`{"daily":{"writer":2},"reach":{"atlas":"writer"}}`))
	if err != nil {
		t.Fatal(err)
	}
	a, err := app.New(t.Context(), app.Options{Holder: s.Holder, Ledger: s.Ledger, Now: s.Clock.Now, Version: apptest.Version, Policy: policy})
	if err != nil {
		t.Fatal(err)
	}
	handler, err := serve.New(serve.Options{App: a})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	s.url = server.URL
	as := func(plan access.Plan, path string) *answer {
		return s.ask(request{path: path, header: map[string]string{"X-API-Key": s.Key(plan)}})
	}
	as(access.Writer, "/api/v2/atlas").is(200).has("X-RateLimit-Limit", "2")
	as(access.Writer, "/api/v2/films").is(200)
	as(access.Writer, "/api/v2/films").fails(429, "quota_exceeded")
	for range 30 {
		as(access.Operator, "/api/v2/films").is(200).has("X-RateLimit-Limit", "")
	}
	var me struct {
		Tier       string
		DailyLimit *int `json:"daily_limit"`
		UsedToday  int  `json:"used_today"`
		Remaining  *int
	}
	as(access.Operator, "/api/v1/me").data(&me)
	if me.Tier != "operator" || me.DailyLimit != nil || me.Remaining != nil || me.UsedToday != 30 {
		t.Errorf("an operator is told %+v", me)
	}
}
