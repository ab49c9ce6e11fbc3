package slate

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func numbers(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

func TestResultsComeInOrderWhateverIsFinishedFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got []int
		var atOnce, most atomic.Int64
		err := InOrder(t.Context(), numbers(20), 4, func(_ context.Context, i int) int {
			most.Store(max(most.Load(), atOnce.Add(1)))
			defer atOnce.Add(-1)
			time.Sleep(time.Duration(20-i) * time.Second)
			return i * i
		}, func(r int) error {
			got = append(got, r)
			return nil
		})
		if err != nil || len(got) != 20 || !slices.IsSorted(got) || most.Load() != 4 {
			t.Errorf("%v, %v, %d at once", got, err, most.Load())
		}
	})
}

func TestNothingComesAfterAnError(t *testing.T) {
	full := errors.New("full")
	emitted := 0
	err := InOrder(t.Context(), numbers(100), 3, func(_ context.Context, i int) int { return i }, func(i int) error {
		if emitted++; i == 5 {
			return full
		}
		return nil
	})
	if !errors.Is(err, full) || emitted != 6 {
		t.Errorf("%v after %d", err, emitted)
	}
}

func TestWhatIsInterruptedEndsAndLeavesNobodyWorking(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		emitted := 0
		err := InOrder(ctx, numbers(100), 2, func(ctx context.Context, i int) int {
			if i >= 3 {
				<-ctx.Done()
			}
			return i
		}, func(int) error {
			if emitted++; emitted == 3 {
				cancel()
			}
			return nil
		})
		if !errors.Is(err, context.Canceled) || emitted != 3 {
			t.Errorf("%v after %d", err, emitted)
		}
	})
	if err := InOrder(t.Context(), nil, 2, func(context.Context, int) int { return 0 }, func(int) error { return nil }); err != nil {
		t.Errorf("nothing to do: %v", err)
	}
}
