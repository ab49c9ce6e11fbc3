package serve_test

import (
	"fmt"
	"io"
	"net/url"
	"strings"
	"testing"

	"kinodex/internal/access"
)

// REQ, E-12: a secret is in no line of the log, no answer and no
// label, wherever a confused client puts it and however it encodes it.
func TestASecretInTheWrongPlaceIsNotTold(t *testing.T) {
	t.Parallel()
	s := open(t)
	var told strings.Builder
	secrets := []string{
		s.Key(access.Studio), access.NewToken(true).Reveal(), access.NewSessionToken().Reveal(),
		access.NewGrantToken(access.GrantCode).Reveal(), access.NewGrantToken(access.GrantAccess).Reveal(), access.NewGrantToken(access.GrantRefresh).Reveal(),
	}
	for i, secret := range secrets {
		escaped := strings.ReplaceAll(secret, "_", "%5F")
		var each strings.Builder
		for _, c := range []byte(secret) {
			fmt.Fprintf(&each, "%%%02X", c)
		}
		for _, as := range []string{secret, escaped, url.QueryEscape(escaped), each.String(), url.QueryEscape(each.String())} {
			for _, line := range []string{
				"GET /api/v2/films?KEY=" + as, "GET /api/v2/films?apikey=" + as, "GET /api/v2/films?x-api-key=" + as,
				"GET /api/v2/films?X-API-KEY=" + as + "&limit=1", "GET /api/v2/films?q=" + as, "GET /api/v2/films?" + as, "GET /api/v2/films?" + as + "=1",
				"GET /api/v2/films?sort=" + as, "GET /api/v2/films/" + as, "GET /" + as, "GET /api/v2/" + as + "/films", "GET /objects/" + as + "?name=" + as,
				"POST /mcp?Authorization=Bearer%20" + as, "POST /mcp?authorization=Bearer+" + as, "GET /mcp/" + as, "GET /oauth/authorize?client_id=" + as,
				"GET /sign-in?elsewhere=" + as, secret + " /api/v2/films", "GET http://x/" + as, "GET //" + as,
			} {
				conn := s.dial(t)
				conn.say("%s HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: %[2]s\r\nReferer: https://x/?%[2]s\r\nX-Request-Id: %[2]s\r\nX-Forwarded-For: %[2]s\r\nOrigin: %[2]s\r\n"+
					"Mcp-Method: %[2]s\r\nIdempotency-Key: %[2]s\r\nContent-Type: %[2]s\r\nConnection: close\r\n\r\n", line, secret)
				b, _ := io.ReadAll(conn)
				told.Write(b)
			}
		}
		for _, body := range []string{
			`{"jsonrpc":"2.0","id":1,"method":"` + secret + `"}`,
			`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + secret + `"}}`,
			`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_film","arguments":{"id":"x","` + secret + `":1}}}`,
			`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"` + secret + `"}}`,
			`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"` + secret + `"}}`,
		} {
			told.Write(s.ask(request{method: "POST", path: "/mcp", body: body, header: map[string]string{
				"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}}).body)
		}
		told.Write(s.postForm("/oauth/token", "grant_type", secret, "client_id", secret).body)
		told.Write(s.postForm("/oauth/token", "grant_type", "authorization_code", "code", "x", "client_id", secret, "redirect_uri", secret).body)
		told.Write(s.ask(request{path: fmt.Sprintf("/the/end/%d", i)}).body)
		if !s.log.tells(fmt.Sprintf("/the/end/%d", i)) {
			t.Fatal("the log does not tell of requests")
		}
	}
	told.Write(s.ask(request{path: "/metrics"}).body)
	told.WriteString(s.log.String())
	for _, secret := range secrets {
		random := secret[len(secret)-30:]
		for text := told.String(); ; {
			for _, line := range strings.Split(text, "\n") {
				if strings.Contains(line, random) {
					t.Errorf("a secret is told: %.600s", line)
				}
			}
			decoded := decodeLeniently(text)
			if decoded == text {
				break
			}
			text = decoded
		}
	}
}

// decodeLeniently decodes percent-encoding once, and leaves what is none.
func decodeLeniently(s string) string {
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		if i+2 < len(s) && s[i] == '%' {
			if c, err := url.PathUnescape(s[i : i+3]); err == nil {
				out.WriteString(c)
				i += 2
				continue
			}
		}
		out.WriteByte(s[i])
	}
	return out.String()
}

// What somebody tells of a project or of their taste stands in the address of a page, so that
// it can be shared. It is in no line of the log, whoever asks and in whatever form.
func TestWhatSomebodyTellsOfAProjectIsNotLogged(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, path := range []string{"/forecast", "/forecast.csv", "/forecast.json", "/recommend", "/recommend.json", "/recommend/together", "/recommend/together.json"} {
		s.ask(request{path: path + "?title=Secretproject&prompt=Secretproject&liked=Secretproject&budget=12m&p1=Secretproject"})
	}
	s.ask(request{path: "/the/end"})
	if !s.log.tells("/the/end") || !s.log.tells("title=REDACTED") {
		t.Fatal("the log does not tell of requests")
	}
	if strings.Contains(s.log.String(), "Secretproject") {
		t.Errorf("the log tells of a project: %s", s.log.String())
	}
}
