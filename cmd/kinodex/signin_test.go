package main

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// person is somebody with a browser, who follows no redirect unseen.
type person struct {
	t    *testing.T
	base string
	http.Client
}

func newPersonAt(t *testing.T, base string) *person {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &person{t: t, base: base, Client: http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// ask sends a request, with a form if there is one, and gives the answer and its
// body.
func (p *person) ask(method, path, media, body string) (*http.Response, string) {
	p.t.Helper()
	r, err := http.NewRequest(method, p.base+path, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	if media != "" {
		r.Header.Set("Content-Type", media)
	}
	res, err := p.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return res, string(b)
}

const formMedia = "application/x-www-form-urlencoded"

// formOf gives the fields of a page's form as they are.
func formOf(t *testing.T, page string) url.Values {
	t.Helper()
	form := url.Values{}
	for _, m := range regexp.MustCompile(`<input type="(?:hidden|checkbox)"(?: id="[^"]*")? name="([^"]*)" value="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		form.Add(m[1], html.UnescapeString(m[2]))
	}
	if len(form) == 0 {
		t.Fatalf("no form: %s", page)
	}
	return form
}

// submit fills in the form of a page.
func (p *person) submit(page string, pairs ...string) *http.Response {
	p.t.Helper()
	action, form := regexp.MustCompile(`action="([^"]*)"`).FindStringSubmatch(page), formOf(p.t, page)
	for i := 0; i < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	if action == nil {
		p.t.Fatalf("no form: %s", page)
	}
	res, body := p.ask("POST", html.UnescapeString(action[1]), formMedia, form.Encode())
	if res.StatusCode != http.StatusSeeOther {
		p.t.Fatalf("%s: %d: %s", action[1], res.StatusCode, body)
	}
	return res
}

// REQ: a sign-in at the real program leaves no token, code, password or
// cookie in its log, its measurements, its command line or its ledger.
func TestASignInLeavesNoSecretBehind(t *testing.T) {
	t.Parallel()
	data := newData(t)
	const upstreamSecret, password, verifier = "what-we-prove-with-upstream", "correct horse battery", "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
	srv := startServer(t, []string{"KINODEX_LOG_LEVEL=debug", "KINODEX_OIDC_ISSUER=http://127.0.0.1:1", "KINODEX_OIDC_CLIENT_ID=kinodex", oidcSecret + "=" + upstreamSecret},
		"--data", data, "--sign-up", "open")
	p := newPersonAt(t, srv.base)
	_, body := p.ask("POST", "/oauth/register", "application/json", `{"client_name":"C","redirect_uris":["http://127.0.0.1/cb"]}`)
	var client struct {
		ID string `json:"client_id"`
	}
	if err := json.Unmarshal([]byte(body), &client); err != nil {
		t.Fatal(err, body)
	}
	sum := sha256.Sum256([]byte(verifier))
	asks := "/oauth/authorize?" + url.Values{"response_type": {"code"}, "client_id": {client.ID}, "redirect_uri": {"http://127.0.0.1:4711/cb"}, "state": {"the-state-of-the-client"},
		"code_challenge": {base64.RawURLEncoding.EncodeToString(sum[:])}, "code_challenge_method": {"S256"}}.Encode()
	_, page := p.ask("GET", "/sign-up?next="+url.QueryEscape(asks), "", "")
	back := p.submit(page, "name", "Ida", "email", "ida@example.com", "password", password)
	_, page = p.ask("GET", back.Header.Get("Location"), "", "")
	landed, err := url.Parse(p.submit(page, "decision", "allow").Header.Get("Location"))
	if err != nil || landed.Query().Get("code") == "" {
		t.Fatal(landed, err)
	}
	code := landed.Query().Get("code")
	var tokens struct {
		Access  string `json:"access_token"`
		Refresh string `json:"refresh_token"`
	}
	_, body = p.ask("POST", "/oauth/token", formMedia, url.Values{"grant_type": {"authorization_code"}, "code": {code}, "client_id": {client.ID}, "code_verifier": {verifier}}.Encode())
	if err := json.Unmarshal([]byte(body), &tokens); err != nil || tokens.Access == "" || tokens.Refresh == "" {
		t.Fatal(err, body)
	}
	p.ask("GET", "/sign-in/upstream", "", "")
	p.ask("POST", "/oauth/token?refresh_token="+tokens.Refresh, formMedia, "grant_type=refresh_token&client_id=x&refresh_token="+tokens.Refresh)

	secrets := []string{upstreamSecret, password, "the-state-of-the-client", verifier, code[6:40], tokens.Access[6:40], tokens.Refresh[6:40]}
	here, err := url.Parse(srv.base)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range p.Jar.Cookies(here) {
		secrets = append(secrets, c.Value)
	}
	if len(secrets) != 9 {
		t.Errorf("%d cookies, want those of the session and the browser", len(secrets)-7)
	}
	_, metrics := p.ask("GET", "/metrics", "", "")
	_, out, errs := kinodex(t, data, "audit", "list", "--json")
	cmdline, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", srv.Process.Pid))
	if err != nil {
		t.Log("without /proc nothing is known of ps:", err)
	}
	told := map[string]string{"the metrics": metrics, "the audit log": out + errs, "the command line": string(cmdline)}
	for _, file := range []string{"kinodex.db", "kinodex.db-wal"} {
		b, err := os.ReadFile(filepath.Join(data, file))
		if err != nil {
			t.Fatal(err)
		}
		told[file] = string(b)
	}
	srv.Process.Signal(os.Interrupt)
	srv.Wait()
	told["the log"] = srv.log.String()
	if !strings.Contains(told["the log"], "/oauth/authorize") || !strings.Contains(out, "grant.created") || !strings.Contains(told["kinodex.db"]+told["kinodex.db-wal"], client.ID) {
		t.Fatalf("what was told is not what was meant:\n%s", told["the log"])
	}
	for where, text := range told {
		for _, secret := range secrets {
			if strings.Contains(text, secret) {
				t.Errorf("%s holds %s", where, secret)
			}
		}
	}
}
