package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// answered waits until the console has shown an answer, and returns its line of status.
func (s *story) answered() string {
	s.Helper()
	var said string
	s.must(s.awaits(func() bool {
		said, _ = Eval[string](s.tab, `document.querySelector("[data-answer]").hidden ? "" : document.querySelector("[data-status]").textContent`)
		return said != ""
	}), "waiting for the answer")
	return said
}

// shows returns the text of a part of the console.
func (s *story) shows(part string) string {
	s.Helper()
	text, err := Eval[string](s.tab, `document.querySelector("[data-`+part+`]").textContent`)
	s.must(err, "reading %s", part)
	return text
}

// REQ F2-102, F2-103: a programmer makes a first call within the reference, on a desk and on a phone:
// finds an operation, changes it, sends it with the key that is filled in, and reads the answer. A
// key of nobody is explained.
func TestAProgrammerMakesAFirstCallWithinTheReference(t *testing.T) {
	for name, size := range map[string][2]int64{"desk": {1280, 900}, "phone": {390, 844}} {
		t.Run(name, func(t *testing.T) {
			s := begin(t)
			s.tab.Allow(`status (of )?40[14]`)
			s.must(s.tab.Do(chromedp.EmulateViewport(size[0], size[1])), "making the window")
			s.opens("/docs")
			s.presses("Reference")
			s.arrives("^/docs/reference$")
			s.fills("Find an operation", "list GET v2/films")
			s.reads(`[2-9] operations`)
			s.doesNotRead("Get a film")
			if name == "desk" {
				s.sound("reference")
			}
			s.presses("List films")
			s.arrives("^/docs/reference/listFilms$")

			s.fills("genre", `Drama&limit=0#'"<b>`)
			s.reads(`genre=Drama%26limit%3D0%23%27%22%3Cb%3E`)
			s.fills("genre", "Drama")
			s.fills("decade", "1970s")
			s.reads(`GET \S+/api/v2/films\?genre=Drama&decade=1970s&sort=year:desc`)
			s.presses("Send the request")
			if said := s.answered(); !strings.HasPrefix(said, "200 OK in ") {
				t.Errorf("the status reads %q", said)
			}
			if body := s.shows("body"); !strings.HasPrefix(body, "{\n  \"data\": [") {
				t.Errorf("the answer reads %.60q", body)
			}
			s.reads(`X-Request-ID\s+req_\w+[\s\S]*ETag[\s\S]*X-RateLimit-Remaining\s+\d+`)
			if at, err := Eval[string](s.tab, `document.activeElement.id`); err != nil || at != "answer" {
				t.Errorf("the focus is at %q: %v", at, err)
			}
			if wide, err := Eval[int64](s.tab, `document.documentElement.scrollWidth`); err != nil || wide > size[0] {
				t.Errorf("the page is %d px wide in %d px: %v", wide, size[0], err)
			}
			s.sound("console-" + name)

			s.must(s.tab.Do(chromedp.EmulateViewport(size[0], size[1])), "making the window")
			s.fills("Key", "kdx_live_ключ")
			s.presses("Send the request")
			s.reads("X-API-Key has a character that a header cannot have")
			s.fills("Key", "kdx_live_nobodys")
			s.presses("Send the request")
			s.reads(`(?s)401 Unauthorized.*does not know this key.*invalid_api_key`)
			s.sound("console-refused-" + name)
			s.opens("/docs/reference/getFilm")
			s.fills("id", "..")
			s.presses("Send the request")
			s.reads("an address cannot have “..” in its path")
			s.fills("id", "tt0000000")
			s.fills("Key", "kdx_test_PlaygroundOfKinodexForEverybody01uhuxY")
			s.presses("Send the request")
			s.reads(`404 Not Found`)
		})
	}
}

// REQ F2-103: a key of one's own is in the header of the call, and neither in an address, nor in
// what a browser sends along or stores for longer than the tab. A stream is read as far as its first
// lines, a long answer does not hold up the page, and an answer that holds markup is text.
func TestAKeyIsForTheCallAlone(t *testing.T) {
	s := begin(t)
	s.enters(newMember(t, "producer", "paula"))
	s.opens("/account/keys")
	s.fills("Name", "notebook")
	s.presses("Make the key")
	key := s.reads(`kdx_live_\w+`)[0]

	s.opens("/docs/reference/streamFilms")
	s.reads("X-API-Key: " + key)
	s.tab.Loaded()
	s.presses("Send the request")
	s.reads(`(?s)200 OK in .*first 20 lines of a stream`)
	if n := len(strings.Split(strings.TrimSpace(s.shows("body")), "\n")); n != 20 {
		t.Errorf("%d lines are shown", n)
	}
	for _, r := range s.tab.Loaded() {
		if strings.Contains(r.URL, key) {
			t.Errorf("the key is in the address %s", r.URL)
		}
	}
	kept, err := Eval[string](s.tab, `JSON.stringify([location.href, document.referrer, {...localStorage}, document.cookie, history.state])`)
	if err != nil || strings.Contains(kept, key) {
		t.Errorf("the key is kept in %s: %v", kept, err)
	}

	s.opens("/docs/reference/listFilms")
	s.empties("genre")
	s.empties("decade")
	optional, err := Eval[string](s.tab, `[...document.querySelectorAll("summary")].find((e) => /optional parameters/.test(e.textContent)).textContent.trim()`)
	s.must(err, "finding the optional parameters")
	s.presses(optional)
	s.fills("limit", "500")
	const busy = `(() => { window.longest = 0; let last = performance.now();
		setInterval(() => { const now = performance.now(); window.longest = Math.max(window.longest, now - last); last = now }, 10); return true })()`
	_, err = Eval[bool](s.tab, busy)
	s.must(err, "watching the page")
	s.presses("Send the request")
	s.reads(`(?s)200 OK in \d+ ms, [\d.]+ MB.*first 300,000 characters`)
	longest, err := Eval[float64](s.tab, `window.longest`)
	t.Logf("the page stood still for at most %.0f ms", longest)
	if err != nil || longest > 1000 {
		t.Errorf("the page stood still for %.0f ms: %v", longest, err)
	}

	const evil = `(() => { window.fetch = async () => new Response("<img src=x onerror='window.hit=1'><script>window.hit=1</script>", {headers: {"Content-Type": "text/html"}}); return true })()`
	_, err = Eval[bool](s.tab, evil)
	s.must(err, "answering with markup")
	s.presses("Send the request")
	s.reads(`<img src=x onerror='window\.hit=1'>`)
	if hit, err := Eval[bool](s.tab, `!!window.hit || !!document.querySelector("[data-answer] img")`); err != nil || hit {
		t.Errorf("an answer became markup: %v", err)
	}
	for status, says := range map[string]string{"403": `Who may: the writer plan`, "429": `Wait 2 min`, "503": `The service failed`} {
		const refuse = `(() => { window.fetch = async () => new Response("no", {status: %s, headers: {"Content-Type": "text/plain", "Retry-After": "90"}}); return true })()`
		_, err = Eval[bool](s.tab, fmt.Sprintf(refuse, status))
		s.must(err, "refusing with %s", status)
		s.presses("Send the request")
		s.reads("(?s)" + status + ".*" + says)
	}
	s.opens("/docs/reference/getFilm")
	s.tab.Allow("ERR_INTERNET_DISCONNECTED")
	_, err = chromedp.Call(s.tab.ctx, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
		MatchedNetworkConditions: []*network.Conditions{{Offline: true, DownloadThroughput: -1, UploadThroughput: -1}},
	})
	s.must(err, "cutting the connection")
	s.presses("Send the request")
	s.reads(`(?s)No answer.*Check that the service runs`)
}

// REQ F2-102: without scripts the reference shows the call, and opens it where no key is needed.
func TestTheReferenceWorksWithoutScripts(t *testing.T) {
	s := begin(t)
	s.must(s.tab.Scripts(false), "switching scripts off")
	s.opens("/docs/reference?q=similar")
	s.presses("List films like one")
	s.reads(`(?s)path · required.*curl -sS --fail-with-body -H "X-API-Key: \$KINODEX_KEY"`)
	s.doesNotRead("Send the request")
	s.opens("/docs/reference/getHealth")
	s.tab.Allow("favicon") // which a browser asks for beside JSON
	s.presses("Open the answer")
	s.arrives("^/api/v1/health$")
}

// TestAProgrammersNewKeyIsInTheExamples makes a key, and finds it in the examples of the
// documentation, in this tab and in no other.
func TestAProgrammersNewKeyIsInTheExamples(t *testing.T) {
	s := begin(t)
	s.enters(newMember(t, "producer", "polly"))
	s.opens("/account/keys")
	s.fills("Name", "notebook")
	s.presses("Make the key")
	key := s.reads(`kdx_live_\w+`)[0]
	s.opens("/docs/reference/getFilm")
	s.reads("X-API-Key: " + key)
	s.sound("programmer-reference")

	other := begin(t)
	other.opens("/docs/reference/getFilm")
	other.reads(`X-API-Key: kdx_test_Playground`)
	other.doesNotRead("kdx_live_[0-9A-Za-z]")
}
