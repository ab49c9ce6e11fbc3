package pgdb

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// connectFor is how long each host is given to let a connection in, unless the
// address says connect_timeout: a machine that is off does not refuse, it is silent.
const connectFor = 3 * time.Second

// parse reads the address of a database. Where it names several hosts, the one
// that takes writes is meant, unless it says otherwise.
func parse(address string) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		// The driver's words may hold what was given.
		return nil, errors.New("not an address of a PostgreSQL database; want postgres://USER@HOST/DATABASE, " +
			"or postgres://USER@HOST1:PORT,HOST2:PORT/DATABASE")
	}
	at := config.ConnConfig
	at.RuntimeParams["application_name"] = "kinodex"
	if at.ConnectTimeout == 0 {
		at.ConnectTimeout = connectFor
	}
	at.DialFunc = (&net.Dialer{
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 5 * time.Second, Interval: 2 * time.Second, Count: 3},
		Control:         giveUpOnSilence,
	}).DialContext
	if len(hosts(at)) > 1 && !strings.Contains(address, "target_session_attrs") {
		at.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsReadWrite
	}
	return config, nil
}

// hosts returns the servers that are tried, in order, as HOST:PORT.
func hosts(at *pgx.ConnConfig) (all []string) {
	add := func(host string, port uint16) {
		name := fmt.Sprintf("%s:%d", host, port)
		if len(all) == 0 || all[len(all)-1] != name { // with and without TLS
			all = append(all, name)
		}
	}
	add(at.Host, at.Port)
	for _, f := range at.Fallbacks {
		add(f.Host, f.Port)
	}
	return all
}

// suitPooler has statements described but not kept prepared, where connections
// lead to a pooler such as PgBouncer: in its transaction mode the next statement
// may run on another connection. A pooler tells a client a process number of its
// own, which is how it is recognised. An address that says
// default_query_exec_mode is left as it is.
func suitPooler(ctx context.Context, address string, config *pgxpool.Config) error {
	if strings.Contains(address, "default_query_exec_mode") {
		return nil
	}
	conn, err := pgx.ConnectConfig(ctx, config.ConnConfig)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	var pid uint32
	if err := conn.QueryRow(ctx, "SELECT pg_backend_pid()", pgx.QueryExecModeExec).Scan(&pid); err != nil {
		return err
	}
	if pid != conn.PgConn().PID() {
		config.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	}
	return nil
}
