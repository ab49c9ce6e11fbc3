package browser

import (
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Shot returns a picture of the whole page as PNG, cut at maxHeight.
func (t *Tab) Shot() ([]byte, error) {
	height, err := Eval[float64](t, "document.documentElement.scrollHeight")
	if err != nil {
		return nil, err
	}
	width, err := Eval[float64](t, "window.innerWidth")
	if err != nil {
		return nil, err
	}
	return t.clip(page.Viewport{Width: width, Height: min(height, maxHeight), Scale: 1})
}

// Window returns a picture of what the window shows as PNG.
func (t *Tab) Window() ([]byte, error) { return run(t, chromedp.CaptureScreenshot()) }

func (t *Tab) clip(part page.Viewport) ([]byte, error) {
	beyond, fast := true, true
	shot, err := chromedp.Call(t.ctx, page.CaptureScreenshot,
		page.CaptureScreenshotParams{Clip: &part, CaptureBeyondViewport: &beyond, OptimizeForSpeed: &fast})
	return shot.Data, err
}
