// Package redismeter keeps meters in Redis, for several servers whose requests
// are more than a database's commits.
//
// Each meter and day is a key of its own, which Redis forgets by itself two days
// later. Spending is a script, which Redis runs as a whole; nothing is read here
// and written back. What a power cut takes from Redis is up to its own settings
// (appendfsync): a count that is lost lets somebody ask more, once.
//
// The package imports ledger and what lies below, and the driver, which only cmd
// may depend on through it. Start reading at Open.
package redismeter

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"kinodex/internal/ledger"
)

// keepFor is how long a count is kept after the first spending on it. A day is
// spent on for 24 hours; the rest is for clocks that differ, and refunds.
const keepFor = 48 * time.Hour

// Meters are meters in a Redis. Close them to let go of its connections.
type Meters struct {
	client *redis.Client
	prefix string
}

var _ ledger.Meters = (*Meters)(nil)

// Open opens the meters at a URL, such as redis://:password@cache.example.com/0
// or rediss:// for TLS, and tries whether Redis answers. With ?prefix=NAME the
// names of keys begin with it, instead of with kinodex. Errors do not hold the
// password.
func Open(ctx context.Context, address string) (*Meters, error) {
	// The driver's words may hold what was given.
	bad := errors.New("not an address of a Redis; want redis://HOST:PORT/DATABASE")
	u, err := url.Parse(address)
	if err != nil {
		return nil, bad
	}
	m := &Meters{prefix: "kinodex"}
	q := u.Query()
	if q.Has("prefix") {
		m.prefix = q.Get("prefix")
		q.Del("prefix")
		u.RawQuery = q.Encode()
	}
	o, err := redis.ParseURL(u.String())
	if err != nil {
		return nil, bad
	}
	// A command whose answer was lost on the way may have been executed. Sent
	// again it would be charged twice.
	o.MaxRetries = -1
	o.ContextTimeoutEnabled = true
	quiet()
	m.client = redis.NewClient(o)
	if err := m.client.Ping(ctx).Err(); err != nil {
		m.client.Close()
		return nil, fmt.Errorf("redis at %s: %w", o.Addr, err)
	}
	return m, nil
}

// quiet stops the driver from printing what it returns as an error too.
var quiet = sync.OnceFunc(func() { redis.SetLogger(silence{}) })

type silence struct{}

func (silence) Printf(context.Context, string, ...any) {}

// Close lets go of the connections.
func (m *Meters) Close() error { return m.client.Close() }

// spend takes a count's key, and cost, limit and seconds to keep. A count
// expires by when it was begun, not by its day, so that nobody's clock but that
// of Redis matters.
var spend = redis.NewScript(`
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
local cost = tonumber(ARGV[1])
if used + cost > tonumber(ARGV[2]) then return {used, 0} end
if used == 0 then
	redis.call('SET', KEYS[1], cost, 'EX', ARGV[3])
	return {cost, 1}
end
return {redis.call('INCRBY', KEYS[1], cost), 1}`)

// refund takes a count's key and cost.
var refund = redis.NewScript(`
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
local back = math.min(used, tonumber(ARGV[1]))
if back > 0 then redis.call('DECRBY', KEYS[1], back) end
return used - back`)

// patience is how long an answer of Redis may take.
const patience = 5 * time.Second

// Spend is ledger.Meters.Spend. Once it is asked it does not give up, since
// whether it was counted would then be unknown.
func (m *Meters) Spend(ctx context.Context, meter string, day ledger.Day, cost, limit int) (int, bool, error) {
	if cost == 0 {
		used, err := m.Used(ctx, meter, day)
		return used, used <= limit, err
	}
	if err := ctx.Err(); err != nil {
		return 0, false, err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	got, err := spend.Run(ctx, m.client, []string{m.key(meter, day)}, cost, limit, int(keepFor.Seconds())).Int64Slice()
	if err != nil {
		return 0, false, fmt.Errorf("redis: %w", err)
	}
	return int(got[0]), got[1] == 1, nil
}

// Refund is ledger.Meters.Refund.
func (m *Meters) Refund(ctx context.Context, meter string, day ledger.Day, cost int) error {
	if err := ctx.Err(); err != nil || cost == 0 {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	if err := refund.Run(ctx, m.client, []string{m.key(meter, day)}, cost).Err(); err != nil {
		return fmt.Errorf("redis: %w", err)
	}
	return nil
}

// Used is ledger.Meters.Used.
func (m *Meters) Used(ctx context.Context, meter string, day ledger.Day) (int, error) {
	used, err := m.client.Get(ctx, m.key(meter, day)).Int()
	if errors.Is(err, redis.Nil) {
		return 0, nil
	}
	return used, err
}

func (m *Meters) key(meter string, day ledger.Day) string {
	return m.prefix + ":" + strconv.Itoa(int(day)) + ":" + meter
}
