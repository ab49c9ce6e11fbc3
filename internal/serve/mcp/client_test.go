package mcp_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/identity"
	"kinodex/internal/serve/mcp"
)

// keyed adds a key to requests.
type keyed struct{ key string }

func (k keyed) RoundTrip(r *http.Request) (*http.Response, error) {
	if k.key != "" {
		r = r.Clone(r.Context())
		r.Header.Set("Authorization", "Bearer "+k.key)
	}
	return http.DefaultTransport.RoundTrip(r)
}

// connect is the official client of a connector over HTTP.
func (d *door) connect(key string) *sdk.ClientSession {
	d.t.Helper()
	return d.connectAs(sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil), key)
}

func (d *door) connectAs(client *sdk.Client, key string) *sdk.ClientSession {
	d.t.Helper()
	session, err := client.Connect(d.t.Context(), &sdk.StreamableClientTransport{
		Endpoint: d.url, HTTPClient: &http.Client{Transport: keyed{key}}, DisableStandaloneSSE: true,
	}, nil)
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { session.Close() })
	return session
}

// REQ M-01 to M-17: the official client, with and without a key.
func TestTheOfficialClient(t *testing.T) {
	both(t, func(t *testing.T, open func(...func(*mcp.Options)) *door) {
		d := open()
		for mode, key := range map[string]string{"sandbox": "", "api_key": d.studio()} {
			converse(t, d.connect(key), mode)
		}
		if _, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &sdk.StreamableClientTransport{
			Endpoint: d.url, HTTPClient: &http.Client{Transport: keyed{access.NewToken(false).Reveal()}}, DisableStandaloneSSE: true,
		}, nil); err == nil {
			t.Error("a bad key was let in (A-19)")
		}
	})
}

// converse asks everything that a client may ask.
func converse(t *testing.T, s *sdk.ClientSession, mode string) {
	t.Helper()
	ctx := t.Context()
	tools, err := s.ListTools(ctx, nil)
	if err != nil || len(tools.Tools) != 17 {
		t.Fatalf("%s: %d tools, %v", mode, len(tools.Tools), err)
	}
	for _, tool := range tools.Tools {
		r, err := s.CallTool(ctx, &sdk.CallToolParams{Name: tool.Name, Arguments: json.RawMessage(asked()[tool.Name][0])})
		if err != nil {
			t.Fatalf("%s: %s: %v", mode, tool.Name, err)
		}
		may := mode != "sandbox" || tool.Name != "ai_script_coverage" && tool.Name != "ai_rewrite_scene"
		if r.IsError == may || (r.StructuredContent == nil) == may {
			t.Errorf("%s: %s: isError %v: %.200s", mode, tool.Name, r.IsError, r.Content[0].(*sdk.TextContent).Text)
		}
		if tool.Name == "get_account_status" && r.StructuredContent.(map[string]any)["mode"] != mode {
			t.Errorf("%s is told as %v", mode, r.StructuredContent)
		}
	}
	prompts, err := s.ListPrompts(ctx, nil)
	if err != nil || len(prompts.Prompts) != 3 {
		t.Fatalf("%s: prompts %v, %v", mode, prompts, err)
	}
	for _, p := range prompts.Prompts {
		given := map[string]string{p.Arguments[0].Name: "The Brass Key"}
		got, err := s.GetPrompt(ctx, &sdk.GetPromptParams{Name: p.Name, Arguments: given})
		if err != nil || len(got.Messages) != 1 {
			t.Errorf("%s: %s: %v", mode, p.Name, err)
		}
		if _, err := s.GetPrompt(ctx, &sdk.GetPromptParams{Name: p.Name}); err == nil {
			t.Errorf("%s: %s was filled in without %s", mode, p.Name, p.Arguments[0].Name)
		}
	}
	templates, err := s.ListResourceTemplates(ctx, nil)
	if err != nil || len(templates.ResourceTemplates) != 3 {
		t.Errorf("%s: templates %v, %v", mode, templates, err)
	}
	listed, err := s.ListResources(ctx, nil)
	if err != nil || len(listed.Resources) < 40 {
		t.Errorf("%s: resources, %v", mode, err)
	}
	for uri, media := range map[string]string{
		"film://" + apptest.Ensemble: "application/json", "script://" + apptest.Crossing: "application/json", "guide://writers/billy-wilder": "text/markdown",
	} {
		read, err := s.ReadResource(ctx, &sdk.ReadResourceParams{URI: uri})
		if err != nil || len(read.Contents) != 1 || read.Contents[0].MIMEType != media || len(read.Contents[0].Text) < 100 {
			t.Errorf("%s: %s: %v, %v", mode, uri, read, err)
		}
	}
	for _, uri := range []string{"film://" + apptest.Absent, "script://abc", "guide://actors/anybody", "guide://writers/nobody", "book://1"} {
		if _, err := s.ReadResource(ctx, &sdk.ReadResourceParams{URI: uri}); err == nil {
			t.Errorf("%s: %s was read", mode, uri)
		}
	}
	done, err := s.Complete(ctx, &sdk.CompleteParams{
		Ref:      &sdk.CompleteReference{Type: "ref/resource", URI: "guide://{discipline}/{slug}"},
		Argument: sdk.CompleteParamsArgument{Name: "slug", Value: "billy"},
		Context:  &sdk.CompleteContext{Arguments: map[string]string{"discipline": "writers"}},
	})
	if err != nil || !slices.Contains(done.Completion.Values, "billy-wilder") {
		t.Errorf("%s: completion %v, %v", mode, done, err)
	}
}

// REQ M-43: the same over standard input, where a key may come and go.
func TestConverse(t *testing.T) {
	d := open(t)
	for mode, key := range map[string]string{"sandbox": "", "api_key": d.studio()} {
		converse(t, d.pipe(identity.Credentials{Key: key, Sandbox: key == ""}), mode)
	}
	revoked := d.NewKey(access.Writer, access.Writer.DefaultScopes(), false)
	s := d.pipe(identity.Credentials{Key: revoked})
	call := func() error {
		_, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: "search_films"})
		return err
	}
	if err := call(); err != nil {
		t.Fatal(err)
	}
	id := d.Caller(revoked).Key
	if err := d.Ledger.RevokeKey(t.Context(), id, d.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Second) // as long as keys are remembered
	if err := call(); err == nil {
		t.Error("a revoked key is still good")
	}
}

// pipe is the official client at the other end of a connector's standard input.
func (d *door) pipe(shown identity.Credentials) *sdk.ClientSession {
	d.t.Helper()
	return d.pipeAs(sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil), shown)
}

func (d *door) pipeAs(client *sdk.Client, shown identity.Credentials) *sdk.ClientSession {
	d.t.Helper()
	return d.pipeIn(client, shown, "")
}

// pipeIn is pipeAs in a version of the protocol; the newest when it is empty.
func (d *door) pipeIn(client *sdk.Client, shown identity.Credentials, version string) *sdk.ClientSession {
	d.t.Helper()
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	ctx, stop := context.WithCancel(d.t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.Converse(ctx, shown, in, out) }()
	session, err := client.Connect(d.t.Context(), &sdk.IOTransport{Reader: fromServer, Writer: toServer}, &sdk.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { session.Close(); stop(); <-ended })
	return session
}
