package access

import (
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"testing"

	"kinodex/internal/fault"
)

// REQ A-18
func TestGrantTokensHaveTheirForm(t *testing.T) {
	for kind, prefix := range map[GrantKind]string{GrantCode: "kdc_", GrantAccess: "kdo_", GrantRefresh: "kdr_"} {
		form := regexp.MustCompile("^" + prefix + "[0-9A-Za-z]{46}$")
		token := NewGrantToken(kind)
		if !form.MatchString(token.Reveal()) || IsGrantToken(token.Reveal()) != (kind == GrantAccess) {
			t.Errorf("%s is not of the form", token.Reveal())
		}
		for other := GrantCode; other <= GrantRefresh; other++ {
			got, err := ParseGrantToken(other, token.Reveal())
			if (err == nil) != (kind == other) || err == nil && got != token {
				t.Errorf("kind %d read as %d: %v, %v", kind, other, got, err)
			}
		}
	}
}

// REQ A-19
func TestMistypedGrantTokensAreRecognised(t *testing.T) {
	good := NewGrantToken(GrantAccess).Reveal()
	bad := []string{"", "kdo_", good + "0", good[:len(good)-1], " " + good, strings.Repeat("k", 1<<16)}
	for i := range good {
		for _, c := range "0aZ_é" {
			if changed := good[:i] + string(c) + good[i+1:]; changed != good {
				bad = append(bad, changed)
			}
		}
	}
	for _, s := range bad {
		if _, err := ParseGrantToken(GrantAccess, s); !fault.Is(err, fault.InvalidKey) || len(s) > 8 && strings.Contains(err.Error(), s) {
			t.Errorf("ParseGrantToken(%.80q) = %v", s, err)
		}
	}
}

func TestPrintingAGrantTokenDoesNotRevealIt(t *testing.T) {
	token := NewGrantToken(GrantRefresh)
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Info("made", "token", token, "in", struct{ T GrantToken }{token})
	text := fmt.Sprintf("%s %v %+v %#v %q %v", token, token, token, token, token, []GrantToken{token}) + log.String()
	if strings.Contains(text, token.Reveal()[10:30]) || !strings.Contains(text, "kdr_…") {
		t.Errorf("%q", text)
	}
	if got := fmt.Sprint(GrantToken{}); got != "…" {
		t.Errorf("the zero token prints %q", got)
	}
}

func FuzzParseGrantToken(f *testing.F) {
	f.Add(NewGrantToken(GrantAccess).Reveal())
	f.Add("kdo_")
	f.Fuzz(func(t *testing.T, s string) {
		if token, err := ParseGrantToken(GrantAccess, s); err == nil && (token.Reveal() != s || !IsGrantToken(s)) {
			t.Errorf("%q passed", s)
		}
	})
}
