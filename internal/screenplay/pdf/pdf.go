// Package pdf gives the text layer of a PDF, laid out in lines and columns as
// it stands on the page, so that a plain-text screenplay parser can read it.
//
// PDF is a program more than a file, and its readers can be made to eat all
// memory or to overflow their stack by a few hundred bytes. So nothing of a PDF
// is read in this process: Text starts the program anew with a hidden argument,
// as a child with bounds on memory, time and output and with no environment,
// hands it the bytes and reads back the text. A hostile file kills the child.
//
// It imports fault only. Start reading at Reader.Text, then at Child.
package pdf

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
	"time"

	"kinodex/internal/fault"
)

// The bounds of one reading.
const (
	// MaxText is how much text a PDF may hold, in bytes: some fifty times a
	// screenplay.
	MaxText = 8 << 20
	// MaxTime is how long a reading may take, on a machine that is busy with others
	// too; its child has 5 seconds of processor time.
	MaxTime = 12 * time.Second
)

// Reader reads PDFs in child processes.
type Reader struct {
	// Command is the program and arguments that run Child.
	Command []string
	// Timeout bounds one reading; zero means MaxTime.
	Timeout time.Duration
	// places bounds how many children run at once.
	places chan struct{}
}

// New makes a Reader whose children are this program, started with the
// arguments; it must then run Child and exit with what that gives. At most
// parallel children run at once, further readings wait.
func New(parallel int, arguments ...string) (*Reader, error) {
	self, err := program()
	if err != nil {
		return nil, err
	}
	return &Reader{Command: append([]string{self}, arguments...), places: make(chan struct{}, max(1, parallel))}, nil
}

// running is, on Linux, the program that runs, also when its file was replaced or
// removed since it was started, as an upgrade does.
const running = "/proc/self/exe"

// program is the path of this program.
func program() (string, error) {
	if runtime.GOOS == "linux" {
		if _, err := os.Stat(running); err == nil {
			return running, nil
		}
	}
	return os.Executable()
}

// Text gives the text layer: lines of text in reading order, indented as on the
// page, blank lines where the page has gaps, a form feed before each page but
// the first. The same bytes always give the same text.
//
// A PDF that is encrypted, holds pictures only, is damaged, or asks for more
// than the bounds gives a fault that says so; the last is Charged. When ctx ends
// first, its error is returned.
func (r *Reader) Text(ctx context.Context, data []byte) (string, error) {
	if r.places != nil {
		select {
		case r.places <- struct{}{}:
			defer func() { <-r.places }()
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	timeout := r.Timeout
	if timeout <= 0 {
		timeout = MaxTime
	}
	bounded, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	child := exec.CommandContext(bounded, r.Command[0], r.Command[1:]...)
	child.Env = []string{} // not nil, which would mean ours
	child.WaitDelay = time.Second
	child.Stdin = bytes.NewReader(data)
	out := &boundedOutput{left: MaxText + 1, full: cancel}
	child.Stdout = out
	err := child.Run()
	switch {
	case err == nil && out.left > 0:
		return out.text.String(), nil
	case ctx.Err() != nil:
		return "", ctx.Err()
	case out.left == 0:
		return "", exhausted("this PDF holds more than %d MB of text: it is no screenplay", MaxText>>20)
	case bounded.Err() != nil:
		return "", exhausted("this PDF could not be read within %v: export it anew, or send the text itself", timeout)
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return "", fault.From(err) // the child did not start: ours to mend
	}
	return "", verdict(exit.ExitCode())
}

// exhausted is the fault of a PDF that used up what its reading may take. The work
// was done, so it is charged.
func exhausted(why string, args ...any) *fault.Fault {
	f := fault.New(fault.InvalidBody, why+"; it was charged for the work", args...)
	f.Charged = true
	return f
}

// Exit codes that are none of Child's: the system ended the child, for its processor
// time or from without, or the Go runtime did, for its memory or stack.
const (
	exitKilled  = -1
	exitRuntime = 2
)

// verdict says what the exit code of a child means.
func verdict(code int) error {
	switch code {
	case exitEncrypted:
		return fault.New(fault.InvalidBody, "this PDF is encrypted: save a copy without a password first")
	case exitPictures:
		return fault.New(fault.InvalidBody, "this PDF holds pictures of pages, no text: run OCR first")
	case exitInflated:
		return exhausted("this PDF unpacks to more than %d MB: export it anew, or send the text itself", maxInflated>>20)
	case exitKilled, exitRuntime:
		return exhausted("this PDF takes more time or memory to read than any screenplay: export it anew, or send the text itself")
	}
	return fault.New(fault.InvalidBody, "this PDF is damaged or of a kind that cannot be read: export it anew, or send the text itself")
}

// boundedOutput collects output and stops the child when it has enough.
type boundedOutput struct {
	text bytes.Buffer // no embedding: its ReadFrom would go past the bound
	left int
	full func()
}

func (b *boundedOutput) Write(p []byte) (int, error) {
	n := min(len(p), b.left)
	b.text.Write(p[:n])
	b.left -= n
	if n < len(p) || b.left == 0 {
		b.left = 0
		b.full()
		return n, io.ErrShortWrite
	}
	return n, nil
}
