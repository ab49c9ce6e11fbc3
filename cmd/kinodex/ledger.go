package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"kinodex/internal/ledger"
	"kinodex/internal/ledger/sqldb"
)

// LedgerCmd groups what keeps a ledger safe.
type LedgerCmd struct {
	Backup  LedgerBackupCmd  `cmd:"" help:"Write a verified copy of the ledger. Servers may keep running. Example: kinodex ledger backup --data ./data kinodex-backup.db"`
	Restore LedgerRestoreCmd `cmd:"" help:"Replace the ledger with a backup. Stop all servers first. Example: kinodex ledger restore --data ./data kinodex-backup.db"`
}

// ledgerFile has the flags of the commands on the file of a SQLite ledger.
type ledgerFile struct {
	Data   string `help:"Data directory." default:"data" type:"path"`
	Ledger string `help:"Ledger: the database of accounts and keys. Default: kinodex.db in the data directory. Example: sqlite:/var/lib/kinodex/kinodex.db" placeholder:"URL"`
	JSON   bool   `name:"json" help:"Print JSON."`
}

// path returns the path of the ledger's file: kinodex.db in the data directory if
// no other was named. A ledger in PostgreSQL is an error, which names the tools to
// use instead.
func (c ledgerFile) path() (string, error) {
	if err := showsPassword(os.Args, "ledger", c.Ledger); err != nil {
		return "", err
	}
	at := cmp.Or(c.Ledger, "sqlite:"+ledgerIn(c.Data))
	switch scheme, path, _ := strings.Cut(at, ":"); {
	case scheme == "postgres" || scheme == "postgresql":
		return "", errors.New(`the ledger is in PostgreSQL; use PostgreSQL's own tools: pg_dump --format=custom --file=FILE "$KINODEX_LEDGER" while servers run, and pg_restore; see docs/ledger.md`)
	case scheme == "sqlite" && path != "":
		return path, nil
	}
	return "", errNoAddress
}

// LedgerBackupCmd copies the ledger.
type LedgerBackupCmd struct {
	ledgerFile
	File  string `arg:"" help:"File to write. It holds accounts, emails and hashes of keys, and only your user can read it." type:"path"`
	Force bool   `help:"Replace the file if it exists." env:"-"`
}

// backupReport is what both commands print with --json. File is the file that was
// written: the backup, or the ledger that was restored.
type backupReport struct {
	File     string `json:"file"`
	Accounts int    `json:"accounts"`
	Keys     int    `json:"keys"`
	Bytes    int64  `json:"bytes"`
	// Kept is where the ledger lies that was there before.
	Kept *string `json:"kept,omitzero"`
}

// Run writes the backup and prints what is in it. Servers may run meanwhile. A file
// that exists is replaced only with --force.
func (c LedgerBackupCmd) Run(ctx context.Context, g *Globals) error {
	path, err := c.path()
	if err != nil {
		return err
	}
	has, err := sqldb.Backup(ctx, path, c.File, c.Force)
	if err != nil {
		return err
	}
	made := backupReport{File: c.File, Accounts: has.Accounts, Keys: has.Keys, Bytes: has.Bytes}
	return inLedger{JSON: c.JSON}.print(g.Out, made, func(w io.Writer) {
		fmt.Fprintf(w, "%s: %d accounts, %d keys, %d bytes: whole and sound\n", c.File, has.Accounts, has.Keys, has.Bytes)
	})
}

// LedgerRestoreCmd puts a backup in the place of the ledger.
type LedgerRestoreCmd struct {
	ledgerFile
	File  string `arg:"" help:"Backup file to restore." type:"path"`
	Force bool   `help:"Replace an existing ledger, and keep it under another name." env:"-"`
	// WithoutDigest is not to be set for all times in a variable either.
	WithoutDigest bool `help:"Restore a file that does not end with its SHA-256, such as the backup of an earlier program. All other checks remain." env:"-"`
}

// Run restores the backup and records that in the restored ledger's audit log. With
// --force the ledger that was there is kept under another name, which is printed.
func (c LedgerRestoreCmd) Run(ctx context.Context, g *Globals) error {
	path, err := c.path()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	has, kept, err := sqldb.Restore(ctx, c.File, path, sqldb.RestoreOptions{Replace: c.Force, WithoutDigest: c.WithoutDigest})
	if errors.Is(err, sqldb.ErrNoDigest) {
		return fmt.Errorf("%w. If you trust the file, restore it with --without-digest, which makes all other checks", err)
	}
	if err != nil {
		return err
	}
	l, err := sqldb.Open(ctx, path)
	if err != nil {
		return fmt.Errorf("the backup was restored, but the ledger does not open: %w", err)
	}
	event := operator().Did(ledger.LedgerRestored, "", "", filepath.Base(c.File), time.Now())
	if err := errors.Join(l.Record(ctx, event), l.Close()); err != nil {
		return fmt.Errorf("the backup was restored, but the ledger cannot be written: %w", err)
	}
	made := backupReport{File: path, Accounts: has.Accounts, Keys: has.Keys, Bytes: has.Bytes}
	if kept != "" {
		made.Kept = &kept
	}
	return inLedger{JSON: c.JSON}.print(g.Out, made, func(w io.Writer) {
		fmt.Fprintf(w, "%s: %d accounts, %d keys, restored from %s\n", path, has.Accounts, has.Keys, c.File)
		if kept != "" {
			fmt.Fprintf(w, "The previous ledger was kept as %s\n", kept)
			fmt.Fprintf(w, "Keys that were revoked after the backup work again; list them with kinodex audit list --ledger sqlite:%s.\n", kept)
		}
	})
}
