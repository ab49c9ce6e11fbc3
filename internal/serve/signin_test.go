package serve_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/identity"
	"kinodex/internal/ledger"
	"kinodex/internal/serve"
)

const (
	goodPassword = "correct horse battery staple"
	goodVerifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
	clientBack   = "http://127.0.0.1:33418/cb"
)

var hereIs = netip.MustParseAddr("127.0.0.1")

// browser is one person's browser, which follows no redirect by itself.
type browser struct {
	s      *site
	client http.Client
}

func (s *site) browser() *browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return &browser{s, http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

func (b *browser) get(path string) *answer {
	b.s.t.Helper()
	return b.send(http.MethodGet, path, nil, nil)
}

func (b *browser) send(method, path string, form url.Values, header map[string]string) *answer {
	b.s.t.Helper()
	all := map[string]string{}
	if form != nil {
		all["Content-Type"] = "application/x-www-form-urlencoded"
	}
	maps.Copy(all, header)
	return b.sendBody(method, path, form.Encode(), all)
}

// sendBody sends a body of any kind.
func (b *browser) sendBody(method, path, body string, header map[string]string) *answer {
	b.s.t.Helper()
	r, err := http.NewRequest(method, b.s.url+path, strings.NewReader(body))
	if err != nil {
		b.s.t.Fatal(err)
	}
	for k, v := range header {
		r.Header.Set(k, v)
	}
	return receive(b.s.t, &b.client, r)
}

func receive(t testing.TB, client *http.Client, r *http.Request) *answer {
	t.Helper()
	res, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return &answer{t, r.Method + " " + r.URL.Path, res.StatusCode, res.Header, body}
}

// fill gives the fields of the page's form, as a browser would send them, and
// where it goes. Checkboxes are ticked as they are.
func (a *answer) fill(pairs ...string) (action string, form url.Values) {
	a.t.Helper()
	text := string(a.body)
	found := regexp.MustCompile(`<form method="post" action="([^"]*)"`).FindStringSubmatch(text)
	if found == nil {
		a.t.Fatalf("%s: no form: %.2000s", a.what, text)
	}
	form = url.Values{}
	for _, m := range regexp.MustCompile(`<input type="(?:hidden|checkbox)"(?: id="[^"]*")? name="([^"]*)" value="([^"]*)"`).FindAllStringSubmatch(text, -1) {
		form.Add(m[1], html.UnescapeString(m[2]))
	}
	for i := 0; i < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	return html.UnescapeString(found[1]), form
}

// submit fills in the form of a page and sends it.
func (b *browser) submit(page *answer, pairs ...string) *answer {
	b.s.t.Helper()
	action, form := page.fill(pairs...)
	return b.send(http.MethodPost, action, form, nil)
}

// signUp opens an account of a plan and signs in.
func (b *browser) signUp(email string, plan access.Plan) ledger.Account {
	b.s.t.Helper()
	b.submit(b.get("/sign-up"), "name", "Ida", "email", email, "password", goodPassword).is(303)
	account, err := b.s.Ledger.AccountByEmail(b.s.t.Context(), access.Email(email))
	if err != nil {
		b.s.t.Fatal(err)
	}
	if err := b.s.Ledger.SetPlan(b.s.t.Context(), account.ID, plan); err != nil {
		b.s.t.Fatal(err)
	}
	return account
}

// register registers a client and gives its id.
func (s *site) register(redirects ...string) string {
	s.t.Helper()
	body, err := json.Marshal(map[string]any{"client_name": "A <b>client</b>", "redirect_uris": redirects})
	if err != nil {
		s.t.Fatal(err)
	}
	var c struct {
		ID string `json:"client_id"`
	}
	s.ask(request{method: "POST", path: "/oauth/register", body: string(body), header: map[string]string{"Content-Type": "application/json"}}).
		is(201).read(&c)
	return c.ID
}

// read reads a JSON body.
func (a *answer) read(v any) *answer {
	a.t.Helper()
	if err := json.Unmarshal(a.body, v); err != nil {
		a.t.Fatalf("%s: %v: %.300s", a.what, err, a.body)
	}
	return a
}

// asks is the address of a request with nothing wrong with it, changed by pairs.
func (s *site) asks(client string, pairs ...string) string {
	sum := sha256.Sum256([]byte(goodVerifier))
	q := url.Values{"response_type": {"code"}, "client_id": {client}, "redirect_uri": {clientBack}, "state": {"s&t=ä\"'"}, "resource": {s.url + "/mcp"},
		"scope": {"read ai"}, "code_challenge": {base64.RawURLEncoding.EncodeToString(sum[:])}, "code_challenge_method": {"S256"}}
	for i := 0; i < len(pairs); i += 2 {
		if q.Del(pairs[i]); pairs[i+1] != "-" {
			q.Set(pairs[i], pairs[i+1])
		}
	}
	return "/oauth/authorize?" + q.Encode()
}

// landed is the query that the client is called with.
func (a *answer) landed(at string) url.Values {
	a.t.Helper()
	u, err := url.Parse(a.header.Get("Location"))
	if err != nil || a.status != 302 && a.status != 303 || !strings.HasPrefix(a.header.Get("Location"), at+"?") {
		a.t.Fatalf("%s: status %d, Location %s, want %s: %.1500s", a.what, a.status, a.header.Get("Location"), at, a.body)
	}
	for name, values := range u.Query() {
		if len(values) != 1 {
			a.t.Errorf("%s: %s comes %d times", a.what, name, len(values))
		}
	}
	return u.Query()
}

// post sends a form to an endpoint for programs.
func (s *site) postForm(path string, pairs ...string) *answer {
	s.t.Helper()
	form := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	return s.ask(request{method: "POST", path: path, body: form.Encode(), header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"}})
}

// given are the tokens of an answer.
type given struct {
	Access    string `json:"access_token"`
	Type      string `json:"token_type"`
	ExpiresIn int    `json:"expires_in"`
	Refresh   string `json:"refresh_token"`
	Scope     string `json:"scope"`
}

// refuses expects a refusal in OAuth's words.
func (a *answer) refuses(status int, code string) {
	a.t.Helper()
	var e struct {
		Error string
		Why   string `json:"error_description"`
	}
	a.is(status).read(&e).has("Cache-Control", "no-store")
	if e.Error != code || e.Why == "" {
		a.t.Errorf("%s: %+v, want %s", a.what, e, code)
	}
}

func (s *site) redeem(client, code string) *answer {
	s.t.Helper()
	return s.postForm("/oauth/token", "grant_type", "authorization_code", "code", code, "client_id", client, "redirect_uri", clientBack,
		"code_verifier", goodVerifier, "resource", s.url+"/mcp")
}

func (s *site) atConnector(token string) (access.Caller, error) {
	return s.App.Identity().Caller(s.t.Context(), identity.Credentials{Key: token, Resource: s.url + "/mcp", Address: hereIs})
}

// REQ: the whole walk, as the documents at /.well-known lead a client
// through it.
func TestAClientIsLetInActsAndIsShutOut(t *testing.T) {
	t.Parallel()
	s := open(t)
	var resource struct {
		Resource string
		Servers  []string `json:"authorization_servers"`
		Scopes   []string `json:"scopes_supported"`
	}
	for _, path := range []string{"/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"} {
		s.ask(request{path: path}).is(200).has("Access-Control-Allow-Origin", "*").read(&resource)
		if resource.Resource != s.url+"/mcp" || !slices.Equal(resource.Servers, []string{s.url}) || !slices.Equal(resource.Scopes, []string{"read", "write", "ai"}) {
			t.Errorf("%s: %+v", path, resource)
		}
	}
	var server map[string]any
	s.ask(request{path: "/.well-known/oauth-authorization-server"}).is(200).read(&server)
	if server["issuer"] != s.url || server["authorization_response_iss_parameter_supported"] != true ||
		server["client_id_metadata_document_supported"] != true || fmt.Sprint(server["code_challenge_methods_supported"]) != "[S256]" {
		t.Errorf("%v", server)
	}
	for name, path := range map[string]string{"authorization_endpoint": "/oauth/authorize", "token_endpoint": "/oauth/token",
		"registration_endpoint": "/oauth/register", "revocation_endpoint": "/oauth/revoke"} {
		if server[name] != s.url+path {
			t.Errorf("%s is %v", name, server[name])
		}
	}
	client := s.register("http://127.0.0.1/cb")

	// The person has no account yet.
	b := s.browser()
	page := b.get(s.asks(client)).is(200)
	if !strings.Contains(string(page.body), "<h1>Sign in</h1>") {
		t.Fatalf("%s", page.body)
	}
	up := regexp.MustCompile(`href="(/sign-up\?next=[^"]*)"`).FindStringSubmatch(string(page.body))
	if up == nil {
		t.Fatal("no way to an account")
	}
	back := b.submit(b.get(html.UnescapeString(up[1])).is(200), "name", "Ida", "email", "ida@example.com", "password", goodPassword).is(303)
	consent := b.get(back.header.Get("Location")).is(200)
	for _, told := range []string{"A &lt;b&gt;client&lt;/b&gt;", "127.0.0.1:33418", s.url + "/mcp", "ida@example.com", "free plan", `value="read"`, `value="ai"`, "studio plan"} {
		if !strings.Contains(string(consent.body), told) {
			t.Errorf("the person is not told %s", told)
		}
	}
	if strings.Contains(string(consent.body), `value="write"`) {
		t.Error("the person is asked for more than the client asks")
	}
	q := b.submit(consent, "decision", "allow").landed(clientBack)
	if q.Get("state") != "s&t=ä\"'" || q.Get("iss") != s.url || len(q) != 3 {
		t.Errorf("the client is told %v", q)
	}

	var first, second given
	s.redeem(client, q.Get("code")).is(200).has("Cache-Control", "no-store").has("Access-Control-Allow-Origin", "*").read(&first)
	if first.Type != "Bearer" || first.ExpiresIn != 3600 || first.Scope != "read" || !strings.HasPrefix(first.Access, "kdo_") || !strings.HasPrefix(first.Refresh, "kdr_") {
		t.Errorf("%+v", first)
	}
	caller, err := s.atConnector(first.Access)
	if err != nil || caller.Mode != access.SignedIn || caller.Plan != access.Free || caller.Daily() != 25 {
		t.Errorf("%+v, %v", caller, err)
	}
	if err := s.Ledger.SetPlan(t.Context(), caller.Account, access.Studio); err != nil {
		t.Fatal(err)
	}
	s.postForm("/oauth/token", "grant_type", "refresh_token", "refresh_token", first.Refresh, "client_id", client).is(200).read(&second)
	if caller, err = s.atConnector(second.Access); err != nil || second.Scope != "read ai" || caller.Scopes.String() != "read,ai" || caller.Daily() != 10_000 {
		t.Errorf("on another plan: %+v, %+v, %v", second, caller, err)
	}
	// REQ A-17: at REST it opens nothing.
	for _, header := range []map[string]string{{"Authorization": "Bearer " + second.Access}, {"X-API-Key": second.Access}} {
		s.ask(request{path: "/api/v2/films", header: header}).fails(401, "invalid_api_key")
		s.ask(request{path: "/api/v1/films", header: header}).fails(401, "invalid_api_key")
	}
	s.postForm("/oauth/revoke", "token", second.Refresh, "client_id", client).is(200)
	s.postForm("/oauth/revoke", "token", second.Refresh, "client_id", client).is(200)
	if _, err := s.atConnector(second.Access); !fault.Is(err, fault.InvalidKey) {
		t.Errorf("after revoking: %v", err)
	}
}

// The page of connections says who may act, and ends it.
func TestAPersonEndsAConnection(t *testing.T) {
	t.Parallel()
	s := open(t)
	b, client := s.browser(), s.register("http://127.0.0.1/cb")
	page := b.get("/account/connections").is(200)
	if !strings.Contains(string(page.body), "Sign in") {
		t.Error("a stranger sees connections")
	}
	b.signUp("ida@example.com", access.Writer)
	var tokens given
	code := b.submit(b.get(s.asks(client)), "decision", "allow").landed(clientBack).Get("code")
	s.redeem(client, code).is(200).read(&tokens)
	page = b.get("/account/connections").is(200)
	for _, told := range []string{"A &lt;b&gt;client&lt;/b&gt;", "read ai", "14 March 2026", "13 April 2026", "writer plan"} {
		if !strings.Contains(string(page.body), told) {
			t.Errorf("the page does not tell %q: %s", told, page.body)
		}
	}
	// Somebody else's form, and a form for another one, end nothing.
	action, form := page.fill()
	other := s.browser()
	other.signUp("eve@example.com", access.Writer)
	other.send("POST", action, form, nil).is(403)
	_, wrong := page.fill("id", "gra_other")
	b.send("POST", action, wrong, nil).is(403)
	if _, err := s.atConnector(tokens.Access); err != nil {
		t.Error(err)
	}
	b.submit(page).is(303).has("Location", "/account/connections")
	if _, err := s.atConnector(tokens.Access); !fault.Is(err, fault.InvalidKey) {
		t.Errorf("after ending it: %v", err)
	}
	if page := b.get("/account/connections").is(200); !strings.Contains(string(page.body), "No client may act for you") {
		t.Errorf("%s", page.body)
	}
	b.submit(b.get("/sign-out").is(200)).is(303).has("Location", "/sign-in")
	if page := b.get(s.asks(client)).is(200); !strings.Contains(string(page.body), "<h1>Sign in</h1>") {
		t.Error("signed out, and still somebody")
	}
}

// RFC 6749 section 4.1.2.1: what is told the client, and what the person alone. To
// an address that is not the client's nothing is sent.
func TestWhereRefusalsGo(t *testing.T) {
	t.Parallel()
	s := open(t)
	in, out := s.browser(), s.browser()
	in.signUp("ida@example.com", access.Writer)
	web := "https://client.example/cb"
	client := s.register(web, "http://127.0.0.1/cb")
	for name, path := range map[string]string{
		"no client": s.asks("", "client_id", "-"), "a client of no characters": s.asks("\x00\xff"), "an unknown client": s.asks("kcl_0000000000000000000000"), "no redirect": s.asks(client, "redirect_uri", "-"),
		"another's redirect": s.asks(client, "redirect_uri", "https://evil.example/cb"), "a redirect below": s.asks(client, "redirect_uri", web+"/x"),
		"a redirect in a script": s.asks(client, "redirect_uri", "javascript:alert(1)"), "a redirect with a fragment": s.asks(client, "redirect_uri", web+"#"),
		"two redirects": s.asks(client) + "&redirect_uri=https://evil.example/cb", "another client's document": s.asks("https://10.0.0.1/c.json"),
		"http to a name": s.asks(client, "redirect_uri", "http://client.example/cb"), "an unreadable query": "/oauth/authorize?%zz",
	} {
		for _, b := range []*browser{in, out} {
			a := b.get(path)
			if a.status != 400 || a.header.Get("Location") != "" || strings.Contains(string(a.body), "evil.example") || strings.Contains(string(a.body), "javascript:") {
				t.Errorf("%s: %d, %s: %.3000s", name, a.status, a.header.Get("Location"), a.body)
			}
		}
	}
	for name, c := range map[string]struct {
		pairs []string
		code  string
	}{
		"no PKCE":          {[]string{"code_challenge", "-"}, "invalid_request"},
		"PKCE plain":       {[]string{"code_challenge_method", "plain"}, "invalid_request"},
		"PKCE by default":  {[]string{"code_challenge_method", "-"}, "invalid_request"},
		"a token at once":  {[]string{"response_type", "token"}, "unsupported_response_type"},
		"another resource": {[]string{"resource", "https://other.example/mcp"}, "invalid_target"},
		"only admin":       {[]string{"scope", "admin"}, "invalid_scope"},
	} {
		q := in.get(s.asks(client, c.pairs...)).is(302).landed(clientBack)
		if q.Get("error") != c.code || q.Get("iss") != s.url || q.Get("state") == "" || q.Get("error_description") == "" || q.Has("code") {
			t.Errorf("%s: %v, want %s", name, q, c.code)
		}
		// A link to this service does not lead straight elsewhere.
		for _, b := range []*browser{in, out} {
			a := b.get(s.asks(client, append(c.pairs, "redirect_uri", web)...)).is(400)
			if !strings.Contains(string(a.body), `href="https://client.example/cb?error=`+c.code) || !strings.Contains(string(a.body), "Go to client.example") {
				t.Errorf("%s: %s", name, a.body)
			}
		}
		out.get(s.asks(client, c.pairs...)).is(302).landed(clientBack)
	}
	q := in.submit(in.get(s.asks(client)), "decision", "deny").landed(clientBack)
	if q.Get("error") != "access_denied" || q.Get("iss") != s.url || q.Has("code") {
		t.Errorf("denied: %v", q)
	}
}

func TestThePersonChoosesWhatIsGranted(t *testing.T) {
	t.Parallel()
	s := open(t)
	b, client := s.browser(), s.register("http://127.0.0.1/cb")
	b.signUp("ida@example.com", access.Studio)
	page := b.get(s.asks(client, "scope", "-"))
	action, form := page.fill("decision", "allow")
	if got := form["scope"]; !slices.Equal(got, []string{"read", "write", "ai"}) {
		t.Errorf("the person is asked for %v", got)
	}
	form["scope"] = nil
	if a := b.send("POST", action, form, nil).is(400); !strings.Contains(string(a.body), "Allow access") || a.header.Get("Location") != "" {
		t.Errorf("nothing was chosen: %s", a.body)
	}
	form["scope"] = []string{"ai", "admin", "everything"}
	var tokens given
	s.redeem(client, b.send("POST", action, form, nil).landed(clientBack).Get("code")).is(200).read(&tokens)
	if tokens.Scope != "ai" {
		t.Errorf("granted %q", tokens.Scope)
	}
	// What was not asked for is not granted, whatever the form says.
	page = b.get(s.asks(client, "scope", "read"))
	action, form = page.fill("decision", "allow")
	form["scope"] = []string{"read", "write", "ai"}
	s.redeem(client, b.send("POST", action, form, nil).landed(clientBack).Get("code")).is(200).read(&tokens)
	if tokens.Scope != "read" {
		t.Errorf("granted %q", tokens.Scope)
	}
}

// Consent is given by the person, on our page, to the request that it showed.
func TestConsentIsNotForged(t *testing.T) {
	t.Parallel()
	s := open(t)
	ida, eve := s.browser(), s.browser()
	ida.signUp("ida@example.com", access.Writer)
	eve.signUp("eve@example.com", access.Writer)
	client, other := s.register("http://127.0.0.1/cb"), s.register("http://127.0.0.1/cb")
	page := ida.get(s.asks(client))
	action, form := page.fill("decision", "allow")
	_, eves := eve.get(s.asks(client)).fill("decision", "allow")
	none := url.Values{"decision": {"allow"}, "scope": {"read"}}
	for name, c := range map[string]struct {
		action string
		form   url.Values
		header map[string]string
	}{
		"without the form's token":     {action, none, nil},
		"with somebody else's token":   {action, eves, nil},
		"for another client":           {s.asks(other), form, nil},
		"for another state":            {s.asks(client, "state", "x"), form, nil},
		"from another site":            {action, form, map[string]string{"Origin": "https://evil.example"}},
		"across sites":                 {action, form, map[string]string{"Sec-Fetch-Site": "cross-site"}},
		"from a site of the same host": {action, form, map[string]string{"Sec-Fetch-Site": "same-site", "Origin": "http://other.example"}},
	} {
		if a := ida.send("POST", c.action, c.form, c.header); a.status != 403 || a.header.Get("Location") != "" {
			t.Errorf("%s: %d to %s", name, a.status, a.header.Get("Location"))
		}
	}
	// Sent as JSON, or by GET, it is nothing.
	if a := ida.send("POST", action, form, map[string]string{"Content-Type": "text/plain"}); a.status != 400 {
		t.Errorf("as text: %d", a.status)
	}
	if a := ida.get(action + "&" + form.Encode()); strings.Contains(a.header.Get("Location"), "code=") {
		t.Errorf("by GET: %s", a.header.Get("Location"))
	}
	stranger := s.browser()
	stranger.get("/sign-in")
	stranger.send("POST", action, form, nil).is(403)
	if all, err := s.Ledger.Audit(t.Context(), ledger.AuditQuery{Action: ledger.GrantCreated, Limit: 9}); len(all) != 0 || err != nil {
		t.Errorf("granted: %+v, %v", all, err)
	}
	ida.send("POST", action, form, map[string]string{"Sec-Fetch-Site": "same-origin", "Origin": s.url}).landed(clientBack)
	// The same with the forms that open accounts and sign in and out.
	for _, path := range []string{"/sign-in", "/sign-up", "/sign-out"} {
		b := s.browser()
		action, form := b.get(path).fill("email", "new@example.com", "password", goodPassword, "name", "N")
		s.browser().send("POST", action, form, nil).is(403)
		b.send("POST", action, form, map[string]string{"Sec-Fetch-Site": "cross-site"}).is(403)
	}
	if _, err := s.Ledger.AccountByEmail(t.Context(), "new@example.com"); err == nil {
		t.Error("an account was opened from elsewhere")
	}
}

// Pages cannot be framed, run no script, are kept by nobody and leak no address;
// programs of other origins do not read them.
func TestPagesAreKeptToThemselves(t *testing.T) {
	t.Parallel()
	s := open(t)
	b, client := s.browser(), s.register("http://127.0.0.1/cb")
	link := s.resetLink(b.signUp("ida@example.com", access.Writer).ID)
	out := s.browser()
	for _, a := range []*answer{out.get("/sign-in"), out.get("/sign-up"), b.get("/sign-out"), b.get("/account/connections"), b.get(s.asks(client)),
		out.get(s.asks(client)), out.get("/oauth/authorize"), b.get("/sign-in"), b.get("/account/password"), out.get(link), out.get("/reset-password")} {
		csp := a.header.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"} {
			if !strings.Contains(csp, want) {
				t.Errorf("%s: policy %s", a.what, csp)
			}
		}
		consent := strings.Contains(string(a.body), "Allow access")
		if strings.Contains(csp, "form-action 'self'") == consent || strings.Contains(csp, "unsafe") || !strings.Contains(csp, "script-src 'self';") {
			t.Errorf("%s: policy %s", a.what, csp)
		}
		a.has("X-Frame-Options", "DENY").has("Referrer-Policy", "no-referrer").has("Cache-Control", "no-store").has("X-Content-Type-Options", "nosniff").
			has("Access-Control-Allow-Origin", "")
		text := string(a.body)
		if strings.Contains(text, "<script") || strings.Contains(text, " on") && regexp.MustCompile(` on[a-z]+=`).MatchString(text) {
			t.Errorf("%s has a script: %s", a.what, text)
		}
		if a.status == 200 {
			if strings.Contains(text, "<style") || strings.Contains(text, " style=") || !strings.Contains(csp, "style-src 'self'") || !strings.Contains(text, `<html lang="en">`) {
				t.Errorf("%s: style that the policy does not allow", a.what)
			}
			for _, id := range regexp.MustCompile(`<input id="([^"]*)"`).FindAllStringSubmatch(text, -1) {
				if !strings.Contains(text, ` for="`+id[1]+`"`) {
					t.Errorf("%s: %s has no label", a.what, id[1])
				}
			}
		}
	}
}

// What browsers ask before a page's program may speak with the endpoints.
func TestProgramsInBrowsersReachTheEndpoints(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, path := range []string{"/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-authorization-server", "/oauth/register", "/oauth/token", "/oauth/revoke"} {
		a := s.ask(request{method: "OPTIONS", path: path, header: map[string]string{"Origin": "https://client.example",
			"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type,mcp-protocol-version"}}).is(204)
		allowed := strings.ToLower(a.header.Get("Access-Control-Allow-Headers"))
		if a.header.Get("Access-Control-Allow-Origin") != "*" || !strings.Contains(allowed, "content-type") || !strings.Contains(allowed, "mcp-protocol-version") ||
			a.header.Get("Access-Control-Allow-Credentials") != "" {
			t.Errorf("%s: %v", path, a.header)
		}
	}
	s.ask(request{method: "POST", path: "/oauth/token", body: "grant_type=x", header: map[string]string{"Origin": "https://client.example",
		"Sec-Fetch-Site": "cross-site", "Content-Type": "application/x-www-form-urlencoded"}}).refuses(400, "unsupported_grant_type")
}

func TestTheTokenEndpointRefusesInOAuthsWords(t *testing.T) {
	t.Parallel()
	s := open(t)
	client := s.register("http://127.0.0.1/cb")
	form := map[string]string{"Content-Type": "application/x-www-form-urlencoded"}
	for name, c := range map[string]struct {
		r      request
		status int
		code   string
	}{
		"no type":            {request{body: "client_id=" + client, header: form}, 400, "invalid_request"},
		"a strange type":     {request{body: "grant_type=password&username=a&password=b", header: form}, 400, "unsupported_grant_type"},
		"no client":          {request{body: "grant_type=authorization_code&code=x&code_verifier=y", header: form}, 400, "invalid_client"},
		"no code":            {request{body: "grant_type=authorization_code&client_id=x&code_verifier=y", header: form}, 400, "invalid_request"},
		"no verifier":        {request{body: "grant_type=authorization_code&client_id=x&code=y", header: form}, 400, "invalid_request"},
		"no such code":       {request{body: "grant_type=authorization_code&client_id=x&code=y&code_verifier=z", header: form}, 400, "invalid_grant"},
		"no token":           {request{body: "grant_type=refresh_token&client_id=x", header: form}, 400, "invalid_request"},
		"no such token":      {request{body: "grant_type=refresh_token&client_id=x&refresh_token=y", header: form}, 400, "invalid_grant"},
		"a parameter twice":  {request{body: "grant_type=refresh_token&grant_type=refresh_token", header: form}, 400, "invalid_request"},
		"two resources":      {request{body: "grant_type=refresh_token&resource=a&resource=b", header: form}, 400, "invalid_target"},
		"a secret":           {request{body: "grant_type=refresh_token", header: map[string]string{"Content-Type": form["Content-Type"], "Authorization": "Basic eDp5"}}, 401, "invalid_client"},
		"JSON":               {request{body: "{}", header: map[string]string{"Content-Type": "application/json"}}, 400, "invalid_request"},
		"bad escapes":        {request{body: "grant_type=%zz", header: form}, 400, "invalid_request"},
		"a body without end": {request{body: strings.Repeat("a", 17<<10), header: form}, 413, "invalid_request"},
	} {
		t.Run(name, func(t *testing.T) {
			c.r.method, c.r.path = "POST", "/oauth/token"
			a := s.ask(c.r)
			a.refuses(c.status, c.code)
			if (c.status == 401) != (a.header.Get("WWW-Authenticate") != "") {
				t.Errorf("%v", a.header)
			}
		})
	}
	// In the query, where it would be logged, nothing counts.
	s.ask(request{method: "POST", path: "/oauth/token?grant_type=refresh_token&client_id=x&refresh_token=y", header: form}).refuses(400, "invalid_request")
	s.ask(request{path: "/oauth/token"}).fails(405, "method_not_allowed")
	s.postForm("/oauth/revoke", "client_id", client).refuses(400, "invalid_request")
	s.postForm("/oauth/revoke", "token", "x").refuses(400, "invalid_client")
	s.postForm("/oauth/revoke", "token", "x", "client_id", client).is(200)
}

func TestClientsRegister(t *testing.T) {
	t.Parallel()
	s := open(t)
	post := func(body, media string) *answer {
		t.Helper()
		return s.ask(request{method: "POST", path: "/oauth/register", body: body, header: map[string]string{"Content-Type": media}})
	}
	var c map[string]any
	post(`{"client_name":"C","redirect_uris":["https://c.example/cb"],"token_endpoint_auth_method":"client_secret_basic"}`, "application/json").is(201).
		has("Cache-Control", "no-store").read(&c)
	if c["token_endpoint_auth_method"] != "none" || c["client_secret"] != nil || fmt.Sprint(c["redirect_uris"]) != "[https://c.example/cb]" ||
		c["client_id_issued_at"] != float64(s.Clock.Now().Unix()) || fmt.Sprint(c["response_types"]) != "[code]" {
		t.Errorf("%v", c)
	}
	post(`{"redirect_uris":["http://c.example/cb"]}`, "application/json").refuses(400, "invalid_redirect_uri")
	post(`{"redirect_uris":["javascript:alert(1)"]}`, "application/json").refuses(400, "invalid_redirect_uri")
	post(`{"redirect_uris":["https://c.example/"],"grant_types":["implicit"]}`, "application/json").refuses(400, "invalid_client_metadata")
	post(`{`, "application/json").refuses(400, "invalid_client_metadata")
	post(`{}`, "text/plain").refuses(400, "invalid_request")
	post(strings.Repeat(" ", 17<<10), "application/json").refuses(413, "invalid_request")
	if _, ok, err := s.Ledger.Spend(t.Context(), "clients:address:127.0.0.1", ledger.DayOf(s.Clock.Now()), 199, 200); !ok || err != nil {
		t.Fatal(ok, err)
	}
	a := post(`{"redirect_uris":["https://c.example/cb"]}`, "application/json")
	a.refuses(429, "temporarily_unavailable")
	if a.header.Get("Retry-After") == "" {
		t.Error("not told when to come back")
	}
}

// A client that is described by a document is fetched for who is signed in, and is
// what its document says (REQ A-18).
func TestAClientIsKnownByItsDocument(t *testing.T) {
	t.Parallel()
	s := open(t)
	const id = "https://client.example/c.json"
	s.Documents.Store(id, `{"client_id":"`+id+`","client_name":"Described","redirect_uris":["http://localhost/cb","https://client.example/cb"]}`)
	b := s.browser()
	asks := s.asks(id, "redirect_uri", "http://localhost:4711/cb")
	if a := b.get(asks).is(200); !strings.Contains(string(a.body), "<h1>Sign in</h1>") || strings.Contains(string(a.body), "Described") {
		t.Errorf("%s", a.body)
	}
	b.signUp("ida@example.com", access.Writer)
	page := b.get(asks).is(200)
	if !strings.Contains(string(page.body), "Described") || !strings.Contains(string(page.body), "<strong>client.example</strong>") {
		t.Errorf("%s", page.body)
	}
	code := b.submit(page, "decision", "allow").landed("http://localhost:4711/cb").Get("code")
	redeem := func(client string) *answer {
		return s.postForm("/oauth/token", "grant_type", "authorization_code", "code", code, "client_id", client, "code_verifier", goodVerifier)
	}
	redeem("https://client.example/other.json").refuses(400, "invalid_grant")
	redeem(id).is(200)
	if a := b.get("/account/connections"); !strings.Contains(string(a.body), "client.example") {
		t.Errorf("%s", a.body)
	}
	for name, path := range map[string]string{
		"another redirect": s.asks(id, "redirect_uri", "https://evil.example/cb"), "no document": s.asks("https://client.example/none.json"),
		"this machine": s.asks("https://localhost/c.json"), "the cloud's": s.asks("https://169.254.169.254/latest/meta-data"), "another port": s.asks("https://client.example:22/c.json"),
	} {
		if a := b.get(path); a.status != 400 || a.header.Get("Location") != "" {
			t.Errorf("%s: %d", name, a.status)
		}
	}
}

// next leads to our own pages and nowhere else.
func TestSigningInLeadsNowhereElse(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, asked := range []string{"https://evil.example/", "//evil.example/", `/\evil.example/`, `\\evil.example`, "/%2f/evil.example", "javascript:alert(1)", "/sign-out", "/api/v2/films",
		"/account/connections/../../x", "/oauth/authorize\r\nX: y", "http:/evil.example", "/account/connections#@evil.example", "", "oauth/authorize", "/oauth%2fauthorize"} {
		b := s.browser()
		if asked == "https://evil.example/" {
			b.signUp("ida@example.com", access.Writer)
			b.get("/sign-in?next="+url.QueryEscape(asked)).is(302).has("Location", "/account/connections")
			b = s.browser()
		}
		page := b.get("/sign-in?next=" + url.QueryEscape(asked)).is(200)
		a := b.submit(page, "email", "ida@example.com", "password", goodPassword, "next", asked).is(303)
		if a.header.Get("Location") != "/account/connections" {
			t.Errorf("next=%s leads to %s", asked, a.header.Get("Location"))
		}
	}
	b := s.browser()
	want := s.asks("kcl_x")
	b.submit(b.get("/sign-in?next="+url.QueryEscape(want)), "email", "ida@example.com", "password", goodPassword).is(303).has("Location", want)
}

func TestAFormIsShownAgainWithWhatWasWrong(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.browser().signUp("ida@example.com", access.Writer)
	b := s.browser()
	for name, c := range map[string]struct {
		path   string
		pairs  []string
		status int
		told   string
	}{
		"a wrong password": {"/sign-in", []string{"email", "ida@example.com", "password", "wrong wrong"}, 403, "the email or the password is wrong"},
		"no account":       {"/sign-in", []string{"email", "eve@example.com", "password", "wrong wrong"}, 403, "the email or the password is wrong"},
		"no email":         {"/sign-in", []string{"email", "x", "password", "wrong wrong"}, 400, "email must be"},
		"a short password": {"/sign-up", []string{"name", "N", "email", "n@example.com", "password", "short"}, 400, "10 to 200 characters"},
		"an unseen sign":   {"/sign-up", []string{"name", "N", "email", "n@example.com", "password", "long enough\x00"}, 400, "control characters"},
		"a taken email":    {"/sign-up", []string{"name", "N", "email", "ida@example.com", "password", goodPassword}, 409, "exists already"},
		"no name":          {"/sign-up", []string{"name", " ", "email", "n@example.com", "password", goodPassword}, 400, "name must be"},
	} {
		a := b.submit(b.get(c.path), c.pairs...)
		text := html.UnescapeString(string(a.body))
		if a.status != c.status || !strings.Contains(text, c.told) || !strings.Contains(text, `role="alert"`) || !strings.Contains(text, `value="`+c.pairs[len(c.pairs)-3]+`"`) {
			t.Errorf("%s: %d: %s", name, a.status, text)
		}
		if strings.Contains(text, c.pairs[len(c.pairs)-1]) {
			t.Errorf("%s: the password is shown again", name)
		}
	}
}

// Over https cookies have the strictest form there is; without it, anywhere but on
// one's own machine, nobody is asked for a password.
func TestPasswordsGoOverHTTPSOnly(t *testing.T) {
	t.Parallel()
	for base, want := range map[string]string{"https://films.example": "__Host-kinodex_browser", "http://films.example": "", "http://192.168.1.5": "", "": "kinodex_browser", "http://localhost:1": "kinodex_browser"} {
		s := open(t, func(o *serve.Options) { o.BaseURL = base })
		a := s.ask(request{path: "/sign-in"})
		if want == "" {
			if a.status != 403 || a.header.Get("Set-Cookie") != "" || !strings.Contains(string(a.body), "https") || strings.Contains(string(a.body), "<form") {
				t.Errorf("%s: %d %s", base, a.status, a.body)
			}
			continue
		}
		cookie, err := http.ParseSetCookie(a.header.Get("Set-Cookie"))
		if err != nil || cookie.Name != want || !cookie.HttpOnly || cookie.SameSite != http.SameSiteLaxMode || cookie.Path != "/" || cookie.Domain != "" ||
			cookie.Secure != strings.HasPrefix(base, "https") || len(cookie.Value) < 32 {
			t.Errorf("%s: %s, %v", base, a.header.Get("Set-Cookie"), err)
		}
		if (a.header.Get("Strict-Transport-Security") != "") != strings.HasPrefix(base, "https") {
			t.Errorf("%s: %v", base, a.header)
		}
	}
}

func TestASessionIsThatOfItsCookie(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	account := b.signUp("ida@example.com", access.Writer)
	here, err := url.Parse(s.url)
	if err != nil {
		t.Fatal(err)
	}
	var lasts bool
	for _, c := range b.client.Jar.Cookies(here) {
		lasts = lasts || c.Name == "kinodex_session" && strings.HasPrefix(c.Value, "kds_")
	}
	if !lasts {
		t.Error("no session")
	}
	signedIn := func() bool {
		return !strings.Contains(string(b.get("/account/connections").is(200).body), "<h1>Sign in</h1>")
	}
	if !signedIn() {
		t.Error("not signed in")
	}
	s.Ledger.SetStatus(t.Context(), account.ID, ledger.Suspended)
	if signedIn() {
		t.Error("a suspended account is signed in")
	}
	s.Ledger.SetStatus(t.Context(), account.ID, ledger.Active)
	s.Clock.Set(s.Clock.Now().Add(ledger.SessionFor))
	if signedIn() {
		t.Error("the session does not end")
	}
	s.Clock.Set(s.Clock.Now().Add(-time.Hour))
	if !signedIn() {
		t.Error("it ended early")
	}
}

// REQ A-20: of a whole walk, and of walks that fail, the log tells no secret.
func TestTheLogTellsNothingOfASignIn(t *testing.T) {
	t.Parallel()
	s := open(t)
	b, client := s.browser(), s.register("http://127.0.0.1/cb")
	b.signUp("ida@example.com", access.Studio)
	const state = "a-state-that-nobody-else-may-know"
	q := b.submit(b.get(s.asks(client, "state", state)), "decision", "allow").landed(clientBack)
	var tokens given
	s.redeem(client, q.Get("code")).is(200).read(&tokens)
	secrets := []string{goodPassword, url.QueryEscape(goodPassword), state, q.Get("code")[8:], tokens.Access[8:], tokens.Refresh[8:], goodVerifier}
	here, err := url.Parse(s.url)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range b.client.Jar.Cookies(here) {
		secrets = append(secrets, c.Value)
	}
	s.browser().get("/sign-in?next=" + url.QueryEscape(s.asks(client, "state", state)))
	s.browser().get("/sign-up?%6eext=" + url.QueryEscape(s.asks(client, "state", state)))
	b.get("/oauth/authorize?client_id=x&redirect_uri=y&state=" + state)
	for _, secret := range []string{q.Get("code"), tokens.Access, tokens.Refresh} {
		for _, name := range []string{"code", "token", "access_token", "refresh_token", "st%61te", "key", "api_key", "code_verifier"} {
			s.ask(request{method: "POST", path: "/oauth/token?" + name + "=" + secret})
		}
		s.ask(request{path: "/api/v2/films", header: map[string]string{"Authorization": "Bearer " + secret, "X-Request-Id": secret}})
		s.postForm("/oauth/token", "grant_type", "refresh_token", "refresh_token", secret, "client_id", client, "client_secret", secret)
		s.postForm("/oauth/revoke", "token", secret, "client_id", "other")
		s.ask(request{path: "/oauth/authorize", header: map[string]string{"Cookie": "kinodex_session=" + secret}})
	}
	b.send("POST", "/sign-in", url.Values{"email": {"ida@example.com"}, "password": {goodPassword}}, nil)
	s.ask(request{path: "/the/end"})
	if !s.log.tells("/the/end") || !s.log.tells("client_id="+client) {
		t.Fatal("the log is not what was meant")
	}
	for _, secret := range secrets {
		if at := strings.Index(s.log.String(), secret); at >= 0 {
			t.Errorf("the log tells %s: %.300s", secret, s.log.String()[max(0, at-200):])
		}
	}
	events, err := s.Ledger.Audit(t.Context(), ledger.AuditQuery{Limit: 100})
	if err != nil || len(events) == 0 {
		t.Fatal(events, err)
	}
	for _, secret := range secrets {
		if strings.Contains(fmt.Sprintf("%+v", events), secret) {
			t.Errorf("the audit log tells %s", secret)
		}
	}
}
