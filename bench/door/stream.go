package door

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"kinodex/bench/loopback"
	"kinodex/bench/measure"
)

const streamTarget = "/api/v2/films/stream"

// captureStream leaves one stream of the whole catalogue in the bare server's
// directory.
func (m *measurer) captureStream(dir string) error {
	c, err := loopback.Dial(m.server.Address)
	if err != nil {
		return err
	}
	defer c.Close()
	status, body, err := c.Ask(loopback.Get(m.server.Address, streamTarget, "X-API-Key", m.keys[0]), nil)
	if err != nil || status != 200 {
		return fmt.Errorf("%s: status %d: %w", streamTarget, status, err)
	}
	return os.WriteFile(filepath.Join(dir, streamFile), body, 0o644)
}

// measureStream compares streaming the whole catalogue with copying the same
// bytes from a mapped file to the socket, and watches the server's memory.
func (m *measurer) measureStream() (*Streams, error) {
	house, copied := &tally{}, &tally{}
	s := &Streams{}
	before, err := measure.ResidentOf(m.server.PID)
	if err != nil {
		return nil, err
	}
	s.Before = before.Anonymous
	for round := range m.plan.Streams + 1 {
		for _, side := range []struct {
			to      *tally
			address string
			target  string
			pid     int
			peak    *int64
		}{
			{house, m.server.Address, streamTarget, m.server.PID, &s.Peak},
			{copied, m.bare.raw, "/", m.bare.cmd.Process.Pid, new(int64)},
		} {
			stop := watch(side.pid, side.peak)
			spent, err := measure.Processor(side.pid)
			if err != nil {
				return nil, err
			}
			took, err := load{
				address: side.address, n: 1, connections: 1, want: 200,
				requests: [][]byte{loopback.Get(side.address, side.target, "X-API-Key", m.keys[0])},
			}.run()
			stop()
			if err != nil {
				return nil, err
			}
			now, err := measure.Processor(side.pid)
			if err != nil {
				return nil, err
			}
			if s.Bytes == 0 {
				s.Bytes = took.bytes
			}
			if took.bytes != s.Bytes {
				return nil, fmt.Errorf("%d bytes and %d bytes are not the same stream", took.bytes, s.Bytes)
			}
			if round > 0 {
				side.to.rates = append(side.to.rates, float64(took.bytes)/took.took.Seconds())
				side.to.processor = append(side.to.processor, time.Duration(float64(now-spent)/(float64(took.bytes)/1e6)))
				side.to.times = append(side.to.times, took.times...)
			}
		}
	}
	s.House, s.Copied = house.rate("Kinodex"), copied.rate("copy from a mapped file")
	return s, nil
}

// watch notes the greatest anonymous memory of a process until stop is called.
func watch(pid int, peak *int64) (stop func()) {
	done := make(chan struct{})
	var wait sync.WaitGroup
	wait.Go(func() {
		for {
			if m, err := measure.ResidentOf(pid); err == nil {
				*peak = max(*peak, m.Anonymous)
			}
			select {
			case <-done:
				return
			case <-time.After(10 * time.Millisecond):
			}
		}
	})
	return func() {
		close(done)
		wait.Wait()
	}
}
