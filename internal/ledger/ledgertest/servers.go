package ledgertest

import (
	"reflect"
	"testing"
	"time"

	"kinodex/internal/ledger"
)

// listed expects the servers of a ledger.
func listed(t *testing.T, l ledger.Ledger, when string, want ...ledger.Server) {
	t.Helper()
	got, err := l.ListServers(t.Context())
	must(t, err)
	if len(got) != len(want) || len(want) > 0 && !reflect.DeepEqual(got, want) {
		t.Errorf("%s there are %+v, want %+v", when, got, want)
	}
}

// Servers that share a ledger see what each told last, until it stops or was silent for a
// day.
func servers(t *testing.T, open Open) {
	l, other, ctx := open(t), open(t), t.Context()
	listed(t, l, "in a new ledger")
	a := ledger.Server{ID: "a", Name: "web-1 :8080", Version: "1.2.3", Generation: "000001-aa", Meters: "redis", Started: noon, Seen: noon}
	b := ledger.Server{ID: "b", Name: "web-2 :8080", Version: "1.2.4", Wanted: "000002-bb", Problem: "damaged", Meters: "ledger", Started: noon, Seen: noon}
	must(t, other.TellServer(ctx, b))
	must(t, l.TellServer(ctx, a))
	listed(t, l, "after both told", a, b)

	b.Generation, b.Wanted, b.Problem, b.Seen = "000002-bb", "", "", noon.Add(ledger.ServerTells)
	must(t, other.TellServer(ctx, b))
	listed(t, l, "after one told more", a, b)

	// One was killed and is started anew in its place.
	must(t, other.ForgetServers(ctx, b.Name))
	must(t, other.ForgetServers(ctx, "web-3 :8080"))
	listed(t, l, "after one was forgotten", a)
	b.ID, b.Started, b.Seen = "c", noon.Add(time.Hour), noon.Add(time.Hour)
	must(t, other.TellServer(ctx, b))
	listed(t, l, "after it was started anew", a, b)

	b.Seen = noon.Add(ledger.ServerKept)
	must(t, other.TellServer(ctx, b))
	listed(t, l, "when the other was silent for a day", b)
	if b.Silent(b.Seen.Add(ledger.ServerSilent)) || !b.Silent(b.Seen.Add(ledger.ServerSilent+1)) {
		t.Error("a server is silent at another time than after ServerSilent")
	}
}
