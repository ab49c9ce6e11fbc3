package grant

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"maps"
	"net/url"
	"slices"
	"strings"

	"kinodex/internal/access"
)

// Request is what a client asks a person for, by way of their browser (RFC 6749
// section 4.1.1). Client and Redirect are read first: until the client is known
// and the redirect is one of its own, a refusal is for the person's eyes alone.
type Request struct {
	Client   string // as sent; not empty
	Redirect string // as sent; not empty
	State    string // handed back unread
	// Scopes are those that are asked for and can be given, Resource the
	// address of the connector. Both are set by Check.
	Scopes    access.Scopes
	Resource  string
	Challenge string

	form url.Values
}

// maxState is how long a state may be.
const maxState = 2 << 10

// ReadRequest reads the query of a request as far as it is needed to know whom
// it is from. Its refusals are for the person, not for the client.
func ReadRequest(query string) (*Request, *Error) {
	form, err := url.ParseQuery(query)
	if err != nil {
		return nil, Refuse(InvalidRequest, "the address cannot be read")
	}
	r := &Request{form: form}
	for _, p := range []struct {
		name string
		into *string
	}{{"client_id", &r.Client}, {"redirect_uri", &r.Redirect}} {
		switch values := form[p.name]; {
		case len(values) > 1:
			return nil, Refuse(InvalidRequest, "%s is given more than once", p.name)
		case len(values) == 0 || values[0] == "":
			return nil, Refuse(InvalidRequest, "%s is missing", p.name)
		default:
			*p.into = values[0]
		}
	}
	if states := form["state"]; len(states) == 1 && len(states[0]) <= maxState {
		r.State = states[0]
	}
	return r, nil
}

// Check reads the rest. Its refusals may be told the client, at its redirect. Of
// several errors the same one is reported every time.
// Resource is the address of the connector, the only one there are tokens for.
func (r *Request) Check(resource string) *Error {
	for _, name := range slices.Sorted(maps.Keys(r.form)) {
		if len(r.form[name]) > 1 && name != "resource" {
			return Refuse(InvalidRequest, "%s is given more than once", known(name))
		}
	}
	get := r.form.Get
	switch {
	case len(get("state")) > maxState:
		return Refuse(InvalidRequest, "state may have at most %d bytes", maxState)
	case get("response_type") == "":
		return Refuse(InvalidRequest, "response_type is missing; it must be code")
	case get("response_type") != "code":
		return Refuse(UnsupportedResponseType, "response_type must be code")
	case get("response_mode") != "" && get("response_mode") != "query":
		return Refuse(InvalidRequest, "response_mode must be query")
	case get("request") != "" || get("request_uri") != "":
		return Refuse(InvalidRequest, "request objects are not taken; send parameters")
	case get("code_challenge") == "":
		return Refuse(InvalidRequest, "code_challenge is missing: PKCE is required")
	case get("code_challenge_method") != "S256":
		return Refuse(InvalidRequest, "code_challenge_method must be S256")
	case !isChallenge(get("code_challenge")):
		return Refuse(InvalidRequest, "code_challenge must be the base64url of a SHA-256, without padding")
	}
	for _, asked := range r.form["resource"] {
		if !SameResource(asked, resource) {
			return Refuse(InvalidTarget, "resource must be the address of the connector of this service")
		}
	}
	r.Challenge, r.Resource = get("code_challenge"), resource
	var err *Error
	r.Scopes, err = askedScopes(get("scope"))
	return err
}

// Plain is the request in one spelling, whatever spelling of the same it was sent
// in.
func (r *Request) Plain() string { return r.form.Encode() }

// known keeps a stranger's name for a parameter out of a message.
func known(name string) string {
	switch name {
	case "response_type", "response_mode", "state", "scope", "code_challenge", "code_challenge_method":
		return name
	}
	return "a parameter"
}

// askedScopes reads a scope parameter. Without one, all that can be given are
// asked for, and the person chooses. What cannot be given is left out, so that a
// client that also asks for another service's scopes is not sent away; the admin
// scope is never given.
func askedScopes(scope string) (access.Scopes, *Error) {
	if strings.TrimSpace(scope) == "" {
		return access.Grantable, nil
	}
	var set access.Scopes
	for name := range strings.FieldsSeq(scope) {
		if one, err := access.ParseScopes(name); err == nil && !strings.Contains(name, ",") {
			set |= one
		}
	}
	if set &= access.Grantable; set == 0 {
		return 0, Refuse(InvalidScope, "scope must have one of read, write, ai")
	}
	return set, nil
}

// ScopeText writes scopes as OAuth does, apart by spaces.
func ScopeText(s access.Scopes) string { return strings.Join(s.Names(), " ") }

// SameResource reports whether what a client calls the resource is ours. The
// case of scheme and host makes no difference, nor does one slash at the end.
func SameResource(asked, ours string) bool {
	a, err := url.Parse(asked)
	b, bad := url.Parse(ours)
	if err != nil || bad != nil || strings.Contains(asked, "#") || a.User != nil || a.RawQuery != "" || a.ForceQuery || a.Opaque != "" {
		return false
	}
	return strings.EqualFold(a.Scheme, b.Scheme) && strings.EqualFold(a.Host, b.Host) &&
		strings.TrimSuffix(a.EscapedPath(), "/") == b.EscapedPath()
}

// isChallenge: 43 characters of base64url, which is what S256 gives.
func isChallenge(s string) bool {
	b, err := base64.RawURLEncoding.Strict().DecodeString(s)
	return err == nil && len(b) == sha256.Size
}

// Answers reports whether a verifier is the one whose challenge was sent (RFC
// 7636 section 4.6).
func Answers(verifier, challenge string) bool {
	if len(verifier) < 43 || len(verifier) > 128 {
		return false
	}
	for _, c := range []byte(verifier) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && !strings.ContainsRune("-._~", rune(c)) {
			return false
		}
	}
	sum := sha256.Sum256([]byte(verifier))
	return subtle.ConstantTimeCompare([]byte(base64.RawURLEncoding.EncodeToString(sum[:])), []byte(challenge)) == 1
}

// Answer is the address that sends an answer to the client: its redirect with
// parameters added. It names the issuer, so that a client that talks to several
// is not mixed up (RFC 9207).
func (r *Request) Answer(issuer string, with map[string]string) string {
	u, err := url.Parse(r.Redirect)
	if err != nil {
		return "" // it was allowed, so it can be parsed
	}
	added := url.Values{"iss": {issuer}}
	if r.State != "" {
		added.Set("state", r.State)
	}
	for name, value := range with {
		added.Set(name, value)
	}
	if u.RawQuery != "" {
		u.RawQuery += "&"
	}
	u.RawQuery += added.Encode()
	return u.String()
}

// Refusal is the answer that tells the client of a refusal.
func (r *Request) Refusal(issuer string, e *Error) string {
	return r.Answer(issuer, map[string]string{"error": string(e.Code), "error_description": e.Why})
}
