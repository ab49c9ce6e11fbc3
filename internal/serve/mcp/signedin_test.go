package mcp_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/grant"
	"kinodex/internal/identity"
	"kinodex/internal/ledger"
	"kinodex/internal/serve/mcp"
)

// signIn gives an access token of a new account that let a client in, for a
// resource, with all scopes.
func (d *door) signIn(plan access.Plan, resource string) identity.Tokens {
	return d.signInFor(plan, resource, access.Grantable)
}

// signInFor is signIn for some scopes.
func (d *door) signInFor(plan access.Plan, resource string, scopes access.Scopes) identity.Tokens {
	d.t.Helper()
	ctx := d.t.Context()
	must := func(err error) {
		d.t.Helper()
		if err != nil {
			d.t.Fatal(err)
		}
	}
	account := ledger.Account{ID: ledger.NewAccountID(), Name: "Ida", Email: access.Email("ida@" + plan.String() + strings.ReplaceAll(scopes.String(), ",", "-") + ".example"), Plan: plan, Created: d.Clock.Now()}
	must(d.Ledger.CreateAccount(ctx, account))
	home := netip.MustParseAddr("127.0.0.1")
	const back, verifier = "http://127.0.0.1:33418/cb", "a-verifier-that-is-long-enough-to-be-taken-0123456789"
	registered, err := d.App.Identity().RegisterClient(ctx, []byte(`{"client_name":"C","redirect_uris":["http://127.0.0.1/cb"]}`), home)
	must(err)
	sum := sha256.Sum256([]byte(verifier))
	r, refused := grant.ReadRequest(url.Values{
		"response_type": {"code"}, "client_id": {registered.ID}, "redirect_uri": {back}, "scope": {"read write ai"},
		"code_challenge": {base64.RawURLEncoding.EncodeToString(sum[:])}, "code_challenge_method": {"S256"},
	}.Encode())
	if refused != nil {
		d.t.Fatal(refused)
	}
	if refused := r.Check(resource); refused != nil {
		d.t.Fatal(refused)
	}
	who := access.Caller{Mode: access.SignedIn, Account: account.ID, Plan: plan, Address: home}
	client, err := d.App.Identity().Client(ctx, who, registered.ID)
	must(err)
	code, err := d.App.Identity().Grant(ctx, who, client, r, scopes)
	must(err)
	tokens, err := d.App.Identity().Redeem(ctx, grant.Redemption{Code: code.Reveal(), Verifier: verifier, Client: registered.ID, Redirect: back, Resource: resource}, home)
	must(err)
	return tokens
}

// REQ M-33, A-17, A-18: signed in, with the plan and scopes of the account.
func TestSignedIn(t *testing.T) {
	both(t, func(t *testing.T, open func(...func(*mcp.Options)) *door) {
		d := open()
		converse(t, d.connect(d.signIn(access.Studio, d.url).Access.Reveal()), "signed_in")
	})
}

// REQ: a Free account asks from the pool of its address, and a
// token is good for this connector only, and for a time.
func TestTokensOfASignIn(t *testing.T) {
	d := open(t)
	free := d.signIn(access.Free, d.url).Access.Reveal()
	for range 13 {
		d.call(free, "search_films", `{}`).into(t, &struct{}{})
	}
	for range 12 {
		d.call("", "search_films", `{}`).into(t, &struct{}{})
	}
	d.call(free, "search_films", `{}`).failed(t, "QUOTA_EXCEEDED")
	var me struct {
		Mode  string
		Tier  *string
		Limit int `json:"daily_limit"`
	}
	d.call(free, "get_account_status", `{}`).into(t, &me)
	if me.Mode != "signed_in" || me.Tier == nil || *me.Tier != "free" || me.Limit != 25 {
		t.Errorf("account status %+v", me)
	}
	elsewhere := d.signIn(access.Writer, "https://other.example/mcp").Access.Reveal()
	here := d.signIn(access.Producer, d.url).Access.Reveal()
	if a := d.post(search, "Authorization", "Bearer "+elsewhere); a.status != 401 {
		t.Errorf("a token for another resource: %d", a.status)
	}
	if a := d.post(search, "Authorization", "Bearer "+here); a.status != 200 {
		t.Errorf("a token for this one: %d", a.status)
	}
	d.Clock.Set(d.Clock.Now().Add(30 * 24 * time.Hour))
	time.Sleep(time.Second) // as long as tokens are remembered
	if a := d.post(search, "Authorization", "Bearer "+here); a.status != 401 || a.header.Get("WWW-Authenticate") == "" {
		t.Errorf("an old token: %d", a.status)
	}
}

// F2-130: a client that may ask the person for more is told what for; who would not get it is refused
// as every tool refuses.
func TestAClientIsToldWhichScopesToAskFor(t *testing.T) {
	both(t, func(t *testing.T, open func(...func(*mcp.Options)) *door) {
		d := open()
		base := strings.TrimSuffix(d.url, mcp.Path)
		text := jsonText(strings.Repeat("INT. HALL - NIGHT. She waits. ", 30))
		call := `{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"ai_script_coverage","arguments":{"text":` + text + `}}}`
		narrow := "Bearer " + d.signInFor(access.Studio, d.url, access.Scopes(access.Read)).Access.Reveal()
		a := d.post(call, "Authorization", narrow, "MCP-Protocol-Version", "2025-11-25")
		want := `Bearer error="insufficient_scope", scope="read ai", resource_metadata="` + base + `/.well-known/oauth-protected-resource/mcp", error_description="ai_script_coverage needs the ai scope"`
		if a.status != 403 || a.header.Get("WWW-Authenticate") != want {
			t.Errorf("%d, WWW-Authenticate %s", a.status, a.header.Get("WWW-Authenticate"))
		}
		var data struct{ Code string }
		if a.Error == nil || a.Error.Code != -32000 || json.Unmarshal(a.Error.Data, &data) != nil || data.Code != "SCOPE_NOT_LICENSED" || string(a.ID) != `"x"` {
			t.Errorf("%s", a.body)
		}
		if code := <-d.codes; code != "SCOPE_NOT_LICENSED" {
			t.Errorf("the call is counted as %s", code)
		}
		params := strings.TrimSuffix(strings.TrimPrefix(call, `{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{`), `}}`)
		if a := d.modern("tools/call", params, "Mcp-Name", "ai_script_coverage", "Authorization", narrow); a.status != 403 {
			t.Errorf("in the modern era: %d %s", a.status, a.body)
		}
		wide := "Bearer " + d.signIn(access.Studio, d.url).Access.Reveal()
		if r := d.read(d.post(call, "Authorization", wide, "MCP-Protocol-Version", "2025-11-25")); *r.IsError {
			t.Errorf("with the scope: %s", r.payload)
		}
		// Nobody else can step up.
		writer := "Bearer " + d.signInFor(access.Writer, d.url, access.Scopes(access.Read)).Access.Reveal()
		for what, header := range map[string][]string{
			"a version that knows no step-up": {"Authorization", narrow, "MCP-Protocol-Version", "2025-06-18"},
			"no version":                      {"Authorization", narrow},
			"a plan without the scope":        {"Authorization", writer, "MCP-Protocol-Version", "2025-11-25"},
			"a key":                           {"Authorization", "Bearer " + d.Key(access.Writer), "MCP-Protocol-Version", "2025-11-25"},
			"nobody":                          {"MCP-Protocol-Version", "2025-11-25"},
		} {
			a := d.post(call, header...)
			if a.header.Get("WWW-Authenticate") != "" {
				t.Errorf("%s: WWW-Authenticate %s", what, a.header.Get("WWW-Authenticate"))
			}
			d.read(a).failed(t, "SCOPE_NOT_LICENSED")
		}
		if a := d.post(strings.Replace(call, "ai_script_coverage", "search_films", 1), "Authorization", narrow, "MCP-Protocol-Version", "2025-11-25"); a.status != 200 {
			t.Errorf("a tool that needs read: %d", a.status)
		}
	})
}
