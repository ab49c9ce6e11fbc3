package sqldb

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// While somebody writes all the time the log starts anew now and then.
func TestTheLogStaysShortUnderConstantLoad(t *testing.T) {
	file := filepath.Join(t.TempDir(), "ledger.db")
	l := openFile(t, file)
	var all sync.WaitGroup
	pages := 0 // written to the log, at the least
	var mu sync.Mutex
	end := time.Now().Add(2 * time.Second)
	for i := range 4 {
		all.Go(func() {
			n := 0
			// Each meter of its own, so that a commit writes a page or more.
			for ; time.Now().Before(end) || n < longLog; n++ {
				if _, _, err := l.Spend(t.Context(), fmt.Sprint("m", i), today, 1, math.MaxInt32); err != nil {
					t.Error(err)
					return
				}
			}
			mu.Lock()
			defer mu.Unlock()
			pages = max(pages, n)
		})
	}
	all.Wait()
	info, err := os.Stat(file + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	written := int64(pages) << 12
	t.Logf("%d MiB written or more, the log has %d MiB", written>>20, info.Size()>>20)
	if written > 4*longLog<<12 && info.Size() > written/2 {
		t.Errorf("the log grew to %d bytes", info.Size())
	}
}
