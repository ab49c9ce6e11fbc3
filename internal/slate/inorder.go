package slate

import (
	"context"
	"sync"
	"sync/atomic"
)

// InOrder has work done on all items by so many goroutines, and hands what comes of
// each to emit in the order of the items, whatever is finished first. It returns the
// first error of emit, or that of ctx when it ends before all were handed on; nothing is
// handed on after either. No goroutine is left when it returns.
func InOrder[T, R any](ctx context.Context, items []T, parallel int, work func(context.Context, T) R, emit func(R) error) error {
	ctx, cancel := context.WithCancel(ctx)
	done := make([]chan R, len(items))
	for i := range done {
		done[i] = make(chan R, 1)
	}
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(max(1, parallel), len(items)) {
		workers.Go(func() {
			for i := next.Add(1) - 1; int(i) < len(items) && ctx.Err() == nil; i = next.Add(1) - 1 {
				done[i] <- work(ctx, items[i])
			}
		})
	}
	defer workers.Wait()
	defer cancel()
	for i := range done {
		select {
		case result := <-done[i]:
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := emit(result); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}
