package access

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// everywhere puts a secret into a text in the ways that it comes.
func everywhere(secret string) []string {
	once := url.QueryEscape(strings.ReplaceAll(secret, "_", "%5F"))
	all := []string{
		secret, "?q=" + secret + "&limit=5", "/api/v2/films/" + secret, `{"q":"` + secret + `"}`, "Bearer " + secret,
		"x" + secret, secret + "/", secret + secret, "a " + strings.ToUpper(secret[:4]) + secret[4:] + " b", "100%" + secret + "%",
		strings.ReplaceAll(secret, "_", "%5f"), "%6B" + secret[1:], once, url.QueryEscape(once), url.PathEscape(url.QueryEscape(once)),
		"%%36%42" + secret[1:], // what is decoded twice only then is a letter
	}
	var each strings.Builder
	for _, c := range []byte(secret) {
		fmt.Fprintf(&each, "%%%02x", c)
	}
	return append(all, each.String(), "q="+url.QueryEscape(each.String()))
}

// told reports whether a text, as it stands or decoded, holds ten characters of a
// secret's random part.
func told(text, secret string) bool {
	random := secret[len(secret)-30:]
	for range 4 {
		for i := range 20 {
			if strings.Contains(text, random[i:i+10]) {
				return true
			}
		}
		decoded, err := url.QueryUnescape(text)
		if err != nil {
			return false
		}
		text = decoded
	}
	return false
}

func secrets() []string {
	return []string{
		NewToken(false).Reveal(), NewToken(true).Reveal(), NewSessionToken().Reveal(), NewGrantToken(GrantCode).Reveal(),
		NewGrantToken(GrantAccess).Reveal(), NewGrantToken(GrantRefresh).Reveal(),
	}
}

// REQ: a secret of ours is known by its form, wherever it stands and
// however often it was percent-encoded.
func TestSecretsAreRedactedByTheirForm(t *testing.T) {
	for _, secret := range secrets() {
		for _, text := range everywhere(secret) {
			got := Redact(text)
			if told(got, secret) || !strings.Contains(got, "REDACTED") {
				t.Errorf("%q is redacted as %q", text, got)
			}
			if again := Redact(got); again != got {
				t.Errorf("%q is redacted again as %q", got, again)
			}
		}
		// A mistyped secret tells nearly as much as the right one.
		mistyped := secret[:20] + "-" + secret[21:30] + "é" + secret[32:]
		if got := Redact(mistyped); told(got, secret) {
			t.Errorf("%q is redacted as %q", mistyped, got)
		}
	}
	for text, want := range map[string]string{
		"Authorization: Bearer abcdefghij.klmnopqrst-uvw":                             "Authorization: Bearer REDACTED",
		"Authorization=Basic+dXNlcjpwYXNzd29yZDEyMzQ1":                                "Authorization=Basic+REDACTED",
		"postgres://kinodex:correct-horse@db/none":                                    "postgres://kinodex:REDACTED@db/none",
		"GET /objects/a?expires=1&name=f&signature=0123456789abcdef":                  "GET /objects/a?expires=1&name=f&signature=REDACTED",
		"x?X-Amz-Signature=0123456789abcdef&X-Amz-Date=1":                             "x?X-Amz-Signature=REDACTED&X-Amz-Date=1",
		"id_token eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJodHRwcyJ9.c2lnbmF0dXJl was refused": "id_token REDACTED was refused",
	} {
		if got := Redact(text); got != want {
			t.Errorf("%q is redacted as %q, want %q", text, got, want)
		}
	}
}

// What is no secret stays as it is, letter for letter.
func TestWhatIsNoSecretIsNotRedacted(t *testing.T) {
	for _, text := range []string{
		"", "q=basic%20instinct&limit=5", "q=bearer+of+bad+news", "100%", "%zz%", "q=%2541", "monkey=1", "kdx_", "kdx_live_", "kds_", "tt0113277",
		"key_01ABCDEF", "/api/v2/films/stream", "kdx_live_ab12…", "kdx_live_ab12", "https://kinodex.example:8080/a@b", "signature=", "eyJ.a.b",
		"Backdoor_2019_director's_cut", "q=am%C3%A9lie",
	} {
		if got := Redact(text); got != text {
			t.Errorf("%q is redacted as %q", text, got)
		}
	}
}

// Redacting takes time in proportion to the text, however it is encoded: for eight
// times the text some eight times the processor time, where quadratic work takes 64.
func TestRedactingTakesLinearTime(t *testing.T) {
	for _, text := range []func(n int) string{
		func(n int) string { return strings.Repeat("%25", n) },
		func(n int) string { return strings.Repeat("%", 2*n) + strings.Repeat("25", n) },
		func(n int) string { return strings.Repeat("kdx_live_", n/4) },
	} {
		took := func(n int) time.Duration {
			best, text := time.Hour, text(n)
			for range 3 {
				began := processorTime(t)
				Redact(text)
				best = min(best, processorTime(t)-began)
			}
			return best
		}
		if short, long := took(1<<14), took(1<<17); long > 32*short+20*time.Millisecond {
			t.Errorf("%.9s…: %v for eight times the text of %v", text(4), long, short)
		}
	}
}

// processorTime is what this process has used so far.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var used unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

type speaker struct{ words string }

func (s speaker) LogValue() slog.Value { return slog.StringValue(s.words) }

// REQ A-20: whatever is handed to a log, in whatever kind of value.
func TestALogHidesSecrets(t *testing.T) {
	for _, secret := range secrets() {
		var out bytes.Buffer
		log := slog.New(RedactingHandler(RedactingHandler(slog.NewJSONHandler(&out, nil))))
		log.Info("said "+secret, "a", secret, "b", errors.New("no "+secret), "c", []string{secret}, "d", struct{ T string }{secret},
			slog.Group("g", "h", secret, slog.Group("i", "j", secret)), "k", speaker{secret}, "l", map[string]any{"m": secret}, secret, 1)
		log.With("n", secret).WithGroup("o").With("p", errors.New(secret)).Info("all", "q", url.QueryEscape(secret), "r", 5)
		log.LogAttrs(context.Background(), slog.LevelDebug, secret)
		if strings.Count(out.String(), "\n") != 2 || !strings.Contains(out.String(), `"r":5`) || told(out.String(), secret) {
			t.Errorf("the log tells %s", out.String())
		}
	}
}

func BenchmarkRedact(b *testing.B) {
	for _, text := range []string{"/api/v2/films", "q=blade%20runner&min_rating=7&sort=year:desc&limit=50"} {
		b.Run(text[:5], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Redact(text)
			}
		})
	}
}
