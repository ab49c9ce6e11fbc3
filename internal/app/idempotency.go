package app

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/ledger"
)

// How long an answer can be had again, and how long a request is waited for
// before it is taken to have died: longer than any may run.
const (
	replayFor = 24 * time.Hour
	claimFor  = 2 * time.Minute
)

// Repeatable says what makes two requests the same.
type Repeatable struct {
	// Key is the client's Idempotency-Key (see CheckIdempotencyKey), or empty when
	// the request may not be repeated.
	Key string
	// Credential is what the caller showed, the API key or session token
	// itself. Without it the stored answer cannot be opened by anyone.
	Credential string
	Route      string // method and path
	Body       []byte
}

// Answer is an answer that can be stored.
type Answer struct {
	Status int
	Body   []byte
}

// Idempotent has do answer a request at most once: the same request, sent again within 24
// hours, gets the same answer, is not executed and costs nothing (REQ K-08); replayed is
// true then. The same key with another body is a fault of kind Conflict; so is a request
// that is being executed, which may be sent again after the fault's RetryAfter. An error of
// do is not stored: the request may be sent again and is executed then. do asks its
// question of this visit. The need is checked here too, so that a caller who has lost the
// right to ask gets no stored answer either.
func (v *Visit) Idempotent(ctx context.Context, need access.Need, r Repeatable, do func() (Answer, error)) (a Answer, replayed bool, err error) {
	if err := v.Allow(need); err != nil {
		return Answer{}, false, err
	}
	if r.Key == "" {
		a, err = do()
		return a, false, err
	}
	if err := CheckIdempotencyKey(r.Key); err != nil {
		return Answer{}, false, err
	}
	seal, err := v.app.sealOf(r)
	if err != nil {
		return Answer{}, false, err
	}
	claim := seal.claim(r.Body, v.app.now())
	switch sealed, err := v.app.ledger.Claim(ctx, claim); {
	case errors.Is(err, ledger.ErrPending):
		return Answer{}, false, fault.New(fault.Conflict,
			"a request with this Idempotency-Key is being executed; ask again in a second").After(time.Second)
	case errors.Is(err, ledger.ErrOther):
		return Answer{}, false, fault.New(fault.Conflict, "this Idempotency-Key was used with another body; take a new one")
	case err != nil:
		return Answer{}, false, fmt.Errorf("claim a request: %w", err)
	case sealed != nil:
		a, err := seal.open(sealed)
		return a, true, err
	}
	a, err = v.execute(ctx, seal, claim, do)
	return a, false, err
}

// execute runs a claimed request and stores its answer. When there is no answer it
// releases the claim, also when do panics.
func (v *Visit) execute(ctx context.Context, seal *seal, claim ledger.Claim, do func() (Answer, error)) (a Answer, err error) {
	ctx = context.WithoutCancel(ctx) // what was done is stored, even if the client has gone
	done := false
	defer func() {
		if !done {
			_ = v.app.ledger.Release(ctx, claim) // if not, it lapses
		}
	}()
	if a, err = do(); err != nil {
		return Answer{}, err
	}
	done = true
	// It is done, so the client gets the answer, even if it cannot be stored: then
	// a repetition gets a Conflict until the claim has lapsed.
	_ = v.app.ledger.Settle(ctx, claim, seal.close(a))
	return a, nil
}

// MaxIdempotencyKey is how many characters an Idempotency-Key may have.
const MaxIdempotencyKey = 255

// CheckIdempotencyKey returns a fault unless key is 1 to MaxIdempotencyKey visible
// ASCII characters, without spaces (REQ K-08).
func CheckIdempotencyKey(key string) error {
	hidden := func(c rune) bool { return c <= ' ' || c > '~' }
	if key == "" || len(key) > MaxIdempotencyKey || strings.ContainsFunc(key, hidden) {
		return fault.Param("Idempotency-Key", fmt.Sprintf("given once, with 1 to %d visible ASCII characters", MaxIdempotencyKey))
	}
	return nil
}

// seal names, closes and opens the answer of one request. Its keys come from the
// caller's credential, which no ledger holds, the Idempotency-Key, the route,
// and a secret of the ledger: somebody with the ledger alone learns neither the
// answer nor the body, and cannot check a guess.
type seal struct {
	aead cipher.AEAD
	name []byte // key of digests
}

// sealOf derives the keys of a request with HKDF (RFC 5869): 32 bytes for AES-256-GCM, then
// 32 for HMAC-SHA256.
func (a *App) sealOf(r Repeatable) (*seal, error) {
	if r.Credential == "" {
		return nil, errors.New("a repeatable request without its credential")
	}
	key, err := hkdf.Key(sha256.New, []byte(r.Credential), a.replays, r.Route+"\n"+r.Key, 64)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key[:32])
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCM(block)
	return &seal{aead, key[32:]}, err
}

// claim returns the ledger's claim on the request. Times are cut to microseconds, which all
// ledgers can store.
func (s *seal) claim(body []byte, now time.Time) ledger.Claim {
	now = now.Truncate(time.Microsecond)
	return ledger.Claim{
		ID: s.digest("request", nil), Body: s.digest("body", body),
		At: now, Lease: now.Add(claimFor), Keep: now.Add(replayFor),
	}
}

// digest returns the HMAC-SHA256 of a text for one purpose, what.
func (s *seal) digest(what string, text []byte) (h ledger.Hash) {
	mac := hmac.New(sha256.New, s.name)
	mac.Write([]byte(what))
	mac.Write(text)
	mac.Sum(h[:0])
	return h
}

// close encrypts an answer: nonce, then the status in two bytes and the body, sealed.
func (s *seal) close(a Answer) []byte {
	nonce := make([]byte, s.aead.NonceSize())
	rand.Read(nonce) // never fails
	plain := binary.BigEndian.AppendUint16(nil, uint16(a.Status))
	return s.aead.Seal(nonce, nonce, append(plain, a.Body...), nil)
}

// open decrypts what close returned. Anything else is an error, never a panic.
func (s *seal) open(sealed []byte) (Answer, error) {
	n := s.aead.NonceSize()
	if len(sealed) < n {
		return Answer{}, errors.New("a stored answer is cut short")
	}
	plain, err := s.aead.Open(nil, sealed[:n], sealed[n:], nil)
	if err != nil || len(plain) < 2 {
		return Answer{}, fmt.Errorf("open a stored answer: %w", err)
	}
	return Answer{Status: int(binary.BigEndian.Uint16(plain)), Body: plain[2:]}, nil
}
