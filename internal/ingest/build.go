// Package ingest turns source files into films: it reads them, joins what
// their rows say about the same film, settles differences by the rules of
// Precedence, admits features by a written rule, scores them and hands over
// complete films in ascending order of id. docs/data/merge.md tells the rules
// to readers; tests hold it to the code.
//
// The readers live in ingest/source and only state; everything that weighs
// statements against each other is here. The package writes no library files: Options.Out does. Start reading at
// Build, then merger.merge, then Precedence.
package ingest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"time"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
	"kinodex/internal/people"
)

// Options say what to build from and where to.
type Options struct {
	// Paths are files and directories, read recursively. Files that nothing can
	// read are listed in the report and passed over.
	Paths []string
	// Out takes each film, in ascending order of id. The film is not used
	// again. An error ends the build.
	Out func(*film.Film) error
	// Sighted, if set, hears which ids the sources give to members of a film's
	// cast, before Out gets the film.
	Sighted func(people.Sighting)
	// Synopses, if set, hears what else the sources tell of a film beside its overview, before
	// Out gets the film. Of a film that nothing else is told of it hears nothing.
	Synopses func([]string)
	// Rejects, if set, gets one JSON object a line for every row that is not in
	// the catalogue although it was read: file, line, reason, detail. They are as
	// many as Report.Listed says.
	Rejects io.Writer
	// Progress, if set, hears from one goroutine at a time how far the build is.
	Progress func(Progress)
	// Workers is how many files are read, and batches merged, at a time: 2 if 0.
	Workers int
}

// Progress is how far a build is.
type Progress struct {
	Stage       string // one of the stages below
	Done, Total int64  // in Unit
	Unit        string // "bytes", "rows" or "films"
	Films       int    // handed over so far
}

// The stages of a build, in order.
const (
	StageRead  = "reading"
	StageJoin  = "joining"
	StageMerge = "merging"
)

// Build reads the files and hands over the films. The same files in the same
// order give the same films and the same report, times aside. A row that
// cannot be used is no error; a file that cannot be opened is.
func Build(ctx context.Context, o Options) (*Report, error) {
	b := newBuild(o)
	files, err := source.Discover(o.Paths)
	if err != nil {
		return nil, fmt.Errorf("find the source files: %w", err)
	}
	arenas, err := b.read(ctx, files)
	if err != nil {
		return nil, err
	}
	if err := b.merge(ctx, gather(arenas)); err != nil {
		return nil, err
	}
	b.warn()
	b.report.Took = time.Since(b.report.Started)
	return b.report, nil
}

// build is one run of Build. It is used once.
type build struct {
	o        Options
	workers  int
	report   *Report
	names    *nameResolver
	rejects  rejectWriter
	screened screening
	mu       sync.Mutex // guards Progress
	films    int
	files    []*source.File
}

// newBuild returns a build that has read nothing yet.
func newBuild(o Options) *build {
	b := &build{o: o, workers: o.Workers, report: newReport(time.Now()), names: newNameResolver()}
	if b.workers <= 0 {
		b.workers = 2
	}
	if o.Rejects != nil {
		b.rejects.to = json.NewEncoder(o.Rejects)
		b.rejects.to.SetEscapeHTML(false)
	}
	return b
}

// progress passes a stage on to Options.Progress, one call at a time. It may be
// called from several goroutines.
// It blocks while another call is in Options.Progress.
func (b *build) progress(stage, unit string, done, total int64) {
	if b.o.Progress == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.o.Progress(Progress{Stage: stage, Done: done, Total: total, Unit: unit, Films: b.films})
}

// rejectWriter writes one JSON object a line. It may be used by several goroutines; the order
// of their lines is not defined.
type rejectWriter struct {
	mu  sync.Mutex
	to  *json.Encoder
	err error
}

// rejectLine is a line of Options.Rejects.
type rejectLine struct {
	Film   *film.ID `json:"filmdb_id,omitempty"`
	File   string   `json:"file,omitempty"`
	Line   int      `json:"line,omitempty"`
	Reason string   `json:"reason"`
	Detail string   `json:"detail,omitempty"`
}

// write appends a line. It does nothing without Options.Rejects or after an error,
// which stays in err.
func (w *rejectWriter) write(line rejectLine) {
	if w.to == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil {
		w.err = w.to.Encode(line)
	}
}
