// Package update measures what it takes to fetch sources, to build a library of them, and to
// bring that up to date when none and when some of their rows have changed. Each step is a
// process of the real program, which fetches from a server on loopback.
//
// Start reading at Measure.
package update

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"kinodex/bench/measure"
)

// Plan says what is measured.
type Plan struct {
	Program string   // path of the kinodex program
	Files   []string // source files, or folders of them; they are not changed
	Scripts string   // folder of screenplays; "" for those that the program carries
	Out     string   // an empty directory, for the library and what was fetched
	Share   float64  // of the rows that are changed, above 0 and at most 1
	Log     io.Writer
}

// Step is what one command took.
type Step struct {
	Name      string
	Took      time.Duration
	Processor time.Duration // user and system
	Peak      int64         // most resident memory, in bytes
	Stages    []Stage       // in the order in which they began
	Says      string        // what came of it
}

// Measure makes the steps: a fetch of every file, a build of those that the program takes, an update
// when no file has changed, and one after Share of the rows of some have (changeRows).
func Measure(ctx context.Context, p Plan) ([]Step, error) {
	r := &run{Plan: p, data: filepath.Join(p.Out, "data")}
	if err := r.serve(); err != nil {
		return nil, err
	}
	defer r.server.Close()
	if err := r.add(ctx); err != nil {
		return nil, err
	}
	for _, step := range []func(context.Context) error{r.fetch, r.build, r.updateUnchanged, r.updateChanged} {
		if err := step(ctx); err != nil {
			return r.steps, err
		}
	}
	return r.steps, nil
}

// run is one measurement.
type run struct {
	Plan
	data   string // the data directory
	files  []*servedFile
	server *http.Server
	at     string // address of the server
	steps  []Step
}

// servedFile is a file that the server has, under the name of its source.
type servedFile struct {
	name string
	path string
}

// changed is where a file lies once rows of it have changed.
func (r *run) changed(s *servedFile) string {
	return filepath.Join(r.Out, s.name, filepath.Base(s.path))
}

// serve starts a server of the files. A source has one file, since names of files recur.
func (r *run) serve() error {
	var paths []string
	for _, path := range r.Files {
		err := filepath.WalkDir(path, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() {
				paths = append(paths, path)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	if len(paths) == 0 { // the program would fetch sources of its own
		return fmt.Errorf("no files in %s", strings.Join(r.Files, ", "))
	}
	mux := http.NewServeMux()
	for _, path := range paths {
		s := &servedFile{name: fmt.Sprintf("file-%d", len(r.files)+1), path: path}
		r.files = append(r.files, s)
		mux.HandleFunc("/"+s.name+"/", func(w http.ResponseWriter, q *http.Request) {
			path := r.changed(s)
			if _, err := os.Stat(path); err != nil {
				path = s.path
			}
			http.ServeFile(w, q, path)
		})
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	r.at, r.server = "http://"+l.Addr().String(), &http.Server{Handler: mux}
	go r.server.Serve(l)
	return nil
}

// add names the files to the program, with their addresses.
func (r *run) add(ctx context.Context) error {
	for _, s := range r.files {
		if err := r.sources(ctx, "add", s.name, r.at+"/"+s.name+"/"+url.PathEscape(filepath.Base(s.path))); err != nil {
			return err
		}
	}
	return nil
}

// sources runs a command of kinodex sources that is not measured.
func (r *run) sources(ctx context.Context, args ...string) error {
	cmd := exec.CommandContext(ctx, r.Program, append(append([]string{"sources"}, args...), "--data", r.data)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("kinodex sources %s: %w: %s", args[0], err, out)
	}
	return nil
}

// outcome is what the program says of one file.
type outcome struct {
	Source, File, Status, Reason string
	Bytes                        int64
}

// fetch downloads everything. A file that is refused (pictures, licences) is told and forgotten.
func (r *run) fetch(ctx context.Context) error {
	var files []outcome
	step, err := r.json(ctx, "fetch", &files, "sources", "fetch", "--json")
	if err != nil {
		return err
	}
	kept, bytes := 0, int64(0)
	for _, f := range files {
		if f.Status != "fetched" {
			fmt.Fprintf(r.Log, "%s: %s %s\n", f.File, f.Status, f.Reason)
			if err := r.sources(ctx, "remove", f.Source); err != nil {
				return err
			}
			continue
		}
		kept++
		bytes += f.Bytes
	}
	step.Says = fmt.Sprintf("%d of %d files, %.0f MB", kept, len(files), float64(bytes)/1e6)
	r.steps = append(r.steps, step)
	return nil
}

// build builds from what was fetched.
func (r *run) build(ctx context.Context) error {
	step, _, err := r.command(ctx, "build", append([]string{"build"}, r.scripts()...)...)
	if err != nil {
		return err
	}
	bytes := int64(0)
	err = filepath.WalkDir(filepath.Join(r.data, "library"), func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			bytes += info.Size()
		}
		return err
	})
	step.Says = fmt.Sprintf("a library of %.0f MB", float64(bytes)/1e6)
	r.steps = append(r.steps, step)
	return err
}

// scripts are the flags that name the screenplays.
func (r *run) scripts() []string {
	if r.Scripts == "" {
		return nil
	}
	return []string{"--scripts", r.Scripts}
}

// updateUnchanged updates when the server has what was fetched.
func (r *run) updateUnchanged(ctx context.Context) error {
	return r.update(ctx, "update, nothing changed")
}

// updateChanged changes rows and updates.
func (r *run) updateChanged(ctx context.Context) error {
	changed := 0
	for _, s := range r.files {
		n, err := changeRows(s.path, r.changed(s), r.Share)
		if err != nil {
			return fmt.Errorf("change rows of %s: %w", s.path, err)
		}
		changed += n
	}
	if changed == 0 {
		return errors.New("no file has rows to change: one with votes or lengths by column, packed as gzip, is wanted")
	}
	return r.update(ctx, fmt.Sprintf("update, %d rows changed", changed))
}

// update runs kinodex update.
func (r *run) update(ctx context.Context, name string) error {
	var u struct {
		Built     bool
		LearnedAt time.Time `json:"learned_at"`
		Changes   *struct{ Films, Added, Removed, Changed int }
	}
	step, err := r.json(ctx, name, &u, append([]string{"update", "--json"}, r.scripts()...)...)
	if err != nil {
		return err
	}
	step.Says = "nothing built"
	if u.Built && u.Changes != nil {
		step.Says = fmt.Sprintf("%d of %d films changed, %d added, %d removed", u.Changes.Changed, u.Changes.Films, u.Changes.Added, u.Changes.Removed)
	}
	r.steps = append(r.steps, step)
	return nil
}

// json runs a command that prints JSON and decodes that. One that prints it and fails has
// refused some of the sources, which is no error here.
func (r *run) json(ctx context.Context, name string, into any, args ...string) (Step, error) {
	step, said, err := r.command(ctx, name, args...)
	if bad := json.Unmarshal(said, into); bad != nil {
		return step, errors.Join(err, bad)
	}
	return step, ctx.Err()
}

// command runs the program on the data directory and returns what it took and printed.
func (r *run) command(ctx context.Context, name string, args ...string) (Step, []byte, error) {
	fmt.Fprintf(r.Log, "== %s\n", name)
	cmd := exec.CommandContext(ctx, r.Program, append(args, "--data", r.data)...)
	var said bytes.Buffer
	heard := &stages{now: time.Now, log: r.Log}
	cmd.Stdout, cmd.Stderr = &said, heard
	start := time.Now()
	err := cmd.Run()
	if err != nil {
		err = fmt.Errorf("kinodex %s: %w", args[0], err)
	}
	step := Step{Name: name, Took: time.Since(start), Stages: heard.end()}
	if s := cmd.ProcessState; s != nil {
		step.Processor, step.Peak = s.UserTime()+s.SystemTime(), measure.PeakOf(s)
	}
	return step, said.Bytes(), err
}
