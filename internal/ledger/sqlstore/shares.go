package sqlstore

import (
	"context"
	"time"

	"kinodex/internal/ledger"
)

// shareColumns are the columns of a share but for what it holds, in the order of
// shareRow.targets.
const shareColumns = `shares.hash, shares.account, shares.name, shares.created_at, shares.expires_at`

// shareRow scans the shareColumns of a row. Times are in microseconds since 1970.
type shareRow struct {
	share            ledger.Share
	hash             []byte
	created, expires int64
}

// targets returns where Scan puts the shareColumns.
func (r *shareRow) targets() []any {
	return []any{&r.hash, &r.share.Account, &r.share.Name, &r.created, &r.expires}
}

// read returns the share that was scanned. It never fails.
func (r *shareRow) read() (ledger.Share, error) {
	s := r.share
	copy(s.Hash[:], r.hash)
	s.Created, s.Expires = time.UnixMicro(r.created).UTC(), time.UnixMicro(r.expires).UTC()
	return s, nil
}

// CreateShare is ledger.Shares.CreateShare. Concurrent calls for one account take turns, by
// the lock on its row. It also deletes some of the shares that have expired.
func (b *Store) CreateShare(ctx context.Context, s ledger.Share, most int, because ...ledger.Event) error {
	return b.write(ctx, "share of "+s.Account, because, func(t tx) error {
		if err := t.lockAccount(ctx, s.Account); err != nil {
			return err
		}
		var good int
		err := t.QueryRowContext(ctx, b.say("SELECT count(*) FROM shares WHERE account = $1 AND expires_at > $2 AND hash <> $3"),
			s.Account, s.Created.UnixMicro(), s.Hash[:]).Scan(&good)
		if err != nil {
			return err
		}
		if good >= most {
			return ledger.ErrFull
		}
		if err := t.sweep(ctx, s.Created, lapsingTable{"shares", "hash", "expires_at"}); err != nil {
			return err
		}
		_, err = t.exec(ctx, "INSERT INTO shares (hash, account, name, created_at, expires_at, sealed) VALUES ($1, $2, $3, $4, $5, $6)",
			s.Hash[:], s.Account, s.Name, s.Created.UnixMicro(), s.Expires.UnixMicro(), s.Sealed)
		return err
	})
}

// Share is ledger.Shares.Share.
func (b *Store) Share(ctx context.Context, hash ledger.Hash) (ledger.Share, ledger.Account, error) {
	var r shareRow
	var a accountRow
	err := b.db.QueryRowContext(ctx, b.say("SELECT "+shareColumns+", shares.sealed, "+accountColumns+`
		FROM shares JOIN accounts ON accounts.id = shares.account WHERE shares.hash = $1`), hash[:]).
		Scan(append(append(r.targets(), &r.share.Sealed), a.targets()...)...)
	if err != nil {
		return ledger.Share{}, ledger.Account{}, b.refused("share", err)
	}
	s, err := r.read()
	if err != nil {
		return s, ledger.Account{}, err
	}
	account, err := a.read()
	return s, account, err
}

// ListShares is ledger.Shares.ListShares.
func (b *Store) ListShares(ctx context.Context, account string) ([]ledger.Share, error) {
	return all(ctx, b, func() *shareRow { return new(shareRow) }, "SELECT "+shareColumns+`
		FROM shares WHERE account = $1 ORDER BY created_at, hash`, account)
}

// EndShare is ledger.Shares.EndShare.
func (b *Store) EndShare(ctx context.Context, account string, hash ledger.Hash, because ...ledger.Event) error {
	return b.write(ctx, "share", because, func(t tx) error {
		ended, err := t.exec(ctx, "DELETE FROM shares WHERE hash = $1 AND account = $2", hash[:], account)
		if err == nil && ended == 0 {
			err = errNothingToDo
		}
		return err
	})
}
