package sqlstore

import (
	"context"
	"time"

	"kinodex/internal/ledger"
)

// TellServer is ledger.Servers.TellServer.
func (b *Store) TellServer(ctx context.Context, s ledger.Server) error {
	return b.write(ctx, "server", nil, func(t tx) error {
		if err := t.sweep(ctx, s.Seen, lapsingTable{"servers", "id", "until"}); err != nil {
			return err
		}
		_, err := t.exec(ctx, `
			INSERT INTO servers (id, name, version, generation, wanted, problem, meters, started_at, seen_at, until)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
			ON CONFLICT (id) DO UPDATE SET name = excluded.name, version = excluded.version, generation = excluded.generation,
				wanted = excluded.wanted, problem = excluded.problem, meters = excluded.meters,
				seen_at = excluded.seen_at, until = excluded.until`,
			s.ID, s.Name, s.Version, s.Generation, s.Wanted, s.Problem, s.Meters,
			s.Started.UnixMicro(), s.Seen.UnixMicro(), s.Seen.Add(ledger.ServerKept).UnixMicro())
		return err
	})
}

// ForgetServers is ledger.Servers.ForgetServers.
func (b *Store) ForgetServers(ctx context.Context, name string) error {
	_, err := b.db.ExecContext(ctx, b.say("DELETE FROM servers WHERE name = $1"), name)
	return err
}

// serverRow scans the columns of a server.
type serverRow struct {
	server        ledger.Server
	started, seen int64
}

// targets returns where Scan puts the columns, in the order that ListServers selects them.
func (r *serverRow) targets() []any {
	s := &r.server
	return []any{&s.ID, &s.Name, &s.Version, &s.Generation, &s.Wanted, &s.Problem, &s.Meters, &r.started, &r.seen}
}

// read returns the server that was scanned. It never fails.
func (r *serverRow) read() (ledger.Server, error) {
	r.server.Started, r.server.Seen = time.UnixMicro(r.started).UTC(), time.UnixMicro(r.seen).UTC()
	return r.server, nil
}

// ListServers is ledger.Servers.ListServers. They are sorted here, since databases do not
// agree on the order of texts.
func (b *Store) ListServers(ctx context.Context) ([]ledger.Server, error) {
	servers, err := all(ctx, b, func() *serverRow { return new(serverRow) }, `
		SELECT id, name, version, generation, wanted, problem, meters, started_at, seen_at FROM servers`)
	ledger.SortServers(servers)
	return servers, err
}
