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

// Request is an authorization request, which a client sends by way of a person's
// browser (RFC 6749 section 4.1.1). Client and Redirect are read first: until the
// client is known and the redirect is one of its own, an error is shown to the
// person and not sent to the client.
type Request struct {
	Client   string // as sent; not empty
	Redirect string // as sent; not empty
	State    string // returned to the client as it was sent; may be empty
	// Check sets the rest. Scopes are those that are asked for and can be granted,
	// at least one. Resource is the address of the connector. Challenge is the PKCE
	// code challenge, of method S256.
	Scopes    access.Scopes
	Resource  string
	Challenge string

	form url.Values
}

// maxState is how many bytes a state may have.
const maxState = 2 << 10

// ReadRequest reads from a query string who sent the request and where the answer
// goes. Its errors are for the person: at this point the redirect is not trusted.
// Call Check for the rest once it is.
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

// Check reads and checks the rest of the request. Its errors may be sent to the
// client, at its redirect. Of several errors the same one is reported every time.
// resource is the address of the connector, the only resource there are tokens for.
func (r *Request) Check(resource string) *Error {
	for _, name := range slices.Sorted(maps.Keys(r.form)) {
		if len(r.form[name]) > 1 && name != "resource" {
			return Refuse(InvalidRequest, "%s is given more than once", parameterName(name))
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
	r.Scopes, err = parseScope(get("scope"))
	return err
}

// Canonical returns the request's parameters, encoded in order of name: equal
// requests have equal strings, however they were spelled.
func (r *Request) Canonical() string { return r.form.Encode() }

// parameterName returns a name that may stand in a message: the name itself when it
// is one of ours, and never one that a stranger made up.
func parameterName(name string) string {
	switch name {
	case "response_type", "response_mode", "state", "scope", "code_challenge", "code_challenge_method":
		return name
	}
	return "a parameter"
}

// parseScope reads a scope parameter: names separated by spaces. An empty one asks
// for all of access.Grantable, and the person chooses. Names that cannot be granted,
// admin among them, are left out, so that a client that also names another service's
// scopes is not refused. The error is InvalidScope when nothing is left.
func parseScope(scope string) (access.Scopes, *Error) {
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

// ScopeText returns the names of scopes as OAuth writes them, separated by spaces.
func ScopeText(s access.Scopes) string { return strings.Join(s.Names(), " ") }

// SameResource reports whether asked, the resource a client names (RFC 8707), is
// ours. The case of scheme and host makes no difference, nor does one slash at the
// end. A query, a fragment or a user name in it makes it another.
func SameResource(asked, ours string) bool {
	a, err := url.Parse(asked)
	b, bad := url.Parse(ours)
	if err != nil || bad != nil || strings.Contains(asked, "#") || a.User != nil || a.RawQuery != "" || a.ForceQuery || a.Opaque != "" {
		return false
	}
	return strings.EqualFold(a.Scheme, b.Scheme) && strings.EqualFold(a.Host, b.Host) &&
		strings.TrimSuffix(a.EscapedPath(), "/") == b.EscapedPath()
}

// isChallenge reports whether s can be a challenge of method S256: a SHA-256 in
// base64url without padding, 43 characters.
func isChallenge(s string) bool {
	b, err := base64.RawURLEncoding.Strict().DecodeString(s)
	return err == nil && len(b) == sha256.Size
}

// VerifyPKCE reports whether challenge was made from verifier by method S256 (RFC
// 7636 section 4.6). A verifier has 43 to 128 unreserved characters. The comparison
// takes constant time.
func VerifyPKCE(verifier, challenge string) bool {
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

// Answer returns the client's redirect with the parameters of an answer added: those
// of with, the state, and the issuer, by which a client that talks to several servers
// tells them apart (RFC 9207). The redirect must have been allowed.
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

// Refusal returns the answer that tells the client of an error.
func (r *Request) Refusal(issuer string, e *Error) string {
	return r.Answer(issuer, map[string]string{"error": string(e.Code), "error_description": e.Why})
}
