package wire

import (
	"sync"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/fault"
)

// pace bounds how fast one asker may ask, whatever the day's budget allows
// (TRACE Q-12). It keeps one moment for each: when all that was asked so far
// would be done if it were done at the allowed pace. A nil pace bounds nothing.
type pace struct {
	each  time.Duration // how long one request takes at the allowed pace
	ahead time.Duration // how far before that moment one may ask

	mu   sync.Mutex
	done map[string]time.Time
	most int // length at which done is tidied
}

// remembered is how many askers a pace remembers before it looks for some to
// forget.
const remembered = 10_000

func newPace(perSecond float64, burst int) *pace {
	if perSecond == 0 {
		return nil
	}
	each := time.Duration(float64(time.Second) / perSecond)
	return &pace{each: each, ahead: time.Duration(burst-1) * each, done: map[string]time.Time{}, most: remembered}
}

// take counts a request, or refuses it with a fault of kind RateLimited that
// says when it would not be.
func (p *pace) take(c access.Caller, now time.Time) error {
	if p == nil {
		return nil
	}
	who := clientOf(c)
	p.mu.Lock()
	defer p.mu.Unlock()
	done := p.done[who]
	if done.Before(now) {
		done = now
	}
	if early := done.Sub(now) - p.ahead; early > 0 {
		return fault.New(fault.RateLimited, "too many requests at once; this one may be sent again in a moment").After(early)
	}
	p.done[who] = done.Add(p.each)
	p.tidy(now)
	return nil
}

// tidy forgets those who may ask as if they never had.
func (p *pace) tidy(now time.Time) {
	if len(p.done) < p.most {
		return
	}
	for who, done := range p.done {
		if !done.After(now) {
			delete(p.done, who)
		}
	}
	p.most = max(remembered, 2*len(p.done))
}
