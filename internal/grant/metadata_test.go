package grant

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// REQ A-18: what a client may say of itself.
func TestMetadataIsRead(t *testing.T) {
	m, err := ParseMetadata([]byte(`{"client_name":" The\u202e Client\u200b ","redirect_uris":["http://127.0.0.1/cb","https://c.example/cb","https://c.example/cb"],
		"token_endpoint_auth_method":"client_secret_post","grant_types":["authorization_code","refresh_token","implicit"],"response_types":["code"],
		"client_uri":"https://c.example","logo_uri":"http://169.254.169.254/","scope":"read","unknown":{"a":1}}`))
	if err != nil || m.Name != "The Client" || m.URI != "https://c.example" || !slices.Equal(m.Redirects, []string{"http://127.0.0.1/cb", "https://c.example/cb"}) {
		t.Errorf("%+v, %v", m, err)
	}
	m, err = ParseMetadata([]byte(`{"redirect_uris":["https://c.example/cb"],"client_uri":"javascript:alert(1)"}`))
	if err != nil || m.Name == "" || m.URI != "" {
		t.Errorf("%+v, %v", m, err)
	}
	for body, code := range map[string]Code{
		``: InvalidMetadata, `[]`: InvalidMetadata, `null`: InvalidRedirect, `{}`: InvalidRedirect, `{"redirect_uris":"x"}`: InvalidMetadata, `{"redirect_uris":[]}`: InvalidRedirect,
		`{"redirect_uris":["https://c.example/"]} {}`:                                                 InvalidMetadata,
		`{"redirect_uris":["http://c.example/"]}`:                                                     InvalidRedirect,
		`{"redirect_uris":["https://c.example/","javascript:x"]}`:                                     InvalidRedirect,
		`{"redirect_uris":[` + strings.Repeat(`"https://c.example/",`, 10) + `"https://c.example/"]}`: InvalidRedirect,
		`{"redirect_uris":["https://c.example/"],"token_endpoint_auth_method":"private_key_jwt"}`:     InvalidMetadata,
		`{"redirect_uris":["https://c.example/"],"grant_types":["client_credentials"]}`:               InvalidMetadata,
		`{"redirect_uris":["https://c.example/"],"response_types":["token"]}`:                         InvalidMetadata,
		`{"redirect_uris":["https://c.example/"],"client_name":"` + strings.Repeat("n", 101) + `"}`:   InvalidMetadata,
		`{"redirect_uris":["https://c.example/"],"client_name":"` + "\xff" + `"}`:                     InvalidMetadata,
		`{"redirect_uris":["https://c.example/"],"x":"` + strings.Repeat("n", MaxMetadata) + `"}`:     InvalidMetadata,
	} {
		if m, err := ParseMetadata([]byte(body)); err == nil || err.Code != code {
			t.Errorf("%.80s: %+v, %v, want %s", body, m, err, code)
		}
	}
}

const documentID = "https://client.example/oauth/client.json"

func TestADocumentNamesItsClient(t *testing.T) {
	say := func(id, more string) string {
		return fmt.Sprintf(`{"client_id":%q,"client_name":"C","redirect_uris":["http://localhost/cb"]%s}`, id, more)
	}
	c, err := ParseDocument(documentID, []byte(say(documentID, "")))
	if err != nil || c.ID != documentID || c.Host != "client.example" || c.Name != "C" || !c.Redirects.Allow("http://localhost:7/cb") {
		t.Errorf("%+v, %v", c, err)
	}
	for name, body := range map[string]string{
		"another id": say("https://other.example/client.json", ""), "the id in another case": say(strings.ToUpper(documentID), ""),
		"no id": `{"redirect_uris":["http://localhost/cb"]}`, "a secret": say(documentID, `,"client_secret":"x"`),
		"a secret method": say(documentID, `,"token_endpoint_auth_method":"client_secret_basic"`),
		"no redirects":    `{"client_id":"` + documentID + `"}`, "no JSON": "<html>",
	} {
		if c, err := ParseDocument(documentID, []byte(body)); err == nil {
			t.Errorf("%s: %+v", name, c)
		}
	}
}

func TestAddressesNoDocumentIsFetchedFrom(t *testing.T) {
	for _, id := range []string{
		"http://client.example/c.json", "https://client.example", "https://client.example/", "https://client.example/a/../c.json", "https://client.example/./c",
		"https://client.example/%2e%2e/c", "https://client.example/c#f", "https://u:p@client.example/c", "https://client.example:8443/c", "https://client.example:/c",
		"https://localhost/c", "https://a.localhost/c", "https://intranet/c", "https://127.0.0.1/c", "https://[::1]/c", "https://[fe80::1%25eth0]/c", "https://2130706433/c",
		"https://0x7f.0.0.1/c", "https://127.1/c", "https://0177.0.0.01/c", "https://169.254.169.254/latest", "https://client.example./c", "https://client.example//c",
		`https://client.example\@10.0.0.1/c`, "https://clïent.example/c", "https://client.example/ c", "https://" + strings.Repeat("a", maxRedirect) + ".example/c", "https:client.example/c",
	} {
		if err := CheckDocument(id); err == nil || err.Code != InvalidClient {
			t.Errorf("%q: %v", id, err)
		}
	}
	for _, id := range []string{documentID, "https://client.example:443/c", "https://client.example/c?v=1", "https://1.client.example/c"} {
		if err := CheckDocument(id); err != nil {
			t.Errorf("%q: %v", id, err)
		}
	}
}

// However it is written, what is taken has a name that can be shown and redirects
// that may be.
func FuzzMetadata(f *testing.F) {
	f.Add([]byte(`{"client_id":"` + documentID + `","client_name":"C","redirect_uris":["http://localhost/cb"]}`))
	f.Add([]byte(`{"redirect_uris":["https://c.example/"],"client_name":"\u202e"}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		m, err := ParseMetadata(body)
		c, err2 := ParseDocument(documentID, body)
		if err == nil && (m.Name == "" || utf8.RuneCountInString(m.Name) > 100 || cleanName(m.Name) != m.Name || len(m.Redirects) == 0) {
			t.Errorf("%q was taken: %+v", body, m)
		}
		if err2 == nil && (c.ID != documentID || len(c.Redirects) == 0) {
			t.Errorf("%q was taken: %+v", body, c)
		}
		for _, r := range append(m.Redirects, c.Redirects...) {
			if CheckRedirect(r) != nil {
				t.Errorf("%q was taken with %q", body, r)
			}
		}
	})
}
