package sqlstore

import (
	"context"
	"database/sql"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/ledger"
)

// CreateSignInLink is ledger.Links.CreateSignInLink.
func (b *Store) CreateSignInLink(ctx context.Context, l ledger.SignInLink, because ...ledger.Event) error {
	return b.write(ctx, "sign-in link of "+l.Account, because, func(t tx) error {
		_, err := t.exec(ctx, `
			INSERT INTO sign_in_links (account, hash, created_at, expires_at) VALUES ($1, $2, $3, $4)
			ON CONFLICT (account) DO UPDATE SET hash = excluded.hash, created_at = excluded.created_at,
				expires_at = excluded.expires_at`,
			l.Account, l.Hash[:], l.Created.UnixMicro(), l.Expires.UnixMicro())
		return err
	})
}

// SignInLink is ledger.Links.SignInLink.
func (b *Store) SignInLink(ctx context.Context, hash ledger.Hash) (ledger.SignInLink, ledger.Account, error) {
	l := ledger.SignInLink{Hash: hash}
	var a accountRow
	var created, expires int64
	err := b.db.QueryRowContext(ctx, b.say(`
		SELECT sign_in_links.account, sign_in_links.created_at, sign_in_links.expires_at, `+accountColumns+`
		FROM sign_in_links JOIN accounts ON accounts.id = sign_in_links.account WHERE sign_in_links.hash = $1`), hash[:]).
		Scan(append([]any{&l.Account, &created, &expires}, a.targets()...)...)
	if err != nil {
		return ledger.SignInLink{}, ledger.Account{}, b.refused("sign-in link", err)
	}
	l.Created, l.Expires = time.UnixMicro(created).UTC(), time.UnixMicro(expires).UTC()
	account, err := a.read()
	return l, account, err
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
		if err := t.sweep(ctx, i.Created, lapsing{"invitations", "hash", "expires_at"}); err != nil {
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
