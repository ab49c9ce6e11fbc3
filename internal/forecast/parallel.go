package forecast

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// parallel calls do for 0 to n-1 and returns when all calls have. With many set they
// run on every processor, in any order. Calls must not depend on one another.
func parallel(n int, many bool, do func(i int)) {
	workers := min(runtime.GOMAXPROCS(0), n)
	if !many || workers < 2 {
		for i := range n {
			do(i)
		}
		return
	}
	var next atomic.Int64
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	all.Wait()
}
