package sqlstore

import (
	"context"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/ledger"
)

// CreatePasswordReset is ledger.Resets.CreatePasswordReset.
func (b *Store) CreatePasswordReset(ctx context.Context, r ledger.PasswordReset, because ...ledger.Event) error {
	return b.createOneTime(ctx, passwordResets, r.Account, r.Hash, r.Created, r.Expires, because)
}

// PasswordReset is ledger.Resets.PasswordReset.
func (b *Store) PasswordReset(ctx context.Context, hash ledger.Hash) (ledger.PasswordReset, ledger.Account, error) {
	owner, created, expires, err := b.findOneTime(ctx, passwordResets, hash)
	if err != nil {
		return ledger.PasswordReset{}, ledger.Account{}, err
	}
	return ledger.PasswordReset{Hash: hash, Account: owner.ID, Created: created, Expires: expires}, owner, nil
}

// UsePasswordReset is ledger.Resets.UsePasswordReset. Concurrent calls that use or
// replace one link take turns, by the lock on its row.
func (b *Store) UsePasswordReset(ctx context.Context, hash ledger.Hash, password access.PasswordHash, at time.Time, because ...ledger.Event) error {
	return b.write(ctx, "password reset", because, func(t tx) error {
		var account string
		err := t.QueryRowContext(ctx, b.say("SELECT account FROM password_resets WHERE hash = $1 AND expires_at > $2"),
			hash[:], at.UnixMicro()).Scan(&account)
		if err != nil {
			return err
		}
		// The account's row first, as whoever sets a password takes it.
		if err := t.lockAccount(ctx, account); err != nil {
			return err
		}
		if err := t.must(ctx, "DELETE FROM password_resets WHERE hash = $1", hash[:]); err != nil {
			return err
		}
		return t.setPassword(ctx, account, password)
	})
}

// RememberNetwork is ledger.Networks.RememberNetwork. It deletes the account's
// networks that are no longer known, and all but the ledger.MostNetworks that are
// known longest.
func (b *Store) RememberNetwork(ctx context.Context, account, network string, at, until time.Time) error {
	return b.write(ctx, "account "+account, nil, func(t tx) error {
		if err := t.lockAccount(ctx, account); err != nil {
			return err
		}
		_, err := t.exec(ctx, `
			INSERT INTO known_networks (account, network, until) VALUES ($1, $2, $3)
			ON CONFLICT (account, network) DO UPDATE SET until = excluded.until WHERE known_networks.until < excluded.until`,
			account, network, until.UnixMicro())
		if err != nil {
			return err
		}
		_, err = t.exec(ctx, `
			DELETE FROM known_networks WHERE account = $1 AND (until <= $2 OR network NOT IN (
				SELECT network FROM known_networks WHERE account = $1 ORDER BY until DESC, network LIMIT $3))`,
			account, at.UnixMicro(), ledger.MostNetworks)
		return err
	})
}

// KnowsNetwork is ledger.Networks.KnowsNetwork.
func (b *Store) KnowsNetwork(ctx context.Context, account, network string, at time.Time) (known bool, err error) {
	err = b.db.QueryRowContext(ctx, b.say(`
		SELECT EXISTS (SELECT 1 FROM known_networks WHERE account = $1 AND network = $2 AND until > $3)`),
		account, network, at.UnixMicro()).Scan(&known)
	return known, err
}
