// Package service runs the real program on loopback: it makes keys, starts the
// server, waits until it is ready and stops it.
//
// Start reading at Start.
package service

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"kinodex/bench/loopback"
)

// Program names the environment variable with the path of the kinodex program.
const Program = "KINODEX_BENCH_PROGRAM"

func program() (string, error) {
	path := os.Getenv(Program)
	if path == "" {
		return "", errors.New(Program + " is not set: it is the path of the kinodex program")
	}
	return path, nil
}

// Version asks the program which release it is.
func Version(ctx context.Context) (string, error) {
	path, err := program()
	if err != nil {
		return "", err
	}
	out, err := exec.CommandContext(ctx, path, "version").Output()
	if err != nil {
		return "", fmt.Errorf("%s version: %w", path, err)
	}
	words := strings.Fields(string(out))
	if len(words) < 2 {
		return "", fmt.Errorf("%s version says %q", path, out)
	}
	return words[1], nil
}

// Key makes an account of the studio plan with a key and gives the key.
func Key(ctx context.Context, data, name string) (string, error) {
	path, err := program()
	if err != nil {
		return "", err
	}
	out, err := exec.CommandContext(ctx, path, "key", "create", "--data", data, "--tier", "studio", "--name", name, "--json").Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = fmt.Errorf("%w: %s", err, bytes.TrimSpace(exit.Stderr))
		}
		return "", fmt.Errorf("key create: %w", err)
	}
	var made struct{ Key string }
	if err := json.Unmarshal(out, &made); err != nil || made.Key == "" {
		return "", fmt.Errorf("key create printed no key: %w", err)
	}
	return made.Key, nil
}

// Server is a server that runs.
type Server struct {
	Address string
	PID     int
	// Ready is how long it took from starting the process to the first 200 of
	// /readyz.
	Ready time.Duration

	cmd   *exec.Cmd
	log   *bytes.Buffer
	ended chan error // what the process ended with, once it has
}

// Start serves a data directory without making snapshots of it. A processor of 0 or
// more keeps the server to that one. It returns when the server is ready.
func Start(ctx context.Context, data string, processor int) (*Server, error) {
	path, err := program()
	if err != nil {
		return nil, err
	}
	address, err := FreeAddress()
	if err != nil {
		return nil, err
	}
	args := []string{path, "serve", "--addr", address, "--data", data, "--log-level", "warn", "--no-snapshots"}
	s := &Server{Address: address, log: &bytes.Buffer{}, ended: make(chan error, 1)}
	s.cmd = Command(processor, args...)
	s.cmd.Stdout, s.cmd.Stderr = s.log, s.log
	start := time.Now()
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	s.PID = s.cmd.Process.Pid
	go func() { s.ended <- s.cmd.Wait() }()
	patience := time.After(time.Minute)
	for {
		if Ready(address) {
			s.Ready = time.Since(start)
			return s, nil
		}
		select {
		case err := <-s.ended:
			return nil, fmt.Errorf("the server ended before it was ready: %w: %s", err, s.log)
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), s.Stop())
		case <-patience:
			return nil, errors.Join(errors.New("the server did not become ready within a minute"), s.Stop())
		case <-time.After(500 * time.Microsecond):
		}
	}
}

// Command runs a program on one processor, or on all it may when processor is
// negative or the system has no way to say so.
func Command(processor int, args ...string) *exec.Cmd {
	if taskset, err := exec.LookPath("taskset"); err == nil && processor >= 0 {
		args = append([]string{taskset, "-c", strconv.Itoa(processor)}, args...)
	}
	return exec.Command(args[0], args[1:]...)
}

// Ready reports whether the server at an address answers /readyz with 200.
func Ready(address string) bool {
	c, err := loopback.Dial(address)
	if err != nil {
		return false
	}
	defer c.Close()
	status, _, err := c.Drop(loopback.Get(address, "/readyz"))
	return err == nil && status == 200
}

// Metrics gives the server's own figures by name; those with labels are left out.
func (s *Server) Metrics() (map[string]float64, error) {
	c, err := loopback.Dial(s.Address)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	status, body, err := c.Ask(loopback.Get(s.Address, "/metrics"), nil)
	if err != nil || status != 200 {
		return nil, fmt.Errorf("/metrics answered %d: %w", status, err)
	}
	values := map[string]float64{}
	for line := range strings.Lines(string(body)) {
		name, value, ok := strings.Cut(strings.TrimSpace(line), " ")
		if v, err := strconv.ParseFloat(value, 64); ok && err == nil {
			values[name] = v
		}
	}
	return values, nil
}

// Settle returns once the server has used less than a tenth of a processor for half a
// second: what it makes in the background after a start is then made. It fails if that
// takes more than a minute.
func (s *Server) Settle(ctx context.Context) error {
	const pause = 500 * time.Millisecond
	const busy = "process_cpu_seconds_total"
	before := -1.0
	for range int(time.Minute / pause) {
		values, err := s.Metrics()
		if err != nil {
			return err
		}
		used, told := values[busy]
		if !told {
			return errors.New("/metrics does not tell " + busy)
		}
		if used-before < pause.Seconds()/10 {
			return nil
		}
		before = used
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
	return errors.New("the server still works in the background after a minute")
}

// Stop ends the server as its operator would and waits for it.
func (s *Server) Stop() error {
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	select {
	case err := <-s.ended:
		if err != nil {
			return fmt.Errorf("the server ended with %w: %s", err, s.log)
		}
		return nil
	case <-time.After(30 * time.Second):
		s.cmd.Process.Kill()
		return errors.New("the server did not end within 30 s of SIGTERM")
	}
}

// FreeAddress gives an address on loopback that nobody listens on.
func FreeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}
