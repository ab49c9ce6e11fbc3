package browser

import (
	"net/http"
	"strings"
	"testing"
)

// REQ F2-104: an operator sees who was refused in the last hour and why, goes to the account, and takes
// the table of a chart away.
func TestAnOperatorSeesWhoWasRefusedAndWhy(t *testing.T) {
	toldTwice(t, func(t *testing.T, in Width) {
		fred := newMember(t, "free", in.who("fred"))
		guest := beginIn(t, in)
		guest.enters(fred)
		guest.tab.Allow("status 403|status of 403")
		status, err := guest.tab.Open("/admin")
		guest.must(err, "opening a page that is not theirs")
		if status != http.StatusForbidden {
			t.Errorf("somebody on the Free plan opens /admin: %d", status)
		}
		req, err := http.NewRequest("GET", theService(t).URL+"/api/v2/films?q=heat", nil)
		guest.must(err, "making a call")
		req.Header.Set("X-API-Key", "kdx_live_0123456789abcdefghijklmnopqrstuv")
		resp, err := http.DefaultClient.Do(req)
		guest.must(err, "calling with a key that never was")
		resp.Body.Close()

		s := beginIn(t, in)
		s.enters(newMember(t, "operator", in.who("olive")))
		s.opens("/admin")
		s.seesAtOnce("dl.facts a[href='/admin/traffic']")
		s.presses("Last hour")
		s.arrives("^/admin/traffic$")
		s.seesAtOnce(".picture svg")
		s.reads(`(None|\d+) of [\d,]+ requests failed`)
		s.reads(`Who was refused and why`)
		s.reads(`Authentication: the key or sign-in is unknown, expired or revoked`)
		s.reads(fred.ID + `[\s\S]*Scope: the account or key may not do this`)
		s.doesNotRead("kdx_live|0123456789")
		s.sound("admin-traffic")
		s.presses("The same as a table")
		s.reads(`Requests by minute of the last hour`)
		href, err := Eval[string](s.tab, `document.querySelector(".picture a[download]").getAttribute("href")`)
		s.must(err, "finding the download")
		csv, err := Eval[string](s.tab, `fetch(`+quoted(href)+`).then(r => r.text())`)
		s.must(err, "downloading the table")
		if lines := strings.Split(strings.TrimSpace(csv), "\n"); len(lines) != 61 || !strings.HasPrefix(lines[0], "Minute (UTC),Requests,Answered") {
			t.Errorf("the table of the minutes has %d lines: %.200s", len(lines), csv)
		}
		s.presses("Read the counts again")
		s.arrives("^/admin/traffic$")
		s.presses(fred.ID)
		s.reads(fred.Email)
	})
}
