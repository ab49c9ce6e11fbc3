package sqlstore

import (
	"context"
	"database/sql"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/ledger"
)

// grantColumns are the columns of a grant, in the order of grantRow.targets.
const grantColumns = `grants.id, grants.account, grants.client, grants.name, grants.resource, grants.scopes,
	grants.redirect, grants.challenge, grants.created_at, grants.expires_at, grants.used_at`

// grantRow scans the grantColumns of a row. Times are in microseconds since 1970;
// used is NULL until the grant's code has been exchanged.
type grantRow struct {
	grant            ledger.Grant
	scopes           string
	created, expires int64
	used             sql.NullInt64
}

// targets returns where Scan puts the grantColumns.
func (r *grantRow) targets() []any {
	g := &r.grant
	return []any{&g.ID, &g.Account, &g.Client, &g.Name, &g.Resource, &r.scopes,
		&g.Redirect, &g.Challenge, &r.created, &r.expires, &r.used}
}

// read returns the grant that was scanned. A scope that this program does not know
// is an error.
func (r *grantRow) read() (g ledger.Grant, err error) {
	g = r.grant
	g.Created, g.Expires, g.Used = time.UnixMicro(r.created).UTC(), time.UnixMicro(r.expires).UTC(), instant(r.used)
	g.Scopes, err = access.ParseScopes(r.scopes)
	return g, err
}

// CreateGrant is ledger.Grants.CreateGrant. Concurrent calls for one account take
// turns, by the lock on its row.
func (b *Store) CreateGrant(ctx context.Context, g ledger.Grant, code ledger.GrantToken, most int, because ...ledger.Event) error {
	return b.write(ctx, "grant of "+g.Account, because, func(t tx) error {
		if err := t.lockAccount(ctx, g.Account); err != nil {
			return err
		}
		var on int
		err := t.QueryRowContext(ctx, b.say("SELECT count(*) FROM grants WHERE account = $1 AND expires_at > $2"),
			g.Account, g.Created.UnixMicro()).Scan(&on)
		if err != nil {
			return err
		}
		if on >= most {
			return ledger.ErrFull
		}
		if err := t.sweep(ctx, g.Created, lapsingTable{"grants", "id", "expires_at"}, lapsingTable{"grant_tokens", "hash", "until"}); err != nil {
			return err
		}
		_, err = t.exec(ctx, `
			INSERT INTO grants (id, account, client, name, resource, scopes, redirect, challenge, created_at, expires_at, used_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
			g.ID, g.Account, g.Client, g.Name, g.Resource, g.Scopes.String(), g.Redirect, g.Challenge,
			g.Created.UnixMicro(), g.Expires.UnixMicro(), moment(g.Used))
		if err != nil {
			return err
		}
		return t.addToken(ctx, code)
	})
}

// addToken adds the token of a grant.
func (t tx) addToken(ctx context.Context, g ledger.GrantToken) error {
	_, err := t.exec(ctx, `
		INSERT INTO grant_tokens (hash, of_grant, kind, scopes, created_at, expires_at, until, spent_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		g.Hash[:], g.Grant, int(g.Kind), g.Scopes.String(), g.Created.UnixMicro(), g.Expires.UnixMicro(),
		g.Until.UnixMicro(), moment(g.Spent))
	return err
}

// FindGrant is ledger.Grants.FindGrant.
func (b *Store) FindGrant(ctx context.Context, hash ledger.Hash) (ledger.GrantToken, ledger.Grant, ledger.Account, error) {
	token := ledger.GrantToken{Hash: hash}
	var kind int
	var scopes string
	var created, expires, until int64
	var spent sql.NullInt64
	var g grantRow
	var a accountRow
	targets := []any{&kind, &scopes, &created, &expires, &until, &spent}
	err := b.db.QueryRowContext(ctx, b.say(`
		SELECT grant_tokens.kind, grant_tokens.scopes, grant_tokens.created_at, grant_tokens.expires_at,
			grant_tokens.until, grant_tokens.spent_at, `+grantColumns+`, `+accountColumns+`
		FROM grant_tokens JOIN grants ON grants.id = grant_tokens.of_grant JOIN accounts ON accounts.id = grants.account
		WHERE grant_tokens.hash = $1`), hash[:]).
		Scan(append(append(targets, g.targets()...), a.targets()...)...)
	if err != nil {
		return ledger.GrantToken{}, ledger.Grant{}, ledger.Account{}, b.refused("token", err)
	}
	token.Kind, token.Spent = access.GrantKind(kind), instant(spent)
	token.Created, token.Expires = time.UnixMicro(created).UTC(), time.UnixMicro(expires).UTC()
	token.Until = time.UnixMicro(until).UTC()
	if token.Scopes, err = access.ParseScopes(scopes); err != nil {
		return token, ledger.Grant{}, ledger.Account{}, err
	}
	grant, err := g.read()
	if err != nil {
		return token, grant, ledger.Account{}, err
	}
	token.Grant = grant.ID
	account, err := a.read()
	return token, grant, account, err
}

// Exchange is ledger.Grants.Exchange. Concurrent calls that exchange or end one
// grant take turns, by the lock on its row, which all of them take first.
func (b *Store) Exchange(ctx context.Context, x ledger.Exchange, because ...ledger.Event) error {
	return b.write(ctx, "grant "+x.Grant, because, func(t tx) error {
		var client string
		err := t.QueryRowContext(ctx, b.say("SELECT client FROM grants WHERE id = $1"+b.dialect.Lock), x.Grant).Scan(&client)
		if err != nil {
			return err
		}
		if err := t.spendToken(ctx, x); err != nil {
			return err
		}
		for _, fresh := range x.Fresh {
			if err := t.addToken(ctx, fresh); err != nil {
				return err
			}
		}
		if err := t.must(ctx, "UPDATE grants SET used_at = $1, expires_at = $2 WHERE id = $3",
			x.At.UnixMicro(), x.Expires.UnixMicro(), x.Grant); err != nil {
			return err
		}
		if _, err := t.exec(ctx, "UPDATE clients SET used = TRUE, expires_at = $1 WHERE id = $2 AND (NOT used OR expires_at < $1)",
			x.Client.UnixMicro(), client); err != nil {
			return err
		}
		return t.sweep(ctx, x.At, lapsingTable{"grant_tokens", "hash", "until"})
	})
}

// spendToken marks the token that is exchanged as spent. It returns
// ledger.ErrSpent if it was spent before, and sql.ErrNoRows if the grant has no
// such token.
func (t tx) spendToken(ctx context.Context, x ledger.Exchange) error {
	spent, err := t.exec(ctx, "UPDATE grant_tokens SET spent_at = $1 WHERE hash = $2 AND of_grant = $3 AND spent_at IS NULL",
		x.At.UnixMicro(), x.Spent[:], x.Grant)
	if err != nil || spent > 0 {
		return err
	}
	var kind int
	err = t.QueryRowContext(ctx, t.b.say("SELECT kind FROM grant_tokens WHERE hash = $1 AND of_grant = $2"),
		x.Spent[:], x.Grant).Scan(&kind)
	if err != nil {
		return err
	}
	return ledger.ErrSpent
}

// UsedGrant is ledger.Grants.UsedGrant. A stored time that is further in the future
// than ledger.ClockSlack is replaced by an earlier one.
func (b *Store) UsedGrant(ctx context.Context, id string, at time.Time) error {
	_, err := b.db.ExecContext(ctx, b.say("UPDATE grants SET used_at = $1 WHERE id = $2 AND (coalesce(used_at, 0) < $1 OR used_at > $3)"),
		at.UnixMicro(), id, at.Add(ledger.ClockSlack).UnixMicro())
	return err
}

// ListGrants is ledger.Grants.ListGrants.
func (b *Store) ListGrants(ctx context.Context, account string) ([]ledger.Grant, error) {
	return all(ctx, b, func() *grantRow { return new(grantRow) }, "SELECT "+grantColumns+`
		FROM grants WHERE account = $1 AND used_at IS NOT NULL ORDER BY created_at, id`, account)
}

// EndGrant is ledger.Grants.EndGrant. Its tokens are deleted with it.
func (b *Store) EndGrant(ctx context.Context, id string, because ...ledger.Event) error {
	return b.write(ctx, "grant "+id, because, func(t tx) error {
		ended, err := t.exec(ctx, "DELETE FROM grants WHERE id = $1", id)
		if err == nil && ended == 0 {
			err = errNothingToDo
		}
		return err
	})
}
