package access

import (
	"crypto/sha256"
	"log/slog"
	"strings"

	"kinodex/internal/fault"
)

// LinkToken is the secret of a link that signs in, or that lets somebody open an
// account. Like a Token it ends in a checksum and is stored as a hash, and printing it
// reveals nothing.
//
//	kdl_ or kdi_ + 40 random base62 + 6 checksum base62
type LinkToken struct{ text string }

// LinkKind is what a LinkToken is for.
type LinkKind uint8

// The kinds.
const (
	LinkSignIn LinkKind = iota // begins a session of an account, once
	LinkInvite                 // opens an account, once
)

var linkPrefixes = [...]string{LinkSignIn: "kdl_", LinkInvite: "kdi_"}

const linkLen = len("kdl_") + 40 + checkLen

// NewLinkToken returns a new token with 238 random bits.
func NewLinkToken(kind LinkKind) LinkToken {
	body := linkPrefixes[kind] + RandomBase62(linkLen-len("kdl_")-checkLen)
	return LinkToken{body + checksum(body)}
}

// ParseLinkToken reads a token of a kind. A malformed one, or one whose checksum does
// not hold, gets the same fault as one that was used.
func ParseLinkToken(kind LinkKind, s string) (LinkToken, error) {
	if len(s) != linkLen || !strings.HasPrefix(s, linkPrefixes[kind]) || checksum(s[:linkLen-checkLen]) != s[linkLen-checkLen:] {
		return LinkToken{}, ErrNoLink()
	}
	return LinkToken{s}, nil
}

// ErrNoLink returns the fault for a link that is malformed, unknown, used, replaced or
// expired; it does not tell which.
func ErrNoLink() error {
	return fault.New(fault.InvalidKey, "this link does not work any more: it was used, a newer one was made, or its time is over; "+
		"ask whoever runs this service for another")
}

// Hash returns the SHA-256 under which a ledger stores the token.
func (t LinkToken) Hash() [sha256.Size]byte { return sha256.Sum256([]byte(t.text)) }

// Reveal returns the whole token, for the link.
func (t LinkToken) Reveal() string { return t.text }

// String returns the prefix and an ellipsis.
func (t LinkToken) String() string { return t.text[:min(len("kdl_"), len(t.text))] + "…" }

// GoString is String.
func (t LinkToken) GoString() string { return t.String() }

// LogValue is String.
func (t LinkToken) LogValue() slog.Value { return slog.StringValue(t.String()) }
