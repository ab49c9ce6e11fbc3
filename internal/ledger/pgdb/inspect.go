package pgdb

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"kinodex/internal/ledger/sqlstore"
)

// Schema returns the version of the schema that this program writes.
func Schema() int { return sqlstore.Steps(migrations) }

// State is what a database says of itself.
type State struct {
	Server   string    // such as 17.2
	Schema   int       // version of the ledger's schema; 0 when there is none
	ReadOnly bool      // whether it takes no writes, as a standby does
	Now      time.Time // by its clock
}

// Inspect asks the database at a URL of Open, and changes nothing. Errors do not hold the password.
func Inspect(ctx context.Context, url string) (State, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return State{}, errors.New("not an address of a PostgreSQL database; want postgres://USER@HOST/DATABASE")
	}
	s, err := inspect(ctx, config)
	if err != nil {
		return State{}, fmt.Errorf("postgres database %s at %s:%d: %w", config.Database, config.Host, config.Port, err)
	}
	return s, nil
}

// undefinedTable is the error code of PostgreSQL for a table that does not exist.
const undefinedTable = "42P01"

// inspect asks one connection, by the simple protocol, which poolers pass on in every mode.
func inspect(ctx context.Context, config *pgx.ConnConfig) (s State, err error) {
	config.DefaultQueryExecMode = pgx.QueryExecModeSimpleProtocol
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return s, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	var readOnly string
	if err := conn.QueryRow(ctx, "SELECT current_setting('server_version'), current_setting('transaction_read_only'), now()").
		Scan(&s.Server, &readOnly, &s.Now); err != nil {
		return s, err
	}
	s.ReadOnly = readOnly == "on"
	err = conn.QueryRow(ctx, "SELECT version FROM schema_version").Scan(&s.Schema)
	if missing := (*pgconn.PgError)(nil); errors.As(err, &missing) && missing.Code == undefinedTable || errors.Is(err, pgx.ErrNoRows) {
		err = nil
	}
	return s, err
}
