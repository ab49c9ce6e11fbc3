package sqldb

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"

	"kinodex/internal/ledger/sqlstore"
)

// Schema returns the version of the schema that this program writes.
func Schema() int { return sqlstore.Steps(migrations) }

// SchemaOf returns the version of the schema in the file at path, and changes nothing. A version
// above Schema was written by a newer program, one below is brought up to date by Open.
func SchemaOf(ctx context.Context, path string) (version int, err error) {
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?mode=ro")
	if err != nil {
		return 0, err
	}
	defer db.Close()
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	return version, nil
}
