// Package engine is what is measured: something that builds itself from the films
// and answers questions about them.
//
// Every engine answers alike, or nobody could compare them: the exact number of
// films that match, the ids of the page, and the stored JSON of the page's films,
// copied into one buffer of the caller. What can be prepared before a question is
// asked (a statement, a query tree, a request line) is prepared before the clock
// starts. The engines are the packages below this one. Start reading at Engine.
package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"path/filepath"
	"runtime/debug"

	"kinodex/bench/corpus"
	"kinodex/bench/question"
	"kinodex/internal/film"
)

// Answer is what an engine says. It is used again for the next question, so that
// nobody pays for the caller's memory.
type Answer struct {
	Total int       // all films that match
	IDs   []film.ID // those of the page, in its order
	Body  []byte    // their stored JSON, one after the other
	// Late reads Total and IDs out of Body when the engine did not, which is
	// done off the clock; nil when there is nothing to do.
	Late func(*Answer) error
}

// Reset empties the answer and keeps its memory.
func (a *Answer) Reset() { a.Total, a.IDs, a.Body, a.Late = 0, a.IDs[:0], a.Body[:0], nil }

// Ask asks a prepared question. The answer was reset.
type Ask func(a *Answer) error

// Engine is one that is open and answers.
type Engine interface {
	// Prepare makes a question ready to be asked, with the films of its page or
	// only their ids.
	Prepare(q *question.Question, films bool) (Ask, error)
	// Processes are those whose memory the engine takes; 0 is this one.
	Processes() []int
	Close() error
}

// Kind is an engine before it is built or opened.
type Kind struct {
	Name  string // on the command line
	Title string // in reports
	// Build makes what the engine needs in dir and gives its size on disk in
	// bytes. The films come in ascending order of id. It is nil when the engine
	// uses what another built.
	Build func(ctx context.Context, dir string, films iter.Seq2[*corpus.Film, error]) (disk int64, err error)
	// Elsewhere says that what Build makes is in a server rather than in dir, so
	// that another run cannot count on it.
	Elsewhere bool
	// Open opens what Build made.
	Open func(ctx context.Context, dir string) (Engine, error)
	// Version says which version of the engine it is.
	Version func(ctx context.Context) (string, error)
}

// ModuleVersion gives the version of a module this program was built with.
func ModuleVersion(path string) (string, error) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "", errors.New("the program does not know what it was built with")
	}
	for _, m := range info.Deps {
		if m.Path == path {
			return m.Version, nil
		}
	}
	return "", fmt.Errorf("the program was built without %s", path)
}

// Size is how many bytes the files under dir take.
func Size(dir string) (int64, error) {
	var total int64
	err := filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		total += info.Size()
		return nil
	})
	return total, err
}
