package replication

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"kinodex/internal/blob"
	"kinodex/internal/diskspace"
	"kinodex/internal/flock"
	"kinodex/internal/library"
)

// FollowerOptions say what a Follower follows. All but Log must be set.
type FollowerOptions struct {
	Bucket blob.Bucket
	Root   string // of the library
	// Poll is how long after a look at the pointer the next one is, give or take a
	// fifth.
	Poll time.Duration
	Now  func() time.Time
	Log  *slog.Logger
}

// Follower keeps the library of a data directory as a bucket's pointer says. Several
// processes may follow with the same data directory: one of them fetches, and the others
// see what it does in the library's current file. Its methods may be called by several
// goroutines; Run by one.
type Follower struct {
	FollowerOptions
	fetched atomic.Int64
	free    func(dir string) (bytes int64, known bool)

	mu    sync.Mutex
	state library.BucketState

	// What Run alone uses.
	holder  *library.Holder
	lock    io.Closer // FetchLock, while this process is the one that fetches
	tag     string    // of the pointer that was read last
	pointer *Pointer
	ready   bool   // the wanted generation lies under Root
	settled bool   // it serves: nothing is to be done until the pointer changes
	failed  int    // refusals one after the other
	told    string // what was logged last
	// deadline is when the wanted generation serves at the latest, by this process's
	// clock of durations, so that a clock that is wrong does not stop it.
	deadline time.Time
	retryAt  time.Time
}

// smallWithin is how long the bucket may take to send its pointer or a manifest, a few kilobytes.
// With the longest time between two looks, 18 seconds unless the operator says otherwise, one that
// hangs is known to be away within 25.
const smallWithin = 7 * time.Second

// retryMost bounds how long after a refusal the next attempt is.
const retryMost = 15 * time.Minute

// NewFollower makes a follower; Run starts it. An earlier process's starter library is
// removed, since its answers are none of the bucket's library.
func NewFollower(o FollowerOptions) (*Follower, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	f := &Follower{FollowerOptions: o, free: diskspace.Free}
	if err := os.MkdirAll(library.FetchDir(o.Root), 0o755); err != nil {
		return nil, fmt.Errorf("follow a bucket: %w", err)
	}
	f.state.Problem, f.state.Reason = "the bucket was not asked yet", library.ReasonEmpty
	return f, f.forgetStarter()
}

// forgetStarter removes a starter library that was installed here. One that was fetched
// stays.
func (f *Follower) forgetStarter() error {
	if !InstalledStarter(f.Root) {
		return nil
	}
	err := library.Retire(f.Root)
	if err == nil {
		err = os.RemoveAll(library.CurrentPath(f.Root))
	}
	if err != nil {
		return fmt.Errorf("remove the starter library, which a bucket's takes the place of: %w", err)
	}
	return nil
}

// InstalledStarter reports whether nothing lies under root but a starter library that was
// installed there, which a follower removes. One that a bucket has, and that was fetched,
// is a library like any other.
func InstalledStarter(root string) bool {
	_, err := os.Stat(recordPath(root))
	return err != nil && library.OnlyStarter(root)
}

// State tells what is known of the bucket.
func (f *Follower) State() library.BucketState {
	f.mu.Lock()
	defer f.mu.Unlock()
	s := f.state
	s.Fetched = f.fetched.Load()
	return s
}

// tell changes what State tells.
func (f *Follower) tell(change func(*library.BucketState)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change(&f.state)
}

// Run follows until ctx ends. holder must be that of Root.
func (f *Follower) Run(ctx context.Context, holder *library.Holder) {
	f.holder = holder
	defer func() {
		if f.lock != nil {
			f.lock.Close()
		}
	}()
	for {
		wait := f.look(ctx)
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
	}
}

// look does what is to be done now and returns when to look again.
func (f *Follower) look(ctx context.Context) time.Duration {
	if !f.leads() {
		return f.Poll
	}
	var err error
	if f.ready && !f.settled && f.due() <= 0 {
		err = f.swap() // whether the bucket answers at that moment or not
	}
	if err == nil {
		if err = f.readPointer(ctx); err == nil {
			f.tell(func(s *library.BucketState) { s.NamedAt, s.AskedAt = f.pointer.MovedAt, f.Now() })
		}
	}
	if f.settled && !f.sound(f.pointer.Generation) {
		f.ready, f.settled = false, false // what the holder cannot read is fetched again
	}
	if err == nil && !f.settled && !f.Now().Before(f.retryAt) {
		err = f.follow(ctx)
	}
	if ctx.Err() != nil {
		return 0
	}
	f.note(err)
	if errors.Is(err, errMoved) {
		return 0
	}
	wait := f.Poll*4/5 + rand.N(f.Poll*2/5+1)
	if f.ready && !f.settled {
		wait = min(wait, max(f.due(), 0))
	}
	return wait
}

// leads takes the lock of who fetches, unless another process has it.
func (f *Follower) leads() bool {
	if f.lock != nil {
		return true
	}
	lock, err := flock.Exclusive(library.FetchLock(f.Root))
	if err != nil {
		f.tell(func(s *library.BucketState) { *s = library.BucketState{} }) // the other process knows
		return false
	}
	f.lock = lock
	return true
}

// readPointer reads the pointer if it is another one than it was.
func (f *Follower) readPointer(ctx context.Context) error {
	limit := smallWithin
	if f.ready && !f.settled { // a store that hangs keeps nobody from changing in time
		limit = min(limit, max(f.due(), 100*time.Millisecond))
	}
	asking, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if f.pointer != nil {
		info, err := f.Bucket.Stat(asking, pointerKey)
		if err == nil && info.ETag == f.tag {
			return nil
		}
		if err != nil && !errors.Is(err, blob.ErrNotFound) {
			return err
		}
	}
	p, tag, err := ReadPointer(asking, f.Bucket)
	if err != nil {
		return err
	}
	if f.pointer == nil || f.pointer.Generation != p.Generation || !f.pointer.MovedAt.Equal(p.MovedAt) {
		f.ready, f.settled, f.failed, f.retryAt = false, false, 0, time.Time{}
		f.deadline = time.Now().Add(max(0, p.NotBefore.Sub(p.MovedAt)))
	}
	f.pointer, f.tag = p, tag
	f.tell(func(s *library.BucketState) {
		if s.Wanted = p.Generation; s.Reason == library.ReasonEmpty {
			s.Problem, s.Reason = "", ""
		}
	})
	return nil
}

// errMoved says that the pointer was changed while a generation was fetched.
var errMoved = errors.New("the bucket's pointer was changed meanwhile")

// follow fetches what the pointer names, and has it serve when it is time.
func (f *Follower) follow(ctx context.Context) error {
	e, ok := f.pointer.Find(f.pointer.Generation)
	if !ok {
		return ErrNothingPublished
	}
	err := f.obtain(ctx, e)
	var refused *RefusedError
	if errors.As(err, &refused) && f.holder.Generation() == "" {
		f.standIn(ctx, e)
	}
	if err != nil {
		return err
	}
	f.ready = true
	if f.due() > 0 {
		at := f.pointer.NotBefore
		f.tell(func(s *library.BucketState) { s.NotBefore = at })
		return nil
	}
	return f.swap()
}

// due is how long to wait before the wanted generation serves; nothing where none
// serves.
func (f *Follower) due() time.Duration {
	if f.holder.Generation() == "" {
		return 0
	}
	return min(f.pointer.NotBefore.Sub(f.Now()), time.Until(f.deadline))
}

// swap has the wanted generation serve and removes all others but the one before it.
func (f *Follower) swap() error {
	name := f.pointer.Generation
	if err := f.serve(name); err != nil {
		return err
	}
	f.settled = true
	f.tell(func(s *library.BucketState) { s.NotBefore, s.Missing = time.Time{}, 0 })
	f.Log.Info("the generation that the bucket names serves", "generation", name)
	return nil
}

// serve names a generation the one that serves and has the holder open it.
func (f *Follower) serve(name string) error {
	before, err := library.PointTo(f.Root, name)
	if err != nil {
		return err
	}
	was := readRecord(f.Root)
	previous := before
	if before == name {
		previous = was.Previous
	}
	if err := writeRecord(f.Root, record{name, previous, was.Verified}); err != nil {
		return onDisk(name, err)
	}
	if _, err := f.holder.Reload(); err != nil {
		return refuse(name, library.ReasonDamaged, err, "generation %s was fetched and does not open", name)
	}
	return library.Retire(f.Root, name, previous)
}

// standIn has an earlier generation of the bucket serve where none does and the one it
// names cannot: the newest that this program reads.
func (f *Follower) standIn(ctx context.Context, but PublishedGeneration) {
	for _, e := range f.pointer.Published {
		if e.Generation == but.Generation || checkFormat(e) != nil {
			continue
		}
		err := f.obtain(ctx, e)
		if err == nil {
			err = f.serve(e.Generation)
		}
		if err == nil {
			f.Log.Warn("an earlier generation serves in the place of the one that the bucket names", "generation", e.Generation, "named", but.Generation)
			return
		}
		if ctx.Err() != nil {
			return
		}
	}
}

// note tells and logs what came of a look, once for each outcome.
func (f *Follower) note(err error) {
	if err == nil && !f.settled && !f.ready {
		return // a refusal stands until its next attempt
	}
	var refused *RefusedError
	away := err != nil && !errors.As(err, &refused) && !errors.Is(err, ErrNothingPublished) &&
		!errors.Is(err, errMoved) && !errors.Is(err, library.ErrBuilding)
	f.tell(func(s *library.BucketState) {
		s.Away, s.Problem, s.Reason = away, "", ""
		switch {
		case refused != nil:
			s.Problem, s.Reason = refused.Error(), refused.Reason
			if refused.Generation != "" {
				s.Wanted = refused.Generation
			}
		case errors.Is(err, ErrNothingPublished):
			s.Problem, s.Reason = "the bucket has no library yet", library.ReasonEmpty
		}
	})
	if refused != nil {
		f.failed++
		f.retryAt = f.Now().Add(min(retryMost, f.Poll<<min(f.failed, 10)))
	}
	f.logOnce(err, away, refused)
}

// logOnce logs an outcome that is another one than the last.
func (f *Follower) logOnce(err error, away bool, refused *RefusedError) {
	text := ""
	if err != nil {
		text = err.Error()
	}
	if text == f.told || errors.Is(err, errMoved) {
		return
	}
	serves := f.holder.Generation()
	switch {
	case err == nil:
		f.Log.Info("the library's bucket is followed again", "serves", serves)
	case refused != nil:
		f.Log.Error("the generation that the bucket names is refused", "serves", serves, "reason", refused.Reason, "error", err, "cause", refused.err)
	case away:
		f.Log.Warn("the library's bucket does not answer as it should; what serves goes on", "serves", serves, "error", err)
	default:
		f.Log.Warn("the library is not fetched", "serves", serves, "error", err)
	}
	f.told = text
}
