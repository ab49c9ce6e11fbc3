package report

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"kinodex/bench/contest"
	"kinodex/bench/door"
)

// Report is everything that was measured in one run.
type Report struct {
	Machine   Machine                                 `json:"machine"`
	When      time.Time                               `json:"when"`
	Films     int                                     `json:"films"`
	Questions int                                     `json:"questions"`
	Seed      uint64                                  `json:"seed"`
	Rounds    int                                     `json:"rounds"`
	Sources   *Sources                                `json:"sources,omitempty"`
	Engines   []Engine                                `json:"engines"`
	Agreement map[string]map[string]contest.Agreement `json:"agreement"` // by engine and class
	Door      *door.Result                            `json:"door,omitempty"`
	Ready     *door.Readiness                         `json:"ready,omitempty"`
	Growth    []Multiple                              `json:"growth,omitempty"`
	Took      time.Duration                           `json:"took_ns"`
}

// Sources is what building the library from raw sources cost.
type Sources struct {
	Took time.Duration `json:"took_ns"`
	Peak int64         `json:"peak_bytes"` // resident
}

// Engine is one engine's part.
type Engine struct {
	*contest.Result
	Version string        `json:"version"`
	Build   time.Duration `json:"build_ns"`
	Disk    int64         `json:"disk_bytes"`
}

// Multiple is a synthetic multiple of the films.
type Multiple struct {
	Times  int `json:"times"`
	Number int `json:"number"` // of films
	Engine
	// Asked counts the questions asked, by class (Selective, Grown and all);
	// Found adds up their totals.
	Asked map[string]int `json:"asked"`
	Found map[string]int `json:"found"`
}

// The classes of questions that multiples are asked: all have at most a page of
// matches among the films themselves.
const (
	Selective = "a page or less at every multiple"
	Grown     = "more than a page at the greatest"
)

// Machine is what it was measured on.
type Machine struct {
	Processor string `json:"processor"`
	Cores     int    `json:"cores"`
	Memory    int64  `json:"memory_bytes"`
	System    string `json:"system"`
	Go        string `json:"go"`
}

// Write writes the report into dir, as report.txt, report.md and results.json,
// and the text to w.
func (r *Report) Write(dir string, w io.Writer) error {
	tables := r.tables()
	for name, write := range map[string]func(io.Writer) error{
		"report.txt": func(w io.Writer) error { return r.write(w, tables, (*Table).WriteText, "%s\n\n") },
		"report.md":  func(w io.Writer) error { return r.write(w, tables, (*Table).WriteMarkdown, "%s\n\n") },
		"results.json": func(w io.Writer) error {
			e := json.NewEncoder(w)
			e.SetIndent("", " ")
			return e.Encode(r)
		},
	} {
		f, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		if err := write(f); err != nil {
			f.Close()
			return err
		}
		if err := f.Close(); err != nil {
			return err
		}
	}
	return r.write(w, tables, (*Table).WriteText, "%s\n\n")
}

func (r *Report) write(w io.Writer, tables []*Table, write func(*Table, io.Writer) error, head string) error {
	if _, err := fmt.Fprintf(w, head, r.head()); err != nil {
		return err
	}
	for _, t := range tables {
		if err := write(t, w); err != nil {
			return err
		}
	}
	return nil
}

func (r *Report) head() string {
	return fmt.Sprintf("%d films, %d recorded questions (seed %d), %d rounds in turns; %s, %d cores, %.0f GB, %s, %s; %s, took %s.",
		r.Films, r.Questions, r.Seed, r.Rounds, r.Machine.Processor, r.Machine.Cores, float64(r.Machine.Memory)/1e9,
		r.Machine.System, r.Machine.Go, r.When.UTC().Format("2006-01-02"), r.Took.Round(time.Second))
}
