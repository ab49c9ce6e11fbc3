package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kinodex/internal/ledger"
)

// passkeyColumns are the columns of a passkey, in the order of passkeyRow.targets.
const passkeyColumns = `passkeys.id, passkeys.account, passkeys.name, passkeys.credential, passkeys.counter,
	passkeys.created_at, passkeys.used_at`

// passkeyRow scans the passkeyColumns of a row. Times are in microseconds since 1970;
// used is NULL when it never was.
type passkeyRow struct {
	passkey          ledger.Passkey
	counter, created int64
	used             sql.NullInt64
}

// targets returns where Scan puts the passkeyColumns.
func (r *passkeyRow) targets() []any {
	p := &r.passkey
	return []any{&p.ID, &p.Account, &p.Name, &p.Credential, &r.counter, &r.created, &r.used}
}

// read returns the passkey that was scanned. It never fails.
func (r *passkeyRow) read() (ledger.Passkey, error) {
	p := r.passkey
	p.Counter, p.Created, p.Used = uint32(r.counter), time.UnixMicro(r.created).UTC(), instant(r.used)
	return p, nil
}

// CreatePasskey is ledger.Passkeys.CreatePasskey. Concurrent calls for one account take
// turns, by the lock on its row.
func (b *Store) CreatePasskey(ctx context.Context, p ledger.Passkey, most int, because ...ledger.Event) error {
	return b.write(ctx, "passkey of "+p.Account, because, func(t tx) error {
		if err := t.lockAccount(ctx, p.Account); err != nil {
			return err
		}
		var has int
		err := t.QueryRowContext(ctx, b.say("SELECT count(*) FROM passkeys WHERE account = $1 AND id <> $2"), p.Account, p.ID).Scan(&has)
		if err != nil {
			return err
		}
		if has >= most {
			return ledger.ErrFull
		}
		_, err = t.exec(ctx, `
			INSERT INTO passkeys (id, account, name, credential, counter, created_at, used_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			p.ID, p.Account, p.Name, p.Credential, int64(p.Counter), p.Created.UnixMicro(), moment(p.Used))
		return err
	})
}

// Passkey is ledger.Passkeys.Passkey.
func (b *Store) Passkey(ctx context.Context, id string) (ledger.Passkey, ledger.Account, error) {
	var r passkeyRow
	var a accountRow
	err := b.db.QueryRowContext(ctx, b.say("SELECT "+passkeyColumns+", "+accountColumns+`
		FROM passkeys JOIN accounts ON accounts.id = passkeys.account WHERE passkeys.id = $1`), id).
		Scan(append(r.targets(), a.targets()...)...)
	if err != nil {
		return ledger.Passkey{}, ledger.Account{}, b.refused("passkey", err)
	}
	p, err := r.read()
	if err != nil {
		return p, ledger.Account{}, err
	}
	account, err := a.read()
	return p, account, err
}

// ListPasskeys is ledger.Passkeys.ListPasskeys.
func (b *Store) ListPasskeys(ctx context.Context, account string) ([]ledger.Passkey, error) {
	return all(ctx, b, func() *passkeyRow { return new(passkeyRow) }, "SELECT "+passkeyColumns+`
		FROM passkeys WHERE account = $1 ORDER BY created_at, id`, account)
}

// NamePasskey is ledger.Passkeys.NamePasskey.
func (b *Store) NamePasskey(ctx context.Context, account, id, name string, because ...ledger.Event) error {
	return b.write(ctx, "passkey", because, func(t tx) error {
		return t.must(ctx, "UPDATE passkeys SET name = $1 WHERE id = $2 AND account = $3", name, id, account)
	})
}

// EndPasskey is ledger.Passkeys.EndPasskey.
func (b *Store) EndPasskey(ctx context.Context, account, id string, because ...ledger.Event) error {
	return b.write(ctx, "passkey", because, func(t tx) error {
		ended, err := t.exec(ctx, "DELETE FROM passkeys WHERE id = $1 AND account = $2", id, account)
		if err == nil && ended == 0 {
			err = errNothingToDo
		}
		return err
	})
}

// UsePasskey is ledger.Passkeys.UsePasskey. Concurrent calls for one passkey take
// turns, by the lock on its account's row.
func (b *Store) UsePasskey(ctx context.Context, p ledger.Passkey, s ledger.Session, because ...ledger.Event) error {
	return b.write(ctx, "passkey", because, func(t tx) error {
		// The account's row first, as whoever deletes the account takes it.
		if err := t.lockAccount(ctx, p.Account); err != nil {
			return err
		}
		err := t.must(ctx, `
			UPDATE passkeys SET credential = $1, counter = $2, used_at = $3
			WHERE id = $4 AND account = $5 AND (counter < $2 OR counter = 0 AND $2 = 0)`,
			p.Credential, int64(p.Counter), p.Used.UnixMicro(), p.ID, p.Account)
		if errors.Is(err, sql.ErrNoRows) {
			var there bool
			err = t.QueryRowContext(ctx, b.say("SELECT TRUE FROM passkeys WHERE id = $1 AND account = $2"), p.ID, p.Account).Scan(&there)
			if err == nil {
				err = ledger.ErrSpent
			}
		}
		if err != nil {
			return err
		}
		return t.addSession(ctx, s)
	})
}
