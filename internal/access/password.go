package access

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"log/slog"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"

	"kinodex/internal/fault"
)

// PasswordHash is a password as a ledger stores it: argon2id in the PHC string
// format, with parameters and salt. The empty one matches no password. It prints as an
// ellipsis.
type PasswordHash string

// String hides the hash.
func (PasswordHash) String() string { return "…" }

// GoString is String.
func (PasswordHash) GoString() string { return "…" }

// LogValue is String.
func (PasswordHash) LogValue() slog.Value { return slog.StringValue("…") }

// The cost of a hash: the minimum that OWASP recommends for argon2id.
const (
	passTime   = 2
	passMemory = 19 << 10 // KiB
	passLanes  = 1
	passSalt   = 16
	passSum    = 32
)

// The bounds of a password, in characters. There are no rules of composition beyond
// those of checkPassword.
const (
	MinPassword = 10
	MaxPassword = 200
)

// Hasher hashes passwords, a bounded number at a time, since each takes 19 MiB for
// tens of milliseconds. It is safe for concurrent use.
type Hasher struct {
	slots chan struct{} // a semaphore
	// decoy is compared with where there is no hash, so that this takes as long.
	decoy PasswordHash
}

// NewHasher returns a hasher that hashes at most atOnce passwords at a time.
func NewHasher(atOnce int) *Hasher {
	return &Hasher{
		slots: make(chan struct{}, atOnce),
		decoy: encode(make([]byte, passSalt), make([]byte, passSum)),
	}
}

// checkPassword returns a fault of the parameter password, which does not repeat it, for
// one that an account of this email may not have. It says what to choose instead.
func checkPassword(of Email, password string) error {
	size := fmt.Sprintf("%d to %d characters", MinPassword, MaxPassword)
	local := string(of)[:max(0, strings.LastIndexByte(string(of), '@'))]
	seen := strings.TrimSpace(strings.Map(visible, norm.NFKC.String(password)))
	switch n := utf8.RuneCountInString(password); {
	case n < MinPassword || n > MaxPassword || !utf8.ValidString(password):
		return fault.Param("password", size)
	case strings.ContainsFunc(password, unicode.IsControl):
		return fault.Param("password", size+" without control characters such as tabs; type letters, digits, signs and blanks")
	case seen == "":
		return fault.Param("password", size+", not only blanks; several words that do not belong together are good")
	case of != "" && (strings.EqualFold(seen, string(of)) || strings.EqualFold(seen, local)):
		return fault.Param("password", size+" and other than your email; several words that do not belong together are good")
	}
	return nil
}

// visible returns a letter or sign as it is, and -1 for what nobody sees: marks that only format
// a text, and letters that are blank.
func visible(r rune) rune {
	switch {
	case unicode.Is(unicode.Cf, r), r == '\u2800', r == '\u3164', r == '\u115f', r == '\u1160', r == '\uffa0':
		return -1
	}
	return r
}

// Hash returns the hash of a new password for the account of an email, empty for none, with
// a salt of its own. The error is that of checkPassword, or that of ctx when it ends before
// there is a slot. Passwords that were set before a rule match as ever.
func (h *Hasher) Hash(ctx context.Context, of Email, password string) (PasswordHash, error) {
	if err := checkPassword(of, password); err != nil {
		return "", err
	}
	salt := make([]byte, passSalt)
	rand.Read(salt) // never fails
	sum, err := h.sum(ctx, password, salt)
	return encode(salt, sum), err
}

// Matches reports whether the password is that of the hash. It takes the same time
// when the hash is empty or damaged, so that the time of an answer does not tell which
// accounts have a password. The error is that of ctx when it ends before there is a
// slot.
func (h *Hasher) Matches(ctx context.Context, password string, hash PasswordHash) (bool, error) {
	salt, want, ok := decode(hash)
	if !ok {
		salt, want, _ = decode(h.decoy)
	}
	if len(password) > 4*MaxPassword {
		password, ok = "", false
	}
	sum, err := h.sum(ctx, password, salt)
	return subtle.ConstantTimeCompare(sum, want) == 1 && ok && err == nil, err
}

func (h *Hasher) sum(ctx context.Context, password string, salt []byte) ([]byte, error) {
	select {
	case h.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-h.slots }()
	return argon2.IDKey([]byte(password), salt, passTime, passMemory, passLanes, passSum), nil
}

var phcBase64 = base64.RawStdEncoding

// phcPrefix is what stands before the salt. A hash with other parameters was not made
// here and matches nothing.
var phcPrefix = fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$", argon2.Version, passMemory, passTime, passLanes)

func encode(salt, sum []byte) PasswordHash {
	return PasswordHash(phcPrefix + phcBase64.EncodeToString(salt) + "$" + phcBase64.EncodeToString(sum))
}

func decode(hash PasswordHash) (salt, sum []byte, ok bool) {
	rest, ours := strings.CutPrefix(string(hash), phcPrefix)
	first, second, _ := strings.Cut(rest, "$")
	salt, err1 := phcBase64.DecodeString(first)
	sum, err2 := phcBase64.DecodeString(second)
	return salt, sum, ours && err1 == nil && err2 == nil && len(salt) == passSalt && len(sum) == passSum
}
