package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/identity"
	"kinodex/internal/serve"
)

// DemoCmd serves a demonstration: a server that everybody may read and nobody may change.
type DemoCmd struct {
	Addr           string          `help:"Address on which the server listens. Example: 0.0.0.0:8080" default:"127.0.0.1:8080"`
	Data           string          `help:"Data directory: an empty folder, one with only a library, or one of an earlier demonstration. Default: a temporary folder with the starter library, which the command deletes when it ends. Example: ./demo" placeholder:"DIR" type:"path"`
	BaseURL        string          `name:"base-url" help:"Public base URL of the service, for links in answers. Example: https://films.example.com" placeholder:"URL"`
	TrustedProxies []netip.Prefix  `help:"Proxies whose X-Forwarded headers the server trusts, comma-separated. Example: 10.0.0.0/8,127.0.0.1/32" placeholder:"CIDR"`
	LogClients     serve.ClientLog `name:"log-clients" help:"Client addresses in the log: full, truncated (to /24, or to /48 for IPv6) or off." default:"truncated" placeholder:"HOW"`
	LogLevel       slog.Level      `help:"Minimum level of log messages: debug, info, warn or error." default:"warn"`
}

// demoLedger is the ledger of a demonstration, which is no ledger of a server: it has no accounts.
const demoLedger = "demo.db"

// Run serves until ctx ends. It changes nothing in a folder that it refuses.
func (c DemoCmd) Run(ctx context.Context, g *Globals) (err error) {
	free, err := listenAt(c.Addr) // known before a library is installed
	if err == nil {
		err = free.Close()
	}
	if err != nil {
		return err
	}
	data := c.Data
	if data == "" {
		if data, err = os.MkdirTemp("", "kinodex-demo-"); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(data)) }()
	} else if err := fitForDemo(data); err != nil {
		return err
	}
	// The rest of what a server may do needs accounts, stores what is asked, or asks others.
	return ServeCmd{
		Addr: c.Addr, Data: data, Ledger: "sqlite:" + filepath.Join(data, demoLedger), BaseURL: c.BaseURL, TrustedProxies: c.TrustedProxies,
		Encoder: "on", CacheControl: "public", SignUp: identity.SignUpOff, Site: "public", UpdateMemory: leastUpdateMemory,
		LogClients: c.LogClients, LogLevel: c.LogLevel, Drain: 5 * time.Second,
		demo: func(at net.Addr) string { return c.welcome(cmp.Or(c.BaseURL, "http://"+at.String()), data) },
	}.Run(ctx, g)
}

// fitForDemo refuses a folder that a server has, whose accounts a demonstration would keep at
// hand, and one with anything else in it.
func fitForDemo(data string) error {
	entries, err := os.ReadDir(data)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("data directory: %w; name a folder", err)
	}
	for _, e := range entries {
		switch {
		case e.Name() == filepath.Base(ledgerIn(data)):
			return fault.New(fault.Conflict, "%s is the data directory of a server with accounts, and a demonstration has none; name an empty folder with --data, or leave --data out", data)
		case !slices.Contains([]string{"library", "objects", "scratch", demoLedger, demoLedger + "-wal", demoLedger + "-shm"}, e.Name()):
			return fault.New(fault.Conflict, "%s has %s, which is not of a demonstration; name an empty folder with --data, or leave --data out", data, e.Name())
		}
	}
	return nil
}

// welcome says where a demonstration is and how to read it.
func (c DemoCmd) welcome(at, data string) string {
	stays := "stays there for the next demonstration"
	if c.Data == "" {
		stays = "is deleted when the command ends"
	}
	return fmt.Sprintf(`
Demonstration of Kinodex: %[1]s  (Ctrl+C ends it)

Everybody who reaches this address may read it. There are no accounts, and nothing can be changed.
The sandbox key for programs is public: %[4]d requests a day from one address.

    curl -H 'X-API-Key: %[2]s' '%[1]s/api/v2/films?q=heat'

Its data are in %[3]s, which %[5]s.`, at, access.Playground, data, access.KeylessDaily, stays)
}
