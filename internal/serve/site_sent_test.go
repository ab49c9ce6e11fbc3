package serve_test

import (
	"context"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/ledger"
)

const (
	brassKey  = "/forecast?title=The+Brass+Key&genres=Drama&budget=60m&director=Carol+Reed&synopsis=A+locksmith+keeps+a+secret"
	threeKeys = "/forecast?title=The+Brass+Key&genres=Drama&cast=Nobody" +
		"&2.budget=90m&2.month=12&3.cast=-&3.genres=Drama,+Crime"
)

// sends asks for a forecast and sends it; it returns the path of the link.
func (b *browser) sends(address, note string) (link string) {
	b.s.t.Helper()
	sent := b.submit(b.get(address).is(200), "note", note).is(303)
	link = sent.header.Get("Location")
	if !regexp.MustCompile(`^/f/kdf_[0-9A-Za-z]{46}$`).MatchString(link) {
		b.s.t.Fatalf("the link is %q", link)
	}
	return link
}

// revokes presses the button that revokes the link whose page the browser shows.
func (b *browser) revokes(link string) {
	b.s.t.Helper()
	b.submit(b.get(link).is(200)).is(303).has("Location", "/account/links")
}

// used is what an account spent today.
func (s *site) spentBy(account ledger.Account) int {
	s.t.Helper()
	n, err := s.Ledger.Used(s.t.Context(), "account:"+account.ID, ledger.DayOf(s.Clock.Now()))
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}

// opensNothing expects a link to be answered as one that was never made.
func (s *site) opensNothing(what, link string) {
	s.t.Helper()
	never := s.ask(request{path: "/f/" + access.NewLinkToken(access.LinkForecast).Reveal()}).is(404)
	got := s.ask(request{path: link})
	if got.status != 404 || string(got.body) != string(never.body) {
		s.t.Errorf("%s: status %d, and not the page of a link that was never made: %.400s", what, got.status, got.body)
	}
	got.has("X-Robots-Tag", "noindex, nofollow, noarchive").has("Cache-Control", "no-store").shows("This link opens no forecast", "ask the sender for a new link")
	s.ask(request{path: link + ".json"}).fails(404, "not_found")
	s.ask(request{path: link + ".csv"}).fails(404, "not_found")
}

// Up to four scenarios stand side by side, in the dollars of one year, each at the cost of a
// forecast (REQ F2-95).
func TestScenariosStandSideBySide(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	account := b.signUp("ida@example.com", access.Writer)
	s.browser().get(threeKeys).is(200).shows("costs 3 requests of your day", `name="2.budget" value="90m"`, `name="3.cast" value="-"`)
	page := b.get(threeKeys).is(200).shownWell().shows("In what the scenarios differ", "The scenarios side by side; all money is in US dollars of 2025",
		"Scenario 2 (budget, month): the whole answer", "Scenario 3 (genres, cast): the whole answer", "Worldwide gross by scenario",
		"$90,000,000", "December", "Estimated worldwide gross of a commercial release, US dollars of 2025", "User rating, of 10")
	if n := s.spentBy(account); n != 3 {
		t.Errorf("three scenarios cost %d requests", n)
	}
	for _, id := range regexp.MustCompile(` id="([^"]+)"`).FindAllStringSubmatch(string(page.body), -1) {
		if strings.Count(string(page.body), ` id="`+id[1]+`"`) > 1 {
			t.Errorf("the id %s is there twice", id[1])
		}
	}
	b = s.browser()
	b.signUp("ake@example.com", access.Studio)
	csv := string(b.get(strings.Replace(threeKeys, "?", ".csv?", 1)).is(200).body)
	if !strings.HasPrefix(csv, "Figure,Scenario 1,Scenario 2,Scenario 3\r\n") {
		t.Errorf("the file begins with %.100s", csv)
	}
	comparables := string(b.get(strings.Replace(threeKeys, "?", ".csv?table=comparables&", 1)).is(200).body)
	for _, of := range []string{"Scenario,Film,", "\r\n1,", "\r\n2,", "\r\n3,"} {
		if !strings.Contains(comparables, of) {
			t.Errorf("no %q among the comparables: %.300s", of, comparables)
		}
	}
	var told struct {
		Scenarios []app.Scenario `json:"scenarios"`
	}
	b.get(strings.Replace(threeKeys, "?", ".json?", 1)).is(200).data(&told)
	if len(told.Scenarios) != 3 || *told.Scenarios[1].Project.Budget != 90e6 || told.Scenarios[1].Project.Month != 12 || told.Scenarios[2].Project.Cast != nil || told.Scenarios[1].Project.Cast == nil {
		t.Fatalf("the scenarios are %+v", told.Scenarios)
	}
	for _, other := range told.Scenarios {
		if other.Outcome.Prediction.AsOf != told.Scenarios[0].Outcome.Prediction.AsOf || other.Project.Title != "The Brass Key" {
			t.Errorf("a scenario is of %d and states %+v", other.Outcome.Prediction.AsOf, other.Project)
		}
	}
}

// What is wrong with a scenario, or makes it needless, is said before anything is spent.
func TestAScenarioThatMakesNoSenseCostsNothing(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	account := b.signUp("ida@example.com", access.Writer)
	for address, want := range map[string]string{
		brassKey + "&2.budget=lots":             "In scenario 2, budget must be an amount of US dollars",
		brassKey + "&2.budget=60,000,000":       "Scenarios 1 and 2 are the same, so nothing was asked and nothing spent",
		brassKey + "&2.month=5&3.month=05":      "Scenarios 2 and 3 are the same",
		brassKey + "&2.month=13":                "In scenario 2, month must be a month from 1 to 12",
		"/forecast?title=X&cast=A&2.cast=-":     "In scenario 2, the title alone finds no films",
		"/forecast?title=X&genres=-&2.genres=-": "In scenario 2, the title alone finds no films",
	} {
		b.get(address).is(200).shows(want)
	}
	b.get(brassKey+"&2.budget=lots").is(200).shows(`name="2.budget" value="lots"`, `aria-invalid="true"`)
	// The year and the title are those of the first; a fifth scenario there is not.
	for _, name := range []string{"2.year", "2.title", "5.budget", "1.budget", "2.certificate"} {
		b.get(strings.Replace(brassKey, "?", ".json?", 1)+"&"+name+"=1").fails(400, "unknown_parameter")
	}
	if n := s.spentBy(account); n != 0 {
		t.Errorf("%d requests were spent", n)
	}
	// Scenarios are numbered in turn, and empty fields left out.
	s.ask(request{path: "/forecast?title=X&genres=Crime&2.budget=&4.budget=9m&3.month="}).is(301).has("Location", "/forecast?2.budget=9m&genres=Crime&title=X")
	// All are paid for, or none: of a budget of ten, nine are left.
	b.get(brassKey).is(200)
	for range 7 {
		b.get(brassKey).is(200)
	}
	b.get(threeKeys).is(429).shows("This costs 3 requests, and 2 of the day's 10 are left")
	if n := s.spentBy(account); n != 8 {
		t.Errorf("%d requests were spent, want 8", n)
	}
}

// A link opens a forecast, as it was, for anybody; it cost its sender nothing beyond the forecast
// and costs the reader nothing (REQ F2-96).
func TestASentForecastOpensForAnybody(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	account := b.signUp("ida.sender@example.com", access.Free)
	link := b.sends(brassKey, "  For <b>Åke</b>,\n with \u202e love ")
	if n := s.spentBy(account); n != 1 {
		t.Errorf("a forecast that is sent costs %d", n)
	}
	stranger := s.ask(request{path: link}).is(200).shownWell()
	stranger.has("X-Robots-Tag", "noindex, nofollow, noarchive").has("Referrer-Policy", "no-referrer").has("Cache-Control", "no-store").has("Set-Cookie", "")
	stranger.shows("Forecast: <bdi>The Brass Key</bdi>", "Sent on 14 March 2026; opens until", "13 April 2026, 15:09", "The sender writes:",
		"A locksmith keeps a secret", "Estimated worldwide gross", "library "+s.Holder.State().Generation, "by Kinodex "+apptest.Version)
	if !strings.Contains(string(stranger.body), "<bdi>For &lt;b&gt;Åke&lt;/b&gt;, with") {
		t.Error("the sender's line is not shown, or not escaped")
	}
	for _, not := range []string{"Ida", "ida.sender", account.ID, "Revoke", "shr_", link + `"`} {
		if strings.Contains(strings.ReplaceAll(strings.ReplaceAll(string(stranger.body), link+".csv", ""), link+".json", ""), not) {
			t.Errorf("a stranger is told %q", not)
		}
	}
	b.get(link).is(200).shows("This is your link", s.url+link, "Revoke this link")
	other := s.browser()
	reader := other.signUp("ake@example.com", access.Free)
	if page := string(other.get(link).is(200).body); strings.Contains(page, "This is your link") {
		t.Error("another account is shown the link as its own")
	}
	if s.spentBy(account) != 1 || s.spentBy(reader) != 0 {
		t.Errorf("reading costs %d and %d", s.spentBy(account)-1, s.spentBy(reader))
	}
	s.ask(request{path: link + ".json"}).is(200).shows(`"sent_at":"2026-03-14T15:09:26Z"`, `"opens_until":"2026-04-13T15:09:26Z"`, `"scenarios":[{"project":{"title":"The Brass Key"`).
		has("X-Robots-Tag", "noindex, nofollow, noarchive")
	s.ask(request{path: link + ".csv?table=project"}).is(200).shows("Synopsis,A locksmith keeps a secret")

	// What was sent stays, whatever library comes; a film that is no more is told and leads nowhere.
	before := string(s.ask(request{path: link + ".json"}).is(200).body)
	s.PublishFilms(apptest.Films()[4:])
	s.Holder.Reload()
	later := s.ask(request{path: link}).is(200)
	if after := string(s.ask(request{path: link + ".json"}).is(200).body); after != before {
		t.Errorf("after another library it says\n%s\nand not\n%s", after, before)
	}
	for _, m := range regexp.MustCompile(`href="(/films/tt[^"]+)"`).FindAllStringSubmatch(string(later.body), -1) {
		s.ask(request{path: m[1]}).is(200)
	}
}

// A link is over after 30 days by the service's clock, and the moment it is revoked; then it is
// answered as one that never was, on every server (REQ F2-97).
func TestALinkThatIsOverOpensNothing(t *testing.T) {
	t.Parallel()
	s := open(t)
	replica := openHouse(t, apptest.OpenWith(t, func(o *app.Options) { o.Ledger, o.Now = s.Ledger, s.Clock.Now }))
	b := s.browser()
	account := b.signUp("ida@example.com", access.Studio)
	both := func(what, link string, there bool) {
		t.Helper()
		for _, server := range []*site{s, replica} {
			if there {
				server.ask(request{path: link}).is(200).shows("The Brass Key")
			} else {
				server.opensNothing(what, link)
			}
		}
	}
	sent := s.Clock.Now()
	link, revoked := b.sends(brassKey, ""), b.sends(threeKeys, "")
	both("", link, true)
	b.revokes(revoked)
	both("a revoked one", revoked, false)
	both("", link, true)

	// A key that ends or changes is not the link's.
	if err := s.Ledger.SetPassword(t.Context(), account.ID, "hash"); err != nil {
		t.Fatal(err)
	}
	both("", link, true)
	if err := s.Ledger.SetStatus(t.Context(), account.ID, ledger.Suspended); err != nil {
		t.Fatal(err)
	}
	both("one of a suspended account", link, false)
	if err := s.Ledger.SetStatus(t.Context(), account.ID, ledger.Active); err != nil {
		t.Fatal(err)
	}
	for _, at := range []struct {
		what  string
		after time.Duration
		there bool
	}{
		{"a second before", ledger.ShareFor - time.Second, true}, {"at its end", ledger.ShareFor, false}, {"a year later", 365 * 24 * time.Hour, false},
		{"by a clock that jumped back", time.Hour, true}, {"by one that is a year behind", -365 * 24 * time.Hour, true},
	} {
		s.Clock.Set(sent.Add(at.after))
		both(at.what, link, at.there)
	}
	s.Clock.Set(sent)
	if err := s.Ledger.DeleteAccount(t.Context(), account.ID); err != nil {
		t.Fatal(err)
	}
	both("one of an account that was deleted", link, false)
}

// otherSecrets is a ledger whose secrets were made anew.
type otherSecrets struct{ ledger.Ledger }

func (o otherSecrets) Secret(ctx context.Context, name string) ([]byte, error) {
	b, err := o.Ledger.Secret(ctx, name)
	slices.Reverse(b)
	return b, err
}

// A token is guessed by nobody, and one that was changed is none (REQ F2-97).
func TestAnAlteredLinkOpensNothing(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	b.signUp("ida@example.com", access.Writer)
	link := b.sends(brassKey, "")
	token := strings.TrimPrefix(link, "/f/")
	for i := len("kdf_"); i < len(token); i++ {
		other := byte('A')
		if token[i] == other {
			other = 'B'
		}
		s.ask(request{path: "/f/" + token[:i] + string(other) + token[i+1:]}).is(404)
	}
	for _, bad := range []string{token[:49], token + "0", strings.ToUpper(token), "kdl_" + token[4:], "kdi_" + token[4:], "shr_0000000000000000", ".json", "%00", "..%2f" + token, strings.Repeat("a", 4000)} {
		if a := s.ask(request{path: "/f/" + bad}); a.status != 404 {
			t.Errorf("%.60q: status %d", bad, a.status)
		}
	}
	s.ask(request{path: "/f/"}).is(404)
	// What lies in the ledger under another's hash, or is damaged, opens nothing either: the
	// token is a part of the key.
	t1, err := access.ParseLinkToken(access.LinkForecast, token)
	if err != nil {
		t.Fatal(err)
	}
	kept, _, err := s.Ledger.Share(t.Context(), t1.Hash())
	if err != nil || strings.Contains(string(kept.Sealed), "locksmith") || strings.Contains(string(kept.Sealed), token) {
		t.Fatalf("the ledger can read it: %v", err)
	}
	for name, sealed := range map[string][]byte{"nothing": {}, "half": kept.Sealed[:len(kept.Sealed)/2], "another's": kept.Sealed} {
		forged, forgedToken := ledger.NewShare(kept.Account, "X", s.Clock.Now())
		forged.Sealed = sealed
		if err := s.Ledger.CreateShare(t.Context(), forged, 100); err != nil {
			t.Fatal(err)
		}
		s.opensNothing(name, "/f/"+forgedToken.Reveal())
	}
	if strings.Contains(s.log.String(), token[4:]) {
		t.Error("a log tells the token")
	}
	renewed := openHouse(t, apptest.OpenWith(t, func(o *app.Options) { o.Ledger, o.Now = otherSecrets{s.Ledger}, s.Clock.Now }))
	renewed.opensNothing("one of before the secrets were made anew", link)
	for _, bad := range []string{"xdf_" + token[4:], token[4:]} {
		s.ask(request{path: "/f/" + bad}).is(404)
	}
}

// Only who paid for an answer sends it, once, and only what the service itself said (REQ F2-96).
func TestOnlyAPaidForecastIsSentOnce(t *testing.T) {
	t.Parallel()
	s := open(t)
	b, other := s.browser(), s.browser()
	account := b.signUp("ida@example.com", access.Studio)
	other.signUp("ake@example.com", access.Studio)
	action, form := b.get(brassKey).is(200).fill("note", "x")
	links := func() int {
		t.Helper()
		all, err := s.Ledger.ListShares(t.Context(), account.ID)
		if err != nil {
			t.Fatal(err)
		}
		return len(all)
	}
	for name, refused := range map[string]func() *answer{
		"from another site": func() *answer {
			return b.send(http.MethodPost, action, form, map[string]string{"Sec-Fetch-Site": "cross-site"})
		},
		"by nobody":            func() *answer { return s.browser().send(http.MethodPost, action, form, nil) },
		"by another account":   func() *answer { return other.send(http.MethodPost, action, form, nil) },
		"of another project":   func() *answer { return b.send(http.MethodPost, action+"x", form, nil) },
		"with a scenario more": func() *answer { return b.send(http.MethodPost, action+"&2.budget=90m", form, nil) },
		"without a form":       func() *answer { return b.send(http.MethodPost, action, url.Values{"note": {"x"}}, nil) },
	} {
		if a := refused(); a.status != 403 {
			t.Errorf("%s: status %d: %.300s", name, a.status, a.body)
		}
	}
	b.send(http.MethodPost, action, url.Values{"form": form["form"], "note": {strings.Repeat("x", app.MostNote+1)}}, nil).is(400).shows("Note must be a line of at most 200 characters")
	if n := links(); n != 0 {
		t.Fatalf("%d links were made", n)
	}
	var sent atomic.Int32
	var group sync.WaitGroup
	for range 6 {
		group.Go(func() {
			if b.send(http.MethodPost, action, form, nil).status == 303 {
				sent.Add(1)
			}
		})
	}
	group.Wait()
	if n := links(); sent.Load() != 1 || n != 1 {
		t.Errorf("of six at once %d succeed and make %d links, want 1", sent.Load(), n)
	}
	b.send(http.MethodPost, action, form, nil).is(403).shows("nothing was spent")
	// After an hour, or another library, the answer is not the one that was paid for.
	action, form = b.get(brassKey).is(200).fill()
	s.Publish()
	s.Holder.Reload()
	b.send(http.MethodPost, action, form, nil).is(403).shows("as long as the same library answers")
	action, form = b.get(brassKey).is(200).fill()
	s.Clock.Set(s.Clock.Now().Add(time.Hour))
	b.send(http.MethodPost, action, form, nil).is(403)
	if n := links(); n != 1 {
		t.Errorf("%d links were made", n)
	}
}

// An account sees what it sent, revokes its own alone, and has 100 links at most (REQ F2-97).
func TestAPersonSeesAndRevokesTheirLinks(t *testing.T) {
	t.Parallel()
	s := open(t)
	b, other := s.browser(), s.browser()
	account := b.signUp("ida@example.com", access.Studio)
	other.signUp("ake@example.com", access.Studio)
	b.get("/account/links").is(200).shownWell().shows("There are none")
	link := b.sends(brassKey, "")
	page := b.get("/account/links").is(200).shownWell().shows("The Brass Key", "2026-03-14 15:09", "2026-04-13 15:09")
	if strings.Contains(string(page.body), link[3:]) {
		t.Error("the list has the token")
	}
	action, form := page.fill()
	othersLink := other.sends(brassKey, "")
	_, foreign := other.get("/account/links").is(200).fill()
	b.send(http.MethodPost, action, url.Values{"form": {"x"}, "id": form["id"]}, nil).is(403)
	other.send(http.MethodPost, action, form, nil).is(403)
	other.send(http.MethodPost, action, url.Values{"form": foreign["form"], "id": form["id"]}, nil).is(303)
	s.ask(request{path: link}).is(200)
	b.send(http.MethodPost, action, form, nil).is(303)
	b.send(http.MethodPost, action, form, nil).is(303)
	s.opensNothing("a revoked one", link)
	s.ask(request{path: othersLink}).is(200)
	b.get("/account/log").is(200).shows("share.created", "share.ended")
	var n [2]int
	events, err := s.Ledger.Audit(t.Context(), ledger.AuditQuery{Account: account.ID, Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		switch e.Action {
		case ledger.ShareCreated:
			n[0]++
		case ledger.ShareEnded:
			n[1]++
		default:
			continue
		}
		if e.Actor != account.ID || e.Target != form.Get("id") || strings.Contains(e.Detail, "Brass") {
			t.Errorf("the log tells %+v", e)
		}
	}
	if n != [2]int{1, 1} {
		t.Errorf("%d links made and %d revoked are in the log, want 1 and 1", n[0], n[1])
	}

	for i := range ledger.MostShares {
		share, _ := ledger.NewShare(account.ID, strconv.Itoa(i), s.Clock.Now())
		if err := s.Ledger.CreateShare(t.Context(), share, ledger.MostShares); err != nil {
			t.Fatal(err)
		}
	}
	forecast := b.get(brassKey).is(200)
	b.submit(forecast).is(409).shows("Your account has 100 links to forecasts, which is the most")
	// The refused form is not used up.
	b.submit(b.get("/account/links").is(200)).is(303)
	b.submit(forecast).is(303)
}

// Whoever tries tokens is bounded as any reader of pages is (REQ F2-97, A-22).
func TestTryingLinksIsBounded(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	b.signUp("ida@example.com", access.Writer)
	link := b.sends(brassKey, "")
	for range access.SitePages {
		s.ask(request{path: "/f/" + access.NewLinkToken(access.LinkForecast).Reveal()}).is(404)
	}
	s.ask(request{path: link}).is(429)
	b.get(link).is(200)
}
