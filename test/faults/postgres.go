package main

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"sort"
	"strconv"
	"syscall"
)

// postgres is one server of a pair.
type postgres struct {
	*process
	dir  string
	port int
	way  *network // replicas come by it
}

// pair is a PostgreSQL and its standby, which has all that was committed.
type pair struct {
	ps      *processes
	bin     string
	as      *syscall.Credential
	primary *postgres
	standby *postgres // nil after a failover, until another one follows
}

// newPair starts both.
func newPair(ps *processes) (*pair, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	if len(found) == 0 {
		return nil, fmt.Errorf("no PostgreSQL under /usr/lib/postgresql")
	}
	sort.Strings(found)
	p := &pair{ps: ps, bin: found[len(found)-1]}
	if os.Getuid() == 0 { // PostgreSQL refuses to run as root
		u, err := user.Lookup("postgres")
		if err != nil {
			return nil, err
		}
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		p.as = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	}
	var err error
	if p.primary, err = p.place("postgres-a"); err != nil {
		return nil, err
	}
	if err := p.tool("initdb", "-D", p.primary.dir, "-U", "kinodex", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"); err != nil {
		return nil, err
	}
	if err := p.start(p.primary); err != nil {
		return nil, err
	}
	standby, err := p.place("postgres-b")
	if err != nil {
		return nil, err
	}
	return p, p.follow(standby)
}

// place makes a directory and a way for a server.
func (p *pair) place(name string) (*postgres, error) {
	s := &postgres{dir: filepath.Join(p.ps.dir, name), port: freePort()}
	var err error
	if s.way, err = newNetwork(s.port); err != nil {
		return nil, err
	}
	return s, p.empty(s.dir)
}

// empty makes a directory that is PostgreSQL's own, with nothing in it.
func (p *pair) empty(dir string) error {
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o700); err != nil || p.as == nil {
		return err
	}
	return os.Chown(dir, int(p.as.Uid), int(p.as.Gid))
}

// tool runs one of PostgreSQL's programs to its end.
func (p *pair) tool(name string, args ...string) error {
	cmd := exec.Command(filepath.Join(p.bin, name), args...)
	cmd.Dir = p.ps.dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: p.as}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, tail(string(out), 10))
	}
	return nil
}

func (p *pair) start(s *postgres) (err error) {
	s.process, err = p.ps.start(filepath.Base(s.dir), p.as, nil, filepath.Join(p.bin, "postgres"), "-D", s.dir, "-p", strconv.Itoa(s.port),
		"-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="+s.dir, "-c", "max_connections=200")
	if err != nil {
		return err
	}
	return eventually(startsWithin, func() error { _, err := p.ask(s, "SELECT 1"); return err })
}

// ask runs a statement as psql does.
func (p *pair) ask(s *postgres, statement string) (string, error) {
	return output(nil, filepath.Join(p.bin, "psql"), "-X", "-At", "-h", "127.0.0.1", "-p", strconv.Itoa(s.port), "-U", "kinodex", "-d", "postgres", "-c", statement)
}

// follow makes s, which does not run, a standby of the primary, and has commits wait
// for it.
func (p *pair) follow(s *postgres) error {
	if err := p.empty(s.dir); err != nil {
		return err
	}
	if err := p.tool("pg_basebackup", "-h", "127.0.0.1", "-p", strconv.Itoa(p.primary.port), "-U", "kinodex", "-D", s.dir, "-R", "-X", "stream", "-c", "fast"); err != nil {
		return err
	}
	if err := p.start(s); err != nil {
		return err
	}
	p.standby = s
	if err := eventually(startsWithin, func() error {
		state, err := p.ask(p.primary, "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'")
		if err == nil && state == "0" {
			err = fmt.Errorf("the standby does not follow")
		}
		return err
	}); err != nil {
		return err
	}
	return p.wait("*")
}

// wait names the standbys that the primary's commits wait for; none when empty.
func (p *pair) wait(standbys string) error {
	if _, err := p.ask(p.primary, "ALTER SYSTEM SET synchronous_standby_names = '"+standbys+"'"); err != nil {
		return err
	}
	_, err := p.ask(p.primary, "SELECT pg_reload_conf()")
	return err
}

// promote makes the standby the primary, as a manager of failovers does who has
// found the old one gone.
func (p *pair) promote() error {
	p.primary, p.standby = p.standby, nil
	if _, err := p.ask(p.primary, "SELECT pg_promote(true, 30)"); err != nil {
		return err
	}
	return p.wait("")
}

// url is the address of the pair for replicas, by its ways.
func (p *pair) url() string {
	return fmt.Sprintf("postgres://kinodex@%s,%s/postgres?sslmode=disable", loopback(p.primary.way.port()), loopback(p.standby.way.port()))
}
