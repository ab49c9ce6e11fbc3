package browser

import (
	"io"
	"net/http"
	"path"
	"slices"
	"strings"
	"testing"
)

// The most that may come over the network, in bytes.
const (
	maxFirst   = 60_000 // the first page with all that it loads
	maxScripts = 30_000 // all scripts of the site together, by gzip
	maxStyles  = 15_000 // all style sheets together, by gzip
)

// apart are pages whose resources are somebody else's program, which is not counted.
var apart = []string{"/docs/console"}

// budgets holds what the pages of a walk loaded against what is allowed.
func budgets(t *testing.T, found map[string]*visit) {
	t.Helper()
	own := map[string]bool{}
	for at, v := range found {
		if slices.Contains(apart, at) {
			continue
		}
		for _, r := range v.loaded {
			if address, _, _ := strings.Cut(r.URL, "?"); path.Ext(address) == ".js" || path.Ext(address) == ".css" {
				own[r.URL] = true
			}
		}
	}
	sum := map[string]int64{}
	for address := range own {
		size, err := compressed(address)
		if err != nil {
			t.Error(err)
		}
		t.Logf("%7d bytes  %s", size, path.Base(address))
		sum[path.Ext(address)] += size
	}
	t.Logf("scripts %d bytes, styles %d bytes by gzip", sum[".js"], sum[".css"])
	if sum[".js"] > maxScripts {
		t.Errorf("scripts are %d bytes by gzip, more than %d", sum[".js"], maxScripts)
	}
	if sum[".css"] > maxStyles {
		t.Errorf("style sheets are %d bytes by gzip, more than %d", sum[".css"], maxStyles)
	}
}

// compressed returns the size of a resource by gzip as it is served.
func compressed(address string) (int64, error) {
	req, err := http.NewRequest("GET", address, nil)
	if err != nil {
		return 0, err
	}
	req.Header.Set("Accept-Encoding", "gzip")
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return io.Copy(io.Discard, resp.Body)
}

func TestTheFirstPageIsLight(t *testing.T) {
	tab := person(t)
	if status, err := tab.Open("/"); err != nil || status != http.StatusOK {
		t.Skipf("no first page: %d %v", status, err)
	}
	var all int64
	for _, r := range tab.Loaded() {
		t.Logf("%7d bytes  %s  %s", r.Bytes, r.Kind, tab.seen.local(r.URL))
		all += r.Bytes
	}
	t.Logf("%7d bytes in all", all)
	if all > maxFirst {
		t.Errorf("the first page loads %d bytes, more than %d", all, maxFirst)
	}
}
