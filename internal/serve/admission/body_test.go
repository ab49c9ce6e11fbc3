package admission

import (
	"bytes"
	"io"
	"math/rand/v2"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"kinodex/internal/access"
	"kinodex/internal/fault"
)

func account(name string, p access.Plan) access.Caller {
	return access.Caller{Mode: access.WithKey, Account: name, Plan: p}
}

func address(s string) access.Caller { return access.KeylessCaller(netip.MustParseAddr(s)) }

// heldBytes is how much of a memory is held.
func heldBytes(m *BodyBudget) int64 { return m.Held() }

// Bodies are read whole, however they come and whatever is declared, and give
// back exactly the memory they took.
func TestBodiesAreReadWhole(t *testing.T) {
	for _, size := range []int{0, 1, 511, 512, 513, smallBody, smallBody + 1, 1 << 20, 5<<20 - 1} {
		sent := bytes.Repeat([]byte{'x'}, size)
		for _, declared := range []int64{-1, 0, int64(size), int64(size) + 1000} {
			m := newBodyBudget(0)
			l := m.Lease(address("192.0.2.1"))
			body, err := l.ReadAll(iotest.HalfReader(bytes.NewReader(sent)), declared)
			if err != nil || !bytes.Equal(body, sent) {
				t.Fatalf("%d bytes, %d declared: %d read, %v", size, declared, len(body), err)
			}
			if size <= smallBody/2 && l.held != 0 || l.held > int64(2*size) || heldBytes(m) != l.held {
				t.Errorf("%d bytes, %d declared: %d held, %d in all", size, declared, l.held, heldBytes(m))
			}
			if l.Release(); heldBytes(m) != 0 || len(m.byClient) != 0 {
				t.Errorf("%d bytes are missing, of %v", heldBytes(m), m.byClient)
			}
			l.Release() // again does nothing
		}
	}
}

// Who finds no memory left is told to come back, without the rest being read; a
// body that is only declared takes nothing.
func TestAMemoryThatIsFull(t *testing.T) {
	m := newBodyBudget(1 << 20)
	large := strings.NewReader(strings.Repeat("x", 4<<20))
	l := m.Lease(account("a", access.Studio))
	_, err := l.ReadAll(large, -1)
	if f := fault.From(err); f.Kind != fault.Overloaded || f.RetryAfter <= 0 {
		t.Errorf("a full memory: %v", err)
	}
	if l.held > 1<<20 || large.Len() < 2<<20 {
		t.Errorf("%d bytes taken, %d left unread", l.held, large.Len())
	}
	l.Release()
	declared := m.Lease(account("a", access.Studio))
	if _, err := declared.ReadAll(iotest.ErrReader(io.ErrUnexpectedEOF), 5<<20); err == nil || declared.held != 0 {
		t.Errorf("a body that never came took %d bytes", declared.held)
	}
	if heldBytes(m) != 0 {
		t.Errorf("%d bytes are missing", heldBytes(m))
	}
	// Without bounds (a front that was not bound) there is always more.
	var none Lease
	if body, err := none.ReadAll(strings.NewReader(strings.Repeat("x", 1<<20)), -1); err != nil || len(body) != 1<<20 {
		t.Errorf("no memory at all: %d bytes, %v", len(body), err)
	}
}

// REQ: callers without a key have half of it, accounts below Studio three
// quarters, and one client a share, whatever its keys and addresses are.
func TestSharesOfTheMemoryOfBodies(t *testing.T) {
	const mib = 1 << 20
	m := newBodyBudget(256 * mib)
	take := func(c access.Caller, n int64) (*Lease, fault.Kind) {
		l := m.Lease(c)
		if err := l.grow(n); err != nil {
			return &l, fault.From(err).Kind
		}
		return &l, ""
	}
	for _, c := range []struct {
		name   string
		caller access.Caller
		mib    int64
		want   fault.Kind
	}{
		{"an address", address("192.0.2.1"), 30, ""},
		{"more of it than its share", address("::ffff:192.0.2.1"), 3, fault.RateLimited},
		{"another", address("192.0.2.2"), 32, ""},
		{"a network of IPv6", address("2001:db8::1"), 32, ""},
		{"the same network", address("2001:db8::2"), 1, fault.RateLimited},
		{"another network", address("2001:db8:0:1::2"), 32, ""},
		{"beyond the half of those without a key", address("192.0.2.3"), 3, fault.Overloaded},
		{"an account", account("a", access.Writer), 60, ""},
		{"more of it than its share", account("a", access.Writer), 5, fault.RateLimited},
		{"beyond the three quarters", account("b", access.Producer), 7, fault.Overloaded},
		{"a Studio account", account("c", access.Studio), 64, ""},
		{"beyond all", account("d", access.Studio), 7, fault.Overloaded},
	} {
		if _, got := take(c.caller, c.mib*mib); got != c.want {
			t.Errorf("%s: %d MiB: %q, want %q", c.name, c.mib, got, c.want)
		}
	}
	// A memory that is small has still what the largest body takes, for its Studio.
	m = newBodyBudget(24 * mib)
	l, kind := take(account("a", access.Studio), 15*mib)
	if kind != "" {
		t.Errorf("the largest body in a small memory: %s", kind)
	}
	l.Release()
}

func TestTheMemoryOfBodiesIsNeverOverdrawn(t *testing.T) {
	m := newBodyBudget(3 << 20)
	callers := []access.Caller{address("192.0.2.1"), address("2001:db8::1"), account("a", access.Writer), account("b", access.Studio)}
	var all sync.WaitGroup
	for i := range 32 {
		all.Go(func() {
			draw := rand.New(rand.NewPCG(uint64(i), 1))
			for range 20 {
				l := m.Lease(callers[i%len(callers)])
				l.ReadAll(bytes.NewReader(make([]byte, draw.IntN(2<<20))), -1)
				if heldBytes(m) > 3<<20 {
					t.Error("overdrawn")
				}
				l.Release()
			}
		})
	}
	all.Wait()
	if heldBytes(m) != 0 || len(m.byClient) != 0 {
		t.Errorf("%d bytes are missing, of %v", heldBytes(m), m.byClient)
	}
}
