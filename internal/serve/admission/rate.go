package admission

import (
	"sync"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/fault"
)

// rateLimiter bounds how fast one client may ask, whatever the day's budget allows
// (REQ Q-12). It is the generic cell rate algorithm: for each client it keeps one
// moment, when all that was asked so far would be done if it were done at the allowed
// rate. A nil rateLimiter bounds nothing. It is safe for concurrent use.
type rateLimiter struct {
	each  time.Duration // how long one request takes at the allowed rate
	ahead time.Duration // how far before that moment one may ask

	mu   sync.Mutex
	done map[string]time.Time
	most int // length at which done is tidied
}

// minTracked is how many clients a rateLimiter tracks before it looks for some to
// forget.
const minTracked = 10_000

func newRateLimiter(perSecond float64, burst int) *rateLimiter {
	if perSecond == 0 {
		return nil
	}
	each := time.Duration(float64(time.Second) / perSecond)
	return &rateLimiter{each: each, ahead: time.Duration(burst-1) * each, done: map[string]time.Time{}, most: minTracked}
}

// take counts a request, or refuses it with a fault of kind RateLimited that
// says when it would not be.
func (r *rateLimiter) take(c access.Caller, now time.Time) error {
	if r == nil {
		return nil
	}
	who := clientOf(c)
	r.mu.Lock()
	defer r.mu.Unlock()
	done := r.done[who]
	if done.Before(now) {
		done = now
	}
	if early := done.Sub(now) - r.ahead; early > 0 {
		return fault.New(fault.RateLimited, "too many requests at once; this one may be sent again in a moment").After(early)
	}
	r.done[who] = done.Add(r.each)
	r.tidy(now)
	return nil
}

// tidy forgets those who may ask as if they never had.
func (r *rateLimiter) tidy(now time.Time) {
	if len(r.done) < r.most {
		return
	}
	for who, done := range r.done {
		if !done.After(now) {
			delete(r.done, who)
		}
	}
	r.most = max(minTracked, 2*len(r.done))
}
