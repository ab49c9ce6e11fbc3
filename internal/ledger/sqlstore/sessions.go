package sqlstore

import (
	"context"
	"database/sql"
	"time"

	"kinodex/internal/ledger"
)

// CreateSession is ledger.Sessions.CreateSession. It also deletes some of the
// sessions that have expired.
func (b *Store) CreateSession(ctx context.Context, s ledger.Session, because ...ledger.Event) error {
	return b.write(ctx, "session of "+s.Account, because, func(t tx) error { return t.addSession(ctx, s) })
}

// addSession adds a session. It deletes the account's oldest ones, so that no more than
// ledger.MostSessions are left, and some of all accounts' that have expired. Concurrent
// calls for one account take turns, by the lock on its row.
func (t tx) addSession(ctx context.Context, s ledger.Session) error {
	if err := t.lockAccount(ctx, s.Account); err != nil {
		return err
	}
	if err := t.sweep(ctx, s.Created, lapsingTable{"sessions", "hash", "expires_at"}); err != nil {
		return err
	}
	// The others only: the new one stays, even if the clock it was made by is behind.
	_, err := t.exec(ctx, `
		DELETE FROM sessions WHERE hash IN (SELECT hash FROM sessions WHERE account = $1 AND hash <> $2
			ORDER BY created_at DESC, hash DESC LIMIT $3 OFFSET $4)`,
		s.Account, s.Hash[:], atMost, ledger.MostSessions-1)
	if err != nil {
		return err
	}
	_, err = t.exec(ctx, "INSERT INTO sessions (hash, account, created_at, expires_at) VALUES ($1, $2, $3, $4)",
		s.Hash[:], s.Account, s.Created.UnixMicro(), s.Expires.UnixMicro())
	return err
}

// sessionColumns are the columns of a session, in the order of sessionRow.targets.
const sessionColumns = `sessions.hash, sessions.account, sessions.created_at, sessions.expires_at,
	sessions.used_at, sessions.origin, sessions.agent`

// sessionRow scans the sessionColumns of a row. Times are in microseconds since 1970;
// used is NULL until the session was used.
type sessionRow struct {
	session          ledger.Session
	hash             []byte
	created, expires int64
	used             sql.NullInt64
}

// targets returns where Scan puts the sessionColumns.
func (r *sessionRow) targets() []any {
	return []any{&r.hash, &r.session.Account, &r.created, &r.expires, &r.used, &r.session.From, &r.session.Agent}
}

// read returns the session that was scanned. It never fails.
func (r *sessionRow) read() (ledger.Session, error) {
	s := r.session
	copy(s.Hash[:], r.hash)
	s.Created, s.Expires, s.Used = time.UnixMicro(r.created).UTC(), time.UnixMicro(r.expires).UTC(), instant(r.used)
	return s, nil
}

// FindSession is ledger.Sessions.FindSession.
func (b *Store) FindSession(ctx context.Context, hash ledger.Hash) (ledger.Session, ledger.Account, error) {
	var r sessionRow
	var a accountRow
	err := b.db.QueryRowContext(ctx, b.say("SELECT "+sessionColumns+", "+accountColumns+`
		FROM sessions JOIN accounts ON accounts.id = sessions.account WHERE sessions.hash = $1`), hash[:]).
		Scan(append(r.targets(), a.targets()...)...)
	if err != nil {
		return ledger.Session{}, ledger.Account{}, b.refused("session", err)
	}
	s, err := r.read()
	if err != nil {
		return s, ledger.Account{}, err
	}
	account, err := a.read()
	return s, account, err
}

// ListSessions is ledger.Sessions.ListSessions.
func (b *Store) ListSessions(ctx context.Context, account string) ([]ledger.Session, error) {
	return all(ctx, b, func() *sessionRow { return new(sessionRow) }, "SELECT "+sessionColumns+`
		FROM sessions WHERE account = $1 ORDER BY created_at, hash`, account)
}

// UsedSession is ledger.Sessions.UsedSession.
func (b *Store) UsedSession(ctx context.Context, s ledger.Session) error {
	_, err := b.db.ExecContext(ctx, b.say(`UPDATE sessions SET used_at = $1, origin = $2, agent = $3
		WHERE hash = $4 AND (coalesce(used_at, 0) < $1 OR used_at > $5)`),
		s.Used.UnixMicro(), s.From, s.Agent, s.Hash[:], s.Used.Add(ledger.ClockSlack).UnixMicro())
	return err
}

// EndSession is ledger.Sessions.EndSession. If there is no such session, no event is
// recorded and it is no error.
func (b *Store) EndSession(ctx context.Context, hash ledger.Hash, because ...ledger.Event) error {
	return b.endSessions(ctx, because, "hash = $1", hash[:])
}

// EndSessions is ledger.Sessions.EndSessions.
func (b *Store) EndSessions(ctx context.Context, account string, but ledger.Hash, because ...ledger.Event) error {
	return b.endSessions(ctx, because, "account = $1 AND hash <> $2", account, but[:])
}

// endSessions deletes the sessions that where selects. It records nothing if there are
// none.
func (b *Store) endSessions(ctx context.Context, because []ledger.Event, where string, args ...any) error {
	return b.write(ctx, "session", because, func(t tx) error {
		ended, err := t.exec(ctx, "DELETE FROM sessions WHERE "+where, args...)
		if err == nil && ended == 0 {
			err = errNothingToDo
		}
		return err
	})
}
