package queue

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func ask(meter string, cost, limit int) Spend {
	return Spend{MeterDay: MeterDay{Meter: meter, Day: 1}, Cost: cost, Limit: limit}
}

// While one commit is under way, all who come share the next one.
func TestThoseWhoWaitShareACommit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var batches []int
		used := 0
		q := Start(func(batch []*Spend) error {
			batches = append(batches, len(batch))
			used = Grant(used, batch)
			time.Sleep(time.Second)
			return nil
		})
		var all sync.WaitGroup
		for i := range 11 {
			if i == 1 {
				synctest.Wait() // the first one is being served
			}
			all.Go(func() {
				if _, ok, err := q.Ask(ask("m", 1, 100)); !ok || err != nil {
					t.Error(ok, err)
				}
			})
		}
		all.Wait()
		q.Close()
		if !slices.Equal(batches, []int{1, 10}) || used != 11 {
			t.Errorf("commits of %v, %d used", batches, used)
		}
	})
}

func TestAFailedCommitAnswersAllWhoShareIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("the disk is gone")
		q := Start(func(batch []*Spend) error {
			for _, s := range batch {
				s.Used, s.OK = 1, true
			}
			if batch[0].Meter == "broken" {
				return broken
			}
			return nil
		})
		for _, meter := range []string{"good", "broken", "good", "broken", "good"} {
			used, ok, err := q.Ask(ask(meter, 1, 1))
			if want := meter == "good"; ok != want || (used == 1) != want || errors.Is(err, broken) == want {
				t.Errorf("%s: %d, %v, %v", meter, used, ok, err)
			}
		}
		q.Close()
		if _, _, err := q.Ask(ask("good", 1, 1)); !errors.Is(err, ErrClosed) {
			t.Errorf("after closing: %v", err)
		}
	})
}

func TestCloseServesThoseWhoWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := Start(func([]*Spend) error { time.Sleep(time.Second); return nil })
		var all sync.WaitGroup
		for range 5 {
			all.Go(func() {
				if _, _, err := q.Ask(ask("m", 1, 1)); err != nil {
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		q.Close()
		all.Wait()
	})
}

func TestEachMeterAndDayIsServedApartAndInOrder(t *testing.T) {
	var batch []*Spend
	for i, at := range []MeterDay{{"b", 2}, {"a", 2}, {"b", 1}, {"b", 2}, {"a", 2}} {
		batch = append(batch, &Spend{MeterDay: at, Cost: i})
	}
	var seen []string
	err := Each(batch, func(at MeterDay, asks []*Spend) error {
		line := fmt.Sprint(at)
		for _, s := range asks {
			line += fmt.Sprint(" ", s.Cost)
		}
		seen = append(seen, line)
		return nil
	})
	if want := []string{"{b 1970-01-02} 2", "{a 1970-01-03} 1 4", "{b 1970-01-03} 0 3"}; err != nil || !slices.Equal(seen, want) {
		t.Errorf("%q, %v, want %q", seen, err, want)
	}
	stop := errors.New("stop")
	calls := 0
	if err := Each(batch, func(MeterDay, []*Spend) error { calls++; return stop }); !errors.Is(err, stop) || calls != 1 {
		t.Errorf("%v after %d calls", err, calls)
	}
}

// First come, first served; a later one that costs less may still fit.
func TestGrant(t *testing.T) {
	asks := []*Spend{{Cost: 3, Limit: 5}, {Cost: 3, Limit: 5}, {Cost: 2, Limit: 5}, {Cost: 1, Limit: 5}, {Cost: -4}, {Cost: 4, Limit: 5}, {Cost: -9}}
	if got := Grant(0, asks); got != 0 {
		t.Errorf("in the end %d are used", got)
	}
	var told []string
	for _, s := range asks {
		told = append(told, fmt.Sprint(s.Used, s.OK))
	}
	if want := []string{"3 true", "3 false", "5 true", "5 false", "1 true", "5 true", "0 true"}; !slices.Equal(told, want) {
		t.Errorf("told %v, want %v", told, want)
	}
}
