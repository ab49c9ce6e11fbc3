package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"kinodex/internal/ledger"
	"kinodex/internal/ledger/sqldb"
	"kinodex/internal/library"
	"kinodex/internal/starter"
)

// openLedger opens the ledger that url names: sqlite:PATH, or, when url is
// empty, kinodex.db in the data directory. This file is the only place that
// knows drivers.
func openLedger(ctx context.Context, data, url string) (ledger.Ledger, io.Closer, error) {
	if url == "" {
		url = "sqlite:" + filepath.Join(data, "kinodex.db")
	}
	path, ok := strings.CutPrefix(url, "sqlite:")
	if !ok || path == "" {
		return nil, nil, fmt.Errorf("ledger must be sqlite:PATH")
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, nil, fmt.Errorf("open ledger: %w", err)
	}
	db, err := sqldb.Open(ctx, path)
	if err != nil {
		return nil, nil, fmt.Errorf("open ledger: %w", err)
	}
	return db, db, nil
}

// starterWait is how long a server waits for another process that is installing
// the starter library in the same data directory.
const starterWait = time.Minute

// openShelf opens the library of a data directory, after installing the starter
// library when there is none.
func openShelf(ctx context.Context, data string, log *slog.Logger) (*library.Shelf, error) {
	root := libraryRoot(data)
	for deadline := time.Now().Add(starterWait); ; {
		shelf, err := library.NewShelf(root, log)
		if !errors.Is(err, library.ErrEmpty) {
			return shelf, err
		}
		m, err := starter.Install(root, "kinodex "+ServiceVersion, time.Now())
		switch {
		case err == nil:
			log.Info("starter library installed", "films", m.Films, "generation", m.Generation)
		case !errors.Is(err, library.ErrBuilding) || time.Now().After(deadline):
			return nil, fmt.Errorf("install the starter library: %w", err)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
}
