package access

import (
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"testing"

	"kinodex/internal/fault"
)

// REQ A-04
func TestTokensHaveTheirForm(t *testing.T) {
	form := regexp.MustCompile(`^kdx_(live|test)_[0-9A-Za-z]{32}[0-9A-Za-z]{6}$`)
	seen := map[string]bool{}
	for i := range 1000 {
		token := NewToken(i%2 == 1)
		if !form.MatchString(token.Reveal()) || token.Sandbox() != (i%2 == 1) || seen[token.Reveal()] {
			t.Fatalf("%s is not a fresh token", token.Reveal())
		}
		seen[token.Reveal()] = true
		if got, err := ParseToken(token.Reveal()); err != nil || got != token {
			t.Fatalf("ParseToken = %v, %v", got, err)
		}
	}
}

// The checksum is part of the format that secret scanners know.
func TestChecksumStaysWhatItIs(t *testing.T) {
	body := "kdx_live_" + strings.Repeat("0", 32)
	if got := checksum(body); got != "0mbpSi" {
		t.Errorf("checksum = %s", got)
	}
}

func TestMistypedTokensAreRecognised(t *testing.T) {
	good := NewToken(false).Reveal()
	for i := range good {
		for _, c := range []byte("0aZ_-é") {
			if bad := good[:i] + string(c) + good[i+1:]; bad != good {
				refuse(t, bad)
			}
		}
	}
	for _, bad := range []string{"", "kdx_live_", good + "0", good[:len(good)-1], " " + good, strings.ToUpper(good),
		strings.Replace(good, "live", "test", 1), strings.Repeat("k", 1<<16), "Bearer " + good} {
		refuse(t, bad)
	}
}

// REQ A-06, E-12
func refuse(t *testing.T, bad string) {
	t.Helper()
	_, err := ParseToken(bad)
	if !fault.Is(err, fault.InvalidKey) {
		t.Errorf("ParseToken(%q) = %v, want a refusal", bad, err)
	}
	if err != nil && len(bad) > 8 && strings.Contains(err.Error(), bad) {
		t.Errorf("the refusal repeats the key: %v", err)
	}
}

// REQ A-20
func TestPrintingATokenDoesNotRevealIt(t *testing.T) {
	token := NewToken(false)
	var log strings.Builder
	logger := slog.New(slog.NewTextHandler(&log, nil))
	logger.Info("made", "token", token, "tokens", []Token{token}, "in", struct{ T Token }{token})
	for _, text := range []string{
		fmt.Sprint(token), fmt.Sprintf("%s %v %+v %#v %q", token, token, token, token, token),
		fmt.Sprintf("%v %+v", []Token{token}, struct{ T Token }{token}), log.String(),
	} {
		if strings.Contains(text, token.Reveal()) || strings.Contains(text, token.Reveal()[20:40]) {
			t.Errorf("%q reveals the token", text)
		}
	}
	if token.Prefix() != token.Reveal()[:13] || token.Last4() != token.Reveal()[43:] {
		t.Errorf("listed as %s…%s, token is %s", token.Prefix(), token.Last4(), token.Reveal())
	}
}

// Each character is as likely as another: over 62,000 draws of 62, no count
// strays six deviations from 1,000.
func TestRandomBase62IsUniform(t *testing.T) {
	var counts [256]int
	for _, c := range []byte(RandomBase62(62_000)) {
		counts[c]++
	}
	for _, c := range []byte(base62) {
		if counts[c] < 810 || counts[c] > 1190 {
			t.Errorf("%c came %d times, want about 1,000", c, counts[c])
		}
	}
}

func FuzzParseToken(f *testing.F) {
	f.Add(NewToken(true).Reveal())
	f.Add("kdx_live_")
	f.Add(strings.Repeat("é", 30))
	f.Fuzz(func(t *testing.T, s string) {
		token, err := ParseToken(s)
		if err == nil && (token.Reveal() != s || len(s) != tokenLen || checksum(s[:tokenLen-checkLen]) != s[tokenLen-checkLen:]) {
			t.Errorf("%q passed", s)
		}
	})
}

func BenchmarkParseToken(b *testing.B) {
	s := NewToken(false).Reveal()
	for b.Loop() {
		if _, err := ParseToken(s); err != nil {
			b.Fatal(err)
		}
	}
}

// REQ: the key that is published has the form of a sandbox key.
func TestThePlaygroundsKeyIsAKey(t *testing.T) {
	if token, err := ParseToken(Playground); err != nil || !token.Sandbox() {
		t.Errorf("%v, %v", token, err)
	}
}
