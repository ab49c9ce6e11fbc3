package ledgertest

import (
	"bufio"
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"kinodex/internal/ledger"
)

// Here the test program is started again, as other processes that share the
// store, which are told in the environment what to do. A package whose tests do
// so calls Main from its TestMain.
const (
	childDoes = "KINODEX_TEST_CHILD"
	childAt   = "KINODEX_TEST_CHILD_STORE"
)

// Store is what another process opens: meters, or a whole ledger.
type Store interface {
	ledger.Meters
	Close() error
}

// Opener opens a store at an address, which is a path or a URL.
type Opener func(ctx context.Context, at string) (Store, error)

// Main runs the tests, or, in a process that they started, what they want done.
func Main(m *testing.M, open Opener) {
	var err error
	switch os.Getenv(childDoes) {
	case "":
		os.Exit(m.Run())
	case "spend twenty-five at once":
		err = child(open, true, func(s Store) error { return spendAtOnce(s, 25, 200) })
	case "spend until killed":
		err = child(open, true, spendForever)
	case "tell the secret":
		err = child(open, false, tellSecret)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// child opens the store, waits for a line on standard input, so that several
// start as one, and does what it was started for. One that is not early opens
// the store only after the line.
func child(open Opener, early bool, do func(Store) error) error {
	wait := func() {
		fmt.Println("ready")
		_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
	}
	if !early {
		wait()
	}
	s, err := open(context.Background(), os.Getenv(childAt))
	if err != nil {
		return err
	}
	defer s.Close()
	if early {
		wait()
	}
	return do(s)
}

// spendAtOnce prints a line for each spend that succeeds.
func spendAtOnce(s Store, n, limit int) error {
	var all sync.WaitGroup
	errs := make(chan error, n)
	for range n {
		all.Go(func() {
			_, ok, err := s.Spend(context.Background(), "m", today, 1, limit)
			if ok {
				_, _ = os.Stdout.WriteString("won\n")
			}
			errs <- err
		})
	}
	all.Wait()
	for range n {
		if err := <-errs; err != nil {
			return err
		}
	}
	return nil
}

// inFlight is how many spend at once until they are killed.
const inFlight = 16

func spendForever(s Store) error {
	for range inFlight {
		go func() {
			for {
				if _, ok, err := s.Spend(context.Background(), "m", today, 1, 1<<30); !ok || err != nil {
					panic(fmt.Sprint(ok, err))
				}
				_, _ = os.Stdout.WriteString("w\n")
			}
		}()
	}
	select {}
}

func tellSecret(s Store) error {
	secret, err := s.(ledger.Secrets).Secret(context.Background(), "cursor")
	fmt.Println(hex.EncodeToString(secret))
	return err
}

// process is a child.
type process struct {
	*exec.Cmd
	in  io.Writer
	out *bufio.Reader
}

// start starts a child and waits until it is ready.
func start(t *testing.T, does, at string) process {
	t.Helper()
	p := process{Cmd: exec.Command(os.Args[0])}
	p.Env = append(os.Environ(), childDoes+"="+does, childAt+"="+at)
	p.Stderr = os.Stderr
	in, err := p.StdinPipe()
	must(t, err)
	out, err := p.StdoutPipe()
	must(t, err)
	must(t, p.Start())
	t.Cleanup(func() {
		_ = p.Process.Kill()
		_ = p.Wait()
	})
	p.in, p.out = in, bufio.NewReader(out)
	if line, err := p.out.ReadString('\n'); line != "ready\n" {
		t.Fatal(line, err)
	}
	return p
}

// run lets children go at once and gives what each prints until it ends.
func run(t *testing.T, all []process) (printed []string) {
	t.Helper()
	for _, p := range all {
		_, _ = io.WriteString(p.in, "go\n")
	}
	for _, p := range all {
		b, err := io.ReadAll(p.out)
		must(t, err)
		printed = append(printed, string(b))
	}
	return printed
}

// RunProcesses holds that several processes may share a store, and that a
// process that is killed forgets nothing. Fresh gives the address of an empty
// store.
//
// REQ
func RunProcesses(t *testing.T, open Opener, fresh func(t *testing.T) string) {
	for _, part := range []struct {
		name string
		run  func(t *testing.T, open Opener, at string)
	}{
		{"of fifty in two processes exactly ten succeed", fiftyInTwo},
		{"killing a process forgets no spending", killed},
	} {
		t.Run(part.name, func(t *testing.T) { part.run(t, open, fresh(t)) })
	}
}

func fiftyInTwo(t *testing.T, open Opener, at string) {
	here, err := open(t.Context(), at)
	must(t, err)
	defer here.Close()
	spend(t, here, "m", 190)
	for round := range 5 {
		if round > 0 {
			must(t, here.Refund(t.Context(), "m", today, 10))
		}
		const does = "spend twenty-five at once"
		printed := run(t, []process{start(t, does, at), start(t, does, at)})
		won := strings.Count(strings.Join(printed, ""), "won\n")
		if used, err := here.Used(t.Context(), "m", today); won != 10 || used != 200 || err != nil {
			t.Fatalf("round %d: %d succeeded, %d recorded (%v), want 10 and 200", round, won, used, err)
		}
	}
}

// killed holds that what clients were answered is never more than what is
// recorded, and that at most what was in flight is recorded above it.
func killed(t *testing.T, open Opener, at string) {
	known := 0
	for round := range 6 {
		p := start(t, "spend until killed", at)
		_, _ = io.WriteString(p.in, "go\n")
		if first, err := p.out.ReadString('\n'); first != "w\n" {
			t.Fatal(first, err)
		}
		late := time.AfterFunc(time.Duration(37*round)*time.Millisecond, func() { _ = p.Process.Kill() })
		rest, err := io.ReadAll(p.out)
		must(t, err)
		late.Stop()
		answered := 1 + strings.Count(string(rest), "w\n")
		used := afterwards(t, open, at)
		if over := used - known - answered; over < 0 || over > inFlight {
			t.Fatalf("round %d: %d answered, %d recorded", round, answered, used-known)
		}
		known = used
	}
	t.Logf("%d spent over six kills", known)
}

// afterwards opens the store anew and gives what is recorded once the killed
// process's last commit, which a server may still be about, is through.
func afterwards(t *testing.T, open Opener, at string) int {
	t.Helper()
	s, err := open(t.Context(), at)
	if err != nil {
		t.Fatalf("after the kill: %v", err)
	}
	defer s.Close()
	last := -1
	for {
		used, err := s.Used(t.Context(), "m", today)
		must(t, err)
		if used == last {
			return used
		}
		last = used
		time.Sleep(50 * time.Millisecond)
	}
}

// RunOpening holds that several processes may make a ledger at once.
func RunOpening(t *testing.T, fresh func(t *testing.T) string) {
	for range 4 {
		at := fresh(t)
		var all []process
		for range 4 {
			all = append(all, start(t, "tell the secret", at))
		}
		printed := run(t, all)
		for i, secret := range printed {
			if len(secret) != 65 || secret != printed[0] {
				t.Errorf("process %d was told %q, the first one %q", i, secret, printed[0])
			}
		}
	}
}
