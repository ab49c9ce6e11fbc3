package access

import (
	"crypto/sha256"
	"log/slog"
	"strings"

	"kinodex/internal/fault"
)

// GrantToken is a credential of OAuth: an authorization code, an access token or a
// refresh token (REQ A-18). Like a Token it ends in a checksum and is stored as a
// hash, and printing it reveals nothing.
//
//	kdc_, kdo_ or kdr_ + 40 random base62 + 6 checksum base62
type GrantToken struct{ text string }

// GrantKind is what a GrantToken is for.
type GrantKind uint8

// The kinds.
const (
	GrantCode    GrantKind = iota // exchanged once for the first pair of tokens
	GrantAccess                   // opens the connector
	GrantRefresh                  // exchanged once for the next pair
)

var grantPrefixes = [...]string{GrantCode: "kdc_", GrantAccess: "kdo_", GrantRefresh: "kdr_"}

const (
	grantRandom = 40 // 238 random bits
	grantLen    = len("kdo_") + grantRandom + checkLen
)

// NewGrantToken returns a new token from the system's random source.
func NewGrantToken(kind GrantKind) GrantToken {
	body := grantPrefixes[kind] + RandomBase62(grantRandom)
	return GrantToken{body + checksum(body)}
}

// IsGrantToken reports whether a credential begins as an access token of a sign-in
// does. It may still be invalid.
func IsGrantToken(s string) bool { return strings.HasPrefix(s, grantPrefixes[GrantAccess]) }

// ParseGrantToken reads a token of a kind. A malformed one, or one whose checksum does
// not hold, gets the same fault as an unknown one.
func ParseGrantToken(kind GrantKind, s string) (GrantToken, error) {
	if len(s) != grantLen || !strings.HasPrefix(s, grantPrefixes[kind]) {
		return GrantToken{}, ErrInvalidGrantToken()
	}
	for _, c := range []byte(s[len(grantPrefixes[kind]):]) {
		if strings.IndexByte(base62, c) < 0 {
			return GrantToken{}, ErrInvalidGrantToken()
		}
	}
	if body := s[:grantLen-checkLen]; checksum(body) != s[grantLen-checkLen:] {
		return GrantToken{}, ErrInvalidGrantToken()
	}
	return GrantToken{s}, nil
}

// ErrInvalidGrantToken returns the fault for a token that is malformed, unknown,
// ended, expired or for another resource; it does not tell which (REQ A-19).
func ErrInvalidGrantToken() error {
	return fault.New(fault.InvalidKey, "the token is not valid here; sign in again")
}

// Hash returns the SHA-256 under which a ledger stores the token.
func (t GrantToken) Hash() [sha256.Size]byte { return sha256.Sum256([]byte(t.text)) }

// Reveal returns the whole token, for its client.
func (t GrantToken) Reveal() string { return t.text }

// String returns the prefix and an ellipsis.
func (t GrantToken) String() string { return t.text[:min(len("kdo_"), len(t.text))] + "…" }

// GoString is String.
func (t GrantToken) GoString() string { return t.String() }

// LogValue is String.
func (t GrantToken) LogValue() slog.Value { return slog.StringValue(t.String()) }
