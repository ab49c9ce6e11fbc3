package redismeter

import (
	"cmp"
	"errors"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

// How long a server may take to let a connection in, and to answer, unless the
// address says dial_timeout or read_timeout. Both leave time for another attempt.
const (
	connectFor = 2 * time.Second
	answerFor  = 2 * time.Second
)

// address says where meters are.
type address struct {
	options *redis.UniversalOptions
	prefix  string // of the names of keys
}

// proper is what a prefix may be. Braces would say to a cluster which part of a
// key decides where it lies.
var proper = regexp.MustCompile(`^[A-Za-z0-9_.:-]{0,64}$`)

// parse reads the URL of one server, of the sentinels of one, or of a cluster.
func parse(at string) (address, error) {
	// The driver's words may hold what was given.
	bad := errors.New("not an address of a Redis; want redis://HOST:PORT/DATABASE, " +
		"redis://HOST1:PORT,HOST2:PORT/DATABASE?master=NAME for sentinels, or redis://HOST1:PORT,HOST2:PORT for a cluster")
	first, more, ok := splitHosts(at)
	u, err := url.Parse(first)
	if err != nil || !ok {
		return address{}, bad
	}
	q := u.Query()
	take := func(name, otherwise string) string {
		value := otherwise
		if q.Has(name) {
			value = q.Get(name)
			q.Del(name)
		}
		return value
	}
	a := address{prefix: take("prefix", "kinodex")}
	master, cluster := take("master", ""), take("cluster", "false")
	sentinelUser, sentinelPassword := take("sentinel_username", ""), take("sentinel_password", "")
	u.RawQuery = q.Encode()
	one, err := redis.ParseURL(u.String())
	if err != nil || cluster != "true" && cluster != "false" || cluster == "true" && master != "" || (cluster == "true" || len(more) > 0 && master == "") && one.DB != 0 {
		return address{}, bad
	}
	if !proper.MatchString(a.prefix) {
		return address{}, errors.New("the prefix of a Redis's keys may have up to 64 letters, digits, and _ . : -")
	}
	a.options = universal(one)
	a.options.Addrs = append([]string{one.Addr}, more...)
	a.options.MasterName, a.options.SentinelUsername, a.options.SentinelPassword = master, sentinelUser, sentinelPassword
	a.options.IsClusterMode = cluster == "true"
	if a.options.TLSConfig != nil && (len(more) > 0 || master != "" || a.options.IsClusterMode) {
		a.options.TLSConfig.ServerName = "" // each by its own name
	}
	return a, nil
}

// splitHosts divides a URL of several hosts, with commas between them, into the URL
// of the first and the others. It reports false when a host is empty.
func splitHosts(at string) (first string, more []string, ok bool) {
	scheme, rest, _ := strings.Cut(at, "://")
	end := len(rest)
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		end = i
	}
	user, hosts := "", rest[:end]
	if i := strings.LastIndexByte(hosts, '@'); i >= 0 {
		user, hosts = hosts[:i+1], hosts[i+1:]
	}
	all := strings.Split(hosts, ",")
	for _, host := range all[1:] {
		if host == "" {
			return "", nil, false
		}
		if strings.LastIndexByte(host, ':') <= strings.LastIndexByte(host, ']') {
			host += ":6379"
		}
		more = append(more, host)
	}
	return scheme + "://" + user + all[0] + rest[end:], more, len(all) == 1 || all[0] != ""
}

// universal returns what a URL of one server says, for any number of servers.
func universal(one *redis.Options) *redis.UniversalOptions {
	return &redis.UniversalOptions{
		ClientName: one.ClientName,
		DB:         one.DB,
		Protocol:   one.Protocol,
		Username:   one.Username,
		Password:   one.Password,
		TLSConfig:  one.TLSConfig,

		DialTimeout:  cmp.Or(one.DialTimeout, connectFor),
		ReadTimeout:  cmp.Or(one.ReadTimeout, answerFor),
		WriteTimeout: cmp.Or(one.WriteTimeout, answerFor),

		PoolFIFO:        one.PoolFIFO,
		PoolSize:        one.PoolSize,
		PoolTimeout:     one.PoolTimeout,
		MinIdleConns:    one.MinIdleConns,
		MaxIdleConns:    one.MaxIdleConns,
		MaxActiveConns:  one.MaxActiveConns,
		ConnMaxIdleTime: one.ConnMaxIdleTime,
		ConnMaxLifetime: one.ConnMaxLifetime,

		// What is tried again is decided here, not in the driver.
		MaxRetries:            -1,
		DialerRetries:         1,
		ContextTimeoutEnabled: true,
	}
}
