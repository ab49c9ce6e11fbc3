package serve_test

import (
	"fmt"
	"html"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/grant"
	"kinodex/internal/ledger"
)

// RFC 9700 section 4.11.2: a client may be registered by anybody, so a link to this
// service with something wrong in it leads nobody to another's host unseen, signed in
// or not. Where the person let the client in before, it does.
func TestAnInvalidRequestLeadsNobodyToAStrangersHost(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	b.signUp("ida@example.com", access.Writer)
	const web = "https://phish.example/cb"
	client := s.register(web, "https://other.example/cb")
	bad := s.asks(client, "redirect_uri", web, "response_type", "token")
	a := b.get(bad).is(400)
	a.shows("phish.example", "esponse_type must be code").has("Location", "")
	if !strings.Contains(string(a.body), `href="https://phish.example/cb?error=unsupported_response_type`) {
		t.Errorf("the client cannot be told: %s", a.body)
	}
	page := b.get(s.asks(client, "redirect_uri", web)).is(200)
	_, form := page.fill("decision", "allow")
	b.send("POST", bad, form, nil).is(400).has("Location", "")

	// Denying is the person's own answer, on a page that names the host.
	b.submit(page.shows("phish.example"), "decision", "deny").landed(web)
	b.get(bad).is(400)
	code := b.submit(page, "decision", "allow").landed(web).Get("code")
	b.get(bad).is(400) // nobody took the code up yet
	s.postForm("/oauth/token", "grant_type", "authorization_code", "code", code, "client_id", client, "code_verifier", goodVerifier).is(200)
	b.get(bad).is(302).landed(web)
	b.get(s.asks(client, "redirect_uri", "https://other.example/cb", "response_type", "token")).is(400).shows("other.example")
	eve := s.browser()
	eve.signUp("eve@example.com", access.Writer)
	eve.get(bad).is(400)
	b.submit(b.get("/account/connections")).is(303)
	b.get(bad).is(400)
}

// A form that lets a client in works once, however many send it, and for an hour.
func TestAConsentIsGivenOnce(t *testing.T) {
	t.Parallel()
	s := open(t)
	b, client := s.browser(), s.register("http://127.0.0.1/cb")
	b.signUp("ida@example.com", access.Writer)
	page := b.get(s.asks(client)).is(200)
	action, form := page.fill("decision", "allow")
	var granted atomic.Int32
	var all sync.WaitGroup
	for range 12 {
		all.Go(func() {
			r, err := http.NewRequest("POST", s.url+action, strings.NewReader(form.Encode()))
			if err != nil {
				t.Error(err)
				return
			}
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			res, err := b.client.Do(r)
			if err != nil {
				t.Error(err)
				return
			}
			res.Body.Close()
			if strings.Contains(res.Header.Get("Location"), "code=") {
				granted.Add(1)
			} else if res.StatusCode != 403 {
				t.Errorf("status %d", res.StatusCode)
			}
		})
	}
	all.Wait()
	if events, err := s.Ledger.Audit(t.Context(), ledger.AuditQuery{Action: ledger.GrantCreated, Limit: 99}); granted.Load() != 1 || len(events) != 1 || err != nil {
		t.Errorf("%d grants, %d events, %v", granted.Load(), len(events), err)
	}
	// What is shown instead works.
	again := b.submit(page, "decision", "allow").is(403).shows("Allow access", "once")
	b.submit(again, "decision", "allow").landed(clientBack)
	late := b.get(s.asks(client))
	s.Clock.Set(s.Clock.Now().Add(time.Hour + time.Second))
	b.submit(late, "decision", "allow").is(403).shows("open for too long")
}

// One account gives only so many grants, and has only so many.
func TestGrantsOfOneAccountAreBounded(t *testing.T) {
	t.Parallel()
	s := open(t)
	b, client := s.browser(), s.register("http://127.0.0.1/cb")
	account := b.signUp("ida@example.com", access.Writer)
	minute := "grants:" + account.ID + ":1509"
	if _, ok, err := s.Ledger.Spend(t.Context(), minute, ledger.DayOf(s.Clock.Now()), 59, 59); !ok || err != nil {
		t.Fatal(ok, err)
	}
	b.submit(b.get(s.asks(client)), "decision", "allow").landed(clientBack)
	b.submit(b.get(s.asks(client)), "decision", "allow").is(429).has("Retry-After", "34") // from 15:09:26
	s.Clock.Set(s.Clock.Now().Add(time.Minute))
	b.submit(b.get(s.asks(client)), "decision", "allow").landed(clientBack)

	now := s.Clock.Now()
	for i := range grant.MaxGrants - 1 {
		g := ledger.Grant{ID: fmt.Sprint("gra_", i), Account: account.ID, Client: client, Redirect: clientBack, Created: now, Used: now, Expires: now.Add(time.Hour)}
		if err := s.Ledger.CreateGrant(t.Context(), g, ledger.GrantToken{Hash: ledger.Hash{byte(i)}, Grant: g.ID, Until: g.Expires}, grant.MaxGrants); err != nil {
			t.Fatal(err)
		}
	}
	full := b.submit(b.get(s.asks(client)), "decision", "allow").is(409).shows("50", "/account/connections")
	if strings.Contains(html.UnescapeString(string(full.body)), "code=") {
		t.Error("it was granted")
	}
	b.submit(b.get("/account/connections")).is(303)
	b.submit(b.get(s.asks(client)), "decision", "allow").landed(clientBack)
}
