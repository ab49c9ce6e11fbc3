package app

import (
	"context"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
)

const (
	// unpackedBytes is how much memory the pictures that are unpacked at a time may
	// take together. A picture that takes more by itself is unpacked alone.
	unpackedBytes = 256 << 20
	// largePicture is from how many bytes on a picture is collected at once.
	largePicture = 32 << 20
	// settled is how long after the last large picture memory goes back to the system.
	settled = 2 * time.Second
)

// pictureMemory limits the memory of decoded pictures. The server lets garbage grow to a
// multiple of the live heap, which is small; one large picture would make that gigabytes.
// So while a large picture lives the collector runs at its default of 100 %, and the picture
// is collected before the next one is admitted. It is safe for concurrent use.
type pictureMemory struct {
	free *semaphore.Weighted

	mu      sync.Mutex
	large   int // large pictures there are
	percent int // the collector's, while there are none
	idle    *time.Timer
}

// newPictureMemory returns a limit of unpackedBytes.
func newPictureMemory() *pictureMemory {
	return &pictureMemory{free: semaphore.NewWeighted(unpackedBytes)}
}

// take waits until so many bytes are free, or returns ctx's error. Each take without an error
// needs one give of the same number. A number above unpackedBytes takes all of them.
func (m *pictureMemory) take(ctx context.Context, bytes int64) error {
	if err := m.free.Acquire(ctx, min(bytes, unpackedBytes)); err != nil {
		return err
	}
	if bytes < largePicture {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.large++; m.large > 1 {
		return nil
	}
	if m.idle != nil {
		m.idle.Stop()
	}
	const usual = 100
	m.percent = debug.SetGCPercent(usual)
	if m.percent < usual { // somebody set less, or turned it off
		debug.SetGCPercent(m.percent)
	}
	return nil
}

// give returns the bytes of a picture to which nothing refers any more. For a large picture
// it runs the collector and waits for it.
func (m *pictureMemory) give(bytes int64) {
	defer m.free.Release(min(bytes, unpackedBytes))
	if bytes < largePicture {
		return
	}
	runtime.GC()
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.large--; m.large > 0 {
		return
	}
	debug.SetGCPercent(m.percent)
	m.idle = time.AfterFunc(settled, debug.FreeOSMemory)
}
