package sqlstore

import (
	"context"
	"database/sql"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/ledger"
)

// keyColumns are the columns of a key, in the order of keyRow.targets.
const keyColumns = `keys.id, keys.account, keys.name, keys.hash, keys.prefix, keys.last4, keys.scopes,
	keys.sandbox, keys.own, keys.created_at, keys.expires_at, keys.revoked_at, keys.last_used_at`

// keyRow scans the keyColumns of a row. Times are in microseconds since 1970; NULL
// means never.
type keyRow struct {
	key                        ledger.Key
	hash                       []byte
	scopes                     string
	created                    int64
	expires, revoked, lastUsed sql.NullInt64
}

// targets returns where Scan puts the keyColumns.
func (r *keyRow) targets() []any {
	k := &r.key
	return []any{&k.ID, &k.Account, &k.Name, &r.hash, &k.Prefix, &k.Last4, &r.scopes,
		&k.Sandbox, &k.Own, &r.created, &r.expires, &r.revoked, &r.lastUsed}
}

// read returns the key that was scanned. A scope that this program does not know is
// an error.
func (r *keyRow) read() (k ledger.Key, err error) {
	k = r.key
	copy(k.Hash[:], r.hash)
	k.Created = time.UnixMicro(r.created).UTC()
	k.Expires, k.Revoked, k.LastUsed = instant(r.expires), instant(r.revoked), instant(r.lastUsed)
	k.Scopes, err = access.ParseScopes(r.scopes)
	return k, err
}

// ListKeys is ledger.Keys.ListKeys.
func (b *Store) ListKeys(ctx context.Context, account string) ([]ledger.Key, error) {
	return all(ctx, b, func() *keyRow { return new(keyRow) }, "SELECT "+keyColumns+`
		FROM keys WHERE $1 IN ('', account) ORDER BY created_at, id`, account)
}

// PageKeys is ledger.Keys.PageKeys. The count and the page are two statements: a
// key that is created between them is in one of them only.
func (b *Store) PageKeys(ctx context.Context, account string, offset, limit int) ([]ledger.Key, int, error) {
	var total int
	err := b.db.QueryRowContext(ctx, b.say("SELECT count(*) FROM keys WHERE $1 IN ('', account)"), account).Scan(&total)
	if err != nil {
		return nil, 0, err
	}
	page, err := all(ctx, b, func() *keyRow { return new(keyRow) }, "SELECT "+keyColumns+`
		FROM keys WHERE $1 IN ('', account) ORDER BY created_at, id LIMIT $2 OFFSET $3`, account, limit, offset)
	return page, total, err
}

// withAccount selects keys with their accounts; a condition must follow.
const withAccount = "SELECT " + keyColumns + ", " + accountColumns + `
	FROM keys JOIN accounts ON accounts.id = keys.account WHERE `

// findKey looks for the hash alone, in its index: whether some other key begins
// like the one that is looked for makes no difference.
const findKey = withAccount + "keys.hash = $1"

// FindKey is ledger.Keys.FindKey.
func (b *Store) FindKey(ctx context.Context, hash ledger.Hash) (ledger.Key, ledger.Account, error) {
	if b.find != nil {
		return b.readKey(b.find.QueryRowContext(ctx, hash[:]))
	}
	return b.readKey(b.db.QueryRowContext(ctx, b.say(findKey), hash[:]))
}

// Key is ledger.Keys.Key.
func (b *Store) Key(ctx context.Context, id string) (ledger.Key, ledger.Account, error) {
	return b.readKey(b.db.QueryRowContext(ctx, b.say(withAccount+"keys.id = $1"), id))
}

// readKey returns the key of a row with its account, or ledger.ErrNotFound.
func (b *Store) readKey(r *sql.Row) (ledger.Key, ledger.Account, error) {
	var k keyRow
	var a accountRow
	if err := r.Scan(append(k.targets(), a.targets()...)...); err != nil {
		return ledger.Key{}, ledger.Account{}, b.refused("key", err)
	}
	key, err := k.read()
	if err != nil {
		return ledger.Key{}, ledger.Account{}, err
	}
	account, err := a.read()
	return key, account, err
}

// CreateKey is ledger.Keys.CreateKey.
func (b *Store) CreateKey(ctx context.Context, k ledger.Key, because ...ledger.Event) error {
	return b.write(ctx, "key "+k.ID, because, func(t tx) error { return t.addKey(ctx, k) })
}

// addKey adds a key.
func (t tx) addKey(ctx context.Context, k ledger.Key) error {
	_, err := t.exec(ctx, `
		INSERT INTO keys (id, account, name, hash, prefix, last4, scopes, sandbox, own,
			created_at, expires_at, revoked_at, last_used_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
		k.ID, k.Account, k.Name, k.Hash[:], k.Prefix, k.Last4, k.Scopes.String(), k.Sandbox, k.Own,
		k.Created.UnixMicro(), moment(k.Expires), moment(k.Revoked), moment(k.LastUsed))
	return err
}

// CreateOwnKey is ledger.Keys.CreateOwnKey. Concurrent calls for one account take
// turns, by the lock on its row.
func (b *Store) CreateOwnKey(ctx context.Context, k ledger.Key, most int, because ...ledger.Event) error {
	return b.write(ctx, "key of "+k.Account, because, func(t tx) error {
		if err := t.lockAccount(ctx, k.Account); err != nil {
			return err
		}
		var own int
		err := t.QueryRowContext(ctx, b.say(`
			SELECT count(*) FROM keys WHERE account = $1 AND own AND revoked_at IS NULL
				AND (expires_at IS NULL OR expires_at > $2)`), k.Account, k.Created.UnixMicro()).Scan(&own)
		if err != nil {
			return err
		}
		if own >= most {
			return ledger.ErrFull
		}
		return t.addKey(ctx, k)
	})
}

// lockAccount locks the row of an account until the transaction ends. It returns
// sql.ErrNoRows if there is no such account.
func (t tx) lockAccount(ctx context.Context, id string) error {
	return t.QueryRowContext(ctx, t.b.say("SELECT id FROM accounts WHERE id = $1"+t.b.dialect.Lock), id).Scan(&id)
}

// ChangeKey is ledger.Keys.ChangeKey.
func (b *Store) ChangeKey(ctx context.Context, k ledger.Key, because ...ledger.Event) error {
	return b.write(ctx, "key "+k.ID, because, func(t tx) error {
		return t.must(ctx, "UPDATE keys SET name = $1, scopes = $2, expires_at = $3 WHERE id = $4",
			k.Name, k.Scopes.String(), moment(k.Expires), k.ID)
	})
}

// RotateKey is ledger.Keys.RotateKey. An old key that ends before until keeps its
// end.
func (b *Store) RotateKey(ctx context.Context, old string, until time.Time, fresh ledger.Key, because ...ledger.Event) error {
	return b.write(ctx, "key "+old, because, func(t tx) error {
		err := t.must(ctx, `
			UPDATE keys SET expires_at = CASE WHEN expires_at < $1 THEN expires_at ELSE $1 END
			WHERE id = $2 AND revoked_at IS NULL`, until.UnixMicro(), old)
		if err != nil {
			return err
		}
		return t.addKey(ctx, fresh)
	})
}

// RevokeKey is ledger.Keys.RevokeKey.
func (b *Store) RevokeKey(ctx context.Context, id string, at time.Time, because ...ledger.Event) error {
	return b.write(ctx, "key "+id, because, func(t tx) error {
		revoked, err := t.exec(ctx,
			"UPDATE keys SET revoked_at = $1 WHERE id = $2 AND revoked_at IS NULL", at.UnixMicro(), id)
		if err != nil || revoked > 0 {
			return err
		}
		err = t.QueryRowContext(ctx, b.say("SELECT id FROM keys WHERE id = $1"), id).Scan(&id)
		if err != nil {
			return err
		}
		return errNothingToDo
	})
}

// usedKey stores the time of use if it is later than the stored one, or if the
// stored one is too far in the future to be right.
const usedKey = `UPDATE keys SET last_used_at = $1 WHERE id = $2 AND (coalesce(last_used_at, 0) < $1 OR last_used_at > $3)`

// UsedKey is ledger.Keys.UsedKey.
func (b *Store) UsedKey(ctx context.Context, id string, at time.Time) error {
	_, err := b.db.ExecContext(ctx, b.say(usedKey), at.UnixMicro(), id, at.Add(ledger.ClockSlack).UnixMicro())
	return err
}
