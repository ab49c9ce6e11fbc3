package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"kinodex/bench/contest"
	"kinodex/bench/corpus"
	"kinodex/bench/door"
	"kinodex/bench/engine/inprocess"
	"kinodex/bench/grow"
	"kinodex/bench/official"
	"kinodex/bench/question"
	"kinodex/bench/report"
	"kinodex/bench/update"
)

func exportCommand(ctx context.Context, flags *flag.FlagSet, args []string) error {
	data := flags.String("data", "data", "data directory with a built library")
	out := flags.String("out", "films.ndjson", "file to write")
	flags.Parse(args)
	n, err := corpus.Export(ctx, inprocess.Root(*data), *out)
	if err == nil {
		fmt.Printf("%d films in %s\n", n, *out)
	}
	return err
}

func askCommand(flags *flag.FlagSet, args []string) error {
	films := flags.String("films", "films.ndjson", "file with one film a line")
	out := flags.String("out", "questions.json", "file to write")
	seed := flags.Uint64("seed", question.Seed, "seed of the generator")
	each := flags.Int("each", question.PerClass, "questions of each class")
	flags.Parse(args)
	set, err := question.Generate(corpus.Read(*films), *seed, *each)
	if err != nil {
		return err
	}
	return set.Save(*out)
}

// buildCost is what building an engine cost.
type buildCost struct {
	Took  time.Duration `json:"took_ns"`
	Disk  int64         `json:"disk_bytes"`
	Films int           `json:"films"`
}

func buildCommand(ctx context.Context, flags *flag.FlagSet, args []string) error {
	name := flags.String("engine", "", "engine to build")
	films := flags.String("films", "films.ndjson", "file with one film a line")
	dir := flags.String("dir", "", "directory to build in")
	flags.Parse(args)
	kinds, err := chosen(*name)
	if err != nil {
		return err
	}
	if len(kinds) != 1 || kinds[0].Build == nil {
		return fmt.Errorf("%q is not one engine that is built", *name)
	}
	var clock corpus.Clock
	start := time.Now()
	disk, err := kinds[0].Build(ctx, *dir, clock.Watch(corpus.Read(*films)))
	if err != nil {
		return fmt.Errorf("build %s: %w", *name, err)
	}
	return json.NewEncoder(os.Stdout).Encode(buildCost{time.Since(start) - clock.Spent, disk, clock.Films})
}

func answerCommand(ctx context.Context, flags *flag.FlagSet, args []string) error {
	name := flags.String("engine", "", "engine to answer as")
	dir := flags.String("dir", "", "directory it was built in")
	questions := flags.String("questions", "questions.json", "recorded questions")
	flags.Parse(args)
	kinds, err := chosen(*name)
	if err != nil {
		return err
	}
	if len(kinds) != 1 {
		return fmt.Errorf("%q is not one engine", *name)
	}
	set, err := question.Load(*questions)
	if err != nil {
		return err
	}
	return contest.Serve(ctx, kinds[0], *dir, set, os.Stdin, os.Stdout)
}

func growCommand(ctx context.Context, flags *flag.FlagSet, args []string) error {
	films := flags.String("films", "films.ndjson", "file with one film a line")
	times := flags.Int("times", 4, "multiple to build")
	dir := flags.String("dir", "", "data directory to build in")
	flags.Parse(args)
	more, err := grow.Films(corpus.Read(*films), *times)
	if err != nil {
		return err
	}
	var clock corpus.Clock
	start := time.Now()
	disk, err := inprocess.Kind.Build(ctx, *dir, clock.Watch(corpus.Ahead(more, 1000)))
	if err != nil {
		return fmt.Errorf("build a multiple of %d: %w", *times, err)
	}
	return json.NewEncoder(os.Stdout).Encode(buildCost{time.Since(start) - clock.Spent, disk, clock.Films})
}

func doorCommand(ctx context.Context, flags *flag.FlagSet, args []string) error {
	data := flags.String("data", "data", "data directory with a built library")
	dir := flags.String("dir", "", "directory for the bodies the bare server serves")
	questions := flags.String("questions", "questions.json", "recorded questions")
	processor := flags.Int("server-processor", -1, "processor the servers keep to; negative for all")
	var plan door.Plan
	flags.IntVar(&plan.Rounds, "rounds", 5, "rounds of each load")
	flags.IntVar(&plan.Requests, "requests", 4000, "requests in a round")
	flags.IntVar(&plan.Connections, "connections", 16, "connections at once")
	flags.IntVar(&plan.Streams, "streams", 5, "streams of the whole catalogue")
	flags.Parse(args)
	set, err := question.Load(*questions)
	if err != nil {
		return err
	}
	result, err := door.Measure(ctx, *data, *dir, set, plan, *processor)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(result)
}

func bareCommand(ctx context.Context, flags *flag.FlagSet, args []string) error {
	address := flags.String("address", "127.0.0.1:0", "address of the handler")
	raw := flags.String("raw", "127.0.0.1:0", "address of the raw listener")
	dir := flags.String("dir", "", "directory with what is served")
	flags.Parse(args)
	return door.Bare(ctx, *address, *raw, *dir)
}

// officialCommand writes the seven files, two at a time, and tells their sizes.
func officialCommand(flags *flag.FlagSet, args []string) error {
	out := flags.String("out", "official", "directory to write the files to")
	scale := flags.Float64("scale", 1, "size beside that of the real files")
	seed := flags.Uint64("seed", official.Seed, "seed of the generator")
	flags.Parse(args)
	w, err := official.New(*scale, *seed)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(*out, 0o777); err != nil {
		return err
	}
	var all errgroup.Group
	all.SetLimit(runtime.NumCPU())
	for _, f := range official.Files() {
		all.Go(func() error {
			rows, size, err := w.Write(*out, f)
			if err != nil {
				return fmt.Errorf("make %s: %w", f.Name, err)
			}
			fmt.Printf("%-24s %11d rows  %6d MB\n", f.Name, rows, size/1e6)
			return nil
		})
	}
	return all.Wait()
}

// updateCommand measures a fetch, a build and updates, and prints their table as Markdown.
func updateCommand(ctx context.Context, flags *flag.FlagSet, args []string) error {
	p := update.Plan{Log: os.Stderr}
	flags.StringVar(&p.Program, "program", "../bin/kinodex", "the kinodex program")
	files := flags.String("files", "", "source files or folders of them, comma-separated; they are not changed")
	flags.StringVar(&p.Scripts, "scripts", "", "folder of screenplays; those that the program carries when empty")
	flags.StringVar(&p.Out, "out", "", "an empty directory for the library and what is fetched; it is left there")
	flags.Float64Var(&p.Share, "share", 0.01, "share of the rows that changes, of tables with votes or running times")
	flags.Parse(args)
	if *files == "" || p.Out == "" {
		return errors.New("-files and -out are needed")
	}
	if p.Share <= 0 || p.Share > 1 {
		return fmt.Errorf("-share %v: it must be more than 0, and 1 at most", p.Share)
	}
	if there, _ := os.ReadDir(p.Out); len(there) > 0 {
		return fmt.Errorf("-out %s is not empty", p.Out)
	}
	p.Files = strings.Split(*files, ",")
	steps, err := update.Measure(ctx, p)
	return errors.Join(report.Updates(steps).WriteMarkdown(os.Stdout), err)
}
