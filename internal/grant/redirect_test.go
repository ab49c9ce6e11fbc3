package grant

import (
	"strings"
	"testing"
)

// REQ A-18: https, or http on the person's own machine, and nothing else.
func TestRedirectsThatMayBeRegistered(t *testing.T) {
	for _, ok := range []string{
		"https://client.example/cb", "https://client.example", "https://client.example:8443/cb?a=b&c=%2F", "http://127.0.0.1/cb", "http://127.0.0.1:1/",
		"http://[::1]:65535/cb", "http://localhost:3000/cb",
	} {
		if err := CheckRedirect(ok); err != nil {
			t.Errorf("%s: %v", ok, err)
		}
	}
	for _, bad := range []string{
		"", "cb", "/cb", "//client.example/cb", "http://client.example/cb", "http://127.0.0.2/cb", "http://10.0.0.1/cb", "http://0.0.0.0/cb",
		"http://localhost.evil.example/cb", "http://127.0.0.1.evil.example/", "http://localhost@evil.example/", "https://user:pass@client.example/cb",
		"https://client.example/cb#", "https://client.example/cb#f", "javascript:alert(1)", "data:text/html,x", "vscode://x/cb", "com.example:/cb",
		"https:client.example", "https:///cb", "https://", "https://client.example:/cb", "https://client.example:0/", "https://client.example:99999/",
		"https://client.example/c b", "https://client.example/\n", `https://client.example\@evil.example/`, "https://clïent.example/cb",
		"file:///etc/passwd", "HTTP://client.example/", "https://" + strings.Repeat("a", maxRedirect), "http://[::1%25eth0]/", "http://2130706433/",
	} {
		if err := CheckRedirect(bad); err == nil || err.Code != InvalidRedirect {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// RFC 8252 section 7.3: on the person's own machine any port will do; all else is
// compared character for character.
func TestARedirectIsOneThatWasRegistered(t *testing.T) {
	registered := Redirects{"https://client.example/cb", "https://client.example/cb?a=b", "http://127.0.0.1/cb", "http://localhost:3000/cb", "http://[::1]:1/cb?x=1"}
	for asked, want := range map[string]bool{
		"https://client.example/cb": true, "https://client.example/cb?a=b": true, "http://127.0.0.1/cb": true,
		"http://127.0.0.1:49152/cb": true, "http://localhost:1/cb": true, "http://localhost/cb": true, "http://[::1]:8/cb?x=1": true,

		"https://client.example/cb/": false, "https://client.example/cb/../x": false, "https://client.example/CB": false, "https://client.example/c%62": false,
		"https://CLIENT.example/cb": false, "https://client.example:443/cb": false, "https://client.example:8443/cb": false, "https://client.example/cb?": false,
		"https://client.example/cb?a=c": false, "https://client.example/cb?a=b&c=d": false, "http://client.example/cb": false, "https://evil.client.example/cb": false,
		"https://client.example.evil/cb": false, "https://client.example@evil.example/cb": false, "https://client.example/cb#": false,
		"http://127.0.0.1:49152/cb/x": false, "http://127.0.0.1:49152/": false, "http://127.0.0.1:49152/cb?x": false, "http://127.0.0.2:49152/cb": false,
		"http://localhost:3000/cb#x": false, "http://[::1]:8/cb": false, "https://localhost:3000/cb": false, "https://127.0.0.1/cb": false,
		"http://localhost:3000@evil.example/cb": false, "http://127.0.0.1:/cb": false, "http://127.0.0.1:0/cb": false, "": false,
	} {
		if got := registered.Allow(asked); got != want {
			t.Errorf("%q: %v, want %v", asked, got, want)
		}
	}
}

func FuzzRedirects(f *testing.F) {
	f.Add("http://127.0.0.1:1/cb", "http://127.0.0.1/cb")
	f.Add("https://client.example/cb", "https://client.example/cb#")
	f.Fuzz(func(t *testing.T, registered, asked string) {
		if !(Redirects{registered}).Allow(asked) || registered == asked {
			return
		}
		// What differs is the port on the person's own machine and nothing else.
		a, ok := withoutPort(registered)
		b, too := withoutPort(asked)
		if !ok || !too || a != b || !IsLoopback(asked) {
			t.Fatalf("%q lets %q in", registered, asked)
		}
	})
}
