// Package traffic counts what one process was asked in the last hour, minute by minute: the
// answers of each route by class of status, how long they took, and whom the service refused and
// why. The counts are in memory alone and end with the process.
//
// Memory is bounded: an Hour has at most MostRoutes routes, each with up to 23 kB, and MostRefused
// kinds of refusals, and counts what is beyond them together. It knows routes by the names that its caller gives them,
// which must be patterns of the service and never paths that a client sent.
//
// It imports the standard library. Start reading at Hour.
package traffic

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"time"
)

// Minutes is how many minutes are kept.
const Minutes = 60

// The bounds of an Hour.
const (
	MostRoutes  = 1000
	MostRefused = 1000
)

// Other is the route of requests beyond MostRoutes.
const Other = "other"

// Hour is the last hour of a process. It is safe for concurrent use.
type Hour struct {
	mu      sync.Mutex
	routes  map[string]*Route
	refused map[Refused]*ring
}

// New returns an hour in which nothing was asked.
func New() *Hour {
	return &Hour{routes: map[string]*Route{}, refused: map[Refused]*ring{}}
}

// Class is a class of statuses.
type Class uint8

// The classes. Cut are requests whose client went before the answer.
const (
	Cut Class = iota
	Answered
	Redirected // also: the client has the answer already (304)
	Rejected
	Failed
	classes
)

// classOf returns the class of a status; 0 is no answer.
func classOf(status int) Class {
	switch {
	case status < 100:
		return Cut
	case status < 300:
		return Answered
	}
	return min(Class(status/100)-1, Failed)
}

// Route counts the requests of one route. It is safe for concurrent use.
type Route struct {
	name string
	mu   sync.Mutex
	ring [Minutes]*cell // made when a minute has its first request, and kept
}

// cell is one minute of a route.
type cell struct {
	minute int64
	counts [classes]uint32
	took   histogram
}

// Route returns the counter of a route, and makes it when it is new. The caller keeps it: to find
// it again takes a lock that all share.
func (h *Hour) Route(name string) *Route {
	h.mu.Lock()
	defer h.mu.Unlock()
	if r := h.routes[name]; r != nil {
		return r
	}
	if len(h.routes) >= MostRoutes {
		name = Other
		if r := h.routes[name]; r != nil {
			return r
		}
	}
	r := &Route{name: name}
	h.routes[name] = r
	return r
}

// Count counts a request that was answered at a time with a status, or with 0 when it got no
// answer, after so long.
func (r *Route) Count(at time.Time, status int, took time.Duration) {
	minute := minuteOf(at)
	r.mu.Lock()
	c := r.ring[slot(minute)]
	switch {
	case c == nil:
		c = &cell{minute: minute}
		r.ring[slot(minute)] = c
	case c.minute != minute:
		*c = cell{minute: minute}
	}
	c.counts[classOf(status)]++
	c.took.count(took)
	r.mu.Unlock()
}

// Refused is whom the service refused and why: the name of the plan, the code of the error, and
// the id of the account, which is empty for callers without one.
type Refused struct {
	Plan    string `json:"plan"`
	Code    string `json:"code"`
	Account string `json:"account,omitempty"`
}

// ring is a number for each minute of an hour.
type ring [Minutes]struct {
	minute int64
	count  uint32
}

// Refuse counts a refusal at a time. Beyond MostRefused it is counted without its account.
func (h *Hour) Refuse(at time.Time, who Refused) {
	minute := minuteOf(at)
	h.mu.Lock()
	defer h.mu.Unlock()
	r := h.refused[who]
	if r == nil && len(h.refused) >= MostRefused {
		maps.DeleteFunc(h.refused, func(_ Refused, r *ring) bool { return !r.within(minute) })
		if len(h.refused) >= MostRefused {
			who.Account = "" // plans and codes are few
			r = h.refused[who]
		}
	}
	if r == nil {
		r = new(ring)
		h.refused[who] = r
	}
	c := &r[slot(minute)]
	if c.minute != minute {
		c.minute, c.count = minute, 0
	}
	c.count++
}

// within reports whether the ring has counted anything in the hour that ends with a minute.
func (r *ring) within(end int64) bool {
	for _, c := range r {
		if c.count > 0 && inHour(c.minute, end) {
			return true
		}
	}
	return false
}

func minuteOf(at time.Time) int64 { return at.Unix() / 60 }

// slot returns where a minute stands in a ring. Minutes before 1970 have a slot, too.
func slot(minute int64) int { return int((minute%Minutes + Minutes) % Minutes) }

// inHour reports whether a minute is one of the hour that ends with another. After the clock was set
// back, minutes may be later.
func inHour(minute, end int64) bool { return minute <= end && minute > end-Minutes }

// Report is the last hour.
type Report struct {
	From     time.Time      `json:"from"` // the beginning of the first minute
	To       time.Time      `json:"to"`   // when it was read; the last minute is not over
	Minutes  []Minute       `json:"minutes"`
	Routes   []RouteReport  `json:"routes"`   // those with requests, the most used first
	Refusals []RefusalCount `json:"refusals"` // the most frequent first
}

// Counts are requests by what became of them.
type Counts struct {
	Requests   int `json:"requests"`
	Answered   int `json:"answered"`   // status 200 to 299
	Redirected int `json:"redirected"` // 300 to 399
	Rejected   int `json:"rejected"`   // 400 to 499
	Failed     int `json:"failed"`     // 500 to 599
	Cut        int `json:"cut"`        // the client went before the answer
}

func (n *Counts) add(of *[classes]uint32) {
	for _, count := range of {
		n.Requests += int(count)
	}
	n.Cut += int(of[Cut])
	n.Answered += int(of[Answered])
	n.Redirected += int(of[Redirected])
	n.Rejected += int(of[Rejected])
	n.Failed += int(of[Failed])
}

// Minute is the requests of one minute.
type Minute struct {
	At time.Time `json:"at"` // its beginning
	Counts
}

// RouteReport is the requests of one route. Of 100 requests, 50, 95 and 99 took at most so many
// seconds; see histogram for how exact they are.
type RouteReport struct {
	Route string `json:"route"`
	Counts
	P50 float64 `json:"p50_seconds"`
	P95 float64 `json:"p95_seconds"`
	P99 float64 `json:"p99_seconds"`
}

// RefusalCount is how often somebody was refused for a reason.
type RefusalCount struct {
	Refused
	Count int       `json:"count"`
	Last  time.Time `json:"last"` // the beginning of the last minute
}

// Report returns the hour that ends at a time: that minute and the 59 before it.
func (h *Hour) Report(at time.Time) Report {
	end := minuteOf(at)
	timeOf := func(minute int64) time.Time { return time.Unix(minute*60, 0).UTC() }
	p := Report{From: timeOf(end - Minutes + 1), To: at.UTC(), Minutes: make([]Minute, Minutes), Routes: []RouteReport{}, Refusals: []RefusalCount{}}
	for i := range p.Minutes {
		p.Minutes[i].At = timeOf(end - Minutes + 1 + int64(i))
	}
	h.mu.Lock()
	routes := slices.Collect(maps.Values(h.routes))
	for who, r := range h.refused {
		n := RefusalCount{Refused: who}
		for _, c := range r {
			if inHour(c.minute, end) && c.count > 0 {
				n.Count += int(c.count)
				n.Last = timeOf(max(c.minute, minuteOf(n.Last)))
			}
		}
		if n.Count > 0 {
			p.Refusals = append(p.Refusals, n)
		}
	}
	h.mu.Unlock()
	for _, r := range routes {
		if of := r.report(end, p.Minutes); of.Requests > 0 {
			p.Routes = append(p.Routes, of)
		}
	}
	slices.SortFunc(p.Routes, func(a, b RouteReport) int {
		return cmp.Or(cmp.Compare(b.Requests, a.Requests), cmp.Compare(a.Route, b.Route))
	})
	slices.SortFunc(p.Refusals, func(a, b RefusalCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Plan, b.Plan), cmp.Compare(a.Account, b.Account))
	})
	return p
}

// report returns the hour of a route and adds its minutes to those of all.
func (r *Route) report(end int64, minutes []Minute) RouteReport {
	of := RouteReport{Route: r.name}
	var took histogram
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range r.ring {
		if c == nil || !inHour(c.minute, end) {
			continue
		}
		of.add(&c.counts)
		minutes[c.minute-end+Minutes-1].add(&c.counts)
		took.add(&c.took)
	}
	of.P50, of.P95, of.P99 = took.quantile(0.5), took.quantile(0.95), took.quantile(0.99)
	return of
}

// Total returns the requests of the whole hour.
func (p Report) Total() (n Counts) {
	for _, m := range p.Minutes {
		n.Requests, n.Answered, n.Redirected = n.Requests+m.Requests, n.Answered+m.Answered, n.Redirected+m.Redirected
		n.Rejected, n.Failed, n.Cut = n.Rejected+m.Rejected, n.Failed+m.Failed, n.Cut+m.Cut
	}
	return n
}

// TotalRefused returns how many refusals there were.
func (p Report) TotalRefused() (n int) {
	for _, r := range p.Refusals {
		n += r.Count
	}
	return n
}
