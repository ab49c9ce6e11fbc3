package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"kinodex/internal/blob/backup"
	"kinodex/internal/cli"
	"kinodex/internal/ingest"
	"kinodex/internal/scratch"
)

// BucketCmd groups what keeps posters and snapshots safe.
type BucketCmd struct {
	Backup  BucketBackupCmd  `cmd:"" help:"Back up new objects of the bucket to another bucket. Servers may keep running. Example: kinodex bucket backup dir:/backups/bucket --data ./data"`
	Restore BucketRestoreCmd `cmd:"" help:"Restore the objects of a backup. Example: kinodex bucket restore dir:/backups/bucket --data ./data"`
	Backups BucketBackupsCmd `cmd:"" help:"List the backups in a bucket, or verify the newest. Example: kinodex bucket backups dir:/backups/bucket --verify"`
	Prune   BucketPruneCmd   `cmd:"" help:"Remove old backups, and the objects that only they need. Example: kinodex bucket prune dir:/backups/bucket --keep 30"`
}

// backupPlace is the argument that names where backups lie.
type backupPlace struct {
	Place string `arg:"" help:"Bucket of backups: dir:PATH or s3://… It must not be the bucket that is backed up."`
	JSON  bool   `name:"json" help:"Print JSON."`
}

// open opens the place. A directory that is not there is an error, unless make is set.
func (c backupPlace) open(ctx context.Context, make bool) (*bucket, error) {
	if err := directoryIsThere(c.Place, make); err != nil {
		return nil, err
	}
	return openBucket(ctx, "", c.Place, nil)
}

// newest returns the name of the newest backup.
func (c backupPlace) newest(ctx context.Context, b *bucket) (string, error) {
	names, err := backup.Names(ctx, b)
	if err != nil {
		return "", err
	}
	if len(names) == 0 {
		return "", fmt.Errorf("%s has no backup", c.Place)
	}
	return names[len(names)-1], nil
}

// tell prints a report.
func (c backupPlace) tell(to io.Writer, r *backup.Report, did string) error {
	if c.JSON {
		return printJSON(to, r)
	}
	_, err := fmt.Fprintf(to, "backup %s: %d objects, %d bytes; %d %s (%d bytes)\n", r.Name, r.Objects, r.Bytes, r.Copied, did, r.CopiedBytes)
	return err
}

// bucketOf has the flags of commands on the service's bucket.
type bucketOf struct {
	Data   string `help:"Data directory." default:"data" type:"path"`
	Bucket string `help:"Bucket of posters and snapshots, as for kinodex serve: dir:PATH or s3://… Default: the folder objects in the data directory." placeholder:"URL"`
}

// backupScratch is what the names of directories begin with in which objects are copied.
const backupScratch = "backup-"

// copying opens the bucket and gives what else copying needs. done lets go of both.
func (c bucketOf) copying(ctx context.Context, g *Globals, stage, place string) (b *bucket, o backup.Options, done func(), err error) {
	if within(place, cmp.Or(c.Bucket, "dir:"+filepath.Join(c.Data, "objects"))) {
		return nil, o, nil, errors.New("backups must not go into the bucket that is backed up, or into a part of it; name another bucket")
	}
	if b, err = openBucket(ctx, c.Data, c.Bucket, nil); err != nil {
		return nil, o, nil, err
	}
	dir, err := scratch.In(c.Data, backupScratch)
	if err != nil {
		return nil, o, nil, errors.Join(err, b.Close())
	}
	o = backupOptions(g, stage)
	o.Scratch = dir.Path()
	return b, o, func() { _ = dir.Close(); _ = b.Close() }, nil
}

// backupOptions tells on standard error how far a command is, and that it waits for another one.
func backupOptions(g *Globals, stage string) backup.Options {
	tell := cli.Progress(g.Err)
	return backup.Options{Now: time.Now, Progress: func(done, total int64) {
		tell(ingest.Progress{Stage: stage, Done: done, Total: total, Unit: "objects"})
	}, Waiting: func() {
		fmt.Fprintln(g.Err, "kinodex: another process is removing old backups there; waiting for it, for five minutes if it was killed")
	}}
}

// within reports whether an address is another one or, of directories, below it.
func within(place, bucket string) bool {
	if place == bucket {
		return true
	}
	at, isDir := strings.CutPrefix(place, "dir:")
	above, alsoDir := strings.CutPrefix(bucket, "dir:")
	if !isDir || !alsoDir {
		return false
	}
	at, err := filepath.Abs(at)
	if err != nil {
		return false
	}
	if above, err = filepath.Abs(above); err != nil {
		return false
	}
	rel, err := filepath.Rel(above, at)
	return err == nil && filepath.IsLocal(rel)
}

// BucketBackupCmd copies the bucket.
type BucketBackupCmd struct {
	backupPlace
	bucketOf
	Keep int `help:"Number of backups to keep, including the new one. The command removes older ones, as kinodex bucket prune does. 0: remove none. Example: 30" default:"0"`
}

// Run makes a backup. What an earlier one has is not copied again. Then it removes old ones if
// that is wanted.
func (c BucketBackupCmd) Run(ctx context.Context, g *Globals) error {
	if c.Keep < 0 {
		return errors.New("--keep must not be negative")
	}
	from, options, done, err := c.copying(ctx, g, "backup", c.Place)
	if err != nil {
		return err
	}
	defer done()
	to, err := c.open(ctx, true)
	if err != nil {
		return err
	}
	defer to.Close()
	report, err := backup.Make(ctx, from, to, options)
	if err != nil {
		return err
	}
	if err := c.tell(g.Out, report, "copied"); err != nil || c.Keep == 0 {
		return err
	}
	if err := c.prune(ctx, g, to, c.Keep); err != nil {
		return fmt.Errorf("the backup was made, but old ones could not be removed: %w", err)
	}
	return nil
}

// BucketPruneCmd removes old backups.
type BucketPruneCmd struct {
	backupPlace
	Keep int `help:"Number of backups to keep, the newest first." default:"7"`
}

// Run removes the others, and what only they and stopped backups need.
func (c BucketPruneCmd) Run(ctx context.Context, g *Globals) error {
	b, err := c.open(ctx, false)
	if err != nil {
		return err
	}
	defer b.Close()
	return c.prune(ctx, g, b, c.Keep)
}

// prune removes all backups but the newest keep, and says what it did.
func (c backupPlace) prune(ctx context.Context, g *Globals, b *bucket, keep int) error {
	r, err := backup.Prune(ctx, b, keep, backupOptions(g, "prune"))
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(g.Out, r)
	}
	_, err = fmt.Fprintf(g.Out, "%d backups and %d objects that only they needed were removed, %d bytes; kept: %s\n",
		len(r.Removed), r.Bodies, r.Bytes, strings.Join(r.Kept, ", "))
	return err
}

// BucketRestoreCmd brings a backup back.
type BucketRestoreCmd struct {
	backupPlace
	bucketOf
	Backup string `help:"Name of the backup, from kinodex bucket backups. Default: the newest." env:"-" placeholder:"NAME"`
	Force  bool   `help:"Replace objects that differ from those of the backup." env:"-"`
}

// Run restores what the bucket lacks, after comparing what it has.
func (c BucketRestoreCmd) Run(ctx context.Context, g *Globals) error {
	from, err := c.open(ctx, false)
	if err != nil {
		return err
	}
	defer from.Close()
	name := c.Backup
	if name == "" {
		if name, err = c.newest(ctx, from); err != nil {
			return err
		}
	}
	to, options, done, err := c.copying(ctx, g, "restore", c.Place)
	if err != nil {
		return err
	}
	defer done()
	report, err := backup.Restore(ctx, from, to, name, c.Force, options)
	if err != nil {
		return err
	}
	return c.tell(g.Out, report, "restored")
}

// BucketBackupsCmd lists backups.
type BucketBackupsCmd struct {
	backupPlace
	Verify bool `help:"Verify every object of the newest backup against its digest." env:"-"`
}

// Run lists them, the oldest first, and verifies the newest if that is wanted.
func (c BucketBackupsCmd) Run(ctx context.Context, g *Globals) error {
	b, err := c.open(ctx, false)
	if err != nil {
		return err
	}
	defer b.Close()
	newest, err := c.newest(ctx, b)
	if err != nil {
		return err
	}
	if err := c.list(ctx, g.Out, b); err != nil || !c.Verify {
		return err
	}
	tell := cli.Progress(g.Err)
	l, err := backup.Verify(ctx, b, newest, func(done, total int64) {
		tell(ingest.Progress{Stage: "verify", Done: done, Total: total, Unit: "objects"})
	})
	if err != nil || c.JSON {
		return err
	}
	_, err = fmt.Fprintf(g.Out, "%s: %d objects, %d bytes: verified\n", newest, len(l.Objects), l.Bytes())
	return err
}

// list prints the backups.
func (c BucketBackupsCmd) list(ctx context.Context, to io.Writer, b *bucket) error {
	names, err := backup.Names(ctx, b)
	if err != nil {
		return err
	}
	type row struct {
		Name    string    `json:"backup"`
		At      time.Time `json:"at"`
		Objects int       `json:"objects"`
		Bytes   int64     `json:"bytes"`
	}
	rows := make([]row, len(names))
	for i, name := range names {
		l, err := backup.Read(ctx, b, name)
		if err != nil {
			return err
		}
		rows[i] = row{name, l.At, len(l.Objects), l.Bytes()}
	}
	if c.JSON {
		return printJSON(to, rows)
	}
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "BACKUP\tAT\tOBJECTS\tBYTES")
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\n", r.Name, r.At.Format(time.DateTime), r.Objects, r.Bytes)
	}
	return w.Flush()
}
