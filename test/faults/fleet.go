package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// account is whose budget the load is paid from.
const account = "load"

// fleet is replicas behind a load balancer.
type fleet struct {
	ps       *processes
	program  string
	env      []string // where ledger, meters and bucket are
	replicas []*replica
	proxy    *process
	base     string // http://HOST:PORT of the load balancer
	key      string
}

// replica is one process of the service.
type replica struct {
	*process
	name string
	data string
	port int
}

// newFleet starts replicas, which have the library of a data directory, or empty disks
// when library is empty, and the load balancer.
func newFleet(ps *processes, program, library string, replicas int, env []string) (*fleet, error) {
	f := &fleet{ps: ps, program: program, env: env}
	for i := range replicas {
		r := &replica{name: fmt.Sprintf("replica-%d", i+1), port: freePort()}
		r.data = filepath.Join(ps.dir, r.name)
		if err := os.RemoveAll(r.data); err != nil {
			return nil, err
		}
		if err := os.MkdirAll(r.data, 0o755); err != nil {
			return nil, err
		}
		if library != "" { // hard links: a library's files never change in place
			if out, err := exec.Command("cp", "-al", filepath.Join(library, "library"), r.data).CombinedOutput(); err != nil {
				return nil, fmt.Errorf("copy the library: %w: %s", err, out)
			}
		}
		if err := f.start(r); err != nil {
			return nil, err
		}
		f.replicas = append(f.replicas, r)
	}
	if err := f.balance(); err != nil {
		return nil, err
	}
	return f, f.makeKey()
}

// start starts a replica and waits until it is ready.
func (f *fleet) start(r *replica, args ...string) (err error) {
	argv := append([]string{f.program, "serve", "--addr", loopback(r.port), "--data", r.data, "--no-snapshots", "--drain-notice", "1500ms", "--log-level", "warn"}, args...)
	if r.process, err = f.ps.start(r.name, nil, f.env, argv...); err != nil {
		return err
	}
	if err := r.listens(r.port); err != nil {
		return err
	}
	return eventually(startsWithin, func() error { return isReady("http://" + loopback(r.port)) })
}

// isReady returns an error unless the service at base says that it is ready.
func isReady(base string) error {
	resp, err := http.Get(base + "/readyz")
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("/readyz: %s", resp.Status)
	}
	return nil
}

// balancer is the configuration of HAProxy. A request is sent to another replica
// only when the first one did not let it in: it may have been paid for otherwise.
const balancer = `global
	maxconn 2000
defaults
	mode http
	timeout connect 2s
	timeout client 60s
	timeout server 60s
	timeout queue 5s
	timeout check 3s
	option redispatch
	retries 3
	retry-on conn-failure
	errorfile 503 %[1]s
frontend clients
	bind 127.0.0.1:%[2]d
	default_backend replicas
backend replicas
	balance roundrobin
	option httpchk GET /readyz
	http-check expect status 200
	default-server check inter 300ms fall 2 rise 1
`

// nobody is what clients are told when no replica is ready.
const nobody = "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nCache-Control: no-store\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n" +
	`{"error":{"code":"upstream_error","message":"no server is ready; try again shortly"}}` + "\n"

func (f *fleet) balance() error {
	page := filepath.Join(f.ps.dir, "503.http")
	port := freePort()
	f.base = "http://" + loopback(port)
	conf := fmt.Sprintf(balancer, page, port)
	for _, r := range f.replicas {
		conf += fmt.Sprintf("\tserver %s %s\n", r.name, loopback(r.port))
	}
	path := filepath.Join(f.ps.dir, "haproxy.cfg")
	if err := os.WriteFile(page, []byte(nobody), 0o644); err != nil {
		return err
	}
	if err := os.WriteFile(path, []byte(conf), 0o644); err != nil {
		return err
	}
	haproxy, err := exec.LookPath("haproxy")
	if err != nil {
		return err
	}
	if f.proxy, err = f.ps.start("haproxy", nil, nil, haproxy, "-db", "-f", path); err != nil {
		return err
	}
	if err := f.proxy.listens(port); err != nil {
		return err
	}
	return eventually(startsWithin, func() error { return isReady(f.base) })
}

// stop ends replicas and load balancer.
func (f *fleet) stop() error {
	f.proxy.kill()
	for _, r := range f.replicas {
		if err := r.process.stop(); err != nil {
			return err
		}
	}
	return nil
}

// command runs a command of the program on the fleet's ledger.
func (f *fleet) command(args ...string) (string, error) {
	return output(f.env, append([]string{f.program}, args...)...)
}

// makeKey makes the account of the load a key. The account has no daily limit, and
// its requests are counted.
func (f *fleet) makeKey() error {
	out, err := f.command("key", "create", "--data", f.replicas[0].data, "--account", account, "--tier", "operator", "--name", "load", "--json")
	if err != nil {
		return err
	}
	if f.key = field(out, "key"); f.key == "" {
		return fmt.Errorf("key create says %s", out)
	}
	return nil
}

// used is what the account has paid for today.
func (f *fleet) used() (int, error) {
	out, err := f.command("account", "list", "--data", f.replicas[0].data, "--json")
	if err != nil {
		return 0, err
	}
	var accounts []struct {
		ID   string
		Used *int `json:"used_today"`
	}
	if err := json.Unmarshal([]byte(out), &accounts); err != nil {
		return 0, err
	}
	for _, a := range accounts {
		if a.ID == account && a.Used != nil {
			return *a.Used, nil
		}
	}
	return 0, fmt.Errorf("account list does not tell what %s has used: %s", account, out)
}

// settled is used once it does not change any more: a server may still be about the
// last commit.
func (f *fleet) settled() (used int, err error) {
	last := -1
	err = eventually(30*time.Second, func() error {
		time.Sleep(200 * time.Millisecond)
		if used, err = f.used(); err != nil {
			return err
		}
		if used != last {
			last = used
			return fmt.Errorf("what was used still changes")
		}
		return nil
	})
	return used, err
}

// field returns the text of a field of a JSON object.
func field(object, name string) string {
	var fields map[string]any
	if json.Unmarshal([]byte(strings.TrimSpace(object)), &fields) != nil {
		return ""
	}
	text, _ := fields[name].(string)
	return text
}
