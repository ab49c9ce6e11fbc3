package measure

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"
)

func TestPercentilesAreDurationsThatWereMeasured(t *testing.T) {
	for _, c := range []struct {
		n             int
		p50, p95, p99 time.Duration
	}{
		{1, 1, 1, 1}, {2, 1, 2, 2}, {100, 50, 95, 99}, {101, 51, 96, 100}, {1000, 500, 950, 990},
	} {
		all := make([]time.Duration, c.n)
		for i, at := range rand.Perm(c.n) {
			all[at] = time.Duration(i + 1)
		}
		if got, want := PercentilesOf(all), (Percentiles{c.p50, c.p95, c.p99, c.n}); got != want {
			t.Errorf("of 1 to %d: %v, want %v", c.n, got, want)
		}
	}
	if got := PercentilesOf(nil); got != (Percentiles{}) {
		t.Errorf("of none: %v", got)
	}
}

func TestMedianIsTheLowerMiddle(t *testing.T) {
	for want, values := range map[float64][]float64{0: nil, 3: {5, 3, 1}, 2: {9, 1, 2, 3}} {
		if got := Median(slices.Clone(values)); got != want {
			t.Errorf("median of %v is %v, want %v", values, got, want)
		}
	}
}

func TestMemoryOfThisProcessIsSeen(t *testing.T) {
	held := make([]byte, 64<<20)
	for i := range held {
		held[i] = byte(i)
	}
	m, err := MemoryOf(0)
	if err != nil {
		t.Skip(err) // not every system tells
	}
	if m.Anonymous < 64<<20 || m.Resident < m.Anonymous {
		t.Errorf("64 MiB held, seen %+v", m)
	}
	if held[1] != 1 {
		t.Error("unreachable")
	}
}

func TestProcessorTimeGrowsWithWork(t *testing.T) {
	before, err := Processor(os.Getpid())
	if err != nil {
		t.Skip(err) // not every system tells
	}
	for begun := time.Now(); time.Since(begun) < 30*time.Millisecond; {
	}
	after, err := Processor(os.Getpid())
	if err != nil || after <= before {
		t.Errorf("from %v to %v while working: %v", before, after, err)
	}
}
