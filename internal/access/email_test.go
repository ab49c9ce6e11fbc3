package access

import (
	"strings"
	"testing"

	"kinodex/internal/fault"
)

func TestAnEmailHasOneSpelling(t *testing.T) {
	for given, want := range map[string]Email{
		"ida@example.com":                      "ida@example.com",
		"  Ida.Lupino+Films@EXAMPLE.com\n":     "ida.lupino+films@example.com",
		"åke@exämple.se":                       "åke@exämple.se",
		"a@b.c":                                "a@b.c",
		"o'hara@mail.example.co.uk":            "o'hara@mail.example.co.uk",
		strings.Repeat("a", 64) + "@b.example": Email(strings.Repeat("a", 64) + "@b.example"),
	} {
		if got, err := ParseEmail(given); got != want || err != nil {
			t.Errorf("ParseEmail(%q) = %q, %v, want %q", given, got, err, want)
		}
	}
}

func TestWhatIsNoEmailIsRefused(t *testing.T) {
	for _, bad := range []string{
		"", "@", "ida", "ida@", "@example.com", "ida@localhost", "ida@example..com", "ida@.com", "ida@example.com.",
		"ida lupino@example.com", "ida\x00@example.com", "ida@exam ple.com", "ida@-example.com", "ida@example-.com",
		"Ida <ida@example.com>", "ida,åke@example.com", "a@b@example.com", "ida@[192.0.2.1]", "ida\u200b@example.com",
		strings.Repeat("a", 65) + "@example.com", "a@" + strings.Repeat("a.", 130) + "com", "ida\xff@example.com",
	} {
		if got, err := ParseEmail(bad); !fault.Is(err, fault.InvalidParameter) || got != "" {
			t.Errorf("ParseEmail(%q) = %q, %v", bad, got, err)
		}
	}
}

func FuzzParseEmail(f *testing.F) {
	for _, s := range []string{"ida@example.com", " A@b.C ", "a@b@c.d", "@", "İ@example.com"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		email, err := ParseEmail(s)
		if err != nil {
			return
		}
		if again, err := ParseEmail(string(email)); again != email || err != nil {
			t.Errorf("%q is spelt %q, which is spelt %q, %v", s, email, again, err)
		}
	})
}
