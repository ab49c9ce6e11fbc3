package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"kinodex/internal/app"
	"kinodex/internal/identity"
	"kinodex/internal/serve/mcp"
	"kinodex/internal/serve/site/views"
	"kinodex/internal/serve/wire"
)

// MCPCmd speaks the agent connector over standard input and output, for an agent on
// the same machine.
type MCPCmd struct {
	Data     string     `help:"Data directory. A new one gets the starter library and a ledger. Example: /var/lib/kinodex" default:"data" type:"path"`
	Key      string     `help:"API key of an account in the ledger. Set it in KINODEX_KEY, because other users of the machine can read command lines. Without a key, the connector uses the sandbox: read-only, 25 calls a day." placeholder:"KEY"`
	Ledger   string     `help:"Ledger: the database of accounts, keys and spending, as sqlite:PATH or postgres://… Default: kinodex.db in the data directory. Example: sqlite:/var/lib/kinodex/kinodex.db" placeholder:"URL"`
	Meters   string     `help:"Redis that counts spending instead of the ledger: redis://… Example: redis://cache.example.com/0" placeholder:"URL"`
	Bucket   string     `help:"Bucket of posters: dir:PATH or s3://… Default: the folder objects in the data directory. Example: dir:/var/lib/kinodex/objects" placeholder:"URL"`
	LLM      string     `name:"llm" help:"Language model for the writers' room. Default: none. Set its key in KINODEX_LLM_KEY. Example: openai:http://localhost:11434/v1?model=qwen3:8b" placeholder:"URL"`
	Plans    string     `help:"File that overrides the daily budgets and operations of the plans, as for kinodex serve. Example: plans.json" placeholder:"FILE" type:"existingfile"`
	BaseURL  string     `name:"base-url" help:"Public base URL of the service, for citations and links. Example: https://films.example.com" default:"http://127.0.0.1:8080"`
	LogLevel slog.Level `help:"Minimum level of log messages on standard error: debug, info, warn or error." default:"warn"`
}

// Run answers until standard input or ctx ends; both are no error. What was read before
// standard input ended is answered first. A key that is not valid is an error before
// anything is read. The log goes to standard error.
func (c MCPCmd) Run(ctx context.Context, g *Globals) error {
	log := newLog(g.Err, c.LogLevel)
	service, closer, err := c.open(ctx, log)
	if err != nil {
		return err
	}
	defer closer.Close()
	shown := identity.Credentials{Key: c.Key, Sandbox: c.Key == ""}
	if _, err := service.Identity().Caller(ctx, shown); err != nil {
		return err
	}
	seen, err := views.New()
	if err != nil {
		return err
	}
	connector, err := mcp.New(mcp.Options{App: service, Failures: wire.Failures{Log: log}, BaseURL: c.BaseURL, Views: seen})
	if err != nil {
		return err
	}
	if err = connector.Converse(ctx, shown, os.Stdin, g.Out); ctx.Err() != nil {
		return nil
	}
	return err
}

// open opens the data directory as serve does, except that it makes no snapshots.
// New generations of the library are picked up until the closer is closed. The
// caller closes it. After an error everything is closed and the closer is nil.
func (c MCPCmd) open(ctx context.Context, log *slog.Logger) (*app.App, io.Closer, error) {
	if err := os.MkdirAll(c.Data, 0o755); err != nil {
		return nil, nil, fmt.Errorf("data directory: %w", err)
	}
	led, books, err := openLedger(ctx, c.Data, c.Ledger, c.Meters, log)
	if err != nil {
		return nil, nil, err
	}
	opened := closers{books}
	fail := func(err error) (*app.App, io.Closer, error) { return nil, nil, errors.Join(err, opened.Close()) }
	objects, err := openBucket(ctx, c.Data, c.Bucket, led)
	if err != nil {
		return fail(err)
	}
	opened = append(closers{objects}, opened...)
	holder, err := openLibraryBeside(ctx, c.Data, objects, log)
	if err != nil {
		return fail(err)
	}
	opened = append(closers{holder}, opened...)
	holder.Watch(reloadEvery)
	readPDF, err := pdfReader()
	if err != nil {
		return fail(err)
	}
	model, err := openModel(c.LLM, log, nil)
	if err != nil {
		return fail(err)
	}
	policy, err := readPlans(c.Plans)
	if err != nil {
		return fail(err)
	}
	service, err := app.New(ctx, app.Options{Holder: holder, Ledger: led, Policy: policy, Bucket: objects, Version: ServiceVersion, PDF: readPDF, Model: model})
	if err != nil {
		return fail(err)
	}
	opened = append(closers{usageCloser{service}}, opened...)
	return service, opened, nil
}

// usageCloser tells the ledger what is still to be told of usage when it is closed.
type usageCloser struct{ *app.App }

// Close is App.Close, within five seconds.
func (t usageCloser) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return t.App.Close(ctx)
}
