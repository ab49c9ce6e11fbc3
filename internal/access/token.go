package access

import (
	"crypto/rand"
	"crypto/sha256"
	"hash/crc32"
	"log/slog"
	"strings"
)

// Token is an API key as its owner holds it:
//
//	kdx_live_ or kdx_test_ (sandbox) + 32 random base62 + 6 checksum base62
//
// The random part has 190 bits. The checksum is the CRC-32 (IEEE) of what stands before
// it, so that a mistyped key, and a false alarm of a secret scanner, are recognised
// without a store (REQ A-04). Printing and logging a Token shows its prefix only;
// Reveal returns it whole.
type Token struct{ text string }

const (
	livePrefix = "kdx_live_"
	testPrefix = "kdx_test_"
	randomLen  = 32
	checkLen   = 6
	tokenLen   = len(livePrefix) + randomLen + checkLen
	shownLen   = len(livePrefix) + 4
)

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// NewToken returns a new key, of the sandbox or a live one, from the system's random
// source.
func NewToken(sandbox bool) Token {
	prefix := livePrefix
	if sandbox {
		prefix = testPrefix
	}
	body := prefix + RandomBase62(randomLen)
	return Token{body + checksum(body)}
}

// ParseToken reads a key. A malformed one, or one whose checksum does not hold, is a
// fault of kind InvalidKey, which does not repeat it. It does not say whether the key
// exists.
func ParseToken(s string) (Token, error) {
	if len(s) != tokenLen || !strings.HasPrefix(s, livePrefix) && !strings.HasPrefix(s, testPrefix) {
		return Token{}, ErrInvalidKey()
	}
	for _, c := range []byte(s[len(livePrefix):]) {
		if strings.IndexByte(base62, c) < 0 {
			return Token{}, ErrInvalidKey()
		}
	}
	body, check := s[:tokenLen-checkLen], s[tokenLen-checkLen:]
	if checksum(body) != check {
		return Token{}, ErrInvalidKey()
	}
	return Token{s}, nil
}

// Sandbox reports whether it is a sandbox key.
func (t Token) Sandbox() bool { return strings.HasPrefix(t.text, testPrefix) }

// Hash returns the SHA-256 under which a ledger stores the key. The random part is too
// long to be found by trying, so neither salt nor slow hash is needed.
func (t Token) Hash() [sha256.Size]byte {
	var buf [tokenLen]byte // spares a copy on the heap for every request
	return sha256.Sum256(append(buf[:0], t.text...))
}

// Prefix returns the part of the key that listings show: its kind and four characters.
func (t Token) Prefix() string { return t.text[:min(shownLen, len(t.text))] }

// Last4 returns the last four characters, which listings show.
func (t Token) Last4() string { return t.text[max(0, len(t.text)-4):] }

// Reveal returns the whole key, for showing it to its owner, once.
func (t Token) Reveal() string { return t.text }

// String returns the prefix and an ellipsis.
func (t Token) String() string { return t.Prefix() + "…" }

// GoString is String, so that %#v reveals nothing either.
func (t Token) GoString() string { return t.String() }

// LogValue is String, for structured logs.
func (t Token) LogValue() slog.Value { return slog.StringValue(t.String()) }

// RandomBase62 returns n base62 characters from the system's random source, each
// equally likely.
func RandomBase62(n int) string {
	out := make([]byte, 0, n)
	var pool [64]byte
	for len(out) < n {
		rand.Read(pool[:]) // never fails
		for _, b := range pool {
			// 248 is the largest multiple of 62 in a byte; above it the
			// remainder would favour the first characters.
			if b < 248 && len(out) < n {
				out = append(out, base62[b%62])
			}
		}
	}
	return string(out)
}

func checksum(body string) string {
	var buf [tokenLen]byte
	sum := crc32.ChecksumIEEE(append(buf[:0], body...))
	var out [checkLen]byte
	for i := checkLen - 1; i >= 0; i-- {
		out[i] = base62[sum%62]
		sum /= 62
	}
	return string(out[:])
}
