package ledgertest

import (
	"fmt"
	"sync/atomic"
	"testing"

	"kinodex/internal/ledger"
)

const today = ledger.Day(20_000)

// REQ Q-04
func spending(t *testing.T, open func(*testing.T) ledger.Meters) {
	l := open(t)
	for i := 1; i <= 12; i++ {
		used, ok, err := l.Spend(t.Context(), "m", today, 1, 10)
		must(t, err)
		if want := min(i, 10); used != want || ok != (i <= 10) {
			t.Errorf("spend %d = %d, %v, want %d, %v", i, used, ok, want, i <= 10)
		}
	}
	if _, ok, err := l.Spend(t.Context(), "m", today, 1, 11); err != nil || !ok {
		t.Errorf("after the limit rose: %v, %v, want success", ok, err)
	}
	if used, ok, err := l.Spend(t.Context(), "m", today, 1, 5); err != nil || ok || used != 11 {
		t.Errorf("after the limit fell: %d, %v, %v, want 11 and a refusal", used, ok, err)
	}
	// REQ Q-11: what was spent is known to whoever opens the ledger next.
	if used, err := open(t).Used(t.Context(), "m", today); err != nil || used != 11 {
		t.Errorf("used = %d, %v, want 11", used, err)
	}
}

func apart(t *testing.T, open func(*testing.T) ledger.Meters) {
	l := open(t)
	for _, at := range []struct {
		meter string
		day   ledger.Day
	}{{"a", today}, {"b", today}, {"a", today + 1}, {"", today}, {"a'b\x00c", today}} {
		used, ok, err := l.Spend(t.Context(), at.meter, at.day, 1, 1)
		if used != 1 || !ok || err != nil {
			t.Errorf("first spend on %q, %v = %d, %v, %v", at.meter, at.day, used, ok, err)
		}
	}
}

func costs(t *testing.T, open func(*testing.T) ledger.Meters) {
	l := open(t)
	for _, step := range []struct {
		cost, limit, used int
		ok                bool
	}{{11, 10, 0, false}, {7, 10, 7, true}, {4, 10, 7, false}, {3, 10, 10, true}, {1, 10, 10, false}} {
		used, ok, err := l.Spend(t.Context(), "m", today, step.cost, step.limit)
		if used != step.used || ok != step.ok || err != nil {
			t.Errorf("spend %d of %d = %d, %v, %v, want %d, %v", step.cost, step.limit, used, ok, err, step.used, step.ok)
		}
	}
}

func nothing(t *testing.T, open func(*testing.T) ledger.Meters) {
	l := open(t)
	if used, ok, err := l.Spend(t.Context(), "m", today, 0, 0); used != 0 || !ok || err != nil {
		t.Errorf("spend 0 of 0 = %d, %v, %v", used, ok, err)
	}
	if used, err := l.Used(t.Context(), "m", today); used != 0 || err != nil {
		t.Errorf("used = %d, %v", used, err)
	}
}

// REQ Q-08
func refunds(t *testing.T, open func(*testing.T) ledger.Meters) {
	l := open(t)
	spend(t, l, "m", 3)
	must(t, l.Refund(t.Context(), "m", today, 2))
	if used, _ := l.Used(t.Context(), "m", today); used != 1 {
		t.Errorf("used = %d after 3 and a refund of 2", used)
	}
	must(t, l.Refund(t.Context(), "m", today, 9))
	must(t, l.Refund(t.Context(), "never spent", today, 1))
	for _, m := range []string{"m", "never spent"} {
		if used, err := l.Used(t.Context(), m, today); used != 0 || err != nil {
			t.Errorf("used on %q = %d, %v, want 0", m, used, err)
		}
	}
}

// REQ Q-10
func tenOfFifty(t *testing.T, open func(*testing.T) ledger.Meters) {
	here, there := open(t), open(t)
	spend(t, here, "m", 190)
	var won atomic.Int32
	seen := make([]atomic.Int32, 201)
	atOnce(50, func(i int) {
		l := here
		if i%2 == 1 {
			l = there
		}
		used, ok, err := l.Spend(t.Context(), "m", today, 1, 200)
		if err != nil {
			t.Error(err)
		} else if ok {
			won.Add(1)
			seen[used].Add(1)
		}
	})
	if won.Load() != 10 {
		t.Errorf("%d succeeded, want 10", won.Load())
	}
	for n := 191; n <= 200; n++ {
		if seen[n].Load() != 1 {
			t.Errorf("%d were told that they were number %d", seen[n].Load(), n)
		}
	}
}

func manyMeters(t *testing.T, open func(*testing.T) ledger.Meters) {
	ledgers := []ledger.Meters{open(t), open(t)}
	const meters, asks, limit = 7, 70, 6
	won := make([]atomic.Int32, meters)
	atOnce(meters*asks/10, func(worker int) {
		for i := range 10 {
			m := (worker + i) % meters
			_, ok, err := ledgers[worker%2].Spend(t.Context(), fmt.Sprint("m", m), today, 1, limit)
			if err != nil {
				t.Error(err)
			} else if ok {
				won[m].Add(1)
			}
		}
	})
	for m := range won {
		used, err := ledgers[0].Used(t.Context(), fmt.Sprint("m", m), today)
		if won[m].Load() != limit || used != limit || err != nil {
			t.Errorf("meter %d: %d succeeded, %d recorded (%v), want %d", m, won[m].Load(), used, err, limit)
		}
	}
}

func mixed(t *testing.T, open func(*testing.T) ledger.Meters) {
	l := open(t)
	atOnce(20, func(i int) {
		for range 10 {
			_, ok, err := l.Spend(t.Context(), "m", today, 2, 1_000)
			if err != nil || !ok {
				t.Error(ok, err)
			}
			if i%2 == 0 {
				if err := l.Refund(t.Context(), "m", today, 2); err != nil {
					t.Error(err)
				}
			}
		}
	})
	if used, err := l.Used(t.Context(), "m", today); used != 200 || err != nil {
		t.Errorf("used = %d, %v, want 200", used, err)
	}
}
