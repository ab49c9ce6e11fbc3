package sqlstore

import (
	"context"
	"time"

	"kinodex/internal/ledger"
)

// CreateSession is ledger.Sessions.CreateSession. It also deletes some of the
// sessions that have expired.
func (b *Store) CreateSession(ctx context.Context, s ledger.Session, because ...ledger.Event) error {
	return b.write(ctx, "session of "+s.Account, because, func(t tx) error { return t.addSession(ctx, s) })
}

// addSession adds a session, and deletes some of those that have expired.
func (t tx) addSession(ctx context.Context, s ledger.Session) error {
	if err := t.sweep(ctx, s.Created, lapsing{"sessions", "hash", "expires_at"}); err != nil {
		return err
	}
	_, err := t.exec(ctx, "INSERT INTO sessions (hash, account, created_at, expires_at) VALUES ($1, $2, $3, $4)",
		s.Hash[:], s.Account, s.Created.UnixMicro(), s.Expires.UnixMicro())
	return err
}

// FindSession is ledger.Sessions.FindSession.
func (b *Store) FindSession(ctx context.Context, hash ledger.Hash) (ledger.Session, ledger.Account, error) {
	s := ledger.Session{Hash: hash}
	var a accountRow
	var created, expires int64
	err := b.db.QueryRowContext(ctx, b.say(`
		SELECT sessions.account, sessions.created_at, sessions.expires_at, `+accountColumns+`
		FROM sessions JOIN accounts ON accounts.id = sessions.account WHERE sessions.hash = $1`), hash[:]).
		Scan(append([]any{&s.Account, &created, &expires}, a.targets()...)...)
	if err != nil {
		return ledger.Session{}, ledger.Account{}, b.refused("session", err)
	}
	s.Created, s.Expires = time.UnixMicro(created).UTC(), time.UnixMicro(expires).UTC()
	account, err := a.read()
	return s, account, err
}

// EndSession is ledger.Sessions.EndSession. If there is no such session, no event is
// recorded and it is no error.
func (b *Store) EndSession(ctx context.Context, hash ledger.Hash, because ...ledger.Event) error {
	return b.write(ctx, "session", because, func(t tx) error {
		ended, err := t.exec(ctx, "DELETE FROM sessions WHERE hash = $1", hash[:])
		if err == nil && ended == 0 {
			err = errNothingToDo
		}
		return err
	})
}
