package access

import (
	"crypto/sha256"
	"log/slog"
	"strings"
)

// SessionToken is the secret in the cookie of a web session. Like a Token it is stored
// as a hash, and printing it reveals nothing.
type SessionToken struct{ text string }

const (
	sessionPrefix = "kds_"
	sessionLen    = len(sessionPrefix) + 40
)

// NewSessionToken returns a new token with 238 random bits.
func NewSessionToken() SessionToken {
	return SessionToken{sessionPrefix + RandomBase62(sessionLen-len(sessionPrefix))}
}

// ParseSessionToken reads a token. A malformed one gets the same fault as one of a
// session that has ended.
func ParseSessionToken(s string) (SessionToken, error) {
	if len(s) != sessionLen || !strings.HasPrefix(s, sessionPrefix) {
		return SessionToken{}, ErrNoSession()
	}
	return SessionToken{s}, nil
}

// Hash returns the SHA-256 under which a ledger stores the token.
func (t SessionToken) Hash() [sha256.Size]byte { return sha256.Sum256([]byte(t.text)) }

// Reveal returns the whole token, for the cookie.
func (t SessionToken) Reveal() string { return t.text }

// String returns the prefix and an ellipsis.
func (t SessionToken) String() string { return sessionPrefix + "…" }

// GoString is String.
func (t SessionToken) GoString() string { return t.String() }

// LogValue is String.
func (t SessionToken) LogValue() slog.Value { return slog.StringValue(t.String()) }
