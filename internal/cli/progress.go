package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"kinodex/internal/ingest"
)

// plainEvery is how often at most a build that does not run on a terminal prints a
// line for the stage that it is at.
const plainEvery = 10 * time.Second

// Progress returns a function that shows how far a command is. If to is a terminal it
// draws a bar with rate and time left. Else it prints a plain line when a stage
// begins, every plainEvery, and when the stage ends. Calls must not overlap.
func Progress(to io.Writer) func(ingest.Progress) {
	if f, ok := to.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return bars(f)
	}
	var last ingest.Progress
	var next time.Time
	ended := true // the end of the stage was told
	line := func(p ingest.Progress) {
		ended = p.Done >= p.Total
		fmt.Fprintln(to, strings.TrimSpace(fmt.Sprintf("%s: %d of %d %s", p.Stage, p.Done, p.Total, p.Unit)))
	}
	return func(p ingest.Progress) {
		now := time.Now()
		switch {
		case p.Stage != last.Stage:
			if !ended { // it has, or the next one would not have begun
				last.Done = last.Total
				line(last)
			}
		case ended && p.Done >= p.Total, now.Before(next) && p.Done < p.Total:
			last = p
			return
		}
		last, next = p, now.Add(plainEvery)
		line(p)
	}
}

// bars returns a function that draws one bar for each stage, each on its own line.
func bars(to *os.File) func(ingest.Progress) {
	var bar *progressbar.ProgressBar
	var stage string
	return func(p ingest.Progress) {
		if p.Stage != stage {
			if bar != nil {
				_ = bar.Finish()
				fmt.Fprintln(to)
			}
			stage = p.Stage
			bar = progressbar.NewOptions64(p.Total,
				progressbar.OptionSetWriter(to),
				progressbar.OptionSetDescription(fmt.Sprintf("%-8s", p.Stage)),
				progressbar.OptionShowBytes(p.Unit == "bytes"),
				progressbar.OptionShowCount(),
				progressbar.OptionShowIts(),
				progressbar.OptionSetItsString(p.Unit),
				progressbar.OptionSetPredictTime(true),
				progressbar.OptionThrottle(100*time.Millisecond),
			)
		}
		if p.Total != bar.GetMax64() {
			bar.ChangeMax64(p.Total)
		}
		_ = bar.Set64(p.Done)
	}
}
