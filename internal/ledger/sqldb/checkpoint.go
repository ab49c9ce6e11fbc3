package sqldb

import (
	"context"
	"database/sql"
	"sync"
	"sync/atomic"
	"time"
)

// The log of the file grows with each commit until a checkpoint moves its pages
// into the file, which syncs both to the disk and takes milliseconds, many on a
// busy disk. SQLite would do so in the commit that happens to make the log long,
// while all who spend wait. Here a goroutine with a connection of its own does it, beside
// the writer.
//
// While somebody writes all the time the goroutine never catches up, so the log
// would never start anew. When it has grown long, and the goroutine is just
// done, the writer moves the little that is left between two batches.
const (
	checkpointEvery = 200 * time.Millisecond
	longLog         = 4_000 // pages, of 4 KiB
)

// log is what the writer and the goroutine know of the log.
type log struct {
	written atomic.Int64 // commits, ever
	catchUp atomic.Bool  // the writer should move what is left

	db   *sql.DB
	stop chan struct{}
	done sync.WaitGroup
}

// keepShort starts the goroutine.
func keepShort(db *sql.DB) *log {
	l := &log{db: db, stop: make(chan struct{})}
	l.done.Go(l.run)
	return l
}

func (l *log) run() {
	tick := time.NewTicker(checkpointEvery)
	defer tick.Stop()
	var moved int64
	for {
		select {
		case <-l.stop:
			return
		case <-tick.C:
		}
		written := l.written.Load()
		if written == moved {
			continue
		}
		// What fails now, because the disk is full or another process is at it,
		// is tried again.
		if pages, _, err := checkpoint(context.Background(), l.db); err == nil {
			moved = written
			l.catchUp.Store(pages > longLog)
		}
	}
}

// writer is called before each batch on the connection that spends.
func (l *log) writer(ctx context.Context, conn *sql.Conn) {
	l.written.Add(1)
	if l.catchUp.CompareAndSwap(true, false) {
		checkpoint(ctx, conn) // if it fails, the goroutine asks again
	}
}

// checkpoint moves what it can without waiting for anyone. It gives how many
// pages the log has, and how many of them are moved.
func checkpoint(ctx context.Context, db interface {
	QueryRowContext(context.Context, string, ...any) *sql.Row
}) (pages, moved int, err error) {
	var busy int
	err = db.QueryRowContext(ctx, "PRAGMA wal_checkpoint(PASSIVE)").Scan(&busy, &pages, &moved)
	return pages, moved, err
}

func (l *log) close() {
	close(l.stop)
	l.done.Wait()
}
