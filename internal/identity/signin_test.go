package identity_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/fault"
	"kinodex/internal/grant"
	"kinodex/internal/identity"
	"kinodex/internal/ledger"
)

const (
	connector = "https://films.example/mcp"
	backTo    = "http://127.0.0.1:33418/cb"
	verifier  = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
)

// person is an account that lets a client in.
type person struct {
	*apptest.House
	t       *testing.T
	account ledger.Account
	client  string
}

func newPerson(t *testing.T, plan access.Plan) *person {
	t.Helper()
	p := &person{House: apptest.Open(t), t: t}
	p.account = ledger.Account{ID: "acc_ida", Name: "Ida", Email: "ida@example.com", Plan: plan, Created: p.Clock.Now()}
	if err := p.Ledger.CreateAccount(t.Context(), p.account); err != nil {
		t.Fatal(err)
	}
	c, err := p.App.Identity().RegisterClient(t.Context(), []byte(`{"client_name":"C","redirect_uris":["http://127.0.0.1/cb"]}`), home)
	if err != nil {
		t.Fatal(err)
	}
	p.client = c.ID
	return p
}

// code lets the client in and gives its code.
func (p *person) code(scope string) string {
	p.t.Helper()
	sum := sha256.Sum256([]byte(verifier))
	r, refused := grant.ReadRequest(url.Values{"response_type": {"code"}, "client_id": {p.client}, "redirect_uri": {backTo}, "scope": {scope},
		"code_challenge": {base64.RawURLEncoding.EncodeToString(sum[:])}, "code_challenge_method": {"S256"}}.Encode())
	if refused == nil {
		refused = r.Check(connector)
	}
	if refused != nil {
		p.t.Fatal(refused)
	}
	who := access.Caller{Mode: access.SignedIn, Account: p.account.ID, Plan: p.account.Plan, Address: home}
	client, err := p.App.Identity().Client(p.t.Context(), who, p.client)
	if err != nil {
		p.t.Fatal(err)
	}
	code, err := p.App.Identity().Grant(p.t.Context(), who, client, r, access.Grantable)
	if err != nil {
		p.t.Fatal(err)
	}
	return code.Reveal()
}

func (p *person) redemption(code string) grant.Redemption {
	return grant.Redemption{Code: code, Verifier: verifier, Client: p.client, Redirect: backTo, Resource: connector}
}

// tokens lets the client in and gives its first tokens.
func (p *person) tokens(scope string) identity.Tokens {
	p.t.Helper()
	t, err := p.App.Identity().Redeem(p.t.Context(), p.redemption(p.code(scope)), home)
	if err != nil {
		p.t.Fatal(err)
	}
	return t
}

func (p *person) renew(t identity.Tokens) (identity.Tokens, error) {
	return p.App.Identity().Renew(p.t.Context(), grant.Renewal{Refresh: t.Refresh.Reveal(), Client: p.client}, home)
}

// caller recognises who holds an access token, at the connector.
func (p *person) caller(t identity.Tokens) (access.Caller, error) {
	return p.App.Identity().Caller(p.t.Context(), identity.Credentials{Key: t.Access.Reveal(), Resource: connector, Address: home})
}

// opens expects an access token to open the connector, or not.
func (p *person) opens(when string, t identity.Tokens, want bool) {
	p.t.Helper()
	c, err := p.caller(t)
	if want != (err == nil) || err != nil && (!fault.Is(err, fault.InvalidKey) || c != access.Caller{}) {
		p.t.Errorf("%s: %+v, %v, want it open: %v", when, c, err, want)
	}
}

func refusedAs(err error, code grant.Code) bool {
	var e *grant.Error
	return errors.As(err, &e) && e.Code == code
}

func (p *person) wait(d time.Duration) { p.Clock.Set(p.Clock.Now().Add(d)) }

// REQ: what was granted, as far as the plan reaches now.
func TestATokenMayWhatWasGrantedAndThePlanAllows(t *testing.T) {
	p := newPerson(t, access.Studio)
	all, some := p.tokens("read write ai"), p.tokens("read")
	for plan, want := range map[access.Plan]string{access.Writer: "read,write", access.Producer: "read,write", access.Studio: "read,write,ai"} {
		if err := p.Ledger.SetPlan(t.Context(), p.account.ID, plan); err != nil {
			t.Fatal(err)
		}
		c, err := p.caller(all)
		if err != nil || c.Mode != access.SignedIn || c.Account != p.account.ID || c.Plan != plan || c.Scopes.String() != want ||
			c.Meter() != "account:acc_ida" || c.Daily() != plan.Daily() || c.Address != home || c.Sandbox {
			t.Errorf("%s: %+v, %v, want scopes %s", plan, c, err, want)
		}
		if c, err := p.caller(some); err != nil || c.Scopes.String() != "read" {
			t.Errorf("%s: %+v, %v", plan, c, err)
		}
	}
	if all.Scopes != access.Grantable || some.Scopes != access.Scopes(access.Read) || all.ExpiresIn != time.Hour {
		t.Errorf("told %v and %v for %v", all.Scopes, some.Scopes, all.ExpiresIn)
	}
}

// REQ A-15, M-33: signed in on the Free plan is never worse than nobody.
func TestAFreeAccountAsksFromThePoolOfItsAddress(t *testing.T) {
	p := newPerson(t, access.Free)
	c, err := p.caller(p.tokens("read ai"))
	if err != nil || c.Mode != access.SignedIn || c.Plan != access.Free || c.Scopes.String() != "read" {
		t.Fatal(c, err)
	}
	nobody := apptest.Visit(t, p.App, access.KeylessCaller(home))
	defer nobody.Close()
	if _, err := nobody.Stats().Answer(t.Context()); err != nil {
		t.Fatal(err)
	}
	v := apptest.Visit(t, p.App, c)
	defer v.Close()
	if _, err := v.Stats().Answer(t.Context()); err != nil || v.Bill().Used != 2 || v.Bill().Limit != 25 {
		t.Errorf("%+v, %v", v.Bill(), err)
	}
	me, err := v.Identity().Me(t.Context())
	if err != nil || me.Mode != "signed_in" || *me.Tier != "free" || *me.DailyLimit != 25 || me.UsedToday != 2 {
		t.Errorf("%+v, %v", me, err)
	}
}

// REQ: a token opens what it was given for, and nothing else.
func TestATokenIsForItsResource(t *testing.T) {
	p := newPerson(t, access.Studio)
	tokens := p.tokens("read")
	for _, resource := range []string{"", "https://films.example", "https://films.example/", "https://other.example/mcp", "http://films.example/mcp", connector + "/x"} {
		c, err := p.App.Identity().Caller(t.Context(), identity.Credentials{Key: tokens.Access.Reveal(), Resource: resource})
		if !fault.Is(err, fault.InvalidKey) {
			t.Errorf("at %q: %+v, %v", resource, c, err)
		}
	}
	for _, other := range []string{tokens.Refresh.Reveal(), p.code("read"), access.NewGrantToken(access.GrantAccess).Reveal(), "kdo_", tokens.Access.Reveal() + "0"} {
		if c, err := p.App.Identity().Caller(t.Context(), identity.Credentials{Key: other, Resource: connector}); !fault.Is(err, fault.InvalidKey) {
			t.Errorf("%.8s…: %+v, %v", other, c, err)
		}
	}
	// A key opens the connector as ever.
	if c, err := p.App.Identity().Caller(t.Context(), identity.Credentials{Key: p.Key(access.Writer), Resource: connector}); err != nil || c.Mode != access.WithKey {
		t.Errorf("%+v, %v", c, err)
	}
}

// REQ A-18: who has a code and nothing else has nothing.
func TestACodeIsForItsClient(t *testing.T) {
	p := newPerson(t, access.Writer)
	code := p.code("read")
	for name, c := range map[string]struct {
		change func(*grant.Redemption)
		code   grant.Code
	}{
		"another verifier":   {func(r *grant.Redemption) { r.Verifier = verifier[1:] + "k" }, grant.InvalidGrant},
		"a short verifier":   {func(r *grant.Redemption) { r.Verifier = "x" }, grant.InvalidGrant},
		"another client":     {func(r *grant.Redemption) { r.Client = "kcl_other" }, grant.InvalidGrant},
		"another redirect":   {func(r *grant.Redemption) { r.Redirect = "http://127.0.0.1:33419/cb" }, grant.InvalidGrant},
		"another resource":   {func(r *grant.Redemption) { r.Resource = "https://other.example/mcp" }, grant.InvalidTarget},
		"a code of nobody":   {func(r *grant.Redemption) { r.Code = access.NewGrantToken(access.GrantCode).Reveal() }, grant.InvalidGrant},
		"no code":            {func(r *grant.Redemption) { r.Code = "" }, grant.InvalidGrant},
		"a refresh token":    {func(r *grant.Redemption) { r.Code = access.NewGrantToken(access.GrantRefresh).Reveal() }, grant.InvalidGrant},
		"a code with a tail": {func(r *grant.Redemption) { r.Code += "0" }, grant.InvalidGrant},
	} {
		r := p.redemption(code)
		c.change(&r)
		if got, err := p.App.Identity().Redeem(t.Context(), r, home); !refusedAs(err, c.code) || got != (identity.Tokens{}) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	r := p.redemption(code)
	r.Redirect, r.Resource = "", "" // as OAuth 2.1 and older clients have it
	tokens, err := p.App.Identity().Redeem(t.Context(), r, home)
	if err != nil {
		t.Fatal("its client is refused:", err)
	}
	for name, r := range map[string]grant.Renewal{
		"another client":  {Refresh: tokens.Refresh.Reveal(), Client: "kcl_other"},
		"an access token": {Refresh: tokens.Access.Reveal(), Client: p.client},
	} {
		if _, err := p.App.Identity().Renew(t.Context(), r, home); !refusedAs(err, grant.InvalidGrant) {
			t.Errorf("renewing with %s: %v", name, err)
		}
	}
	if _, err := p.App.Identity().Renew(t.Context(), grant.Renewal{Refresh: tokens.Refresh.Reveal(), Client: p.client, Resource: "https://other.example/mcp"}, home); !refusedAs(err, grant.InvalidTarget) {
		t.Errorf("renewing for another resource: %v", err)
	}
	if _, err := p.renew(tokens); err != nil {
		t.Errorf("none of that ends the grant: %v", err)
	}
}

// REQ A-18: a code or a refresh token that comes twice was stolen, or its thief
// came first; either way all that was given ends.
func TestWhatComesTwiceEndsTheGrant(t *testing.T) {
	p := newPerson(t, access.Writer)
	bystander := p.tokens("read")
	code := p.code("read")
	first, err := p.App.Identity().Redeem(t.Context(), p.redemption(code), home)
	if err != nil {
		t.Fatal(err)
	}
	second, err := p.renew(first)
	if err != nil {
		t.Fatal(err)
	}
	p.opens("the first access token after a renewal", first, true)
	p.wait(time.Hour) // long after the code has expired
	thief := p.redemption(code)
	thief.Verifier, thief.Client = "who knows", "kcl_other"
	if _, err := p.App.Identity().Redeem(t.Context(), thief, home); !refusedAs(err, grant.InvalidGrant) {
		t.Errorf("the code again: %v", err)
	}
	p.opens("after the code came again", second, false)
	if _, err := p.renew(second); !refusedAs(err, grant.InvalidGrant) {
		t.Errorf("renewing after that: %v", err)
	}

	old := p.tokens("read")
	fresh, err := p.renew(old)
	if err != nil {
		t.Fatal(err)
	}
	p.opens("before the refresh token comes again", fresh, true)
	if _, err := p.renew(old); !refusedAs(err, grant.InvalidGrant) {
		t.Errorf("the refresh token again: %v", err)
	}
	p.opens("after the refresh token came again", fresh, false)
	if _, err := p.renew(bystander); err != nil {
		t.Errorf("another grant ended too: %v", err)
	}
	events, err := p.Ledger.Audit(t.Context(), ledger.AuditQuery{Action: ledger.GrantMisused, Limit: 9})
	if err != nil || len(events) != 2 || events[0].Account != p.account.ID || events[0].From != home.String() {
		t.Errorf("the log tells %+v, %v", events, err)
	}
}

func TestOfManyAtOnceOneIsGivenTokensAndTheGrantEnds(t *testing.T) {
	p := newPerson(t, access.Writer)
	for name, exchange := range map[string]func() func(context.Context) (identity.Tokens, error){
		"a code": func() func(context.Context) (identity.Tokens, error) {
			r := p.redemption(p.code("read"))
			return func(ctx context.Context) (identity.Tokens, error) { return p.App.Identity().Redeem(ctx, r, home) }
		},
		"a refresh token": func() func(context.Context) (identity.Tokens, error) {
			r := grant.Renewal{Refresh: p.tokens("read").Refresh.Reveal(), Client: p.client}
			return func(ctx context.Context) (identity.Tokens, error) { return p.App.Identity().Renew(ctx, r, home) }
		},
	} {
		for range 10 {
			ask := exchange()
			var mu sync.Mutex
			var given []identity.Tokens
			var all sync.WaitGroup
			for range 8 {
				all.Go(func() {
					tokens, err := ask(t.Context())
					if err != nil && !refusedAs(err, grant.InvalidGrant) {
						t.Error(err)
					}
					if err == nil {
						mu.Lock()
						defer mu.Unlock()
						given = append(given, tokens)
					}
				})
			}
			all.Wait()
			if len(given) != 1 {
				t.Fatalf("%s is exchanged %d times", name, len(given))
			}
			p.opens(name+" that came twice", given[0], false)
		}
	}
}

// Everything ends in its time, to the second.
func TestEverythingEnds(t *testing.T) {
	p := newPerson(t, access.Writer)
	late := p.code("read")
	p.wait(grant.CodeTTL)
	if _, err := p.App.Identity().Redeem(t.Context(), p.redemption(late), home); !refusedAs(err, grant.InvalidGrant) {
		t.Errorf("a code after a minute: %v", err)
	}
	code := p.code("read")
	p.wait(grant.CodeTTL - time.Second)
	tokens, err := p.App.Identity().Redeem(t.Context(), p.redemption(code), home)
	if err != nil {
		t.Fatal(err)
	}
	p.wait(grant.AccessTTL - time.Second)
	p.opens("an access token within its hour", tokens, true)
	p.wait(time.Second)
	p.opens("an access token after its hour", tokens, false)
	p.wait(grant.RefreshTTL - grant.AccessTTL - time.Second)
	tokens, err = p.renew(tokens)
	if err != nil {
		t.Fatal("a refresh token in its time:", err)
	}
	p.wait(grant.RefreshTTL)
	if _, err := p.renew(tokens); !refusedAs(err, grant.InvalidGrant) {
		t.Errorf("a refresh token after its time: %v", err)
	}
	if all, err := p.App.Identity().Connections(t.Context(), access.Caller{Mode: access.SignedIn, Account: p.account.ID}); len(all) != 0 || err != nil {
		t.Errorf("connections that have ended: %+v, %v", all, err)
	}
	// However busy, a client must ask again after a year.
	began := p.Clock.Now()
	tokens = p.tokens("read")
	for p.Clock.Now().Sub(began) < grant.GrantTTL-15*24*time.Hour {
		p.wait(10 * 24 * time.Hour)
		if tokens, err = p.renew(tokens); err != nil {
			t.Fatal(p.Clock.Now().Sub(began), err)
		}
	}
	p.Clock.Set(began.Add(grant.GrantTTL))
	p.opens("after a year", tokens, false)
	if _, err := p.renew(tokens); !refusedAs(err, grant.InvalidGrant) {
		t.Errorf("after a year: %v", err)
	}
	// A client that nobody lets in is forgotten.
	c, err := p.App.Identity().RegisterClient(t.Context(), []byte(`{"redirect_uris":["https://c.example/"]}`), home)
	if err != nil {
		t.Fatal(err)
	}
	p.wait(grant.UnusedClientTTL)
	if _, err := p.App.Identity().Client(t.Context(), access.Caller{}, c.ID); !refusedAs(err, grant.InvalidClient) {
		t.Errorf("a client of long ago: %v", err)
	}
	if _, err := p.App.Identity().Client(t.Context(), access.Caller{}, p.client); err != nil {
		t.Errorf("a client that is in use: %v", err)
	}
}

func TestWhoIsShutOutIsShutOut(t *testing.T) {
	p := newPerson(t, access.Writer)
	who := access.Caller{Mode: access.SignedIn, Account: p.account.ID, Address: home}
	suspended, code := p.tokens("read"), p.code("read")
	p.Ledger.SetStatus(t.Context(), p.account.ID, ledger.Suspended)
	p.opens("a suspended account", suspended, false)
	if _, err := p.renew(suspended); !refusedAs(err, grant.InvalidGrant) {
		t.Errorf("renewing for a suspended account: %v", err)
	}
	if _, err := p.App.Identity().Redeem(t.Context(), p.redemption(code), home); !refusedAs(err, grant.InvalidGrant) {
		t.Errorf("a code of a suspended account: %v", err)
	}
	p.Ledger.SetStatus(t.Context(), p.account.ID, ledger.Active)
	p.opens("let in again", suspended, true)

	all, err := p.App.Identity().Connections(t.Context(), who)
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	if err := p.App.Identity().Disconnect(t.Context(), access.Caller{Mode: access.SignedIn, Account: "acc_other"}, all[0].ID); err != nil {
		t.Error(err)
	}
	p.opens("somebody else disconnects it", suspended, true)
	for range 2 {
		if err := p.App.Identity().Disconnect(t.Context(), who, all[0].ID); err != nil {
			t.Error(err)
		}
	}
	p.opens("disconnected", suspended, false)

	for name, token := range map[string]func(identity.Tokens) string{
		"the refresh token": func(t identity.Tokens) string { return t.Refresh.Reveal() },
		"the access token":  func(t identity.Tokens) string { return t.Access.Reveal() },
	} {
		tokens := p.tokens("read")
		if err := p.App.Identity().RevokeToken(t.Context(), token(tokens), "kcl_other", home); !refusedAs(err, grant.InvalidGrant) {
			t.Errorf("%s, revoked by another client: %v", name, err)
		}
		p.opens(name+" revoked by another client", tokens, true)
		for range 2 {
			if err := p.App.Identity().RevokeToken(t.Context(), token(tokens), p.client, home); err != nil {
				t.Error(err)
			}
		}
		p.opens(name+" revoked", tokens, false)
	}
	for _, unknown := range []string{"", "x", access.NewGrantToken(access.GrantAccess).Reveal()} {
		if err := p.App.Identity().RevokeToken(t.Context(), unknown, p.client, home); err != nil {
			t.Errorf("revoking what opens nothing: %v", err)
		}
	}
}

// Use is recorded about once a minute, so that people see which clients are busy.
func TestTheUseOfAGrantIsRecorded(t *testing.T) {
	p := newPerson(t, access.Writer)
	tokens := p.tokens("read")
	used := func() time.Time {
		all, err := p.Ledger.ListGrants(t.Context(), p.account.ID)
		if err != nil || len(all) != 1 {
			t.Fatal(all, err)
		}
		return all[0].Used
	}
	began := used()
	p.wait(59 * time.Second)
	p.opens("soon", tokens, true)
	if !used().Equal(began) {
		t.Error("recorded twice in a minute")
	}
	p.wait(time.Second)
	p.opens("later", tokens, true)
	if !used().Equal(began.Add(time.Minute)) {
		t.Errorf("used %v, want %v", used(), began.Add(time.Minute))
	}
}

// Neither registering nor opening accounts goes on without end.
func TestStrangersOpenOnlySoMuch(t *testing.T) {
	p := newPerson(t, access.Writer)
	spend := func(meter string, n int) {
		t.Helper()
		if _, ok, err := p.Ledger.Spend(t.Context(), meter, ledger.DayOf(p.Clock.Now()), n, n+1); !ok || err != nil {
			t.Fatal(ok, err)
		}
	}
	metadata := []byte(`{"redirect_uris":["https://c.example/"]}`)
	spend("clients:address:192.0.2.1", 198) // newPerson registered one
	for i, want := range []bool{true, false} {
		if _, err := p.App.Identity().RegisterClient(t.Context(), metadata, home); (err == nil) != want || err != nil && !fault.Is(err, fault.RateLimited) {
			t.Errorf("client %d: %v", i, err)
		}
	}
	if _, err := p.App.Identity().RegisterClient(t.Context(), metadata, netip.MustParseAddr("192.0.2.2")); err != nil {
		t.Errorf("from elsewhere: %v", err)
	}
	// All networks of an IPv6 site share an allowance, and all places in the world
	// that of an hour, so that the sum is bounded.
	spend("clients:site:2001:db8:1::/48", 399)
	for i, want := range []bool{true, false} {
		from := netip.MustParseAddr(fmt.Sprintf("2001:db8:1:%x::1", i))
		if _, err := p.App.Identity().RegisterClient(t.Context(), metadata, from); (err == nil) != want || err != nil && !fault.Is(err, fault.RateLimited) {
			t.Errorf("client %d of a site: %v", i, err)
		}
	}
	if used, ok, err := p.Ledger.Spend(t.Context(), "clients:all:15", ledger.DayOf(p.Clock.Now()), 996, 1_000); used != 1_000 || !ok || err != nil {
		t.Fatal(used, ok, err) // four were registered above
	}
	for _, from := range []string{"203.0.113.9", "2001:db8:2::1"} {
		_, err := p.App.Identity().RegisterClient(t.Context(), metadata, netip.MustParseAddr(from))
		var f *fault.Fault
		if !errors.As(err, &f) || f.Kind != fault.RateLimited || f.RetryAfter != 50*time.Minute+34*time.Second { // to 16:00
			t.Errorf("client 1,001 of the hour, from %s: %v", from, err)
		}
	}
	p.wait(time.Hour)
	if _, err := p.App.Identity().RegisterClient(t.Context(), metadata, netip.MustParseAddr("203.0.113.9")); err != nil {
		t.Errorf("the next hour: %v", err)
	}
	spend("sign-up:site:2001:db8:1::/48", 199)
	for i, want := range []bool{true, false} {
		from := netip.MustParseAddr(fmt.Sprintf("2001:db8:1:%x::1", i))
		_, _, err := p.App.Identity().SignUp(t.Context(), "N", fmt.Sprintf("site%d@example.com", i), password, from)
		if (err == nil) != want || err != nil && !fault.Is(err, fault.RateLimited) {
			t.Errorf("account %d of a site: %v", i, err)
		}
	}
	spend("sign-up:address:192.0.2.1", 49)
	for i, want := range []bool{true, false} {
		_, _, err := p.App.Identity().SignUp(t.Context(), "N", fmt.Sprintf("n%d@example.com", i), password, home)
		if (err == nil) != want || err != nil && !fault.Is(err, fault.RateLimited) {
			t.Errorf("account %d: %v", i, err)
		}
	}
}

// Whoever asks to have an address fetched is somebody, and does so only so often.
func TestDocumentsAreFetchedForPeopleOnly(t *testing.T) {
	p := newPerson(t, access.Writer)
	const id = "https://client.example/c.json"
	p.Documents.Store(id, `{"client_id":"`+id+`","client_name":"C","redirect_uris":["http://localhost/cb"]}`)
	for name, c := range map[string]access.Caller{"nobody": {}, "an address": access.KeylessCaller(home), "a key": p.Caller(p.Key(access.Studio))} {
		if client, err := p.App.Identity().Client(t.Context(), c, id); !fault.Is(err, fault.InvalidKey) {
			t.Errorf("%s: %+v, %v", name, client, err)
		}
	}
	who := access.Caller{Mode: access.SignedIn, Account: p.account.ID}
	if client, err := p.App.Identity().Client(t.Context(), who, id); err != nil || client.Host != "client.example" {
		t.Errorf("%+v, %v", client, err)
	}
	if _, err := p.App.Identity().Client(t.Context(), who, "https://client.example/none.json"); !refusedAs(err, grant.InvalidClient) {
		t.Errorf("a document that is not there: %v", err)
	}
	if _, ok, err := p.Ledger.Spend(t.Context(), "documents:"+p.account.ID, ledger.DayOf(p.Clock.Now()), 198, 200); !ok || err != nil {
		t.Fatal(ok, err)
	}
	if _, err := p.App.Identity().Client(t.Context(), who, id); !fault.Is(err, fault.RateLimited) {
		t.Errorf("the 201st: %v", err)
	}
}

// The first sign-in through another service takes the account from whoever had it
// without showing that its email is theirs.
func TestAnIdentityIsOfOneAccount(t *testing.T) {
	h := apptest.Open(t)
	squatter, err := h.App.Identity().Register(t.Context(), "Squatter", "ida@example.com", password, home)
	if err != nil {
		t.Fatal(err)
	}
	session, _, err := h.App.Identity().SignIn(t.Context(), "ida@example.com", password, home)
	if err != nil {
		t.Fatal(err)
	}
	key, token := ledger.NewKey(squatter.ID, "squatter's", access.Free.DefaultScopes(), false, h.Clock.Now())
	if err := h.Ledger.CreateKey(t.Context(), key); err != nil {
		t.Fatal(err)
	}
	if _, err := h.App.Identity().Caller(t.Context(), identity.Credentials{Key: token.Reveal(), Address: home}); err != nil {
		t.Fatalf("the key before: %v", err)
	}
	ida := identity.Identity{Issuer: "https://id.example", Subject: "1", Email: "Ida@example.com", Name: "Ida"}
	_, s, err := h.App.Identity().SignInAs(t.Context(), ida, home)
	if err != nil || s.Account != squatter.ID {
		t.Fatal(s, err)
	}
	if _, err := h.App.Identity().SignedIn(t.Context(), session.Reveal(), home); !fault.Is(err, fault.InvalidKey) {
		t.Errorf("the session from before: %v", err)
	}
	if _, _, err := h.App.Identity().SignIn(t.Context(), "ida@example.com", password, home); !fault.Is(err, fault.InvalidKey) {
		t.Errorf("the password from before: %v", err)
	}
	if _, err := h.App.Identity().Caller(t.Context(), identity.Credentials{Key: token.Reveal(), Address: home}); !fault.Is(err, fault.InvalidKey) {
		t.Errorf("the key from before: %v", err)
	}
	// From then on the identity counts, whatever its email.
	ida.Email = ""
	if _, s, err := h.App.Identity().SignInAs(t.Context(), ida, home); err != nil || s.Account != squatter.ID {
		t.Errorf("again: %+v, %v", s, err)
	}
	for name, who := range map[string]identity.Identity{
		"without an email": {Issuer: "https://id.example", Subject: "2"}, "with a bad email": {Issuer: "https://id.example", Subject: "2", Email: "x"},
	} {
		if _, _, err := h.App.Identity().SignInAs(t.Context(), who, home); !fault.Is(err, fault.InvalidKey) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, _, err := h.App.Identity().SignInAs(t.Context(), identity.Identity{Issuer: "https://id.example"}, home); err == nil {
		t.Error("nobody signs in")
	}
	// Another issuer's person of the same number is another person.
	if _, s, err := h.App.Identity().SignInAs(t.Context(), identity.Identity{Issuer: "https://other.example", Subject: "1", Email: "åke@example.com"}, home); err != nil || s.Account == squatter.ID {
		t.Errorf("%+v, %v", s, err)
	}
	h.Ledger.SetStatus(t.Context(), squatter.ID, ledger.Suspended)
	if _, _, err := h.App.Identity().SignInAs(t.Context(), ida, home); !fault.Is(err, fault.InvalidKey) {
		t.Errorf("a suspended account: %v", err)
	}
}

// An account lets in only so many clients; consents whose codes are never
// exchanged count for a minute.
func TestAnAccountLetsInOnlySoManyClients(t *testing.T) {
	p := newPerson(t, access.Writer)
	ask := func() error {
		_, err := p.App.Identity().Grant(t.Context(), access.Caller{Mode: access.SignedIn, Account: p.account.ID, Address: home},
			grant.Client{ID: p.client}, &grant.Request{Scopes: access.Grantable, Resource: connector, Redirect: backTo}, access.Grantable)
		return err
	}
	kept := p.tokens("read")
	for i := range grant.MaxGrants - 1 {
		if err := ask(); err != nil {
			t.Fatal(i, err)
		}
	}
	if err := ask(); !fault.Is(err, fault.Conflict) || !strings.Contains(err.Error(), "50") {
		t.Errorf("one more: %v", err)
	}
	p.wait(grant.CodeTTL)
	if err := ask(); err != nil {
		t.Errorf("a minute later: %v", err)
	}
	p.opens("meanwhile", kept, true)
}
