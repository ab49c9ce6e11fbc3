package serve_test

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/serve"
	"kinodex/internal/serve/signin"
)

// provider is another sign-in service, which speaks the real protocol: discovery,
// codes with PKCE, signed ID tokens, published keys. What it does wrong is up to
// the test.
type provider struct {
	t      *testing.T
	url    string
	rsa    *rsa.PrivateKey
	ec     *ecdsa.PrivateKey
	claims map[string]any // said of whoever signs in
	// change changes the claims of an ID token before it is signed, header its
	// header; answer changes the query that leads back.
	change func(claims, header map[string]any)
	answer func(url.Values)
	silent bool   // whether codes are not exchanged
	leads  string // where who exchanges a code is sent instead; "" for nowhere
	asked  url.Values
}

func newProvider(t *testing.T) *provider {
	t.Helper()
	p := &provider{t: t, claims: map[string]any{"sub": "person-1", "email": "Ida@example.com", "email_verified": true, "name": "Ida"}}
	var err error
	if p.rsa, err = rsa.GenerateKey(rand.Reader, 2048); err != nil {
		t.Fatal(err)
	}
	if p.ec, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", p.discovery)
	mux.HandleFunc("GET /keys", p.keys)
	mux.HandleFunc("POST /token", p.token)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	p.url = server.URL
	return p
}

func reply(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(v)
}

func (p *provider) discovery(w http.ResponseWriter, _ *http.Request) {
	reply(w, 200, map[string]any{
		"issuer": p.url, "authorization_endpoint": p.url + "/authorize", "token_endpoint": p.url + "/token", "jwks_uri": p.url + "/keys",
		"id_token_signing_alg_values_supported": []string{"RS256", "ES256"}, "authorization_response_iss_parameter_supported": true,
	})
}

func number(n *big.Int, size int) string {
	return base64.RawURLEncoding.EncodeToString(n.FillBytes(make([]byte, size)))
}

func (p *provider) keys(w http.ResponseWriter, _ *http.Request) {
	point, err := p.ec.PublicKey.ECDH()
	if err != nil {
		p.t.Error(err)
		return
	}
	xy := point.Bytes()[1:]
	reply(w, 200, map[string]any{"keys": []any{
		map[string]any{"kty": "RSA", "use": "sig", "alg": "RS256", "kid": "rsa", "n": number(p.rsa.N, 256), "e": number(big.NewInt(int64(p.rsa.E)), 3)},
		map[string]any{"kty": "EC", "use": "sig", "alg": "ES256", "kid": "ec", "crv": "P-256",
			"x": base64.RawURLEncoding.EncodeToString(xy[:32]), "y": base64.RawURLEncoding.EncodeToString(xy[32:])},
	}})
}

// token exchanges the code that back gave, for who proves to be us.
func (p *provider) token(w http.ResponseWriter, r *http.Request) {
	id, coded, _ := r.BasicAuth()
	secret, _ := url.QueryUnescape(coded) // RFC 6749 section 2.3.1
	sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	switch {
	case p.leads != "":
		http.Redirect(w, r, p.leads, http.StatusTemporaryRedirect)
		return
	case p.silent:
		reply(w, 503, map[string]any{})
		return
	case id != "kinodex" || secret != "what we prove with" || r.FormValue("code") != "the code" || r.FormValue("redirect_uri") != p.asked.Get("redirect_uri") ||
		base64.RawURLEncoding.EncodeToString(sum[:]) != p.asked.Get("code_challenge"):
		reply(w, 400, map[string]any{"error": "invalid_grant"})
		return
	}
	now := time.Now().Unix()
	claims := map[string]any{"iss": p.url, "aud": "kinodex", "iat": now, "exp": now + 300, "nonce": p.asked.Get("nonce")}
	for name, value := range p.claims {
		claims[name] = value
	}
	header := map[string]any{"alg": "RS256", "kid": "rsa", "typ": "JWT"}
	if p.change != nil {
		p.change(claims, header)
	}
	reply(w, 200, map[string]any{"access_token": "x", "token_type": "Bearer", "id_token": p.sign(header, claims)})
}

func (p *provider) sign(header, claims map[string]any) string {
	part := func(v any) string {
		b, err := json.Marshal(v)
		if err != nil {
			p.t.Error(err)
		}
		return base64.RawURLEncoding.EncodeToString(b)
	}
	text := part(header) + "." + part(claims)
	sum := sha256.Sum256([]byte(text))
	var signature []byte
	var err error
	switch header["alg"] {
	case "RS256":
		signature, err = rsa.SignPKCS1v15(rand.Reader, p.rsa, crypto.SHA256, sum[:])
	case "ES256":
		var r, s *big.Int
		if r, s, err = ecdsa.Sign(rand.Reader, p.ec, sum[:]); err == nil {
			signature = append(r.FillBytes(make([]byte, 32)), s.FillBytes(make([]byte, 32))...)
		}
	}
	if err != nil {
		p.t.Error(err)
	}
	return text + "." + base64.RawURLEncoding.EncodeToString(signature)
}

// back is where the service sends a browser that signed in at the address it was
// sent to.
func (p *provider) back(sent string) string {
	p.t.Helper()
	u, err := url.Parse(sent)
	if err != nil || !strings.HasPrefix(sent, p.url+"/authorize?") {
		p.t.Fatal(sent, err)
	}
	p.asked = u.Query()
	q := url.Values{"code": {"the code"}, "state": {p.asked.Get("state")}, "iss": {p.url}}
	if p.answer != nil {
		p.answer(q)
	}
	return "/sign-in/upstream/callback?" + q.Encode()
}

// through opens a site where people sign in through a provider.
func through(t *testing.T) (*site, *provider) {
	t.Helper()
	p := newProvider(t)
	up, err := signin.NewUpstream(p.url, "kinodex", "what we prove with")
	if err != nil {
		t.Fatal(err)
	}
	return open(t, func(o *serve.Options) { o.SignIn.Upstream = up }), p
}

func TestPeopleSignInThroughAnotherService(t *testing.T) {
	t.Parallel()
	s, p := through(t)
	client := s.register("http://127.0.0.1/cb")
	for _, alg := range []string{"RS256", "ES256"} {
		p.change = func(claims, header map[string]any) {
			header["alg"], header["kid"] = alg, map[string]string{"RS256": "rsa", "ES256": "ec"}[alg]
		}
		b := s.browser()
		page := b.get(s.asks(client)).is(200)
		link := strings.Split(strings.SplitAfter(string(page.body), `<a class="button" href="`)[1], `"`)[0]
		sent := b.get(strings.ReplaceAll(link, "&amp;", "&")).is(302)
		at := p.back(sent.header.Get("Location"))
		if p.asked.Get("response_type") != "code" || p.asked.Get("code_challenge_method") != "S256" || len(p.asked.Get("nonce")) < 43 || len(p.asked.Get("state")) < 43 ||
			p.asked.Get("redirect_uri") != s.url+"/sign-in/upstream/callback" || !strings.Contains(p.asked.Get("scope"), "openid") {
			t.Errorf("asked with %v", p.asked)
		}
		home := b.get(at).is(302)
		if home.header.Get("Location") != s.asks(client) {
			t.Errorf("leads to %s", home.header.Get("Location"))
		}
		b.submit(b.get(home.header.Get("Location")).is(200), "decision", "allow").landed(clientBack)
	}
	account, err := s.Ledger.AccountByEmail(t.Context(), "ida@example.com")
	if err != nil || account.Plan != access.Free || account.Name != "Ida" || account.Password != "" {
		t.Errorf("%+v, %v", account, err)
	}
}

// Nobody is signed in by an answer that is not the service's, not for us, not for
// this browser or not now.
func TestNobodySignsInWithAnAnswerThatIsNotTheirs(t *testing.T) {
	t.Parallel()
	s, p := through(t)
	other := newProvider(t)
	for name, c := range map[string]struct {
		change func(claims, header map[string]any)
		answer func(url.Values)
		status int
	}{
		"another nonce":        {change: func(c, _ map[string]any) { c["nonce"] = "x" }},
		"no nonce":             {change: func(c, _ map[string]any) { delete(c, "nonce") }},
		"another audience":     {change: func(c, _ map[string]any) { c["aud"] = "other" }},
		"for others too":       {change: func(c, _ map[string]any) { c["aud"] = []string{"other", "kinodex"} }},
		"by way of another":    {change: func(c, _ map[string]any) { c["azp"] = "other" }},
		"another issuer":       {change: func(c, _ map[string]any) { c["iss"] = other.url }},
		"expired":              {change: func(c, _ map[string]any) { c["exp"] = time.Now().Unix() - 1 }},
		"no signature":         {change: func(_, h map[string]any) { h["alg"] = "none" }},
		"a shared key":         {change: func(_, h map[string]any) { h["alg"] = "HS256" }},
		"an unknown key":       {change: func(_, h map[string]any) { h["kid"] = "other" }},
		"another's signature":  {change: func(_, h map[string]any) { h["kid"] = "ec" }},
		"an unverified email":  {change: func(c, _ map[string]any) { c["email_verified"] = false }},
		"an email unspoken of": {change: func(c, _ map[string]any) { delete(c, "email_verified") }},
		"no email":             {change: func(c, _ map[string]any) { delete(c, "email") }},
		"another state":        {answer: func(q url.Values) { q.Set("state", "x") }},
		"no state":             {answer: func(q url.Values) { q.Del("state") }},
		"two states":           {answer: func(q url.Values) { q.Add("state", "x") }},
		"another's answer":     {answer: func(q url.Values) { q.Set("iss", other.url) }},
		"an answer of nobody":  {answer: func(q url.Values) { q.Del("iss") }},
		"another code":         {answer: func(q url.Values) { q.Set("code", "x") }},
		"no code":              {answer: func(q url.Values) { q.Del("code") }},
		"a refusal":            {answer: func(q url.Values) { q.Set("error", "access_denied") }},
	} {
		t.Run(name, func(t *testing.T) {
			p.change, p.answer = c.change, c.answer
			b := s.browser()
			a := b.get(p.back(b.get("/sign-in/upstream").is(302).header.Get("Location")))
			if a.status != 403 || a.header.Get("Location") != "" {
				t.Errorf("%d to %s: %s", a.status, a.header.Get("Location"), a.body)
			}
			if in := b.get("/account/connections"); !strings.Contains(string(in.body), "<h1>Sign in</h1>") {
				t.Error("somebody is signed in")
			}
		})
	}
	p.change, p.answer = nil, nil
	// Another browser's answer, and the same answer a second time.
	b := s.browser()
	at := p.back(b.get("/sign-in/upstream").is(302).header.Get("Location"))
	s.browser().get(at).is(403)
	b.get(at).is(302)
	b.get(at).is(403)
	p.silent = true
	b.get(p.back(b.get("/sign-in/upstream").is(302).header.Get("Location"))).is(503).has("Retry-After", "60")
	if !s.log.tells("expected audience") {
		t.Error("the log does not tell whoever set it up what is wrong")
	}
	for _, secret := range []string{"the code\"", "what we prove with", p.asked.Get("state")} {
		if strings.Contains(s.log.String(), secret) {
			t.Errorf("the log tells %q", secret)
		}
	}
}

// Whoever squats on an email loses the account to whoever shows that it is theirs.
func TestAVerifiedEmailTakesItsAccount(t *testing.T) {
	t.Parallel()
	s, p := through(t)
	squatter := s.browser()
	account := squatter.signUp("ida@example.com", access.Writer)
	b := s.browser()
	b.get(p.back(b.get("/sign-in/upstream").is(302).header.Get("Location"))).is(302)
	if in := b.get("/account/connections"); !strings.Contains(string(in.body), "ida@example.com, writer plan") {
		t.Errorf("%s", in.body)
	}
	if in := squatter.get("/account/connections"); !strings.Contains(string(in.body), "<h1>Sign in</h1>") {
		t.Error("the squatter is still in")
	}
	squatter.submit(squatter.get("/sign-in"), "email", "ida@example.com", "password", goodPassword).is(403)
	if a, err := s.Ledger.Account(t.Context(), account.ID); err != nil || a.Password != "" {
		t.Errorf("%+v, %v", a, err)
	}
}

func TestAnUpstreamMustBeOne(t *testing.T) {
	t.Parallel()
	for _, issuer := range []string{"", "accounts.example.com", "http://accounts.example.com", "https://", "https://a.example/?x=1", "https://a.example/#f", "https://u:p@a.example", "ftp://a.example"} {
		if _, err := signin.NewUpstream(issuer, "id", ""); err == nil {
			t.Errorf("%q is taken", issuer)
		}
	}
	if _, err := signin.NewUpstream("https://a.example", "", "secret"); err == nil {
		t.Error("nobody's id is taken")
	}
	up, err := signin.NewUpstream("http://127.0.0.1:1", "id", "")
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, func(o *serve.Options) { o.SignIn.Upstream = up })
	s.ask(request{path: "/sign-in/upstream"}).is(503).has("Retry-After", "60")
	s.ask(request{path: "/sign-in"}).is(200)
}

// A service whose answer has no end holds up nobody and fills no memory.
func TestAnAnswerOfAnUpstreamHasABound(t *testing.T) {
	t.Parallel()
	var sent atomic.Int64
	endless := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		spaces := bytes.Repeat([]byte{' '}, 64<<10)
		for r.Context().Err() == nil && sent.Load() < 256<<20 {
			n, err := w.Write(spaces)
			if sent.Add(int64(n)); err != nil {
				return
			}
		}
	}))
	t.Cleanup(endless.Close)
	up, err := signin.NewUpstream(endless.URL, "kinodex", "")
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, func(o *serve.Options) { o.SignIn.Upstream = up })
	s.ask(request{path: "/sign-in/upstream"}).is(503)
	if n := sent.Load(); n > 64<<20 { // what lies between us counts, too
		t.Errorf("%d MB were taken", n>>20)
	}
}

// What proves who we are goes to the service's own host, whatever it answers.
func TestAnUpstreamSendsOurSecretNowhereElse(t *testing.T) {
	t.Parallel()
	s, p := through(t)
	var stolen atomic.Int32
	thief := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { stolen.Add(1) }))
	t.Cleanup(thief.Close)
	p.leads = thief.URL
	b := s.browser()
	sent := b.get("/sign-in/upstream").is(302)
	b.get(p.back(sent.header.Get("Location"))).is(503)
	if n := stolen.Load(); n != 0 {
		t.Errorf("another host was asked %d times", n)
	}
}
