package access

import (
	"fmt"
	"strings"
	"testing"

	"kinodex/internal/fault"
)

func TestLinkTokensHaveTheirForm(t *testing.T) {
	for kind, prefix := range linkPrefixes {
		token := NewLinkToken(LinkKind(kind))
		secret := token.Reveal()
		if again, err := ParseLinkToken(LinkKind(kind), secret); err != nil || again != token || !strings.HasPrefix(secret, prefix) || len(secret) != 50 {
			t.Errorf("%s: %v", secret, err)
		}
		if printed := fmt.Sprintf("%v %+v %#v %s", token, token, token, token.LogValue()); strings.Contains(printed, secret[4:20]) {
			t.Errorf("printed, it is %s", printed)
		}
		if told := Redact("GET /x?token=" + secret); strings.Contains(told, secret[4:20]) {
			t.Errorf("a log tells %s", told)
		}
		for _, bad := range []string{"", prefix, secret + "0", secret[:49], secret[:49] + "-", linkPrefixes[(kind+1)%len(linkPrefixes)] + secret[4:], NewResetToken().Reveal()} {
			if _, err := ParseLinkToken(LinkKind(kind), bad); !fault.Is(err, fault.InvalidKey) && !fault.Is(err, fault.NotFound) {
				t.Errorf("%q: %v", bad, err)
			}
		}
	}
}
