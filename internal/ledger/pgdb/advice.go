package pgdb

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"kinodex/internal/ledger"
)

// notOpened says where a database was looked for and, by what it said, what to do.
func notOpened(config *pgxpool.Config, err error) error {
	at := config.ConnConfig
	return &ledger.OpenError{
		Where:  fmt.Sprintf("PostgreSQL database %s at %s", at.Database, strings.Join(hosts(at), ", ")),
		Advice: adviceOn(err), Err: err,
	}
}

// adviceOn says what to check when a database could not be opened; empty when that is
// not known.
func adviceOn(err error) string {
	var said *pgconn.PgError
	switch {
	case !errors.As(err, &said):
		return ledger.AdviceOn(err, "PostgreSQL")
	case strings.HasPrefix(said.Code, "28"):
		return "check user and password of the address, and whether pg_hba.conf lets this machine in"
	}
	return cmp.Or(map[string]string{
		"3D000":             "make the database first: createdb, as a user who may",
		"42501":             "let the user make tables in the schema: GRANT CREATE, or own the database",
		"53300":             "it has no connection left: raise max_connections, or lower pool_max_conns in the address",
		"57P03":             "it is starting or shutting down: try again shortly",
		readOnlyTransaction: "it is a standby: name the primary, or all hosts with commas between them",
	}[said.Code], ledger.AdviceOn(err, "PostgreSQL"))
}
