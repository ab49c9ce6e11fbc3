package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/serve/schema"
	"kinodex/internal/serve/wire"
)

// instructions tell an agent how to begin.
const instructions = "Kinodex answers questions about films and screenplays: a catalogue with ratings, money, awards and credits, a research set of measured screenplays, forecasts, recommendations and craft guides. " +
	"Begin with search_films, or with search and fetch to cite; take ids from answers, never guess them. " +
	"Each call counts against a daily budget, except get_account_status, which tells what is left. " +
	"A refusal has a code and says which field to change and what it may be. null means unknown, never zero. " +
	"Answers are concise; where a tool takes detail, full gives everything. " +
	"An answer with truncated: true leaves something out; its rest says how to read on."

// cacheFor is how long clients may keep lists, which are the same for everybody (REQ M-04).
const cacheFor = time.Hour

// assemble makes the SDK's server of the tools, prompts and resources. New calls it once.
func (c *Connector) assemble(all []tool) error {
	info := &sdk.Implementation{Name: "kinodex", Title: "Kinodex", Version: c.app.Version()}
	var err error
	if c.listed.info, err = json.Marshal(info); err != nil {
		return err
	}
	c.server = sdk.NewServer(info, &sdk.ServerOptions{
		Instructions: instructions,
		// What is listed changes with the program alone: no notifications.
		Capabilities: &sdk.ServerCapabilities{
			Tools: &sdk.ToolCapabilities{}, Prompts: &sdk.PromptCapabilities{}, Resources: &sdk.ResourceCapabilities{},
			Extensions: map[string]any{skillsExtension: struct{}{}},
		},
		CompletionHandler: c.complete,
		SetCacheable: func(ctx context.Context, r sdk.Request, held *sdk.Cacheable) {
			held.TTLMs, held.CacheScope = int(cacheFor.Milliseconds()), "public"
			if c.shows(ctx, r) { // others are told otherwise
				held.CacheScope = "private"
			}
		},
	})
	var order []string
	outliner := schema.NewOutliner()
	for i := range all {
		t := all[i].described(outliner)
		c.server.AddTool(t, c.handler(&all[i]))
		order = append(order, t.Name)
	}
	if err := c.addPrompts(); err != nil {
		return err
	}
	c.addResources()
	c.addView()
	if err := c.addSkills(); err != nil {
		return err
	}
	c.server.AddReceivingMiddleware(c.caught, explicit, inOrder(order), c.withViews)
	c.sdkHandler = sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return c.server }, &sdk.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, PropagateRequestCancellation: true,
		// Connector.serve has checked these already.
		DisableLocalhostProtection: true, MaxRequestBodyBytes: -1,
	})
	return nil
}

// sender is who sends the messages of a context, and where from the service is
// reached. The SDK's handlers run on goroutines of their own, so they open visits of
// their own.
type sender struct {
	caller func(ctx context.Context) (access.Caller, error)
	base   string
	enter  func(heavy bool) error
	// views is set where the sender is known to show views.
	views bool
}

type senderKey struct{}

// withSender returns a context whose messages are from a sender.
func withSender(ctx context.Context, a *sender) context.Context {
	return context.WithValue(ctx, senderKey{}, a)
}

// visit opens a visit for the sender in a context. Who gets it must close it. A context
// without a sender is an error.
func (c *Connector) visit(ctx context.Context) (*app.Visit, *sender, error) {
	a, ok := ctx.Value(senderKey{}).(*sender)
	if !ok {
		return nil, nil, fmt.Errorf("nobody asks")
	}
	caller, err := a.caller(ctx)
	if err != nil {
		return nil, nil, err
	}
	v, err := c.app.Visit(caller)
	return v, a, err
}

// handler returns what answers calls of a tool that come through the SDK. Each call opens a
// visit of its own, closes it, and is logged in one line, without its arguments.
func (c *Connector) handler(t *tool) sdk.ToolHandler {
	return func(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		began := time.Now()
		if wire.RequestID(ctx) == "" { // not over HTTP
			ctx = wire.WithRequestID(ctx, wire.NewRequestID())
		}
		v, a, err := c.visit(ctx)
		if err != nil {
			return nil, refusal(toolErrorOf(c.failures.Settle(ctx, wire.Occasion{Route: Path}, nil, err), access.Bill{}))
		}
		defer v.Close()
		q := &toolCall{tool: t, sent: r.Params.Arguments, visit: v, base: a.base, declared: declared(r), enter: a.enter}
		if t.viewed && c.shows(ctx, r) {
			q.views = c.views
		}
		payload, failed := c.answer(ctx, q, nil)
		code := "OK"
		result := &sdk.CallToolResult{}
		if q.view != "" {
			result.Meta = sdk.Meta{ViewKey: q.view}
		}
		form := formOf(declared(r), t)
		if form != textOnly {
			result.StructuredContent = json.RawMessage(payload)
		}
		if form == structuredOnly {
			payload = appendSummary(nil, payload)
		}
		result.Content = []sdk.Content{&sdk.TextContent{Text: string(payload)}}
		if failed != nil {
			code = failed.Code
			result = &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: string(failed.appendTo(nil))}}, IsError: true}
		}
		c.failures.Log.LogAttrs(ctx, slog.LevelInfo, "call", slog.String("tool", t.name), slog.String("mode", v.Caller().Mode.String()),
			slog.String("code", code), slog.Duration("took", time.Since(began)), slog.String("key_id", v.Caller().Key))
		return result, nil
	}
}

// declared returns the version of the protocol that a call over HTTP declares, which may be
// empty, or that its session agreed on.
func declared(r *sdk.CallToolRequest) string {
	if r.Extra != nil && r.Extra.Header != nil {
		return r.Extra.Header.Get(versionHeader)
	}
	return r.ProtocolVersion()
}

// refusal returns a tool error as an error of the protocol, for methods that are no calls of
// tools.
func refusal(d *toolError) error {
	data, _ := json.Marshal(d) // strings, bools and numbers
	return &jsonrpc.Error{Code: refused, Message: d.Message, Data: data}
}

// caught turns a panic into an error: left alone it would end the process, since the
// SDK answers on goroutines of its own.
func (c *Connector) caught(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, r sdk.Request) (result sdk.Result, err error) {
		defer func() {
			if p := recover(); p != nil {
				at := wire.Occasion{Route: Path + " " + method}
				_ = c.failures.Settle(ctx, at, nil, c.failures.Recovered(ctx, at, c.app, p))
				result, err = nil, &jsonrpc.Error{Code: internalError, Message: "something went wrong on our side"}
			}
		}()
		return next(ctx, method, r)
	}
}

// explicit writes isError into every result of a tool, also when it is false, since some
// clients require it (REQ M-02).
func explicit(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, r sdk.Request) (sdk.Result, error) {
		result, err := next(ctx, method, r)
		if err != nil { // result may be a nil pointer
			return nil, err
		}
		if called, ok := result.(*sdk.CallToolResult); ok {
			return explicitResult{called}, nil
		}
		return result, nil
	}
}

type explicitResult struct{ *sdk.CallToolResult }

// MarshalJSON adds what the SDK leaves out.
func (r explicitResult) MarshalJSON() ([]byte, error) {
	b, err := json.Marshal(r.CallToolResult)
	if err != nil || r.IsError {
		return b, err
	}
	return append(b[:len(b)-1], `,"isError":false}`...), nil
}

// inOrder lists the tools in the order given; the SDK has them by name (REQ M-14).
func inOrder(order []string) sdk.Middleware {
	return func(next sdk.MethodHandler) sdk.MethodHandler {
		return func(ctx context.Context, method string, r sdk.Request) (sdk.Result, error) {
			result, err := next(ctx, method, r)
			if err != nil {
				return nil, err
			}
			if list, ok := result.(*sdk.ListToolsResult); ok {
				slices.SortFunc(list.Tools, func(a, b *sdk.Tool) int {
					return slices.Index(order, a.Name) - slices.Index(order, b.Name)
				})
			}
			return result, nil
		}
	}
}
