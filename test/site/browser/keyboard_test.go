package browser

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// keys presses keys, one after another.
func (s *story) keys(all ...string) {
	s.Helper()
	for _, key := range all {
		action := chromedp.KeyEvent(key)
		if key == "/" { // in one event, so that a page that takes it keeps it from being typed
			action = func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
				_, err := cdp.Call(ctx, t, input.DispatchKeyEvent, input.DispatchKeyEventParams{
					Type: input.DispatchKeyEventTypeKeyDown, Key: key, Text: key, Code: "Slash", WindowsVirtualKeyCode: 191})
				return chromedp.Void{}, err
			}
		}
		s.must(s.tab.Do(action), "pressing the key %q", key)
	}
}

// focused returns what has the focus, as its tag, id and text.
func (s *story) focused() string {
	s.Helper()
	at, err := Eval[string](s.tab, `(e => e ? [e.localName, e.id, e.textContent.trim()].join(" ") : "")(document.activeElement)`)
	s.must(err, "asking for the focus")
	return at
}

func TestTheKeyboardIsEnough(t *testing.T) {
	s := begin(t)
	s.opens("/")
	s.keys(kb.Tab)
	if at := s.focused(); !strings.Contains(at, "Skip to the content") {
		t.Errorf("the first stop is %q", at)
	}
	s.keys(kb.Enter)
	if at := s.focused(); !strings.HasPrefix(at, "main") {
		t.Errorf("skipping leads to %q", at)
	}
	s.keys("/")
	if at := s.focused(); !strings.HasPrefix(at, "input") {
		t.Errorf("the key / leads to %q", at)
	}
	s.keys("h", "e", "a", "t", kb.Enter)
	s.arrives(`^/search\?q=heat$`)
	s.keys("j")
	if at := s.focused(); !strings.HasPrefix(at, "a ") {
		t.Errorf("the key j leads to %q", at)
	}
	s.keys(kb.Enter)
	s.arrives(`^/(films|people|scripts|guides)/.`)
}

// TestTabLeavesNothingOut walks a page by the key and comes out at its end.
func TestTabLeavesNothingOut(t *testing.T) {
	s := begin(t)
	for _, path := range []string{"/", "/films"} {
		s.opens(path)
		const countable = `[...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary")]
			.filter(e => e.tabIndex >= 0 && !e.disabled && e.checkVisibility({visibilityProperty: true})).length`
		want, err := Eval[int](s.tab, countable)
		s.must(err, "counting what can be reached")
		reached := 0
		for range want + 20 {
			s.keys(kb.Tab)
			out, err := Eval[bool](s.tab, `document.activeElement === document.body`)
			s.must(err, "asking for the focus")
			if out {
				break
			}
			reached++
		}
		if reached < want {
			t.Errorf("%s: the key reaches %d of %d", path, reached, want)
		}
	}
}
