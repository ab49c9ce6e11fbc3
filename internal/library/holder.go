package library

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"kinodex/internal/pack"
)

// Holder holds the generation that serves, hands it out by reference count
// (Acquire) and swaps in the next atomically (Reload, Watch), so that a generation
// is closed only when nobody reads it any more. Its methods may be called by
// several goroutines.
//
// What serves is the generation that current names. When that one cannot be read,
// the holder goes on with what served before it, or, when there is nothing, falls
// back to the newest generation that verifies; State says so.
type Holder struct {
	root      string
	log       *slog.Logger
	serving   atomic.Pointer[sharedLibrary] // nil when nothing serves
	problem   atomic.Pointer[problem]       // nil when what current names serves
	failed    atomic.Int64                  // reads of mapped files
	suspect   atomic.Pointer[string]        // the generation a read of which failed, until it is verified
	closed    atomic.Bool
	wordsOnly atomic.Bool // whether the sentence encoder is not used
	// bucket tells of the bucket the library is fetched from; nil without one.
	bucket func() BucketState

	mu sync.Mutex // held by who changes what serves
	// prepare is called with a generation before it takes the place of another; nil for nothing.
	prepare func(context.Context, *Library) error
	broken  map[string]failure // by generation

	watch struct {
		stop context.CancelFunc
		done sync.WaitGroup
		wake chan struct{}
	}
}

// problem is why what current names does not serve.
type problem struct {
	current string // empty when it names nothing
	err     error
}

// Errors of Acquire.
var (
	ErrClosed     = errors.New("the library is closed")
	ErrUnreadable = errors.New("no generation of the library can be read")
)

// sharedLibrary is a library and how many hold it: its readers and the Holder.
type sharedLibrary struct {
	*Library
	name    string // of its directory
	readers atomic.Int64
	release func() // leave, made once rather than for every reader
}

// take counts one more reader, unless the last one has left already.
func (h *sharedLibrary) take() bool {
	for {
		n := h.readers.Load()
		if n == 0 {
			return false
		}
		if h.readers.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

// leave gives up one reference. The last one closes the library.
func (h *sharedLibrary) leave() {
	if h.readers.Add(-1) == 0 {
		_ = h.Close()
	}
}

// NewHolder opens the current generation under root, or the newest that verifies
// when that does not open. Without any there is no holder, but ErrEmpty when nothing
// was ever published, and a *NoneOpensError otherwise.
func NewHolder(root string, log *slog.Logger) (*Holder, error) {
	s := newHolder(root, log)
	_, err := s.Reload()
	switch {
	case s.serving.Load() != nil:
		s.logProblem()
		return s, nil
	case errors.Is(err, ErrEmpty):
		return nil, err
	}
	return nil, s.noneOpens(err)
}

// NewFollowingHolder is NewHolder for a library that is fetched from a bucket: it may be
// empty, and none of its generations may open. Then Acquire returns ErrUnreadable until
// one was fetched. bucket tells of the bucket; State has what it tells.
func NewFollowingHolder(root string, log *slog.Logger, bucket func() BucketState) *Holder {
	s := newHolder(root, log)
	s.bucket = bucket
	if _, err := s.Reload(); err != nil && !errors.Is(err, ErrEmpty) {
		s.logProblem()
	}
	return s
}

// HolderOf is NewHolder of a library that is open already and current under root, as
// Build.PublishOpen gives it. The holder closes it.
func HolderOf(root string, lib *Library, log *slog.Logger) *Holder {
	s := newHolder(root, log)
	s.put(lib.Generation(), lib)
	return s
}

// newHolder returns a holder of nothing.
func newHolder(root string, log *slog.Logger) *Holder {
	s := &Holder{root: root, log: log, broken: map[string]failure{}}
	s.watch.wake = make(chan struct{}, 1)
	return s
}

// put makes lib the one that serves. The library that served closes when its last
// reader releases it.
func (s *Holder) put(name string, lib *Library) {
	if s.wordsOnly.Load() {
		lib.Taste.WithoutEncoder()
	}
	h := &sharedLibrary{Library: lib, name: name}
	h.release = h.leave
	h.readers.Store(1)
	if old := s.serving.Swap(h); old != nil {
		old.leave()
	}
}

// takeDown leaves nothing serving.
func (s *Holder) takeDown() {
	if old := s.serving.Swap(nil); old != nil {
		old.leave()
	}
}

// Acquire pins the generation that serves now. The caller must call release
// once it reads no more bytes of it. Without one it returns ErrUnreadable, or
// ErrClosed when the holder is closed.
func (s *Holder) Acquire() (lib *Library, release func(), err error) {
	for {
		h := s.serving.Load()
		switch {
		case h == nil && s.closed.Load():
			return nil, nil, ErrClosed
		case h == nil:
			return nil, nil, ErrUnreadable
		case h.take():
			return h.Library, h.release, nil
		}
	}
}

// Generation names the generation that serves now; empty when none does.
func (s *Holder) Generation() string {
	lib, release, err := s.Acquire()
	if err != nil {
		return ""
	}
	defer release()
	return lib.Generation()
}

// Reload opens the generation that is current now and swaps it in when it is
// another one. On an error what served goes on serving, if it can be read.
func (s *Holder) Reload() (changed bool, err error) { return s.reload(context.Background()) }

// reload is Reload with a context, which ends a verification.
func (s *Holder) reload(ctx context.Context) (changed bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed.Load() {
		return false, ErrClosed
	}
	changed = s.checkSuspect(ctx)
	name, err := current(s.root)
	h := s.serving.Load()
	if err == nil && (h == nil || h.name != name) {
		var lib *Library
		if lib, err = s.open(ctx, name, false); err == nil && h != nil {
			err = s.prepared(ctx, lib)
		}
		if err == nil {
			s.put(name, lib)
			changed = true
		} else {
			err = fmt.Errorf("generation %s, which is current: %w", name, err)
		}
	}
	if err == nil {
		s.problem.Store(nil)
		return changed, nil
	}
	if s.serving.Load() == nil {
		changed = s.fallBack(ctx, name) || changed
	}
	s.problem.Store(&problem{name, err})
	return changed, err
}

// PrepareWith sets what is done with each further generation before it takes the place of the one
// that serves: what the first questions would wait for is made while the other still answers. A
// generation whose preparation fails does not serve; one that is cut short by its context does
// not either.
func (s *Holder) PrepareWith(prepare func(context.Context, *Library) error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.prepare = prepare
}

// prepared prepares a generation, and closes it when that fails.
func (s *Holder) prepared(ctx context.Context, lib *Library) error {
	if s.prepare == nil {
		return nil
	}
	if err := s.prepare(ctx, lib); err != nil {
		return errors.Join(fmt.Errorf("prepare it: %w", err), lib.Close())
	}
	return nil
}

// WithoutEncoder has this generation and all further ones compare descriptions with films by words alone.
func (s *Holder) WithoutEncoder() {
	s.wordsOnly.Store(true)
	if h := s.serving.Load(); h != nil {
		h.Taste.WithoutEncoder()
	}
}

// Watch reloads, from now until Close, whenever another generation has become
// current, looking every interval, and at once after a failed read.
func (s *Holder) Watch(every time.Duration) {
	ctx, stop := context.WithCancel(context.Background())
	s.watch.stop = stop
	s.watch.done.Go(func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			case <-s.watch.wake:
			}
			s.look(ctx)
		}
	})
}

// look reloads and says what came of it, once.
func (s *Holder) look(ctx context.Context) {
	before := s.problem.Load()
	changed, err := s.reload(ctx)
	switch {
	case ctx.Err() != nil:
	case err != nil && (before == nil || before.err.Error() != err.Error() || changed):
		s.logProblem()
	case err == nil && (changed || before != nil):
		s.log.Info("library generation swapped in", "generation", s.Generation())
	}
}

// logProblem logs why what current names does not serve, if it does not.
func (s *Holder) logProblem() {
	t := s.problem.Load()
	if t == nil {
		return
	}
	if serves := s.Generation(); serves != "" {
		s.log.Error("the current library generation does not open; another one serves in its place; "+
			"build anew, or name one with kinodex library use", "serves", serves, "error", t.err)
		return
	}
	s.log.Error("no library generation can be read; build anew with kinodex build", "error", t.err)
}

// ReadFailed takes what recover gave and gives an error if it is the failed read
// of a library's file, nil if it is anything else. The generation that serves is
// then verified, and another one serves if it is damaged. A file that is cut is
// seen at once: nothing serves until another generation does.
func (s *Holder) ReadFailed(recovered any) error {
	err := pack.ReadFailed(recovered)
	if err == nil {
		return nil
	}
	s.failed.Add(1)
	h := s.serving.Load()
	if h != nil && s.suspect.CompareAndSwap(nil, &h.name) {
		s.log.Error("a file of the library could not be read; its generation is verified",
			"generation", h.name, "error", err, "stack", string(debug.Stack()))
		if h.Manifest.checkSizes(h.dir) != nil && s.serving.CompareAndSwap(h, nil) {
			h.leave()
		}
		select {
		case s.watch.wake <- struct{}{}:
		default: // it is awake already
		}
	}
	return err
}

// State tells what a holder serves.
type State struct {
	// Generation serves; empty when none can be read.
	Generation string
	// Err says why that is not Current, the generation that is named to serve;
	// nil when it is. It is for the log: it may hold paths.
	Err     error
	Current string
	// FailedReads counts the reads of mapped files that failed.
	FailedReads int64
	// Bucket tells of the bucket that the library is fetched from; nil without one.
	Bucket *BucketState
}

// State tells what the holder serves, as of its last look.
func (s *Holder) State() State {
	state := State{Generation: s.Generation(), FailedReads: s.failed.Load()}
	if s.bucket != nil {
		told := s.bucket()
		state.Bucket = &told
	}
	switch t := s.problem.Load(); {
	case t != nil:
		state.Current, state.Err = t.current, t.err
	case state.Generation == "":
		state.Err = ErrUnreadable
	}
	return state
}

// Close ends Watch and lets go of the generation, which is unmapped once its last
// reader is done. Acquire gives ErrClosed from then on.
func (s *Holder) Close() error {
	if s.closed.Swap(true) {
		return ErrClosed
	}
	if s.watch.stop != nil {
		s.watch.stop()
		s.watch.done.Wait()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.takeDown()
	return nil
}

// dirOf is where a generation lies.
func (s *Holder) dirOf(name string) string { return filepath.Join(s.root, name) }
