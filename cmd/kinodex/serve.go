package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"time"

	"kinodex/internal/app"
	"kinodex/internal/serve"
)

// ServeCmd serves the library of a data directory.
type ServeCmd struct {
	Addr           string         `help:"Address to listen on. Example: 0.0.0.0:8080" default:"127.0.0.1:8080"`
	Data           string         `help:"Data directory; a fresh one gets the starter library and a ledger. Example: /var/lib/kinodex" default:"data" type:"path"`
	Ledger         string         `help:"Where accounts, keys and spending live. Example: sqlite:/var/lib/kinodex/kinodex.db" placeholder:"URL"`
	BaseURL        string         `name:"base-url" help:"The address clients reach the service at, for links in answers; taken from the request when empty. Example: https://films.example.com" placeholder:"URL"`
	TrustedProxies []netip.Prefix `help:"Proxies whose X-Forwarded headers are believed, comma-separated. Example: 10.0.0.0/8,127.0.0.1/32" placeholder:"CIDR"`
	LogLevel       slog.Level     `help:"Least level that is logged: debug, info, warn or error." default:"info"`
	Drain          time.Duration  `help:"How long requests in flight may take to end after SIGTERM." default:"20s"`
}

// reloadEvery is how often a server looks for a new library generation.
const reloadEvery = time.Second

// Run serves until ctx ends, then drains.
func (c ServeCmd) Run(ctx context.Context, g *Globals) error {
	log := slog.New(slog.NewJSONHandler(g.Err, &slog.HandlerOptions{Level: c.LogLevel}))
	if err := os.MkdirAll(c.Data, 0o755); err != nil {
		return fmt.Errorf("data directory: %w", err)
	}
	led, closer, err := openLedger(ctx, c.Data, c.Ledger)
	if err != nil {
		return err
	}
	defer closer.Close()
	shelf, err := openShelf(ctx, c.Data, log)
	if err != nil {
		return err
	}
	defer shelf.Close()
	desk, err := app.New(ctx, app.Options{Shelf: shelf, Ledger: led, Version: ServiceVersion})
	if err != nil {
		return err
	}
	handler, err := serve.New(serve.Options{
		App: desk, Logger: log, BaseURL: c.BaseURL, TrustedProxies: c.TrustedProxies,
	})
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", c.Addr)
	if err != nil {
		return err
	}
	watching, stop := context.WithCancel(ctx)
	defer stop()
	go shelf.Watch(watching, reloadEvery)
	log.Info("serving", "addr", listener.Addr().String(), "generation", shelf.Generation(), "version", ServiceVersion)
	err = serve.Run(ctx, serve.Server(listener.Addr().String(), handler), listener, c.Drain)
	if err != nil && ctx.Err() != nil {
		log.Warn("drained, but not in time", "error", err)
		return nil
	}
	return err
}
