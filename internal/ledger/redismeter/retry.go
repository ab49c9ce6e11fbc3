package redismeter

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	// patience is how long a script is run again while it is unknown whether it was
	// run. A new primary is chosen within it, where there are sentinels or a cluster.
	patience = 10 * time.Second
	// markFor is how long a mark is kept: longer than anybody asks for it.
	markFor = 3 * patience

	firstPause, longestPause = 10 * time.Millisecond, 500 * time.Millisecond
)

// run runs a script on a count and a new mark, which is what lets it be run again
// when its answer did not come. It is called off by ctx only before it is sent.
func (m *Meters) run(ctx context.Context, script *redis.Script, count string, args ...any) ([]int64, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	keys := []string{count, m.mark(count)}
	unsure := false // whether it may have been run
	pause := firstPause
	for attempt := 1; ; attempt++ {
		got, err := script.Run(ctx, m.client, keys, args...).Int64Slice()
		if err == nil {
			return got, nil
		}
		unsure = unsure || !answered(err) && !unreachable(err)
		if !unsure && (attempt > 1 || !moved(err)) {
			return nil, fmt.Errorf("redis: %w", err)
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("redis: %w", err)
		case <-time.After(pause):
			pause = min(2*pause, longestPause)
		}
	}
}

// answered reports whether err is what Redis said. It then changed nothing: the
// scripts do not fail in the middle.
func answered(err error) bool {
	var said redis.Error
	return errors.As(err, &said)
}

// moved reports whether err is what a server says that is no primary any more, to
// whom the driver has ended its connection.
func moved(err error) bool { return answered(err) && redis.HasErrorPrefix(err, "READONLY") }

// unreachable reports whether no connection could be had, so that nothing was asked.
func unreachable(err error) bool {
	var network *net.OpError
	return errors.As(err, &network) && network.Op == "dial" || errors.Is(err, redis.ErrPoolTimeout) || errors.Is(err, redis.ErrPoolExhausted)
}
