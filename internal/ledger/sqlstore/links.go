package sqlstore

import (
	"context"
	"database/sql"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/ledger"
)

// oneTime is a table of links that open an account once: an account has at most one.
type oneTime struct{ table, what string }

var (
	signInLinks    = oneTime{"sign_in_links", "sign-in link"}
	passwordResets = oneTime{"password_resets", "password reset"}
)

// createOneTime adds a link, in place of the account's earlier one.
func (b *Store) createOneTime(ctx context.Context, k oneTime, account string, hash ledger.Hash, created, expires time.Time, because []ledger.Event) error {
	return b.write(ctx, k.what+" of "+account, because, func(t tx) error {
		_, err := t.exec(ctx, `
			INSERT INTO `+k.table+` (account, hash, created_at, expires_at) VALUES ($1, $2, $3, $4)
			ON CONFLICT (account) DO UPDATE SET hash = excluded.hash, created_at = excluded.created_at,
				expires_at = excluded.expires_at`,
			account, hash[:], created.UnixMicro(), expires.UnixMicro())
		return err
	})
}

// findOneTime finds a link and whose it is, also one that has expired.
func (b *Store) findOneTime(ctx context.Context, k oneTime, hash ledger.Hash) (owner ledger.Account, created, expires time.Time, err error) {
	var a accountRow
	var from, until int64
	err = b.db.QueryRowContext(ctx, b.say(`
		SELECT l.created_at, l.expires_at, `+accountColumns+`
		FROM `+k.table+` AS l JOIN accounts ON accounts.id = l.account WHERE l.hash = $1`), hash[:]).
		Scan(append([]any{&from, &until}, a.targets()...)...)
	if err != nil {
		return ledger.Account{}, time.Time{}, time.Time{}, b.refused(k.what, err)
	}
	owner, err = a.read()
	return owner, time.UnixMicro(from).UTC(), time.UnixMicro(until).UTC(), err
}

// CreateSignInLink is ledger.Links.CreateSignInLink.
func (b *Store) CreateSignInLink(ctx context.Context, l ledger.SignInLink, because ...ledger.Event) error {
	return b.createOneTime(ctx, signInLinks, l.Account, l.Hash, l.Created, l.Expires, because)
}

// SignInLink is ledger.Links.SignInLink.
func (b *Store) SignInLink(ctx context.Context, hash ledger.Hash) (ledger.SignInLink, ledger.Account, error) {
	owner, created, expires, err := b.findOneTime(ctx, signInLinks, hash)
	if err != nil {
		return ledger.SignInLink{}, ledger.Account{}, err
	}
	return ledger.SignInLink{Hash: hash, Account: owner.ID, Created: created, Expires: expires}, owner, nil
}

// UseSignInLink is ledger.Links.UseSignInLink. Concurrent calls that use or replace
// one link take turns, by the lock on its row.
func (b *Store) UseSignInLink(ctx context.Context, hash ledger.Hash, s ledger.Session, because ...ledger.Event) error {
	return b.write(ctx, "sign-in link", because, func(t tx) error {
		// The account's row first, as whoever sets a password takes it.
		if err := t.lockAccount(ctx, s.Account); err != nil {
			return err
		}
		if err := t.must(ctx, "DELETE FROM sign_in_links WHERE hash = $1 AND account = $2 AND expires_at > $3",
			hash[:], s.Account, s.Created.UnixMicro()); err != nil {
			return err
		}
		return t.addSession(ctx, s)
	})
}

// CreateInvitation is ledger.Links.CreateInvitation. It also deletes some of the
// invitations that have expired.
func (b *Store) CreateInvitation(ctx context.Context, i ledger.Invitation, because ...ledger.Event) error {
	return b.write(ctx, "invitation", because, func(t tx) error {
		if err := t.sweep(ctx, i.Created, lapsingTable{"invitations", "hash", "expires_at"}); err != nil {
			return err
		}
		_, err := t.exec(ctx, "INSERT INTO invitations (hash, plan, email, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)",
			i.Hash[:], i.Plan.String(), optional(i.Email), i.Created.UnixMicro(), i.Expires.UnixMicro())
		return err
	})
}

// Invitation is ledger.Links.Invitation.
func (b *Store) Invitation(ctx context.Context, hash ledger.Hash) (ledger.Invitation, error) {
	i := ledger.Invitation{Hash: hash}
	var plan string
	var email sql.NullString
	var created, expires int64
	err := b.db.QueryRowContext(ctx, b.say("SELECT plan, email, created_at, expires_at FROM invitations WHERE hash = $1"), hash[:]).
		Scan(&plan, &email, &created, &expires)
	if err != nil {
		return ledger.Invitation{}, b.refused("invitation", err)
	}
	i.Email, i.Created, i.Expires = access.Email(email.String), time.UnixMicro(created).UTC(), time.UnixMicro(expires).UTC()
	i.Plan, err = access.ParsePlan(plan)
	return i, err
}

// UseInvitation is ledger.Links.UseInvitation. Concurrent calls that use one
// invitation take turns, by the lock on its row.
func (b *Store) UseInvitation(ctx context.Context, hash ledger.Hash, a ledger.Account, because ...ledger.Event) error {
	return b.write(ctx, "invitation", because, func(t tx) error {
		if err := t.must(ctx, "DELETE FROM invitations WHERE hash = $1 AND expires_at > $2", hash[:], a.Created.UnixMicro()); err != nil {
			return err
		}
		return t.addAccount(ctx, a)
	})
}
