package main

import (
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A server that systemd starts takes its sockets, says when it is ready and when it stops, and lets
// no program that it starts have them. systemd sets LISTEN_PID to the server's own, which a shell that
// becomes the server does here.
func TestAServerTakesItsSocketsFromSystemd(t *testing.T) {
	t.Parallel()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("left out: no shell")
	}
	told, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: filepath.Join(t.TempDir(), "notify"), Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer told.Close()
	var sockets []*os.File
	var at []string
	for range 2 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		f, err := l.(*net.TCPListener).File()
		if err != nil {
			t.Fatal(err)
		}
		sockets, at = append(sockets, f), append(at, "http://"+l.Addr().String())
		l.Close() // the file stays
	}
	log := new(output)
	cmd := exec.Command(shell, "-c", `LISTEN_PID=$$ exec "$0" "$@"`, os.Args[0], "serve", "--addr", "192.0.2.1:1", "--admin-addr", "192.0.2.1:2", "--no-snapshots", "--data", newData(t))
	cmd.Env = append(os.Environ(), beProgram+"=yes", "LISTEN_FDS=2", "LISTEN_FDNAMES=admin:http", "NOTIFY_SOCKET="+told.LocalAddr().String())
	cmd.ExtraFiles, cmd.Stdout, cmd.Stderr = sockets, log, log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	expect := func(state string) {
		t.Helper()
		told.SetReadDeadline(time.Now().Add(readyWithin))
		b := make([]byte, 100)
		if n, err := told.Read(b); err != nil || string(b[:n]) != state {
			t.Fatalf("systemd is told %q, %v; want %q: %s", b[:n], err, state, log)
		}
	}
	expect("READY=1")
	for address, want := range map[string]int{at[0] + "/metrics": 200, at[1] + "/readyz": 200, at[1] + "/metrics": 404} {
		resp, err := http.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != want {
			t.Errorf("%s: %d, want %d", address, resp.StatusCode, want)
		}
	}
	cmd.Process.Signal(os.Interrupt)
	expect("STOPPING=1")
	if err := cmd.Wait(); err != nil || strings.Contains(log.String(), `"level":"ERROR"`) {
		t.Errorf("it ends with %v: %s", err, log)
	}
}

// Only what this machine alone reaches is loopback; a wildcard, a name and a socket's path are not.
func TestLoopbackIsWhatThisMachineAloneReaches(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"127.0.0.1:8080": true, "127.9.9.9:80": true, "[::1]:8080": true, "[::ffff:127.0.0.1]:8080": true,
		":8080": false, "0.0.0.0:8080": false, "[::]:8080": false, "[::ffff:0.0.0.0]:8080": false,
		"192.0.2.7:8080": false, "10.0.0.1:8080": false, "[fe80::1%eth0]:8080": false, "[2001:db8::1]:443": false,
	} {
		at, err := net.ResolveTCPAddr("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		if is := isLoopback(at); is != want {
			t.Errorf("%s: %v", address, is)
		}
	}
	if isLoopback(&net.UnixAddr{Name: "/run/kinodex.sock", Net: "unix"}) {
		t.Error("a socket's path is taken for loopback")
	}
}
