// Package contest lets the engines answer the same questions in turns. Each runs
// in a process of its own, so that its memory can be told from the others'; one
// works at a time while the others wait, round by round, so that a change in the
// machine's mood touches all of them.
//
// Serve is one engine's side, Run the other; they speak JSON lines. Start reading
// at Run.
package contest

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"time"

	"kinodex/bench/engine"
	"kinodex/bench/measure"
	"kinodex/bench/question"
	"kinodex/internal/film"
)

// What a contestant is told to do, one word a line.
const (
	tellFilms  = "films"  // a round in which the page's films are fetched
	tellIDs    = "ids"    // a round in which only their ids are
	tellMemory = "memory" // say what it takes
)

// reply is what a contestant answers, one line each. A failure ends it.
type reply struct {
	Failed string          `json:"failed,omitempty"`
	Opened time.Duration   `json:"opened,omitempty"`
	Checks []Check         `json:"checks,omitempty"`
	Times  []time.Duration `json:"times,omitempty"`
	Memory *Footprint      `json:"memory,omitempty"`
}

// Check is what an engine answered to one question.
type Check struct {
	Total int       `json:"total"`
	Bytes int       `json:"bytes"`
	IDs   []film.ID `json:"ids"`
}

// Footprint is the memory an engine takes once it has answered every question.
type Footprint struct {
	measure.Memory
	// Heap is Go heap in use after a collection, 0 for engines that are not in
	// their contestant's process.
	Heap uint64 `json:"heap"`
}

// Serve opens an engine, answers every question twice to warm up and once for
// the record, and then does as it is told until in ends.
func Serve(ctx context.Context, kind engine.Kind, dir string, set *question.Set, in io.Reader, out io.Writer) error {
	say := json.NewEncoder(out)
	err := serve(ctx, kind, dir, set, in, say)
	if err != nil {
		say.Encode(reply{Failed: err.Error()})
	}
	return err
}

func serve(ctx context.Context, kind engine.Kind, dir string, set *question.Set, in io.Reader, say *json.Encoder) (err error) {
	start := time.Now()
	e, err := kind.Open(ctx, dir)
	if err != nil {
		return err
	}
	defer func() {
		if closing := e.Close(); err == nil {
			err = closing
		}
	}()
	c := &contestant{engine: e, set: set}
	opened := time.Since(start)
	if err := c.prepare(); err != nil {
		return err
	}
	if _, err := c.round(c.ids); err != nil {
		return err
	}
	checks, err := c.check()
	if err != nil {
		return err
	}
	if err := say.Encode(reply{Opened: opened, Checks: checks}); err != nil {
		return err
	}
	for lines := bufio.NewScanner(in); lines.Scan(); {
		var s reply
		switch lines.Text() {
		case tellFilms:
			s.Times, err = c.round(c.films)
		case tellIDs:
			s.Times, err = c.round(c.ids)
		case tellMemory:
			s.Memory, err = c.footprint()
		default:
			err = fmt.Errorf("told to %q", lines.Text())
		}
		if err == nil {
			err = say.Encode(s)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

type contestant struct {
	engine     engine.Engine
	set        *question.Set
	films, ids []engine.Ask
	answer     engine.Answer
}

func (c *contestant) prepare() error {
	for i := range c.set.Questions {
		for _, to := range []struct {
			asks  *[]engine.Ask
			films bool
		}{{&c.films, true}, {&c.ids, false}} {
			ask, err := c.engine.Prepare(&c.set.Questions[i], to.films)
			if err != nil {
				return fmt.Errorf("prepare question %d: %w", i, err)
			}
			*to.asks = append(*to.asks, ask)
		}
	}
	return nil
}

// check asks every question once, with films, and keeps what was answered. An
// engine that gives another number of films than its own total calls for is out.
func (c *contestant) check() ([]Check, error) {
	checks := make([]Check, len(c.films))
	for i, ask := range c.films {
		c.answer.Reset()
		if err := ask(&c.answer); err != nil {
			return nil, fmt.Errorf("question %d: %w", i, err)
		}
		if c.answer.Late != nil {
			if err := c.answer.Late(&c.answer); err != nil {
				return nil, fmt.Errorf("question %d: %w", i, err)
			}
		}
		q := &c.set.Questions[i]
		want := max(0, min(question.Limit, c.answer.Total-q.Offset))
		if len(c.answer.IDs) != want {
			return nil, fmt.Errorf("question %d: %d films of %d from %d on, want %d",
				i, len(c.answer.IDs), c.answer.Total, q.Offset, want)
		}
		checks[i] = Check{c.answer.Total, len(c.answer.Body), append([]film.ID{}, c.answer.IDs...)}
	}
	return checks, nil
}

// round asks every question once and gives how long each took.
func (c *contestant) round(asks []engine.Ask) ([]time.Duration, error) {
	times := make([]time.Duration, len(asks))
	for i, ask := range asks {
		c.answer.Reset()
		start := time.Now()
		err := ask(&c.answer)
		times[i] = time.Since(start)
		if err != nil {
			return nil, fmt.Errorf("question %d: %w", i, err)
		}
	}
	return times, nil
}

func (c *contestant) footprint() (*Footprint, error) {
	debug.FreeOSMemory()
	f := &Footprint{}
	pids := c.engine.Processes()
	for _, pid := range pids {
		if pid == 0 {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			f.Heap = m.HeapInuse
		}
	}
	var err error
	f.Memory, err = measure.MemoryOf(pids...)
	return f, err
}
