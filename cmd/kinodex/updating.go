package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"time"

	"kinodex/internal/serve"
)

// updater keeps a server's library up to date: it runs kinodex update as a process of its
// own, one at a time, at the lowest priority and within a bound of memory, so that whatever
// happens to an update, what serves goes on. A server finds the generation that it builds
// as it finds any other.
type updater struct {
	data, bucket string
	every        time.Duration
	memory       int64 // bytes that the process may take
	log          *slog.Logger
	observe      func(serve.UpdateResult, time.Duration)
}

// The least that the flags of updates may say.
const (
	leastUpdateEvery  = time.Minute
	leastUpdateMemory = 200 // megabytes
)

// updating returns what keeps the library of the server up to date.
func (c ServeCmd) updating(metrics *serve.Metrics, log *slog.Logger) updater {
	return updater{data: c.Data, bucket: c.Bucket, every: c.UpdateEvery, memory: c.UpdateMemory * 1_000_000, log: log, observe: metrics.Updated}
}

// memoryCheckEvery is how often the memory of an update is looked at.
const memoryCheckEvery = 200 * time.Millisecond

// updateWait is how long an update may take to stop when the server does.
const updateWait = 10 * time.Second

// run updates until ctx ends: first soon, since the server may have been off for days, and
// then every so often, a little earlier or later, so that servers that were started
// together do not ask together.
func (u updater) run(ctx context.Context) {
	for wait := min(u.every, time.Minute); ; wait = u.every - u.every/20 + rand.N(u.every/10+1) {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		u.once(ctx)
	}
}

// once runs one update, and logs and counts how it ended.
func (u updater) once(ctx context.Context) {
	began := time.Now()
	done, err := u.update(ctx)
	took := time.Since(began)
	switch {
	case ctx.Err() != nil:
	case err != nil:
		u.observe(serve.UpdateFailed, took)
		message := "the library was not updated; the server keeps its generation"
		if done != nil && done.Built {
			message = "the library was updated, but some sources failed"
		}
		u.log.Error(message, "error", err, "took", took.Round(time.Second))
	case !done.Built:
		u.observe(serve.UpdateUnchanged, took)
		u.log.Info("no source changed", "generation", done.Generation)
	default:
		u.observe(serve.UpdateBuilt, took)
		attrs := []any{"generation", done.Generation, "took", took.Round(time.Second)}
		if c := done.Changes; c != nil {
			attrs = append(attrs, "films", c.Films, "added", c.Added, "removed", c.Removed, "changed", c.Changed)
		}
		u.log.Info("the library was updated", attrs...)
	}
}

// update runs the process and returns what it did, also when some of it failed; nil when
// it did not say.
func (u updater) update(ctx context.Context) (*Update, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	args := []string{"update", "--json", "--data", u.data}
	if u.bucket != "" {
		args = append(args, "--bucket", u.bucket)
	}
	cmd := exec.CommandContext(ctx, self, args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = updateWait
	// Near its bound the runtime collects harder; beyond it the process is ended.
	cmd.Env = append(os.Environ(), fmt.Sprintf("GOMEMLIMIT=%d", u.memory/100*memoryShare), "GOMAXPROCS=1")
	var out bytes.Buffer
	said := &lastLines{}
	cmd.Stdout, cmd.Stderr = &out, said
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	lowerPriority(cmd.Process.Pid, u.log)
	over := make(chan bool, 1)
	watching, stop := context.WithCancel(ctx)
	go func() { over <- u.bound(watching, cmd.Process) }()
	err = cmd.Wait()
	stop()
	if <-over {
		return nil, fmt.Errorf("the update used more than %s of memory and was ended; raise --update-memory", bytesOf(u.memory))
	}
	done := &Update{}
	if json.Unmarshal(out.Bytes(), done) != nil {
		done = nil
	}
	switch {
	case err != nil:
		return done, fmt.Errorf("%w: %s", err, said)
	case done == nil:
		return nil, errors.New("the update ended without a report")
	}
	return done, nil
}

// bound ends the process when its own memory, without the files it maps, exceeds the
// bound, and reports whether it did. It returns when ctx ends.
func (u updater) bound(ctx context.Context, p *os.Process) bool {
	for {
		select {
		case <-ctx.Done():
			return false
		case <-time.After(memoryCheckEvery):
		}
		if anonymousMemory(p.Pid) > u.memory {
			_ = p.Kill()
			return true
		}
	}
}

// anonymousMemory returns how many bytes of memory a process has that are no mapped file;
// 0 where that cannot be told, as on systems other than Linux.
func anonymousMemory(pid int) int64 {
	for line := range strings.Lines(contents(os.DirFS("/"), fmt.Sprintf("proc/%d/status", pid))) {
		var kilobytes int64
		if n, _ := fmt.Sscanf(line, "RssAnon: %d kB", &kilobytes); n == 1 {
			return kilobytes << 10
		}
	}
	return 0
}

// lastLines keeps the end of what is written to it.
type lastLines struct{ text string }

// mostSaid is how many bytes are kept.
const mostSaid = 2000

// Write keeps p.
func (l *lastLines) Write(p []byte) (int, error) {
	l.text += string(p[max(0, len(p)-mostSaid):])
	l.text = l.text[max(0, len(l.text)-mostSaid):]
	return len(p), nil
}

// String returns the last line.
func (l *lastLines) String() string {
	lines := strings.Split(strings.TrimSpace(l.text), "\n")
	return strings.TrimPrefix(lines[len(lines)-1], "kinodex: ")
}
