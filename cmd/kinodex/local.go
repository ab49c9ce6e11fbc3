package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"kinodex/internal/app"
	"kinodex/internal/ledger"
	"kinodex/internal/library"
	"kinodex/internal/research"
	"kinodex/internal/scratch"
	"kinodex/internal/starter"
)

// localApp is the service without a server, for one person at a keyboard.
type localApp struct {
	*app.App
	closers
}

// Close lets go of the library.
func (d *localApp) Close() error { return d.closers.Close() }

// localOptions say what a localApp is made of.
type localOptions struct {
	data   string // the data directory that was named; empty for the one at hand
	signs  bool   // whether answers are signed, with the secret of a ledger
	ledger string // that ledger, if signs is set; that of the data directory when empty
	pdf    func(context.Context, []byte) (string, error)
}

// openLocalApp opens the library that the options name, or the one that is at
// hand, and says on to where that is unless it was asked for.
func openLocalApp(ctx context.Context, o localOptions, to io.Writer) (*localApp, error) {
	home, err := findHome(o.data, to)
	if err != nil {
		return nil, err
	}
	d := &localApp{closers: closers{home}}
	holder, err := home.open(ctx)
	if err != nil {
		return nil, errors.Join(err, d.Close())
	}
	d.closers = closers{holder, home}
	var books ledger.Ledger = ledger.NewMemory()
	if o.signs {
		opened, closer, err := openLedger(ctx, home.data, o.ledger, "", nil)
		if err != nil {
			return nil, errors.Join(err, d.Close())
		}
		books, d.closers = opened, closers{closer, holder, home}
	}
	if d.App, err = app.New(ctx, app.Options{Holder: holder, Ledger: books, Version: ServiceVersion, PDF: o.pdf}); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// home is the data directory that a command without a server works in.
type home struct {
	data string
	ours bool         // nobody named it: it holds the starter library alone
	away *scratch.Dir // set when it is removed in the end
}

// findHome gives the data directory that was named, else ./data when it has a
// library, else one of our own in the user's cache directory, by version, or
// where there is none a temporary one.
func findHome(named string, to io.Writer) (*home, error) {
	if named != "" {
		return &home{data: named}, nil
	}
	if hasLibrary("data") {
		return &home{data: "data"}, nil
	}
	if cache, err := os.UserCacheDir(); err == nil {
		h := &home{data: filepath.Join(cache, "kinodex", ServiceVersion), ours: true}
		if os.MkdirAll(h.data, 0o755) == nil {
			fmt.Fprintf(to, "kinodex: no library in ./data; using the starter library in %s\n", h.data)
			return h, nil
		}
	}
	temporary, err := scratch.Make(os.TempDir(), "kinodex-local-")
	if err != nil {
		return nil, err
	}
	fmt.Fprintln(to, "kinodex: no library in ./data and no cache directory; using a temporary copy of the starter library, for this once")
	return &home{data: temporary.Path(), ours: true, away: temporary}, nil
}

// hasLibrary says whether a data directory has a library, sound or not.
func hasLibrary(data string) bool {
	lib, err := library.Open(library.Root(data))
	if err == nil {
		_ = lib.Close()
	}
	return !errors.Is(err, library.ErrEmpty)
}

// open opens the library, after making an outdated one anew.
func (h *home) open(ctx context.Context) (*library.Holder, error) {
	holder, err := openLibrary(ctx, h.data, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	lib, release, err := holder.Acquire()
	if err != nil {
		return nil, errors.Join(err, holder.Close())
	}
	built := lib.BuiltAt()
	release()
	if !h.outdated(built, programMade()) {
		return holder, nil
	}
	installed, err := starter.Install(ctx, library.Root(h.data), "kinodex "+ServiceVersion, nil, time.Now())
	if err == nil {
		_ = installed.Close()
		_, err = holder.Reload()
	}
	if err != nil && !errors.Is(err, library.ErrBuilding) { // then another command is making it
		return nil, errors.Join(err, holder.Close())
	}
	return holder, nil
}

// outdated says whether the library is one of our own that was built before the
// program was made: a program of the same version may carry another one.
func (h *home) outdated(built, program time.Time) bool { return h.ours && program.After(built) }

// programMade is when this program was made; the zero time when that is unknown.
func programMade() time.Time {
	self, err := os.Executable()
	if err != nil {
		return time.Time{}
	}
	info, err := os.Stat(self)
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// Close removes what is not to be kept.
func (h *home) Close() error {
	if h.away == nil {
		return nil
	}
	return h.away.Close()
}

// model returns what the page tells of the model.
func (d *localApp) model(ctx context.Context) (*research.ModelCard, error) {
	visit, err := d.Visit(writer)
	if err != nil {
		return nil, err
	}
	defer visit.Close()
	model, err := visit.Model(ctx)
	if err != nil {
		return nil, err
	}
	return model.ModelCard, nil
}
