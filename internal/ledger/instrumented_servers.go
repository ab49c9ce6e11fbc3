package ledger

import (
	"context"
	"time"
)

// TellServer is Servers.TellServer.
func (o *instrumentedLedger) TellServer(ctx context.Context, s Server) (err error) {
	defer o.end(ctx, "TellServer", time.Now(), &err)
	return o.Ledger.TellServer(ctx, s)
}

// ForgetServers is Servers.ForgetServers.
func (o *instrumentedLedger) ForgetServers(ctx context.Context, name string) (err error) {
	defer o.end(ctx, "ForgetServers", time.Now(), &err)
	return o.Ledger.ForgetServers(ctx, name)
}

// ListServers is Servers.ListServers.
func (o *instrumentedLedger) ListServers(ctx context.Context) (_ []Server, err error) {
	defer o.end(ctx, "ListServers", time.Now(), &err)
	return o.Ledger.ListServers(ctx)
}
