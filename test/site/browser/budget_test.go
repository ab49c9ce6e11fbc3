package browser

import (
	"io"
	"net/http"
	"path"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
)

// The most that may come over the network, in bytes.
const (
	maxPage    = 40_000  // a page with the covers that a phone loads at once
	maxScripts = 35_000  // all scripts of the site together, by gzip
	maxStyles  = 20_000  // all style sheets together, by gzip
	maxFonts   = 100_000 // the typefaces that a page loads
)

// budgets holds what the pages of a walk loaded against what is allowed.
func budgets(t *testing.T, found map[string]*visit) {
	t.Helper()
	own := map[string]bool{}
	for at, v := range found {
		var page, fonts int64
		for _, r := range v.loaded {
			switch r.Kind {
			case network.ResourceTypeDocument, network.ResourceTypeImage:
				page += r.Bytes
			case network.ResourceTypeFont:
				fonts += r.Bytes
			}
			if address, _, _ := strings.Cut(r.URL, "?"); path.Ext(address) == ".js" || path.Ext(address) == ".css" {
				own[r.URL] = true
			}
		}
		if page > maxPage || fonts > maxFonts {
			t.Errorf("%s loads %d bytes with its covers, want at most %d, and typefaces of %d, want at most %d", at, page, maxPage, fonts, maxFonts)
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
	if most := int64(maxPage + maxScripts + maxStyles + maxFonts); all > most {
		t.Errorf("the first page loads %d bytes, more than %d", all, most)
	}
}
