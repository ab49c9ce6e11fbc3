// Command bench measures Kinodex against its peers: the same films, the same
// recorded questions, one table. run.sh is the way to start it; docs/benchmarks.md
// says what is measured and how.
//
// The rooms, from the bottom: corpus (the films), question (what is asked),
// measure (percentiles and memory), loopback and service (the real program over
// HTTP), engine and the packages below it (who is asked), contest (asking in
// turns), grow (more films than there are), official (files as large as
// the film database's own), update (fetching, building and updating), door
// (HTTP throughput, streaming, starting, the gate), report (the table). This file only parses the command
// line; commands.go holds the small ones, run.go is the order of things.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"kinodex/bench/engine"
	"kinodex/bench/engine/bleve"
	"kinodex/bench/engine/fts5"
	"kinodex/bench/engine/inprocess"
	"kinodex/bench/engine/overhttp"
	"kinodex/bench/engine/postgres"
)

// engines are those that can be measured, in the order of the report. The first
// is the one the others are compared with.
var engines = []engine.Kind{inprocess.Kind, overhttp.Kind, bleve.Kind, fts5.Kind, postgres.Kind}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := command(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

const usage = `usage: bench COMMAND [flags]; bench COMMAND -h lists them
  run     measure everything and write the report
  export  copy the films of a data directory into a file
  ask     make the questions and record them
The others serve run, which starts them in processes of their own:
  build   build one engine
  answer  answer as one engine
  grow    build Kinodex with a multiple of the films
  door    measure the program over HTTP
  bare    serve bytes with nothing but net/http
And for a build at the size of the film database's own files:
  official  make such files, of titles that do not exist
And for a library that is kept up to date:
  update    fetch files, build of them, change some of their rows, and update`

func command(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("%s", usage)
	}
	name, args := args[0], args[1:]
	flags := flag.NewFlagSet("bench "+name, flag.ExitOnError)
	switch name {
	case "run":
		return runCommand(ctx, flags, args)
	case "export":
		return exportCommand(ctx, flags, args)
	case "ask":
		return askCommand(flags, args)
	case "build":
		return buildCommand(ctx, flags, args)
	case "answer":
		return answerCommand(ctx, flags, args)
	case "grow":
		return growCommand(ctx, flags, args)
	case "door":
		return doorCommand(ctx, flags, args)
	case "bare":
		return bareCommand(ctx, flags, args)
	case "official":
		return officialCommand(flags, args)
	case "update":
		return updateCommand(ctx, flags, args)
	}
	return fmt.Errorf("there is no command %q\n%s", name, usage)
}

// chosen gives the engines of a comma-separated list, in the order of the report;
// all of them for the empty list.
func chosen(list string) ([]engine.Kind, error) {
	if list == "" {
		return engines, nil
	}
	wanted := map[string]bool{}
	for name := range strings.SplitSeq(list, ",") {
		wanted[name] = true
	}
	var kinds []engine.Kind
	for _, k := range engines {
		if wanted[k.Name] {
			kinds = append(kinds, k)
			delete(wanted, k.Name)
		}
	}
	for name := range wanted {
		return nil, fmt.Errorf("there is no engine %q", name)
	}
	return kinds, nil
}

// home is where an engine is built. Kinodex over HTTP serves what Kinodex in
// process built.
func home(out string, kind engine.Kind) string {
	if kind.Build == nil {
		kind = inprocess.Kind
	}
	return filepath.Join(out, "engines", kind.Name)
}
