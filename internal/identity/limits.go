package identity

import (
	"context"
	"fmt"
	"net/netip"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/ledger"
)

// limit bounds how often something may be done until a time.
type limit struct {
	meter string
	most  int
	until time.Time // when it begins anew
	why   string    // the message for who reached it
}

// perDay is a limit for the UTC day.
func perDay(now time.Time, meter string, most int, why string) limit {
	return limit{meter, most, ledger.DayOf(now).End(), why}
}

// perHour is a limit for the hour of the UTC day.
func perHour(now time.Time, meter string, most int, why string) limit {
	hour := now.UTC().Truncate(time.Hour)
	return limit{meter + hour.Format(":15"), most, hour.Add(time.Hour), why}
}

// perMinute is a limit for the minute of the UTC day.
func perMinute(now time.Time, meter string, most int, why string) limit {
	minute := now.UTC().Truncate(time.Minute)
	return limit{meter + minute.Format(":1504"), most, minute.Add(time.Minute), why}
}

// perPlace are the limits of a UTC day for the network of an address, an IPv4
// address or an IPv6 /64, and for the IPv6 /48 around it, since a site with a /48
// has 65,536 networks.
func perPlace(now time.Time, what string, from netip.Addr, network, site int, why string) []limit {
	limits := []limit{perDay(now, what+":address:"+access.Network(from), network, why)}
	if s := access.Site(from); s != "" {
		limits = append(limits, perDay(now, what+":site:"+s, site, why))
	}
	return limits
}

// count counts one event on all of the limits, or on none of them when one is reached: then
// it returns a fault of kind RateLimited with l.why. Two calls at once never count beyond a
// limit, on all replicas together.
func (a *Authority) count(ctx context.Context, now time.Time, limits ...limit) error {
	day := ledger.DayOf(now)
	for i, l := range limits {
		_, ok, err := a.ledger.Spend(ctx, l.meter, day, 1, l.most)
		if err == nil && ok {
			continue
		}
		a.uncount(ctx, now, limits[:i]...)
		if err != nil {
			return fmt.Errorf("count: %w", err)
		}
		return fault.New(fault.RateLimited, "%s; try again after %s UTC", l.why, l.until.Format("15:04")).After(l.until.Sub(now))
	}
	return nil
}

// uncount takes back what count counted. A failure is ignored: it only makes a limit
// stricter by one until it begins anew.
func (a *Authority) uncount(ctx context.Context, now time.Time, limits ...limit) {
	for _, l := range limits {
		_ = a.ledger.Refund(context.WithoutCancel(ctx), l.meter, ledger.DayOf(now), 1)
	}
}
