package identity_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/fault"
	"kinodex/internal/ledger"
)

const wrong = "wrong wrong wrong"

var elsewhere = netip.MustParseAddr("198.51.100.7")

// guessed is a house where Ida has an account, and has signed in from home.
func guessed(t *testing.T) *apptest.House {
	t.Helper()
	h := apptest.Open(t)
	if _, err := h.App.Identity().Register(t.Context(), "Ida", "ida@example.com", password, home); err != nil {
		t.Fatal(err)
	}
	try(t, h, "the first sign-in", password, home, "")
	return h
}

// try tries to sign in as Ida and expects a kind of fault, or none.
func try(t *testing.T, h *apptest.House, when, password string, from netip.Addr, want fault.Kind) (wait time.Duration) {
	t.Helper()
	_, _, err := h.App.Identity().SignIn(t.Context(), "ida@example.com", password, from)
	if want == "" && err != nil || want != "" && !fault.Is(err, want) {
		t.Errorf("%s: %v, want %q", when, err, want)
	}
	if f := (*fault.Fault)(nil); errors.As(err, &f) {
		return f.RetryAfter
	}
	return 0
}

// spent spends what would take long to spend by trying.
func spent(t *testing.T, h *apptest.House, meter string, n int) {
	t.Helper()
	if _, _, err := h.Ledger.Spend(t.Context(), meter, ledger.DayOf(h.Clock.Now()), n, math.MaxInt32); err != nil {
		t.Fatal(err)
	}
}

func emailMeter(email string) string {
	sum := sha256.Sum256([]byte(email))
	return "sign-in:email:" + hex.EncodeToString(sum[:16])
}

// Whoever guesses at an account from all over the world shuts out strangers, not
// those who signed in to it before.
func TestGuessingDoesNotShutTheOwnerOut(t *testing.T) {
	h := guessed(t)
	spent(t, h, emailMeter("ida@example.com"), 1_000)
	spent(t, h, "sign-in:"+access.KeylessCaller(home).Meter(), 100)
	for _, p := range []string{password, wrong} {
		if wait := try(t, h, "a stranger", p, elsewhere, fault.RateLimited); wait <= 0 || wait > 24*time.Hour {
			t.Errorf("told to wait %v", wait)
		}
	}
	try(t, h, "the owner at home", password, home, "")
	try(t, h, "the owner at home, wrong once", wrong, home, fault.RateLimited)
	try(t, h, "the owner at home, right after it", password, home, "")
	// Another account is not open from there: the day's tries of the address count.
	if _, _, err := h.App.Identity().SignIn(t.Context(), "eve@example.com", password, home); !fault.Is(err, fault.RateLimited) {
		t.Errorf("another account from the same address: %v", err)
	}
	h.Clock.Set(h.Clock.Now().Add(24 * time.Hour))
	try(t, h, "a stranger the next day", password, elsewhere, "")
}

// An IPv6 customer has a whole /64, so that is what an account knows.
func TestAnAccountKnowsTheNetworkItWasSignedInToFrom(t *testing.T) {
	h := guessed(t)
	try(t, h, "from a /64", password, netip.MustParseAddr("2001:db8:1:2::1"), "")
	spent(t, h, emailMeter("ida@example.com"), 1_000)
	try(t, h, "from the same /64", password, netip.MustParseAddr("2001:db8:1:2:ffff::9"), "")
	try(t, h, "from another /64", password, netip.MustParseAddr("2001:db8:1:3::1"), fault.RateLimited)
	try(t, h, "from nowhere", password, netip.Addr{}, fault.RateLimited)
	h.Clock.Set(h.Clock.Now().Add(180 * 24 * time.Hour))
	spent(t, h, emailMeter("ida@example.com"), 1_000)
	try(t, h, "after half a year", password, netip.MustParseAddr("2001:db8:1:2::1"), fault.RateLimited)
}

// Waits grow with wrong passwords for one account from one address, and concern
// nobody else.
func TestWaitsGrowWithWrongPasswords(t *testing.T) {
	h := guessed(t)
	for i := range 5 {
		try(t, h, fmt.Sprint("wrong password ", i+1), wrong, home, fault.InvalidKey)
	}
	for _, want := range []time.Duration{time.Minute, 2 * time.Minute, 4 * time.Minute, 8 * time.Minute, 16 * time.Minute, 32 * time.Minute, time.Hour, time.Hour} {
		for _, p := range []string{wrong, password} {
			if wait := try(t, h, "at once", p, home, fault.RateLimited); wait != want {
				t.Errorf("told to wait %v, want %v", wait, want)
			}
		}
		h.Clock.Set(h.Clock.Now().Add(want - time.Second))
		if wait := try(t, h, "a second early", password, home, fault.RateLimited); wait != time.Second {
			t.Errorf("told to wait %v, want 1s", wait)
		}
		try(t, h, "from elsewhere", password, elsewhere, "")
		if _, _, err := h.App.Identity().SignIn(t.Context(), "eve@example.com", wrong, home); fault.Is(err, fault.RateLimited) && want < 4*time.Minute {
			t.Errorf("another account: %v", err)
		}
		h.Clock.Set(h.Clock.Now().Add(time.Second))
		try(t, h, "in time", wrong, home, fault.InvalidKey)
	}
	h.Clock.Set(h.Clock.Now().Add(time.Hour))
	try(t, h, "the right one in time", password, home, "")
	try(t, h, "and again", password, home, "")
}

// However many ask at once, passwords are compared no more often.
func TestTriesAtOnceAreCountedToo(t *testing.T) {
	h := guessed(t)
	for _, want := range []int32{5, 1} {
		var compared atomic.Int32
		var all sync.WaitGroup
		for range 12 {
			all.Go(func() {
				_, _, err := h.App.Identity().SignIn(t.Context(), "ida@example.com", wrong, elsewhere)
				if fault.Is(err, fault.InvalidKey) {
					compared.Add(1)
				} else if !fault.Is(err, fault.RateLimited) {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if compared.Load() != want {
			t.Errorf("compared %d passwords, want %d", compared.Load(), want)
		}
		h.Clock.Set(h.Clock.Now().Add(time.Minute))
	}
}

// Tries that are refused while another is made are counted for a moment. They do not make
// the wait after that one longer.
func TestTriesThatAreRefusedDoNotProlongTheWait(t *testing.T) {
	h := guessed(t)
	for range 4 {
		try(t, h, "a free try", wrong, elsewhere, fault.InvalidKey)
	}
	atOnce := "sign-in:wait:" + access.Network(elsewhere) + ":" + strings.TrimPrefix(emailMeter("ida@example.com"), "sign-in:email:")
	if _, ok, err := h.Ledger.Spend(t.Context(), atOnce, ledger.DayOf(h.Clock.Now()), 7, math.MaxInt32); !ok || err != nil {
		t.Fatal(ok, err)
	}
	try(t, h, "the last before the wait", wrong, elsewhere, fault.InvalidKey)
	if wait := try(t, h, "at once after it", wrong, elsewhere, fault.RateLimited); wait != time.Minute {
		t.Errorf("the wait is %v, want a minute", wait)
	}
	h.Clock.Set(h.Clock.Now().Add(time.Minute))
	try(t, h, "after a minute", wrong, elsewhere, fault.InvalidKey)
	if wait := try(t, h, "at once after that", wrong, elsewhere, fault.RateLimited); wait != 2*time.Minute {
		t.Errorf("the second wait is %v, want two minutes", wait)
	}
}

// The bounds that docs/signin.md states: 33 guesses a UTC day at an account from a
// network that it knows, of which there are 20, and 1,000 from all.
func TestGuessingPasswordsEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("hashes many passwords, one after the other")
	}
	h := guessed(t)
	midnight := ledger.DayOf(h.Clock.Now()).End()
	guesses := 0
	for h.Clock.Set(midnight); h.Clock.Now().Before(midnight.Add(24 * time.Hour)); {
		_, _, err := h.App.Identity().SignIn(t.Context(), "ida@example.com", wrong, home)
		switch f := (*fault.Fault)(nil); {
		case fault.Is(err, fault.InvalidKey):
			guesses++
		case errors.As(err, &f) && f.Kind == fault.RateLimited && f.RetryAfter > 0:
			h.Clock.Set(h.Clock.Now().Add(f.RetryAfter))
		default:
			t.Fatal(err)
		}
	}
	if guesses != 33 {
		t.Errorf("%d guesses from a network that is known, want 33", guesses)
	}
	if ledger.MostNetworks != 20 {
		t.Errorf("an account knows %d networks, want 20", ledger.MostNetworks)
	}
	spent(t, h, emailMeter("ida@example.com"), 999)
	try(t, h, "guess 1,000 of strangers", wrong, elsewhere, fault.InvalidKey)
	try(t, h, "guess 1,001 of strangers", wrong, netip.MustParseAddr("198.51.100.8"), fault.RateLimited)
}

// Strangers have so many tries a day from one address, at all accounts together, and
// from one IPv6 site, which has 65,536 networks.
func TestGuessingAtManyAccountsEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("hashes many passwords, one after the other")
	}
	h := guessed(t)
	for meter, from := range map[string]netip.Addr{
		"sign-in:address:203.0.113.5":          netip.MustParseAddr("203.0.113.5"),
		"sign-in:address:2001:db8:7:1::/64":    netip.MustParseAddr("2001:db8:7:1::5"),
		"sign-in:site:2001:db8:8::/48":         netip.MustParseAddr("2001:db8:8:2::5"),
		"sign-in:address:unknown":              {},
		"sign-in:address:2001:db8:9:ffff::/64": netip.MustParseAddr("2001:db8:9:ffff::5"),
	} {
		most := 100
		if meter == "sign-in:site:2001:db8:8::/48" {
			most = 1_000
		}
		spent(t, h, meter, most-1)
		for range 3 { // a right one costs none
			if _, _, err := h.App.Identity().SignIn(t.Context(), "ida@example.com", password, from); err != nil {
				t.Errorf("%s: %v", meter, err)
			}
		}
		guess := func(want fault.Kind) {
			t.Helper()
			if _, _, err := h.App.Identity().SignIn(t.Context(), "eve@example.com", wrong, from); !fault.Is(err, want) {
				t.Errorf("%s: %v, want %s", meter, err, want)
			}
		}
		guess(fault.InvalidKey)
		guess(fault.RateLimited)
		if from.IsValid() {
			try(t, h, "an account that knows it", password, from, "")
		}
	}
}

// The form for a new password is no way round: it asks for the present one.
func TestGuessingAtTheFormForANewPasswordEnds(t *testing.T) {
	h := guessed(t)
	account, err := h.Ledger.AccountByEmail(t.Context(), "ida@example.com")
	if err != nil {
		t.Fatal(err)
	}
	thief := access.Caller{Mode: access.SignedIn, Account: account.ID, Address: home}
	for range 5 {
		if err := h.App.Identity().SetPassword(t.Context(), thief, wrong, password+"!"); !fault.Is(err, fault.InvalidParameter) {
			t.Errorf("a wrong one: %v", err)
		}
	}
	if err := h.App.Identity().SetPassword(t.Context(), thief, password, password+"!"); !fault.Is(err, fault.RateLimited) {
		t.Errorf("one try too many: %v", err)
	}
	try(t, h, "signing in from there", password, home, fault.RateLimited)
	thief.Address = elsewhere
	spent(t, h, emailMeter("ida@example.com"), 1_000)
	if err := h.App.Identity().SetPassword(t.Context(), thief, password, password+"!"); !fault.Is(err, fault.RateLimited) {
		t.Errorf("from all over the world: %v", err)
	}
}

// An answer to a wrong password, and how long it takes, is the same whether nobody has the
// email, its owner has signed in from there, or only from elsewhere: whoever shares a network
// does not learn who is on it.
func TestAWrongPasswordDoesNotTellWhoSignedInFromThere(t *testing.T) {
	tried := func(t *testing.T, email string) (told []string) {
		h := guessed(t)
		eve, err := h.App.Identity().Register(t.Context(), "Eve", "eve@example.com", password, home)
		if err != nil {
			t.Fatal(err)
		}
		far := h.Clock.Now().Add(2 * 24 * time.Hour)
		if err := h.Ledger.RememberNetwork(t.Context(), eve.ID, access.Network(elsewhere), h.Clock.Now(), far); err != nil {
			t.Fatal(err)
		}
		synctest.Test(t, func(t *testing.T) {
			wrongly := func(times int) {
				for range times {
					began := time.Now()
					_, _, err := h.App.Identity().SignIn(t.Context(), email, wrong, home)
					var f *fault.Fault
					if !errors.As(err, &f) {
						t.Fatal(err)
					}
					told = append(told, fmt.Sprint(f.Kind, " ", f.Message, " ", f.RetryAfter, " ", time.Since(began)))
				}
			}
			spent(t, h, "sign-in:address:"+access.Network(home), 97)
			wrongly(12) // three are the last that the network has, and some of the rest wait
			h.Clock.Set(ledger.DayOf(h.Clock.Now()).End().Add(time.Second))
			wrongly(8) // three wait
			h.Clock.Set(h.Clock.Now().Add(time.Hour))
			spent(t, h, emailMeter(email), 1_000-6)
			wrongly(1)
			h.Clock.Set(h.Clock.Now().Add(time.Hour))
			wrongly(2)
		})
		return told
	}
	want := tried(t, "bob@example.com")
	if !strings.Contains(want[2], "wrong 0s") || !strings.Contains(want[3], "from your address") || !strings.Contains(want[22], "for this email") {
		t.Fatalf("it is not what this test is about: %q", want)
	}
	for whose, email := range map[string]string{"who signed in from there": "ida@example.com", "who signed in from elsewhere": "eve@example.com"} {
		for i, got := range tried(t, email) {
			if got != want[i] {
				t.Errorf("try %d of %s is told %q, want %q", i+1, whose, got, want[i])
			}
		}
	}
}
