package signin

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"kinodex/internal/fault"
	"kinodex/internal/grant"
	"kinodex/internal/identity"
)

// Upstream is another service that people sign in through, by OpenID Connect:
// the code flow with PKCE, a nonce, and a state that is tied to the browser. It is
// safe for concurrent use.
type Upstream struct {
	issuer, id, secret string
	http               *http.Client

	mu       sync.Mutex
	provider *oidc.Provider // nil until it was first asked for
}

// NewUpstream returns the sign-in service of an issuer, at which we are known by an id and a
// secret. The secret may be empty. The issuer must be an https address, or http on this
// machine. Nothing is fetched yet, so an issuer that does not answer is no error here.
func NewUpstream(issuer, id, secret string) (*Upstream, error) {
	u, err := url.Parse(issuer)
	if err != nil || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil ||
		u.Scheme != "https" && !(u.Scheme == "http" && grant.IsLoopback(issuer)) {
		return nil, errors.New("the issuer must be an https address, such as https://accounts.example.com")
	}
	if id == "" {
		return nil, errors.New("a client id is needed beside the issuer")
	}
	return &Upstream{issuer: issuer, id: id, secret: secret, http: &http.Client{
		Timeout: 10 * time.Second, Transport: boundedTransport{http.DefaultTransport},
		// What proves who we are is for one host.
		CheckRedirect: func(r *http.Request, via []*http.Request) error {
			if len(via) > 5 || r.URL.Host != via[0].URL.Host || r.URL.Scheme != via[0].URL.Scheme {
				return errors.New("it redirects elsewhere")
			}
			return nil
		},
	}}, nil
}

// mostAnswer is how many bytes the service may answer with. Its documents have some thousands.
const mostAnswer = 1 << 20

// boundedTransport is a transport whose answers are an error to read beyond mostAnswer.
type boundedTransport struct{ http.RoundTripper }

// RoundTrip bounds the answer.
func (b boundedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := b.RoundTripper.RoundTrip(r)
	if err == nil {
		answer.Body = http.MaxBytesReader(nil, answer.Body, mostAnswer)
	}
	return answer, err
}

// Name returns what people are told that the service is: its host.
func (u *Upstream) Name() string {
	at, err := url.Parse(u.issuer)
	if err != nil {
		return u.issuer
	}
	return at.Host
}

// discovered returns what the issuer's document says. It is fetched when it is first needed
// and then kept; a fetch that fails is tried again at the next call. Until one succeeds,
// concurrent callers wait for each other. An error is errSilent with its cause.
func (u *Upstream) discovered(ctx context.Context) (*oidc.Provider, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.provider != nil {
		return u.provider, nil
	}
	// The provider fetches keys with this context later on, so it must not end.
	p, err := oidc.NewProvider(oidc.ClientContext(context.WithoutCancel(ctx), u.http), u.issuer)
	if err != nil {
		return nil, errSilent.Because(err)
	}
	u.provider = p
	return p, nil
}

// client returns how we are known at the service. back is the address that it sends people
// back to.
func (u *Upstream) client(p *oidc.Provider, back string) oauth2.Config {
	return oauth2.Config{
		ClientID: u.id, ClientSecret: u.secret, Endpoint: p.Endpoint(), RedirectURL: back,
		Scopes: []string{oidc.ScopeOpenID, "email", "profile"},
	}
}

// saysIssuer returns errUpstream for an answer that names another issuer, or none where the
// service says that it always names itself (RFC 9207).
func (u *Upstream) saysIssuer(p *oidc.Provider, q url.Values) error {
	var says struct {
		Always bool `json:"authorization_response_iss_parameter_supported"`
	}
	if err := p.Claims(&says); err != nil {
		return fmt.Errorf("what the sign-in service says of itself: %w", err)
	}
	given := q["iss"]
	if len(given) == 0 && !says.Always || len(given) == 1 && given[0] == u.issuer {
		return nil
	}
	return errUpstream
}

// claims are what we read of an ID token, beside what is verified. Verified is a bool or a
// string, as services differ.
type claims struct {
	Email    string `json:"email"`
	Verified any    `json:"email_verified"` // true, or "true" with some
	Name     string `json:"name"`
	For      string `json:"azp"`
}

// vouched exchanges a code for an ID token, verifies it and returns who it is of. The email
// is empty unless the service says that it verified it. A token for another party or with
// another nonce is errUpstream; a service that does not answer the exchange is errSilent.
// back must be the address that the code was sent to.
func (u *Upstream) vouched(ctx context.Context, p *oidc.Provider, back, code, verifier, nonce string) (identity.Identity, error) {
	ctx = oidc.ClientContext(ctx, u.http)
	client := u.client(p, back)
	token, err := client.Exchange(ctx, code, oauth2.VerifierOption(verifier))
	if err != nil {
		return identity.Identity{}, notExchanged(err)
	}
	raw, _ := token.Extra("id_token").(string)
	id, err := p.Verifier(&oidc.Config{ClientID: u.id}).Verify(ctx, raw)
	if err != nil {
		return identity.Identity{}, errUpstream.Because(err)
	}
	if subtle.ConstantTimeCompare([]byte(id.Nonce), []byte(nonce)) != 1 {
		return identity.Identity{}, errUpstream.Because(errors.New("another nonce"))
	}
	var c claims
	if err := id.Claims(&c); err != nil {
		return identity.Identity{}, errUpstream.Because(err)
	}
	if c.For != "" && c.For != u.id || len(id.Audience) > 1 && c.For == "" {
		return identity.Identity{}, errUpstream.Because(errors.New("the ID token is for another party"))
	}
	if c.Verified != true && c.Verified != "true" {
		c.Email = ""
	}
	return identity.Identity{Issuer: id.Issuer, Subject: id.Subject, Email: c.Email, Name: c.Name}, nil
}

// notExchanged returns the fault for a code that was not exchanged: errUpstream when the
// service refused it, else errSilent. Neither holds what was answered, which may repeat the
// code.
func notExchanged(err error) error {
	var refused *oauth2.RetrieveError
	if errors.As(err, &refused) && refused.Response != nil && refused.Response.StatusCode < 500 {
		return errUpstream.Because(fmt.Errorf("the code was refused with status %d", refused.Response.StatusCode))
	}
	return errSilent.Because(errors.New("the code could not be exchanged"))
}

// The two faults of the other service. People are told no more than these say; the cause goes
// to the log.
var (
	errUpstream = fault.New(fault.InvalidKey, "signing in through the other service did not work; start again")
	errSilent   = fault.New(fault.Upstream, "the sign-in service does not answer; try again in a minute").After(time.Minute)
)
