package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// startsWithin is how long a server may take to listen. A fresh one installs the
// starter library first, which takes minutes on a machine that is busy.
const startsWithin = 5 * time.Minute

// processes are the servers that were started, to be ended together.
type processes struct {
	dir string // of logs
	mu  sync.Mutex
	all []*process
}

// process is a server, with its log.
type process struct {
	name string
	cmd  *exec.Cmd
	log  string
	done chan struct{}
}

// start starts a program in a process group of its own, as another user when as is
// not nil.
func (ps *processes) start(name string, as *syscall.Credential, env []string, argv ...string) (*process, error) {
	p := &process{name: name, cmd: exec.Command(argv[0], argv[1:]...), log: filepath.Join(ps.dir, name+".log"), done: make(chan struct{})}
	log, err := os.OpenFile(p.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	p.cmd.Stdout, p.cmd.Stderr = log, log
	p.cmd.Dir = ps.dir
	p.cmd.Env = append(os.Environ(), env...)
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: as}
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	go func() {
		p.cmd.Wait()
		close(p.done)
	}()
	ps.mu.Lock()
	ps.all = append(ps.all, p)
	ps.mu.Unlock()
	return p, nil
}

// end kills all that still run.
func (ps *processes) end() {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	for _, p := range ps.all {
		p.kill()
	}
}

// kill ends the process and its children without a word, as a crash does.
func (p *process) kill() {
	select {
	case <-p.done:
		return
	default:
	}
	pid := p.cmd.Process.Pid
	children := childrenOf(pid) // some have process groups of their own
	syscall.Kill(-pid, syscall.SIGKILL)
	for _, child := range children {
		syscall.Kill(child, syscall.SIGKILL)
	}
	<-p.done
}

// stop asks the process to end, and waits.
func (p *process) stop() error {
	p.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.done:
		return nil
	case <-time.After(time.Minute):
		return fmt.Errorf("%s did not end within a minute of SIGTERM", p.name)
	}
}

// listens waits until somebody takes connections at a port.
func (p *process) listens(port int) error {
	return eventually(startsWithin, func() error {
		select {
		case <-p.done:
			text, _ := os.ReadFile(p.log)
			return permanent{fmt.Errorf("%s ended:\n%s", p.name, tail(string(text), 20))}
		default:
		}
		conn, err := net.DialTimeout("tcp", loopback(port), time.Second)
		if err == nil {
			conn.Close()
		}
		return err
	})
}

// childrenOf returns the processes that a process has started.
func childrenOf(pid int) (children []int) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range stats {
		text, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		// 1234 (name of it) S 1 …: the fourth is the parent.
		_, rest, _ := strings.Cut(string(text), ") ")
		if f := strings.Fields(rest); len(f) > 1 && f[1] == strconv.Itoa(pid) {
			child, _ := strconv.Atoi(filepath.Base(filepath.Dir(name)))
			children = append(children, child)
		}
	}
	return children
}

// permanent is an error that waiting does not mend.
type permanent struct{ error }

// eventually calls do until it succeeds, and gives its last error after a while.
func eventually(within time.Duration, do func() error) error {
	for deadline := time.Now().Add(within); ; time.Sleep(50 * time.Millisecond) {
		err := do()
		var final permanent
		if err == nil || errors.As(err, &final) || time.Now().After(deadline) {
			return err
		}
	}
}

// output runs a command to its end and returns what it printed.
func output(env []string, argv ...string) (string, error) {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Env = append(os.Environ(), env...)
	var failed strings.Builder
	cmd.Stderr = &failed
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%s: %w: %s", strings.Join(argv[:min(3, len(argv))], " "), err, tail(failed.String(), 5))
	}
	return strings.TrimSpace(string(out)), err
}

// freePort returns a port that nobody listens on.
func freePort() int {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

func loopback(port int) string { return "127.0.0.1:" + strconv.Itoa(port) }

// tail returns the last lines of a text.
func tail(s string, lines int) string {
	all := strings.Split(strings.TrimSpace(s), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}
