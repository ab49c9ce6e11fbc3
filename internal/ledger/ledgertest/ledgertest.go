// Package ledgertest is the conformance suite of ledgers. It is the contract
// of ledger.Ledger in executable form: an implementation that passes may be put
// behind the service. Start reading at Run.
package ledgertest

import (
	"os"
	"sync"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/ledger"
)

// noon is a moment of an ordinary day, with as much precision as a ledger must
// keep.
var noon = time.Date(2026, 3, 14, 12, 0, 0, 123_456_000, time.UTC)

// Open gives a ledger that is empty, or one more handle to the ledger it gave to
// the same t before, as another process that shares the store would have it.
type Open = func(t *testing.T) ledger.Ledger

// Run runs the conformance suite on a ledger.
func Run(t *testing.T, open Open) {
	for _, part := range []struct {
		name string
		run  func(*testing.T, Open)
	}{
		{"accounts are kept", accounts},
		{"an account is created once", accountsOnce},
		{"an email is of one account", emails},
		{"plans and statuses change", plans},
		{"a new password ends all sessions", passwords},
		{"keys are found by hash with their account", keys},
		{"keys are listed by account", listing},
		{"a key needs an account and is created once", keysOnce},
		{"of own keys only so many are made, however many ask", ownKeys},
		{"keys change", changing},
		{"a key is replaced and works on for a while", rotating},
		{"revoking is for good and keeps its first time", revoking},
		{"the last use is kept", lastUse},
		{"sessions are found by hash with their account", sessions},
		{"an account keeps its newest sessions, however many begin", manySessions},
		{"clients are kept until their time has come", clients},
		{"of clients that nobody lets in only so many are kept", manyClients},
		{"a grant is found by its tokens", granting},
		{"a code or refresh token is exchanged once, however many ask", exchangedOnce},
		{"a grant ends with all its tokens", ending},
		{"a grant that ends while it is exchanged has ended", endedMeanwhile},
		{"grants and tokens lapse", grantsLapse},
		{"an account lets in only so many clients, however many ask", manyGrants},
		{"an identity is of one account", identities},
		{"a password is reset by the newest link, in its time", passwordResets},
		{"a link resets a password once, however many ask", resetsOnce},
		{"the newest link signs in, in its time", signInLinks},
		{"a link signs in once, however many ask", signInLinksOnce},
		{"an invitation opens one account", invitations},
		{"a share is kept with its account until it is ended", shares},
		{"an account has only so many good shares, however many ask", manyShares},
		{"an account's sessions are listed and ended", ownSessions},
		{"passkeys are kept with their account", passkeys},
		{"a passkey's counter goes up", passkeyCounters},
		{"usage is counted by day and operation", usage},
		{"usage that servers add at once adds up", usageAtOnce},
		{"an account is deleted with all that is its own", deleted},
		{"an account knows where it was signed in to from", knownNetworks},
		{"an identity that takes an account over ends its keys", takenOver},
		{"a grant's event is recorded with its change or not at all", grantsAudited},
		{"the audit log tells what was done", auditing},
		{"an event is recorded with its change or not at all", auditedTogether},
		{"the audit log is read page by page", auditPages},
		{"of what is routine only so much a day is recorded", routine},
		{"a request is executed once", replays},
		{"of many at once one executes", replaysAtOnce},
		{"claims lapse", lapses},
		{"a clock that jumps ahead drops nothing", jumping},
		{"after a long pause what has lapsed is dropped", offForLong},
		{"a secret is made once and shared", secrets},
		{"servers tell of themselves", servers},
	} {
		t.Run(part.name, func(t *testing.T) { part.run(t, open) })
	}
	RunMeters(t, func(t *testing.T) ledger.Meters { return open(t) })
}

// RunMeters runs the part of the suite that is about meters. Open is
// as for Run.
func RunMeters(t *testing.T, open func(t *testing.T) ledger.Meters) {
	for _, part := range []struct {
		name string
		run  func(*testing.T, func(*testing.T) ledger.Meters)
	}{
		{"spending stops at the limit", spending},
		{"a meter and a day are counted apart", apart},
		{"a cost above one is all or nothing", costs},
		{"a cost of nothing spends nothing", nothing},
		{"a refund takes back, never below nothing", refunds},
		{"of fifty at once with ten left exactly ten succeed", tenOfFifty},
		{"every one of many meters is exact under load", manyMeters},
		{"refunds and spends at once add up", mixed},
	} {
		t.Run(part.name, func(t *testing.T) { part.run(t, open) })
	}
}

// Server gives the address of a server that tests need, from the environment. A
// test without it is skipped, and says how to have it.
func Server(t testing.TB, variable string) string {
	t.Helper()
	at := os.Getenv(variable)
	if at == "" {
		t.Skipf("%s is not set; scripts/services.sh go test ... runs the tests beside a server of their own", variable)
	}
	return at
}

// atOnce runs do n times at once and waits for all.
func atOnce(n int, do func(i int)) {
	var wg sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		wg.Go(func() {
			<-start
			do(i)
		})
	}
	close(start)
	wg.Wait()
}

func account(t *testing.T, l ledger.Ledger, id string) {
	t.Helper()
	must(t, l.CreateAccount(t.Context(), ledger.Account{ID: id, Name: id, Plan: access.Writer, Created: noon}))
}

func newKey(account, name string, at time.Time) ledger.Key {
	k, _ := ledger.NewKey(account, name, access.Scopes(access.Read), false, at)
	return k
}

func spend(t *testing.T, l ledger.Meters, meter string, n int) {
	t.Helper()
	if _, ok, err := l.Spend(t.Context(), meter, today, n, n); !ok || err != nil {
		t.Fatalf("spend %d: %v, %v", n, ok, err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
