package grant

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"syscall"
	"time"

	"kinodex/internal/publicnet"
)

// fetchTime is how long fetching a document may take in all.
const fetchTime = 5 * time.Second

// PublicFetch returns a Fetch for addresses that strangers name, which must not reach
// the operator's own network (server-side request forgery). It speaks https only,
// follows no redirect, uses no proxy, sends no credentials, and reads at most
// MaxMetadata bytes of JSON within five seconds. It connects to public addresses
// only: each address is checked when it is dialled, after the name was resolved, so
// DNS rebinding does not help.
func PublicFetch() Fetch { return guarded(public, nil) }

// guarded is PublicFetch with another rule for addresses. trust, which may be nil,
// lets tests change the certificates that are trusted.
func guarded(allow func(netip.AddrPort) bool, trust func(*http.Transport)) Fetch {
	dialer := &net.Dialer{
		Timeout: fetchTime,
		ControlContext: func(_ context.Context, network, address string, _ syscall.RawConn) error {
			to, err := netip.ParseAddrPort(address)
			if err != nil || !strings.HasPrefix(network, "tcp") || !allow(to) {
				return errors.New("the host is not a public one")
			}
			return nil
		},
	}
	transport := &http.Transport{
		DialContext:            dialer.DialContext,
		TLSHandshakeTimeout:    fetchTime,
		ResponseHeaderTimeout:  fetchTime,
		MaxResponseHeaderBytes: MaxMetadata,
		DisableKeepAlives:      true,
		DisableCompression:     true,
		ForceAttemptHTTP2:      true,
	}
	if trust != nil {
		trust(transport)
	}
	client := &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Timeout:       fetchTime,
	}
	return func(ctx context.Context, address string) ([]byte, error) {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
		if err != nil || r.URL.Scheme != "https" {
			return nil, errors.New("not an https address")
		}
		r.Header.Set("Accept", "application/json")
		r.Header.Set("User-Agent", "kinodex")
		response, err := client.Do(r)
		if err != nil {
			return nil, err
		}
		defer response.Body.Close()
		return document(response)
	}
}

// document returns the body of a response of status 200 that is JSON.
func document(r *http.Response) ([]byte, error) {
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || media != "application/json" && !strings.HasSuffix(media, "+json") {
		return nil, errors.New("not JSON")
	}
	if r.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("status %d", r.StatusCode)
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, MaxMetadata+1))
	if err == nil && len(body) > MaxMetadata {
		err = errors.New("too long")
	}
	return body, err
}

// public reports whether an address is one of the public internet, at port 443.
func public(to netip.AddrPort) bool { return to.Port() == 443 && publicnet.Has(to.Addr()) }
