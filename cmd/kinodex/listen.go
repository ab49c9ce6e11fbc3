package main

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"sync"
	"syscall"

	"github.com/coreos/go-systemd/v22/activation"
	"github.com/coreos/go-systemd/v22/daemon"
)

// adminSocket is the FileDescriptorName of the socket unit for --admin-addr.
const adminSocket = "admin"

// inherited are the sockets that systemd opened for this process (LISTEN_FDS), by name. They are
// taken once, and programs that this one starts do not get them.
var inherited = sync.OnceValues(activation.ListenersWithNames)

// listen opens the public address, or takes the first socket from systemd that is not the admin's;
// then addr is not used.
func listen(addr string) (net.Listener, error) {
	named, err := inherited()
	if err != nil {
		return nil, fmt.Errorf("sockets from systemd: %w", err)
	}
	for name, sockets := range named {
		if name != adminSocket && len(sockets) > 0 {
			return sockets[0], nil
		}
	}
	return listenAt(addr)
}

// listenAt opens an address, and says what to do where another program has it.
func listenAt(addr string) (net.Listener, error) {
	listener, err := net.Listen("tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("another program listens on %s; name another address with --addr: %w", addr, err)
	}
	return listener, err
}

// listenAdmin opens the operators' address, or takes the socket named admin from systemd.
func listenAdmin(addr string) (net.Listener, error) {
	named, err := inherited()
	if err != nil {
		return nil, fmt.Errorf("sockets from systemd: %w", err)
	}
	if sockets := named[adminSocket]; len(sockets) > 0 {
		return sockets[0], nil
	}
	return net.Listen("tcp", addr)
}

// isLoopback reports whether a listener's address is reached from this machine alone. A wildcard is
// not, nor is the path of a Unix socket, which a proxy serves to whomever it likes.
func isLoopback(listening net.Addr) bool {
	at, err := netip.ParseAddrPort(listening.String())
	return err == nil && at.Addr().IsLoopback()
}

// notify tells systemd of a change, such as daemon.SdNotifyReady, when it started this process with
// Type=notify; else it does nothing.
func notify(state string, log *slog.Logger) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		log.Warn("the server could not notify systemd", "state", state, "error", err)
	}
}
