package door

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"kinodex/bench/loopback"
	"kinodex/bench/measure"
	"kinodex/bench/question"
	"kinodex/internal/film"
)

// targets are how many different lists of a sort are asked for in turn.
const targets = 16

// sort is one sort of lists.
type sort struct {
	name string
	urls []string
}

// sorts picks lists that are a full page of films: the whole catalogue in one
// order and another, and the questions that filter.
func sorts(set *question.Set) []sort {
	plain := sort{name: "all films, in 16 orders"}
	for i := range targets {
		field := film.SortFields[i%len(film.SortFields)]
		q := question.Question{Sort: film.Sort{Field: field, Desc: i < len(film.SortFields)}.String()}
		plain.urls = append(plain.urls, "/api/v2/films?"+q.Values().Encode())
	}
	filtered := sort{name: "16 questions that filter and sort"}
	for _, q := range set.Questions {
		if len(filtered.urls) < targets && q.Class == question.FilterSort && q.Total != nil && *q.Total >= question.Limit {
			filtered.urls = append(filtered.urls, "/api/v2/films?"+q.Values().Encode())
		}
	}
	return []sort{plain, filtered}
}

// body names the file of a list's body in the bare server's directory.
func body(sort, list int) string { return fmt.Sprintf("%d-%d.json", sort, list) }

// capture asks for each list once and leaves the bodies in dir, where the bare
// server takes them from.
func (m *measurer) capture(dir string) error {
	c, err := loopback.Dial(m.server.Address)
	if err != nil {
		return err
	}
	defer c.Close()
	for i, s := range m.sorts {
		if len(s.urls) == 0 {
			return fmt.Errorf("%s: there is none", s.name)
		}
		for k, target := range s.urls {
			status, bytes, err := c.Ask(loopback.Get(m.server.Address, target, "X-API-Key", m.keys[0]), nil)
			if err != nil || status != 200 {
				return fmt.Errorf("%s: status %d: %w", target, status, err)
			}
			if err := os.WriteFile(filepath.Join(dir, body(i, k)), bytes, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// measureLists compares one sort of lists of fifty films with a bare handler that
// writes the same bytes.
func (m *measurer) measureLists(number int) (*Lists, error) {
	s := m.sorts[number]
	house, bare := &tally{}, &tally{}
	var ours, theirs [][]byte
	for i := range len(s.urls) * len(m.keys) {
		list, key := i%len(s.urls), m.keys[i%len(m.keys)]
		ours = append(ours, loopback.Get(m.server.Address, s.urls[list], "X-API-Key", key))
		theirs = append(theirs, loopback.Get(m.bare.address, "/"+body(number, list), "X-API-Key", key))
	}
	var bytes int64
	for round := range m.plan.Rounds + 1 {
		n := m.plan.Requests
		if round == 0 {
			n = max(targets, n/10) // to warm up
		}
		for _, side := range []struct {
			to      *tally
			load    load
			pid     int
			mallocs func() (float64, error)
		}{
			{house, load{m.server.Address, ours, n, m.plan.Connections, 200}, m.server.PID, m.mallocs},
			{bare, load{m.bare.address, theirs, n, m.plan.Connections, 200}, m.bare.cmd.Process.Pid, m.bare.mallocs},
		} {
			took, err := observed(side.load, side.pid, side.mallocs)
			if err != nil {
				return nil, err
			}
			if round > 0 {
				side.to.add(took, n)
				bytes = took.bytes / int64(n)
			}
		}
	}
	return &Lists{Name: s.name, House: house.rate("Kinodex"), Bare: bare.rate("bare net/http"), Bytes: bytes}, nil
}

// observation is a load and what it cost the server.
type observation struct {
	loadResult
	processor time.Duration
	mallocs   float64
}

// observed runs a load. What it costs to ask the server for its figures is asked
// first, to be taken off.
func observed(l load, pid int, mallocs func() (float64, error)) (o observation, err error) {
	var allocated [3]float64
	for i := range 2 {
		if allocated[i], err = mallocs(); err != nil {
			return o, err
		}
	}
	spent, err := measure.Processor(pid)
	if err != nil {
		return o, err
	}
	if o.loadResult, err = l.run(); err != nil {
		return o, err
	}
	now, err := measure.Processor(pid)
	if err != nil {
		return o, err
	}
	if allocated[2], err = mallocs(); err != nil {
		return o, err
	}
	o.processor = now - spent
	o.mallocs = allocated[2] - allocated[1] - (allocated[1] - allocated[0])
	return o, nil
}

func (t *tally) add(o observation, n int) {
	t.rates = append(t.rates, float64(n)/o.took.Seconds())
	t.processor = append(t.processor, o.processor/time.Duration(n))
	t.allocations = append(t.allocations, o.mallocs/float64(n))
	t.times = append(t.times, o.times...)
}

func (m *measurer) mallocs() (float64, error) {
	values, err := m.server.Metrics()
	if err != nil {
		return 0, err
	}
	n, ok := values["go_memstats_mallocs_total"]
	if !ok {
		return 0, fmt.Errorf("/metrics does not tell of allocations")
	}
	return n, nil
}
