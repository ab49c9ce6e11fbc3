package access

import (
	"crypto/sha256"
	"log/slog"
	"strings"
)

// SessionToken is what the cookie of a web session holds. Like a Token it is
// stored hashed, and printing it reveals nothing.
type SessionToken struct{ text string }

const (
	sessionPrefix = "kds_"
	sessionLen    = len(sessionPrefix) + 40
)

// NewSessionToken makes a fresh token with 238 random bits.
func NewSessionToken() SessionToken {
	return SessionToken{sessionPrefix + RandomText(sessionLen-len(sessionPrefix))}
}

// ParseSessionToken reads a token. What is not of the form is refused as a
// session that has ended would be.
func ParseSessionToken(s string) (SessionToken, error) {
	if len(s) != sessionLen || !strings.HasPrefix(s, sessionPrefix) {
		return SessionToken{}, ErrNoSession()
	}
	return SessionToken{s}, nil
}

// Hash is the form in which a ledger stores the token.
func (t SessionToken) Hash() [sha256.Size]byte { return sha256.Sum256([]byte(t.text)) }

// Reveal gives the whole token, for the cookie.
func (t SessionToken) Reveal() string { return t.text }

// String gives the prefix and an ellipsis.
func (t SessionToken) String() string { return sessionPrefix + "…" }

// GoString is String.
func (t SessionToken) GoString() string { return t.String() }

// LogValue is String.
func (t SessionToken) LogValue() slog.Value { return slog.StringValue(t.String()) }
