// Package redismeter keeps meters in Redis, for several servers whose requests
// are more than a database's commits.
//
// Each meter and day is a key of its own, which Redis forgets by itself two days
// later. Spending is a script, which Redis runs as a whole; nothing is read here
// and written back. The script leaves a mark beside the count, in the same slot of a
// cluster, so that one whose answer was lost on the way can be run again and is
// counted once. What a power cut or a failover takes from Redis is up to its own
// settings (appendfsync, min-replicas-to-write): a count that is lost lets somebody
// ask more, once.
//
// The package imports ledger and what lies below, and the driver, which only cmd
// may depend on through it. Start reading at Open.
package redismeter

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"

	"kinodex/internal/access"
	"kinodex/internal/ledger"
)

// keepFor is how long a count is kept after the first spending on it. A day is
// spent on for 24 hours; the rest is for clocks that differ, and refunds.
const keepFor = 48 * time.Hour

// Meters are meters in a Redis. Close them to let go of its connections.
type Meters struct {
	client redis.UniversalClient
	prefix string
	marks  string // how the marks of this client begin
	marked atomic.Uint64
}

var _ ledger.Meters = (*Meters)(nil)

// Open opens the meters at a URL, and tries whether Redis answers:
//
//	redis://:PASSWORD@HOST:PORT/DATABASE                one server
//	redis://HOST1:PORT,HOST2:PORT/DATABASE?master=NAME  the server that the sentinels name
//	redis://HOST1:PORT,HOST2:PORT                       a cluster; with one host, ?cluster=true
//
// rediss:// is the same with TLS. With ?prefix=NAME the names of keys begin with it,
// instead of with kinodex. The sentinels' own user and password are
// sentinel_username and sentinel_password. It is tried once. The error is a *ledger.OpenError
// unless the URL is none, and holds no password.
func Open(ctx context.Context, url string) (*Meters, error) {
	at, err := parse(url)
	if err != nil {
		return nil, err
	}
	quiet()
	m := &Meters{client: connect(at.options), prefix: at.prefix, marks: access.RandomBase62(16)}
	if err := m.client.Ping(ctx).Err(); err != nil {
		_ = m.client.Close()
		return nil, notOpened(at.options, err)
	}
	return m, nil
}

// clusterSeen is how old may be what a client knows of a cluster: after the end of a primary,
// requests for its slots fail until its replica is promoted and the client has asked again.
const clusterSeen = time.Second

// connect returns a client of one server, of the one that sentinels name, or of a cluster. The
// driver's own interval for a cluster is a minute.
func connect(o *redis.UniversalOptions) redis.UniversalClient {
	if o.MasterName != "" || !o.IsClusterMode && len(o.Addrs) < 2 {
		return redis.NewUniversalClient(o)
	}
	cluster := o.Cluster()
	cluster.ClusterStateReloadInterval = clusterSeen
	return redis.NewClusterClient(cluster)
}

// quiet stops the driver from printing what it returns as an error too.
var quiet = sync.OnceFunc(func() { redis.SetLogger(silence{}) })

type silence struct{}

func (silence) Printf(context.Context, string, ...any) {}

// Close lets go of the connections.
func (m *Meters) Close() error { return m.client.Close() }

// spend takes a count's key and a mark's, and cost, limit, and seconds to keep the
// count and the mark. A count expires by when it was begun, not by its day, so that
// nobody's clock but that of Redis matters. What was refused changed nothing and
// needs no mark.
var spend = redis.NewScript(`
local done = redis.call('GET', KEYS[2])
if done then return {tonumber(done), 1} end
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
local cost = tonumber(ARGV[1])
if used + cost > tonumber(ARGV[2]) then return {used, 0} end
if used == 0 then
	redis.call('SET', KEYS[1], cost, 'EX', ARGV[3])
	used = cost
else
	used = redis.call('INCRBY', KEYS[1], cost)
end
redis.call('SET', KEYS[2], used, 'EX', ARGV[4])
return {used, 1}`)

// refund takes a count's key and a mark's, cost, and seconds to keep the mark.
var refund = redis.NewScript(`
local done = redis.call('GET', KEYS[2])
if done then return {tonumber(done), 1} end
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
local back = math.min(used, tonumber(ARGV[1]))
if back > 0 then redis.call('DECRBY', KEYS[1], back) end
redis.call('SET', KEYS[2], used - back, 'EX', ARGV[2])
return {used - back, 1}`)

// Spend is ledger.Meters.Spend. Once it is asked it does not give up, since
// whether it was counted would then be unknown.
func (m *Meters) Spend(ctx context.Context, meter string, day ledger.Day, cost, limit int) (int, bool, error) {
	if cost == 0 {
		used, err := m.Used(ctx, meter, day)
		return used, used <= limit, err
	}
	got, err := m.run(ctx, spend, m.key(meter, day), cost, limit, int(keepFor.Seconds()), int(markFor.Seconds()))
	if err != nil {
		return 0, false, err
	}
	return int(got[0]), got[1] == 1, nil
}

// Refund is ledger.Meters.Refund.
func (m *Meters) Refund(ctx context.Context, meter string, day ledger.Day, cost int) error {
	if cost == 0 {
		return ctx.Err()
	}
	_, err := m.run(ctx, refund, m.key(meter, day), cost, int(markFor.Seconds()))
	return err
}

// Used is ledger.Meters.Used.
func (m *Meters) Used(ctx context.Context, meter string, day ledger.Day) (int, error) {
	for attempt := 1; ; attempt++ {
		used, err := m.client.Get(ctx, m.key(meter, day)).Int()
		switch {
		case errors.Is(err, redis.Nil):
			return 0, nil
		case err == nil || attempt == 2 || ctx.Err() != nil || answered(err):
			return used, err
		}
	}
}

// key names a count. A cluster places it by the whole name, which has no braces.
func (m *Meters) key(meter string, day ledger.Day) string {
	return m.prefix + ":" + strconv.Itoa(int(day)) + ":" + meter
}

// mark names a mark that nobody has used, in the slot of a count.
func (m *Meters) mark(count string) string {
	return "{" + count + "}:" + m.marks + strconv.FormatUint(m.marked.Add(1), 36)
}
