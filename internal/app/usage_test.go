package app_test

import (
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/fault"
	"kinodex/internal/film"
)

func TestUsageIsCountedByDayAndOperation(t *testing.T) {
	h := apptest.Open(t)
	key := h.NewKey(access.Writer, access.Scopes(access.Read), false)
	films := func() {
		v := h.Visit(key)
		v.Films(page).Answer(t.Context())
		v.Close()
	}
	films()
	h.Clock.Set(h.Clock.Now().Add(24 * time.Hour))
	for range 12 { // of which ten are let in
		films()
	}
	v := h.Visit(key)
	v.Stream(app.StreamQuestion{}).Answer(t.Context()) // which the plan does not have
	refunded := h.Visit(h.Key(access.Studio))
	refunded.Film(apptest.It, film.Detail).Answer(t.Context())
	refunded.Refund(t.Context())
	u, err := v.Usage(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	sums := func(requests, units, refused int) app.UsageSums {
		return app.UsageSums{Requests: requests, Units: units, Refused: refused}
	}
	if u.DailyLimit == nil || *u.DailyLimit != 10 || u.UsedToday != 10 || len(u.Days) != 2 || u.Days[0].Date != "2026-03-14" ||
		u.Days[0].UsageSums != sums(1, 1, 0) || u.Days[1].UsageSums != sums(10, 10, 3) {
		t.Errorf("%+v", u)
	}
	if len(u.Operations) != 2 || u.Operations[0] != (app.UsageOperation{Operation: "films", UsageSums: sums(11, 11, 2)}) ||
		u.Operations[1] != (app.UsageOperation{Operation: "stream", UsageSums: sums(0, 0, 1)}) {
		t.Errorf("%+v", u.Operations)
	}
	if u, err := h.Visit(h.Key(access.Studio)).Usage(t.Context()); err != nil || u.Operations[0].UsageSums != sums(1, 0, 0) {
		t.Errorf("what was given back: %+v, %v", u, err)
	}
	admin := h.Visit(h.NewKey(access.Operator, access.Scopes(access.Admin), false))
	all, err := admin.UsageOfAll(t.Context())
	if err != nil || len(all.Days) != 2 || all.Days[1].UsageSums != sums(11, 10, 3) {
		t.Errorf("%+v, %v", all, err)
	}
	if _, err := v.UsageOfAll(t.Context()); !fault.Is(err, fault.ScopeNotAllowed) {
		t.Errorf("without the admin scope: %v", err)
	}
	keyless := apptest.Visit(t, h.App, access.KeylessCaller(home))
	defer keyless.Close()
	if _, err := keyless.Usage(t.Context()); !fault.Is(err, fault.MissingKey) {
		t.Errorf("without an account: %v", err)
	}
}
