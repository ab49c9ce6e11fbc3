package pgdb

import (
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// The error codes of PostgreSQL that the ledger has words for, or acts on.
const (
	uniqueViolation      = "23505"
	foreignKeyViolation  = "23503"
	readOnlyTransaction  = "25006" // the server has become a standby
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
	duplicateTable       = "42P07"
	duplicateObject      = "42710" // of the type that every table has
	// An internal error: of two who make the same thing at once, one fails.
	tupleConcurrentlyUpdated = "XX000"

	connectionClass   = "08"
	interventionClass = "57P" // shut down, crashed, or starting
)

// hasCode reports whether err is the database's, of a code that is given.
func hasCode(err error, codes ...string) bool {
	var e *pgconn.PgError
	if !errors.As(err, &e) {
		return false
	}
	for _, code := range codes {
		if e.Code == code {
			return true
		}
	}
	return false
}

// cut reports whether err says that a connection that stood is of no use any more:
// it was cut, its server ends or ended, or has become a standby.
func cut(err error) bool {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return interrupted(e)
	}
	var network *net.OpError
	return err != nil && !unreachable(err) && (errors.As(err, &network) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.Is(err, net.ErrClosed) || errors.Is(err, driver.ErrBadConn) || pgconn.SafeToRetry(err))
}

// interrupted reports whether e is the last word of a server on a connection.
func interrupted(e *pgconn.PgError) bool {
	return e.Code == readOnlyTransaction || strings.HasPrefix(e.Code, connectionClass) || strings.HasPrefix(e.Code, interventionClass)
}

// refused reports whether the database itself said with err that it did not do what
// it was asked. Other errors leave that open.
func refused(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && !interrupted(e)
}

// unreachable reports whether no connection could be had, so that nothing was asked.
func unreachable(err error) bool {
	var e *pgconn.ConnectError
	return errors.As(err, &e)
}

// collided reports whether the database rolled back a transaction for the sake of
// another one. It may be tried again.
func collided(err error) bool { return hasCode(err, serializationFailure, deadlockDetected) }
