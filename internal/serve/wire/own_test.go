package wire

import "testing"

// REQ A-20: what a sign-in hands on through the browser is not logged.
func TestSecretsOfASignInAreNotLogged(t *testing.T) {
	for query, want := range map[string]string{
		"":                                      "",
		"limit=5&q=heat":                        "limit=5&q=heat",
		"client_id=c&state=s3cret&scope=ai":     "client_id=c&state=REDACTED&scope=ai",
		"code=kdc_x&iss=https://a&state=s":      "code=REDACTED&iss=https://a&state=REDACTED",
		"next=%2Foauth%2Fauthorize%3Fstate%3Ds": "next=REDACTED",
		"%6eext=x&st%61te=y&q=a%20b":            "%6eext=REDACTED&st%61te=REDACTED&q=a%20b",
		"token=kdo_x&refresh_token=kdr_x":       "token=REDACTED&refresh_token=REDACTED",
		"%zz=kdo_x&code_challenge=abc":          "%zz=REDACTED&code_challenge=abc",
		"code":                                  "code=REDACTED",
		"key=k&code_verifier=v&password=p":      "key=REDACTED&code_verifier=REDACTED&password=REDACTED",
	} {
		if got := Redacted(query); got != want {
			t.Errorf("%q is logged as %q, want %q", query, got, want)
		}
	}
	for query, want := range map[string]string{
		"":                            "",
		"title=The+Keeper&budget=12m": "title=REDACTED&budget=REDACTED",
		"prompt":                      "prompt=REDACTED",
	} {
		if got := RedactedValues(query); got != want {
			t.Errorf("%q is logged as %q, want %q", query, got, want)
		}
	}
	// What an answer depends on is the whole question but the key.
	if got := question("state=a&key=k&code=b"); got != "state=a&code=b" {
		t.Errorf("question = %q", got)
	}
	for _, id := range []string{"kdo_0123456789", "x-kdr_0123456789", "kdc_0123456789"} {
		if wellFormed(id) {
			t.Errorf("%s names a request", id)
		}
	}
}
