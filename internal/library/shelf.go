package library

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"
)

// Shelf holds the generation that serves and swaps in the next. It never closes
// a generation that someone still reads.
type Shelf struct {
	root    string
	log     *slog.Logger
	serving atomic.Pointer[held]
}

// held counts the readers of a library, the shelf itself among them.
type held struct {
	*Library
	readers atomic.Int64
	release func() // leave, made once rather than for every reader
}

// take counts one more reader, unless the last one has left already.
func (h *held) take() bool {
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

func (h *held) leave() {
	if h.readers.Add(-1) == 0 {
		h.Close()
	}
}

// NewShelf opens the current generation under root. On ErrEmpty, and on a
// generation that does not open, there is no shelf.
func NewShelf(root string, log *slog.Logger) (*Shelf, error) {
	s := &Shelf{root: root, log: log}
	lib, err := Open(root)
	if err != nil {
		return nil, err
	}
	s.put(lib)
	return s, nil
}

func (s *Shelf) put(lib *Library) {
	h := &held{Library: lib}
	h.release = h.leave
	h.readers.Store(1)
	if old := s.serving.Swap(h); old != nil {
		old.leave()
	}
}

// Acquire pins the generation that serves now. The caller must call release
// once it reads no more bytes of it. It panics when the shelf is closed.
func (s *Shelf) Acquire() (lib *Library, release func()) {
	for {
		h := s.serving.Load()
		if h == nil {
			panic("library: Acquire from a closed shelf")
		}
		if h.take() {
			return h.Library, h.release
		}
	}
}

// Generation names the generation that serves now.
func (s *Shelf) Generation() string {
	lib, release := s.Acquire()
	defer release()
	return lib.Generation()
}

// Reload opens the generation that is current now and swaps it in when it is
// another one. On an error the old one goes on serving.
func (s *Shelf) Reload() (changed bool, err error) {
	name, err := current(s.root)
	if err != nil || name == s.Generation() {
		return false, err
	}
	lib, err := Open(s.root)
	if err != nil {
		return false, err
	}
	s.put(lib)
	return true, nil
}

// Watch reloads whenever another generation has become current, looking every
// interval, until ctx ends.
func (s *Shelf) Watch(ctx context.Context, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	var failed error
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		switch changed, err := s.Reload(); {
		case err != nil && (failed == nil || err.Error() != failed.Error()):
			s.log.Error("new library generation does not open; the old one serves on", "error", err)
			failed = err
		case err == nil:
			failed = nil
			if changed {
				s.log.Info("library generation swapped in", "generation", s.Generation())
			}
		}
	}
}

// Close lets go of the generation; it is unmapped once its last reader is done.
// The shelf must not be used afterwards.
func (s *Shelf) Close() error {
	h := s.serving.Swap(nil)
	if h == nil {
		return errors.New("the shelf is closed")
	}
	h.leave()
	return nil
}
