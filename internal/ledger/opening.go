package ledger

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"os"
	"syscall"
)

// OpenError says that a store could not be opened, and what to do about it.
type OpenError struct {
	Where  string // what was opened and at which address, without secrets
	Advice string // what to check; may be empty
	Err    error
}

// Error names the store and the cause, with the advice behind them.
func (e *OpenError) Error() string {
	text := e.Where + ": " + e.Err.Error()
	if e.Advice != "" {
		text += " (" + e.Advice + ")"
	}
	return text
}

// Unwrap returns the cause.
func (e *OpenError) Unwrap() error { return e.Err }

// AdviceOn says what to check when a connection to a server could not be had since the
// network did not give one. It is empty for any other error. server is the program's name.
func AdviceOn(err error, server string) string {
	var name *net.DNSError
	var network net.Error
	var authority x509.UnknownAuthorityError
	var host x509.HostnameError
	var untrusted *tls.CertificateVerificationError
	switch {
	case errors.As(err, &name):
		return "no such host is known: check the name in the address, and this machine's DNS"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "nothing takes connections there: check host and port, that " + server + " runs, and that it listens on that address and not on the loopback one alone"
	case errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		return "there is no way to that host: check the address and the network"
	case errors.As(err, &authority), errors.As(err, &host), errors.As(err, &untrusted):
		return "its certificate is not the one that is expected: check the host's name and the authority"
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded), errors.As(err, &network) && network.Timeout():
		return "it does not answer: check host and port, firewalls between, and whether the machine is on"
	}
	return ""
}
