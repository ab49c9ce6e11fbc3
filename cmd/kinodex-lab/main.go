// Command kinodex-lab is for those who maintain Kinodex: it measures how good the answers
// are, selects the films of the starter library, and packs the sentence encoder. Nobody needs it
// to run a service.
//
// How a command line is parsed and run is in internal/cli. Every flag can also be set by an
// environment variable, KINODEX_ and its name. Start reading at commands.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"kinodex/internal/cli"
)

// commands is the command line.
type commands struct {
	Encoder    EncoderCmd    `cmd:"" help:"Pack the model of the sentence encoder into the file that the program carries. Example: kinodex-lab encoder --model ./dist"`
	Evaluate   EvaluateCmd   `cmd:"" help:"Measure how good the answers are."`
	Prompt     PromptCmd     `cmd:"" help:"Show which rule read which words of a prompt. Example: kinodex-lab prompt \"a funny film like Heat, not from the 90s\""`
	Projection ProjectionCmd `cmd:"" help:"Find the principal components of what the encoder makes of films. Example: kinodex-lab projection --data ./data"`
	Starter    StarterCmd    `cmd:"" help:"Select the starter library's films from a full library. Example: kinodex-lab starter --data ./data"`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], &cli.Streams{Out: os.Stdout, Err: os.Stderr})
	stop()
	os.Exit(code)
}

// run runs the command that args name and returns the exit status.
func run(ctx context.Context, args []string, s *cli.Streams) int {
	program := cli.Program{Name: "kinodex-lab", Description: "Measure how good the answers of Kinodex are.", Commands: new(commands)}
	return program.Run(ctx, args, s)
}
