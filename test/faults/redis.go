package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// redis is a server of meters. What it keeps over a crash depends on its options.
type redis struct {
	*process
	ps      *processes
	name    string
	port    int
	options []string
}

// durable are the options of a Redis that forgets nothing it has answered.
var durable = []string{"--appendonly", "yes", "--appendfsync", "always", "--save", ""}

// forgetful are the options of a Redis whose counts end with it.
var forgetful = []string{"--appendonly", "no", "--save", ""}

func startRedis(ps *processes, name string, options ...string) (*redis, error) {
	r := &redis{ps: ps, name: name, port: freePort(), options: options}
	if err := os.MkdirAll(filepath.Join(ps.dir, name), 0o755); err != nil {
		return nil, err
	}
	return r, r.start()
}

// start starts it, perhaps again, with what it has kept.
func (r *redis) start() (err error) {
	argv := append([]string{"redis-server"}, r.options...)
	argv = append(argv, "--bind", "127.0.0.1", "--port", strconv.Itoa(r.port), "--dir", filepath.Join(r.ps.dir, r.name), "--daemonize", "no")
	if r.process, err = r.ps.start(r.name, nil, nil, argv...); err != nil {
		return err
	}
	return r.listens(r.port)
}

// url is the address of one server.
func (r *redis) url() string { return fmt.Sprintf("redis://%s/0", loopback(r.port)) }

// sentinelCluster is a Redis with a replica, and three sentinels that promote it.
type sentinelCluster struct {
	primary, replica *redis
	sentinels        []int // ports
}

func startWatched(ps *processes) (*sentinelCluster, error) {
	w := &sentinelCluster{}
	var err error
	if w.primary, err = startRedis(ps, "redis-a", forgetful...); err != nil {
		return nil, err
	}
	if w.replica, err = startRedis(ps, "redis-b", following(w.primary)...); err != nil {
		return nil, err
	}
	for i := range 3 {
		name := fmt.Sprintf("sentinel-%d", i+1)
		conf := filepath.Join(ps.dir, name+".conf")
		text := fmt.Sprintf("sentinel monitor meters 127.0.0.1 %d 2\nsentinel down-after-milliseconds meters 2000\nsentinel failover-timeout meters 10000\n", w.primary.port)
		if err := os.WriteFile(conf, []byte(text), 0o644); err != nil {
			return nil, err
		}
		s := &redis{ps: ps, name: name, port: freePort(), options: []string{conf, "--sentinel"}}
		if err := os.MkdirAll(filepath.Join(ps.dir, name), 0o755); err != nil {
			return nil, err
		}
		if err := s.start(); err != nil {
			return nil, err
		}
		w.sentinels = append(w.sentinels, s.port)
	}
	return w, eventually(time.Minute, w.agree)
}

// following are the options of a replica.
func following(primary *redis) []string {
	return append([]string{"--replicaof", "127.0.0.1", strconv.Itoa(primary.port)}, forgetful...)
}

// follow starts the primary that was lost as the replica of the one that the sentinels
// promoted, and returns when it has what that has.
func (w *sentinelCluster) follow(gone *redis) error {
	w.primary, w.replica = w.replica, gone
	gone.options = following(w.primary)
	if err := gone.start(); err != nil {
		return err
	}
	return eventually(time.Minute, w.agree)
}

// agree returns an error until every sentinel knows the others, the primary and the replica,
// which follows.
func (w *sentinelCluster) agree() error {
	replication, err := w.replica.cli("info", "replication")
	if err != nil {
		return err
	}
	if !strings.Contains(replication, "master_link_status:up") {
		return fmt.Errorf("%s does not follow yet", w.replica.name)
	}
	for _, port := range w.sentinels {
		out, err := output(nil, "redis-cli", "-p", strconv.Itoa(port), "--json", "sentinel", "master", "meters")
		if err != nil {
			return err
		}
		for key, want := range map[string]string{"num-other-sentinels": "2", "num-slaves": "1", "port": strconv.Itoa(w.primary.port)} {
			if got := field(out, key); got != want {
				return fmt.Errorf("the sentinel at %d says %s %s, want %s", port, key, got, want)
			}
		}
	}
	return nil
}

// url is the address of the server that the sentinels name.
func (w *sentinelCluster) url() string {
	at := ""
	for i, port := range w.sentinels {
		if i > 0 {
			at += ","
		}
		at += loopback(port)
	}
	return "redis://" + at + "/0?master=meters"
}
