// Package door measures the real program from outside, over HTTP on loopback: how
// fast it lists and streams compared with net/http writing the same bytes, how
// soon it is ready, and what its gate costs.
//
// Server and client each keep to a processor of their own where there are two,
// rounds of what is compared alternate, and every load is bounded by a number of
// requests. Start reading at Measure.
package door

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"kinodex/bench/loopback"
	"kinodex/bench/measure"
)

// load is a number of requests from several connections at once.
type load struct {
	address     string
	requests    [][]byte // asked in turn
	n           int
	connections int
	want        int // status
}

// loadResult is what came of a load.
type loadResult struct {
	took  time.Duration
	bytes int64
	times []time.Duration
}

// run asks all requests. The first that fails, or is answered with another status
// than the one wanted, ends it.
func (l load) run() (loadResult, error) {
	var next, bytes atomic.Int64
	var wait sync.WaitGroup
	results := make([]loadResult, l.connections)
	failures := make([]error, l.connections)
	conns := make([]*loopback.Conn, l.connections)
	for i := range conns {
		c, err := loopback.Dial(l.address)
		if err != nil {
			return loadResult{}, err
		}
		defer c.Close()
		conns[i] = c
	}
	start := time.Now()
	for i, c := range conns {
		wait.Go(func() {
			for {
				at := next.Add(1) - 1
				if at >= int64(l.n) {
					return
				}
				begun := time.Now()
				status, n, err := c.Drop(l.requests[at%int64(len(l.requests))])
				if err == nil && status != l.want {
					err = fmt.Errorf("%.80q: status %d, want %d", l.requests[at%int64(len(l.requests))], status, l.want)
				}
				if err != nil {
					failures[i] = err
					next.Store(int64(l.n))
					return
				}
				bytes.Add(n)
				results[i].times = append(results[i].times, time.Since(begun))
			}
		})
	}
	wait.Wait()
	all := loadResult{took: time.Since(start), bytes: bytes.Load()}
	for i, r := range results {
		if failures[i] != nil {
			return loadResult{}, failures[i]
		}
		all.times = append(all.times, r.times...)
	}
	return all, nil
}

// Rate is what a server did under a load, in the median of its rounds.
type Rate struct {
	Name string `json:"name"`
	// PerSecond counts answers, or bytes where whole files are sent.
	PerSecond float64 `json:"per_second"`
	// Processor is the server's time on a processor for one answer, or one MB.
	Processor time.Duration       `json:"processor_ns"`
	Latency   measure.Percentiles `json:"latency"`
	// Allocations are those of one answer, all of the server's included.
	Allocations float64 `json:"allocations,omitempty"`
}

// tally gathers the rounds of a server.
type tally struct {
	rates, allocations []float64
	processor, times   []time.Duration
}

func (t *tally) rate(name string) Rate {
	return Rate{
		Name: name, PerSecond: measure.Median(t.rates), Processor: measure.Median(t.processor),
		Allocations: measure.Median(t.allocations), Latency: measure.PercentilesOf(t.times),
	}
}
