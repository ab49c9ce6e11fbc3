package app

import (
	"sync"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/ledger"
	"kinodex/internal/people"
)

// pages is the operation under which usage tells the pages that an account read.
const pages = "pages"

// readPage counts the visit as one page, whatever it asks.
func (v *Visit) readPage() error {
	if v.paged {
		return nil
	}
	v.paged = true
	var err error
	if reader := v.caller.SiteMeter(); reader != "" {
		err = v.app.site.enter(reader, v.now)
	}
	if v.caller.Account != "" {
		read := usageCount{requests: 1}
		if err != nil {
			read = usageCount{refused: 1}
		}
		v.app.usage.add(v.caller.Account, ledger.DayOf(v.now), pages, read)
	}
	return err
}

// excerpt is what an answer shows of a list: n films or people, of which from stand before them in their list.
type excerpt struct {
	n, from int
	item    func(i int) item // from 0 to below n
}

// item is a film by its id, or an actor by number. It means the same in every generation.
type item uint64

// actors is added to the numbers of actors.
const actors item = 1 << 32

func oneFilm(id film.ID) excerpt { return excerpt{1, 0, func(int) item { return item(id) }} }

func filmsOf(all []*film.Film) excerpt {
	return excerpt{len(all), 0, func(i int) item { return item(all[i].ID) }}
}

// excerpt is what the films show that begin at a place of their list.
func (r *Records) excerpt(from int) excerpt {
	return excerpt{len(r.docs), from, func(i int) item { return item(r.catalog.ID(r.docs[i])) }}
}

func (v *Visit) actorExcerpt(all []people.Actor, from int) excerpt {
	return excerpt{len(all), from, func(i int) item { return actors | item(v.library.People.Number(all[i])) }}
}

// reader is who is shown films, as siteLimiter counts them.
type reader struct {
	name     string // of access.Caller.Reader
	around   string // the neighbourhood of a stranger; that of the account's address else
	stranger bool
	free     bool // an account that costs nothing, of which somebody may have many
	onSite   bool // whether it is counted by the minute, too
	data     bool // whether the answer is for programs
	own      int  // films a day that an account has for its plan, whatever others take
	share    int  // films a day that all strangers have together
}

// reader returns the caller as a reader. ok is false when the caller's budget bounds it alone.
func (v *Visit) reader() (r reader, ok bool) {
	c := &v.caller
	r = reader{name: c.Reader(), stranger: c.Stranger(), free: c.Plan == access.Free, onSite: c.OnSite, data: c.AsData || !c.OnSite, own: access.OwnFilms}
	if r.name == "" {
		return r, false
	}
	r.share = c.Policy.Share(v.FilmCount())
	r.around = "around:" + access.Neighbourhood(c.Address)
	if !r.stranger {
		r.own = max(r.own, c.Daily()*MaxPage)
	}
	return r, r.onSite || r.share != access.Unlimited
}

// bulk reports whether an answer is more than somebody reads: what lies deep in a list, or as
// data more than its beginning.
func (r *reader) bulk(s *excerpt) bool {
	most := access.ShallowFilms
	if r.data {
		most = access.FewFilms
	}
	return s.from+s.n > most
}

// siteLimiter bounds how much is shown to readers who pay for no answer: accounts on pages, and
// strangers wherever they ask. So neither many addresses nor many accounts are a way to take all
// films (REQ A-22). It is safe for concurrent use, and counts for this process alone.
type siteLimiter struct {
	minute *sandboxLimiter

	mu      sync.Mutex
	day     ledger.Day
	readers map[string]intake // by reader and by neighbourhood
	shared  int               // films of the share that were taken
	shown   map[item]way      // what strangers were shown today; at most all there is
}

// intake is what a reader, or a neighbourhood, took in a day.
type intake struct {
	films  int // shown on pages
	own    int // for its plan; by a neighbourhood, for those of Free accounts
	read   int // as readers
	shared int // of the common share
}

// way is how something was shown to a stranger today.
type way uint8

const (
	read   way = iota + 1 // to somebody who reads
	inBulk                // of the common share
)

// mostReaders bounds how many readers and neighbourhoods are remembered. Beyond it one that
// happens to be met is forgotten: the common share is counted without them.
const mostReaders = 200_000

func newSiteLimiter() *siteLimiter {
	return &siteLimiter{
		minute:  newSandboxLimiter(access.SitePages, access.SiteFilms),
		readers: map[string]intake{}, shown: map[item]way{},
	}
}

// enter counts a page. One too many is a fault of kind RateLimited.
func (l *siteLimiter) enter(reader string, now time.Time) error {
	if wait := l.minute.admit(reader, now); wait > 0 {
		return fault.New(fault.RateLimited, "pages are answered %d times a minute to one reader; wait a little, or use the interface with a key",
			access.SitePages).After(wait)
	}
	return nil
}

// carry counts what an answer shows to a reader. Too much is a fault of kind RateLimited, and what
// lies too deep in a list one of kind TierNotAllowed or SandboxForbidden; then the answer must not
// be given, and nothing is counted.
func (l *siteLimiter) carry(r *reader, s excerpt, now time.Time) error {
	if r.stranger && s.from >= access.DeepestFilm && r.share != access.Unlimited {
		return tooDeep(r.onSite)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if day := ledger.DayOf(now); l.day != day {
		l.day, l.shared = day, 0
		clear(l.readers)
		clear(l.shown)
	}
	tomorrow := l.day.End().Sub(now)
	one, around := l.readers[r.name], l.readers[r.around]
	if r.onSite && one.films+s.n > access.SiteDailyFilms {
		return fault.New(fault.RateLimited, "pages show %d films a day to one reader; use the interface with a key", access.SiteDailyFilms).After(tomorrow)
	}
	as, fresh, err := l.choose(r, &s, &one, &around)
	if err != nil {
		return err.After(tomorrow)
	}
	if r.onSite {
		if wait := l.minute.carry(r.name, s.n, now); wait > 0 {
			return fault.New(fault.RateLimited, "pages show %d films a minute to one reader; wait a little, or use the interface with a key",
				access.SiteFilms).After(wait)
		}
	}
	one.films += s.n
	if l.remember(r.name, one); fresh == 0 {
		return nil
	}
	l.remember(r.around, around)
	if as == inBulk {
		l.shared += fresh
	}
	for i := range s.n {
		it := s.item(i)
		l.shown[it] = max(l.shown[it], as)
	}
	return nil
}

// choose decides of what the films are that are new today, and how many those are, and adds them to
// what the reader and its neighbourhood took. What an account has for its plan comes first, then
// reading as far as that goes; what is more comes of the common share. Accounts that cost nothing
// have together in a neighbourhood what strangers have in all, since one person may open many.
func (l *siteLimiter) choose(r *reader, s *excerpt, one, around *intake) (as way, fresh int, refused *fault.Fault) {
	if r.share == access.Unlimited {
		return 0, 0, nil
	}
	bulk := r.bulk(s)
	least := read // the way that makes showing it again cost nothing
	if bulk {
		least = inBulk
	}
	for i := range s.n {
		if l.shown[s.item(i)] < least {
			fresh++
		}
	}
	switch {
	case fresh == 0:
		return 0, 0, nil
	case !r.stranger && one.own+fresh <= r.own && (!r.free || around.own+fresh <= max(r.share, access.LeastShare)):
		one.own += fresh
		if r.free {
			around.own += fresh
		}
		return read, fresh, nil
	case !bulk && one.read+fresh <= access.OwnFilms && around.read+fresh <= access.NeighbourhoodFilms:
		one.read += fresh
		around.read += fresh
		return read, fresh, nil
	case around.shared+fresh > r.share/access.ShareParts:
		return 0, 0, usedUp(r, "readers of your network")
	case l.shared+fresh > r.share:
		return 0, 0, usedUp(r, "readers")
	}
	around.shared += fresh
	return inBulk, fresh, nil
}

// remember notes what a reader or a neighbourhood took. It is called with the lock held.
func (l *siteLimiter) remember(name string, t intake) {
	if _, known := l.readers[name]; !known && len(l.readers) >= mostReaders {
		for other := range l.readers {
			delete(l.readers, other)
			break
		}
	}
	l.readers[name] = t
}

// usedUp refuses what is left of nobody's films today. who took the common share.
func usedUp(r *reader, who string) *fault.Fault {
	if !r.stranger {
		return fault.New(fault.RateLimited, "your plan has %d films a day on pages, and %s without an account took what all have together; "+
			"read on in single films and short lists, use the interface with a key, or a plan with the files of all films", r.own, who)
	}
	return fault.New(fault.RateLimited, "%s without an account took their share of the films of today, in lists as data and deep in lists; "+
		"sign in or use a key, or read on in single films and short lists", who)
}

// tooDeep refuses what lies deep in a list.
func tooDeep(onSite bool) error {
	kind, how := fault.SandboxForbidden, "ask with a key"
	if onSite {
		kind, how = fault.TierNotAllowed, "sign in, or ask the interface with a key"
	}
	return fault.New(kind, "without an account or a key a list ends after its first %d; %s, or narrow the list with filters", access.DeepestFilm, how)
}
