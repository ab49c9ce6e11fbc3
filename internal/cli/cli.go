// Package cli runs the command lines of the programs in cmd: it parses arguments, reads
// flags from the environment as well, prints help, and turns an error into a message and
// an exit status. Progress and the reading of screenplays, which commands of both programs
// need, are here too.
//
// It imports ingest, starter and what lies below. Start reading at Program.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"kinodex/internal/fault"
)

// Streams are what every command prints to.
type Streams struct {
	Out io.Writer
	Err io.Writer
}

// ErrInterrupted ends a command that was interrupted when part of its output was written
// and is whole.
var ErrInterrupted = errors.New("interrupted")

// Program is a program with commands.
type Program struct {
	Name        string
	Description string
	// Commands is a pointer to a struct with a field for each command, as kong has them.
	// Every flag can also be set by an environment variable, KINODEX_ and its name.
	Commands any
}

// Run runs the command that args name, and returns the exit status: 0, 1 when the command
// failed, 2 when the command line is wrong, 130 when the command ended with ErrInterrupted.
// The command's Run method may ask for a context.Context and for *Streams.
func (p Program) Run(ctx context.Context, args []string, s *Streams) int {
	exited := -1
	parser, err := kong.New(p.Commands,
		kong.Name(p.Name),
		kong.Description(p.Description),
		kong.Writers(s.Out, s.Err),
		kong.Exit(func(code int) { exited = code; panic(exit{}) }),
		kong.DefaultEnvars("KINODEX"),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Help(printHelp),
	)
	if err != nil {
		fmt.Fprintf(s.Err, "%s: %v\n", p.Name, err)
		return 2
	}
	command, err := parse(parser, args)
	switch {
	case exited >= 0:
		return exited
	case err != nil:
		fmt.Fprintf(s.Err, "%s: %v\nRun %s --help for its usage.\n", p.Name, err, p.Name)
		return 2
	}
	command.BindTo(ctx, (*context.Context)(nil))
	command.Bind(s)
	err = command.Run()
	var f *fault.Fault
	switch {
	case err == nil:
		return 0
	case errors.Is(err, ErrInterrupted):
		fmt.Fprintf(s.Err, "%s: %v\n", p.Name, err)
		return 130
	case errors.As(err, &f) && f.Kind != fault.Internal:
		fmt.Fprintf(s.Err, "%s: %s\n", p.Name, f.Message)
	default:
		fmt.Fprintf(s.Err, "%s: %v\n", p.Name, err)
	}
	return 1
}

// printHelp prints the help of a command. Where none is named it prints a line for each
// command, its name and the first sentence of its help: all that kong would print of them and
// of those below them is several screens long.
func printHelp(o kong.HelpOptions, c *kong.Context) error {
	if c.Selected() != nil {
		return kong.DefaultHelpPrinter(o, c)
	}
	shown := slices.DeleteFunc(slices.Clone(c.Model.Children), func(n *kong.Node) bool { return n.Hidden })
	width := 0
	for _, n := range shown {
		width = max(width, len(n.Name))
	}
	name := c.Model.Name
	fmt.Fprintf(c.Stdout, "%s Usage: %s <command> [flags]\n\n", c.Model.Help, name)
	for _, n := range shown {
		sentence, _, _ := strings.Cut(n.Help, ". ")
		fmt.Fprintf(c.Stdout, "  %-*s  %s.\n", width, n.Name, strings.TrimSuffix(sentence, "."))
	}
	_, err := fmt.Fprintf(c.Stdout, "Run \"%s <command> --help\" to see its flags and an example.\n", name)
	return err
}

// exit unwinds the parser after --help, which has nothing more to do.
type exit struct{}

func parse(parser *kong.Kong, args []string) (command *kong.Context, err error) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(exit); !ok {
				panic(r)
			}
		}
	}()
	return parser.Parse(args)
}
