// Command kinodex is the whole service: it builds a library of films from
// source files, serves it, and administers accounts and keys.
//
// It is the only package that knows drivers (see open.go). How a command line is parsed and
// run is in internal/cli. Every flag can also be set by an environment variable, KINODEX_
// and its name. Start reading at commands, then ServeCmd in serve.go.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	_ "golang.org/x/crypto/x509roots/fallback" // certificates of authorities, where the machine has none, as in an image without a base

	"kinodex/internal/cli"
)

// commands is the command line.
type commands struct {
	Serve     ServeCmd       `cmd:"" help:"Serve the catalogue over HTTP. Example: kinodex serve --addr 127.0.0.1:8080 --data ./data"`
	MCP       MCPCmd         `cmd:"" name:"mcp" help:"Speak the agent connector over standard input and output. Example: kinodex mcp --data ./data"`
	Sources   SourcesCmd     `cmd:"" help:"Get the files that libraries are built from."`
	Build     BuildCmd       `cmd:"" help:"Build a library generation from source files. Example: kinodex build --data ./data --films ./sources"`
	Update    UpdateCmd      `cmd:"" help:"Fetch what changed of the sources, and build a library generation when something did. Example: kinodex update --data ./data"`
	Analyze   AnalyzeCmd     `cmd:"" help:"Measure a screenplay, or a folder of them, and hold it against produced ones. Example: kinodex analyze draft.fountain"`
	Recommend RecommendCmd   `cmd:"" help:"Recommend films by an export of your own ratings, leaving out what you have seen. Example: kinodex recommend --ratings letterboxd.zip"`
	Library   LibraryCmd     `cmd:"" help:"Look after library generations."`
	Key       KeyCmd         `cmd:"" help:"Create, list, rotate and revoke API keys."`
	Account   AccountCmd     `cmd:"" help:"Look after accounts and their plans."`
	Link      SignInLinkCmd  `cmd:"" name:"signin-link" help:"Print a link that signs in to the site, good once, for 15 minutes. Example: kinodex signin-link --data ./data"`
	Ledger    LedgerCmd      `cmd:"" help:"Back up accounts and keys, and restore them."`
	Bucket    BucketCmd      `cmd:"" help:"Back up posters and snapshots, and restore them."`
	Audit     AuditCmd       `cmd:"" help:"Read what was done to accounts and keys."`
	Posters   PostersCmd     `cmd:"" help:"Store and read the posters of films."`
	Snapshot  SnapshotCmd    `cmd:"" help:"Make the file that mirrors take the catalogue home with."`
	Doctor    DoctorCmd      `cmd:"" help:"Check what a server needs, with the flags and variables of kinodex serve, and say what to do. Example: kinodex doctor --data ./data"`
	Conform   ConformanceCmd `cmd:"" name:"conformance" help:"Hold a server, this program's or another's, against the interface, and print what differs. Example: kinodex conformance http://127.0.0.1:8080 --key kdx_live_…"`
	Health    HealthCheckCmd `cmd:"" name:"healthcheck" help:"Ask the server on this machine whether it is alive. Example: kinodex healthcheck --addr 127.0.0.1:8080"`
	Version   VersionCmd     `cmd:"" help:"Print the version."`
	Evaluate  MovedCmd       `cmd:"" hidden:"" passthrough:""`
	Starter   MovedCmd       `cmd:"" hidden:"" passthrough:""`
	PDFText   PDFTextCmd     `cmd:"" name:"pdf-text" hidden:"" help:"Read the text of a PDF from stdin to stdout."`
}

// Globals are what every command gets.
type Globals = cli.Streams

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], &Globals{Out: os.Stdout, Err: os.Stderr})
	stop()
	os.Exit(code)
}

// run is main as a value: it takes its arguments and streams, and gives the exit status, as
// cli.Program does.
func run(ctx context.Context, args []string, g *Globals) int {
	if err := readSecretFiles(); err != nil {
		fmt.Fprintln(g.Err, "kinodex:", err)
		return 2
	}
	program := cli.Program{Name: "kinodex", Description: "Cinema analytics that you run yourself.", Commands: new(commands)}
	return program.Run(ctx, args, g)
}
