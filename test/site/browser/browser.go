// Package browser looks at the site with Chromium as people do, and reports what
// is wrong with a page: errors and reports of the browser, requests to elsewhere,
// failures of accessibility, values that were not meant to be seen. Its tests walk
// every page that links lead to, and the stories of those who come to the site.
package browser

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"time"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// actionWithin bounds every single thing that a test does in a page.
const actionWithin = time.Minute

// Browser is a running Chromium without a window.
type Browser struct {
	ctx    context.Context
	cancel func()
}

// Start starts the Chromium at path.
func Start(path string) (*Browser, error) {
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path),
		chromedp.Flag("lang", "en-GB"), chromedp.Flag("hide-scrollbars", true))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // its sandbox refuses to be set up by root
	}
	allocated, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(allocated)
	b := &Browser{ctx: ctx, cancel: func() { cancel(); stop() }}
	if err := chromedp.Do(ctx); err != nil {
		b.cancel()
		return nil, fmt.Errorf("starting %s: %w", path, err)
	}
	return b, nil
}

// Stop ends the browser.
func (b *Browser) Stop() { b.cancel() }

// Tab is one page of one person. A tab is not safe for concurrent use.
type Tab struct {
	home  *url.URL
	ctx   context.Context
	close func()
	seen  *recorder
	still bool // scripts are off
	width Width
}

// Person opens a tab with cookies and storage of its own, which Tab.Beside shares.
// home is the address of the site; requests to other origins are problems.
func (b *Browser) Person(home string) (*Tab, error) {
	return open(b.ctx, home, chromedp.WithNewBrowserContext())
}

// Beside opens another tab of the same person.
func (t *Tab) Beside() (*Tab, error) { return open(t.ctx, t.home.String()) }

func open(parent context.Context, home string, options ...chromedp.ContextOption) (*Tab, error) {
	at, err := url.Parse(home)
	if err != nil {
		return nil, err
	}
	t := &Tab{home: at, seen: newSeen(at)}
	t.ctx, t.close = chromedp.NewContext(parent, append(options, chromedp.WithListener(t.seen.listen))...)
	if err := chromedp.Do(t.ctx); err != nil {
		t.close()
		return nil, err
	}
	if _, err := chromedp.Call(t.ctx, audits.Enable, cdp.Empty{}); err != nil {
		t.close()
		return nil, err
	}
	return t, t.View(Wide, Light)
}

// Close closes the tab, and forgets the person when it was their first.
func (t *Tab) Close() { t.close() }

// Do does steps one after another, each within a time that is ample.
func (t *Tab) Do(steps ...chromedp.Action[chromedp.Void]) error {
	for _, step := range steps {
		if _, err := run(t, step); err != nil {
			return err
		}
	}
	return nil
}

// run does one action of a tab within actionWithin.
func run[T any](t *Tab, action chromedp.Action[T]) (T, error) {
	ctx, cancel := context.WithTimeout(t.ctx, actionWithin)
	defer cancel()
	return chromedp.Run(ctx, action)
}

// Eval evaluates an expression in the page, and waits when it is a promise.
func Eval[T any](t *Tab, expression string) (T, error) {
	return run(t, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// Open goes to an address of the site, given as a path, and returns the status.
func (t *Tab) Open(path string) (int, error) {
	at, err := t.home.Parse(path)
	if err != nil {
		return 0, err
	}
	resp, err := run(t, chromedp.NavigateResponse(at.String()))
	if err != nil {
		return 0, err
	}
	if resp == nil {
		return 0, fmt.Errorf("no answer to %s", path)
	}
	return int(resp.Status), t.settle()
}

// settle waits until the page has drawn what its scripts do at the start.
func (t *Tab) settle() error {
	const quiet = `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() =>
		document.fonts.ready.then(() => { for (const a of document.getAnimations()) { try { a.finish(); } catch { a.cancel(); } } done(true) }))))`
	if t.still { // then promises are never kept, and nothing changes after the page has loaded
		return nil
	}
	_, err := Eval[bool](t, quiet)
	return err
}

// From makes the requests of a tab come from another address, as a proxy tells it,
// so that a walk over all pages is not held to what one address may ask.
func (t *Tab) From(address string) error {
	_, err := chromedp.Call(t.ctx, network.SetExtraHTTPHeaders,
		network.SetExtraHTTPHeadersParams{Headers: network.Headers{"X-Forwarded-For": address}})
	return err
}

// Width is that of a window, in CSS pixels.
type Width int64

// The widths that pages are looked at: the narrowest phone, the usual one, a tablet, a laptop.
const (
	Narrow Width = 360
	Phone  Width = 390
	Middle Width = 768
	Wide   Width = 1280
)

// height is that of a window of this width, in CSS pixels.
func (w Width) height() int64 {
	switch {
	case w >= Wide:
		return 900
	case w == Phone:
		return 844
	}
	return 800
}

// Theme is light or dark, as the reader's system prefers.
type Theme string

// The themes.
const (
	Light Theme = "light"
	Dark  Theme = "dark"
)

// View sets the width and the theme, also of the page that is open. Motion is
// reduced, so that what is looked at stands still.
func (t *Tab) View(width Width, theme Theme) error {
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: string(theme)}, {Name: "prefers-reduced-motion", Value: "reduce"}}}
	if _, err := chromedp.Call(t.ctx, emulation.SetEmulatedMedia, media); err != nil {
		return err
	}
	t.width = width
	return t.Do(chromedp.EmulateViewport(int64(width), width.height()))
}

// Scripts switches the scripts of pages on or off, from the next page on.
func (t *Tab) Scripts(on bool) error {
	t.still = !on
	_, err := chromedp.Call(t.ctx, emulation.SetScriptExecutionDisabled,
		emulation.SetScriptExecutionDisabledParams{Value: !on})
	return err
}
