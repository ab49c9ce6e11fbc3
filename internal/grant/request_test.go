package grant

import (
	"crypto/sha256"
	"encoding/base64"
	"net/url"
	"strings"
	"testing"

	"kinodex/internal/access"
)

const (
	ours     = "https://films.example/mcp"
	callback = "https://client.example/cb"
	verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
)

func challengeOf(v string) string {
	sum := sha256.Sum256([]byte(v))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// good is a request with nothing wrong with it, changed by pairs; a value of "-"
// leaves a parameter out.
func good(pairs ...string) string {
	q := url.Values{
		"response_type": {"code"}, "client_id": {"kcl_1"}, "redirect_uri": {callback}, "state": {"s p&=é"},
		"scope": {"read ai"}, "resource": {ours}, "code_challenge": {challengeOf(verifier)}, "code_challenge_method": {"S256"},
	}
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] == "-" {
			q.Del(pairs[i])
			continue
		}
		q.Set(pairs[i], pairs[i+1])
	}
	return q.Encode()
}

// The example of RFC 7636 appendix B.
func TestTheChallengeIsThatOfTheStandard(t *testing.T) {
	const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
	if !VerifyPKCE(verifier, challenge) {
		t.Error("the standard's verifier does not answer its challenge")
	}
	for _, wrong := range []string{"", verifier[:42], verifier + "!", verifier[:42] + "l", strings.Repeat("a", 129), strings.ToUpper(verifier), challenge} {
		if VerifyPKCE(wrong, challenge) || VerifyPKCE(wrong, wrong) {
			t.Errorf("%q answers", wrong)
		}
	}
}

// REQ A-18: what is told the client, and only when it is known where that is.
func TestRequestsAreRead(t *testing.T) {
	for _, c := range []struct {
		name, query string
		code        Code // "" is nothing wrong
		scopes      access.Scopes
	}{
		{"nothing wrong", good(), "", access.Scopes(access.Read | access.AI)},
		{"no scope asks for all there are", good("scope", "-"), "", access.Grantable},
		{"other services' scopes are left out", good("scope", "openid offline_access read"), "", access.Scopes(access.Read)},
		{"admin is never given", good("scope", "read admin"), "", access.Scopes(access.Read)},
		{"only admin", good("scope", "admin"), InvalidScope, 0},
		{"no known scope", good("scope", "openid"), InvalidScope, 0},
		{"scopes with commas", good("scope", "read,admin"), InvalidScope, 0},
		{"no resource is ours", good("resource", "-"), "", access.Scopes(access.Read | access.AI)},
		{"the resource with a slash", good("resource", ours+"/"), "", access.Scopes(access.Read | access.AI)},
		{"the resource in another case", good("resource", "HTTPS://Films.example/mcp"), "", access.Scopes(access.Read | access.AI)},
		{"another resource", good("resource", "https://other.example/mcp"), InvalidTarget, 0},
		{"the resource's host alone", good("resource", "https://films.example/"), InvalidTarget, 0},
		{"the resource with a query", good("resource", ours+"?x=1"), InvalidTarget, 0},
		{"the resource with a fragment", good("resource", ours+"#"), InvalidTarget, 0},
		{"a resource that is below", good("resource", ours+"/x"), InvalidTarget, 0},
		{"ours and another", good() + "&resource=https://other.example/", InvalidTarget, 0},
		{"no response_type", good("response_type", "-"), InvalidRequest, 0},
		{"a token at once", good("response_type", "token"), UnsupportedResponseType, 0},
		{"an answer in a fragment", good("response_mode", "fragment"), InvalidRequest, 0},
		{"a request object", good("request", "eyJ"), InvalidRequest, 0},
		{"no PKCE", good("code_challenge", "-"), InvalidRequest, 0},
		{"PKCE plain", good("code_challenge_method", "plain"), InvalidRequest, 0},
		{"PKCE plain by default", good("code_challenge_method", "-"), InvalidRequest, 0},
		{"PKCE in lower case", good("code_challenge_method", "s256"), InvalidRequest, 0},
		{"a short challenge", good("code_challenge", "abc"), InvalidRequest, 0},
		{"a padded challenge", good("code_challenge", challengeOf(verifier)+"="), InvalidRequest, 0},
		{"a challenge with bits to spare", good("code_challenge", strings.Repeat("A", 42)+"B"), InvalidRequest, 0},
		{"scope twice", good() + "&scope=read", InvalidRequest, 0},
		{"state twice", good() + "&state=x", InvalidRequest, 0},
		{"a strange parameter twice", good() + "&x=1&x=2", InvalidRequest, 0},
		{"a state without end", good("state", strings.Repeat("s", maxState+1)), InvalidRequest, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := ReadRequest(c.query)
			if err != nil {
				t.Fatal(err)
			}
			err = r.Check(ours)
			if c.code == "" && (err != nil || r.Scopes != c.scopes || r.Resource != ours || r.Challenge != challengeOf(verifier)) {
				t.Errorf("%v: %+v", err, r)
			}
			if c.code != "" && (err == nil || err.Code != c.code) {
				t.Errorf("%v, want %s", err, c.code)
			}
		})
	}
}

func TestWhoIsNotKnownIsToldNothing(t *testing.T) {
	for name, query := range map[string]string{
		"no client": good("client_id", "-"), "an empty client": good("client_id", ""), "two clients": good() + "&client_id=kcl_2",
		"no redirect": good("redirect_uri", "-"), "two redirects": good() + "&redirect_uri=" + callback,
		"bad escapes": "client_id=%zz&redirect_uri=x", "semicolons": "client_id=a;redirect_uri=b",
	} {
		if r, err := ReadRequest(query); err == nil || err.Code != InvalidRequest {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
}

// The same request is refused with the same words every time.
func TestTheFirstErrorIsReported(t *testing.T) {
	for range 20 {
		if _, err := ReadRequest(""); err == nil || err.Why != "client_id is missing" {
			t.Fatalf("%v, want client_id to be missing", err)
		}
		r, err := ReadRequest(good() + "&state=b&response_type=code&scope=read&unknown=1&unknown=2")
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Check(ours); err == nil || err.Why != "response_type is given more than once" {
			t.Fatalf("%v, want response_type to be given more than once", err)
		}
	}
}

// RFC 9207, and RFC 6749 section 4.1.2: what the redirect holds stays, and what is
// added comes once.
func TestAnAnswerNamesItsIssuer(t *testing.T) {
	r, refused := ReadRequest(good("redirect_uri", callback+"?keep=1%2F2"))
	if refused != nil {
		t.Fatal(refused)
	}
	u, err := url.Parse(r.Answer("https://films.example", map[string]string{"code": "kdc_x"}))
	if err != nil || !strings.HasPrefix(u.RawQuery, "keep=1%2F2&") {
		t.Fatal(u, err)
	}
	want := url.Values{"keep": {"1/2"}, "code": {"kdc_x"}, "state": {"s p&=é"}, "iss": {"https://films.example"}}
	if got := u.Query(); got.Encode() != want.Encode() {
		t.Errorf("%v, want %v", got, want)
	}
	r, refused = ReadRequest(good("state", "-"))
	if refused != nil {
		t.Fatal(refused)
	}
	u, err = url.Parse(r.Refusal("https://films.example", Refuse(AccessDenied, "no")))
	if err != nil || u.Query().Has("state") || u.Query().Get("error") != "access_denied" || u.Query().Get("iss") == "" {
		t.Error(u, err)
	}
}

func TestARenewalAsksForNoMore(t *testing.T) {
	granted := access.Scopes(access.Read | access.AI)
	for scope, want := range map[string]access.Scopes{"": granted, "read": access.Scopes(access.Read), "read write ai": granted, "read offline_access": access.Scopes(access.Read)} {
		if got, err := (Renewal{Scope: scope}).Narrow(granted); err != nil || got != want {
			t.Errorf("%q: %v, %v, want %v", scope, got, err, want)
		}
	}
	for _, scope := range []string{"write", "admin", "openid"} {
		if got, err := (Renewal{Scope: scope}).Narrow(granted); err == nil || err.Code != InvalidScope {
			t.Errorf("%q: %v, %v", scope, got, err)
		}
	}
}

// However a request is written, it is refused, or it is one that PKCE protects, for
// our resource, with scopes that may be given; and the answer keeps its state.
func FuzzRequest(f *testing.F) {
	f.Add(good())
	f.Add(good("scope", "-", "resource", "-"))
	f.Add("client_id=%zz")
	f.Add(good("redirect_uri", "http://[::1]:80/?a=b#c"))
	f.Fuzz(func(t *testing.T, query string) {
		r, err := ReadRequest(query)
		if err != nil {
			return
		}
		refused := r.Check(ours)
		if CheckRedirect(r.Redirect) != nil {
			return // nothing is sent there
		}
		with := map[string]string{"code": "kdc_x"}
		if refused != nil {
			with = map[string]string{"error": string(refused.Code)}
		}
		u, bad := url.Parse(r.Answer(ours, with))
		if bad != nil || u.Fragment != "" || u.Query().Get("state") != r.State && !strings.Contains(r.Redirect, "state") {
			t.Fatalf("%q is answered at %q: %v", query, u, bad)
		}
		if refused == nil && (r.Scopes == 0 || r.Scopes&^access.Grantable != 0 || r.Resource != ours || len(r.Challenge) != 43) {
			t.Fatalf("%q was taken: %+v", query, r)
		}
	})
}
