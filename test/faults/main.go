// Command faults runs replicas of Kinodex with what they stand on, takes parts away
// while a client asks at a steady rate, and compares what the client was answered
// with what was counted. It prints a table and fails when a fault cost more than it
// may. Everything listens on the loopback address and is ended when it ends.
//
// scripts/faults.sh installs what it needs. Start reading at scenarios.go.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// examination is how faults are examined.
type examination struct {
	program, next, objects string
	only                   []string
	rate                   int
	hold                   time.Duration
	repeat                 int
	measure                bool
	ps                     *processes
	library                string // a data directory with the library
	pair                   *pair
}

func main() {
	var e examination
	flag.StringVar(&e.program, "program", "bin/kinodex", "the program")
	flag.StringVar(&e.next, "next", "", "the program that a rolling restart brings; the same when empty")
	flag.StringVar(&e.objects, "versitygw", "versitygw", "the S3 server")
	only := flag.String("only", "", "the faults to run, comma-separated; all when empty")
	flag.IntVar(&e.rate, "rate", 40, "requests a second")
	flag.DurationVar(&e.hold, "hold", 8*time.Second, "how long what is taken away stays away")
	flag.IntVar(&e.repeat, "repeat", 1, "how often each fault is run")
	flag.BoolVar(&e.measure, "measure", false, "measure what requests cost on each setup, instead")
	out := flag.String("out", "", "a file for the table, too")
	flag.Parse()
	if *only != "" {
		e.only = strings.Split(*only, ",")
	}
	text, err := e.run()
	fmt.Print(text)
	if *out != "" && text != "" {
		if failed := os.WriteFile(*out, []byte(text), 0o644); err == nil {
			err = failed
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "faults:", err)
		os.Exit(1)
	}
}

// run runs everything in a directory that is removed at the end.
func (e *examination) run() (text string, err error) {
	for _, name := range e.only {
		if !slices.ContainsFunc(scenarios, func(s scenario) bool { return s.name == name }) {
			return "", fmt.Errorf("there is no fault %q", name)
		}
	}
	for _, program := range []*string{&e.program, &e.next, &e.objects} {
		if *program == "" {
			*program = e.program
		}
		if strings.Contains(*program, "/") {
			if *program, err = filepath.Abs(*program); err != nil {
				return "", err
			}
		}
	}
	dir, err := os.MkdirTemp("", "kinodex-faults-")
	if err != nil {
		return "", err
	}
	if err := os.Chmod(dir, 0o755); err != nil { // PostgreSQL runs as another user
		return "", err
	}
	e.ps = &processes{dir: dir}
	clear := func() {
		e.ps.end()
		syscall.Unmount(filepath.Join(dir, "disk"), 0)
		os.RemoveAll(dir)
	}
	defer clear()
	stopped := make(chan os.Signal, 1)
	signal.Notify(stopped, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-stopped
		clear()
		os.Exit(130)
	}()
	if err := e.install(); err != nil {
		return "", err
	}
	if e.pair, err = newPair(e.ps); err != nil {
		return "", err
	}
	if e.measure {
		return e.measurements()
	}
	return e.examine()
}

// install makes a data directory with the starter library.
func (e *examination) install() error {
	e.library = filepath.Join(e.ps.dir, "first")
	if err := os.MkdirAll(e.library, 0o755); err != nil {
		return err
	}
	f := &fleet{ps: e.ps, program: e.program}
	r := &replica{name: "first-server", data: e.library, port: freePort()}
	if err := f.start(r); err != nil {
		return err
	}
	return r.stop()
}

// examine runs the faults, setup by setup.
func (e *examination) examine() (string, error) {
	var rows []row
	wrong := 0
	for _, setup := range setups {
		var chosen []scenario
		for _, s := range scenarios {
			if s.setup == setup && (len(e.only) == 0 || slices.Contains(e.only, s.name)) {
				chosen = append(chosen, s)
			}
		}
		if len(chosen) == 0 {
			continue
		}
		w, err := e.world(setup)
		if err != nil {
			return table(rows), fmt.Errorf("set up %s: %w", setup, err)
		}
		for _, s := range chosen {
			for range e.repeat {
				r, err := e.try(w, s)
				if err != nil {
					e.tellLogs()
					return table(rows), fmt.Errorf("%s: %w", s.name, err)
				}
				rows = append(rows, r)
				wrong += len(r.wrong)
			}
		}
		if err := w.fleet.stop(); err != nil {
			return table(rows), err
		}
		if w.objects != nil {
			w.objects.kill()
		}
	}
	if wrong > 0 {
		return table(rows), fmt.Errorf("%d things are not as they should be", wrong)
	}
	return table(rows), nil
}

// world sets up what faults happen to.
func (e *examination) world(setup string) (w *world, err error) {
	w = &world{pair: e.pair, next: e.next, hold: e.hold}
	env := []string{"KINODEX_LEDGER=" + e.pair.url()}
	replicas, library := 3, e.library
	switch setup {
	case onLibrary:
		if w.objects, err = startObjects(e.ps, e.objects); err != nil {
			return nil, err
		}
		env = append(append(env, bucketKeys...), "KINODEX_LIBRARY="+w.shelf("library"), "KINODEX_LIBRARY_POLL=1s")
		w.fleet = &fleet{ps: e.ps, program: e.program, env: bucketKeys}
		if err := w.buildGenerations(); err != nil {
			return nil, err
		}
		library = "" // disks are empty
	case onPostgres:
		if w.objects, err = startObjects(e.ps, e.objects); err != nil {
			return nil, err
		}
		env = append(append(env, bucketKeys...), "KINODEX_BUCKET="+w.objects.url())
	case onRedis:
		if w.redis, err = startRedis(e.ps, "redis", durable...); err != nil {
			return nil, err
		}
		env = append(env, "KINODEX_METERS="+w.redis.url())
	case onSentinels:
		if w.watched, err = startWatched(e.ps); err != nil {
			return nil, err
		}
		env = append(env, "KINODEX_METERS="+w.watched.url())
	case onCluster:
		if w.cluster, err = startCluster(e.ps); err != nil {
			return nil, err
		}
		env = append(env, "KINODEX_METERS="+w.cluster.url())
	case onSQLite:
		w.disk = filepath.Join(e.ps.dir, "disk")
		if err := smallDisk(w.disk, 16); err != nil {
			return nil, err
		}
		env, replicas = []string{"KINODEX_LEDGER=sqlite:" + filepath.Join(w.disk, "kinodex.db")}, 1
	}
	w.fleet, err = newFleet(e.ps, e.program, library, replicas, env)
	return w, err
}

// try has one fault happen under load. If a UTC day ends meanwhile, what was counted
// is that of another day, and it is tried again.
func (e *examination) try(w *world, s scenario) (row, error) {
	fmt.Fprintf(os.Stderr, "faults: %s: %s (%s)\n", s.name, s.what, time.Now().UTC().Format(time.TimeOnly))
	if s.prepare != nil {
		if err := s.prepare(w); err != nil {
			return row{}, err
		}
	}
	if err := eventually(startsWithin, func() error { return isReady(w.base) }); err != nil {
		return row{}, err
	}
	before, err := w.settled()
	if err != nil {
		return row{}, err
	}
	day := time.Now().UTC().YearDay()
	l := startLoad(w.base, w.key, e.rate)
	time.Sleep(2 * time.Second)
	failed := s.happen(w)
	time.Sleep(2 * time.Second)
	all := l.stop()
	if failed != nil {
		return row{}, failed
	}
	after, err := w.settled()
	if err != nil {
		return row{}, err
	}
	if time.Now().UTC().YearDay() != day {
		return e.try(w, s)
	}
	r := judge(s, all, after-before)
	recovered(all, &r)
	if s.setup == onLibrary {
		unmixed(all, &r)
	}
	if s.check != nil {
		s.check(all, &r)
	}
	fmt.Fprint(os.Stderr, table([]row{r}))
	return r, nil
}

// tellLogs prints the ends of the logs.
func (e *examination) tellLogs() {
	logs, _ := filepath.Glob(filepath.Join(e.ps.dir, "*.log"))
	for _, name := range logs {
		text, _ := os.ReadFile(name)
		fmt.Fprintf(os.Stderr, "--- %s\n%s\n", filepath.Base(name), tail(string(text), 12))
	}
}
