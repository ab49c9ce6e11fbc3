// Package mcp is the agent connector: seventeen tools, with resources and prompts
// beside them, spoken as JSON-RPC by the Model Context Protocol (REQ M).
//
// A message comes in over HTTP at /mcp (http.go: who asks, from where, what the
// message is, which version of the protocol it is of) or over standard input
// (stdio.go). A call of a tool goes to call.go, which asks whether the caller may,
// reads the arguments (argument.go), asks the application, and turns faults into the
// codes of the connector (toolerror.go). The tools themselves are one declaration and
// one function each: films.go, scripts.go, forecast.go, guides.go, writersroom.go,
// cite.go, account.go; tools.go has their order. Answers that would fill an agent's window are
// cut, and say how to read on (fit.go, part.go). What people see of some answers comes beside them
// (views.go); it is rendered by whoever makes the connector.
//
// The official SDK speaks the rest of the protocol: the handshake of the old protocol
// and discovery of the new, lists, prompts, resources, completion, and whatever comes
// over standard input (sdk.go); the lines there are read by stdio.go. Calls of tools over HTTP do not pass through it, since
// they would spend most of their time there (docs/connector.md has the figures);
// both ways meet in call.go and are held to the same tests.
//
// The package imports app, serve/wire and what lies below. Start reading at
// Connector, then tool, then Connector.answer.
package mcp

import (
	"errors"
	"log/slog"
	"net/http"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"kinodex/internal/app"
	"kinodex/internal/serve/wire"
)

// Path is where the connector is reached over HTTP.
const Path = "/mcp"

// Options are what a Connector is made of. App is required.
type Options struct {
	App *app.App
	// Failures say what is done about failures. Without a Log nothing is logged.
	Failures wire.Failures
	// BaseURL is where the service is reached, without a trailing slash; empty to
	// take it from each request. Over standard input citations start with it.
	BaseURL string
	// Origins are those of web pages, such as https://agent.example, that may call
	// the connector, besides the service's own and, on this machine, those on this
	// machine; * for all.
	Origins []string
	// Views are what people see of answers, in clients that show them; nil for none.
	Views *Views
	// Called is called, if set, after each call of a tool, with its code or "OK".
	Called func(tool, code string)
}

// Connector answers messages over HTTP and over a pair of streams. It is safe for concurrent
// use.
type Connector struct {
	app      *app.App
	failures wire.Failures
	base     string
	origins  []string
	views    *Views
	called   func(tool, code string)

	tools      map[string]*tool
	server     *sdk.Server
	sdkHandler http.Handler // the server, over HTTP
	listed     listCache
	// whole makes calls over HTTP pass through the SDK, as they do over standard
	// input, so that tests can hold both ways to the same.
	whole bool
}

// New returns a connector. It fails without Options.App, and when the text of a prompt is
// missing.
func New(o Options) (*Connector, error) {
	if o.App == nil {
		return nil, errors.New("mcp: no app")
	}
	c := &Connector{
		app: o.App, failures: o.Failures, base: o.BaseURL, origins: o.Origins, views: o.Views, called: o.Called,
		tools: map[string]*tool{},
	}
	if c.failures.Log == nil {
		c.failures.Log = slog.New(slog.DiscardHandler)
	}
	if c.called == nil {
		c.called = func(string, string) {}
	}
	all := allTools()
	for i := range all {
		c.tools[all[i].name] = &all[i]
	}
	return c, c.assemble(all)
}
