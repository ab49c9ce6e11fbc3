package grant

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func documentOf(id string) string {
	return fmt.Sprintf(`{"client_id":%q,"client_name":"C","redirect_uris":["http://localhost/cb"]}`, id)
}

func TestADocumentIsFetchedOnceAWhile(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	asked := 0
	var answer error
	d := NewDocuments(func(_ context.Context, id string) ([]byte, error) {
		asked++
		return []byte(documentOf(id)), answer
	}, func() time.Time { return now })
	expect := func(when string, wait time.Duration, ok bool, fetches int) {
		t.Helper()
		now = now.Add(wait)
		if _, err := d.Client(t.Context(), documentID); (err == nil) != ok || asked != fetches {
			t.Errorf("%s: %v after %d fetches, want %d", when, err, asked, fetches)
		}
	}
	expect("at first", 0, true, 1)
	answer = errors.New("down")
	expect("while it is believed", documentFor-1, true, 1)
	expect("afterwards", 1, false, 2)
	answer = nil
	expect("while the failure is remembered", failureFor-1, false, 2)
	expect("afterwards", 1, true, 3)
	if _, err := d.Client(t.Context(), "https://10.0.0.1/c"); err == nil || asked != 3 {
		t.Errorf("an address that may not be: %v after %d fetches", err, asked)
	}
}

// However many ask, so many are fetched at once, and so many remembered.
func TestDocumentsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var underWay, most, fetched atomic.Int32
		d := NewDocuments(func(_ context.Context, id string) ([]byte, error) {
			most.Store(max(most.Load(), underWay.Add(1)))
			time.Sleep(time.Second)
			underWay.Add(-1)
			fetched.Add(1)
			return []byte(documentOf(id)), nil
		}, time.Now)
		var all sync.WaitGroup
		for i := range 40 {
			all.Go(func() { d.Client(t.Context(), fmt.Sprintf("https://client.example/%d", i%20)) })
		}
		all.Wait()
		if most.Load() > atOnce || fetched.Load() > 20 {
			t.Errorf("%d at once, %d in all", most.Load(), fetched.Load())
		}
		for i := range 2 * documents {
			d.Client(t.Context(), fmt.Sprintf("https://client.example/many/%d", i))
		}
		if len(d.known) > documents {
			t.Errorf("%d are remembered", len(d.known))
		}
	})
}

// REQ A-18: only what is somebody's on the public internet is dialled.
func TestAddressesThatAreNotPublic(t *testing.T) {
	for _, a := range []string{
		"127.0.0.1", "127.8.8.8", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "0.1.2.3", "255.255.255.255",
		"224.0.0.1", "240.0.0.1", "192.0.0.192", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "fec0::1",
		"ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1", "2002:7f00:1::", "2001::1", "2001:db8::1", "100::1", "3fff::1", "5f00::1",
	} {
		if public(netip.AddrPortFrom(netip.MustParseAddr(a), 443)) {
			t.Errorf("%s is dialled", a)
		}
	}
	for _, a := range []string{"1.1.1.1", "8.8.8.8", "93.184.216.34", "2606:4700:4700::1111", "2a00:1450:4001:800::200e", "::ffff:8.8.8.8"} {
		if !public(netip.AddrPortFrom(netip.MustParseAddr(a), 443)) {
			t.Errorf("%s is not dialled", a)
		}
		if public(netip.AddrPortFrom(netip.MustParseAddr(a), 80)) {
			t.Errorf("%s is dialled at another port", a)
		}
	}
}

// The real fetcher looks at what it dials, whatever the name was: here the name
// leads to this machine.
func TestTheFetcherDoesNotDialThisMachine(t *testing.T) {
	reached := false
	server := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer server.Close()
	u, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]"} {
		_, err := PublicFetch()(t.Context(), "https://"+net.JoinHostPort(strings.Trim(host, "[]"), u.Port())+"/c.json")
		if err == nil || !strings.Contains(err.Error(), "not a public one") {
			t.Errorf("%s: %v", host, err)
		}
	}
	if reached {
		t.Error("it was reached")
	}
	if _, err := PublicFetch()(t.Context(), "http://client.example/c.json"); err == nil {
		t.Error("http was spoken")
	}
}

func TestTheFetcherTakesOnlyADocument(t *testing.T) {
	elsewhere := false
	mux := http.NewServeMux()
	serve := func(path, media, body string) {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Cookie") != "" || r.Header.Get("Authorization") != "" || r.Header.Get("Referer") != "" {
				t.Errorf("%s was asked with %v", path, r.Header)
			}
			w.Header().Set("Content-Type", media)
			fmt.Fprint(w, body)
		})
	}
	serve("/good", "application/json; charset=utf-8", "{}")
	serve("/page", "text/html", "{}")
	serve("/long", "application/json", strings.Repeat(" ", MaxMetadata+1))
	serve("/elsewhere", "application/json", "{}")
	mux.HandleFunc("/moved", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		elsewhere = true
		http.Redirect(w, r, "/elsewhere", http.StatusFound)
	})
	mux.HandleFunc("/slow", func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	server := httptest.NewTLSServer(mux)
	defer server.Close()
	trust := func(tr *http.Transport) {
		tr.TLSClientConfig = &tls.Config{RootCAs: server.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs}
	}
	fetch := guarded(func(netip.AddrPort) bool { return true }, trust)
	if body, err := fetch(t.Context(), server.URL+"/good"); string(body) != "{}" || err != nil {
		t.Errorf("%q, %v", body, err)
	}
	for _, path := range []string{"/page", "/long", "/moved", "/none"} {
		if body, err := fetch(t.Context(), server.URL+path); err == nil {
			t.Errorf("%s: %d bytes", path, len(body))
		}
	}
	if !elsewhere {
		t.Error("the redirect was not met, so the test proves nothing")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := fetch(ctx, server.URL+"/slow"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a server that does not answer: %v", err)
	}
	untrusted := guarded(func(netip.AddrPort) bool { return true }, nil)
	if _, err := untrusted(t.Context(), server.URL+"/good"); err == nil {
		t.Error("a certificate of nobody's was taken")
	}
}
