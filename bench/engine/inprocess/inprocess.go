// Package inprocess is Kinodex called as a library: a catalogue that is opened
// and asked, with no network and no gate between.
//
// Building it makes a data directory, so that the same files can be served by the
// real program; see package overhttp.
package inprocess

import (
	"context"
	"iter"
	"path/filepath"
	"time"

	"kinodex/bench/corpus"
	"kinodex/bench/engine"
	"kinodex/bench/question"
	"kinodex/internal/film"
	"kinodex/internal/library"
)

// Kind is Kinodex in process.
var Kind = engine.Kind{Name: "kinodex", Title: "Kinodex, in process", Build: build, Open: open, Version: version}

// Root is where a data directory keeps its library.
func Root(data string) string { return filepath.Join(data, "library") }

// version says that it is what stands in this repository.
func version(context.Context) (string, error) { return "this tree", nil }

func build(ctx context.Context, data string, films iter.Seq2[*corpus.Film, error]) (int64, error) {
	draft, err := library.Begin(Root(data), library.Inputs{})
	if err != nil {
		return 0, err
	}
	n := 0
	for f, err := range films {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = draft.Add(f.Film)
		}
		if err != nil {
			draft.Discard()
			return 0, err
		}
		n++
	}
	m, err := draft.Publish(ctx, library.Manifest{Label: "measurement", Builder: "bench"}, time.Now(), nil)
	if err != nil {
		return 0, err
	}
	return engine.Size(filepath.Join(Root(data), m.Generation))
}

type house struct{ library *library.Library }

func open(_ context.Context, data string) (engine.Engine, error) {
	lib, err := library.Open(Root(data))
	if err != nil {
		return nil, err
	}
	return &house{lib}, nil
}

// Processes is this one.
func (h *house) Processes() []int { return []int{0} }

// Close closes the library.
func (h *house) Close() error { return h.library.Close() }

// Prepare reads the question; deep pages are reached by offset, as in the other
// engines.
func (h *house) Prepare(q *question.Question, films bool) (engine.Ask, error) {
	query, err := q.Query()
	if err != nil {
		return nil, err
	}
	page := film.Page{Offset: q.Offset, Limit: question.Limit}
	c := h.library.Catalog
	return func(a *engine.Answer) error {
		found := c.Find(&query, page)
		a.Total = found.Total
		for _, d := range found.Docs {
			a.IDs = append(a.IDs, c.ID(d))
			if films {
				a.Body = c.Record(d, film.List).AppendTo(a.Body, nil, "")
			}
		}
		return nil
	}, nil
}
