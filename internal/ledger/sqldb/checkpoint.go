package sqldb

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// The log of the file grows with each commit until a checkpoint moves its pages
// into the file, which syncs both to the disk and takes milliseconds, many on a
// busy disk. SQLite would do so in the commit that happens to make the log long,
// while all who spend wait. Here a goroutine with a connection of its own does it,
// beside the writers.
//
// While somebody writes all the time the goroutine never catches up, so the log
// would never start anew. When it has grown long, and the goroutine is just
// done, whoever spends moves the little that is left between two batches. What
// is written without spending is rare: there SQLite itself moves the rest of a
// long log, after the commit.
const (
	checkpointEvery = 200 * time.Millisecond
	longLog         = 4_000 // pages, of 4 KiB
	// closingFor is how long the checkpoint at closing waits for other processes.
	closingFor = 250 * time.Millisecond
)

// log is what the spending connection and the goroutine know of the log.
type log struct {
	catchUp atomic.Bool // the log is long, and what is left of it is little

	db   *sql.DB
	stop chan struct{}
	done sync.WaitGroup
}

// keepShort starts the goroutine. The database must have one connection only,
// which nobody else uses.
func keepShort(db *sql.DB) *log {
	l := &log{db: db, stop: make(chan struct{})}
	l.done.Go(l.run)
	return l
}

func (l *log) run() {
	tick := time.NewTicker(checkpointEvery)
	defer tick.Stop()
	ctx := context.Background()
	moved := int64(-1)
	for {
		select {
		case <-l.stop:
			return
		case <-tick.C:
		}
		// The version changes with every commit of any other connection, of this
		// process and of others.
		var version int64
		if err := l.db.QueryRowContext(ctx, "PRAGMA data_version").Scan(&version); err != nil || version == moved {
			continue
		}
		// What fails now, because the disk is full or another process is at it,
		// is tried again.
		if l.tidy(ctx) == nil {
			moved = version
		}
	}
}

// tidy moves what can be moved without waiting for anyone.
func (l *log) tidy(ctx context.Context) error {
	pages, _, err := checkpoint(ctx, l.db, "PASSIVE")
	l.catchUp.Store(err == nil && pages > longLog)
	return err
}

// spending is called before each batch on the connection that spends.
func (l *log) spending(ctx context.Context, conn *sql.Conn) {
	if l.catchUp.CompareAndSwap(true, false) {
		_, _, _ = checkpoint(ctx, conn, "PASSIVE") // if it fails, the goroutine asks again
	}
}

// checkpoint moves the log into the file. It gives how many pages the log has,
// and how many of them are moved.
func checkpoint(ctx context.Context, db interface {
	QueryRowContext(context.Context, string, ...any) *sql.Row
}, mode string) (pages, moved int, err error) {
	var busy int
	err = db.QueryRowContext(ctx, "PRAGMA wal_checkpoint("+mode+")").Scan(&busy, &pages, &moved)
	return pages, moved, err
}

// close ends the goroutine and moves the rest of the log, so that the file alone
// has everything. It waits a moment only for other processes that have the file
// open: the last of them moves what this one could not.
func (l *log) close() error {
	close(l.stop)
	l.done.Wait()
	ctx := context.Background()
	if _, err := l.db.ExecContext(ctx, fmt.Sprintf("PRAGMA busy_timeout = %d", closingFor.Milliseconds())); err != nil {
		return err
	}
	if _, _, err := checkpoint(ctx, l.db, "TRUNCATE"); err != nil && !isBusy(err) {
		return fmt.Errorf("move the log into the file: %w", err)
	}
	return nil
}
