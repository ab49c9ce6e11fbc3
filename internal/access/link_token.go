package access

import (
	"crypto/sha256"
	"log/slog"
	"strings"

	"kinodex/internal/fault"
)

// LinkToken is the secret of a link that signs in, that lets somebody open an account, or
// that shows a forecast. Like a Token it ends in a checksum and is stored as a hash, and printing it
// reveals nothing.
//
//	kdl_, kdi_ or kdf_ + 40 random base62 + 6 checksum base62
type LinkToken struct{ text string }

// LinkKind is what a LinkToken is for.
type LinkKind uint8

// The kinds.
const (
	LinkSignIn   LinkKind = iota // begins a session of an account, once
	LinkInvite                   // opens an account, once
	LinkForecast                 // shows a forecast that somebody sent
)

var linkPrefixes = [...]string{LinkSignIn: "kdl_", LinkInvite: "kdi_", LinkForecast: "kdf_"}

const linkLen = len("kdl_") + 40 + checkLen

// NewLinkToken returns a new token with 238 random bits.
func NewLinkToken(kind LinkKind) LinkToken {
	body := linkPrefixes[kind] + RandomBase62(linkLen-len("kdl_")-checkLen)
	return LinkToken{body + checksum(body)}
}

// ParseLinkToken reads a token of a kind. A malformed one, or one whose checksum does
// not hold, gets the same fault as one that is unknown.
func ParseLinkToken(kind LinkKind, s string) (LinkToken, error) {
	if len(s) != linkLen || !strings.HasPrefix(s, linkPrefixes[kind]) || checksum(s[:linkLen-checkLen]) != s[linkLen-checkLen:] {
		if kind == LinkForecast {
			return LinkToken{}, ErrNoForecast()
		}
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

// ErrNoForecast returns the fault for a link to a forecast that is malformed, unknown, revoked
// or expired, or whose sender's account is not let in; it does not tell which.
func ErrNoForecast() error {
	return fault.New(fault.NotFound, "this link opens no forecast: its address is not complete, its 30 days are over, or its sender revoked it; "+
		"ask the sender for a new link")
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
