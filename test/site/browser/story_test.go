package browser

import (
	"context"
	_ "embed"
	"fmt"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/chromedp"
)

// waitWithin is how long a story waits for something to be shown.
const waitWithin = 20 * time.Second

//go:embed locate.js
var locate string

// story is what one person does in one tab. They call controls by their names, as
// they read or hear them, and wait for words to be shown.
type story struct {
	*testing.T
	tab *Tab
}

// begin starts the story of somebody new. When it ends, nothing may have gone wrong
// in the browser.
func begin(t *testing.T) *story {
	t.Helper()
	s := &story{t, person(t)}
	t.Cleanup(func() {
		for _, problem := range s.tab.Problems() {
			t.Error(problem)
		}
	})
	return s
}

// toldTwice tells a story in the window of a laptop and in that of a phone.
func toldTwice(t *testing.T, tell func(t *testing.T, in Width)) {
	t.Run("laptop", func(t *testing.T) { tell(t, Wide) })
	t.Run("phone", func(t *testing.T) { tell(t, Phone) })
}

// beginIn is begin in a window of a width.
func beginIn(t *testing.T, in Width) *story {
	t.Helper()
	s := begin(t)
	s.must(s.tab.View(in, Light), "making the window %d px wide", in)
	return s
}

// who returns a name that nobody has in a window of another width.
func (w Width) who(name string) string { return fmt.Sprint(name, "-", int64(w)) }

// seesAtOnce fails unless what a selector finds begins within the window, and nothing of the page
// is wider than it.
func (s *story) seesAtOnce(selector string) {
	s.Helper()
	const measure = `(() => { scrollTo(0, 0); const e = document.querySelector(%q);
		if (!e) return "is not there"; const top = e.getBoundingClientRect().top, wide = document.documentElement.scrollWidth;
		if (top >= innerHeight - 40) return "begins " + Math.round(top) + " px down a window of " + innerHeight;
		return wide > innerWidth ? "is on a page of " + wide + " px in a window of " + innerWidth : "" })()`
	wrong, err := Eval[string](s.tab, fmt.Sprintf(measure, selector))
	s.must(err, "looking for %s", selector)
	if wrong != "" {
		s.Errorf("%s %s", selector, wrong)
	}
}

func (s *story) must(err error, doing string, args ...any) {
	s.Helper()
	if err != nil {
		at, _ := Eval[string](s.tab, "location.href")
		text, _ := Eval[string](s.tab, "document.body?.innerText?.slice(0, 1500) ?? ''")
		s.picture("failed")
		s.Fatalf("%s: %v\nat %s, which reads:\n%s", fmt.Sprintf(doing, args...), err, at, text)
	}
}

// opens goes to a path, which must be there.
func (s *story) opens(path string) {
	s.Helper()
	status, err := s.tab.Open(path)
	s.must(err, "opening %s", path)
	if status != http.StatusOK {
		s.must(fmt.Errorf("status %d", status), "opening %s", path)
	}
}

// at returns how the query selects the control of a kind and a name.
func at(kind, name string) chromedp.JSPath {
	return chromedp.JSPath(fmt.Sprintf("(%s)(%q, %q)", locate, kind, name))
}

// presses presses a link or a button.
func (s *story) presses(name string) {
	s.Helper()
	s.must(s.tab.Do(chromedp.ScrollIntoView(at("press", name)), chromedp.Click(at("press", name))), "pressing %q", name)
}

// fills types into a field, in place of what stood there.
func (s *story) fills(label, value string) {
	s.Helper()
	field := at("field", label)
	s.must(s.tab.Do(chromedp.WaitVisible(field)), "finding %q", label)
	s.empties(label)
	s.must(s.tab.Do(chromedp.SendKeys(field, value)), "filling %q", label)
}

// empties takes out of a field what stands there, also what was typed before.
func (s *story) empties(label string) {
	s.Helper()
	const empty = `(() => { const e = (%s)("field", %q); e.value = ""; e.dispatchEvent(new Event("input", {bubbles: true})); return true })()`
	_, err := Eval[bool](s.tab, fmt.Sprintf(empty, locate, label))
	s.must(err, "emptying %q", label)
}

// chooses takes an option of a list by its words.
func (s *story) chooses(label, option string) {
	s.Helper()
	const choose = `(() => { const list = (%s)("field", %q);
		const o = [...list.options].find(o => o.text.trim().toLowerCase().includes(%q.toLowerCase()));
		if (!o) return false; list.value = o.value; list.dispatchEvent(new Event("input", {bubbles: true}));
		list.dispatchEvent(new Event("change", {bubbles: true})); return true })()`
	found, err := Eval[bool](s.tab, fmt.Sprintf(choose, locate, label, option))
	if err == nil && !found {
		err = fmt.Errorf("no such option")
	}
	s.must(err, "choosing %q of %q", option, label)
}

// gives puts files into a field of files, as dropping them there does.
func (s *story) gives(label string, files ...string) {
	s.Helper()
	var paths []string
	for _, f := range files {
		path, err := filepath.Abs(f)
		s.must(err, "finding %s", f)
		paths = append(paths, path)
	}
	action := func(ctx context.Context, t *chromedp.Target, nodes []*chromedp.Node) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, dom.SetFileInputFiles, dom.SetFileInputFilesParams{NodeID: nodes[0].NodeID, Files: paths})
		return chromedp.Void{}, err
	}
	s.must(s.tab.Do(chromedp.QueryAfter(at("file", label), action, chromedp.NodeReady)), "giving files to %q", label)
}

// reads waits until the page has loaded and shows words that match a pattern, and returns them with
// what its groups matched.
func (s *story) reads(pattern string) []string {
	s.Helper()
	wanted := regexp.MustCompile(pattern)
	var found []string
	s.must(s.awaits(func() bool {
		text, err := Eval[string](s.tab, "document.readyState === 'complete' ? document.body.innerText : ''")
		if err == nil {
			found = wanted.FindStringSubmatch(text)
		}
		return found != nil
	}), "reading %q", pattern)
	return found
}

// doesNotRead waits until the page shows no words that match a pattern: one that is being left may still show them.
func (s *story) doesNotRead(pattern string) {
	s.Helper()
	unwanted := regexp.MustCompile(pattern)
	s.must(s.awaits(func() bool {
		text, err := Eval[string](s.tab, "document.readyState === 'complete' ? document.body.innerText : ''")
		return err == nil && text != "" && !unwanted.MatchString(text)
	}), "not reading %q", pattern)
}

// arrives waits until the address, from the path on, matches a pattern.
func (s *story) arrives(pattern string) string {
	s.Helper()
	wanted := regexp.MustCompile(pattern)
	var path string
	s.must(s.awaits(func() bool {
		now, err := Eval[string](s.tab, "document.readyState === 'complete' ? location.pathname + location.search + location.hash : ''")
		path = now
		return err == nil && now != "" && wanted.MatchString(now)
	}), "arriving at %s", pattern)
	return path
}

// awaits waits until something is so. A page that is just being left cannot be asked,
// which counts as not yet.
func (s *story) awaits(so func() bool) error {
	for deadline := time.Now().Add(waitWithin); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if so() {
			return nil
		}
	}
	return fmt.Errorf("not within %v", waitWithin)
}

// sound holds the page as it stands now against what every page must keep: on a phone as it is shown
// there, on the laptop in every width. What is open differs, and so does what axe sees.
func (s *story) sound(name string) {
	s.Helper()
	s.must(s.tab.settle(), "waiting for the page")
	if s.tab.width == Phone {
		faults, err := inspector(s.T, "").PageAsShown(s.tab)
		s.must(err, "inspecting %s", name)
		for _, fault := range faults {
			s.Errorf("%s on a phone: %s", name, fault)
		}
		return
	}
	faults, err := inspector(s.T, pictures).Page(s.tab, "story-"+name)
	s.must(err, "inspecting %s", name)
	for _, fault := range faults {
		s.Errorf("%s: %s", name, fault)
	}
}

// picture keeps a picture of the page for whoever looks into a failure.
func (s *story) picture(name string) {
	if pictures == "" {
		return
	}
	i := &Inspector{Screenshots: pictures}
	if err := i.picture(s.tab, "story-"+strings.ReplaceAll(s.Name(), "/", "-")+"-"+name); err != nil {
		s.Log(err)
	}
}
