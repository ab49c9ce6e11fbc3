package door

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"kinodex/bench/measure"
	"kinodex/bench/question"
	"kinodex/bench/service"
)

// Plan bounds the loads.
type Plan struct {
	Rounds      int // of lists and of the gate
	Requests    int // in a round
	Connections int
	Streams     int // of the whole catalogue
}

// Result is all of it.
type Result struct {
	Pinned  bool     `json:"pinned"` // server and client had a processor each
	Lists   []*Lists `json:"lists"`
	Streams *Streams `json:"streams"`
	Gates   []Gate   `json:"gates"`
}

// Lists compares lists of fifty films, of one sort.
type Lists struct {
	Name  string `json:"name"`
	House Rate   `json:"house"`
	Bare  Rate   `json:"bare"`
	Bytes int64  `json:"bytes"` // of one answer, in the mean
}

// Streams compares streams of the whole catalogue; rates are bytes a second.
type Streams struct {
	House  Rate  `json:"house"`
	Copied Rate  `json:"copied"`
	Bytes  int64 `json:"bytes"`
	// Before and Peak are the server's anonymous memory, in bytes.
	Before int64 `json:"before"`
	Peak   int64 `json:"peak"`
}

// Gate is one kind of request by a number of clients.
type Gate struct {
	Connections int `json:"connections"`
	Rate
}

// Readiness is how long it took from starting the process to the first 200 of
// /readyz.
type Readiness struct {
	Median time.Duration `json:"median_ns"`
	Worst  time.Duration `json:"worst_ns"`
	Starts int           `json:"starts"`
	// Resident is the server's memory when it is ready.
	Resident measure.Memory `json:"resident"`
}

type measurer struct {
	plan   Plan
	server *service.Server
	bare   *bareServer
	keys   []string
	sorts  []sort
}

// perKey is how many requests one key is used for at most, well below the daily
// budget of its account.
const perKey = 8000

// Measure measures the program on a data directory. The directory dir is for the
// bodies the bare server serves. Server and bare server run on the processor
// given, the caller on another.
func Measure(ctx context.Context, data, dir string, set *question.Set, plan Plan, processor int) (_ *Result, err error) {
	m := &measurer{plan: plan, sorts: sorts(set)}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	result := &Result{Pinned: processor >= 0}
	// Lists, the gate by one and by several clients, bodies and streams.
	total := len(m.sorts)*((plan.Rounds+1)*plan.Requests+targets) + plan.Rounds*plan.Requests + plan.Streams + 3
	for i := range 1 + total/perKey {
		key, err := service.Key(ctx, data, fmt.Sprintf("load %d", i))
		if err != nil {
			return nil, err
		}
		m.keys = append(m.keys, key)
	}
	if m.server, err = service.Start(ctx, data, processor); err != nil {
		return nil, err
	}
	defer func() {
		if stopping := m.server.Stop(); err == nil {
			err = stopping
		}
	}()
	if err := m.server.Settle(ctx); err != nil {
		return nil, err
	}
	if err := m.capture(dir); err != nil {
		return nil, err
	}
	if err := m.captureStream(dir); err != nil {
		return nil, err
	}
	if m.bare, err = startBare(dir, processor); err != nil {
		return nil, err
	}
	defer m.bare.stop()
	for i := range m.sorts {
		lists, err := m.measureLists(i)
		if err != nil {
			return nil, err
		}
		result.Lists = append(result.Lists, lists)
	}
	if result.Gates, err = m.measureGate(set); err != nil {
		return nil, err
	}
	result.Streams, err = m.measureStream()
	return result, err
}

// Starts starts the server n times, after a first time that warms the page cache
// and does not count.
func Starts(ctx context.Context, data string, n int) (*Readiness, error) {
	r := &Readiness{Starts: n}
	var times []time.Duration
	for i := range n + 1 {
		s, err := service.Start(ctx, data, -1)
		if err != nil {
			return nil, err
		}
		r.Resident, err = measure.MemoryOf(s.PID)
		if err := errors.Join(err, s.Stop()); err != nil {
			return nil, err
		}
		if i > 0 {
			times = append(times, s.Ready)
			r.Worst = max(r.Worst, s.Ready)
		}
	}
	r.Median = measure.Median(times)
	return r, nil
}
