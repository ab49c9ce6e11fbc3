package sqlstore

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"kinodex/internal/ledger"
)

// CreateClient is ledger.Grants.CreateClient. To make room it first deletes clients
// that were never used, those that expire first.
func (b *Store) CreateClient(ctx context.Context, c ledger.Client, most int) error {
	redirects, err := json.Marshal(c.Redirects)
	if err != nil {
		return err
	}
	return b.write(ctx, "client", nil, func(t tx) error {
		if err := t.sweep(ctx, c.Created, lapsingTable{"clients", "id", "expires_at"}); err != nil {
			return err
		}
		if err := t.evictClients(ctx, false, most-1); err != nil {
			return err
		}
		if err := t.evictClients(ctx, true, most); err != nil {
			return err
		}
		_, err := t.exec(ctx, `
			INSERT INTO clients (id, name, uri, redirects, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6)`,
			c.ID, c.Name, c.URI, string(redirects), c.Created.UnixMicro(), c.Expires.UnixMicro())
		return err
	})
}

// evictClients deletes clients that no account has a grant for, those that expire
// first, until at most most are left of those that were used, or of those that never
// were. It deletes nothing while there are at most most clients in all.
func (t tx) evictClients(ctx context.Context, used bool, most int) error {
	var all int
	if err := t.QueryRowContext(ctx, "SELECT count(*) FROM clients").Scan(&all); err != nil || all <= most {
		return err
	}
	const idle = "FROM clients WHERE used = $1 AND NOT EXISTS (SELECT 1 FROM grants WHERE grants.client = clients.id)"
	var some int
	if err := t.QueryRowContext(ctx, t.b.say("SELECT count(*) "+idle), used).Scan(&some); err != nil || some <= most {
		return err
	}
	_, err := t.exec(ctx, "DELETE FROM clients WHERE id IN (SELECT id "+idle+
		" ORDER BY expires_at, id LIMIT $2"+t.b.dialect.Skip+")", used, some-most)
	return err
}

// Client is ledger.Grants.Client.
func (b *Store) Client(ctx context.Context, id string) (ledger.Client, error) {
	c := ledger.Client{ID: id}
	var redirects string
	var created, expires int64
	err := b.db.QueryRowContext(ctx, b.say("SELECT name, uri, redirects, created_at, expires_at, used FROM clients WHERE id = $1"), id).
		Scan(&c.Name, &c.URI, &redirects, &created, &expires, &c.Used)
	if err != nil {
		return ledger.Client{}, b.refused("client", err)
	}
	c.Created, c.Expires = time.UnixMicro(created).UTC(), time.UnixMicro(expires).UTC()
	return c, json.Unmarshal([]byte(redirects), &c.Redirects)
}

// AccountByIdentity is ledger.Identities.AccountByIdentity.
func (b *Store) AccountByIdentity(ctx context.Context, identity ledger.Hash) (ledger.Account, error) {
	var r accountRow
	err := b.db.QueryRowContext(ctx, b.say("SELECT "+accountColumns+`
		FROM identities JOIN accounts ON accounts.id = identities.account WHERE identities.hash = $1`), identity[:]).
		Scan(r.targets()...)
	if err != nil {
		return ledger.Account{}, b.refused("identity", err)
	}
	return r.read()
}

// LinkIdentity is ledger.Identities.LinkIdentity. The keys of an account that has a
// password are revoked in the same transaction.
func (b *Store) LinkIdentity(ctx context.Context, identity ledger.Hash, account string, by ledger.By, at time.Time, because ...ledger.Event) error {
	return b.write(ctx, "identity of "+account, because, func(t tx) error {
		if err := t.revokeKeys(ctx, account, by, at); err != nil {
			return err
		}
		if err := t.must(ctx, "UPDATE accounts SET password = '' WHERE id = $1", account); err != nil {
			return err
		}
		if err := t.shutOut(ctx, account); err != nil {
			return err
		}
		if _, err := t.exec(ctx, "DELETE FROM passkeys WHERE account = $1", account); err != nil {
			return err
		}
		_, err := t.exec(ctx, "INSERT INTO identities (hash, account, created_at) VALUES ($1, $2, $3)",
			identity[:], account, at.UnixMicro())
		return err
	})
}

// revokeKeys revokes the keys of an account that is taken over, if it has a
// password, and records one event for each, by id. It locks the account's row.
func (t tx) revokeKeys(ctx context.Context, account string, by ledger.By, at time.Time) error {
	if err := t.lockAccount(ctx, account); err != nil {
		return err
	}
	rows, err := t.QueryContext(ctx, t.b.say(`
		UPDATE keys SET revoked_at = $1 WHERE account = $2 AND revoked_at IS NULL
			AND (SELECT password FROM accounts WHERE id = $2) <> ''
		RETURNING id`), at.UnixMicro(), account)
	if err != nil {
		return err
	}
	defer rows.Close()
	var events []ledger.Event
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return err
		}
		events = append(events, by.TakenOver(account, id, at))
	}
	if err := rows.Err(); err != nil {
		return err
	}
	_ = rows.Close() // before the next statement of the transaction
	slices.SortFunc(events, func(a, b ledger.Event) int { return strings.Compare(a.Target, b.Target) })
	return t.record(ctx, events)
}

// shutOut deletes the sessions, grants, password resets and sign-in links of an account.
func (t tx) shutOut(ctx context.Context, account string) error {
	for _, table := range []string{"sessions", "grants", "password_resets", "sign_in_links"} {
		if _, err := t.exec(ctx, "DELETE FROM "+table+" WHERE account = $1", account); err != nil {
			return err
		}
	}
	return nil
}
