package wire

import (
	"testing"

	"kinodex/internal/access"
)

// REQ G-13: a client may name its request, if the name is fit for a log and
// no secret.
func TestRequestIDs(t *testing.T) {
	key := access.NewToken(false).Reveal()
	for given, kept := range map[string]bool{
		"5f0c7a1e-1c9a-4b6e-9a53-0e8f6f4b7d21": true, "req_k7m2vw9xq4t8bn3c": true, "12345678": true, "a.b-c_d.e": true,
		"": false, "1234567": false, string(make([]byte, 20)): false, "with a space": false, "<script>alert(1)": false,
		"line\nbreak-line": false, "ünïcödé-ünïcödé": false, key: false, "x" + key: false, access.NewSessionToken().Reveal(): false,
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": false,
	} {
		got := requestID(map[string][]string{"X-Request-Id": {given}})
		if (got == given) != kept || !wellFormed(got) {
			t.Errorf("%q became %q", given, got)
		}
	}
	if got := requestID(map[string][]string{"X-Request-Id": {"12345678", "23456789"}}); len(got) != 20 {
		t.Errorf("two became %q", got)
	}
}
