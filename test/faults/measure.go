package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// How measurements ask: so many clients, each asking again as soon as it is answered.
const (
	clients    = 16
	measureFor = 8 * time.Second
)

// measurements asks each setup as much as it answers, and writes what an answer
// costs: the server, what it stands on, and the load balancer.
func (e *examination) measurements() (string, error) {
	var b strings.Builder
	b.WriteString("| ledger and meters | replicas | answers a second | p50 | p99 | processor an answer: replicas | PostgreSQL | Redis | HAProxy |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|\n")
	meters, err := startRedis(e.ps, "redis", durable...)
	if err != nil {
		return "", err
	}
	quick, err := startRedis(e.ps, "redis-quick", "--appendonly", "yes", "--appendfsync", "everysec", "--save", "")
	if err != nil {
		return "", err
	}
	ledger := "KINODEX_LEDGER=" + e.pair.url()
	for _, c := range []struct {
		name     string
		replicas int
		proxied  bool
		env      []string
	}{
		{"SQLite", 1, false, nil},
		{"PostgreSQL with a synchronous standby", 1, false, []string{ledger}},
		{"PostgreSQL, meters in Redis (appendfsync always)", 1, false, []string{ledger, "KINODEX_METERS=" + meters.url()}},
		{"PostgreSQL, meters in Redis (appendfsync everysec)", 1, false, []string{ledger, "KINODEX_METERS=" + quick.url()}},
		{"PostgreSQL with a synchronous standby", 1, true, []string{ledger}},
		{"PostgreSQL with a synchronous standby", 3, true, []string{ledger}},
		{"PostgreSQL, meters in Redis (appendfsync everysec)", 3, true, []string{ledger, "KINODEX_METERS=" + quick.url()}},
	} {
		f, err := newFleet(e.ps, e.program, e.library, c.replicas, c.env)
		if err != nil {
			return b.String(), err
		}
		base, how := "http://"+loopback(f.replicas[0].port), strconv.Itoa(c.replicas)
		if c.proxied {
			base, how = f.base, how+" behind HAProxy"
		}
		var groups [][]int
		var own []int
		for _, r := range f.replicas {
			own = append(own, r.cmd.Process.Pid)
		}
		groups = append(groups, own, e.pair.pids(), []int{meters.cmd.Process.Pid, quick.cmd.Process.Pid}, []int{f.proxy.cmd.Process.Pid})
		full(base, f.key, time.Second) // until everything is warm
		before := make([]time.Duration, len(groups))
		for i, g := range groups {
			before[i] = worked(g)
		}
		took := full(base, f.key, measureFor)
		fmt.Fprintf(&b, "| %s | %s | %d | %s | %s |", c.name, how, int(float64(len(took))/measureFor.Seconds()),
			took[len(took)/2].Round(10*time.Microsecond), took[len(took)*99/100].Round(10*time.Microsecond))
		for i, g := range groups {
			fmt.Fprintf(&b, " %d µs |", (worked(g)-before[i]).Microseconds()/int64(len(took)))
		}
		b.WriteString("\n")
		if err := f.stop(); err != nil {
			return b.String(), err
		}
	}
	return b.String(), nil
}

// pids are the processes of both servers.
func (p *pair) pids() (all []int) {
	for _, s := range []*postgres{p.primary, p.standby} {
		all = append(all, s.cmd.Process.Pid)
	}
	return all
}

// full asks for as long as is said, as much as is answered, and returns how long each
// answer took, in order.
func full(base, key string, during time.Duration) []time.Duration {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: clients}, Timeout: clientWaits}
	took := make([][]time.Duration, clients)
	var all sync.WaitGroup
	end := time.Now().Add(during)
	for i := range clients {
		all.Go(func() {
			for n := i; time.Now().Before(end); n++ {
				req, _ := http.NewRequest("GET", base+paths[n%len(paths)], nil)
				req.Header.Set("X-API-Key", key)
				began := time.Now()
				resp, err := client.Do(req)
				if err != nil {
					continue
				}
				_, err = io.Copy(io.Discard, resp.Body)
				resp.Body.Close()
				if err == nil && resp.StatusCode == http.StatusOK {
					took[i] = append(took[i], time.Since(began))
				}
			}
		})
	}
	all.Wait()
	client.CloseIdleConnections()
	flat := append(slices.Concat(took...), 0)
	slices.Sort(flat)
	return flat
}

// worked is how long processors worked for processes and their children.
func worked(pids []int) (sum time.Duration) {
	for _, pid := range pids {
		for _, one := range append(childrenOf(pid), pid) {
			text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(one), "stat"))
			if err != nil {
				continue
			}
			_, rest, _ := strings.Cut(string(text), ") ")
			f := strings.Fields(rest)
			if len(f) < 15 {
				continue
			}
			// User, system; of children that have ended, too. In hundredths of a second.
			for _, column := range f[11:15] {
				ticks, _ := strconv.Atoi(column)
				sum += time.Duration(ticks) * 10 * time.Millisecond
			}
		}
	}
	return sum
}
