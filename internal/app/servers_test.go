package app_test

import (
	"context"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/fault"
	"kinodex/internal/ledger"
)

// servers asks for the servers with the admin scope.
func servers(t *testing.T, h *apptest.House) *app.Servers {
	t.Helper()
	found, err := h.Visit(h.NewKey(access.Operator, access.Scopes(access.Admin), false)).Servers(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestAnOperatorSeesTheServersThatShareALedger(t *testing.T) {
	h := apptest.Open(t)
	if _, err := h.Visit(h.NewKey(access.Studio, access.Scopes(access.Read), false)).Servers(t.Context()); !fault.Is(err, fault.ScopeNotAllowed) {
		t.Errorf("without the admin scope: %v", err)
	}
	found := servers(t, h)
	if len(found.Servers) != 1 || !found.Servers[0].This || found.Servers[0].Generation == "" || found.Servers[0].Meters != "ledger" || found.Bucket != nil {
		t.Fatalf("a server alone: %+v", found)
	}
	now := h.Clock.Now()
	for _, s := range []ledger.Server{
		{ID: "b", Name: "b", Generation: "000001-aa", Wanted: "000002-bb", Problem: "damaged", Started: now, Seen: now},
		{ID: "c", Name: "c", Started: now.Add(-time.Hour), Seen: now.Add(-ledger.ServerSilent - time.Second)},
	} {
		if err := h.Ledger.TellServer(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	found = servers(t, h)
	if len(found.Servers) != 3 {
		t.Fatalf("%+v", found)
	}
	b, c := found.Servers[1], found.Servers[2]
	if b.Name != "b" || b.Wanted != "000002-bb" || b.Problem != "damaged" || b.This || b.Silent || c.Name != "c" || !c.Silent {
		t.Errorf("%+v, %+v", b, c)
	}
}

// A server is in the ledger while it runs, once, also after one that was killed.
func TestAServerIsAnnouncedWhileItRuns(t *testing.T) {
	h := apptest.Open(t)
	killed := ledger.Server{ID: "killed", Name: "web-1 :8080", Started: h.Clock.Now(), Seen: h.Clock.Now()}
	if err := h.Ledger.TellServer(t.Context(), killed); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); h.App.Announce(ctx, killed.Name) }()
	var told []ledger.Server
	for deadline := time.Now().Add(time.Minute); len(told) != 1 || told[0].ID == killed.ID; time.Sleep(time.Millisecond) {
		if told, _ = h.Ledger.ListServers(t.Context()); time.Now().After(deadline) {
			t.Fatalf("not announced: %+v", told)
		}
	}
	if told[0].Name != killed.Name || told[0].Version != h.App.Version() || told[0].Generation != h.App.Library().Generation {
		t.Errorf("%+v", told[0])
	}
	if found := servers(t, h); len(found.Servers) != 1 || found.Servers[0].Name != killed.Name || !found.Servers[0].This {
		t.Errorf("%+v", found)
	}
	stop()
	<-ended
	if told, err := h.Ledger.ListServers(t.Context()); err != nil || len(told) != 0 {
		t.Errorf("after it stopped: %+v, %v", told, err)
	}
}
