package mcp

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"kinodex/internal/app"
	"kinodex/internal/film"
	"kinodex/internal/forecast"
	"kinodex/internal/serve/wire"
)

// viewsExtension names the extension of the protocol by which clients show people what a tool answered.
// It is specified in github.com/modelcontextprotocol/ext-apps, specification/2026-01-26/apps.mdx
// (SEP-1865).
const viewsExtension = "io.modelcontextprotocol/ui"

const (
	viewMedia = "text/html;profile=mcp-app"
	viewURI   = "ui://kinodex/answer"
)

// ViewKey is the member of a result's _meta that has what the document of Views shows. Models are not
// shown _meta.
const ViewKey = "kinodex/view"

// Views are what people see of answers, in clients that declare the extension (F2-159). Document is a
// whole page of HTML that loads nothing. The functions return the HTML that it shows of one answer, whose
// links begin with base, the address of the service.
type Views struct {
	Document   string
	Forecast   func(ctx context.Context, base string, o *forecast.Outcome) (string, error)
	Screenplay func(ctx context.Context, base string, s *app.Study) (string, error)
	Drafts     func(ctx context.Context, base string, c *app.Comparison) (string, error)
}

// showsViews reports whether a client declares the extension, with the form of view that there is.
func showsViews(declared *sdk.ClientCapabilities) bool {
	if declared == nil {
		return false
	}
	settings, _ := declared.Extensions[viewsExtension].(map[string]any)
	forms, _ := settings["mimeTypes"].([]any)
	return slices.Contains(forms, any(viewMedia))
}

// Of the old protocol only the handshake tells what a client can. Over HTTP nothing is remembered between
// two messages, so that a client that shows views is given a session id that says so, and sends it with
// every further message.
const (
	sessionHeader  = "Mcp-Session-Id"
	sessionOfViews = "views-"
)

// begin gives the client that declares the extension in a handshake its session id.
func (c *Connector) begin(x *wire.Exchange, m *message) {
	var declared sdk.ClientCapabilities
	if c.views == nil || json.Unmarshal(m.params["capabilities"], &declared) != nil || !showsViews(&declared) {
		return
	}
	h := x.Header()
	h.Set(sessionHeader, sessionOfViews+rand.Text())
	if readable := h.Get("Access-Control-Expose-Headers"); readable != "" {
		h["Access-Control-Expose-Headers"] = []string{readable + ", " + sessionHeader}
	}
}

// showsTo reports whether the client that sent a message over HTTP shows views.
func (c *Connector) showsTo(h http.Header, m *message, modern bool) bool {
	if c.views == nil {
		return false
	}
	if !modern {
		return strings.HasPrefix(h.Get(sessionHeader), sessionOfViews)
	}
	var meta struct {
		Declared sdk.ClientCapabilities `json:"io.modelcontextprotocol/clientCapabilities"`
	}
	sent := m.params["_meta"]
	return bytes.Contains(sent, []byte(viewMedia)) && json.Unmarshal(sent, &meta) == nil && showsViews(&meta.Declared)
}

// shows is showsTo of a request that the SDK passes on.
func (c *Connector) shows(ctx context.Context, r sdk.Request) bool {
	if c.views == nil {
		return false
	}
	if a, ok := ctx.Value(senderKey{}).(*sender); ok && a.views {
		return true
	}
	asking, ok := r.(interface {
		ClientCapabilities() *sdk.ClientCapabilities
	})
	return ok && showsViews(asking.ClientCapabilities())
}

// addView adds the document of the views as a resource. Reading it is free, as for a skill.
func (c *Connector) addView() {
	if c.views == nil {
		return
	}
	shown := &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{
		URI: viewURI, MIMEType: viewMedia, Text: c.views.Document, Meta: sdk.Meta{"ui": map[string]any{"prefersBorder": true}},
	}}}
	c.server.AddResource(&sdk.Resource{URI: viewURI, Name: "answer", MIMEType: viewMedia},
		func(context.Context, *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) { return shown, nil })
}

// withViews names the view of a tool to clients that show views. The document is in no list of resources:
// tools lead to it, and nobody else has a use for it.
func (c *Connector) withViews(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, r sdk.Request) (sdk.Result, error) {
		result, err := next(ctx, method, r)
		if err != nil {
			return nil, err
		}
		switch list := result.(type) {
		case *sdk.ListResourcesResult:
			list.Resources = slices.DeleteFunc(list.Resources, func(each *sdk.Resource) bool { return each.URI == viewURI })
		case *sdk.ListToolsResult:
			for i, each := range list.Tools {
				if !c.tools[each.Name].viewed || !c.shows(ctx, r) {
					continue
				}
				viewed := *each // the SDK keeps the other
				viewed.Meta = sdk.Meta{"ui": map[string]any{"resourceUri": viewURI, "visibility": []string{"model"}}}
				list.Tools[i] = &viewed
			}
		}
		return result, nil
	}
}

// appendMeta appends the members that a result of a tool begins with, with a comma behind them: what the
// modern protocol adds, and what is shown of the answer.
func (c *Connector) appendMeta(dst []byte, modern bool, view string) []byte {
	if !modern && view == "" {
		return dst
	}
	dst = append(dst, `"_meta":{`...)
	if modern {
		dst = append(append(dst, `"io.modelcontextprotocol/serverInfo":`...), c.listed.info...)
	}
	if modern && view != "" {
		dst = append(dst, ',')
	}
	if view != "" {
		dst = film.AppendText(append(dst, `"`+ViewKey+`":`...), view)
	}
	dst = append(dst, `},`...)
	if modern {
		dst = append(dst, `"resultType":"complete",`...)
	}
	return dst
}
