package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// The ways in which a fleet can be set up.
const (
	onLibrary   = "library"   // three replicas, the library in a bucket
	onPostgres  = "postgres"  // three replicas, ledger and meters in PostgreSQL
	onRedis     = "redis"     // three replicas, meters in Redis
	onSentinels = "sentinels" // three replicas, meters in a Redis that sentinels watch
	onCluster   = "cluster"   // three replicas, meters in a Redis Cluster
	onSQLite    = "sqlite"    // one server, on a disk of few megabytes
)

// setups are in the order in which they are tried.
var setups = []string{onLibrary, onPostgres, onRedis, onSentinels, onCluster, onSQLite}

// world is what a fault happens to.
type world struct {
	*fleet
	pair        *pair
	redis       *redis
	watched     *sentinelCluster
	cluster     *cluster
	objects     *objects
	disk        string            // where the disk of few megabytes is
	next        string            // the program that a rolling restart brings
	generations map[string]string // names of those that are published, by what their titles begin with
	hold        time.Duration     // how long what is taken away stays away
}

// scenario is a fault under load.
type scenario struct {
	name, what string
	setup      string
	limits     limits
	// prepare is called before there is load.
	prepare func(w *world) error
	// check notes what else is wrong with the answers.
	check func(all []*answer, r *row)
	// happen has the fault happen, and ends when the service should be well again.
	happen func(w *world) error
}

// inFlight is how many requests may be cut when the process that answers them is
// killed: those it has at that moment, on a machine that is busy.
const inFlight = 40

var scenarios = append(publishScenarios, []scenario{{
	name: "replica-kill", setup: onPostgres,
	what:   "kill -9 of one of three replicas, which is started again after 5 s",
	limits: limits{cut: inFlight, failing: 2 * time.Second},
	happen: func(w *world) error {
		w.replicas[0].kill()
		time.Sleep(5 * time.Second)
		return w.fleet.start(w.replicas[0])
	},
}, {
	name: "rolling-restart", setup: onPostgres,
	what: "each replica in turn ends (SIGTERM) and is started again",
	happen: func(w *world) error {
		w.program = w.next
		for _, r := range w.replicas {
			if err := r.stop(); err != nil {
				return err
			}
			if err := w.fleet.start(r); err != nil {
				return err
			}
			time.Sleep(time.Second) // until the load balancer has seen it
		}
		return nil
	},
}, {
	name: "primary-kill", setup: onPostgres,
	what:   "kill -9 of PostgreSQL's primary; the standby is promoted after 3 s",
	limits: limits{felt: true, failing: 15 * time.Second},
	happen: func(w *world) error {
		gone := w.pair.primary
		gone.kill()
		time.Sleep(3 * time.Second) // as long as a manager of failovers takes to be sure
		if err := w.pair.promote(); err != nil {
			return err
		}
		time.Sleep(8 * time.Second)
		return w.pair.follow(gone)
	},
}, {
	name: "primary-restart", setup: onPostgres,
	what:   "PostgreSQL's primary is shut down while it is asked, and started again at once",
	limits: limits{failing: 15 * time.Second},
	happen: func(w *world) error {
		p := w.pair.primary
		p.cmd.Process.Signal(syscall.SIGINT) // fast: connections are cut
		<-p.done
		if err := w.pair.start(p); err != nil {
			return err
		}
		time.Sleep(4 * time.Second)
		return nil
	},
}, {
	name: "slow-database", setup: onPostgres,
	what: "50 ms more to the database, and 50 ms back",
	happen: func(w *world) error {
		w.pair.primary.way.slow(50 * time.Millisecond)
		time.Sleep(w.hold)
		w.pair.primary.way.slow(0)
		return nil
	},
}, {
	name: "silent-database", setup: onPostgres,
	what:   "nothing passes between replicas and database for 5 s; connections stay",
	limits: limits{failing: 15 * time.Second},
	happen: func(w *world) error {
		w.pair.primary.way.silence()
		time.Sleep(5 * time.Second)
		w.pair.primary.way.heal()
		time.Sleep(5 * time.Second)
		return nil
	},
}, {
	name: "bucket-away", setup: onPostgres,
	what: "the bucket does not answer",
	happen: func(w *world) error {
		w.objects.kill()
		time.Sleep(w.hold)
		return w.objects.start()
	},
}, {
	name: "redis-kill", setup: onRedis,
	what:   "kill -9 of the Redis of the meters, which keeps all it answered (appendfsync always) and is started again after 3 s",
	limits: limits{felt: true, failing: 10 * time.Second},
	happen: killRedis,
}, {
	name: "redis-flushed", setup: onRedis,
	what:   "the same with a Redis that keeps nothing: what was counted is forgotten",
	limits: limits{felt: true, failing: 10 * time.Second, lost: true},
	prepare: func(w *world) error {
		if err := w.redis.stop(); err != nil {
			return err
		}
		w.redis.options = forgetful
		return w.redis.start()
	},
	happen: killRedis,
}, {
	name: "redis-failover", setup: onSentinels,
	what:   "kill -9 of the Redis that sentinels watch; they promote its replica",
	limits: limits{felt: true, failing: 15 * time.Second, lost: true},
	happen: func(w *world) error {
		gone := w.watched.primary
		gone.kill()
		time.Sleep(12 * time.Second)
		return w.watched.follow(gone)
	},
}, {
	name: "redis-cluster-failover", setup: onCluster,
	what:   "kill -9 of the primary of a Redis Cluster that has the count; its replica is promoted",
	limits: limits{felt: true, failing: 15 * time.Second, lost: true},
	happen: func(w *world) error {
		gone, err := w.cluster.owner()
		if err != nil {
			return err
		}
		gone.kill()
		time.Sleep(12 * time.Second)
		if err := gone.start(); err != nil { // it follows the one that took its place
			return err
		}
		return eventually(time.Minute, w.cluster.agree)
	},
}, {
	name: "disk-full", setup: onSQLite,
	what:   "the disk of a single server's ledger is full, just after the server was started again",
	limits: limits{felt: true, failing: time.Hour},
	happen: func(w *world) error {
		// A log that has grown has room for a while. That of a new process is empty.
		if err := w.replicas[0].stop(); err != nil {
			return err
		}
		if err := w.fleet.start(w.replicas[0]); err != nil {
			return err
		}
		ballast := filepath.Join(w.disk, "ballast")
		if err := fill(ballast); err != nil {
			return err
		}
		time.Sleep(w.hold)
		if err := os.Remove(ballast); err != nil {
			return err
		}
		time.Sleep(4 * time.Second)
		return isReady(w.base)
	},
}}...)

func killRedis(w *world) error {
	w.redis.kill()
	time.Sleep(3 * time.Second)
	if err := w.redis.start(); err != nil {
		return err
	}
	time.Sleep(5 * time.Second)
	return nil
}

// fill writes a file until its disk is full.
func fill(name string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	for size := 1 << 20; size > 0; {
		if _, err := f.Write(make([]byte, size)); errors.Is(err, syscall.ENOSPC) {
			size /= 2
		} else if err != nil {
			return err
		}
	}
	return nil
}

// objects is the S3 server of the bucket.
type objects struct {
	*process
	ps      *processes
	program string
	port    int
}

// The credentials of the bucket.
var bucketKeys = []string{"AWS_ACCESS_KEY_ID=testkey", "AWS_SECRET_ACCESS_KEY=testsecret123"}

func startObjects(ps *processes, program string) (*objects, error) {
	o := &objects{ps: ps, program: program, port: freePort()}
	for _, dir := range []string{"objects/films", "attributes"} {
		if err := os.MkdirAll(filepath.Join(ps.dir, dir), 0o755); err != nil {
			return nil, err
		}
	}
	return o, o.start()
}

func (o *objects) start() (err error) {
	env := []string{"ROOT_ACCESS_KEY=testkey", "ROOT_SECRET_KEY=testsecret123"}
	o.process, err = o.ps.start("versitygw", nil, env, o.program, "--port", loopback(o.port), "--region", "us-east-1", "--quiet",
		"posix", "--sidecar", filepath.Join(o.ps.dir, "attributes"), filepath.Join(o.ps.dir, "objects"))
	if err != nil {
		return err
	}
	return o.listens(o.port)
}

func (o *objects) url() string {
	return "s3://films?endpoint=http://" + loopback(o.port) + "&region=us-east-1"
}

// smallDisk mounts a disk of few megabytes, which needs root.
func smallDisk(dir string, megabytes int) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := syscall.Mount("none", dir, "tmpfs", 0, "size="+strconv.Itoa(megabytes)+"m"); err != nil {
		return fmt.Errorf("mount a small disk: %w", err)
	}
	return nil
}
