package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"kinodex/bench/contest"
	"kinodex/bench/corpus"
	"kinodex/bench/door"
	"kinodex/bench/engine"
	"kinodex/bench/engine/inprocess"
	"kinodex/bench/question"
	"kinodex/bench/report"
	"kinodex/bench/service"
)

// runner is one run of everything.
type runner struct {
	out    string
	films  string // file with one film a line
	kinds  []engine.Kind
	quick  bool
	reuse  bool
	log    io.Writer
	set    *question.Set
	report report.Report
	built  *buildCost // Kinodex with the films, once it is
}

func runCommand(ctx context.Context, flags *flag.FlagSet, args []string) error {
	r := &runner{log: os.Stderr}
	flags.StringVar(&r.out, "out", "", "directory everything is built and reported in")
	sources := flags.String("sources", "", "film sources, comma-separated; the library is built from them first")
	data := flags.String("data", "", "data directory with a built library; with neither, films.ndjson in -out is read")
	names := flags.String("engines", "", "comma-separated engines; all when empty")
	parts := flags.String("parts", "peers,growth,door", "what to measure")
	limit := flags.Duration("limit", 40*time.Minute, "the run is given up after this long")
	flags.BoolVar(&r.quick, "quick", false, "fewer rounds, no synthetic multiples beyond 4")
	flags.BoolVar(&r.reuse, "reuse", false, "keep films, questions and engines that an earlier run left in -out")
	flags.Parse(args)
	if r.out == "" {
		return errors.New("-out is needed")
	}
	var err error
	if r.kinds, err = chosen(*names); err != nil {
		return err
	}
	if err := os.MkdirAll(r.out, 0o755); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, *limit)
	defer cancel()
	start := time.Now()
	r.report.When, r.report.Machine = start, report.ThisMachine()
	if err := r.gather(ctx, *sources, *data); err != nil {
		return err
	}
	if err := r.measure(ctx, strings.Split(*parts, ",")); err != nil {
		return err
	}
	r.report.Took = time.Since(start)
	if err := r.report.Write(r.out, os.Stdout); err != nil {
		return err
	}
	fmt.Fprintf(r.log, "report.txt, report.md, results.json and questions.json are in %s\n", r.out)
	return nil
}

// gather brings the films and the questions to where the run finds them.
func (r *runner) gather(ctx context.Context, sources, data string) error {
	r.films = filepath.Join(r.out, "films.ndjson")
	if sources != "" {
		data = filepath.Join(r.out, "data")
		if err := r.buildSources(ctx, sources, data); err != nil {
			return err
		}
	}
	if data != "" {
		if _, err := corpus.Export(ctx, inprocess.Root(data), r.films); err != nil {
			return err
		}
	}
	questions := filepath.Join(r.out, "questions.json")
	if !r.reuse || !exists(questions) {
		made, err := question.Generate(corpus.Read(r.films), question.Seed, question.PerClass)
		if err != nil {
			return err
		}
		if err := made.Save(questions); err != nil {
			return err
		}
	}
	var err error
	if r.set, err = question.Load(questions); err != nil {
		return err
	}
	r.report.Films, r.report.Questions, r.report.Seed = r.set.Films, len(r.set.Questions), r.set.Seed
	fmt.Fprintf(r.log, "%d films, %d questions\n", r.report.Films, r.report.Questions)
	return nil
}

func (r *runner) measure(ctx context.Context, parts []string) error {
	for _, part := range parts {
		var err error
		switch part {
		case "peers":
			err = r.peers(ctx)
		case "growth":
			err = r.growth(ctx)
		case "door":
			err = r.door(ctx)
		default:
			err = fmt.Errorf("there is no part %q", part)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", part, err)
		}
	}
	return nil
}

// peers builds every engine and lets them answer in turns.
func (r *runner) peers(ctx context.Context) error {
	builds, versions := map[string]buildCost{}, map[string]string{}
	for _, kind := range r.kinds { // first of all, for it tells whether the engine is there
		version, err := kind.Version(ctx)
		if err != nil {
			return fmt.Errorf("%s: %w", kind.Name, err)
		}
		versions[kind.Name] = version
	}
	for _, kind := range r.kinds {
		if kind.Build == nil { // it uses what Kinodex in process built
			if _, _, err := r.library(ctx); err != nil {
				return err
			}
			continue
		}
		b, err := r.buildPeer(ctx, kind)
		if err != nil {
			return err
		}
		builds[kind.Name] = b
		fmt.Fprintf(r.log, "%s is built in %s\n", kind.Title, b.Took.Round(time.Millisecond))
	}
	plan := contest.Plan{FilmRounds: 5, IDRounds: 2, Enough: 75 * time.Second}
	if r.quick {
		plan = contest.Plan{FilmRounds: 2, IDRounds: 1, Enough: 30 * time.Second}
	}
	r.report.Rounds = plan.FilmRounds
	results, err := contest.Run(ctx, r.kinds, r.set, plan, func(k engine.Kind) []string {
		return r.contestant(k.Name, home(r.out, k), "questions.json")
	}, r.log)
	if err != nil {
		return err
	}
	r.report.Agreement = map[string]map[string]contest.Agreement{}
	for _, result := range results {
		if err := contest.Verify(r.set, result.Checks); err != nil {
			return fmt.Errorf("%s: %w", result.Name, err)
		}
		b := builds[result.Name]
		r.report.Engines = append(r.report.Engines, report.Engine{Result: result, Version: versions[result.Name], Build: b.Took, Disk: b.Disk})
		r.report.Agreement[result.Name] = contest.Compare(r.set, result.Checks, results[0].Checks)
	}
	return nil
}

// child runs this program for one of its commands and reads the JSON it prints.
func (r *runner) child(ctx context.Context, into any, args ...string) error {
	cmd := exec.CommandContext(ctx, self(), args...)
	return r.listen(cmd, into)
}

func (r *runner) listen(cmd *exec.Cmd, into any) error {
	cmd.Stderr = r.log
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%s: %w", strings.Join(cmd.Args[1:], " "), err)
	}
	return json.NewDecoder(bytes.NewReader(out)).Decode(into)
}

func self() string {
	path, err := os.Executable()
	if err != nil {
		return os.Args[0]
	}
	return path
}

func (r *runner) contestant(name, dir, questions string) []string {
	return []string{self(), "answer", "-engine", name, "-dir", dir, "-questions", filepath.Join(r.out, questions)}
}

// door measures the program over HTTP, with servers on one processor and the
// client on another where there are two.
func (r *runner) door(ctx context.Context) error {
	data, _, err := r.library(ctx)
	if err != nil {
		return err
	}
	starts := 7
	args := []string{"door", "-data", data, "-dir", filepath.Join(r.out, "door"), "-questions", filepath.Join(r.out, "questions.json")}
	if r.quick {
		starts = 3
		args = append(args, "-rounds", "2", "-requests", "1000", "-streams", "2")
	}
	if r.report.Ready, err = door.Starts(ctx, data, starts); err != nil {
		return err
	}
	client := -1
	if _, err := exec.LookPath("taskset"); err == nil && runtime.NumCPU() > 1 {
		client = 1
		args = append(args, "-server-processor", "0")
	}
	r.report.Door = &door.Result{}
	return r.listen(service.Command(client, append([]string{self()}, args...)...), r.report.Door)
}
