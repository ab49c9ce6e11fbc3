package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"kinodex/bench/engine"
	"kinodex/bench/engine/inprocess"
	"kinodex/bench/measure"
	"kinodex/bench/report"
	"kinodex/bench/service"
)

// buildSources runs the program's own build on raw sources.
func (r *runner) buildSources(ctx context.Context, sources, data string) error {
	program := os.Getenv(service.Program)
	args := []string{"build", "--data", data}
	for path := range strings.SplitSeq(sources, ",") {
		args = append(args, "--films", path)
	}
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Stderr = r.log
	start := time.Now()
	said, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("kinodex build: %w", err)
	}
	r.report.Sources = &report.Sources{Took: time.Since(start), Peak: measure.PeakOf(cmd.ProcessState)}
	return os.WriteFile(filepath.Join(r.out, "build-report.txt"), said, 0o644)
}

// library makes sure that Kinodex is built with the films, once in a run, and
// gives its data directory and what building it cost.
func (r *runner) library(ctx context.Context) (dir string, b buildCost, err error) {
	dir = home(r.out, inprocess.Kind)
	if r.built == nil {
		if b, err = r.build(ctx, dir, "build", "-engine", inprocess.Kind.Name); err != nil {
			return dir, b, err
		}
		r.built = &b
	}
	return dir, *r.built, nil
}

// buildPeer builds one engine, or finds that an earlier part or run did.
func (r *runner) buildPeer(ctx context.Context, kind engine.Kind) (b buildCost, err error) {
	if kind.Name == inprocess.Kind.Name {
		_, b, err = r.library(ctx)
		return b, err
	}
	if kind.Elsewhere {
		if err := os.RemoveAll(home(r.out, kind) + noteSuffix); err != nil {
			return b, err
		}
	}
	return r.build(ctx, home(r.out, kind), "build", "-engine", kind.Name)
}

// noteSuffix ends the name of the note on what building a directory cost.
const noteSuffix = ".json"

// build builds in a process of its own, from nothing. What it cost is noted beside
// the directory, for a run that reuses it.
func (r *runner) build(ctx context.Context, dir, command string, args ...string) (b buildCost, err error) {
	note := dir + noteSuffix
	if r.reuse {
		if noted, err := os.ReadFile(note); err == nil {
			return b, json.Unmarshal(noted, &b)
		}
	}
	if err := errors.Join(os.RemoveAll(note), os.RemoveAll(dir), os.MkdirAll(filepath.Dir(dir), 0o755)); err != nil {
		return b, err
	}
	if err := r.child(ctx, &b, append([]string{command, "-films", r.films, "-dir", dir}, args...)...); err != nil {
		return b, err
	}
	noted, err := json.Marshal(b)
	if err != nil {
		return b, err
	}
	return b, os.WriteFile(note, noted, 0o644)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
