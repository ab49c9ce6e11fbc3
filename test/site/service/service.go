// Package service runs the kinodex program on a data directory of its own, so that
// tests meet what people meet: the compiled program, its starter library, its log.
package service

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

// readyWithin is how long the program may take to serve. A fresh data directory
// gets the starter library first.
const readyWithin = 3 * time.Minute

// stopWithin is how long the program may take to end after it was asked to.
const stopWithin = 15 * time.Second

// Service is a program that serves.
type Service struct {
	// URL is where it is reached: http://localhost and the port. Browsers take
	// that name for a safe place, so that cookies and passkeys work as they do
	// over HTTPS.
	URL string
	// Data is its data directory, removed by Stop.
	Data string

	program string
	process *exec.Cmd
	log     *journal
	dir     string
}

// Start starts the program on a fresh data directory and waits until it serves.
// library names a data directory whose library it gets a copy of; when it is empty,
// the program installs its starter library. More arguments of "kinodex serve" may
// follow. Stop ends it.
func Start(program, library string, args ...string) (*Service, error) {
	return start(program, library, func(data string) *exec.Cmd {
		return exec.Command(program, append([]string{"serve", "--addr", "127.0.0.1:0", "--data", data, "--drain-notice", "0s"}, args...)...)
	})
}

// StartAsNewcomer is like Start, by the script that "make run" runs: Log then begins
// with what a newcomer reads.
func StartAsNewcomer(script, program, library string) (*Service, error) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	addr := free.Addr().String()
	free.Close()
	return start(program, library, func(data string) *exec.Cmd { return exec.Command(script, program, data, addr) })
}

func start(program, library string, command func(data string) *exec.Cmd) (*Service, error) {
	dir, err := os.MkdirTemp("", "kinodex-site-")
	if err != nil {
		return nil, err
	}
	s := &Service{Data: filepath.Join(dir, "data"), program: program, log: new(journal), dir: dir}
	if library != "" {
		if err := os.CopyFS(filepath.Join(s.Data, "library"), os.DirFS(filepath.Join(library, "library"))); err != nil {
			os.RemoveAll(dir)
			return nil, err
		}
	}
	s.process = command(s.Data)
	s.process.Stdout, s.process.Stderr = s.log, s.log
	if err := s.process.Start(); err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	if err := s.awaitReady(); err != nil {
		s.Stop()
		return nil, err
	}
	return s, nil
}

// awaitReady waits for the line of the log that names the address, and for the
// first answer.
func (s *Service) awaitReady() error {
	for deadline := time.Now().Add(readyWithin); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		addr := s.announced()
		if addr == "" {
			continue
		}
		_, port, err := net.SplitHostPort(addr)
		if err != nil {
			return fmt.Errorf("the program serves on %q: %w", addr, err)
		}
		s.URL = "http://localhost:" + port
		resp, err := http.Get(s.URL + "/readyz")
		if err != nil {
			continue
		}
		resp.Body.Close()
		if resp.StatusCode == http.StatusOK {
			return nil
		}
	}
	return fmt.Errorf("not serving within %v:\n%s", readyWithin, s.log)
}

// announced returns the address that the log says is served, or "".
func (s *Service) announced() string {
	for line := range strings.Lines(s.log.String()) {
		var entry struct{ Msg, Addr string }
		if json.Unmarshal([]byte(line), &entry) == nil && entry.Msg == "serving" {
			return entry.Addr
		}
	}
	return ""
}

// Run runs a command of the program on the data directory, as an operator would
// beside the server, with input, and returns what it prints to standard output.
func (s *Service) Run(input string, args ...string) (string, error) {
	cmd := exec.Command(s.program, append(args, "--data", s.Data)...)
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &out, &errs
	if err := cmd.Run(); err != nil {
		return out.String(), fmt.Errorf("kinodex %s: %w: %s", strings.Join(args, " "), err, errs.String())
	}
	return out.String(), nil
}

// Log returns what the server has written so far.
func (s *Service) Log() string { return s.log.String() }

// Resident returns the memory of the server's process that is in use, in bytes,
// without the pages of mapped files; 0 where the system does not say.
func (s *Service) Resident() int64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.process.Process.Pid))
	if err != nil {
		return 0
	}
	var kilobytes int64
	for line := range strings.Lines(string(status)) {
		if rest, found := strings.CutPrefix(line, "RssAnon:"); found {
			fmt.Sscanf(rest, "%d", &kilobytes)
		}
	}
	return kilobytes << 10
}

// Stop ends the program and removes its data.
func (s *Service) Stop() error {
	defer os.RemoveAll(s.dir)
	s.process.Process.Signal(syscall.SIGTERM)
	ended := make(chan error, 1)
	go func() { ended <- s.process.Wait() }()
	select {
	case err := <-ended:
		return err
	case <-time.After(stopWithin):
		s.process.Process.Kill()
		<-ended
		return fmt.Errorf("did not end within %v", stopWithin)
	}
}

// journal keeps what is written to it. It may be read meanwhile.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

var _ io.Writer = (*journal)(nil)

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}
