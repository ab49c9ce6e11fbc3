package ledger

import (
	"crypto/sha256"
	"encoding/hex"
	"time"

	"kinodex/internal/access"
)

// Key is one key of an account, without the key.
type Key struct {
	ID      string
	Account string
	Name    string
	Hash    Hash
	Prefix  string // its first characters, for listings
	Last4   string // its last four
	Scopes  access.Scopes
	Sandbox bool
	// Own is set on a key that its account made itself.
	Own     bool
	Created time.Time
	// Expires, Revoked and LastUsed are zero when the key never expires, was
	// not revoked, was not used.
	Expires, Revoked, LastUsed time.Time
}

// Good reports whether the key opens anything at a time, if its account is let
// in.
func (k Key) Good(at time.Time) bool {
	return k.Revoked.IsZero() && (k.Expires.IsZero() || at.Before(k.Expires))
}

// Status is active, expired or revoked.
func (k Key) Status(at time.Time) string {
	switch {
	case !k.Revoked.IsZero():
		return "revoked"
	case !k.Good(at):
		return "expired"
	}
	return "active"
}

// NewKey makes a key for an account, and the token that only its owner gets.
func NewKey(account, name string, scopes access.Scopes, sandbox bool, at time.Time) (Key, access.Token) {
	t := access.NewToken(sandbox)
	return Key{
		ID:      "key_" + access.RandomBase62(16),
		Account: account,
		Name:    name,
		Hash:    t.Hash(),
		Prefix:  t.Prefix(),
		Last4:   t.Last4(),
		Scopes:  scopes,
		Sandbox: sandbox,
		Created: at,
	}, t
}

// SessionFor is how long a web session lasts.
const SessionFor = 14 * 24 * time.Hour

// MostSessions is how many sessions an account may have: the oldest ends when one more
// begins.
const MostSessions = 50

// Session is one web session of an account, without its token.
type Session struct {
	Hash             Hash
	Account          string
	Created, Expires time.Time
	// Used is when it was last used, to the minute; zero when it never was. From is
	// roughly where from, Agent by which browser, in words.
	Used        time.Time
	From, Agent string
}

// ID names a session for its owner. It opens nothing.
func (s Session) ID() string {
	sum := sha256.Sum256(append([]byte("session id "), s.Hash[:]...))
	return "ses_" + hex.EncodeToString(sum[:8])
}

// NewSession makes a session for an account, and the token that goes into the
// cookie of its owner and nowhere else.
func NewSession(account string, at time.Time) (Session, access.SessionToken) {
	t := access.NewSessionToken()
	return Session{Hash: t.Hash(), Account: account, Created: at, Expires: at.Add(SessionFor)}, t
}

// Good reports whether the session is still on at a time.
func (s Session) Good(at time.Time) bool { return at.Before(s.Expires) }
