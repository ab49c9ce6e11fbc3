package access

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kinodex/internal/fault"
)

func TestAPasswordMatchesItsHashOnly(t *testing.T) {
	h := NewHasher(2)
	const password = "correct horse battery staple"
	first, err := h.Hash(t.Context(), "", password)
	if err != nil || !strings.HasPrefix(string(first), "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Fatalf("hash = %q, %v", string(first), err)
	}
	second, err := h.Hash(t.Context(), "", password)
	if err != nil || second == first {
		t.Errorf("the same password has the same hash twice (%v)", err)
	}
	for _, c := range []struct {
		name, password string
		hash           PasswordHash
		want           bool
	}{
		{"the password", password, first, true},
		{"the password, its other hash", password, second, true},
		{"another password", password + ".", first, false},
		{"nothing", "", first, false},
		{"no hash", password, "", false},
		{"nothing and no hash", "", "", false},
		{"a damaged hash", password, first[:len(first)-4], false},
		{"a hash with other costs", password, PasswordHash(strings.Replace(string(first), "t=2", "t=1", 1)), false},
		{"a password of a megabyte", strings.Repeat("a", 1<<20), first, false},
	} {
		if got, err := h.Matches(t.Context(), c.password, c.hash); got != c.want || err != nil {
			t.Errorf("%s: %v, %v", c.name, got, err)
		}
	}
}

// The stored form is one that other programs write and read.
func TestHashesAreInPHCFormat(t *testing.T) {
	salt, sum, ok := decode("$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQxMjM0NTY3OA$" + PasswordHash(strings.Repeat("A", 43)))
	if !ok || string(salt) != "somesalt12345678" || len(sum) != passSum {
		t.Errorf("salt = %q, sum = %x, %v", salt, sum, ok)
	}
}

func TestPasswordsHaveBounds(t *testing.T) {
	h := NewHasher(1)
	for _, bad := range []string{"", "short", strings.Repeat("a", MaxPassword+1), "long enough \xff"} {
		_, err := h.Hash(t.Context(), "", bad)
		if !fault.Is(err, fault.InvalidParameter) || len(bad) > 0 && strings.Contains(err.Error(), bad) {
			t.Errorf("Hash(%q) = %v, want a refusal that does not repeat it", bad, err)
		}
	}
	if _, err := h.Hash(t.Context(), "", strings.Repeat("å", MinPassword)); err != nil {
		t.Errorf("a password of %d letters: %v", MinPassword, err)
	}
}

// What whoever knows the email tries first is no password, nor is what cannot be seen.
func TestAPasswordIsNotWhatAnybodyGuesses(t *testing.T) {
	h := NewHasher(1)
	for bad, told := range map[string]string{
		"ida.lovelace@example.com":   "other than your email",
		"IDA.Lovelace@Example.COM":   "other than your email",
		" ida.lovelace@example.com ": "other than your email",
		"ida.lovelace":               "other than your email",
		"Ida.LOVELACE":               "other than your email",
		"            ":               "not only blanks",
		"\u00a0\u2003\u3000\u00a0\u2003\u3000\u00a0\u2003\u3000\u00a0": "not only blanks",
		strings.Repeat("\u200b", 12):                                   "not only blanks",
		strings.Repeat("\u2800\u3164\u00ad", 4):                        "not only blanks",
		"ida.lovelace@example.com\u200b":                               "other than your email",
		"ｉｄａ.lovelace@example.com":                                     "other than your email",
		"long enough\x00":                                              "control characters",
		"long\tenough":                                                 "control characters",
		"long enough\u0085":                                            "control characters",
	} {
		if _, err := h.Hash(t.Context(), "ida.lovelace@example.com", bad); !fault.Is(err, fault.InvalidParameter) || !strings.Contains(err.Error(), told) || strings.Contains(err.Error(), bad) {
			t.Errorf("Hash(%q) = %v, want a refusal that tells %q", bad, err, told)
		}
	}
	for _, good := range []string{"eve.lovelace@example.com", "ida.lovelace!", " spaces are fine "} {
		if _, err := h.Hash(t.Context(), "ida.lovelace@example.com", good); err != nil {
			t.Errorf("Hash(%q) = %v", good, err)
		}
	}
}

// However many ask at once, only so many hash; whoever will not wait gets out.
func TestHashingTakesTurns(t *testing.T) {
	h := NewHasher(1)
	h.slots <- struct{}{}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := h.Hash(ctx, "", "correct horse"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("while another hashes: %v", err)
	}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if _, err := h.Hash(t.Context(), "", "correct horse"); err != nil {
				t.Error(err)
			}
		})
	}
	<-h.slots
	all.Wait()
}

// Whether an account exists, or has a password, is not told by how long a
// refusal takes.
func TestARefusalTakesAsLongWithoutAPassword(t *testing.T) {
	h := NewHasher(1)
	hash, err := h.Hash(t.Context(), "", "correct horse battery staple")
	if err != nil {
		t.Fatal(err)
	}
	took := func(hash PasswordHash) time.Duration {
		start := time.Now()
		if ok, err := h.Matches(t.Context(), "wrong wrong wrong", hash); ok || err != nil {
			t.Fatal(ok, err)
		}
		return time.Since(start)
	}
	var with, without []time.Duration
	for range 7 {
		with, without = append(with, took(hash)), append(without, took(""))
	}
	if a, b := slices.Min(with), slices.Min(without); a > 3*b || b > 3*a {
		t.Errorf("%v with a password, %v without", a, b)
	}
}

func TestPrintingAHashDoesNotRevealIt(t *testing.T) {
	hash := encode([]byte("somesalt12345678"), make([]byte, passSum))
	token := NewSessionToken()
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Info("made", "hash", hash, "token", token)
	text := log.String() + fmt.Sprintf("%s %v %+v %#v %q %v", hash, hash, hash, hash, hash, struct{ H PasswordHash }{hash}) +
		fmt.Sprintf("%s %v %+v %#v %q %v", token, token, token, token, token, struct{ T SessionToken }{token})
	if strings.Contains(text, "c29tZXNhbHQ") || strings.Contains(text, token.Reveal()[4:20]) {
		t.Errorf("%q reveals a hash or a token", text)
	}
}

func TestResetTokensHaveTheirForm(t *testing.T) {
	token := NewResetToken()
	if got, err := ParseResetToken(token.Reveal()); got != token || err != nil || len(token.Reveal()) != 50 || token == NewResetToken() {
		t.Errorf("%s reads back as %v, %v", token.Reveal(), got, err)
	}
	for _, bad := range []string{"", "kdp_", token.Reveal() + "0", "kds_" + token.Reveal()[4:], token.Reveal()[:49] + "-", NewSessionToken().Reveal()} {
		if _, err := ParseResetToken(bad); !fault.Is(err, fault.InvalidKey) {
			t.Errorf("ParseResetToken(%q) = %v", bad, err)
		}
	}
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Info("made", "token", token)
	told := log.String() + fmt.Sprintf("%s %v %+v %#v %q %v", token, token, token, token, token, struct{ T ResetToken }{token})
	if strings.Contains(told, token.Reveal()[4:20]) {
		t.Errorf("%q reveals a token", told)
	}
}

func TestSessionTokensHaveTheirForm(t *testing.T) {
	token := NewSessionToken()
	if got, err := ParseSessionToken(token.Reveal()); got != token || err != nil || len(token.Reveal()) != 44 {
		t.Errorf("%s reads back as %v, %v", token.Reveal(), got, err)
	}
	for _, bad := range []string{"", "kds_", token.Reveal() + "0", "kdx_" + token.Reveal()[4:], NewToken(false).Reveal()} {
		if _, err := ParseSessionToken(bad); !fault.Is(err, fault.InvalidKey) {
			t.Errorf("ParseSessionToken(%q) = %v", bad, err)
		}
	}
	if NewSessionToken().Hash() == token.Hash() {
		t.Error("two tokens are the same")
	}
}
