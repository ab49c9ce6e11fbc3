package ledgertest

import (
	"fmt"
	"io"
	"net"
	"net/url"
	"sync/atomic"
	"testing"

	"kinodex/internal/ledger"
)

// safeChunks is how many chunks of answers a connection of a Lossy server gives
// before one may be lost, so that connections come about.
const safeChunks = 8

// Lossy stands between clients and a server, and loses what the server answers: now
// and then a chunk of it is dropped, and its connection cut. The server has then
// done what the client cannot know of.
type Lossy struct {
	server string // HOST:PORT
	every  uint64 // of so many chunks one is lost
	chunks atomic.Uint64
	lost   atomic.Int64
}

// NewLossy returns a Lossy server before the one at address, a URL, and the address
// through it. It ends with the test.
func NewLossy(t testing.TB, address string, every int) (l *Lossy, through string) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	l = &Lossy{server: u.Host, every: uint64(every)}
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go l.pass(client)
		}
	}()
	u.Host = listener.Addr().String()
	return l, u.String()
}

// pass passes on what both ends say until one of them, or Lossy, is done.
func (l *Lossy) pass(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("tcp", l.server)
	if err != nil {
		return
	}
	defer server.Close()
	go func() {
		_, _ = io.Copy(server, client)
		_ = server.Close()
	}()
	b := make([]byte, 64<<10)
	for chunk := 0; ; chunk++ {
		n, err := server.Read(b)
		if err != nil {
			return
		}
		if chunk >= safeChunks && l.chunks.Add(1)%l.every == 0 {
			l.lost.Add(1)
			return
		}
		if _, err := client.Write(b[:n]); err != nil {
			return
		}
	}
}

// RunLost holds that what was spent is counted once, though answers of the server
// are lost: none of those who spend fails, and none is counted twice. Fresh gives
// the address of an empty store.
func RunLost(t *testing.T, open Opener, fresh func(t *testing.T) string) {
	lossy, at := NewLossy(t, fresh(t), 23)
	s, err := open(t.Context(), at)
	must(t, err)
	defer s.Close()
	const askers, each = 8, 60
	atOnce(askers, func(i int) {
		meter := fmt.Sprint("m", i%3)
		for n := range each {
			if _, ok, err := s.Spend(t.Context(), meter, today, 2, 1_000_000); !ok || err != nil {
				t.Errorf("spend: %v, %v", ok, err)
			}
			if n%5 == 0 {
				if err := s.Refund(t.Context(), meter, today, 1); err != nil {
					t.Errorf("refund: %v", err)
				}
			}
		}
	})
	used := 0
	for _, meter := range []string{"m0", "m1", "m2"} {
		n, err := s.Used(t.Context(), meter, ledger.Day(today))
		must(t, err)
		used += n
	}
	want := askers*each*2 - askers*each/5
	if lost := lossy.lost.Load(); used != want || lost < 5 {
		t.Errorf("%d are recorded, want %d, after %d answers were lost", used, want, lost)
	}
}
