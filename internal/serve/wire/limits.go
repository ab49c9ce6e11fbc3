package wire

import (
	"errors"
	"math"
	"runtime"
	"time"
)

// Limits bound what one process takes on at once. The zero Limits are sensible
// ones, and no pace.
type Limits struct {
	// AtWork is how many metered requests are worked on at once; 0 for 64 a
	// processor, enough of them that a ledger can write many spendings down in
	// one go. A quarter is kept for the Studio plan, and at least one of two.
	AtWork int
	// Waiting is how many more may wait for their turn, 0 for 512 a processor,
	// and Patience how long, 0 for a second. Both are short, since an answer that
	// comes too late is work for nobody.
	Waiting  int
	Patience time.Duration
	// Heavy is how many answers that keep a processor busy (screenplays being
	// measured) are worked on at once, 0 for one a processor. Those that wait for
	// their turn may be 32 a processor and wait for five times Patience. One is kept
	// for the Studio plan where there are two; other accounts, and addresses without
	// a key, have one at a time.
	Heavy int
	// Bodies is how many bytes of requests' bodies may be in memory at once, being
	// read or worked on, 0 for 256 MiB. Those for which there is no more are turned
	// away. Callers without a key have at most half of it, and every client a share.
	Bodies int64
	// BodyWindow is how often a body is looked at while it comes, 0 for 5 seconds: it
	// is ended when less than 4 KiB a second arrived since.
	BodyWindow time.Duration
	// Streams is how many streams are sent at once, 0 for 8 a processor; they
	// have places of their own, since they last as long as their readers read.
	Streams int
	// PerSecond is how many metered requests a second one account, or one address
	// without a key, may make in the long run, and Burst how many at once; 0 for
	// any number, and for as many as fit in a second. Every process counts for
	// itself (TRACE Q-12).
	PerSecond float64
	Burst     int
}

// How long those who are turned away are told to wait. A stream's place is free
// when another stream ends.
const (
	retryWork   = time.Second
	retryHeavy  = 5 * time.Second
	retryStream = 10 * time.Second
)

// Check refuses limits that are none.
func (l Limits) Check() error {
	if l.AtWork < 0 || l.Waiting < 0 || l.Patience < 0 || l.Streams < 0 || l.Heavy < 0 || l.Bodies < 0 || l.BodyWindow < 0 || l.Burst < 0 ||
		l.PerSecond < 0 || math.IsNaN(l.PerSecond) || l.PerSecond > 1e6 {
		return errors.New("limits must be 0 or more, and a pace at most 1000000 a second")
	}
	return nil
}

// Bound makes the gates and the pace of the limits.
func (f *Front) Bound(l Limits) {
	f.kept = newKept()
	each := runtime.GOMAXPROCS(0)
	or := func(n, otherwise int) int {
		if n == 0 {
			return otherwise
		}
		return n
	}
	patience := l.Patience
	if patience == 0 {
		patience = time.Second
	}
	waiting := or(l.Waiting, 512*each)
	f.Work = newGate(or(l.AtWork, 64*each), waiting, patience, retryWork)
	f.Streams = newGate(or(l.Streams, 8*each), waiting, patience, retryStream)
	f.Heavy = newGate(or(l.Heavy, each), 32*each, 5*patience, retryHeavy)
	f.Heavy.single = true
	f.bodies, f.bodyWindow = newBodyMemory(l.Bodies), l.BodyWindow
	f.pace = newPace(l.PerSecond, or(l.Burst, max(1, int(math.Ceil(l.PerSecond)))))
}
