package app

import (
	"fmt"
	"net/netip"
	"sync"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/ledger"
)

var morning = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

// fullShare is what strangers have together of the films of a full library.
const fullShare = 15_300

// stranger reads pages at an address, as data or in a browser.
func stranger(from string, data bool) *reader {
	c := access.SiteReader(netip.MustParseAddr(from))
	return &reader{
		name: c.Reader(), around: "around:" + access.Neighbourhood(c.Address), stranger: true,
		onSite: true, data: data, own: access.OwnFilms, share: fullShare,
	}
}

// films are n films from a place of the list of all on.
func films(from, n int) excerpt {
	return excerpt{n, from, func(i int) item { return item(from + i) }}
}

// short are the same films at the beginning of a list of their own.
func short(from, n int) excerpt {
	s := films(from, n)
	s.from = 0
	return s
}

// What is shown to a stranger counts once a day, for whoever it is shown to first (REQ A-22).
func TestAFilmCountsOnceADay(t *testing.T) {
	l, part := newSiteLimiter(), fullShare/access.ShareParts
	reads := func(r *reader, s excerpt, now time.Time, want fault.Kind) {
		t.Helper()
		err := l.carry(r, s, now)
		if want == "" && err != nil || want != "" && !fault.Is(err, want) {
			t.Errorf("%+v: %v, want %q", r, err, want)
		}
	}
	at := func(i int) time.Time { return morning.Add(time.Duration(i) * time.Minute) }
	for i := range part / 48 {
		reads(stranger("192.0.2.1", true), short(48*i, 48), at(i), "")
	}
	reads(stranger("192.0.2.200", true), short(50_000, 48), at(100), fault.RateLimited) // of the same /24
	reads(stranger("192.0.2.200", true), short(0, 48), at(101), "")                     // shown today
	reads(stranger("192.0.2.200", true), short(50_000, 20), at(102), "")                // few
	reads(stranger("192.0.2.200", false), short(60_000, 48), at(103), "")               // a page
	for site := range 3 {
		for i := range part / 48 {
			reads(stranger(fmt.Sprintf("2001:db8:%x:%x::1", site, i), true), short(100_000*(site+1)+48*i, 48), at(200), "")
		}
	}
	reads(stranger("203.0.113.1", true), short(900_000, 400), at(201), fault.RateLimited) // of what all have
	reads(stranger("203.0.113.1", false), short(900_000, 48), at(202), "")
	for i := range 19 {
		reads(stranger("203.0.113.1", false), short(910_000+48*i, 48), at(203), "")
	}
	reads(stranger("203.0.113.1", false), short(920_000, 48), at(205), "") // still of the share, which is not quite empty
	reads(stranger("203.0.113.1", true), short(900_000, 400), morning.Add(24*time.Hour), "")
}

// An account has what its plan could ask for, whatever strangers take, and then what strangers have.
func TestStrangersShutNoAccountOut(t *testing.T) {
	l := newSiteLimiter()
	l.day, l.shared = ledger.DayOf(morning), fullShare
	account := &reader{name: "site:account:a", around: "around:192.0.2.0/24", onSite: true, data: true, own: 5_000, share: fullShare}
	for i := range 104 {
		if err := l.carry(account, films(2_000+48*i, 48), morning.Add(time.Duration(i)*time.Minute)); err != nil {
			t.Fatalf("after %d films: %v", 48*i, err)
		}
	}
	if err := l.carry(account, films(50_000, 48), morning.Add(3*time.Hour)); !fault.Is(err, fault.RateLimited) {
		t.Errorf("beyond the plan: %v", err)
	}
	browser := *account
	browser.data = false
	if err := l.carry(&browser, short(60_000, 48), morning.Add(4*time.Hour)); err != nil {
		t.Errorf("beyond the plan, a page that strangers read: %v", err)
	}
	if err := l.carry(stranger("192.0.2.1", true), films(100, 48), morning); !fault.Is(err, fault.RateLimited) {
		t.Errorf("a stranger beside it: %v", err)
	}
}

// Whoever opens many accounts that cost nothing has no more by it than strangers have together, and
// keeps nobody elsewhere from theirs.
func TestFreeAccountsOfANeighbourhoodHaveAShareTogether(t *testing.T) {
	l := newSiteLimiter()
	given := 0
	for i := range 160 {
		free := &reader{name: fmt.Sprint("site:account:", i), around: "around:192.0.2.0/24", free: true, onSite: true, data: true, own: access.OwnFilms, share: fullShare}
		for j := range 20 {
			if s := films(1_000*i+50*j, 50); l.carry(free, s, morning.Add(time.Duration(j)*time.Minute)) == nil {
				given += s.n
			}
		}
	}
	if most := fullShare + fullShare/access.ShareParts; given > most || given < fullShare-50 {
		t.Errorf("%d films were given, want at most %d", given, most)
	}
	elsewhere := &reader{name: "site:account:x", around: "around:198.51.100.0/24", free: true, onSite: true, data: true, own: access.OwnFilms, share: fullShare}
	if err := l.carry(elsewhere, films(500_000, 400), morning); err != nil {
		t.Errorf("an account elsewhere: %v", err)
	}
}

// However many ask at once, no more than the share is given.
func TestStrangersAtOnceGetNoMoreThanTheShare(t *testing.T) {
	l := newSiteLimiter()
	var given sync.Map
	var all sync.WaitGroup
	for site := range 24 {
		all.Go(func() {
			for i := range 40 {
				s := short((site*977+i*48)%30_000, 48)
				if l.carry(stranger(fmt.Sprintf("10.%d.0.%d", site, i), true), s, morning) == nil {
					for j := range s.n {
						given.Store(s.item(j), true)
					}
				}
			}
		})
	}
	all.Wait()
	n := 0
	given.Range(func(any, any) bool { n++; return true })
	if n > fullShare || n < fullShare-1000 {
		t.Errorf("%d films of %d", n, fullShare)
	}
}

// Readers without end are no memory without end.
func TestReadersAreRememberedInBounds(t *testing.T) {
	l := newSiteLimiter()
	l.day = ledger.DayOf(morning)
	for i := range mostReaders + 1000 {
		l.remember(fmt.Sprint(i), intake{})
	}
	if len(l.readers) != mostReaders {
		t.Errorf("%d readers are remembered", len(l.readers))
	}
}

// BenchmarkCarry counts a page of 48 films: one that was shown today, in a browser and as data.
func BenchmarkCarry(b *testing.B) {
	for _, data := range []bool{false, true} {
		b.Run(fmt.Sprint("data=", data), func(b *testing.B) {
			l := newSiteLimiter()
			readers := make([]*reader, 4096)
			for i := range readers {
				readers[i] = stranger(fmt.Sprintf("10.%d.%d.1", i>>8, i&255), data)
			}
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				i++
				// A minute for all of them, so that none has too many.
				l.carry(readers[i%len(readers)], short(48*(i%200), 48), morning.Add(time.Duration(i/len(readers))*time.Minute))
			}
		})
	}
}
