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

// whole are keys that are pressed in one event, so that a page that takes one keeps it from being typed or
// from sending a form.
var whole = map[string]input.DispatchKeyEventParams{
	"/":      {Key: "/", Text: "/", Code: "Slash", WindowsVirtualKeyCode: 191},
	kb.Enter: {Key: "Enter", Text: kb.Enter, Code: "Enter", WindowsVirtualKeyCode: 13},
}

// keys presses keys, one after another.
func (s *story) keys(all ...string) {
	s.Helper()
	for _, key := range all {
		action := chromedp.KeyEvent(key)
		if one, ok := whole[key]; ok {
			one.Type = input.DispatchKeyEventTypeKeyDown
			action = func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
				_, err := cdp.Call(ctx, t, input.DispatchKeyEvent, one)
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

// Menus close on Escape, on a press elsewhere and when another opens. The focus is never lost.
func TestMenusCloseAsPeopleExpect(t *testing.T) {
	s := begin(t)
	s.opens("/films")
	open := func() string {
		t.Helper()
		names, err := Eval[string](s.tab, `[...document.querySelectorAll("details.menu[open] > summary")].map(e => e.textContent).join(" ")`)
		s.must(err, "asking which menus are open")
		return names
	}
	for _, step := range []struct{ press, key, want, focus string }{
		{"Explore", "", "Explore", "summary"},
		{"Write", "", "Write", "summary"},
		{"", kb.Tab, "Write", "a "},
		{"", kb.Escape, "", "summary  Write"},
		{"Build", "", "Build", "summary"},
		{"elsewhere", "", "", ""},
	} {
		switch {
		case step.key != "":
			s.keys(step.key)
		case step.press == "elsewhere":
			s.must(s.tab.Do(chromedp.Click(chromedp.JSPath(`document.querySelector("main h1")`))), "pressing elsewhere")
		default:
			s.presses(step.press)
		}
		if got := open(); got != step.want {
			t.Errorf("after %+v the menu %q is open", step, got)
		}
		if at := s.focused(); !strings.HasPrefix(at, step.focus) {
			t.Errorf("after %+v the focus is on %q", step, at)
		}
	}
}

// The key ? tells the keys; the focus returns to where it was.
func TestAKeyTellsTheKeys(t *testing.T) {
	s := begin(t)
	s.opens("/films")
	s.keys("j")
	before := s.focused()
	s.keys("?")
	s.reads("Go to the search box")
	if at := s.focused(); !strings.HasPrefix(at, "button") {
		t.Errorf("the focus is on %q", at)
	}
	s.keys(kb.Escape)
	s.doesNotRead("Go to the search box")
	if at := s.focused(); at != before {
		t.Errorf("the focus returns to %q, not to %q", at, before)
	}
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
