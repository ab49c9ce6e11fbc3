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

// commands is the command line. The first sentence of a help is a line of kinodex --help, which
// fits a screen of 24 lines and 80 columns.
type commands struct {
	Serve     ServeCmd       `cmd:"" help:"Serve the catalogue over HTTP. Example: kinodex serve --addr 127.0.0.1:8080 --data ./data"`
	Demo      DemoCmd        `cmd:"" help:"Serve a read-only demonstration without accounts. Everybody who reaches the address may read it. Example: kinodex demo --addr 0.0.0.0:8080"`
	Doctor    DoctorCmd      `cmd:"" help:"Check everything that a server needs, and print advice. The command takes the flags and variables of kinodex serve. Example: kinodex doctor --data ./data"`
	MCP       MCPCmd         `cmd:"" name:"mcp" help:"Serve the connector over standard input and output. Example: kinodex mcp --data ./data"`
	Sources   SourcesCmd     `cmd:"" help:"Download the source files that a library is built from."`
	Build     BuildCmd       `cmd:"" help:"Build a library generation from source files. Example: kinodex build --data ./data --films ./sources"`
	Update    UpdateCmd      `cmd:"" help:"Download changed source files and build a new generation. If no source changed, the command builds nothing. Example: kinodex update --data ./data"`
	Library   LibraryCmd     `cmd:"" help:"List, verify, publish and switch library generations."`
	Posters   PostersCmd     `cmd:"" help:"Store and measure film posters."`
	Snapshot  SnapshotCmd    `cmd:"" help:"Export and verify the catalogue as files for download."`
	Account   AccountCmd     `cmd:"" help:"Create, change and delete accounts."`
	Key       KeyCmd         `cmd:"" help:"Create, list, rotate and revoke API keys."`
	Link      SignInLinkCmd  `cmd:"" name:"signin-link" help:"Print a link for signing in to the site. The link works once, within 15 minutes. Example: kinodex signin-link --data ./data"`
	Audit     AuditCmd       `cmd:"" help:"List changes to accounts and keys."`
	Ledger    LedgerCmd      `cmd:"" help:"Back up and restore accounts and keys."`
	Bucket    BucketCmd      `cmd:"" help:"Back up posters and snapshots, and restore them."`
	Analyze   AnalyzeCmd     `cmd:"" help:"Measure a screenplay, or a folder of them, against produced ones. Example: kinodex analyze draft.fountain"`
	Recommend RecommendCmd   `cmd:"" help:"Recommend films from an export of your own ratings. The list leaves out films that you have seen. Example: kinodex recommend --ratings letterboxd.zip"`
	Conform   ConformanceCmd `cmd:"" name:"conformance" help:"Check a server against the published interface. The server may be Kinodex or another program; the command prints every difference. Example: kinodex conformance http://127.0.0.1:8080 --key kdx_live_…"`
	Version   VersionCmd     `cmd:"" help:"Print the version."`
	// What images ask, what kinodex asks itself, and what moved.
	Health   HealthCheckCmd `cmd:"" name:"healthcheck" hidden:"" help:"Check whether the server on this machine is alive. Example: kinodex healthcheck --addr 127.0.0.1:8080"`
	PDFText  PDFTextCmd     `cmd:"" name:"pdf-text" hidden:"" help:"Read the text of a PDF from stdin to stdout."`
	Evaluate MovedCmd       `cmd:"" hidden:"" passthrough:""`
	Starter  MovedCmd       `cmd:"" hidden:"" passthrough:""`
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
