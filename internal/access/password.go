package access

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"log/slog"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"

	"kinodex/internal/fault"
)

// PasswordHash is a password as a ledger stores it: argon2id in the PHC string
// format, parameters and salt included. The empty one is no password's. It
// prints as an ellipsis.
type PasswordHash string

// String hides the hash.
func (PasswordHash) String() string { return "…" }

// GoString is String.
func (PasswordHash) GoString() string { return "…" }

// LogValue is String.
func (PasswordHash) LogValue() slog.Value { return slog.StringValue("…") }

// What a hash costs: the least that OWASP advises for argon2id.
const (
	passTime   = 2
	passMemory = 19 << 10 // KiB
	passLanes  = 1
	passSalt   = 16
	passSum    = 32
)

// The bounds of a password, in characters. There are no rules of composition.
const (
	MinPassword = 10
	MaxPassword = 200
)

// Hasher hashes passwords, a few at a time: each takes 19 MiB for tens of
// milliseconds, so that any number at once would take all memory.
type Hasher struct {
	turns chan struct{}
	// nobodys is the hash of a password that nobody knows.
	nobodys PasswordHash
}

// NewHasher gives a hasher that hashes at most so many at a time.
func NewHasher(atOnce int) *Hasher {
	return &Hasher{
		turns:   make(chan struct{}, atOnce),
		nobodys: encode(make([]byte, passSalt), make([]byte, passSum)),
	}
}

// Hash hashes a new password. One that is too short or too long is a fault that
// does not repeat it. It waits for its turn, but not beyond ctx.
func (h *Hasher) Hash(ctx context.Context, password string) (PasswordHash, error) {
	if n := utf8.RuneCountInString(password); n < MinPassword || n > MaxPassword || !utf8.ValidString(password) {
		return "", fault.Param("password", fmt.Sprintf("%d to %d characters", MinPassword, MaxPassword))
	}
	salt := make([]byte, passSalt)
	rand.Read(salt) // never fails
	sum, err := h.sum(ctx, password, salt)
	return encode(salt, sum), err
}

// Matches reports whether the password is that of the hash. It takes the same
// time when the hash is empty or damaged, so that nobody learns by asking which
// accounts have a password.
func (h *Hasher) Matches(ctx context.Context, password string, hash PasswordHash) (bool, error) {
	salt, want, ok := decode(hash)
	if !ok {
		salt, want, _ = decode(h.nobodys)
	}
	if len(password) > 4*MaxPassword {
		password, ok = "", false
	}
	sum, err := h.sum(ctx, password, salt)
	return subtle.ConstantTimeCompare(sum, want) == 1 && ok && err == nil, err
}

func (h *Hasher) sum(ctx context.Context, password string, salt []byte) ([]byte, error) {
	select {
	case h.turns <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-h.turns }()
	return argon2.IDKey([]byte(password), salt, passTime, passMemory, passLanes, passSum), nil
}

var phcBase64 = base64.RawStdEncoding

// phc is all before the salt. A stored hash with other parameters is of another
// program.
var phc = fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$", argon2.Version, passMemory, passTime, passLanes)

func encode(salt, sum []byte) PasswordHash {
	return PasswordHash(phc + phcBase64.EncodeToString(salt) + "$" + phcBase64.EncodeToString(sum))
}

func decode(hash PasswordHash) (salt, sum []byte, ok bool) {
	rest, ours := strings.CutPrefix(string(hash), phc)
	first, second, _ := strings.Cut(rest, "$")
	salt, err1 := phcBase64.DecodeString(first)
	sum, err2 := phcBase64.DecodeString(second)
	return salt, sum, ours && err1 == nil && err2 == nil && len(salt) == passSalt && len(sum) == passSum
}
