package terminal

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// How long an analysis may take before it says what it is at, and how
// often it says so anew.
const (
	quietFor  = 500 * time.Millisecond
	tellEvery = 200 * time.Millisecond
)

// Progress shows on a terminal what is being waited for, and for how many seconds,
// once that takes longer than quietFor. It leaves nothing on the screen. A nil
// Progress shows nothing. Its methods are safe for concurrent use.
type Progress struct {
	to     io.Writer
	since  time.Time
	mu     sync.Mutex
	what   string
	drawn  bool
	stop   chan struct{}
	ended  chan struct{}
	ending sync.Once
}

// StartProgress returns a Progress that measures the time from now on. It returns
// nil unless to is a terminal that can clear a line. The caller calls Stop.
func StartProgress(to io.Writer) *Progress {
	if f, ok := to.(*os.File); !ok || !term.IsTerminal(int(f.Fd())) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	return startProgress(to, quietFor, tellEvery)
}

// startProgress starts the goroutine that draws: first after quiet, then every time
// that every has passed.
func startProgress(to io.Writer, quiet, every time.Duration) *Progress {
	w := &Progress{to: to, since: time.Now(), stop: make(chan struct{}), ended: make(chan struct{})}
	go func() {
		defer close(w.ended)
		timer := time.NewTimer(quiet)
		defer timer.Stop()
		for {
			select {
			case <-w.stop:
				return
			case <-timer.C:
				w.draw()
				timer.Reset(every)
			}
		}
	}()
	return w
}

// Step sets what is waited for from now on. It draws nothing itself.
func (w *Progress) Step(what string) {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.what = what
}

// Count sets that done of so many are finished, since the time that began; what says what
// is done to them. It draws nothing itself.
func (w *Progress) Count(what string, done, total int, began time.Time) {
	if w != nil {
		w.Step(counting(what, done, total, time.Since(began)))
	}
}

// counting tells how far a count is, how fast it goes and how long it will take if it
// goes on like that.
func counting(what string, done, total int, took time.Duration) string {
	said := fmt.Sprintf("%s: %s of %s", what, grouped(done), grouped(total))
	if done == 0 || took <= 0 {
		return said
	}
	rate := float64(done) / took.Seconds()
	left := time.Duration(float64(total-done) / rate * float64(time.Second))
	return said + fmt.Sprintf(", %.3g a second, %v left", rate, left.Round(time.Second))
}

// Above runs write, which writes lines to the same terminal, with the line of the
// progress out of its way. It returns what write does.
func (w *Progress) Above(write func() error) error {
	if w == nil {
		return write()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.drawn {
		fmt.Fprint(w.to, clearLine)
		w.drawn = false
	}
	return write()
}

// clearLine returns to the beginning of the line and empties it (ECMA-48).
const clearLine = "\r\x1b[K"

// draw writes the line over the one before.
func (w *Progress) draw() {
	w.mu.Lock()
	defer w.mu.Unlock()
	fmt.Fprintf(w.to, "%s%s, %.1f s", clearLine, w.what, time.Since(w.since).Seconds())
	w.drawn = true
}

// Stop clears the line and ends the goroutine. Nothing is drawn after it returns.
// Further calls do nothing.
func (w *Progress) Stop() {
	if w == nil {
		return
	}
	w.ending.Do(func() {
		close(w.stop)
		<-w.ended
		if w.drawn {
			fmt.Fprint(w.to, clearLine)
		}
	})
}
