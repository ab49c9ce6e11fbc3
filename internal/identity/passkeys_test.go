package identity_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/x509"
	"encoding/binary"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/descope/virtualwebauthn"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/fault"
	"kinodex/internal/identity"
	"kinodex/internal/ledger"
)

const passkeyBase = "https://films.example"

// device is what holds a passkey.
type device struct {
	t     *testing.T
	h     *apptest.House
	party virtualwebauthn.RelyingParty
	auth  virtualwebauthn.Authenticator
	key   virtualwebauthn.Credential
}

func newDevice(t *testing.T, h *apptest.House) *device {
	return &device{t: t, h: h, party: virtualwebauthn.RelyingParty{ID: "films.example", Name: "Kinodex", Origin: passkeyBase},
		auth: virtualwebauthn.NewAuthenticator(), key: virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2)}
}

// made is what the device answers to a question for a new passkey.
func (d *device) made(who access.Caller, state string) string {
	d.t.Helper()
	options, err := d.h.App.Identity().AskNewPasskey(d.t.Context(), who, passkeyBase, state)
	if err != nil {
		d.t.Fatal(err)
	}
	asked, err := virtualwebauthn.ParseAttestationOptions(string(options))
	if err != nil {
		d.t.Fatal(err)
	}
	d.auth.Options.UserHandle = []byte(asked.UserID)
	return apptest.Attestation(d.t, d.party, d.auth, d.key, asked)
}

// add adds the device's passkey to an account.
func (d *device) add(who access.Caller) {
	d.t.Helper()
	state := d.h.App.Identity().SealOnce("browser", "add")
	if err := d.h.App.Identity().AddPasskey(d.t.Context(), who, passkeyBase, "Ida's phone", d.made(who, state), state, "browser", "add"); err != nil {
		d.t.Fatal(err)
	}
	d.auth.AddCredential(d.key)
}

// shown is what the device answers to a question to sign in.
func (d *device) shown(state string) string {
	d.t.Helper()
	options, err := d.h.App.Identity().AskPasskey(passkeyBase, state)
	if err != nil {
		d.t.Fatal(err)
	}
	asked, err := virtualwebauthn.ParseAssertionOptions(string(options))
	if err != nil {
		d.t.Fatal(err)
	}
	return virtualwebauthn.CreateAssertionResponse(d.party, d.auth, d.key, *asked)
}

// signIn signs in with an answer to the question of a state.
func (d *device) signIn(state, answer string) (string, error) {
	token, _, err := d.h.App.Identity().SignInByPasskey(d.t.Context(), passkeyBase, answer, home, state, "browser", "in")
	return token.Reveal(), err
}

func TestAPersonSignsInWithAPasskey(t *testing.T) {
	h := apptest.Open(t)
	who, _ := signedIn(t, h, "ida@example.com", 1)
	d := newDevice(t, h)
	d.add(who)
	for i := range 2 {
		d.key.Counter++
		state := h.App.Identity().SealOnce("browser", "in")
		session, err := d.signIn(state, d.shown(state))
		if err != nil {
			t.Fatal(i, err)
		}
		if c, err := h.App.Identity().SignedIn(t.Context(), session, home); err != nil || c.Account != who.Account {
			t.Errorf("signed in is %+v, %v", c, err)
		}
	}
	all, err := h.App.Identity().Passkeys(t.Context(), who)
	if err != nil || len(all) != 1 || all[0].Name != "Ida's phone" || all[0].LastUsedAt == nil {
		t.Fatalf("%+v, %v", all, err)
	}
	if err := h.App.Identity().NamePasskey(t.Context(), who, all[0].ID, "the old phone"); err != nil {
		t.Error(err)
	}
	stranger, _ := signedIn(t, h, "ake@example.com", 1)
	if err := h.App.Identity().NamePasskey(t.Context(), stranger, all[0].ID, "mine"); !fault.Is(err, fault.NotFound) {
		t.Errorf("a stranger names it: %v", err)
	}
	if err := h.App.Identity().EndPasskey(t.Context(), stranger, all[0].ID); err != nil {
		t.Error(err)
	}
	if all, _ := h.App.Identity().Passkeys(t.Context(), who); len(all) != 1 || all[0].Name != "the old phone" {
		t.Errorf("after a stranger it is %+v", all)
	}
	if err := h.App.Identity().EndPasskey(t.Context(), who, all[0].ID); err != nil {
		t.Error(err)
	}
	d.key.Counter++
	state := h.App.Identity().SealOnce("browser", "in")
	if _, err := d.signIn(state, d.shown(state)); !fault.Is(err, fault.InvalidKey) {
		t.Errorf("a passkey that was removed: %v", err)
	}
	var told []string
	events, _ := h.Ledger.Audit(t.Context(), ledger.AuditQuery{Account: who.Account, Limit: 50})
	for _, e := range events {
		told = append(told, string(e.Action)+" "+e.Detail)
	}
	for _, want := range []string{"passkey.created ", "passkey.named ", "passkey.ended ", "session.created by passkey"} {
		if !strings.Contains(strings.Join(told, "\n"), want) {
			t.Errorf("the log does not tell %s: %v", want, told)
		}
	}
}

// One key in 128 has a coordinate that begins with a zero byte. Devices write it
// at its full length (RFC 9053, section 7.1.1).
func TestAPasskeyMayHaveAKeyThatBeginsWithZero(t *testing.T) {
	h := apptest.Open(t)
	who, _ := signedIn(t, h, "ida@example.com", 1)
	for name, at := range map[string]int{"x": 1, "y": 1 + 32} { // in the uncompressed point
		t.Run(name, func(t *testing.T) {
			d := newDevice(t, h)
			d.key = virtualwebauthn.NewCredentialWithImportedKey(virtualwebauthn.KeyTypeEC2, keyWithZeroAt(t, at))
			d.add(who)
			state := h.App.Identity().SealOnce("browser", "in")
			if _, err := d.signIn(state, d.shown(state)); err != nil {
				t.Error(err)
			}
		})
	}
}

// keyWithZeroAt is the least private key, in PKCS #8, whose public key has a
// zero byte there.
func keyWithZeroAt(t *testing.T, at int) []byte {
	t.Helper()
	scalar := make([]byte, 32)
	for n := uint16(1); ; n++ {
		binary.BigEndian.PutUint16(scalar[30:], n)
		private, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), scalar)
		if err != nil {
			t.Fatal(err)
		}
		point, err := private.PublicKey.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		if point[at] == 0 {
			data, err := x509.MarshalPKCS8PrivateKey(private)
			if err != nil {
				t.Fatal(err)
			}
			return data
		}
	}
}

func TestAPasskeysAnswerIsForItsQuestion(t *testing.T) {
	h := apptest.Open(t)
	who, _ := signedIn(t, h, "ida@example.com", 1)
	d := newDevice(t, h)
	d.add(who)
	fresh := func() string { d.key.Counter++; return h.App.Identity().SealOnce("browser", "in") }
	refused := func(what string, err error, kind fault.Kind) {
		t.Helper()
		if !fault.Is(err, kind) {
			t.Errorf("%s: %v, want %s", what, err, kind)
		}
	}
	in := func(state, answer string, parts ...string) error {
		_, _, err := h.App.Identity().SignInByPasskey(t.Context(), passkeyBase, answer, home, state, parts...)
		return err
	}

	state := fresh()
	answer := d.shown(state)
	refused("in another browser", in(state, answer, "another", "in"), fault.ScopeNotAllowed)
	refused("on another form", in(state, answer, "browser", "add"), fault.ScopeNotAllowed)
	refused("a state that nobody made", in("1-x.y", answer, "browser", "in"), fault.ScopeNotAllowed)
	if err := in(state, answer, "browser", "in"); err != nil {
		t.Fatal(err)
	}
	refused("shown again", in(state, answer, "browser", "in"), fault.ScopeNotAllowed)
	state = fresh()
	refused("an answer to an earlier question", in(state, answer, "browser", "in"), fault.InvalidKey)

	late := fresh()
	answer = d.shown(late)
	h.Clock.Set(h.Clock.Now().Add(time.Hour))
	refused("an hour later", in(late, answer, "browser", "in"), fault.ScopeNotAllowed)

	state = fresh()
	d.party.Origin = "https://evil.example"
	refused("from another site", in(state, d.shown(state), "browser", "in"), fault.InvalidKey)
	d.party.Origin, d.party.ID = passkeyBase, "evil.example"
	state = fresh()
	refused("for another site", in(state, d.shown(state), "browser", "in"), fault.InvalidKey)
	d.party.ID = "films.example"

	state = fresh()
	d.auth.Options.UserNotVerified = true
	refused("without a look at the person", in(state, d.shown(state), "browser", "in"), fault.InvalidKey)
	d.auth.Options.UserNotVerified = false

	handle := d.auth.Options.UserHandle
	d.auth.Options.UserHandle = []byte("somebody else")
	state = fresh()
	refused("for another account", in(state, d.shown(state), "browser", "in"), fault.InvalidKey)
	d.auth.Options.UserHandle = handle

	unknown := newDevice(t, h)
	unknown.auth.Options.UserHandle = handle
	state = fresh()
	refused("an unknown passkey", in(state, unknown.shown(state), "browser", "in"), fault.InvalidKey)
	for _, junk := range []string{"", "{}", "null", `{"id":"x"}`, strings.Repeat("x", 40<<10)} {
		refused("junk", in(fresh(), junk, "browser", "in"), fault.InvalidKey)
	}

	counter := d.key.Counter
	d.key.Counter = 1 // a copy of the passkey that was used less
	state = h.App.Identity().SealOnce("browser", "in")
	refused("a counter that went back", in(state, d.shown(state), "browser", "in"), fault.InvalidKey)
	d.key.Counter = counter

	h.Ledger.SetStatus(t.Context(), who.Account, ledger.Suspended)
	state = fresh()
	refused("a suspended account", in(state, d.shown(state), "browser", "in"), fault.InvalidKey)
	h.Ledger.SetStatus(t.Context(), who.Account, ledger.Active)

	for range 100 {
		in(fresh(), "{}", "browser", "in")
	}
	state = fresh()
	refused("after a hundred that failed", in(state, d.shown(state), "browser", "in"), fault.RateLimited)
}

func TestOfManyWhoShowAPasskeysAnswerOneIsSignedIn(t *testing.T) {
	h := apptest.Open(t)
	who, _ := signedIn(t, h, "ida@example.com", 1)
	d := newDevice(t, h) // one that does not count
	d.add(who)
	state := h.App.Identity().SealOnce("browser", "in")
	answer := d.shown(state)
	var in atomic.Int32
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if _, _, err := h.App.Identity().SignInByPasskey(context.Background(), passkeyBase, answer, home, state, "browser", "in"); err == nil {
				in.Add(1)
			}
		})
	}
	all.Wait()
	if in.Load() != 1 {
		t.Errorf("%d are signed in", in.Load())
	}
}

func TestAPasskeyIsAddedByItsOwnerOnce(t *testing.T) {
	h := apptest.Open(t)
	who, _ := signedIn(t, h, "ida@example.com", 1)
	d := newDevice(t, h)
	state := h.App.Identity().SealOnce("browser", "add")
	answer := d.made(who, state)
	stranger, _ := signedIn(t, h, "ake@example.com", 1)
	add := func(c access.Caller, name, answer, state string, parts ...string) error {
		return h.App.Identity().AddPasskey(t.Context(), c, passkeyBase, name, answer, state, parts...)
	}
	for what, c := range map[string]struct {
		err  error
		kind fault.Kind
	}{
		"nobody":          {add(access.Caller{}, "k", answer, state, "browser", "add"), fault.InvalidKey},
		"a key":           {add(h.Caller(h.Key(access.Studio)), "k", answer, state, "browser", "add"), fault.InvalidKey},
		"without a name":  {add(who, " ", answer, state, "browser", "add"), fault.InvalidParameter},
		"another browser": {add(who, "k", answer, state, "another", "add"), fault.ScopeNotAllowed},
	} {
		if !fault.Is(c.err, c.kind) {
			t.Errorf("%s: %v, want %s", what, c.err, c.kind)
		}
	}
	if err := add(who, "k", answer, state, "browser", "add"); err != nil {
		t.Fatal(err)
	}
	if err := add(who, "k", answer, state, "browser", "add"); !fault.Is(err, fault.ScopeNotAllowed) {
		t.Errorf("the same again: %v", err)
	}
	another := h.App.Identity().SealOnce("browser", "add")
	if err := add(who, "k", answer, another, "browser", "add"); !fault.Is(err, fault.InvalidParameter) {
		t.Errorf("an answer to another question: %v", err)
	}
	again := h.App.Identity().SealOnce("browser", "add")
	if err := add(stranger, "k", d.made(stranger, again), again, "browser", "add"); !fault.Is(err, fault.Conflict) {
		t.Errorf("another account adds the same passkey: %v", err)
	}
	for base, want := range map[string]bool{"https://films.example": true, "http://localhost:8080": true, "https://films.example:8443/x": true,
		"http://127.0.0.1:8080": false, "https://[::1]": false, "http://films.example": false, "": false} {
		if identity.PasskeysAt(base) != want {
			t.Errorf("passkeys at %s: %v", base, !want)
		}
	}
}
