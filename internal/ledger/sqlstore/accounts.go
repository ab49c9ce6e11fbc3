package sqlstore

import (
	"context"
	"database/sql"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/ledger"
)

// accountColumns are the columns of an account, in the order of accountRow.targets.
const accountColumns = `accounts.id, accounts.name, accounts.email, accounts.password, accounts.plan,
	accounts.status, accounts.created_at`

// accountRow scans the accountColumns of a row. created is in microseconds since
// 1970; email is NULL for an account that nobody signs in to.
type accountRow struct {
	account      ledger.Account
	email        sql.NullString
	plan, status string
	created      int64
}

// targets returns where Scan puts the accountColumns.
func (r *accountRow) targets() []any {
	a := &r.account
	return []any{&a.ID, &a.Name, &r.email, (*string)(&a.Password), &r.plan, &r.status, &r.created}
}

// read returns the account that was scanned. A plan or status that this program
// does not know is an error.
func (r *accountRow) read() (a ledger.Account, err error) {
	a = r.account
	a.Email = access.Email(r.email.String)
	a.Created = time.UnixMicro(r.created).UTC()
	if a.Plan, err = access.ParsePlan(r.plan); err != nil {
		return a, err
	}
	a.Status, err = ledger.ParseStatus(r.status)
	return a, err
}

// CreateAccount is ledger.Accounts.CreateAccount.
func (b *Store) CreateAccount(ctx context.Context, a ledger.Account, because ...ledger.Event) error {
	return b.write(ctx, "account "+a.ID, because, func(t tx) error { return t.addAccount(ctx, a) })
}

// addAccount adds an account.
func (t tx) addAccount(ctx context.Context, a ledger.Account) error {
	_, err := t.exec(ctx, `
		INSERT INTO accounts (id, name, email, password, plan, status, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		a.ID, a.Name, optional(a.Email), string(a.Password), a.Plan.String(), a.Status.String(), a.Created.UnixMicro())
	return err
}

// optional returns an email as it is stored: NULL for the empty one.
func optional(email access.Email) sql.NullString {
	return sql.NullString{String: string(email), Valid: email != ""}
}

// Account is ledger.Accounts.Account.
func (b *Store) Account(ctx context.Context, id string) (ledger.Account, error) {
	return b.account(ctx, "account "+id, "id = $1", id)
}

// AccountByEmail is ledger.Accounts.AccountByEmail.
func (b *Store) AccountByEmail(ctx context.Context, email access.Email) (ledger.Account, error) {
	return b.account(ctx, "account", "email = $1", string(email))
}

// account returns the account that where selects by arg, or ledger.ErrNotFound.
// What names the row in errors; it must hold nothing secret.
func (b *Store) account(ctx context.Context, what, where string, arg string) (ledger.Account, error) {
	var r accountRow
	err := b.db.QueryRowContext(ctx,
		b.say("SELECT "+accountColumns+" FROM accounts WHERE "+where), arg).Scan(r.targets()...)
	if err != nil {
		return ledger.Account{}, b.refused(what, err)
	}
	return r.read()
}

// ListAccounts is ledger.Accounts.ListAccounts.
func (b *Store) ListAccounts(ctx context.Context) ([]ledger.Account, error) {
	return all(ctx, b, func() *accountRow { return new(accountRow) },
		"SELECT "+accountColumns+" FROM accounts ORDER BY created_at, id")
}

// SetPlan is ledger.Accounts.SetPlan.
func (b *Store) SetPlan(ctx context.Context, id string, plan access.Plan, because ...ledger.Event) error {
	return b.write(ctx, "account "+id, because, func(t tx) error {
		return t.must(ctx, "UPDATE accounts SET plan = $1 WHERE id = $2", plan.String(), id)
	})
}

// SetStatus is ledger.Accounts.SetStatus.
func (b *Store) SetStatus(ctx context.Context, id string, status ledger.Status, because ...ledger.Event) error {
	return b.write(ctx, "account "+id, because, func(t tx) error {
		return t.must(ctx, "UPDATE accounts SET status = $1 WHERE id = $2", status.String(), id)
	})
}

// ofAccount are the tables with rows of an account, in an order in which they may be
// deleted from.
var ofAccount = [...]string{"keys", "sessions", "grants", "password_resets", "sign_in_links", "shares", "passkeys", "identities", "known_networks", "usage_counts"}

// DeleteAccount is ledger.Accounts.DeleteAccount. The table of the audit log lets the
// addresses of accounts that are gone be cleared, and nothing else be changed.
func (b *Store) DeleteAccount(ctx context.Context, id string, because ...ledger.Event) error {
	return b.write(ctx, "account "+id, because, func(t tx) error {
		if err := t.lockAccount(ctx, id); err != nil {
			return err
		}
		for _, table := range ofAccount {
			if _, err := t.exec(ctx, "DELETE FROM "+table+" WHERE account = $1", id); err != nil {
				return err
			}
		}
		if err := t.must(ctx, "DELETE FROM accounts WHERE id = $1", id); err != nil {
			return err
		}
		_, err := t.exec(ctx, "UPDATE audit SET origin = '' WHERE account = $1", id)
		return err
	})
}

// SetPassword is ledger.Accounts.SetPassword.
func (b *Store) SetPassword(ctx context.Context, id string, hash access.PasswordHash, because ...ledger.Event) error {
	return b.write(ctx, "account "+id, because, func(t tx) error { return t.setPassword(ctx, id, hash) })
}

// setPassword stores the hash and ends what the old password let in: sessions,
// grants and links. It returns sql.ErrNoRows if there is no such account.
func (t tx) setPassword(ctx context.Context, id string, hash access.PasswordHash) error {
	if err := t.must(ctx, "UPDATE accounts SET password = $1 WHERE id = $2", string(hash), id); err != nil {
		return err
	}
	return t.shutOut(ctx, id)
}
