package mcp

import (
	"context"
	"io"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"kinodex/internal/access"
	"kinodex/internal/app"
)

// Converse answers messages that come one a line, such as over standard input, until there
// are no more or ctx ends (REQ M-43). A line has at most mostBody bytes. Whoever sends them
// is recognised anew for each call, so that a key that is revoked is refused from then on.
func (c *Connector) Converse(ctx context.Context, shown app.Credentials, from io.ReadCloser, to io.WriteCloser) error {
	ctx = withSender(ctx, &sender{base: c.base, caller: func(ctx context.Context) (access.Caller, error) {
		return c.app.Caller(ctx, shown)
	}})
	return c.server.Run(ctx, &sdk.IOTransport{Reader: from, Writer: to, MaxLineLength: mostBody})
}
