package access

import (
	"crypto/sha256"
	"log/slog"
	"strings"

	"kinodex/internal/fault"
)

// ResetToken is the secret of a link that sets a new password. Like a Token it ends in
// a checksum and is stored as a hash, and printing it reveals nothing.
//
//	kdp_ + 40 random base62 + 6 checksum base62
type ResetToken struct{ text string }

const (
	resetPrefix = "kdp_"
	resetLen    = len(resetPrefix) + 40 + checkLen
)

// NewResetToken returns a new token with 238 random bits.
func NewResetToken() ResetToken {
	body := resetPrefix + RandomBase62(resetLen-len(resetPrefix)-checkLen)
	return ResetToken{body + checksum(body)}
}

// ParseResetToken reads a token. A malformed one, or one whose checksum does not hold,
// gets the same fault as one that was used.
func ParseResetToken(s string) (ResetToken, error) {
	if len(s) != resetLen || !strings.HasPrefix(s, resetPrefix) || checksum(s[:resetLen-checkLen]) != s[resetLen-checkLen:] {
		return ResetToken{}, ErrNoReset()
	}
	return ResetToken{s}, nil
}

// ErrNoReset returns the fault for a token that is malformed, unknown, used, replaced
// or expired; it does not tell which.
func ErrNoReset() error {
	return fault.New(fault.InvalidKey, "this link does not work any more: it was used, a newer one was made, or its time is over; "+
		"ask whoever runs this service for another")
}

// Hash returns the SHA-256 under which a ledger stores the token.
func (t ResetToken) Hash() [sha256.Size]byte { return sha256.Sum256([]byte(t.text)) }

// Reveal returns the whole token, for the link.
func (t ResetToken) Reveal() string { return t.text }

// String returns the prefix and an ellipsis.
func (t ResetToken) String() string { return resetPrefix + "…" }

// GoString is String.
func (t ResetToken) GoString() string { return t.String() }

// LogValue is String.
func (t ResetToken) LogValue() slog.Value { return slog.StringValue(t.String()) }
