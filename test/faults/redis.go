package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
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

// watched is a Redis with a replica, and three sentinels that promote it.
type watched struct {
	primary, replica *redis
	sentinels        []int // ports
}

func startWatched(ps *processes) (*watched, error) {
	w := &watched{}
	var err error
	if w.primary, err = startRedis(ps, "redis-a", forgetful...); err != nil {
		return nil, err
	}
	follow := append([]string{"--replicaof", "127.0.0.1", strconv.Itoa(w.primary.port)}, forgetful...)
	if w.replica, err = startRedis(ps, "redis-b", follow...); err != nil {
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

// agree returns an error until every sentinel knows the others and the replica.
func (w *watched) agree() error {
	for _, port := range w.sentinels {
		for list, want := range map[string]string{"sentinels": "2", "replicas": "1"} {
			key := map[string]string{"sentinels": "num-other-sentinels", "replicas": "num-slaves"}[list]
			out, err := output(nil, "redis-cli", "-p", strconv.Itoa(port), "--json", "sentinel", "master", "meters")
			if err != nil {
				return err
			}
			if got := field(out, key); got != want {
				return fmt.Errorf("the sentinel at %d knows %s %s", port, got, list)
			}
		}
	}
	return nil
}

// url is the address of the server that the sentinels name.
func (w *watched) url() string {
	at := ""
	for i, port := range w.sentinels {
		if i > 0 {
			at += ","
		}
		at += loopback(port)
	}
	return "redis://" + at + "/0?master=meters"
}
