package contest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"

	"kinodex/bench/engine"
	"kinodex/bench/measure"
	"kinodex/bench/question"
)

// Plan says how long to go on.
type Plan struct {
	FilmRounds int // rounds in which films are fetched
	IDRounds   int // rounds in which only ids are
	// Enough is how long one engine may take in all rounds of one sort. A slow
	// engine sits out the rounds that are left, after two at least.
	Enough time.Duration
}

// Result is what came of one engine.
type Result struct {
	Name      string                         `json:"name"`
	Title     string                         `json:"title"`
	Opened    time.Duration                  `json:"opened_ns"`
	Footprint Footprint                      `json:"footprint"`
	Films     map[string]measure.Percentiles `json:"films"` // by class, and All
	IDs       map[string]measure.Percentiles `json:"ids"`
	Checks    []Check                        `json:"-"`
}

// All is the key of all classes together.
const All = "all"

// Run has the engines answer the set. Command gives the arguments that make this
// program serve an engine as a contestant.
func Run(ctx context.Context, kinds []engine.Kind, set *question.Set, plan Plan, command func(engine.Kind) []string, log io.Writer) ([]*Result, error) {
	var all []*opponent
	defer func() {
		for _, o := range all {
			o.end()
		}
	}()
	var results []*Result
	for _, kind := range kinds {
		o, err := start(ctx, command(kind))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", kind.Name, err)
		}
		all = append(all, o)
		first, err := o.hear()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", kind.Name, err)
		}
		fmt.Fprintf(log, "%s is open and warm\n", kind.Title)
		results = append(results, &Result{Name: kind.Name, Title: kind.Title, Opened: first.Opened, Checks: first.Checks})
	}
	for _, sort := range []struct {
		tell   string
		rounds int
		into   func(*Result) *map[string]measure.Percentiles
	}{
		{tellFilms, plan.FilmRounds, func(r *Result) *map[string]measure.Percentiles { return &r.Films }},
		{tellIDs, plan.IDRounds, func(r *Result) *map[string]measure.Percentiles { return &r.IDs }},
	} {
		times, err := rounds(all, results, sort.tell, sort.rounds, plan.Enough, log)
		if err != nil {
			return nil, err
		}
		for i, r := range results {
			*sort.into(r) = byClass(set, times[i])
		}
	}
	for i, o := range all {
		s, err := o.ask(tellMemory)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", results[i].Name, err)
		}
		results[i].Footprint = *s.Memory
	}
	return results, nil
}

// rounds gives for each engine the times of its rounds. Who begins changes from
// round to round.
func rounds(all []*opponent, results []*Result, tell string, n int, enough time.Duration, log io.Writer) ([][][]time.Duration, error) {
	times := make([][][]time.Duration, len(all))
	spent := make([]time.Duration, len(all))
	for round := range n {
		for turn := range all {
			i := (turn + round) % len(all)
			if round >= 2 && spent[i]+spent[i]/time.Duration(round) > enough {
				continue
			}
			start := time.Now()
			s, err := all[i].ask(tell)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", results[i].Name, err)
			}
			spent[i] += time.Since(start)
			times[i] = append(times[i], s.Times)
		}
		fmt.Fprintf(log, "round %d of %d with %s is over\n", round+1, n, tell)
	}
	return times, nil
}

// byClass gives the percentiles of all times of a class's questions.
func byClass(set *question.Set, rounds [][]time.Duration) map[string]measure.Percentiles {
	times := map[string][]time.Duration{}
	for _, round := range rounds {
		for i, took := range round {
			class := set.Questions[i].Class
			times[class] = append(times[class], took)
			times[All] = append(times[All], took)
		}
	}
	result := map[string]measure.Percentiles{}
	for class, all := range times {
		result[class] = measure.PercentilesOf(all)
	}
	return result
}

// opponent is a contestant in another process.
type opponent struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *json.Decoder
}

func start(ctx context.Context, args []string) (*opponent, error) {
	o := &opponent{cmd: exec.CommandContext(ctx, args[0], args[1:]...)}
	o.cmd.Stderr = os.Stderr
	// A contestant may have a server to stop: it is asked to end, and killed only
	// when it does not.
	o.cmd.Cancel = func() error { return errors.Join(o.cmd.Process.Signal(syscall.SIGTERM), o.in.Close()) }
	o.cmd.WaitDelay = 30 * time.Second
	in, err := o.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := o.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	o.in, o.out = in, json.NewDecoder(out)
	return o, o.cmd.Start()
}

func (o *opponent) hear() (reply, error) {
	var s reply
	if err := o.out.Decode(&s); err != nil {
		return s, fmt.Errorf("it ended without a word: %w", err)
	}
	if s.Failed != "" {
		return s, errors.New(s.Failed)
	}
	return s, nil
}

func (o *opponent) ask(tell string) (reply, error) {
	if _, err := io.WriteString(o.in, tell+"\n"); err != nil {
		return reply{}, err
	}
	return o.hear()
}

// end lets the contestant close its engine, and waits for it.
func (o *opponent) end() {
	o.in.Close()
	o.cmd.Wait()
}
