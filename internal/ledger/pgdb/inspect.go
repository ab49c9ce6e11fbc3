package pgdb

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

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

// Inspect asks the database at a URL of Open, of several hosts the one that takes writes, and changes
// nothing. Errors do not hold the password.
func Inspect(ctx context.Context, url string) (State, error) {
	config, err := parse(url)
	if err != nil {
		return State{}, err
	}
	s, err := inspect(ctx, config.ConnConfig)
	if err != nil {
		return State{}, notOpened(config, err)
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
	if hasCode(err, undefinedTable) || errors.Is(err, pgx.ErrNoRows) {
		err = nil
	}
	return s, err
}
