package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"kinodex/internal/blob"
	"kinodex/internal/blob/disk"
	"kinodex/internal/blob/s3"
	"kinodex/internal/fault"
	"kinodex/internal/ledger"
	"kinodex/internal/ledger/pgdb"
	"kinodex/internal/ledger/redismeter"
	"kinodex/internal/ledger/sqldb"
	"kinodex/internal/library"
	"kinodex/internal/poster"
	"kinodex/internal/serve"
	"kinodex/internal/starter"
)

// openLedger opens the ledger that books names: sqlite:PATH or postgres://…, or,
// when that is empty, kinodex.db in the data directory. With meters, which is
// redis://…, it counts spending there. What the ledger keeps because it does not
// believe the clock is logged, if there is a log. This file and ledger.go are the
// only places that know drivers.
func openLedger(ctx context.Context, data, books, meters string, log *slog.Logger) (ledger.Ledger, io.Closer, error) {
	if err := cmp.Or(showsPassword(os.Args, "ledger", books), showsPassword(os.Args, "meters", meters)); err != nil {
		return nil, nil, err
	}
	l, err := openBooks(ctx, booksOf(data, books))
	if err != nil {
		return nil, nil, notOpened("ledger", err)
	}
	l.LogTo(log)
	if meters == "" {
		return l, l, nil
	}
	m, err := openMeters(ctx, meters)
	if err != nil {
		return nil, nil, errors.Join(err, l.Close())
	}
	return ledger.WithMeters(l, m), closers{m, l}, nil
}

// openMeters opens the meters at redis://…
func openMeters(ctx context.Context, at string) (*redismeter.Meters, error) {
	m, err := redismeter.Open(ctx, at)
	if err != nil {
		return nil, notOpened("meters", err)
	}
	return m, nil
}

// notOpened says what was opened in vain. Of a server that did not let us in it also says
// that it is asked once.
func notOpened(what string, err error) error {
	if refused := new(ledger.OpenError); errors.As(err, &refused) {
		return fmt.Errorf("open %s: %w. Kinodex does not try again: restart it when the server answers (systemd and Kubernetes do so themselves); "+
			"kinodex doctor checks everything that a server needs", what, err)
	}
	return fmt.Errorf("open %s: %w", what, err)
}

// ledgerIn is where a data directory has its ledger.
func ledgerIn(data string) string { return filepath.Join(data, "kinodex.db") }

// booksOf is where the ledger is that books names.
func booksOf(data, books string) string { return cmp.Or(books, "sqlite:"+ledgerIn(data)) }

// missingLedger is the file that openLedger would make; empty when it is there, and for a
// ledger that is no file.
func missingLedger(data, books string) string {
	scheme, path, _ := strings.Cut(booksOf(data, books), ":")
	if _, err := os.Stat(path); scheme != "sqlite" || !errors.Is(err, os.ErrNotExist) {
		return ""
	}
	return path
}

// errNoAddress refuses what is no address of a ledger.
var errNoAddress = errors.New("the address must be sqlite:PATH or postgres://USER@HOST/DATABASE")

// openBooks opens a ledger with meters of its own.
func openBooks(ctx context.Context, at string) (interface {
	ledger.Ledger
	io.Closer
	LogTo(*slog.Logger)
}, error) {
	switch scheme, path, _ := strings.Cut(at, ":"); {
	case scheme == "postgres" || scheme == "postgresql":
		return pgdb.Open(ctx, at)
	case scheme == "sqlite" && path != "":
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return nil, err
		}
		return sqldb.Open(ctx, path)
	}
	return nil, errNoAddress
}

// bucket is a bucket and what serves the links it gives; objects is nil when the
// bucket's store serves them itself.
type bucket struct {
	blob.Bucket
	objects serve.Objects
	io.Closer
	away error // why the store did not answer; nil when it did
}

// openBucket opens the bucket that at names, and fails when its store does not
// answer. A server, which can do without for a while, uses findBucket.
func openBucket(ctx context.Context, data, at string, led ledger.Ledger) (*bucket, error) {
	b, err := findBucket(ctx, data, at, led)
	if err == nil && b.away != nil {
		return nil, errors.Join(b.away, b.Close())
	}
	return b, err
}

// findBucket gives the bucket that at names: dir:PATH or s3://…, or, when that
// is empty, objects in the data directory. A store that does not answer is told in
// the bucket's away; a bucket that does not exist is an error. Links of a directory are signed with a
// secret of the ledger, which replicas share; one who gives out no links needs no
// ledger.
func findBucket(ctx context.Context, data, at string, led ledger.Ledger) (*bucket, error) {
	at = cmp.Or(at, "dir:"+filepath.Join(data, "objects"))
	scheme, path, _ := strings.Cut(at, ":")
	switch {
	case scheme == "s3":
		b, err := s3.Open(at)
		if err != nil {
			return nil, err
		}
		away := b.Check(ctx)
		if away != nil && !errors.Is(away, blob.ErrUnavailable) {
			return nil, fmt.Errorf("open bucket: %w", away)
		}
		return &bucket{Bucket: b, Closer: closers{}, away: away}, nil
	case scheme == "dir" && path != "":
		secret, err := linkSecret(ctx, led)
		if err != nil {
			return nil, fmt.Errorf("read the secret that signs links: %w", err)
		}
		b, err := disk.Open(path, secret)
		if err != nil {
			return nil, err
		}
		serves := func(refuse serve.Refuse) http.Handler { return b.Server(time.Now, refuse) }
		return &bucket{Bucket: b, objects: serves, Closer: b}, nil
	}
	return nil, errors.New("open bucket: the address must be dir:PATH or " + s3.Address)
}

// linkSecret is that of the ledger, or, without one, a secret that nobody knows.
func linkSecret(ctx context.Context, led ledger.Ledger) ([]byte, error) {
	if led != nil {
		return led.Secret(ctx, "objects")
	}
	secret := make([]byte, 32)
	rand.Read(secret) // never fails
	return secret, nil
}

// showsPassword refuses a URL whose password stands among args, the command line, where
// everyone on the machine can read it. The URL may name several hosts.
func showsPassword(args []string, flag, address string) error {
	_, authority, _ := strings.Cut(address, "://")
	if end := strings.IndexAny(authority, "/?#"); end >= 0 {
		authority = authority[:end]
	}
	_, secret, _ := strings.Cut(authority[:max(0, strings.LastIndexByte(authority, '@'))], ":")
	for _, arg := range args {
		if secret != "" && strings.Contains(arg, address) {
			return fault.New(fault.InvalidParameter,
				"everyone on this machine can read the password in --%s; set the URL in KINODEX_%s instead", flag, strings.ToUpper(flag))
		}
	}
	return nil
}

// closers are closed in order.
type closers []io.Closer

// Close closes all.
func (all closers) Close() error {
	var errs []error
	for _, c := range all {
		errs = append(errs, c.Close())
	}
	return errors.Join(errs...)
}

// starterWait is how long a server waits for another process that is installing
// the starter library in the same data directory.
const starterWait = time.Minute

// openLibrary opens the library of a data directory, after installing the starter
// library when there is none, or only one that an earlier program carried. A library
// somebody built is left for its builder.
func openLibrary(ctx context.Context, data string, log *slog.Logger) (*library.Holder, error) {
	return openLibraryBeside(ctx, data, nil, log)
}

// openLibraryBeside is openLibrary for who has a bucket: a starter library that is
// installed tells of the posters that lie there.
func openLibraryBeside(ctx context.Context, data string, bucket blob.Bucket, log *slog.Logger) (*library.Holder, error) {
	root := library.Root(data)
	for deadline := time.Now().Add(starterWait); ; {
		holder, err := library.NewHolder(root, log)
		if !errors.Is(err, library.ErrEmpty) && !library.Outdated(err) {
			return holder, err
		}
		var posters *poster.StoredPosters
		if bucket != nil {
			if posters, err = poster.Load(ctx, bucket, nil); err != nil {
				return nil, fmt.Errorf("install the starter library: %w", err)
			}
			for _, key := range posters.Damaged {
				log.Warn("a stored poster cannot be read; ingest it again", "key", key)
			}
		}
		lib, err := starter.Install(ctx, root, "kinodex "+ServiceVersion, posters, time.Now())
		switch {
		case err == nil:
			log.Info("starter library installed", "films", lib.Manifest.Films, "generation", lib.Generation())
			debug.FreeOSMemory() // what building it held
			return library.HolderOf(root, lib, log), nil
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
