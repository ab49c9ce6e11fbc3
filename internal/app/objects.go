package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"sync/atomic"
	"time"

	"kinodex/internal/blob"
	"kinodex/internal/fault"
)

// Bounds of what is read from the bucket for an answer.
const (
	objectDeadline = 10 * time.Second // for opening and reading one object
	objectReaders  = 64               // objects open at once
	objectWait     = time.Second      // for one of those places
	// bucketPause is how long nothing is asked of a bucket that failed, so that a
	// store that is slow or away holds up one request and not all of them.
	bucketPause = 5 * time.Second
	// How often a bucket is asked whether it answers, and how long it may take. Together
	// they are how long one may be away before that is told.
	bucketProbeEvery    = 5 * time.Second
	bucketProbeDeadline = 3 * time.Second
	// bucketProbeKey is what is asked for. That nothing lies there is an answer.
	bucketProbeKey = "probe"
)

// objects is a bucket as answers read it: a circuit breaker with a deadline for
// each object and a bound on how many are read at once. Its failures are faults
// of kind Upstream. What is not overridden goes to the bucket as it is.
type objects struct {
	blob.Bucket
	places chan struct{}
	failed atomic.Int64 // when the bucket failed last, in Unix nanoseconds; 0 after a success
}

// newObjects guards a bucket; nil stays nil.
func newObjects(b blob.Bucket) *objects {
	if b == nil {
		return nil
	}
	return &objects{Bucket: b, places: make(chan struct{}, objectReaders)}
}

// Get opens an object. Its body can be read until objectDeadline after the call, and must be
// closed: it holds one of the objectReaders places until then.
func (o *objects) Get(ctx context.Context, key string) (*blob.Object, error) {
	return o.open(ctx, func(reading context.Context) (*blob.Object, error) { return o.Bucket.Get(reading, key) })
}

// GetFrom opens an object like Get and gives its bytes from offset on.
func (o *objects) GetFrom(ctx context.Context, key string, offset int64) (*blob.Object, error) {
	return o.open(ctx, func(reading context.Context) (*blob.Object, error) { return o.Bucket.GetFrom(reading, key, offset) })
}

// open takes a place and opens an object with it.
func (o *objects) open(ctx context.Context, get func(context.Context) (*blob.Object, error)) (*blob.Object, error) {
	if err := o.enter(ctx); err != nil {
		return nil, err
	}
	reading, cancel := context.WithTimeout(ctx, objectDeadline)
	leave := func() { cancel(); <-o.places }
	opened, err := within(reading, func() (*blob.Object, error) { return get(reading) })
	if err := o.settle(ctx, err); err != nil {
		leave()
		return nil, err
	}
	opened.Body = &trackedBody{opened.Body, leave}
	return opened, nil
}

// within calls do and returns ctx's error if ctx ends first, even when do does not react
// to ctx. An object that is opened too late is closed.
func within(ctx context.Context, do func() (*blob.Object, error)) (*blob.Object, error) {
	type result struct {
		opened *blob.Object
		err    error
	}
	done := make(chan result, 1)
	go func() {
		opened, err := do()
		done <- result{opened, err}
	}()
	select {
	case r := <-done:
		return r.opened, r.err
	case <-ctx.Done():
	}
	go func() { // what comes too late is closed
		if r := <-done; r.opened != nil {
			r.opened.Body.Close()
		}
	}()
	return nil, ctx.Err()
}

// List yields objects in order of key.
func (o *objects) List(ctx context.Context, prefix string) iter.Seq2[blob.Info, error] {
	return func(yield func(blob.Info, error) bool) {
		if err := o.enter(ctx); err != nil {
			yield(blob.Info{}, err)
			return
		}
		listing, cancel := context.WithTimeout(ctx, objectDeadline)
		defer func() { cancel(); <-o.places }()
		for info, err := range o.Bucket.List(listing, prefix) {
			if err = o.settle(ctx, err); !yield(info, err) || err != nil {
				return
			}
		}
	}
}

// watch asks the bucket every bucketProbeEvery whether it answers, until ctx ends, so that
// its failure is known before somebody waits for a picture, and its return, too. told is
// called with the error when it has failed and with nil when it answers again. A bucket that
// hangs is asked by one goroutine at a time, and refuses all others meanwhile.
func (o *objects) watch(ctx context.Context, told func(error)) {
	tick := time.NewTicker(bucketProbeEvery)
	defer tick.Stop()
	away := false
	tell := func(err error) {
		if err = o.settle(ctx, err); errors.Is(err, blob.ErrNotFound) {
			err = nil
		}
		if ctx.Err() == nil && away != (err != nil) {
			away = err != nil
			told(err)
		}
	}
	for {
		answered := make(chan error, 1)
		go func() {
			asking, cancel := context.WithTimeout(ctx, bucketProbeDeadline)
			defer cancel()
			_, err := o.Bucket.Stat(asking, bucketProbeKey)
			answered <- err
		}()
		for waiting := true; waiting; {
			late := time.NewTimer(bucketProbeDeadline)
			select {
			case err := <-answered:
				waiting = false
				tell(err)
			case <-late.C:
				tell(context.DeadlineExceeded)
			case <-ctx.Done():
				return
			}
			late.Stop()
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// Available reports whether the bucket answered when it was last asked.
func (o *objects) Available() bool { return o == nil || o.failed.Load() == 0 }

// enter takes one of the places, waiting objectWait at most. The caller must give it back
// by receiving from places, unless there is an error.
func (o *objects) enter(ctx context.Context) error {
	if at := o.failed.Load(); at != 0 && time.Since(time.Unix(0, at)) < bucketPause {
		return errBucketAway().Because(errors.New("it failed a moment ago"))
	}
	select {
	case o.places <- struct{}{}:
		return nil
	default:
	}
	timer := time.NewTimer(objectWait)
	defer timer.Stop()
	select {
	case o.places <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return fault.New(fault.Overloaded, "too many pictures and files are being read; ask again shortly").After(objectWait)
	}
}

// settle opens or closes the circuit breaker by the outcome of a call, and turns a failure
// of the bucket into a fault. An object that does not exist is no failure, and neither is a
// client that has gone.
func (o *objects) settle(ctx context.Context, err error) error {
	switch {
	case err == nil || errors.Is(err, blob.ErrNotFound):
		o.failed.Store(0)
		return err
	case ctx.Err() != nil:
		return err
	}
	o.failed.Store(time.Now().UnixNano())
	return errBucketAway().Because(fmt.Errorf("bucket: %w", err))
}

// errBucketAway is the fault of kind Upstream for whatever lies in the bucket.
func errBucketAway() *fault.Fault {
	return fault.New(fault.Upstream, "stored files cannot be reached now; try again shortly").After(bucketPause)
}

// trackedBody is a body that calls leave when it is closed, once.
type trackedBody struct {
	io.ReadCloser
	leave func()
}

// Close closes the body.
func (l *trackedBody) Close() error {
	if l.leave != nil {
		l.leave()
		l.leave = nil
	}
	return l.ReadCloser.Close()
}
