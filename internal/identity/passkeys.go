package identity

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/ledger"
)

// Signing in with passkeys (WebAuthn): public keys whose private half never leaves the
// person's device. The device finds the account by itself, so no email is asked for.
//
// A question to a device has a state, made by SealOnce for one browser. Its challenge is a
// digest of the state, so nothing is stored until the state is used, which works once.

// Passkey is a passkey of an account, as its owner sees it.
type Passkey struct {
	ID         string     `json:"id" doc:"Names the passkey; it opens nothing."`
	Name       string     `json:"name"`
	CreatedAt  time.Time  `json:"created_at"`
	LastUsedAt *time.Time `json:"last_used_at" doc:"Null when it never was."`
}

// How many tries with passkeys a UTC day fail from one network, and from one IPv6 /48.
const (
	passkeysPerNetwork = 100
	passkeysPerSite    = 1_000
)

// maxPasskeyAnswer is how many bytes the answer of a device may have.
const maxPasskeyAnswer = 32 << 10

// errPasskey returns the fault for an answer that does not sign in; it does not tell why.
func errPasskey() error {
	return fault.New(fault.InvalidKey, "this passkey does not sign in here")
}

// errPasskeyForm returns the fault for a state that is not this browser's, or was used.
func errPasskeyForm() error {
	return fault.New(fault.ScopeNotAllowed, "this page was open for too long, or was sent already; load it again and try once more")
}

// PasskeysAt reports whether passkeys work at an address of the service: browsers demand a
// name of a host, not an address, and https unless it is localhost.
func PasskeysAt(base string) bool {
	_, err := relyingParty(base)
	return err == nil
}

// relyingParty returns what checks answers of devices for the service at an address.
func relyingParty(base string) (*webauthn.WebAuthn, error) {
	u, err := url.Parse(base)
	if err != nil || u.Hostname() == "" || u.Scheme != "https" && u.Hostname() != "localhost" {
		return nil, fault.New(fault.Conflict, "passkeys need an https address, or localhost")
	}
	if _, err := netip.ParseAddr(u.Hostname()); err == nil {
		return nil, fault.New(fault.Conflict, "passkeys need the name of a host, such as localhost, in the place of %s", u.Hostname())
	}
	verified := protocol.VerificationRequired
	w, err := webauthn.New(&webauthn.Config{
		RPID: u.Hostname(), RPDisplayName: "Kinodex", RPOrigins: []string{u.Scheme + "://" + u.Host},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, UserVerification: verified,
		},
	})
	if err != nil {
		return nil, fmt.Errorf("passkeys: %w", err)
	}
	return w, nil
}

// challenge returns the challenge of a question with a state.
func challenge(state string) protocol.URLEncodedBase64 {
	sum := sha256.Sum256([]byte("passkey challenge " + state))
	return sum[:]
}

// passkeyUser is an account as package webauthn knows it.
type passkeyUser struct {
	account     ledger.Account
	credentials []webauthn.Credential
}

// WebAuthnID is what the device keeps: a digest, since an id may be an email.
func (u passkeyUser) WebAuthnID() []byte {
	sum := sha256.Sum256([]byte("passkey user " + u.account.ID))
	return sum[:]
}

// WebAuthnName is how devices list the account.
func (u passkeyUser) WebAuthnName() string {
	if u.account.Email != "" {
		return string(u.account.Email)
	}
	return u.account.Name
}

// WebAuthnDisplayName is the name of the account.
func (u passkeyUser) WebAuthnDisplayName() string { return u.account.Name }

// WebAuthnCredentials are the passkeys that may be shown.
func (u passkeyUser) WebAuthnCredentials() []webauthn.Credential { return u.credentials }

// AskNewPasskey returns what a browser asks a device for a new passkey of the caller's
// account, as JSON for navigator.credentials.create. state must be of SealOnce. A caller who
// is not signed in is a fault of kind InvalidKey; an address where passkeys do not work is
// one of kind Conflict.
func (a *Authority) AskNewPasskey(ctx context.Context, c access.Caller, base, state string) ([]byte, error) {
	options, _, err := a.newPasskey(ctx, c, base, state)
	if err != nil {
		return nil, err
	}
	return json.Marshal(options.Response)
}

// newPasskey begins to make a passkey. The same state gives the same question.
func (a *Authority) newPasskey(ctx context.Context, c access.Caller, base, state string) (*protocol.CredentialCreation, *webauthn.SessionData, error) {
	account, err := a.Account(ctx, c)
	if err != nil {
		return nil, nil, err
	}
	party, err := relyingParty(base)
	if err != nil {
		return nil, nil, err
	}
	had, err := a.ledger.ListPasskeys(ctx, c.Account)
	if err != nil {
		return nil, nil, fmt.Errorf("list passkeys: %w", err)
	}
	var known []protocol.CredentialDescriptor
	for _, p := range had {
		if id, err := base64.RawURLEncoding.DecodeString(p.ID); err == nil {
			known = append(known, protocol.CredentialDescriptor{Type: protocol.PublicKeyCredentialType, CredentialID: id})
		}
	}
	ask := func(o *protocol.PublicKeyCredentialCreationOptions) error {
		o.Challenge = challenge(state)
		return nil
	}
	return party.BeginRegistration(passkeyUser{account: account}, ask, webauthn.WithExclusions(known))
}

// AddPasskey adds the passkey that a device made to the caller's account. state and parts
// are those of SealOnce; a state works once. An answer that is not one to the question is a
// fault of the parameter answer. An account has at most ledger.MostPasskeys.
func (a *Authority) AddPasskey(ctx context.Context, c access.Caller, base, name, answer, state string, parts ...string) error {
	name, err := ledger.ProperName(name)
	if err != nil {
		return err
	}
	_, session, err := a.newPasskey(ctx, c, base, state)
	if err != nil {
		return err
	}
	if err := a.useState(ctx, state, parts); err != nil {
		return err
	}
	made, err := a.made(base, c, *session, answer)
	if err != nil {
		return err
	}
	credential, err := json.Marshal(made)
	if err != nil {
		return err
	}
	now := moment(a.now())
	p := ledger.Passkey{ID: base64.RawURLEncoding.EncodeToString(made.ID), Account: c.Account, Name: name, Credential: string(credential),
		Counter: made.Authenticator.SignCount, Created: now}
	err = a.ledger.CreatePasskey(ctx, p, ledger.MostPasskeys, by(c).Did(ledger.PasskeyCreated, c.Account, c.Account, "", now))
	switch {
	case errors.Is(err, ledger.ErrFull):
		return fault.New(fault.Conflict, "the account has %d passkeys already; remove one first", ledger.MostPasskeys)
	case errors.Is(err, ledger.ErrExists):
		return fault.New(fault.Conflict, "this passkey is there already")
	}
	return err
}

// made checks the answer of a device that made a passkey.
func (a *Authority) made(base string, c access.Caller, session webauthn.SessionData, answer string) (*webauthn.Credential, error) {
	party, err := relyingParty(base)
	if err != nil {
		return nil, err
	}
	bad := fault.Param("answer", "what the device gave for this page")
	if len(answer) > maxPasskeyAnswer {
		return nil, bad
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes([]byte(answer))
	if err != nil {
		return nil, bad
	}
	made, err := party.CreateCredential(passkeyUser{account: ledger.Account{ID: c.Account}}, session, parsed)
	if err != nil {
		return nil, bad
	}
	made.Attestation = webauthn.CredentialAttestation{} // nobody asks who made the device
	return made, nil
}

// useState uses up the state of a question.
func (a *Authority) useState(ctx context.Context, state string, parts []string) error {
	if !a.SealedOnce(state, parts...) {
		return errPasskeyForm()
	}
	switch fresh, err := a.UseSeal(ctx, state); {
	case err != nil:
		return err
	case !fresh:
		return errPasskeyForm()
	}
	return nil
}

// AskPasskey returns what a browser asks a device for to sign in, as JSON for
// navigator.credentials.get. It names no account. state must be of SealOnce.
func (a *Authority) AskPasskey(base, state string) ([]byte, error) {
	options, _, err := a.askPasskey(base, state)
	if err != nil {
		return nil, err
	}
	return json.Marshal(options.Response)
}

func (a *Authority) askPasskey(base, state string) (*protocol.CredentialAssertion, *webauthn.SessionData, error) {
	party, err := relyingParty(base)
	if err != nil {
		return nil, nil, err
	}
	return party.BeginDiscoverableLogin(webauthn.WithChallenge(challenge(state)), webauthn.WithUserVerification(protocol.VerificationRequired))
}

// SignInByPasskey begins a session for the account whose passkey a device showed. state and
// parts are those of SealOnce; a state works once. An unknown passkey, a wrong answer, a
// suspended account and a counter that did not go up are the same fault of kind InvalidKey.
// Answers that fail are bounded by network; beyond that it is one of kind RateLimited.
func (a *Authority) SignInByPasskey(ctx context.Context, base, answer string, from netip.Addr, state string, parts ...string) (access.SessionToken, ledger.Session, error) {
	refuse := func(err error) (access.SessionToken, ledger.Session, error) {
		return access.SessionToken{}, ledger.Session{}, err
	}
	_, asked, err := a.askPasskey(base, state)
	if err != nil {
		return refuse(err)
	}
	if err := a.useState(ctx, state, parts); err != nil {
		return refuse(err)
	}
	now := moment(a.now())
	limits := perPlace(now, "passkey", from, passkeysPerNetwork, passkeysPerSite, "too many passkeys that do not fit came from your address")
	if err := a.count(ctx, now, limits...); err != nil {
		return refuse(err)
	}
	used, account, err := a.shown(ctx, base, *asked, answer)
	if err != nil {
		return refuse(err)
	}
	who := ledger.By{Actor: account.ID, From: access.Caller{Address: from}.From()}
	s, token := ledger.NewSession(account.ID, now)
	used.Used = now
	err = a.ledger.UsePasskey(ctx, used, s, who.Did(ledger.SignedIn, account.ID, account.ID, "by passkey", now))
	if errors.Is(err, ledger.ErrSpent) || errors.Is(err, ledger.ErrNotFound) {
		_ = a.ledger.Record(ctx, who.Did(ledger.SignInRefused, account.ID, account.ID, "passkey counter", now)) // the refusal stands without its record
		return refuse(errPasskey())
	}
	if err != nil {
		return refuse(fmt.Errorf("sign in by passkey: %w", err))
	}
	a.uncount(ctx, now, limits...)
	a.remember(ctx, account.ID, from)
	return token, s, nil
}

// shown checks the answer of a device, and returns the passkey as it is after its use, with
// its account.
func (a *Authority) shown(ctx context.Context, base string, asked webauthn.SessionData, answer string) (ledger.Passkey, ledger.Account, error) {
	party, err := relyingParty(base)
	if err != nil {
		return ledger.Passkey{}, ledger.Account{}, err
	}
	if len(answer) > maxPasskeyAnswer {
		return ledger.Passkey{}, ledger.Account{}, errPasskey()
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes([]byte(answer))
	if err != nil {
		return ledger.Passkey{}, ledger.Account{}, errPasskey()
	}
	p, account, err := a.ledger.Passkey(ctx, base64.RawURLEncoding.EncodeToString(parsed.RawID))
	if err != nil && !errors.Is(err, ledger.ErrNotFound) {
		return p, account, fmt.Errorf("look up a passkey: %w", err)
	}
	if err != nil || account.Status != ledger.Active {
		return p, account, errPasskey()
	}
	var kept webauthn.Credential
	if err := json.Unmarshal([]byte(p.Credential), &kept); err != nil {
		return p, account, fmt.Errorf("a passkey of %s: %w", account.ID, err)
	}
	user := passkeyUser{account, []webauthn.Credential{kept}}
	find := func(_, handle []byte) (webauthn.User, error) {
		if !bytes.Equal(handle, user.WebAuthnID()) {
			return nil, errPasskey()
		}
		return user, nil
	}
	_, after, err := party.ValidatePasskeyLogin(find, asked, parsed)
	if err != nil {
		return p, account, errPasskey()
	}
	p.Counter = parsed.Response.AuthenticatorData.Counter
	credential, err := json.Marshal(after)
	p.Credential = string(credential)
	return p, account, err
}

// Passkeys returns the passkeys of the caller's own account, the oldest first. A caller who
// is not signed in is a fault of kind InvalidKey.
func (a *Authority) Passkeys(ctx context.Context, c access.Caller) ([]Passkey, error) {
	if c.Mode != access.SignedIn || c.Account == "" {
		return nil, access.ErrNoSession()
	}
	all, err := a.ledger.ListPasskeys(ctx, c.Account)
	if err != nil {
		return nil, fmt.Errorf("list passkeys: %w", err)
	}
	shown := make([]Passkey, len(all))
	for i, p := range all {
		shown[i] = Passkey{p.ID, p.Name, p.Created, orNil(p.Used)}
	}
	return shown, nil
}

// NamePasskey changes the name of a passkey of the caller's own account. One that it does
// not have is a fault of kind NotFound.
func (a *Authority) NamePasskey(ctx context.Context, c access.Caller, id, name string) error {
	if c.Mode != access.SignedIn || c.Account == "" {
		return access.ErrNoSession()
	}
	name, err := ledger.ProperName(name)
	if err != nil {
		return err
	}
	err = a.ledger.NamePasskey(ctx, c.Account, id, name, by(c).Did(ledger.PasskeyNamed, c.Account, c.Account, "", a.now()))
	if errors.Is(err, ledger.ErrNotFound) {
		return fault.New(fault.NotFound, "your account has no such passkey")
	}
	return err
}

// EndPasskey removes a passkey of the caller's own account. It is idempotent, and does
// nothing to those of other accounts.
func (a *Authority) EndPasskey(ctx context.Context, c access.Caller, id string) error {
	if c.Mode != access.SignedIn || c.Account == "" {
		return access.ErrNoSession()
	}
	return a.ledger.EndPasskey(ctx, c.Account, id, by(c).Did(ledger.PasskeyEnded, c.Account, c.Account, "", a.now()))
}
